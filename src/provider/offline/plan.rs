//! From a conversation to the next reply: a pure function, the same for the same history.

use super::calls::{Call, Called, Capability, Step, Toolbox, View};
use super::intent::{Intent, understand};
use super::{change, command, files, speech, survey};

/// The part of a history that the planner goes by.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Conversation {
    /// What is not answered yet, oldest first: the last request, and those that it interrupted.
    pub asks: Vec<Ask>,
    /// All calls of the history with their results.
    pub calls: Vec<Called>,
}

/// One request of the user.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ask {
    pub text: String,
    /// How many calls the history held when it came.
    pub from: usize,
}

/// What the planner says, and what it calls then; no calls: the turn is over.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    pub text: String,
    pub calls: Vec<Call>,
}

/// Decides the next reply.
pub fn next(conversation: &Conversation, toolbox: &Toolbox) -> Reply {
    let mut answers = Vec::new();
    for ask in &conversation.asks {
        let mut from = ask.from;
        for intent in understand(&ask.text) {
            let start = match &intent {
                Intent::Survey { overview: false, .. } => known_since(&conversation.calls, from).unwrap_or(from),
                _ => from,
            };
            let view = View::new(toolbox, &conversation.calls, start);
            match step(&view, &intent) {
                Step::Calls { say, calls } => return Reply { text: say, calls },
                Step::Done(answer) => answers.push(answer),
            }
            from = from.max(view.used());
        }
    }
    if answers.is_empty() {
        answers.push(speech::help());
    }
    answers.dedup();
    Reply { text: answers.join("\n\n"), calls: Vec::new() }
}

fn step(view: &View<'_>, intent: &Intent) -> Step {
    match intent {
        Intent::Survey { overview, topics } => survey::step(view, *overview, topics),
        Intent::RunTask(task) => command::task(view, *task),
        Intent::List { under, depth } => files::list(view, under.as_deref(), *depth),
        Intent::Find { pattern, under } => files::find(view, pattern, under.as_deref()),
        Intent::Search { text, under, form } => files::search(view, text, under.as_deref(), *form),
        Intent::Read { targets } => files::read(view, targets),
        Intent::Explain { targets } => match files::read(view, targets) {
            Step::Done(text) => Step::Done(format!("{}\n\n{text}", speech::NOT_EXPLAINED)),
            calls => calls,
        },
        Intent::Run { command, folder } => command::run(view, command, folder.as_deref()),
        Intent::Write { path, content, mode } => change::write(view, path, content.as_deref(), *mode),
        Intent::Replace { path, old, new, reach } => change::replace(view, path, old, new, *reach),
        Intent::Incomplete(hint) => Step::Done((*hint).to_owned()),
        Intent::Greeting => Step::Done(speech::GREETING.to_owned()),
        Intent::Thanks => Step::Done(speech::THANKS.to_owned()),
        Intent::Identity => Step::Done(speech::IDENTITY.to_owned()),
        Intent::Help => Step::Done(speech::help()),
        Intent::Unknown => Step::Done(speech::unknown()),
    }
}

/// Where the facts of an earlier summary begin that still hold: nothing was changed since.
fn known_since(calls: &[Called], before: usize) -> Option<usize> {
    let earlier = calls.get(..before)?;
    let changes = |call: &Called| match call.capability() {
        Some(Capability::Write | Capability::Edit) => true,
        Some(Capability::Bash) => {
            !call.arguments.get("command").and_then(|command| command.as_str()).is_some_and(super::measure::is_own)
        }
        _ => false,
    };
    let since = earlier.iter().rposition(changes).map_or(0, |index| index + 1);
    let listing = survey::list_all();
    let is_listing = |call: &Called| {
        !call.failed && call.capability() == Some(listing.capability) && call.arguments == listing.arguments
    };
    earlier.get(since..)?.iter().rposition(is_listing).map(|index| since + index)
}
