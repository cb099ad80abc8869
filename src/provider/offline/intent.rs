//! What the user wants, as far as a planner without a language model can tell.

use std::sync::LazyLock;

use regex::Regex;

use super::phrase::{Phrase, lean};
use super::phrases;

/// One thing to do or to say.
#[derive(Debug, Clone, PartialEq)]
pub enum Intent {
    /// Describe the repository: everything, or some topics, or both.
    Survey {
        overview: bool,
        topics: Vec<Topic>,
    },
    /// Run what the repository itself says builds or tests it.
    RunTask(Task),
    List {
        under: Option<String>,
        depth: Depth,
    },
    Find {
        pattern: String,
        under: Option<String>,
    },
    Search {
        text: String,
        under: Option<String>,
        form: Form,
    },
    Read {
        targets: Vec<Target>,
    },
    /// Say what files mean, of which only their text can be shown.
    Explain {
        targets: Vec<Target>,
    },
    Run {
        command: String,
        folder: Option<String>,
    },
    Write {
        path: String,
        content: Option<String>,
        mode: WriteMode,
    },
    Replace {
        path: String,
        old: String,
        new: String,
        reach: Reach,
    },
    /// A request that is understood but lacks something: what to say instead.
    Incomplete(&'static str),
    Greeting,
    Thanks,
    Identity,
    Help,
    Unknown,
}

/// A side of a repository that can be asked for alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    Layout,
    Size,
    Languages,
    EntryPoints,
    Dependencies,
    Build,
    Run,
    Test,
    Ci,
    Licence,
    Risks,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    Build,
    Test,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// The entries of one folder.
    Folder,
    /// Every file below it.
    All,
}

/// How a text to search for is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Literal,
    Regex,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteMode {
    /// Only where there is no such file.
    New,
    /// Whatever is there.
    Overwrite,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    One,
    All,
}

/// A file to read, and which of its lines (from 1, both ends in).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    pub path: String,
    pub lines: Option<(u64, u64)>,
}

impl Intent {
    /// Whether it leads to work on the workspace.
    pub fn acts(&self) -> bool {
        !matches!(
            self,
            Self::Incomplete(_) | Self::Greeting | Self::Thanks | Self::Identity | Self::Help | Self::Unknown
        )
    }
}

/// Where one request may end and the next begin.
static SEAM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    lean(r"(?:[,;.]?\s+(?:and\s+)?then,?\s+|[,;.]?\s+after that,?\s+|\s*\n\s*(?:[-*]\s+|\d+[.)]\s+)?)").ok()
});

/// Reads a request; at least one intent comes out.
pub fn understand(text: &str) -> Vec<Intent> {
    let phrase = Phrase::new(text);
    steps(&phrase).unwrap_or_else(|| vec![phrases::parse(&phrase)])
}

/// Several requests in one text: only where every piece is something to do, so that no content is ever cut in two.
fn steps(phrase: &Phrase) -> Option<Vec<Intent>> {
    let line = phrase.line.as_str();
    let mut pieces = Vec::new();
    let mut from = 0;
    for seam in SEAM.as_ref()?.find_iter(&line.to_ascii_lowercase()) {
        if outside_quotes(line.get(..seam.start())?) {
            pieces.push(line.get(from..seam.start())?);
            from = seam.end();
        }
    }
    pieces.push(line.get(from..)?);
    if pieces.len() < 2 {
        return None;
    }
    let intents: Vec<Intent> = pieces.iter().map(|piece| phrases::parse(&phrase.part(piece))).collect();
    intents.iter().all(Intent::acts).then_some(intents)
}

fn outside_quotes(before: &str) -> bool {
    ['`', '"'].into_iter().all(|quote| before.matches(quote).count() % 2 == 0)
}
