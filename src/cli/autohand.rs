//! The command line as hosts of the autohand protocol write it: its names for our options, and options that are let pass.
//!
//! Protocol: an option that nobody knows is told on stderr and the server goes on; to these hosts an exit looks like a
//! crash.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::PathBuf;

use crate::auth::Environment;
use crate::settings::{ApprovalMode, DefaultThinkingLevel};

use super::Exit;

/// What only this protocol's options say.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AutohandOptions {
    /// `--yolo`, with its pattern if it has one.
    pub yolo: Option<Option<String>>,
    /// Seconds until YOLO mode turns itself off.
    pub yolo_timeout: Option<u64>,
    /// `-y`, `--unrestricted`, `--restricted`
    pub permission_mode: Option<PermissionMode>,
    /// Further folders that tools may work in.
    pub folders: Vec<PathBuf>,
    pub mcp_config: Option<PathBuf>,
    /// `--context-compact`, `--no-context-compact`
    pub auto_compaction: Option<bool>,
    pub max_turns: Option<u64>,
    /// Minutes.
    pub max_runtime: Option<f64>,
    /// Dollars.
    pub max_cost: Option<f64>,
    pub completion_promise: Option<String>,
    /// Tokens that every model is taken to hold.
    pub context_window: Option<u64>,
}

/// What happens where no rule says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PermissionMode {
    Unrestricted,
    Restricted,
}

impl AutohandOptions {
    /// The approval mode that they amount to by themselves.
    pub(super) fn approval(&self) -> Option<ApprovalMode> {
        (self.permission_mode == Some(PermissionMode::Unrestricted)).then_some(ApprovalMode::Yolo)
    }
}

/// What this protocol's variables say; the command line goes before them, and they before the settings.
#[derive(Default)]
pub(super) struct Defaults {
    pub config: Option<PathBuf>,
    pub model: Option<String>,
    pub thinking: Option<DefaultThinkingLevel>,
    pub context_window: Option<u64>,
    /// Variables that say nothing that can be understood.
    pub notes: Vec<String>,
}

impl Defaults {
    pub fn of(environment: &Environment) -> Self {
        let text = |name| environment.get(name).map(|value| value.trim().to_owned());
        let mut notes = Vec::new();
        let window = text("AUTOHAND_CONTEXT_WINDOW").filter(|text| !text.is_empty());
        let context_window = window.as_ref().and_then(|text| text.parse().ok()).filter(|tokens| *tokens > 0);
        if let (Some(text), None) = (&window, context_window) {
            notes.push(format!("AUTOHAND_CONTEXT_WINDOW: expected a number of tokens, found {text}; it is not used"));
        }
        Self {
            context_window,
            notes,
            config: text("AUTOHAND_CONFIG").map(PathBuf::from),
            model: text("AUTOHAND_MODEL"),
            thinking: text("AUTOHAND_THINKING_LEVEL")
                .and_then(|level| DefaultThinkingLevel::from_wire(&thinking(level))),
        }
    }
}

/// The command line in our own names, what only this protocol says, and what is told of the rest.
pub(super) struct Translated {
    pub arguments: Vec<OsString>,
    pub options: AutohandOptions,
    pub notes: Vec<String>,
}

/// Names of our options in this protocol.
const RENAMED: &[(&str, &str)] = &[
    ("--path", "--cwd"),
    ("--dir", "--cwd"),
    ("--sys-prompt", "--system-prompt"),
    ("--system-prompt-file", "--system-prompt"),
    ("--append-sys-prompt", "--append-system-prompt"),
    ("--append-system-prompt-file", "--append-system-prompt"),
];

/// Without a value; they change nothing here.
const PLAIN: &[&str] = &[
    "-c",
    "--auto-mode",
    "--auto-skill",
    "--bare",
    "--offline",
    "--no-idle-logout",
    "--permissions",
    "--persist-session",
    "--agents-md",
    "--no-agents-md",
    "--agents-md-create",
    "--agents-md-auto-update",
    "--install-missing-skills",
];

/// With a value; they change nothing here.
const VALUED: &[&str] = &[
    "--temperature",
    "--agents",
    "--plugin-dir",
    "--checkpoint-interval",
    "--client-context",
    "--display-language",
    "--search-engine",
    "--session-id",
    "--session-path",
    "--auto-save-interval",
    "--agents-md-path",
    "--max-tokens",
    "--compression-threshold",
    "--summarization-threshold",
    "--skills",
    "--skill-sources",
];

/// Reads the command line of a host of this protocol; the first argument is the program.
pub(super) fn translate(arguments: &[OsString]) -> Result<Translated, Exit> {
    let mut rest: VecDeque<OsString> = arguments.iter().cloned().collect();
    let mut done = Translated {
        arguments: rest.pop_front().into_iter().collect(),
        options: AutohandOptions::default(),
        notes: Vec::new(),
    };
    while let Some(argument) = rest.pop_front() {
        let Some(text) = argument.to_str().filter(|text| text.starts_with('-')) else {
            done.arguments.push(argument);
            continue;
        };
        let (name, inline) = match text.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name.to_owned(), Some(value.to_owned())),
            _ => (text.to_owned(), None),
        };
        if !done.option(&name, inline, &mut rest)? {
            done.arguments.push(argument);
        }
    }
    Ok(done)
}

impl Translated {
    /// Takes in one option; `false` leaves it to the other table.
    fn option(&mut self, name: &str, inline: Option<String>, rest: &mut VecDeque<OsString>) -> Result<bool, Exit> {
        if let Some((_, ours)) = RENAMED.iter().find(|(theirs, _)| *theirs == name) {
            self.arguments.extend([(*ours).into(), value(name, inline, rest)?.into()]);
            return Ok(true);
        }
        if PLAIN.contains(&name) {
            self.notes.push(format!("{name} is accepted and changes nothing"));
            return Ok(true);
        }
        if VALUED.contains(&name) {
            value(name, inline, rest)?;
            self.notes.push(format!("{name} is accepted and changes nothing"));
            return Ok(true);
        }
        match name {
            "--yolo" => self.options.yolo = Some(optional(inline, rest).filter(|pattern| !pattern.trim().is_empty())),
            "--timeout" | "--yolo-timeout" => {
                self.options.yolo_timeout = Some(number(name, &value(name, inline, rest)?)?)
            }
            "-y" | "--unrestricted" => self.options.permission_mode = Some(PermissionMode::Unrestricted),
            "--restricted" => self.options.permission_mode = Some(PermissionMode::Restricted),
            "--add-dir" => self.options.folders.push(value(name, inline, rest)?.into()),
            "--mcp-config" => self.options.mcp_config = Some(value(name, inline, rest)?.into()),
            "--context-compact" | "--cc" => self.options.auto_compaction = Some(true),
            "--no-context-compact" | "--no-cc" => self.options.auto_compaction = Some(false),
            "--max-iterations" => self.options.max_turns = Some(number(name, &value(name, inline, rest)?)?),
            "--max-runtime" => self.options.max_runtime = Some(number(name, &value(name, inline, rest)?)?),
            "--max-cost" => self.options.max_cost = Some(number(name, &value(name, inline, rest)?)?),
            "--completion-promise" => self.options.completion_promise = Some(value(name, inline, rest)?),
            // A worktree is not made by itself; its name is not needed.
            "--worktree" => drop(optional(inline, rest)),
            "--fork" => match optional(inline, rest) {
                Some(which) => self.arguments.extend(["--fork".into(), which.into()]),
                None => self.notes.push("--fork names no session and changes nothing".to_owned()),
            },
            "--thinking" => {
                let level = optional(inline, rest).unwrap_or_else(|| "normal".to_owned());
                self.arguments.extend(["--thinking".into(), thinking(level).into()]);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// The levels of this protocol beside ours.
fn thinking(level: String) -> String {
    match level.as_str() {
        "none" => "off".to_owned(),
        "normal" => "medium".to_owned(),
        "extended" => "high".to_owned(),
        _ => level,
    }
}

fn value(name: &str, inline: Option<String>, rest: &mut VecDeque<OsString>) -> Result<String, Exit> {
    let given = inline.or_else(|| rest.pop_front().map(|value| value.to_string_lossy().into_owned()));
    given.ok_or_else(|| Exit::usage(format!("a value is required for '{name}' but none was supplied")))
}

/// The next argument, unless it is an option of its own.
fn optional(inline: Option<String>, rest: &mut VecDeque<OsString>) -> Option<String> {
    if inline.is_some() {
        return inline;
    }
    let next = rest.front()?.to_str().filter(|next| !next.starts_with('-'))?.to_owned();
    rest.pop_front();
    Some(next)
}

fn number<T: std::str::FromStr>(name: &str, text: &str) -> Result<T, Exit> {
    text.parse().map_err(|_| Exit::usage(format!("invalid value '{text}' for '{name}': expected a number")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(line: &str) -> Translated {
        let arguments: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        translate(&arguments).unwrap()
    }

    fn ours(line: &str) -> String {
        let words: Vec<String> =
            translated(line).arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        words.join(" ")
    }

    #[test]
    fn names_of_the_protocol_become_ours_and_the_rest_stays() {
        assert_eq!(ours("autohand --mode rpc --ephemeral"), "autohand --mode rpc --ephemeral");
        assert_eq!(
            ours("a --path /w --sys-prompt=x --model a/b:free"),
            "a --cwd /w --system-prompt x --model a/b:free"
        );
        assert_eq!(ours("a --thinking extended --thinking"), "a --thinking high --thinking medium");
        assert_eq!(ours("a --fork --skills rust,testing --fork abc"), "a --fork abc");
        assert_eq!(ours("a --strange value -c"), "a --strange value");
    }

    #[test]
    fn what_only_this_protocol_says_is_kept() {
        let options = translated(
            "a --yolo allow:read_file --timeout 60 --restricted --add-dir /x --add-dir /y --no-cc --max-iterations 4 \
             --max-runtime 1.5 --max-cost 2 --completion-promise OK --mcp-config m.json",
        )
        .options;
        assert_eq!(
            options,
            AutohandOptions {
                yolo: Some(Some("allow:read_file".into())),
                yolo_timeout: Some(60),
                permission_mode: Some(PermissionMode::Restricted),
                folders: vec!["/x".into(), "/y".into()],
                mcp_config: Some("m.json".into()),
                auto_compaction: Some(false),
                max_turns: Some(4),
                max_runtime: Some(1.5),
                max_cost: Some(2.0),
                completion_promise: Some("OK".into()),
                context_window: None,
            }
        );
        assert_eq!(translated("a --yolo --mode rpc").options.yolo, Some(None));
        assert_eq!(translated("a -y").options.approval(), Some(ApprovalMode::Yolo));
    }

    #[test]
    fn the_environment_gives_defaults_in_words_of_the_protocol() {
        let some = Environment::from_iter([("AUTOHAND_THINKING_LEVEL", "extended"), ("AUTOHAND_MODEL", " a/b ")]);
        let defaults = Defaults::of(&some);
        assert_eq!(defaults.thinking, Some(DefaultThinkingLevel::High));
        assert_eq!((defaults.model.as_deref(), defaults.config), (Some("a/b"), None));
        assert_eq!(Defaults::of(&Environment::from_iter([("AUTOHAND_THINKING_LEVEL", "much")])).thinking, None);
    }

    #[test]
    fn a_value_that_is_missing_or_no_number_is_told() {
        for line in ["a --timeout", "a --timeout soon", "a --temperature"] {
            let arguments: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
            assert_eq!(translate(&arguments).err().map(|exit| exit.code), Some(2), "{line}");
        }
    }
}
