//! The command line as clap reads it.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::settings::{ApprovalMode, DefaultThinkingLevel, DialectName, MessageUpdates};

/// A headless coding agent that hosts drive by JSON lines on its standard input and output.
#[derive(Debug, Parser)]
#[command(
    name = "hostwire",
    version,
    args_conflicts_with_subcommands = true,
    args_override_self = true,
    disable_help_subcommand = true,
    after_help = "Relative paths start at --cwd, or else at the current folder. `hostwire models` shows what can be used."
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub server: ServerArguments,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Print the published schemas, or write all published files into a folder
    Schema(SchemaArguments),
    /// Check a transcript of frames, a line each, against the closed schemas
    Validate(ValidateArguments),
    /// Show which models can be used, and why others cannot
    Models(ModelsArguments),
    /// Show what the configuration resolves to, and what is wrong with it
    Doctor(DoctorArguments),
    /// Print a script that completes the options in a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true, disable_help_subcommand = true)]
pub(super) struct SchemaArguments {
    #[command(subcommand)]
    pub action: Option<SchemaAction>,
    /// Write everything that is published into this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(super) enum SchemaAction {
    /// Print the names of all definitions
    List {
        /// Only those of this protocol
        #[arg(long, value_name = "NAME")]
        dialect: Option<String>,
    },
    /// Print one definition with all that it refers to
    Show {
        /// Its name, as `schema list` prints it
        name: String,
        #[arg(long, value_name = "NAME")]
        dialect: Option<String>,
    },
    /// Print all definitions of a protocol as one schema
    Bundle {
        #[arg(long, value_name = "NAME")]
        dialect: String,
        /// The closed form, which refuses unknown members
        #[arg(long)]
        strict: bool,
    },
}

#[derive(Debug, Args)]
pub(super) struct ValidateArguments {
    /// The transcript; standard input when it is missing
    pub file: Option<PathBuf>,
    /// Protocol of the frames
    #[arg(long, value_name = "NAME", default_value = "veyyon")]
    pub dialect: String,
    /// Which frames are allowed: those to the server, those from it, or both
    #[arg(long, default_value = "both")]
    pub direction: Direction,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Direction {
    In,
    Out,
    Both,
}

#[derive(Debug, Args)]
pub(super) struct ModelsArguments {
    /// Folder whose settings count
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<PathBuf>,
    /// Settings that lie above all others; may be repeated
    #[arg(long, value_name = "FILE")]
    pub config: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct DoctorArguments {
    /// Folder whose settings count
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<PathBuf>,
    /// Settings that lie above all others; may be repeated
    #[arg(long, value_name = "FILE")]
    pub config: Vec<PathBuf>,
    /// Folder for session files
    #[arg(long, value_name = "DIR")]
    pub session_dir: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// Serve a host that answers no questions of the user interface
    Rpc,
    /// Serve a host that does
    RpcUi,
}

/// Options of the server. Those at the end are accepted because hosts pass them; they change nothing here.
#[derive(Debug, Args)]
pub(super) struct ServerArguments {
    /// Serve a host on standard input and output
    #[arg(long)]
    pub mode: Option<Mode>,
    /// Protocol: veyyon or autohand
    #[arg(long, value_name = "NAME", value_parser = dialect)]
    pub dialect: Option<DialectName>,
    /// Check every frame in both directions against the published schemas
    #[arg(long)]
    pub strict: bool,
    /// Provider of the initial model
    #[arg(long, value_name = "ID")]
    pub provider: Option<String>,
    /// Initial model: an id or provider/id, either with a thinking level after the last colon
    #[arg(long, value_name = "ID")]
    pub model: Option<String>,
    /// Models to cycle through: patterns with * and ?, separated by commas, each with a level after a colon or without
    #[arg(long, value_name = "PATTERNS", value_delimiter = ',')]
    pub models: Vec<String>,
    /// Initial thinking level: off, minimal, low, medium, high, xhigh, max or auto
    #[arg(long, value_name = "LEVEL", value_parser = thinking)]
    pub thinking: Option<DefaultThinkingLevel>,
    /// Key for the initial model's provider, for this process only
    #[arg(long, value_name = "KEY", allow_hyphen_values = true)]
    pub api_key: Option<String>,
    /// System prompt, or a file that holds it
    #[arg(long, value_name = "TEXT|FILE", allow_hyphen_values = true)]
    pub system_prompt: Option<String>,
    /// More system prompt, or a file that holds it
    #[arg(long, value_name = "TEXT|FILE", allow_hyphen_values = true)]
    pub append_system_prompt: Option<String>,
    /// Folder to work in
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<PathBuf>,
    /// Settings that lie above all others; may be repeated, the last is the strongest
    #[arg(long, value_name = "FILE")]
    pub config: Vec<PathBuf>,
    /// Folder for session files
    #[arg(long, value_name = "DIR")]
    pub session_dir: Option<PathBuf>,
    /// Keep the session in memory
    #[arg(long, alias = "ephemeral")]
    pub no_session: bool,
    /// Go on with the newest session
    #[arg(long = "continue", short = 'c')]
    pub continued: bool,
    /// Go on with a stored session
    #[arg(long, short = 'r', alias = "session", value_name = "ID|PATH", conflicts_with = "continued")]
    pub resume: Option<String>,
    /// Go on with a copy of a stored session
    #[arg(long, value_name = "ID|PATH", conflicts_with_all = ["continued", "resume"])]
    pub fork: Option<String>,
    /// Exactly these built-in tools, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub tools: Option<Vec<String>>,
    /// No tools
    #[arg(long, conflicts_with = "tools")]
    pub no_tools: bool,
    /// No skills
    #[arg(long)]
    pub no_skills: bool,
    /// More skills: a folder of them, one's folder or its file; may be repeated
    #[arg(long, value_name = "PATH")]
    pub skills: Vec<PathBuf>,
    /// A plugin's folder, with `skills` and `commands` in it; may be repeated
    #[arg(long, value_name = "PATH")]
    pub plugin_dir: Vec<PathBuf>,
    /// No rule files
    #[arg(long)]
    pub no_rules: bool,
    /// No extensions but those that --extension names
    #[arg(long)]
    pub no_extensions: bool,
    /// No shell command runs in a terminal, not even when it asks for one
    #[arg(long)]
    pub no_pty: bool,
    /// An extension: a program, or a folder with a program `extension` in it; may be repeated
    #[arg(long, short = 'e', value_name = "PATH")]
    pub extension: Vec<PathBuf>,
    /// A flag that an extension registered; may be repeated
    #[arg(long, value_name = "NAME[=VALUE]")]
    pub extension_flag: Vec<String>,
    /// What tools may do without asking: plan, ask, auto-edit or yolo
    #[arg(long, value_name = "MODE", value_parser = approval)]
    pub approval_mode: Option<ApprovalMode>,
    /// Run everything without asking; what rules deny stays denied
    #[arg(long, alias = "auto-approve", alias = "dangerously-skip-permissions")]
    pub yolo: bool,
    /// Longest run in seconds, waits and tools included; at its end the run is aborted
    #[arg(long, value_name = "SECONDS", value_parser = budget)]
    pub max_time: Option<f64>,
    /// Seconds that running work may take after the end of input
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub eof_grace: Option<f64>,
    /// What updates of a streaming message carry: delta or snapshot
    #[arg(long, value_name = "FORM", value_parser = updates)]
    pub message_updates: Option<MessageUpdates>,
    /// Write every exchange with a provider to this file, without credentials
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Answer from this file in the place of every provider; a request that is not the recorded one fails
    #[arg(long, value_name = "FILE", conflicts_with = "record")]
    pub replay: Option<PathBuf>,
    /// What is logged on standard error: off, error, warn, info, debug or trace
    #[arg(long, value_name = "LEVEL", value_parser = ["off", "error", "warn", "info", "debug", "trace"])]
    pub log: Option<String>,
    /// Identifies the session to providers that route by it
    #[arg(long, value_name = "ID")]
    pub provider_session_id: Option<String>,
    /// Key of the provider's prompt cache
    #[arg(long, value_name = "KEY")]
    pub prompt_cache_key: Option<String>,

    /// Anything without a name: refused, with a word of its own for @file
    #[arg(hide = true, value_name = "MESSAGE")]
    pub messages: Vec<String>,
    #[command(flatten)]
    pub accepted: AcceptedArguments,
}

/// What hosts may pass and hostwire has no use for.
#[derive(Debug, Args)]
#[command(next_help_heading = "Accepted without effect")]
pub(super) struct AcceptedArguments {
    /// Titles are never made in these modes
    #[arg(long)]
    pub no_title: bool,
    /// There is no language server
    #[arg(long)]
    pub no_lsp: bool,
    /// There are no profiles; the home folder is the profile
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    #[arg(long, value_name = "PATH")]
    pub hook: Vec<PathBuf>,
    #[arg(long, value_name = "MODEL")]
    pub compaction_model: Option<String>,
    #[arg(long, value_name = "MODEL")]
    pub smol: Option<String>,
    #[arg(long, value_name = "MODEL")]
    pub slow: Option<String>,
    #[arg(long, value_name = "MODEL")]
    pub plan: Option<String>,
}

fn dialect(text: &str) -> Result<DialectName, String> {
    DialectName::from_wire(text).ok_or_else(|| one_of(DialectName::ALL.iter().map(|known| known.as_str())))
}

fn thinking(text: &str) -> Result<DefaultThinkingLevel, String> {
    let known = DefaultThinkingLevel::ALL.iter().map(|known| known.as_str());
    DefaultThinkingLevel::from_wire(text).ok_or_else(|| one_of(known))
}

fn approval(text: &str) -> Result<ApprovalMode, String> {
    ApprovalMode::from_wire(text).ok_or_else(|| one_of(ApprovalMode::ALL.iter().map(|known| known.as_str())))
}

fn updates(text: &str) -> Result<MessageUpdates, String> {
    MessageUpdates::from_wire(text).ok_or_else(|| one_of(MessageUpdates::ALL.iter().map(|known| known.as_str())))
}

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0 && *number < 1e9);
    number.ok_or_else(|| "expected a number of seconds, 0 or more".to_owned())
}

fn budget(text: &str) -> Result<f64, String> {
    seconds(text).ok().filter(|number| *number > 0.0).ok_or_else(|| "expected a number of seconds above 0".to_owned())
}

fn one_of<'a>(known: impl Iterator<Item = &'a str>) -> String {
    format!("expected one of {}", known.collect::<Vec<_>>().join(", "))
}
