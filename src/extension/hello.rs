//! What an extension brings along, checked.

use std::sync::Arc;

use jsonschema::Validator;

use crate::policy::Tier;
use crate::proto::extension::{CommandOffer, FlagValue, HelloCommand, Subscription, ToolOffer, ToolTier};
use crate::proto::shared::ToolDefinition;
use crate::tools;

use super::flags::{self, Given};

/// The version of the protocol that is spoken here.
pub(super) const PROTOCOL: u64 = 1;

/// Longest name: what providers take for a tool.
const LONGEST_NAME: usize = 64;
/// Tools, commands or flags of one extension.
const MOST: usize = 128;
/// Bytes of a description that every request carries.
const LONGEST_DESCRIPTION: usize = 4 * 1024;

/// What it brings along.
pub(super) struct Offer {
    pub name: String,
    pub tools: Vec<OfferedTool>,
    pub commands: Vec<CommandView>,
    pub flags: std::collections::BTreeMap<String, FlagValue>,
    /// The names of all its flags.
    pub flag_names: Vec<String>,
    pub events: Vec<Subscription>,
    pub must_decide: bool,
}

/// A tool before it has its place in the set.
#[derive(Clone)]
pub(super) struct OfferedTool {
    pub definition: ToolDefinition,
    pub tier: Tier,
    pub validator: Arc<Validator>,
}

/// A slash command of an extension, as the list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandView {
    /// Without the slash.
    pub name: String,
    pub description: String,
    /// What to type behind it.
    pub hint: String,
}

impl Offer {
    /// Checks all of it; the first fault counts.
    pub(super) fn new(hello: HelloCommand, given: &[Given]) -> Result<Self, String> {
        let HelloCommand { protocol, name, tools, commands, flags, events, must_decide } = hello;
        if protocol != PROTOCOL {
            return Err(format!("hostwire speaks version {PROTOCOL} of the extension protocol, not {protocol}"));
        }
        if !is_name(&name, |c| c == '.') {
            return Err(format!("{name:?} is no name for an extension"));
        }
        let (tools, commands) = (tools.unwrap_or_default(), commands.unwrap_or_default());
        let offered = flags.unwrap_or_default();
        if tools.len().max(commands.len()).max(offered.len()) > MOST {
            return Err(format!("More than {MOST} tools, commands or flags"));
        }
        let flags = flags::values(&offered, given)?;
        let tools = tools.into_iter().map(tool).collect::<Result<Vec<_>, _>>()?;
        let mut names: Vec<&str> = tools.iter().map(|tool| tool.definition.name.as_str()).collect();
        names.sort_unstable();
        if let Some([name, _]) = names.windows(2).find(|pair| pair.first() == pair.last()) {
            return Err(taken(name));
        }
        Ok(Self {
            tools,
            commands: commands.into_iter().map(command).collect::<Result<_, _>>()?,
            flags,
            flag_names: offered.into_iter().map(|flag| flag.name).collect(),
            events: events.unwrap_or_default(),
            must_decide: must_decide == Some(true),
            name,
        })
    }
}

/// Two tools cannot have one name.
pub(super) fn taken(name: &str) -> String {
    format!("Another tool has the name {name}")
}

fn is_name(name: &str, also: impl Fn(char) -> bool) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-') || also(c);
    !name.is_empty() && name.len() <= LONGEST_NAME && name.chars().all(fits)
}

fn tool(offer: ToolOffer) -> Result<OfferedTool, String> {
    let ToolOffer { name, description, parameters, tier } = offer;
    if !is_name(&name, |_| false) {
        return Err(format!("{name:?} is no name for a tool"));
    }
    let why = |why: String| format!("The parameters of the tool {name} are no schema: {why}");
    let parameters = tools::schema::for_providers(parameters);
    let validator = Arc::new(tools::schema::compile(&parameters).map_err(why)?);
    let description = crate::base::text::clip(&description, LONGEST_DESCRIPTION).into_owned();
    let definition = ToolDefinition { name, description, parameters, examples: None };
    let tier = match tier {
        Some(ToolTier::Read) => Tier::Read,
        Some(ToolTier::Write) => Tier::Write,
        Some(ToolTier::Exec) | None => Tier::Exec,
    };
    Ok(OfferedTool { definition, tier, validator })
}

fn command(offer: CommandOffer) -> Result<CommandView, String> {
    let CommandOffer { name, description, hint } = offer;
    if name.is_empty() || name.len() > LONGEST_NAME || name.contains(|c: char| c.is_whitespace() || "/:".contains(c)) {
        return Err(format!("{name:?} is no name for a command"));
    }
    Ok(CommandView { name, description, hint: hint.unwrap_or_else(|| "arguments".to_owned()) })
}
