//! What the planner can have done: the tools on offer, the calls it makes and what came of earlier ones.

use std::cell::Cell;

use serde_json::{Map, Value};

/// A thing that a tool can do, whatever the protocol at hand calls the tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capability {
    Read,
    Write,
    Edit,
    Bash,
    Grep,
    Glob,
}

/// The names a tool may go by; the first is the core's.
const NAMES: &[(Capability, &[&str])] = &[
    (Capability::Read, &["read", "read_file"]),
    (Capability::Write, &["write", "write_file"]),
    (Capability::Edit, &["edit", "search_replace"]),
    (Capability::Bash, &["bash", "run_command"]),
    (Capability::Grep, &["grep", "fff_grep"]),
    (Capability::Glob, &["glob", "fff_find"]),
];

impl Capability {
    fn of(name: &str) -> Option<Self> {
        NAMES.iter().find(|(_, names)| names.contains(&name)).map(|(capability, _)| *capability)
    }

    /// What is said when it is missing.
    pub fn lack(self) -> &'static str {
        match self {
            Self::Read => "I need the tool that reads files (`read`) for this, and it is not offered in this session.",
            Self::Write => {
                "I need the tool that writes files (`write`) for this, and it is not offered in this session."
            }
            Self::Edit => "I need the tool that edits files (`edit`) for this, and it is not offered in this session.",
            Self::Bash => {
                "I need the tool that runs commands (`bash`) for this, and it is not offered in this session."
            }
            Self::Grep => {
                "I need the tool that searches in files (`grep`) for this, and it is not offered in this session."
            }
            Self::Glob => "I need the tool that finds files (`glob`) for this, and it is not offered in this session.",
        }
    }
}

/// One call to make.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    pub capability: Capability,
    pub arguments: Map<String, Value>,
}

impl Call {
    pub fn new<const N: usize>(capability: Capability, arguments: [(&str, Value); N]) -> Self {
        Self { capability, arguments: arguments.into_iter().map(|(name, value)| (name.to_owned(), value)).collect() }
    }

    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.arguments.insert(name.to_owned(), value.into());
        self
    }

    pub fn read(path: &str) -> Self {
        Self::new(Capability::Read, [("path", path.into())])
    }

    pub fn glob(pattern: &str, limit: u64) -> Self {
        Self::new(Capability::Glob, [("pattern", pattern.into()), ("limit", limit.into())])
    }
}

/// A call of the history with its result.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Called {
    /// The tool's name as it was offered.
    pub tool: String,
    pub arguments: Map<String, Value>,
    /// All text of the result.
    pub text: String,
    pub details: Option<Value>,
    pub failed: bool,
}

impl Called {
    pub fn capability(&self) -> Option<Capability> {
        Capability::of(&self.tool)
    }

    pub fn detail(&self, name: &str) -> Option<&Value> {
        self.details.as_ref()?.get(name)
    }

    pub fn count(&self, name: &str) -> Option<u64> {
        self.detail(name)?.as_u64()
    }

    /// The paths that a search by name gave; folders are left out where they are marked.
    pub fn files(&self) -> Vec<String> {
        let listed = self.detail("files").and_then(Value::as_array);
        let paths: Vec<String> = match listed {
            Some(files) => files.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            None => self.text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect(),
        };
        paths
            .into_iter()
            .filter(|path| !path.ends_with('/'))
            .map(|path| path.trim_start_matches("./").to_owned())
            .collect()
    }
}

/// The tools that a request offers.
#[derive(Debug, Clone, Default)]
pub struct Toolbox {
    names: Vec<(Capability, String)>,
}

impl Toolbox {
    pub fn new<'a>(offered: impl Iterator<Item = &'a str>) -> Self {
        Self { names: offered.filter_map(|name| Some((Capability::of(name)?, name.to_owned()))).collect() }
    }

    pub fn name(&self, capability: Capability) -> Option<&str> {
        self.names.iter().find(|(offered, _)| *offered == capability).map(|(_, name)| name.as_str())
    }

    pub fn has(&self, capability: Capability) -> bool {
        self.name(capability).is_some()
    }
}

/// What one intent sees: the tools, and the results that can be its own.
pub struct View<'a> {
    pub toolbox: &'a Toolbox,
    calls: &'a [Called],
    from: usize,
    /// Behind the last result that was used, so that the next intent does not take it for its own.
    used: Cell<usize>,
}

impl<'a> View<'a> {
    pub fn new(toolbox: &'a Toolbox, calls: &'a [Called], from: usize) -> Self {
        Self { toolbox, calls, from, used: Cell::new(from) }
    }

    /// What came of a call, if it was made.
    pub fn result(&self, call: &Call) -> Option<&'a Called> {
        let own = self.calls.get(self.from..)?;
        let index = own
            .iter()
            .position(|made| made.capability() == Some(call.capability) && made.arguments == call.arguments)?;
        self.used.set(self.used.get().max(self.from + index + 1));
        own.get(index)
    }

    /// The calls of a list that were not made yet; those whose tool is not offered are left out.
    pub fn missing(&self, calls: &[Call]) -> Vec<Call> {
        calls.iter().filter(|call| self.toolbox.has(call.capability) && self.result(call).is_none()).cloned().collect()
    }

    pub fn used(&self) -> usize {
        self.used.get()
    }
}

/// What comes next for an intent.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Say something, call tools, see what they give.
    Calls { say: String, calls: Vec<Call> },
    /// The answer.
    Done(String),
}

impl Step {
    /// Makes a call, or says which tool is missing.
    pub fn call(view: &View<'_>, say: impl Into<String>, call: Call) -> Self {
        if view.toolbox.has(call.capability) {
            Self::Calls { say: say.into(), calls: vec![call] }
        } else {
            Self::Done(call.capability.lack().to_owned())
        }
    }
}
