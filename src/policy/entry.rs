//! One entry of a rule list: which tool, and which argument.

use super::glob::{Case, fits};

/// Words that stand for a kind of tool in an entry, and the tools' own names that entries are known to use.
const KNOWN: [&str; 24] = [
    "*",
    "ask",
    "ask_followup_question",
    "bash",
    "edit",
    "fetch",
    "fff_find",
    "fff_grep",
    "glob",
    "grep",
    "mcp",
    "read",
    "read_file",
    "run_command",
    "search_replace",
    "shell",
    "task",
    "todo",
    "todo_write",
    "url",
    "web",
    "write",
    "write_file",
    "delete_path",
];

/// A rule's pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// As the user wrote it.
    pub source: String,
    tool: String,
    argument: Argument,
    case: Case,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Argument {
    Any,
    Glob(String),
    /// This text, or this text with a blank and more behind it.
    Stem(String),
}

/// A pattern that can match nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the pattern is empty")]
pub struct BadPattern;

/// The names under which a rule may mean a tool: its own, the core's, its kind.
#[derive(Debug, Clone, Copy)]
pub struct Names<'a>(pub &'a [&'a str]);

impl Entry {
    /// An entry of a list: `tool:pattern`, or a pattern of shell commands. Letter case is ignored.
    pub fn listed(source: &str) -> Result<Self, BadPattern> {
        Self::parse(source, Case::Ignored)
    }

    /// A pattern that narrows automatic approval: the same, and letter case matters.
    pub fn yolo(source: &str) -> Result<Self, BadPattern> {
        Self::parse(source, Case::Matters)
    }

    /// A rule's tool and pattern; without a pattern it means every call.
    pub fn of_tool(tool: &str, pattern: Option<&str>) -> Self {
        let argument = pattern.map_or(Argument::Any, Argument::new);
        let source = pattern.map_or_else(|| tool.to_owned(), |pattern| format!("{tool}:{pattern}"));
        Self { source, tool: tool.to_owned(), argument, case: Case::Ignored }
    }

    fn parse(source: &str, case: Case) -> Result<Self, BadPattern> {
        let text = source.trim();
        if text.is_empty() {
            return Err(BadPattern);
        }
        let (tool, argument) = match kind_and_argument(text).or_else(|| tool_and_pattern(text)) {
            Some((tool, pattern)) => (tool, Argument::new(pattern)),
            None if text == "*" => ("*", Argument::Any),
            None if KNOWN.contains(&text) || text.starts_with("mcp__") => (text, Argument::Any),
            None => ("shell", Argument::new(text)),
        };
        Ok(Self { source: source.to_owned(), tool: tool.to_owned(), argument, case })
    }

    /// Whether it means every call of these tools, whatever its argument.
    pub fn is_blanket(&self, names: Names<'_>) -> bool {
        self.argument == Argument::Any && self.means(names)
    }

    /// Whether it means a tool of these names with one of these arguments.
    pub fn fits(&self, names: Names<'_>, arguments: &[&str]) -> bool {
        self.means(names) && arguments.iter().any(|argument| self.argument.fits(argument, self.case))
    }

    /// The same without regard to letter case, for rules that forbid.
    pub fn forbids(&self, names: Names<'_>, arguments: &[&str]) -> bool {
        let is_meant = self.means(names);
        is_meant
            && (self.argument == Argument::Any
                || arguments.iter().any(|argument| self.argument.fits(argument, Case::Ignored)))
    }

    fn means(&self, names: Names<'_>) -> bool {
        names.0.iter().any(|name| fits(&self.tool, name, Case::Ignored))
    }
}

impl Argument {
    fn new(pattern: &str) -> Self {
        match pattern.trim() {
            "*" | "" => Self::Any,
            pattern => match pattern.strip_suffix(":*").or_else(|| pattern.strip_suffix(" *")) {
                // `npm *` means `npm` too.
                Some(stem) => Self::Stem(stem.trim_end().to_owned()),
                None => Self::Glob(pattern.to_owned()),
            },
        }
    }

    fn fits(&self, text: &str, case: Case) -> bool {
        match self {
            Self::Any => true,
            Self::Glob(pattern) => fits(pattern, text, case),
            Self::Stem(stem) => fits(stem, text, case) || fits(&format!("{stem} *"), text, case),
        }
    }
}

/// `kind(argument)`.
fn kind_and_argument(text: &str) -> Option<(&str, &str)> {
    let (kind, rest) = text.strip_suffix(')')?.split_once('(')?;
    is_tool(kind).then_some((kind, rest))
}

/// `tool:pattern`; a command that has a colon in it is no such thing.
fn tool_and_pattern(text: &str) -> Option<(&str, &str)> {
    let (tool, pattern) = text.split_once(':')?;
    is_tool(tool).then_some((tool, pattern))
}

fn is_tool(name: &str) -> bool {
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '*' | '-'));
    is_name && (KNOWN.contains(&name) || name.contains(['_', '*']))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHELL: Names<'_> = Names(&["run_command", "bash", "shell"]);
    const WRITE: Names<'_> = Names(&["write_file", "write"]);

    fn fits(entry: &str, names: Names<'_>, argument: &str) -> bool {
        Entry::listed(entry).unwrap().fits(names, &[argument])
    }

    #[test]
    fn an_entry_without_a_tool_means_commands() {
        assert!(fits("npm test*", SHELL, "npm test -- --all"));
        assert!(fits("NPM *", SHELL, "npm"));
        assert!(!fits("npm test*", WRITE, "npm test"));
        assert!(fits("npm run test:unit", SHELL, "npm run test:unit"));
    }

    #[test]
    fn an_entry_names_its_tool_in_several_ways() {
        for entry in ["run_command:npm test*", "shell(npm:*)", "*:npm*", "bash:npm *", "npm:*", "run_*:npm test"] {
            assert!(fits(entry, SHELL, "npm test"), "{entry}");
        }
        assert!(fits("write_file:docs/*", WRITE, "docs/a/b.md"));
        assert!(fits("*:*.md", WRITE, "a.md"));
        assert!(!fits("write_file:docs/*", WRITE, "src/a.md"));
        assert!(!fits("shell(npm:*)", SHELL, "npmx test"));
    }

    #[test]
    fn a_tool_alone_means_all_its_calls() {
        let entry = Entry::listed("write_file").unwrap();
        assert!(entry.is_blanket(WRITE) && !entry.is_blanket(SHELL));
        assert!(Entry::listed("*").unwrap().is_blanket(SHELL));
        assert!(Entry::listed("run_command:*").unwrap().is_blanket(SHELL));
        assert!(!Entry::listed("npm *").unwrap().is_blanket(SHELL));
    }

    #[test]
    fn letter_case_matters_only_where_something_is_let_through_without_a_look() {
        assert!(!Entry::yolo("npm *").unwrap().fits(SHELL, &["NPM test"]));
        assert!(Entry::yolo("npm *").unwrap().fits(SHELL, &["npm"]));
        assert!(Entry::yolo("rm *").unwrap().forbids(SHELL, &["RM x"]));
        assert_eq!(Entry::yolo("  "), Err(BadPattern));
    }
}
