//! A request of the user as the rules see it: one line of words, with quoted parts and code blocks kept whole.

use std::sync::LazyLock;

use regex::Regex;

/// Marks that stand for a code block inside [`Phrase::line`]; both are from a private Unicode area.
const OPEN: char = '\u{E000}';
const CLOSE: char = '\u{E001}';

/// One argument in a rule: quoted, a code block, or a run of characters without blanks.
pub const ARGUMENT: &str =
    "(?:`[^`]+`|\"[^\"]*\"|'[^']*'|\u{201C}[^\u{201D}]*\u{201D}|\u{E000}[0-9]+\u{E001}|[^\\s\u{E000}]+)";
/// The same without the unquoted form.
pub const QUOTED: &str = "(?:`[^`]+`|\"[^\"]*\"|'[^']*'|\u{201C}[^\u{201D}]*\u{201D}|\u{E000}[0-9]+\u{E001})";

/// A regular expression over text in small letters. Unicode classes and case folding would make the rules ten times as
/// slow to compile, and the first answer waits for that.
pub fn lean(pattern: &str) -> Result<Regex, regex::Error> {
    let classes =
        [(r"\s", r"[ \t\r\n]"), (r"\S", r"[^ \t\r\n]"), (r"\d", "[0-9]"), (r"\w", "[a-z0-9_]"), (r"\b", r"(?-u:\b)")];
    let source = classes.into_iter().fold(pattern.to_owned(), |source, (class, plain)| source.replace(class, plain));
    Regex::new(&format!("(?s){source}"))
}

/// What is said before the verb and means nothing to a planner.
static PREFIX: LazyLock<Option<Regex>> = LazyLock::new(|| {
    lean(
        r"^(?:please|pls|kindly|hey|hi|hello|ok|okay|now|next|then|also|and|just|first|finally|so|well|(?:can|could|would|will) you(?: please)?|can we|can i|let's|lets|i want you to|i want to|i'd like you to|i'd like to|i would like you to|i would like to|i need you to|i need to|go ahead and|help me(?: to)?|try to|you should|[-*]|\d+[.)])(?:[\s,!:]+|$)",
    )
    .ok()
});

static FENCE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?ms)^[ \t]*```[ \t]*(?P<lang>[\w+#.-]*)[^\n]*\n(?P<body>.*?)^[ \t]*```[ \t]*$").ok()
});

/// A code block belongs to the line before it, and to the line after it unless that is an item of a list.
static JOINT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new("(?P<before>\\S?)[ \\t]*\n*[ \\t]*(?P<mark>\u{E000}[0-9]+\u{E001})(?:[ \\t]*\n+[ \\t]*\\b|[ \\t]*$)")
        .ok()
});

/// The words of one request, and the code blocks it came with.
#[derive(Debug, Clone, Default)]
pub struct Phrase {
    /// Without polite words in front and blanks around; code blocks are marks.
    pub line: String,
    blocks: Vec<Block>,
}

#[derive(Debug, Clone)]
struct Block {
    language: String,
    body: String,
}

impl Phrase {
    pub fn new(text: &str) -> Self {
        let mut blocks = Vec::new();
        let marked = match FENCE.as_ref() {
            Some(fence) => fence
                .replace_all(text, |found: &regex::Captures<'_>| {
                    let group = |name| found.name(name).map_or("", |part| part.as_str()).to_owned();
                    blocks.push(Block { language: group("lang"), body: group("body") });
                    format!("{OPEN}{}{CLOSE}", blocks.len() - 1)
                })
                .into_owned(),
            None => text.to_owned(),
        };
        let marked = match JOINT.as_ref() {
            Some(joint) => joint.replace_all(&marked, "$before $mark ").into_owned(),
            None => marked,
        };
        Self { line: without_courtesy(&marked).to_owned(), blocks }
    }

    /// A part of this request as a request of its own; it sees the same code blocks.
    pub fn part(&self, line: &str) -> Self {
        Self { line: without_courtesy(line).to_owned(), blocks: self.blocks.clone() }
    }

    /// The whole request when it is nothing but a shell block.
    pub fn only_shell_block(&self) -> Option<&str> {
        let block = self.block(&self.line)?;
        matches!(block.language.as_str(), "" | "sh" | "bash" | "shell" | "zsh" | "console")
            .then_some(block.body.trim_end())
    }

    /// The text that an argument stands for: without its quotes, or the body of its code block.
    pub fn value(&self, argument: &str) -> String {
        let argument = argument.trim();
        match self.block(argument) {
            Some(block) => block.body.clone(),
            None => unquoted(argument).unwrap_or(argument).to_owned(),
        }
    }

    /// Like [`Self::value`] for a name or path: an unquoted one loses the punctuation behind it.
    pub fn name(&self, argument: &str) -> String {
        let argument = argument.trim();
        if self.is_quoted(argument) {
            return self.value(argument).trim().to_owned();
        }
        let bare = argument.trim_end_matches([',', ';', ':', '?', '!']);
        let ends_sentence =
            bare.ends_with('.') && !matches!(bare, "." | "..") && !bare.ends_with("/.") && !bare.ends_with("/..");
        if ends_sentence { bare.trim_end_matches('.').to_owned() } else { bare.to_owned() }
    }

    pub fn is_quoted(&self, argument: &str) -> bool {
        let argument = argument.trim();
        self.block(argument).is_some() || unquoted(argument).is_some()
    }

    fn block(&self, mark: &str) -> Option<&Block> {
        let number = mark.trim().strip_prefix(OPEN)?.strip_suffix(CLOSE)?;
        self.blocks.get(number.parse::<usize>().ok()?)
    }
}

fn without_courtesy(text: &str) -> &str {
    let mut rest = text.trim();
    while let Some(found) =
        PREFIX.as_ref().and_then(|prefix| prefix.find(&rest.to_ascii_lowercase()).map(|found| found.end()))
    {
        if found >= rest.len() {
            break;
        }
        rest = rest.get(found..).unwrap_or_default().trim_start();
    }
    rest
}

fn unquoted(argument: &str) -> Option<&str> {
    [('`', '`'), ('"', '"'), ('\'', '\''), ('\u{201C}', '\u{201D}')].into_iter().find_map(|(open, close)| {
        let inner = argument.strip_prefix(open)?.strip_suffix(close)?;
        (!inner.contains(open) && !inner.contains(close)).then_some(inner)
    })
}

/// Whether a word can be a path: it has a folder, an extension or a well-known name.
pub fn looks_like_path(word: &str) -> bool {
    if word.is_empty() || word.contains(char::is_whitespace) || word.contains("://") {
        return false;
    }
    let extension = |name: &str| {
        name.rsplit_once('.').is_some_and(|(stem, extension)| {
            let plain =
                !extension.is_empty() && extension.len() <= 10 && extension.chars().all(|c| c.is_ascii_alphanumeric());
            plain
                && (stem.is_empty() || stem.chars().any(char::is_alphanumeric))
                && !extension.chars().all(|c| c.is_ascii_digit())
        })
    };
    matches!(word, "." | ".." | "~") || word.contains('/') || extension(word) || well_known(word).is_some()
}

/// Files that people call by their bare name, as they are usually spelled.
pub fn well_known(word: &str) -> Option<&'static str> {
    const NAMES: &[(&str, &str)] = &[
        ("readme", "README"),
        ("license", "LICENSE"),
        ("licence", "LICENSE"),
        ("changelog", "CHANGELOG"),
        ("contributing", "CONTRIBUTING"),
        ("architecture", "ARCHITECTURE"),
        ("copying", "COPYING"),
        ("notice", "NOTICE"),
        ("makefile", "Makefile"),
        ("dockerfile", "Dockerfile"),
        ("justfile", "justfile"),
    ];
    let lower = word.to_ascii_lowercase();
    NAMES.iter().find(|(name, _)| *name == lower).map(|(_, spelled)| *spelled)
}
