//! What the settings, the user's answers and the mode say of one call.

use std::collections::HashMap;

use super::builtin::{self, Builtin};
use super::entry::{Entry, Names};
use super::shell::{Command, Line, Redirect};
use super::tiers::{Approval, Tier};

/// What one rule says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    Allow,
    Deny,
    Prompt,
}

/// What happens where no rule says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModeOfRules {
    /// What the approval mode does not let pass is asked for.
    Interactive,
    /// Everything runs.
    Unrestricted,
    /// Only reading runs; nothing is asked.
    Restricted,
}

/// One call, as rules see it.
#[derive(Debug, Clone)]
pub struct Call<'a> {
    /// The names under which rules may mean the tool: its own, the core's.
    pub names: &'a [&'a str],
    pub tier: Tier,
    pub subject: &'a Subject,
}

/// What a call is about.
#[derive(Debug, Clone, PartialEq)]
pub enum Subject {
    /// A shell line.
    Shell { text: String, line: Line },
    /// Files and folders.
    Paths(Vec<Place>),
    /// An address, or another text that a pattern may fit.
    Text(String),
    /// Nothing that a pattern could fit.
    Nothing,
}

/// A file or a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// From the workspace, if it lies in it; else as `absolute`.
    pub shown: String,
    /// Without dots.
    pub absolute: String,
    /// It is what the call names; otherwise it is where that leads.
    pub named: bool,
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    Allow,
    Deny(Denial),
    /// With what speaks against running it unseen, a sentence each; may be empty.
    Ask(Vec<String>),
}

/// Why a call must not run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Denial {
    /// Nothing overrides this.
    Builtin(String),
    /// Only reading runs in plan mode.
    Plan,
    /// A rule of the settings, as it is written there.
    Rule(String),
    /// The user said no to the same call, for the rest of the session.
    Answered,
    /// No rule allows it, and nothing is asked.
    Restricted,
}

/// Automatic approval.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Yolo {
    /// What it is narrowed to; empty for everything.
    pub patterns: Vec<Entry>,
}

/// All that decides. Plain data: whoever holds it changes it.
#[derive(Debug, Clone)]
pub struct Policy {
    pub builtin: Builtin,
    pub approval: Approval,
    pub yolo: Option<Yolo>,
    pub fallback: ModeOfRules,
    /// Rules of whole tools.
    pub tools: HashMap<String, Rule>,
    /// If set, the only tools.
    pub available: Option<Vec<String>>,
    pub excluded: Vec<String>,
    pub deny: Vec<Entry>,
    pub allow: Vec<Entry>,
    /// Rules with a pattern, in their order; the first that fits says.
    pub rules: Vec<(Entry, Rule)>,
    /// What the user answered for the session: tool, whole argument.
    answered: Vec<(String, String, Rule)>,
}

impl Policy {
    pub fn new(approval: Approval, builtin: Builtin) -> Self {
        Self {
            builtin,
            approval,
            yolo: None,
            fallback: ModeOfRules::Interactive,
            tools: HashMap::new(),
            available: None,
            excluded: Vec::new(),
            deny: Vec::new(),
            allow: Vec::new(),
            rules: Vec::new(),
            answered: Vec::new(),
        }
    }

    /// Says what becomes of a call. What forbids goes first; then what the user answered; then automatic approval; then
    /// what asks; then what allows; then the mode.
    pub fn judge(&self, call: &Call<'_>) -> Decision {
        if let Some(why) = builtin::denies(self.builtin, call.subject) {
            return Decision::Deny(Denial::Builtin(why));
        }
        if self.approval == Approval::Plan && call.tier > Tier::Read {
            return Decision::Deny(Denial::Plan);
        }
        let units = units(call);
        if let Some(denial) = self.denied(call, &units) {
            return Decision::Deny(denial);
        }
        // Nothing overrides the built-in list; a line that was not read to its end cannot be held against it.
        if let Subject::Shell { line, .. } = call.subject
            && line.is_unread()
        {
            return self.asked(call);
        }
        if self.answer(call) == Some(Rule::Allow) {
            return Decision::Allow;
        }
        match units.iter().map(|unit| self.unit(call, unit)).max() {
            None | Some(Verdict::Allow) => Decision::Allow,
            Some(Verdict::Ask) => self.asked(call),
            Some(Verdict::Deny) => Decision::Deny(Denial::Restricted),
        }
    }

    /// Keeps an answer for the rest of the session: for this very argument.
    pub fn remember(&mut self, call: &Call<'_>, rule: Rule) {
        let Some(name) = call.names.first() else { return };
        let argument = argument(call.subject);
        self.answered.retain(|(known, text, _)| !(known == name && *text == argument));
        self.answered.push(((*name).to_owned(), argument, rule));
    }

    fn answer(&self, call: &Call<'_>) -> Option<Rule> {
        let argument = argument(call.subject);
        let known =
            self.answered.iter().find(|(name, text, _)| call.names.contains(&name.as_str()) && *text == argument);
        known.map(|(.., rule)| *rule)
    }

    fn denied(&self, call: &Call<'_>, units: &[Unit<'_>]) -> Option<Denial> {
        let is_named = |name: &String| call.names.iter().any(|known| known.eq_ignore_ascii_case(name));
        if self.available.as_ref().is_some_and(|available| !available.iter().any(is_named)) {
            return Some(Denial::Rule("availableTools".to_owned()));
        }
        if let Some(name) = self.excluded.iter().find(|name| is_named(name)) {
            return Some(Denial::Rule(name.clone()));
        }
        if let Some((name, _)) = self.tools.iter().find(|(name, rule)| **rule == Rule::Deny && is_named(name)) {
            return Some(Denial::Rule(name.clone()));
        }
        let denying = self.rules.iter().filter(|(_, rule)| *rule == Rule::Deny).map(|(entry, _)| entry);
        for entry in self.deny.iter().chain(denying) {
            if units.iter().any(|unit| entry.forbids(Names(&unit.names), &unit.arguments())) {
                return Some(Denial::Rule(entry.source.clone()));
            }
        }
        (self.answer(call) == Some(Rule::Deny)).then_some(Denial::Answered)
    }

    fn asked(&self, call: &Call<'_>) -> Decision {
        if self.fallback == ModeOfRules::Restricted {
            return Decision::Deny(Denial::Restricted);
        }
        let mut reasons = Vec::new();
        if let Subject::Shell { line, .. } = call.subject {
            reasons.extend(line.doubts.iter().map(ToString::to_string));
            let writes = line.redirects.iter().filter(|redirect| redirect.writes && !is_sink(redirect));
            reasons.extend(writes.map(|redirect| format!("it writes {}", redirect.target.text)));
        }
        Decision::Ask(reasons)
    }

    fn unit(&self, call: &Call<'_>, unit: &Unit<'_>) -> Verdict {
        let fits = |entry: &Entry| unit.allowed_by(entry);
        if let Some(yolo) = &self.yolo
            && (yolo.patterns.is_empty() || yolo.patterns.iter().any(fits))
        {
            return Verdict::Allow;
        }
        let tool = call.names.iter().find_map(|name| self.tools.get(*name));
        let rule = self.rules.iter().find(|(entry, rule)| match rule {
            Rule::Prompt => entry.forbids(Names(&unit.names), &unit.arguments()),
            _ => unit.allowed_by(entry),
        });
        let rule = rule.map(|(_, rule)| *rule);
        if tool == Some(&Rule::Prompt) || rule == Some(Rule::Prompt) {
            return Verdict::Ask;
        }
        if tool == Some(&Rule::Allow) || rule == Some(Rule::Allow) || self.allow.iter().any(fits) || unit.is_free() {
            return Verdict::Allow;
        }
        match self.fallback {
            ModeOfRules::Unrestricted => Verdict::Allow,
            _ if unit.tier <= self.approval.passes() => Verdict::Allow,
            ModeOfRules::Restricted => Verdict::Deny,
            ModeOfRules::Interactive => Verdict::Ask,
        }
    }
}

impl Call<'_> {
    /// The entry of a list that means this very call; none when its argument has characters that would mean more.
    pub fn list_entry(&self) -> Option<String> {
        let argument = argument(self.subject);
        let plain = !argument.is_empty() && !argument.contains(['*', '?', '\n']) && argument.trim() == argument;
        let name = self.names.first()?;
        plain.then(|| format!("{name}:{argument}"))
    }
}

/// The whole argument as one text.
fn argument(subject: &Subject) -> String {
    match subject {
        Subject::Shell { text, .. } | Subject::Text(text) => text.trim().to_owned(),
        Subject::Paths(places) => {
            let named = places.iter().filter(|place| place.named);
            named.map(|place| place.shown.as_str()).collect::<Vec<_>>().join(";")
        }
        Subject::Nothing => String::new(),
    }
}

/// From the best to the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Allow,
    Ask,
    Deny,
}

/// A part of a call that is judged by itself; a call runs when all its parts may.
struct Unit<'a> {
    names: Vec<&'a str>,
    /// The names of the call; a rule for all that the tool does means this part too.
    whole: Vec<&'a str>,
    tier: Tier,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Command {
        text: String,
        /// With the name alone instead of its path; for rules that forbid.
        base: String,
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
            Kind::Command { text, base, .. } => vec![text, base],
            Kind::Redirect(redirect) => vec![redirect.target.text.trim_start_matches("./")],
            Kind::Place(place) => vec![&place.shown, &place.absolute],
            Kind::Text { text, .. } => vec![text],
            Kind::Nothing => Vec::new(),
        }
    }

    fn allowed_by(&self, entry: &Entry) -> bool {
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
                plain && entry.fits(names, &self.arguments())
            }
            Kind::Text { clear, .. } => *clear && entry.fits(names, &self.arguments()),
            Kind::Place(_) | Kind::Nothing => entry.fits(names, &self.arguments()),
        }
    }

    /// Needs no rule of its own.
    fn is_free(&self) -> bool {
        matches!(&self.kind, Kind::Command { command, clear: true, .. } if command.transparent)
    }
}

fn units<'a>(call: &Call<'a>) -> Vec<Unit<'a>> {
    let mut names: Vec<&str> = call.names.to_vec();
    names.push(match call.subject {
        Subject::Shell { .. } => "shell",
        Subject::Text(_) => "url",
        _ if call.names.iter().any(|name| name.starts_with("mcp__")) => "mcp",
        _ if call.tier == Tier::Read => "read",
        _ => "write",
    });
    let unit = |kind| Unit { names: names.clone(), whole: names.clone(), tier: call.tier, kind };
    match call.subject {
        Subject::Shell { line, text } => {
            let clear = line.doubts.is_empty();
            let commands = line.commands.iter().map(|command| {
                let text = command.text();
                let base = format!("{}{}", command.base_name(), text.get(command.name().len()..).unwrap_or_default());
                unit(Kind::Command { text, base, command, clear })
            });
            let redirects = line.redirects.iter().filter(|redirect| !is_sink(redirect)).map(|redirect| {
                let (kind, tier) = match redirect.writes {
                    true => (vec!["write", "write_file"], Tier::Write),
                    false => (vec!["read", "read_file"], Tier::Read),
                };
                Unit { names: kind, whole: names.clone(), tier, kind: Kind::Redirect(redirect) }
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
fn is_sink(redirect: &Redirect) -> bool {
    matches!(redirect.target.text.as_str(), "/dev/null" | "/dev/stdout" | "/dev/stderr" | "/dev/tty" | "/dev/stdin")
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
