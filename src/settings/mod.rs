//! Configuration: settings files in layers, and `models.yml`.
//!
//! A file is YAML, JSON or TOML by its extension. Layers are merged member by member, the later one wins; keys may be
//! nested or written with dots. What is wrong is told with file, line and what was expected, and fails the start; what is
//! unknown is a warning that names the nearest known key. Paths that no layer sets get the defaults of a host.
//!
//! Invariant: nothing here reads the environment; every path is passed in.

mod defaults;
mod error;
mod file;
mod idle;
mod known;
mod load;
mod mcp_file;
mod merge;
mod models_file;
mod providers;
mod remembered;
mod rules;
mod values;

pub use error::SettingsError;
pub use load::{Layer, LayerReport, LayerState, Layers, Loaded, load, survey};
pub use mcp_file::mcp_servers;
pub use models_file::{ConfiguredModel, ConfiguredProvider, KeySource, ModelsFile};
pub use remembered::{Remembered, remember, remembered, remembered_file};
pub use rules::rules;

/// What the other rooms need of the generated types.
pub use crate::proto::settings::{
    ApprovalMode, CompactionStrategy, DefaultThinkingLevel, DialectName, McpServer, McpTransport, MessageUpdates,
    OauthEntry, OauthExchange, PermissionMode, Settings, ToolApproval, TtsrContextMode, TtsrRepeatMode,
};
