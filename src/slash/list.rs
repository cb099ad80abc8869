//! The list of commands that a prompt may start with.

use crate::extension::CommandView;
use crate::skills::{Skill, Skills};

use super::builtin;
use super::files::Files;

/// Where a command comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    Builtin,
    Skill,
    Extension,
    File,
}

/// A word that may follow a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subcommand {
    pub name: &'static str,
    pub description: &'static str,
    /// How to type it, when it takes something.
    pub usage: Option<&'static str>,
}

/// One command, as people and hosts see it.
#[derive(Debug, Clone, PartialEq)]
pub struct CommandInfo {
    /// Without the slash; a skill is `skill:` and its name.
    pub name: String,
    pub origin: Origin,
    pub aliases: &'static [&'static str],
    pub description: String,
    /// What to type behind it.
    pub hint: Option<String>,
    pub subcommands: &'static [Subcommand],
}

/// All commands, in the order in which a name is looked up.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Offered {
    pub commands: Vec<CommandInfo>,
}

impl Offered {
    /// Protocol: "builtins, skills, extension commands (shadowing builtins removed), … file commands. First name wins".
    pub(super) fn new(skills: Option<&Skills>, extensions: Vec<CommandView>, files: &Files) -> Self {
        let is_extension: Vec<String> = extensions.iter().map(|command| command.name.clone()).collect();
        let builtins = builtin::ALL.iter().map(|builtin| CommandInfo {
            name: builtin.name.to_owned(),
            origin: Origin::Builtin,
            aliases: builtin.aliases,
            description: builtin.description.to_owned(),
            hint: builtin.hint.map(str::to_owned),
            subcommands: builtin.subcommands,
        });
        let skills = skills.into_iter().flat_map(Skills::all).map(skill);
        let extensions = extensions.into_iter().filter(|command| builtin::find(&command.name).is_none());
        let extensions = extensions.map(|command| CommandInfo {
            name: command.name,
            origin: Origin::Extension,
            aliases: &[],
            description: command.description,
            hint: Some(command.hint),
            subcommands: &[],
        });
        let files = files.all().iter().filter(|file| !is_extension.contains(&file.name)).map(|file| CommandInfo {
            name: file.name.clone(),
            origin: Origin::File,
            aliases: &[],
            description: file.description.clone(),
            hint: file.hint.clone(),
            subcommands: &[],
        });
        Self { commands: builtins.chain(skills).chain(extensions).chain(files).collect() }
    }
}

fn skill(skill: &Skill) -> CommandInfo {
    CommandInfo {
        name: format!("skill:{}", skill.name),
        origin: Origin::Skill,
        aliases: &[],
        description: skill.description.clone(),
        hint: Some("arguments".to_owned()),
        subcommands: &[],
    }
}
