//! Every command that a shell line would run, with the words it gets and the files it redirects to.
//!
//! The line is parsed by the bash grammar of tree-sitter. Of the parsers at hand it alone takes any input in bounded time
//! and stack (a recursive one overflowed on two thousand braces and took minutes for two hundred open parentheses). Its
//! price is that it forgives: so the tree is read with suspicion, and whatever is not plainly understood is a [`Doubt`].

mod value;
mod walk;
mod wrap;

pub(super) use wrap::is_shell;

use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use tree_sitter::{ParseOptions, Parser, Tree};

/// Longest line that is read. Systems take no longer argument than an eighth of this.
const LONGEST: usize = 1 << 20;
/// Deepest nesting that is read.
const DEEPEST: usize = 64;
/// Most commands that one line may run.
const MOST_COMMANDS: usize = 4096;
/// Time for parsing one line.
const TIME: Duration = Duration::from_millis(250);

/// A shell line, taken apart.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Line {
    /// About in the order in which they run: what a substitution runs stands before the command that it is part of, what a
    /// wrapper or a nested shell runs behind it.
    pub commands: Vec<Command>,
    /// Files that redirections open, wherever they stand.
    pub redirects: Vec<Redirect>,
    /// What it sets variables to, and what it feeds commands with.
    pub values: Vec<Word>,
    /// Texts that stand in the line for commands to read.
    pub texts: Vec<String>,
    /// Why a narrow rule must not allow this line.
    pub doubts: Vec<Doubt>,
    /// Variables that get a text which is no number.
    texts_of: Vec<String>,
    /// Arithmetic, whose names the shell evaluates, subscripts and all.
    arithmetic: Vec<String>,
}

/// One command.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Command {
    /// Its name and its arguments, without quotes. The name is a path or a name; never empty.
    pub words: Vec<Word>,
    /// Whether it only runs the command after it: what that may do, this may.
    pub transparent: bool,
    /// Whether it reads what the command before it in a pipe writes.
    pub piped: bool,
    /// Whether it declares variables with a value; those are not among the words.
    pub assigns: bool,
}

/// One word.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Word {
    /// What the program gets, or, where expansions change it, how it is written.
    pub text: String,
    /// No expansion changes it.
    pub exact: bool,
}

/// A file that a redirection opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    pub target: Word,
    pub writes: bool,
}

/// Why a line is not plainly what it looks like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doubt {
    /// No correct shell line, at least not as far as it could be read.
    Syntax,
    /// Not read at all, or not to its end: too long, too deep or too strange.
    Unread,
    /// Arguments or text that another command makes.
    Substitution,
    /// A variable is set that may change what the commands do.
    Variable(String),
    /// A function is defined, which may stand for a command.
    Function(String),
    /// The name of a command is known only when it runs.
    Name(String),
    /// A name with characters that pass for others, or that do not show.
    LookAlike(String),
    /// A shell that runs text which is not in the line.
    Script(String),
    /// A construct that is not taken apart.
    Construct(&'static str),
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax => write!(f, "it is no correct shell line"),
            Self::Unread => write!(f, "it is too long or too deeply nested to be judged"),
            Self::Substitution => write!(f, "part of it is made by another command"),
            Self::Variable(name) => write!(f, "it sets {name}"),
            Self::Function(name) => write!(f, "it defines the function {name}"),
            Self::Name(text) => write!(f, "the command {text} is known only when it runs"),
            Self::LookAlike(text) => write!(f, "{} holds characters that mislead", text.escape_unicode()),
            Self::Script(text) => write!(f, "{text} runs text that is not in the line"),
            Self::Construct(what) => write!(f, "it holds {what}"),
        }
    }
}

impl Line {
    /// Takes a line apart. Never fails: what is wrong with it is among its doubts.
    pub fn parse(text: &str) -> Self {
        let mut line = Self::default();
        walk::read(text, 0, &mut line);
        line.evaluate();
        line
    }

    /// Whether it was not read to its end, so that nothing can be said of it.
    pub fn is_unread(&self) -> bool {
        self.doubts.contains(&Doubt::Unread)
    }

    /// Whether it may run commands beside those that were found.
    pub fn is_open(&self) -> bool {
        let open = |doubt: &Doubt| match doubt {
            Doubt::Syntax | Doubt::Name(_) | Doubt::Script(_) | Doubt::Construct(_) => true,
            Doubt::Variable(name) => wrap::decides(name),
            _ => false,
        };
        self.doubts.iter().any(open)
    }

    /// Nobody can say any more what it is about.
    pub fn give_up(&mut self) {
        self.doubt(Doubt::Unread);
    }

    /// A text may hold commands that arithmetic runs; a number does not.
    fn evaluate(&mut self) {
        let known: HashSet<&str> = self.texts_of.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
        let named = |text: &String| {
            text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|name| known.contains(name))
                || text.split('$').skip(1).any(|rest| rest.trim_start_matches('{').starts_with(is_positional))
        };
        if self.arithmetic.iter().any(named) {
            self.doubt(Doubt::Construct("arithmetic on a text that is not known"));
        }
        (self.arithmetic, self.texts_of) = (Vec::new(), Vec::new());
    }

    fn doubt(&mut self, doubt: Doubt) {
        if !self.doubts.contains(&doubt) {
            self.doubts.push(doubt);
        }
    }
}

impl Command {
    /// The name and the arguments with a blank between.
    pub fn text(&self) -> String {
        self.words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    pub fn name(&self) -> &str {
        self.words.first().map_or("", |word| word.text.as_str())
    }

    /// The name without its folder.
    pub fn base_name(&self) -> &str {
        let name = self.name();
        name.rsplit_once('/').map_or(name, |(_, base)| base)
    }

    /// The same, and as a subcommand where git's own folder has one for it.
    fn plain_name(&self) -> String {
        let name = self.base_name();
        name.strip_prefix("git-").map_or_else(|| name.to_owned(), |command| format!("git {command}"))
    }

    pub fn arguments(&self) -> &[Word] {
        self.words.get(1..).unwrap_or_default()
    }

    /// The name without its folder and what stands behind the options that come first: `git push` for `/bin/git -C x push`.
    pub fn bare(&self) -> String {
        let words = wrap::operands(self).iter().map(|word| word.text.as_str());
        std::iter::once(self.plain_name().as_str()).chain(words).collect::<Vec<_>>().join(" ")
    }

    /// The same as far as it is known before the line runs; `None` when all of it is.
    pub fn known_beginning(&self) -> Option<String> {
        let words = wrap::operands(self);
        let unknown = words.iter().position(|word| !word.exact)?;
        let known = words.iter().take(unknown).map(|word| word.text.as_str());
        Some(
            std::iter::once(self.plain_name().as_str())
                .chain(known)
                .fold(String::new(), |text, word| text + word + " "),
        )
    }
}

impl Word {
    fn exact(text: impl Into<String>) -> Self {
        Self { text: text.into(), exact: true }
    }
}

/// Whether a parameter's name means arguments.
fn is_positional(c: char) -> bool {
    matches!(c, '1'..='9' | '@' | '*')
}

/// The tree of a text, or nothing when it takes too long.
fn tree(text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_bash::LANGUAGE.into()).ok()?;
    let bytes = text.as_bytes();
    let until = Instant::now() + TIME;
    let mut in_time = |_: &tree_sitter::ParseState| match Instant::now() < until {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let options = ParseOptions::new().progress_callback(&mut in_time);
    parser.parse_with_options(&mut |at, _| bytes.get(at..).unwrap_or_default(), None, Some(options))
}

#[cfg(test)]
#[path = "shell_tests.rs"]
mod tests;
