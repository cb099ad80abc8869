//! What a prompt means: a skill, a built-in command, a command file, or what it says.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::extension::Extensions;
use crate::proto::shared::SkillPromptDetails;
use crate::session::{Input, Special};
use crate::skills::{Library, Places, Skill};
use crate::tools::ToolNames;

use super::arguments::{name_and_rest, word_and_rest};
use super::builtin;
use super::files::Cabinet;
use super::list::Offered;
use super::run::Call;
use super::template;

/// The type of the message that a skill becomes.
const SKILL_PROMPT: &str = "skill-prompt";

/// What the commands work with.
pub struct SlashParts {
    pub skills: Library,
    /// Whose commands count, too.
    pub extensions: Extensions,
    /// Where command files are looked for.
    pub places: Places,
    /// Whether skills are commands too.
    pub skill_commands: bool,
    /// How the dialect calls the tools.
    pub names: ToolNames,
    /// Beginning of the name of an exported page that nobody named.
    pub page: &'static str,
}

/// The commands of the process. Cheap to clone.
#[derive(Clone)]
pub struct Slash {
    inner: Arc<Inner>,
}

struct Inner {
    parts: SlashParts,
    files: Cabinet,
    // A leaf lock around the list that the host has: it is asked for on several tasks.
    told: Mutex<Option<Arc<Offered>>>,
}

/// What a prompt turned out to be.
pub enum Meaning {
    /// Text for the model as it stands.
    Plain(String),
    /// The text of a command file with its arguments filled in; it may have become blank.
    Expanded(String),
    /// A skill's text with the user's own words.
    Skill(Special),
    Builtin(Call),
    /// A command of an extension, with what was typed behind it.
    Extension {
        name: String,
        arguments: String,
    },
    /// A command that cannot be carried out; the text says why.
    Failed(String),
}

impl Slash {
    pub fn new(parts: SlashParts) -> Self {
        let files = Cabinet::new(parts.places.clone());
        Self { inner: Arc::new(Inner { parts, files, told: Mutex::default() }) }
    }

    /// Reads a prompt, for a session that works in `cwd`.
    pub fn meaning(&self, text: String, cwd: &Path) -> Meaning {
        if let Some(skill) = self.skill(&text, cwd) {
            return skill;
        }
        let Some((name, rest)) = name_and_rest(&text) else { return Meaning::Plain(text) };
        if let Some(builtin) = builtin::find(name) {
            return Meaning::Builtin(Call { builtin, arguments: rest.to_owned() });
        }
        if self.is_extension(name) {
            return Meaning::Extension { name: name.to_owned(), arguments: rest.to_owned() };
        }
        match self.inner.files.at(cwd).get(name) {
            Some(Ok(file)) => Meaning::Expanded(template::filled(&file.text, rest)),
            Some(Err(why)) => Meaning::Failed(why),
            None => Meaning::Plain(text),
        }
    }

    /// The command of an extension that a text names, if it does.
    pub fn extension_command<'t>(&self, text: &'t str) -> Option<(&'t str, &'t str)> {
        name_and_rest(text).filter(|(name, _)| builtin::find(name).is_none() && self.is_extension(name))
    }

    fn is_extension(&self, name: &str) -> bool {
        self.inner.parts.extensions.commands().iter().any(|command| command.name == name)
    }

    /// The text, or that of the command file that it names; the error says why that cannot be read. For messages in which
    /// nothing else is a command.
    pub fn expanded(&self, text: String, cwd: &Path) -> Result<String, String> {
        let Some((name, rest)) = name_and_rest(&text).filter(|(name, _)| builtin::find(name).is_none()) else {
            return Ok(text);
        };
        match self.inner.files.at(cwd).get(name) {
            Some(file) => file.map(|file| template::filled(&file.text, rest)),
            None => Ok(text),
        }
    }

    /// The text, and behind it each skill that it names as `$name`. What names no skill is text like any other.
    pub fn with_skills(&self, mut text: String, cwd: &Path) -> String {
        let skills = self.inner.parts.skills.at(cwd);
        let mut named: Vec<&Skill> = Vec::new();
        for name in dollar_names(&text) {
            let found = skills.get(name).filter(|skill| named.iter().all(|known| known.name != skill.name));
            named.extend(found);
        }
        let texts: Vec<String> = named
            .into_iter()
            .map(|skill| match skill_prompt(skill, "") {
                Ok(special) => special.input.text,
                Err(error) => format!("[The skill `{}` cannot be read: {error}]", skill.name),
            })
            .collect();
        for skill in texts {
            text.push_str("\n\n");
            text.push_str(&skill);
        }
        text
    }

    /// `/skill:<name> arguments` of a skill that is there.
    fn skill(&self, text: &str, cwd: &Path) -> Option<Meaning> {
        let (name, arguments) = word_and_rest(text.strip_prefix("/skill:")?);
        if !self.inner.parts.skill_commands {
            return None;
        }
        let skills = self.inner.parts.skills.at(cwd);
        let skill = skills.get(name)?;
        Some(match skill_prompt(skill, arguments) {
            Ok(special) => Meaning::Skill(special),
            Err(error) => Meaning::Failed(format!("The skill `{name}` cannot be read: {error}")),
        })
    }

    /// The commands on offer in `cwd` now.
    pub fn offered(&self, cwd: &Path) -> Arc<Offered> {
        let skills = self.inner.parts.skill_commands.then(|| self.inner.parts.skills.at(cwd));
        let extensions = self.inner.parts.extensions.commands();
        Arc::new(Offered::new(skills.as_deref(), extensions, &self.inner.files.at(cwd)))
    }

    /// The commands on offer, if they are not those that were told last; then they are told now.
    pub fn news(&self, cwd: &Path) -> Option<Arc<Offered>> {
        let offered = self.offered(cwd);
        let mut told = self.told();
        let is_news = told.as_ref().is_some_and(|told| *told != offered);
        if is_news {
            *told = Some(offered.clone());
        }
        is_news.then_some(offered)
    }

    /// The commands on offer, which are told now.
    pub fn telling(&self, cwd: &Path) -> Arc<Offered> {
        let offered = self.offered(cwd);
        *self.told() = Some(offered.clone());
        offered
    }

    fn told(&self) -> std::sync::MutexGuard<'_, Option<Arc<Offered>>> {
        self.inner.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn parts(&self) -> &SlashParts {
        &self.inner.parts
    }
}

/// The names behind dollar signs that stand at the beginning of a word.
fn dollar_names(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('$').filter_map(|(at, _)| {
        let before = text.get(..at)?.chars().next_back();
        let begins = before.is_none_or(|c| c.is_whitespace() || "([{\"'`,;:".contains(c));
        let rest = text.get(at + 1..)?;
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_')).unwrap_or(rest.len());
        rest.get(..end).filter(|name| begins && !name.is_empty())
    })
}

fn skill_prompt(skill: &Skill, arguments: &str) -> std::io::Result<Special> {
    let body = skill.text()?;
    let body = body.trim();
    let details = SkillPromptDetails {
        name: skill.name.clone(),
        path: skill.place(),
        args: (!arguments.is_empty()).then(|| arguments.to_owned()),
        line_count: body.lines().count() as u64,
    };
    let folder = skill.folder().map(|folder| format!(" folder=\"{}\"", folder.display())).unwrap_or_default();
    let mut text = format!("Follow this skill.\n<skill name=\"{}\"{folder}>\n{body}\n</skill>", skill.name);
    if !skill.allowed_tools.is_empty() {
        text.push_str(&format!("\nUse only these tools for it: {}.", skill.allowed_tools.join(", ")));
    }
    if !arguments.is_empty() {
        text.push_str("\n\n");
        text.push_str(arguments);
    }
    let input = Input { text, images: Vec::new() };
    Ok(Special { kind: SKILL_PROMPT, input, details: serde_json::to_value(details).ok() })
}

#[cfg(test)]
#[path = "meaning_tests.rs"]
mod tests;
