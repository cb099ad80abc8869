//! Which processes belong to a command, and how all of them are ended.
//!
//! A process belongs to it by its session, its process group, its ancestors, or the mark in its environment; the last
//! finds what called setsid and lost its parent. Where there is no /proc, the process group is all that is known.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;
use tokio::time::Instant;

/// One process at one time: a pid alone may have a new owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Identity {
    pid: i32,
    born: u64,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    identity: Identity,
    parent: i32,
    group: i32,
    session: i32,
    zombie: bool,
}

/// The processes of one command, or of all.
#[derive(Debug, Clone)]
pub(super) struct Target {
    /// Leaders of sessions and process groups.
    pub(super) leaders: Vec<i32>,
    /// The beginning of the mark.
    pub(super) mark: String,
}

/// Sends SIGTERM to all, waits up to `grace` for them to go, then sends SIGKILL to the rest.
///
/// Returns when they are gone, and at the latest 100 ms after the hard signal.
pub(super) async fn stop(target: &Target, grace: Duration) {
    let mut hunt = Hunt::new(target);
    let deadline = Instant::now() + grace;
    let mut pause = Duration::from_millis(5);
    while hunt.round(Signal::SIGTERM) > 0 {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        tokio::time::sleep(pause.min(left)).await;
        pause = (pause * 2).min(Duration::from_millis(40));
    }
    hunt.signalled.clear();
    // Several rounds: a process may have forked while the list was read.
    for _ in 0..10 {
        if hunt.round(Signal::SIGKILL) == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// SIGKILL for all, at once, for drop guards.
pub(super) fn kill_now(target: &Target) {
    let mut hunt = Hunt::new(target);
    for _ in 0..3 {
        hunt.signalled.clear();
        if hunt.round(Signal::SIGKILL) == 0 {
            return;
        }
    }
}

struct Hunt<'a> {
    target: &'a Target,
    /// Those that had the present signal.
    signalled: HashSet<Identity>,
    /// All that ever belonged to the target, kept because a parent that died is no longer a proof.
    seen: HashSet<Identity>,
}

impl<'a> Hunt<'a> {
    fn new(target: &'a Target) -> Self {
        Self { target, signalled: HashSet::new(), seen: HashSet::new() }
    }

    /// Signals every member that has not had this signal yet, and counts those that are still there.
    fn round(&mut self, signal: Signal) -> usize {
        let Some(all) = processes() else {
            return self.round_by_group(signal);
        };
        let mut alive = 0;
        for entry in self.members(&all) {
            self.seen.insert(entry.identity);
            if entry.zombie {
                continue;
            }
            alive += 1;
            if self.signalled.insert(entry.identity) {
                send(entry.identity.pid, signal);
            }
        }
        alive
    }

    fn round_by_group(&mut self, signal: Signal) -> usize {
        let alive = |leader: &&i32| killpg(Pid::from_raw(**leader), None).is_ok();
        let groups: Vec<i32> = self.target.leaders.iter().filter(alive).copied().collect();
        for leader in &groups {
            if self.signalled.insert(Identity { pid: *leader, born: 0 }) {
                let _ = killpg(Pid::from_raw(*leader), signal);
                let _ = killpg(Pid::from_raw(*leader), Signal::SIGCONT);
            }
        }
        groups.len()
    }

    fn members(&self, all: &[Entry]) -> Vec<Entry> {
        let own = i32::try_from(std::process::id()).unwrap_or_default();
        let leaders = &self.target.leaders;
        let mut chosen: HashMap<i32, Entry> = HashMap::new();
        for entry in all.iter().filter(|entry| entry.identity.pid != own) {
            let belongs = leaders.contains(&entry.session)
                || leaders.contains(&entry.group)
                || leaders.contains(&entry.identity.pid)
                || self.seen.contains(&entry.identity)
                || is_marked(entry.identity.pid, &self.target.mark);
            if belongs {
                chosen.insert(entry.identity.pid, *entry);
            }
        }
        loop {
            let before = chosen.len();
            for entry in all.iter().filter(|entry| entry.identity.pid != own) {
                if chosen.contains_key(&entry.parent) {
                    chosen.entry(entry.identity.pid).or_insert(*entry);
                }
            }
            if chosen.len() == before {
                // The oldest first: a parent should hear the signal before it learns of its children's death.
                let mut members: Vec<Entry> = chosen.into_values().collect();
                members.sort_by_key(|entry| (entry.identity.born, entry.identity.pid));
                return members;
            }
        }
    }
}

fn send(pid: i32, signal: Signal) {
    let pid = Pid::from_raw(pid);
    let _ = kill(pid, signal);
    if signal == Signal::SIGTERM {
        // A stopped process sees no other signal before it goes on.
        let _ = kill(pid, Signal::SIGCONT);
    }
}

/// All processes, or `None` where there is no /proc.
fn processes() -> Option<Vec<Entry>> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let folder = std::fs::read_dir("/proc").ok()?;
    let pids = folder.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    Some(pids.filter_map(read_entry).collect())
}

fn read_entry(pid: i32) -> Option<Entry> {
    let text = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
    parse_stat(pid, &String::from_utf8_lossy(&text))
}

/// The fields behind the program's name, which itself may hold blanks and parentheses.
fn parse_stat(pid: i32, text: &str) -> Option<Entry> {
    let (_, fields) = text.rsplit_once(')')?;
    let mut fields = fields.split_ascii_whitespace();
    let state = fields.next()?;
    let parent = fields.next()?.parse().ok()?;
    let group = fields.next()?.parse().ok()?;
    let session = fields.next()?.parse().ok()?;
    let born = fields.nth(15)?.parse().ok()?;
    Some(Entry { identity: Identity { pid, born }, parent, group, session, zombie: matches!(state, "Z" | "X") })
}

fn is_marked(pid: i32, mark: &str) -> bool {
    let Ok(environment) = std::fs::read(format!("/proc/{pid}/environ")) else {
        return false;
    };
    environment.split(|byte| *byte == 0).any(|variable| {
        let value = variable.strip_prefix(super::launch::MARK.as_bytes()).and_then(|rest| rest.strip_prefix(b"="));
        value.is_some_and(|value| value.starts_with(mark.as_bytes()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_name_with_parentheses_does_not_shift_the_fields() {
        let text = "7 (a) b (c)) S 1 5 6 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 9999 1 1";
        let entry = parse_stat(7, text).expect("an entry");
        assert_eq!((entry.parent, entry.group, entry.session, entry.zombie), (1, 5, 6, false));
        assert_eq!(entry.identity, Identity { pid: 7, born: 9999 });
        assert!(parse_stat(7, "7 (x) Z 1 5").is_none());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_process_is_listed_and_never_chosen() {
        let all = processes().expect("/proc");
        let own = i32::try_from(std::process::id()).expect("a pid");
        let entry = all.iter().find(|entry| entry.identity.pid == own).expect("this process");
        let target = Target { leaders: vec![entry.session], mark: "no such mark".to_owned() };
        assert!(Hunt::new(&target).members(&all).iter().all(|entry| entry.identity.pid != own));
    }
}
