//! The table of shell lines: what each runs, and what rules say of it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::*;
use crate::policy::{Approval, Builtin, Call, Decision, Entry, Policy, ShellCall, Subject, Tier, Yolo};

#[derive(Deserialize)]
struct Row {
    class: String,
    line: String,
    /// The commands, where the line can be read.
    runs: Option<Vec<String>>,
    #[serde(default)]
    writes: Vec<String>,
    /// Under lists that allow `npm`, `git`, `echo` and writing in docs, and deny `rm`, `git push` and writing in secrets.
    rules: String,
    /// Under automatic approval of `npm *` and `git *`.
    yolo: String,
    /// Under automatic approval of everything.
    all: String,
    /// The same where `rm` and `git push` are denied.
    guarded: Option<String>,
}

fn rows() -> Vec<Row> {
    let table = include_str!("../../tests/fixtures/policy/shell_lines.jsonl");
    table.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn entries(texts: &[&str]) -> Vec<Entry> {
    texts.iter().map(|text| Entry::listed(text).unwrap()).collect()
}

fn said(policy: &Policy, text: &str) -> &'static str {
    let subject = Subject::Shell(ShellCall::new(text));
    match policy.judge(&Call { names: &["run_command", "bash"], tier: Tier::Exec, subject: &subject }) {
        Decision::Allow => "allow",
        Decision::Ask(_) => "ask",
        Decision::Deny(_) => "deny",
    }
}

#[test]
fn every_line_runs_what_the_table_says_and_is_judged_so() {
    let mut rules = Policy::new(Approval::Ask, Builtin::Secrets);
    rules.allow = entries(&["npm *", "git *", "shell(echo:*)", "write_file:docs/*"]);
    rules.deny = entries(&["rm *", "run_command:git push*", "write_file:secrets/*"]);
    let patterns = ["npm *", "git *"].iter().map(|text| Entry::yolo(text).unwrap()).collect();
    let mut yolo = Policy::new(Approval::Ask, Builtin::Secrets);
    yolo.yolo = Some(Yolo { patterns, except: Vec::new() });
    let mut all = yolo.clone();
    all.yolo = Some(Yolo::default());
    let mut guarded = all.clone();
    guarded.deny = entries(&["rm *", "run_command:git push*"]);
    let mut wrong = Vec::new();
    for row in rows() {
        let line = Line::parse(&row.line);
        let runs: Vec<String> = line.commands.iter().map(Command::text).collect();
        let writes: Vec<&str> = line
            .redirects
            .iter()
            .filter(|redirect| redirect.writes)
            .map(|redirect| redirect.target.text.as_str())
            .collect();
        if row.runs.as_ref().is_some_and(|expected| *expected != runs) {
            wrong.push(format!("{:?} runs {runs:?}", row.line));
        }
        if row.runs.is_some() && writes != row.writes {
            wrong.push(format!("{:?} writes {writes:?}", row.line));
        }
        if row.class == "parse error" && !line.doubts.contains(&Doubt::Syntax) {
            wrong.push(format!("{:?} counts as correct", row.line));
        }
        let by_all = [(&rules, "rules", &row.rules), (&yolo, "yolo", &row.yolo), (&all, "all", &row.all)];
        let by_guarded = row.guarded.iter().map(|expected| (&guarded, "guarded", expected));
        for (policy, name, expected) in by_all.into_iter().chain(by_guarded) {
            let said = said(policy, &row.line);
            if said != expected {
                wrong.push(format!("{:?} under {name}: {said}, not {expected} ({:?})", row.line, line.doubts));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn a_narrow_rule_for_a_command_does_not_let_its_options_write_or_run() {
    let patterns = ["sort *", "find *", "sed *", "awk *"].iter().map(|text| Entry::yolo(text).unwrap()).collect();
    let mut yolo = Policy::new(Approval::Ask, Builtin::Secrets);
    yolo.yolo = Some(Yolo { patterns, except: Vec::new() });
    for (line, expected) in [
        ("sort -k2 x", "allow"),
        ("sort -uo F x", "ask"),
        ("sort --out=F x", "ask"),
        ("find . -name x", "allow"),
        ("find . -fprint F", "ask"),
        ("sed -n '1,5p' x", "allow"),
        ("sed ':a;N;$!ba;s/x/y/g' x", "allow"),
        ("sed ':a;1e rm v' x", "ask"),
        ("sed -l 5 '1e rm v' x", "ask"),
        ("sed --exp='w F' x", "ask"),
        ("sed -Ef /dev/stdin x", "ask"),
        ("awk '{ print $1 }' x", "allow"),
        ("awk '{ print | \"sh\" }' x", "ask"),
    ] {
        assert_eq!(said(&yolo, line), expected, "{line}");
    }
}

#[test]
fn the_table_has_enough_of_each_class() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for row in rows() {
        *counts.entry(row.class).or_default() += 1;
    }
    for class in [
        "chain",
        "pipe",
        "substitution",
        "redirection",
        "subshell",
        "newline",
        "background",
        "quoting",
        "environment prefix",
        "look-alike name",
        "parse error",
    ] {
        assert!(counts.get(class).is_some_and(|count| *count >= 4), "{class}: {counts:?}");
    }
    assert!(counts.values().sum::<usize>() >= 60, "{counts:?}");
}

#[test]
fn what_is_too_long_or_too_deep_is_asked_for_even_when_everything_is_allowed() {
    let mut all = Policy::new(Approval::Yolo, Builtin::Disasters);
    all.yolo = Some(Yolo::default());
    let deep = format!("{}rm x{}", "( ".repeat(500), " )".repeat(500));
    let nested = (0..40).fold("rm x".to_owned(), |line, _| format!("sudo {line}"));
    assert_eq!(said(&all, &deep), "ask");
    assert_eq!(said(&all, &format!("{}rm x", "sudo ".repeat(200))), "ask");
    assert_eq!(said(&all, &nested), "allow");
    assert_eq!(said(&all, &"a ".repeat(600_000)), "ask");
    assert_eq!(said(&all, &format!("cat > f <<'E'\n{}\nE", "x\n".repeat(100_000))), "allow");
}

#[test]
fn hostile_lines_cost_little() {
    let begun = std::time::Instant::now();
    for unit in ["(", "$(", "a=(", "`", "{ ", "if ", "\"", "case x in a) ", "a | ", "${x:-", "<<E\n", "f() {"] {
        drop(Line::parse(&unit.repeat(3000)));
    }
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}

/// Ways to run a line inside another.
const AROUND_A_LINE: [&str; 16] = [
    "a; LINE",
    "a && LINE",
    "a | LINE",
    "LINE || b",
    "echo $( LINE )",
    "echo \"x $( LINE ) y\"",
    "x=$( LINE )",
    "diff <( LINE ) b",
    "( LINE )",
    "{ LINE\n}",
    "if a; then LINE\nfi",
    "for f in a b; do LINE\ndone",
    "f() { LINE\n}; f",
    "a\nLINE\nb",
    "cat <<END\n$( LINE )\nEND",
    "echo ${x:-$( LINE )}",
];
/// Ways to run one command.
const AROUND_A_COMMAND: [&str; 12] = [
    "COMMAND",
    "env A=1 COMMAND",
    "A=1 COMMAND",
    "nohup COMMAND &",
    "timeout 5 COMMAND",
    "sudo -u x COMMAND",
    "xargs -n 1 -I% COMMAND",
    "find . -exec COMMAND \\;",
    "time -p nice -n 5 COMMAND",
    "sh -c 'COMMAND'",
    "eval 'COMMAND'",
    "COMMAND > out 2>&1",
];

proptest::proptest! {
    #[test]
    fn a_command_is_found_wherever_it_hides(
        inner in 0..AROUND_A_COMMAND.len(),
        outer in proptest::collection::vec(0..AROUND_A_LINE.len(), 0..5),
    ) {
        let mut line = AROUND_A_COMMAND[inner].replace("COMMAND", "rm x");
        // Marks of texts in texts would end each other.
        let mut ends = 0;
        for way in outer {
            ends += 1;
            line = AROUND_A_LINE[way].replace("END", &format!("END{ends}")).replace("LINE", &line);
        }
        let parsed = Line::parse(&line);
        let found = parsed.commands.iter().any(|command| command.text() == "rm x");
        proptest::prop_assert!(found, "{line:?} runs {:?}", parsed.commands.iter().map(Command::text).collect::<Vec<_>>());
    }

    #[test]
    fn any_text_is_taken_apart_without_a_panic(text in "[a-z$(){}<>|&;'\"`\\\\ \n=*\\[\\]#!:-]{0,80}") {
        drop(Line::parse(&text));
    }
}
