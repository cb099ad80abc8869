//! One entry of a rule list: which tool, and which argument.

use super::glob::{Case, PathGlob, fits};

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
    /// The argument where it is held against paths; `None` where it is no glob.
    path: Option<PathGlob>,
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
        Self::new(source, tool, argument, Case::Ignored)
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
        Ok(Self::new(source.to_owned(), tool, argument, case))
    }

    fn new(source: String, tool: &str, argument: Argument, case: Case) -> Self {
        let path = argument.pattern().and_then(|pattern| PathGlob::new(&pattern, case));
        Self { source, tool: tool.to_owned(), argument, path, case }
    }

    /// The tool and the only argument that it means, if it means one.
    pub fn exact(&self) -> Option<(&str, &str)> {
        match &self.argument {
            // `shell` is a kind, no tool.
            Argument::Glob(text) if !text.contains(['*', '?']) && !self.tool.contains('*') && self.tool != "shell" => {
                Some((&self.tool, text))
            }
            _ => None,
        }
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

    /// Whether it means a tool of these names with a file or folder that has one of these paths.
    pub fn fits_path(&self, names: Names<'_>, paths: &[&str]) -> bool {
        let fits = |path: &str| match (&self.argument, &self.path) {
            (Argument::Any, _) => true,
            // A name may hold what looks like a glob.
            (argument, Some(glob)) => glob.fits(path) || argument.pattern().as_deref() == Some(path),
            (argument, None) => argument.fits(path, self.case),
        };
        self.means(names) && paths.iter().any(|path| fits(path))
    }

    /// The same for rules that forbid: without regard to letter case, and a folder stands for all that it holds.
    pub fn forbids_path(&self, names: Names<'_>, paths: &[&str]) -> bool {
        let covers = |path: &str| match (&self.argument, &self.path) {
            (Argument::Stem(stem), _) => path.to_lowercase().starts_with(&stem.to_lowercase()),
            (_, glob) => glob.as_ref().is_some_and(|glob| glob.covers(path)),
        };
        self.means(names) && paths.iter().any(|path| covers(path) || self.argument.fits(path, Case::Ignored))
    }

    /// Whether it means one argument of these tools more than another.
    pub fn is_narrow(&self, names: Names<'_>) -> bool {
        self.argument != Argument::Any && self.means(names)
    }

    /// Whether it could forbid an argument of which only the beginning is known.
    pub fn may_forbid(&self, beginning: &str) -> bool {
        let Some(pattern) = self.argument.pattern() else { return true };
        let known = pattern.split(['*', '?']).next().unwrap_or_default();
        let shorter = known.chars().zip(beginning.chars());
        shorter.into_iter().all(|(one, other)| one.to_lowercase().eq(other.to_lowercase()))
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

    /// As it was written; `None` where it means everything.
    fn pattern(&self) -> Option<String> {
        match self {
            Self::Any => None,
            Self::Glob(pattern) => Some(pattern.clone()),
            Self::Stem(stem) => Some(format!("{stem} *")),
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
