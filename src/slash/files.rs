//! Command files: Markdown texts that a slash and their name stand for.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::base::text::clip;
use crate::skills::{Found, Places, frontmatter};

use super::builtin;

/// Folders whose files are remembered.
const REMEMBERED: usize = 8;
/// The longest description that is taken from the text itself.
const DESCRIPTION: usize = 80;

/// One command file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CommandFile {
    pub name: String,
    pub description: String,
    pub hint: Option<String>,
    /// The text with its placeholders.
    pub text: String,
}

/// The command files of one folder.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Files {
    files: Vec<CommandFile>,
    /// Names of those that cannot be read, and why.
    lost: Vec<(String, String)>,
}

/// Finds them, and again when one changed.
#[derive(Debug)]
pub(super) struct Cabinet {
    places: Places,
    // A leaf lock around a small cache.
    known: Mutex<Vec<Known>>,
}

#[derive(Debug)]
struct Known {
    cwd: PathBuf,
    found: Vec<Found>,
    files: Arc<Files>,
}

impl Cabinet {
    pub fn new(places: Places) -> Self {
        Self { places, known: Mutex::default() }
    }

    /// The files that count in `cwd` now.
    pub fn at(&self, cwd: &Path) -> Arc<Files> {
        let found = self.places.commands(cwd);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(before) = known.iter().find(|before| before.cwd == cwd && before.found == found) {
            return before.files.clone();
        }
        known.retain(|before| before.cwd != cwd);
        if known.len() >= REMEMBERED {
            known.remove(0);
        }
        let files = Arc::new(Files::load(&found));
        known.push(Known { cwd: cwd.to_owned(), found, files: files.clone() });
        files
    }
}

impl Files {
    /// Reads what was found, strongest first. What cannot be used is told in the log and hides nothing else.
    fn load(found: &[Found]) -> Self {
        let (mut files, mut lost) = (Vec::<CommandFile>::new(), Vec::new());
        for Found { path, .. } in found {
            let file = match load(path) {
                Ok(file) => file,
                Err(why) => {
                    tracing::warn!("a command file cannot be used: {}: {why}", path.display());
                    lost.push((name(path), why));
                    continue;
                }
            };
            if builtin::find(&file.name).is_some() {
                let name = &file.name;
                tracing::warn!("a command file cannot be called: {}: /{name} is built in", path.display());
            } else if files.iter().all(|other| other.name != file.name) {
                files.push(file);
            }
        }
        files.sort_by(|one, other| one.name.cmp(&other.name));
        Self { files, lost }
    }

    /// The file of a command; the error says why it cannot be read.
    pub fn get(&self, name: &str) -> Option<Result<&CommandFile, String>> {
        let lost = || self.lost.iter().find(|(lost, _)| lost == name);
        match self.files.iter().find(|file| file.name == name) {
            Some(file) => Some(Ok(file)),
            None => lost().map(|(_, why)| Err(format!("The command `/{name}` cannot be read: {why}"))),
        }
    }

    /// In the order of their names.
    pub fn all(&self) -> &[CommandFile] {
        &self.files
    }
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn load(path: &Path) -> Result<CommandFile, String> {
    let name = name(path);
    if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c == ':') {
        return Err(format!("`{name}` is no name for a command"));
    }
    let document = frontmatter::read(path).map_err(|error| error.to_string())?;
    if let Some(fault) = &document.fault {
        tracing::warn!("a command file should be mended: {}: {fault}", path.display());
    }
    let header = document.header.unwrap_or_default();
    let first = document.body.lines().map(|line| line.trim_start_matches('#').trim()).find(|line| !line.is_empty());
    let own = header.text("description").map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
    Ok(CommandFile {
        name,
        description: own.unwrap_or_else(|| clip(first.unwrap_or_default(), DESCRIPTION).into_owned()),
        hint: header.text("argument-hint"),
        text: document.body.trim().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_names_descriptions_and_hints_and_the_nearest_counts() {
        let folder = tempfile::tempdir().unwrap();
        let file = |path: &str, text: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        file("home/commands/fix.md", "---\ndescription: Fix it: well\nargument-hint: '<issue>'\n---\nFix $1.\n");
        file("home/commands/look.md", "mine\n");
        file("work/.hostwire/commands/look.md", "\n## Look around\nAt $@.\n");
        file("work/.hostwire/commands/model.md", "Shadowed.\n");
        file("work/.hostwire/commands/notes.txt", "No command.\n");
        file("work/.hostwire/commands/two words.md", "No name.\n");
        let cabinet = Cabinet::new(Places { home: Some(folder.path().join("home")), ..Places::default() });
        let cwd = folder.path().join("work");
        let files = cabinet.at(&cwd);
        assert!(Arc::ptr_eq(&files, &cabinet.at(&cwd)));
        let told: Vec<_> = files.all().iter().map(|file| (file.name.as_str(), file.description.as_str())).collect();
        assert_eq!(told, [("fix", "Fix it: well"), ("look", "Look around")]);
        assert_eq!(files.get("fix").unwrap().unwrap().hint.as_deref(), Some("<issue>"));
        assert_eq!(files.get("look").unwrap().unwrap().text, "## Look around\nAt $@.");
        file("home/commands/new.md", "New.\n");
        assert!(cabinet.at(&cwd).get("new").is_some_and(|file| file.is_ok()));
    }

    #[test]
    fn a_file_that_cannot_be_read_is_told_when_it_is_called() {
        let folder = tempfile::tempdir().unwrap();
        let commands = folder.path().join(".hostwire/commands");
        std::fs::create_dir_all(&commands).unwrap();
        std::fs::write(commands.join("big.md"), "x".repeat(300 * 1024)).unwrap();
        let files = Cabinet::new(Places::default()).at(folder.path());
        let why = files.get("big").unwrap().unwrap_err();
        assert_eq!(why, "The command `/big` cannot be read: it is longer than 256 KiB");
        assert!(files.all().is_empty() && files.get("small").is_none());
    }
}
