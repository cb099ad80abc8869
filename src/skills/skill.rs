//! One skill: what its file says.

use std::io;
use std::path::{Path, PathBuf};

use super::frontmatter::{self, Document, Header, read};

/// A skill that can be used.
#[derive(Debug, Clone, PartialEq)]
pub struct Skill {
    pub name: String,
    /// Its file says the name; otherwise its folder does.
    pub named: bool,
    pub description: String,
    pub source: Source,
    pub content: Content,
    /// Not shown to the model; the user can still call it.
    pub hidden: bool,
    /// The model must not take it up by itself.
    pub user_only: bool,
    /// The only tools that the skill wants used; empty when it does not say.
    pub allowed_tools: Vec<String>,
}

/// How the problem of a file without a name begins.
pub(super) const NO_NAME: &str = "it has no name";

/// Where a skill comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// It is part of hostwire.
    Builtin,
    /// From a folder of the user, or named on the command line.
    User,
    /// From the workspace.
    Project,
    /// From the plugin of this name.
    Plugin(String),
}

/// Where a skill's text is.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    File(PathBuf),
    Embedded(&'static str),
}

/// Something about a file that its author should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub path: PathBuf,
    pub text: String,
    pub kind: ProblemKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProblemKind {
    /// The file cannot be used.
    Lost,
    /// It is used, though it is not as it should be.
    Mended,
    /// Another file of the same name counts. That can be meant so.
    Shadowed,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.text)
    }
}

impl Source {
    /// One word for lists: `builtin`, `user`, `project`, `plugin:<name>`.
    pub fn label(&self) -> String {
        match self {
            Self::Builtin => "builtin".to_owned(),
            Self::User => "user".to_owned(),
            Self::Project => "project".to_owned(),
            Self::Plugin(name) => format!("plugin:{name}"),
        }
    }
}

impl Skill {
    /// Reads a skill's file; notes on the way what is wrong.
    pub(super) fn load(path: &Path, source: Source, problems: &mut Vec<Problem>) -> Option<Self> {
        let mut tell = |text: String, kind| problems.push(Problem { path: path.to_owned(), text, kind });
        let document = match read(path) {
            Ok(document) => document,
            Err(error) => {
                tell(format!("it cannot be read: {error}"), ProblemKind::Lost);
                return None;
            }
        };
        let Document { header: Some(header), fault, .. } = document else {
            let why = document.fault.unwrap_or_else(|| "it has no header with a name and a description".to_owned());
            tell(why, ProblemKind::Lost);
            return None;
        };
        if let Some(fault) = fault {
            tell(fault, ProblemKind::Mended);
        }
        let Some(description) = header.text("description") else {
            tell("it has no description".to_owned(), ProblemKind::Lost);
            return None;
        };
        let stated = header.text("name").filter(|name| is_name(name));
        let named = stated.is_some();
        let name = match stated {
            Some(name) => name,
            None => match folder_name(path) {
                Some(name) => {
                    let text = format!("{}; it is called `{name}`, like its folder", nameless(&header));
                    tell(text, ProblemKind::Mended);
                    name
                }
                None => {
                    tell(nameless(&header), ProblemKind::Lost);
                    return None;
                }
            },
        };
        Some(Self {
            name,
            named,
            description: description.split_whitespace().collect::<Vec<_>>().join(" "),
            source,
            content: Content::File(path.to_owned()),
            hidden: header.is_on(&["hide"]),
            user_only: header.is_on(&["disableModelInvocation", "disable-model-invocation"]),
            allowed_tools: header.words("allowed-tools"),
        })
    }

    /// A skill that is part of the program. `text` has a header with name and description.
    pub fn embedded(text: &'static str) -> Option<Self> {
        let header = frontmatter::parse(text).header?;
        Some(Self {
            name: header.text("name")?,
            named: true,
            description: header.text("description")?,
            source: Source::Builtin,
            content: Content::Embedded(text),
            hidden: header.is_on(&["hide"]),
            user_only: header.is_on(&["disableModelInvocation", "disable-model-invocation"]),
            allowed_tools: header.words("allowed-tools"),
        })
    }

    /// Whether the model is told of it.
    pub fn is_listed(&self) -> bool {
        !self.hidden && !self.user_only
    }

    /// What it tells the model to do: the file as it is now, without its header.
    pub fn text(&self) -> io::Result<String> {
        match &self.content {
            Content::File(path) => Ok(read(path)?.body),
            Content::Embedded(text) => Ok(frontmatter::parse(text).body),
        }
    }

    /// Its file, or the name under which the read tool gives it.
    pub fn place(&self) -> String {
        match &self.content {
            Content::File(path) => path.display().to_string(),
            Content::Embedded(_) => format!("skill://{}", self.name),
        }
    }

    /// The folder with the files that it may refer to.
    pub fn folder(&self) -> Option<&Path> {
        match &self.content {
            Content::File(path) => path.parent(),
            Content::Embedded(_) => None,
        }
    }
}

/// Why the header names no skill.
fn nameless(header: &Header) -> String {
    match header.text("name") {
        Some(given) => format!("`{given}` is no name for a skill"),
        None => NO_NAME.to_owned(),
    }
}

/// The name of a skill's folder, if a skill can be called so.
fn folder_name(path: &Path) -> Option<String> {
    let name = path.parent()?.file_name()?.to_string_lossy().into_owned();
    is_name(&name).then_some(name)
}

/// A name that a command line can hold as one word.
fn is_name(name: &str) -> bool {
    name.len() <= 64 && !name.starts_with('.') && name.chars().all(|c| c.is_alphanumeric() || "-_.:".contains(c))
}
