//! The parts of a call that rules are held against.

use super::{Call, Mention, Place, ShellCall, Subject};
use crate::policy::entry::{Entry, Names};
use crate::policy::shell::{Command, Redirect};
use crate::policy::tiers::Tier;

/// A part of a call that is judged by itself; a call runs when all its parts may.
pub(super) struct Unit<'a> {
    pub names: Vec<&'a str>,
    /// The names of the call; a rule for all that the tool does means this part too.
    pub whole: Vec<&'a str>,
    /// Names under which it is forbidden, too: a file that must not be read is not searched either.
    kin: &'static [&'static str],
    pub tier: Tier,
    pub kind: Kind<'a>,
}

pub(super) enum Kind<'a> {
    Command {
        text: String,
        /// With the name alone instead of its path; for rules that forbid.
        base: String,
        /// Without options that stand before the first operand; for rules that forbid.
        bare: String,
        command: &'a Command,
        /// Whether the line is what it looks like.
        clear: bool,
    },
    /// A file that a redirection opens.
    Redirect(&'a Redirect),
    Place(&'a Place),
    Text {
        text: &'a str,
        clear: bool,
    },
    Nothing,
}

impl Unit<'_> {
    fn arguments(&self) -> Vec<&str> {
        match &self.kind {
            Kind::Command { text, base, bare, .. } => vec![text, base, bare],
            Kind::Redirect(redirect) => vec![redirect.target.text.trim_start_matches("./")],
            Kind::Place(place) => vec![&place.shown, &place.absolute],
            Kind::Text { text, .. } => vec![text],
            Kind::Nothing => Vec::new(),
        }
    }

    pub fn forbidden_by(&self, entry: &Entry) -> bool {
        let names: Vec<&str> = self.names.iter().chain(self.kin).copied().collect();
        match &self.kind {
            // A rule for all that a tool does means the tools that it names.
            Kind::Place(_) if !entry.is_narrow(Names(&names)) => entry.is_blanket(Names(&self.names)),
            Kind::Place(_) => entry.forbids_path(Names(&names), &self.arguments()),
            Kind::Redirect(_) => entry.forbids_path(Names(&self.names), &self.arguments()),
            Kind::Command { .. } | Kind::Text { .. } | Kind::Nothing => {
                entry.forbids(Names(&self.names), &self.arguments())
            }
        }
    }

    pub fn allowed_by(&self, entry: &Entry) -> bool {
        let names = Names(&self.names);
        if entry.is_blanket(names) || entry.is_blanket(Names(&self.whole)) {
            return true;
        }
        match &self.kind {
            Kind::Command { text, clear, .. } => *clear && entry.fits(names, &[text]),
            // The word must be the file: `docs/../secret` and `docs/$X` are not known to lie in docs.
            Kind::Redirect(redirect) => {
                let target = &redirect.target;
                let plain = target.exact && !target.text.split('/').any(|part| part == "..");
                plain && entry.fits_path(names, &self.arguments())
            }
            Kind::Text { clear, .. } => *clear && entry.fits(names, &self.arguments()),
            Kind::Place(_) => entry.fits_path(names, &self.arguments()),
            Kind::Nothing => entry.fits(names, &self.arguments()),
        }
    }

    /// What is known of a command before it runs, where not all of it is.
    pub fn known_beginning(&self) -> Option<String> {
        match &self.kind {
            Kind::Command { command, .. } => command.known_beginning(),
            _ => None,
        }
    }

    /// Needs no rule of its own.
    pub fn is_free(&self) -> bool {
        matches!(&self.kind, Kind::Command { command, clear: true, .. } if command.transparent)
    }
}

pub(super) fn units<'a>(call: &Call<'a>) -> Vec<Unit<'a>> {
    let mut names: Vec<&str> = call.names.to_vec();
    names.push(match call.subject {
        Subject::Shell(_) => "shell",
        Subject::Text(_) => "url",
        _ if call.names.iter().any(|name| name.starts_with("mcp__")) => "mcp",
        _ if call.tier == Tier::Read => "read",
        _ => "write",
    });
    let kin: &[&str] = match (call.subject, call.tier) {
        (Subject::Paths(_), Tier::Read) => &["read", "read_file"],
        (Subject::Paths(_), Tier::Write) => &["write", "write_file"],
        _ => &[],
    };
    let unit = |kind| Unit { names: names.clone(), whole: names.clone(), kin, tier: call.tier, kind };
    match call.subject {
        Subject::Shell(ShellCall { line, text, .. }) => {
            let clear = line.doubts.is_empty();
            let commands = line.commands.iter().map(|command| {
                let text = command.text();
                let base = format!("{}{}", command.base_name(), text.get(command.name().len()..).unwrap_or_default());
                unit(Kind::Command { text, base, bare: command.bare(), command, clear })
            });
            let redirects = line.redirects.iter().filter(|redirect| !is_sink(redirect)).map(|redirect| {
                let (kind, tier) = match redirect.writes {
                    true => (vec!["write", "write_file"], Tier::Write),
                    false => (vec!["read", "read_file"], Tier::Read),
                };
                Unit { names: kind, whole: names.clone(), kin: &[], tier, kind: Kind::Redirect(redirect) }
            });
            let units: Vec<Unit<'a>> = commands.chain(redirects).collect();
            // A line without a command still is one call.
            if units.is_empty() { vec![unit(Kind::Text { text, clear })] } else { units }
        }
        Subject::Paths(places) if !places.is_empty() => places.iter().map(|place| unit(Kind::Place(place))).collect(),
        Subject::Text(text) => vec![unit(Kind::Text { text, clear: true })],
        _ => vec![unit(Kind::Nothing)],
    }
}

/// Where output goes that nobody keeps.
pub(super) fn is_sink(redirect: &Redirect) -> bool {
    matches!(redirect.target.text.as_str(), "/dev/null" | "/dev/stdout" | "/dev/stderr" | "/dev/tty" | "/dev/stdin")
}

impl Mention {
    pub(super) fn forbidden_by(&self, entry: &Entry) -> bool {
        // Whoever changes a file may show it, too.
        let names: &[&str] =
            if self.writes { &["read", "read_file", "write", "write_file"] } else { &["read", "read_file"] };
        let paths = [self.place.shown.as_str(), self.place.absolute.as_str()];
        entry.is_narrow(Names(names)) && entry.forbids_path(Names(names), &paths)
    }
}
