//! The table of built-in commands, in the order in which they are listed.

use crate::slash::list::Subcommand;
use crate::slash::run::{Stage, Step};

use super::{compact, dump, folder, looks, model, powers, session, todo};

/// One command.
#[derive(Debug)]
pub(in crate::slash) struct Builtin {
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    pub description: &'static str,
    pub hint: Option<&'static str>,
    pub subcommands: &'static [Subcommand],
    /// Gets what was typed behind the name, trimmed.
    pub run: fn(&mut Stage<'_>, &str) -> Step,
}

const fn plain(name: &'static str, description: &'static str, run: fn(&mut Stage<'_>, &str) -> Step) -> Builtin {
    Builtin { name, aliases: &[], description, hint: None, subcommands: &[], run }
}

const fn hinted(
    name: &'static str,
    hint: &'static str,
    description: &'static str,
    run: fn(&mut Stage<'_>, &str) -> Step,
) -> Builtin {
    Builtin { name, aliases: &[], description, hint: Some(hint), subcommands: &[], run }
}

/// All of them.
pub(in crate::slash) const ALL: &[Builtin] = &[
    Builtin { aliases: &["models"], ..hinted("model", "provider/id", "Show or choose the model", model::model) },
    Builtin {
        aliases: &["effort"],
        ..hinted("thinking", "level", "Show or set how much the model thinks", model::thinking)
    },
    Builtin {
        subcommands: powers::YOLO,
        ..hinted("yolo", "on | off | status", "Show or switch whether tools run without asking", powers::yolo)
    },
    hinted("export", "path", "Write the conversation as an HTML page", session::export),
    plain("dump", "Print the conversation as text", dump::dump),
    Builtin {
        subcommands: todo::SUBCOMMANDS,
        ..hinted("todo", "subcommand", "Show or change the task list", todo::todo)
    },
    Builtin {
        subcommands: session::SUBCOMMANDS,
        ..hinted("session", "info | delete", "Show what is known of the session, or delete it", session::session)
    },
    plain("usage", "Show the tokens and the money that the session has used", looks::usage),
    plain("changelog", "Show what is new in this version", looks::changelog),
    plain("context", "Show how full the model's context is", looks::context),
    plain("tools", "List the tools, with a star before those that the model is offered", looks::tools),
    plain("skills", "List the skills, and what is wrong with their files", looks::skills),
    Builtin {
        subcommands: powers::MCP,
        ..hinted("mcp", "subcommand", "Show the MCP servers and their tools, connect and disconnect", powers::mcp)
    },
    hinted("compact", "focus", "Put notes in the place of the older history", compact::compact),
    plain("fresh", "Let providers see a new session, with nothing cached", session::fresh),
    hinted("rename", "name", "Give the session a name", session::rename),
    hinted("move", "folder", "Work in another folder", folder::change),
    hinted(
        "cwd",
        "folder",
        "Show the folder that the session works in, or work in another one",
        folder::show_or_change,
    ),
    hinted("force", "tool prompt", "Make the model call a certain tool first", model::force),
    hinted("help", "command", "List the commands", looks::help),
];

/// By name or alias, exactly.
pub(in crate::slash) fn find(name: &str) -> Option<&'static Builtin> {
    ALL.iter().find(|builtin| builtin.name == name || builtin.aliases.contains(&name))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_name_is_used_twice() {
        let names: Vec<&str> =
            ALL.iter().flat_map(|builtin| builtin.aliases.iter().copied().chain([builtin.name])).collect();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{names:?}");
        assert_eq!(find("effort").unwrap().name, "thinking");
        // What needs a screen is text for the model.
        for name in ["settings", "plan", "quit", "login", "new", "Model", "mode", ""] {
            assert!(find(name).is_none(), "{name}");
        }
    }
}
