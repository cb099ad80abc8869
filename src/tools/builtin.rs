//! The built-in tools, all or those that the command line names.

use std::sync::Arc;
use std::time::Duration;

use crate::base::process::Children;

use super::ask::Ask;
use super::bash::{Bash, Terminals};
use super::edit::Edit;
use super::glob::Glob;
use super::grep::Grep;
use super::read::Read;
use super::todo::Todo;
use super::write::Write;
use super::{Tool, ToolNames};

/// Which built-in tools are on offer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Enabled {
    #[default]
    All,
    None,
    /// Those of these names, the core's or the dialect's.
    Only(Vec<String>),
}

/// A name in the list that no built-in tool has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Unknown tool \"{name}\"; known tools: {known}")]
pub struct UnknownTool {
    pub name: String,
    pub known: String,
}

/// Whether tools may ask the user.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Questions {
    #[default]
    None,
    /// Through the host; `None` waits for ever.
    Within(Option<Duration>),
}

/// What the built-in tools need and may do.
#[derive(Debug, Clone, Default)]
pub struct Kit {
    /// Starts what the shell tool runs.
    pub children: Children,
    pub questions: Questions,
    pub terminals: Terminals,
}

/// The built-in tools in their fixed order, whatever the order of the list.
pub fn builtin(enabled: &Enabled, names: ToolNames, kit: &Kit) -> Result<Vec<Arc<dyn Tool>>, UnknownTool> {
    let mut all: Vec<Arc<dyn Tool>> = vec![
        Arc::new(Read::default()),
        Arc::new(Write::default()),
        Arc::new(Edit::default()),
        Arc::new(Bash::new(kit.children.clone(), kit.terminals)),
        Arc::new(Grep::default()),
        Arc::new(Glob::default()),
        Arc::new(Todo::default()),
    ];
    if let Questions::Within(timeout) = kit.questions {
        all.push(Arc::new(Ask::new(timeout)));
    }
    let Enabled::Only(wanted) = enabled else {
        return Ok(if *enabled == Enabled::All { all } else { Vec::new() });
    };
    let is_named = |tool: &Arc<dyn Tool>, name: &String| {
        let core = &tool.definition().name;
        name == core || *name == names.shown(core)
    };
    if let Some(name) = wanted.iter().find(|name| !all.iter().any(|tool| is_named(tool, name))) {
        let known: Vec<String> = all.iter().map(|tool| names.shown(&tool.definition().name)).collect();
        return Err(UnknownTool { name: name.clone(), known: known.join(", ") });
    }
    Ok(all.into_iter().filter(|tool| wanted.iter().any(|name| is_named(tool, name))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::{Tier, validate};

    fn names_of(enabled: &Enabled, names: ToolNames) -> Result<Vec<String>, UnknownTool> {
        let tools = builtin(enabled, names, &Kit::default())?;
        Ok(tools.iter().map(|tool| tool.definition().name.clone()).collect())
    }

    fn only(names: &[&str]) -> Enabled {
        Enabled::Only(names.iter().map(|name| (*name).to_owned()).collect())
    }

    #[test]
    fn all_tools_come_in_their_order_and_a_list_chooses() {
        let core = ToolNames::default();
        assert_eq!(names_of(&Enabled::All, core).unwrap(), ["read", "write", "edit", "bash", "grep", "glob", "todo"]);
        assert_eq!(names_of(&only(&["write", "read"]), core).unwrap(), ["read", "write"]);
        assert_eq!(names_of(&Enabled::None, core).unwrap(), [""; 0]);
    }

    #[test]
    fn the_ask_tool_is_there_only_where_tools_may_ask() {
        let only = only(&["ask"]);
        assert!(builtin(&only, ToolNames::default(), &Kit::default()).is_err());
        let kit = Kit { questions: Questions::Within(None), ..Kit::default() };
        assert_eq!(builtin(&only, ToolNames::default(), &kit).unwrap().len(), 1);
    }

    #[test]
    fn an_unknown_name_is_an_error_that_lists_the_known_ones() {
        let error = names_of(&only(&["read", "ask"]), ToolNames::default()).unwrap_err();
        assert_eq!(error.to_string(), "Unknown tool \"ask\"; known tools: read, write, edit, bash, grep, glob, todo");
    }

    #[test]
    fn names_of_the_dialect_choose_too() {
        let names = ToolNames(&[("read", "read_file")]);
        assert_eq!(names_of(&only(&["read_file", "bash"]), names).unwrap(), ["read", "bash"]);
        assert!(names_of(&only(&["x"]), names).unwrap_err().known.starts_with("read_file, write"));
    }

    #[test]
    fn every_tool_has_a_description_a_schema_and_examples_that_fit_it() {
        let all = Kit { questions: Questions::Within(None), terminals: Terminals::OnRequest, ..Kit::default() };
        for tool in builtin(&Enabled::All, ToolNames::default(), &all).unwrap() {
            let definition = tool.definition();
            assert!(definition.description.len() > 40, "{}", definition.name);
            assert_eq!(definition.parameters["type"], "object");
            assert!(!definition.parameters.contains_key("description"));
            for example in definition.examples.as_ref().unwrap() {
                validate(definition, example.as_object().unwrap()).unwrap();
            }
            assert_eq!(tool.tier() == Tier::Exec, definition.name == "bash");
        }
    }
}
