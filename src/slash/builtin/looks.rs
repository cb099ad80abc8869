//! Commands that only show something.

use crate::base::process::Children;
use crate::slash::list::{CommandInfo, Offered};
use crate::slash::run::{Stage, Step};
use crate::tools::{Enabled, Questions, builtin};

/// What is new, as it is published.
const CHANGELOG: &str = include_str!("../../../CHANGELOG.md");

pub(super) fn usage(stage: &mut Stage<'_>, _: &str) -> Step {
    let stats = stage.session.stats();
    let tokens = stats.tokens;
    let lines = [
        format!("Input tokens: {}", tokens.input),
        format!("Output tokens: {} ({} of them reasoning)", tokens.output, tokens.reasoning),
        format!("Read from the cache: {}", tokens.cache_read),
        format!("Written to the cache: {}", tokens.cache_write),
        format!("All tokens: {}", tokens.total),
        format!("Cost: ${:.4}", stats.cost),
    ];
    stage.print(lines.join("\n"));
    Step::Done
}

pub(super) fn context(stage: &mut Stage<'_>, _: &str) -> Step {
    let messages = stage.session.messages().len();
    let text = match stage.session.context_usage() {
        Some(usage) => format!(
            "Context: about {:.0} of {} tokens ({:.1} %), {messages} messages",
            usage.tokens, usage.context_window, usage.percent
        ),
        None => format!("The size of the model's context is not known; {messages} messages"),
    };
    stage.print(text);
    Step::Done
}

/// Protocol: "one line per tool, `* name` active, `- name` inactive".
pub(super) fn tools(stage: &mut Stage<'_>, _: &str) -> Step {
    let active = stage.session.config().tooling.set.definitions();
    let mut lines: Vec<String> = active.iter().map(|tool| format!("* {}", tool.name)).collect();
    let names = stage.slash.parts().names;
    let all = builtin(&Enabled::All, names, &Children::new(), Questions::None).unwrap_or_default();
    let others = all.iter().map(|tool| names.shown(&tool.definition().name));
    lines.extend(others.filter(|name| active.iter().all(|tool| tool.name != *name)).map(|name| format!("- {name}")));
    stage.print(lines.join("\n"));
    Step::Done
}

pub(super) fn skills(stage: &mut Stage<'_>, _: &str) -> Step {
    let skills = stage.slash.parts().skills.at(&stage.session.config().cwd);
    let mut lines: Vec<String> = skills
        .all()
        .iter()
        .map(|skill| format!("{} ({}): {}", skill.name, skill.source.label(), skill.description))
        .collect();
    if lines.is_empty() {
        lines.push("There are no skills.".to_owned());
    }
    lines.extend(skills.problems().iter().map(|problem| format!("! {problem}")));
    stage.print(lines.join("\n"));
    Step::Done
}

/// The newest part: up to the heading of the version before.
pub(super) fn changelog(stage: &mut Stage<'_>, _: &str) -> Step {
    let from = CHANGELOG.find("\n## ").map_or(0, |at| at + 1);
    let newest = CHANGELOG.get(from..).unwrap_or(CHANGELOG);
    let end = newest.get(3..).and_then(|rest| rest.find("\n## ")).map_or(newest.len(), |at| at + 3);
    let newest = newest.get(..end).unwrap_or(newest).trim();
    stage.print(format!("hostwire {}\n\n{newest}", env!("CARGO_PKG_VERSION")));
    Step::Done
}

pub(super) fn help(stage: &mut Stage<'_>, arguments: &str) -> Step {
    let offered = stage.slash.offered(&stage.session.config().cwd);
    let wanted = arguments.trim_start_matches('/');
    let text = match wanted {
        "" => offered.commands.iter().map(line).collect::<Vec<_>>().join("\n"),
        name => about(&offered, name).unwrap_or_else(|| format!("There is no command /{name}")),
    };
    stage.print(text);
    Step::Done
}

fn line(command: &CommandInfo) -> String {
    let hint = command.hint.as_ref().map(|hint| format!(" <{}>", hint.trim_matches(['<', '>', '[', ']'])));
    format!("/{}{}: {}", command.name, hint.unwrap_or_default(), command.description)
}

fn about(offered: &Offered, name: &str) -> Option<String> {
    let named = |command: &&CommandInfo| command.name == name || command.aliases.contains(&name);
    let command = offered.commands.iter().find(named)?;
    let mut lines = vec![line(command)];
    if !command.aliases.is_empty() {
        lines.push(format!(
            "Also: {}",
            command.aliases.iter().map(|alias| format!("/{alias}")).collect::<Vec<_>>().join(", ")
        ));
    }
    let usage = |name: &'static str, usage: Option<&'static str>| usage.unwrap_or(name);
    lines
        .extend(command.subcommands.iter().map(|sub| format!("  {}: {}", usage(sub.name, sub.usage), sub.description)));
    Some(lines.join("\n"))
}
