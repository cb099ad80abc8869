//! What the settings, the user's answers and the mode say of one call.

mod unit;

use std::collections::HashMap;

use super::builtin::{self, Builtin};
use super::entry::{Entry, Names};
use super::shell::{Line, Redirect, Word};
use super::tiers::{Approval, Tier};
use unit::{Kind, Unit, is_sink, units};

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
#[allow(clippy::large_enum_variant, reason = "there is one for each call, and never a list of them")]
pub enum Subject {
    /// A shell line.
    Shell(ShellCall),
    /// Files and folders.
    Paths(Vec<Place>),
    /// An address, or another text that a pattern may fit.
    Text(String),
    /// Nothing that a pattern could fit.
    Nothing,
}

/// A shell line and what it is about.
#[derive(Debug, Clone, PartialEq)]
pub struct ShellCall {
    pub text: String,
    pub line: Line,
    /// Where it runs.
    pub folder: Place,
    /// Files that its words name, as far as they can be known before it runs.
    pub files: Vec<Mention>,
}

/// A file that a word of a shell line names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    pub place: Place,
    /// The line writes it, or may well do so.
    pub writes: bool,
}

impl ShellCall {
    /// A line that runs in the workspace and of whose files nothing is known.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let folder = Place { shown: ".".to_owned(), absolute: String::new(), named: true };
        Self { line: Line::parse(&text), text, folder, files: Vec::new() }
    }
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
    /// What it leaves to the rest of the rules.
    pub except: Vec<Entry>,
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
    /// Folders outside of which nothing passes by its tier alone; empty when there is no such bound.
    pub roots: Vec<String>,
    /// Further folders in which reading does.
    pub readable: Vec<String>,
    /// What the user answered: tool, whole argument.
    answered: Vec<(String, Argument, Rule)>,
}

/// All that makes two calls of a tool the same.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Argument {
    text: String,
    /// Where a shell line runs; empty for the workspace.
    folder: String,
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
            roots: Vec::new(),
            readable: Vec::new(),
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
        if let Subject::Shell(shell) = call.subject
            && shell.line.is_unread()
        {
            return self.asked(call);
        }
        if self.answer(call) == Some(Rule::Allow) {
            return Decision::Allow;
        }
        if self.may_be_denied(call, &units) {
            return self.asked(call);
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
        self.keep((*name).to_owned(), Argument::of(call.subject), rule);
    }

    /// Takes in an answer of an earlier session as it was stored: for this very argument in the workspace, or for all that
    /// fit where somebody wrote a pattern. What means nothing is passed over.
    pub fn recall(&mut self, entry: &str, rule: Rule) {
        let Ok(parsed) = Entry::listed(entry) else { return };
        let exact = parsed.exact().map(|(tool, text)| (tool.to_owned(), text.to_owned()));
        match (exact, rule) {
            (None, Rule::Allow) => self.allow.push(parsed),
            // Forbidden by itself is forbidden as a part of a line, too.
            (exact, Rule::Deny) => {
                self.deny.push(parsed);
                if let Some((tool, text)) = exact {
                    self.keep(tool, Argument { text, folder: String::new() }, rule);
                }
            }
            (Some((tool, text)), _) => self.keep(tool, Argument { text, folder: String::new() }, rule),
            (None, Rule::Prompt) => {}
        }
    }

    fn keep(&mut self, tool: String, argument: Argument, rule: Rule) {
        self.answered.retain(|(known, other, _)| !(*known == tool && *other == argument));
        self.answered.push((tool, argument, rule));
    }

    fn answer(&self, call: &Call<'_>) -> Option<Rule> {
        let argument = Argument::of(call.subject);
        let known =
            self.answered.iter().find(|(name, other, _)| call.names.contains(&name.as_str()) && *other == argument);
        known.map(|(.., rule)| *rule)
    }

    /// The entries that forbid.
    fn forbidding(&self) -> impl Iterator<Item = &Entry> {
        let rules = self.rules.iter().filter(|(_, rule)| *rule == Rule::Deny).map(|(entry, _)| entry);
        self.deny.iter().chain(rules)
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
        if let Some(entry) = self.forbidding().find(|entry| units.iter().any(|unit| unit.forbidden_by(entry))) {
            return Some(Denial::Rule(entry.source.clone()));
        }
        if let Subject::Shell(shell) = call.subject
            && let Some(entry) = self.forbidding().find(|entry| shell.files.iter().any(|file| file.forbidden_by(entry)))
        {
            return Some(Denial::Rule(entry.source.clone()));
        }
        (self.answer(call) == Some(Rule::Deny)).then_some(Denial::Answered)
    }

    /// Whether a rule that forbids some commands could mean a part of this line, for all that can be known of it.
    fn may_be_denied(&self, call: &Call<'_>, units: &[Unit<'_>]) -> bool {
        let Subject::Shell(shell) = call.subject else { return false };
        let names: Vec<&str> = call.names.iter().copied().chain(["shell"]).collect();
        let unknown: Vec<String> = units.iter().filter_map(Unit::known_beginning).collect();
        let mut narrow = self.forbidding().filter(|entry| entry.is_narrow(Names(&names)));
        narrow.any(|entry| shell.line.is_open() || unknown.iter().any(|known| entry.may_forbid(known)))
    }

    fn asked(&self, call: &Call<'_>) -> Decision {
        if self.fallback == ModeOfRules::Restricted {
            return Decision::Deny(Denial::Restricted);
        }
        let mut reasons = Vec::new();
        if let Subject::Shell(ShellCall { line, folder, .. }) = call.subject {
            if !self.is_inside(&folder.absolute, Tier::Exec) {
                reasons.push(format!("it runs in {}", folder.shown));
            }
            reasons.extend(line.doubts.iter().map(ToString::to_string));
            let writes = line.redirects.iter().filter(|redirect| redirect.writes && !is_sink(redirect));
            reasons.extend(writes.map(|redirect| format!("it writes {}", redirect.target.text)));
        }
        if let Subject::Paths(places) = call.subject
            && let Some(place) = places.iter().find(|place| !self.is_inside(&place.absolute, call.tier))
        {
            reasons.push(format!("{} lies outside the workspace", place.shown));
        }
        Decision::Ask(reasons)
    }

    /// Whether a place lies in a folder in which calls of this tier pass by that alone.
    fn is_inside(&self, path: &str, tier: Tier) -> bool {
        let below =
            |root: &String| path == root || path.strip_prefix(root.as_str()).is_some_and(|rest| rest.starts_with('/'));
        self.roots.is_empty()
            || path.is_empty()
            || self.roots.iter().any(below)
            || (tier == Tier::Read && self.readable.iter().any(below))
    }

    /// What a part of a call has to be let pass as: outside of the workspace, and where files say what runs, as the worst.
    fn tier(&self, unit: &Unit<'_>) -> Tier {
        match &unit.kind {
            Kind::Place(place) if !self.is_inside(&place.absolute, unit.tier) => Tier::Exec,
            Kind::Place(Place { absolute: path, .. })
            | Kind::Redirect(Redirect { target: Word { text: path, .. }, .. })
                if unit.tier == Tier::Write && builtin::gives_power(path) =>
            {
                Tier::Exec
            }
            _ => unit.tier,
        }
    }

    fn unit(&self, call: &Call<'_>, unit: &Unit<'_>) -> Verdict {
        let fits = |entry: &Entry| unit.allowed_by(entry) && self.is_here(call, entry, unit);
        if let Some(yolo) = &self.yolo
            && (yolo.patterns.is_empty() || yolo.patterns.iter().any(fits))
            && !yolo.except.iter().any(|entry| unit.forbidden_by(entry))
        {
            return Verdict::Allow;
        }
        let tool = call.names.iter().find_map(|name| self.tools.get(*name));
        let rule = self.rules.iter().find(|(entry, rule)| match rule {
            Rule::Prompt => unit.forbidden_by(entry),
            _ => fits(entry),
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
            _ if self.tier(unit) <= self.approval.passes() => Verdict::Allow,
            ModeOfRules::Restricted => Verdict::Deny,
            ModeOfRules::Interactive => Verdict::Ask,
        }
    }

    /// A rule for some commands means them in the workspace: elsewhere the same words run other things.
    fn is_here(&self, call: &Call<'_>, entry: &Entry, unit: &Unit<'_>) -> bool {
        match call.subject {
            Subject::Shell(shell) => {
                entry.is_blanket(Names(&unit.whole)) || self.is_inside(&shell.folder.absolute, Tier::Exec)
            }
            _ => true,
        }
    }
}

impl Call<'_> {
    /// The entry of a list that means this very call; none when its argument has characters that would mean more, or when
    /// no entry can say where it runs.
    pub fn list_entry(&self) -> Option<String> {
        let (argument, signs): (String, &[char]) = match self.subject {
            Subject::Paths(places) => (named(places), &['*', '?', '[', ']', '{', '}', '\\', '\n']),
            subject => {
                let Argument { text, folder } = Argument::of(subject);
                (if folder.is_empty() { text } else { String::new() }, &['*', '?', '\n'])
            }
        };
        let plain = !argument.is_empty() && !argument.contains(signs) && argument.trim() == argument;
        let name = self.names.first()?;
        plain.then(|| format!("{name}:{argument}"))
    }
}

/// The places that a call names itself.
fn named(places: &[Place]) -> String {
    let named = places.iter().filter(|place| place.named);
    named.map(|place| place.shown.as_str()).collect::<Vec<_>>().join(";")
}

impl Argument {
    fn of(subject: &Subject) -> Self {
        let of = |text: &str| Self { text: text.trim().to_owned(), folder: String::new() };
        match subject {
            Subject::Shell(ShellCall { text, folder, .. }) => {
                let folder = if folder.shown == "." { String::new() } else { folder.shown.clone() };
                Self { folder, ..of(text) }
            }
            Subject::Text(text) => of(text),
            // Where links lead belongs to it: the same name elsewhere is another file.
            Subject::Paths(places) => {
                of(&places.iter().map(|place| place.shown.as_str()).collect::<Vec<_>>().join(";"))
            }
            Subject::Nothing => of(""),
        }
    }
}

/// From the best to the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Allow,
    Ask,
    Deny,
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
