//! What a call is about, for rules: the line of a shell, files, addresses.

mod disk;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

use crate::base::paths;
use crate::policy::{Place, ShellCall, Subject};
use crate::proto::shared::JsonObject;

use super::files::locate;
use super::search::split_base;

/// How many links in a row are followed before a chain counts as a loop.
const LINKS: usize = 32;

/// The shell line in this argument, behind the variables that the call sets: they count as if the line itself set them.
pub(super) fn shell(arguments: &JsonObject, name: &str, cwd: &Path) -> Subject {
    let variables = arguments.get("env").and_then(serde_json::Value::as_object).into_iter().flatten();
    let (names, odd): (Vec<_>, Vec<_>) = variables.partition(|(name, _)| is_variable(name));
    let mut text: String = names.iter().map(|(name, value)| format!("{name}={} ", quoted(value))).collect();
    text.push_str(self::text(arguments, name));
    let given = self::text(arguments, "cwd");
    let mut call = ShellCall { folder: place(given, cwd), ..ShellCall::new(text) };
    let folder = locate(cwd, given).unwrap_or_else(|_| paths::absolute(cwd, given));
    if !odd.is_empty() {
        // Read as a line it would be something else, a comment perhaps.
        call.line.give_up();
    }
    match words::files(&call.line, &folder, cwd) {
        Some(files) => call.files = files,
        None => call.line.give_up(),
    }
    Subject::Shell(call)
}

/// Whether a shell can set a variable of this name.
fn is_variable(name: &str) -> bool {
    !name.starts_with(|c: char| c.is_ascii_digit())
        && !name.is_empty()
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn quoted(value: &serde_json::Value) -> String {
    format!("'{}'", value.as_str().unwrap_or_default().replace('\'', r"'\''"))
}

/// The file or the address in this argument; without it the working folder.
pub(super) fn path(arguments: &JsonObject, name: &str, cwd: &Path) -> Subject {
    let given = text(arguments, name);
    either(given, given, cwd)
}

/// The file or the address, which may also be meant by another text.
pub(super) fn either(given: &str, other: &str, cwd: &Path) -> Subject {
    if given.contains("://") {
        return Subject::Text(given.to_owned());
    }
    let mut found = places(given, cwd);
    if other != given {
        found.extend(places(other, cwd).into_iter().map(|place| Place { named: false, ..place }));
    }
    Subject::Paths(found)
}

/// The same for a list with `;` between.
pub(super) fn paths(arguments: &JsonObject, name: &str, cwd: &Path) -> Subject {
    let given = text(arguments, name);
    if given.contains("://") {
        return Subject::Text(given.to_owned());
    }
    let items = given.split(';').map(str::trim).filter(|item| !item.is_empty());
    let found: Vec<Place> = items.flat_map(|item| places(item, cwd)).collect();
    Subject::Paths(if found.is_empty() { places("", cwd) } else { found })
}

/// The same for a tool that looks for names: also where a list of globs leads by itself.
pub(super) fn walked(arguments: &JsonObject, name: &str, globs: &str, cwd: &Path) -> Subject {
    let mut subject = paths(arguments, name, cwd);
    if let Subject::Paths(places) = &mut subject {
        let globs = text(arguments, globs).split(';').map(str::trim);
        let leading = globs.filter(|glob| glob.starts_with(['/', '~']) || glob.contains(".."));
        let folders = text(arguments, name).split(';').map(|folder| paths::absolute(cwd, folder.trim()));
        let folders: Vec<PathBuf> = folders.collect();
        for glob in leading {
            let bases = folders.iter().filter_map(|folder| split_base(folder, glob).ok());
            places.extend(bases.flat_map(|(base, _)| names_of([base.clone(), real(&base)], cwd)));
        }
    }
    subject
}

/// A file that was come upon, for rules: as it is named, since a walk follows no links. `root` is where `cwd` really is.
pub fn of_file(path: &Path, cwd: &Path, root: &Path) -> Subject {
    Subject::Paths(names_in([path.to_owned()], cwd, root))
}

fn text<'a>(arguments: &'a JsonObject, name: &str) -> &'a str {
    arguments.get(name).and_then(serde_json::Value::as_str).unwrap_or_default()
}

/// Where a path really is.
fn place(given: &str, cwd: &Path) -> Place {
    let place = places(given, cwd).pop();
    place.unwrap_or_else(|| Place { shown: given.to_owned(), absolute: given.to_owned(), named: true })
}

/// Where a path leads: as it is written, to the name that a tool would take for it, and through links.
fn places(given: &str, cwd: &Path) -> Vec<Place> {
    let written = paths::absolute(cwd, given);
    let located = locate(cwd, given).unwrap_or_else(|_| written.clone());
    let real = real(&located);
    names_of([written, located, real], cwd)
}

fn names_of(paths: impl IntoIterator<Item = PathBuf>, cwd: &Path) -> Vec<Place> {
    names_in(paths, cwd, &real(cwd))
}

fn names_in(paths: impl IntoIterator<Item = PathBuf>, cwd: &Path, root: &Path) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    for path in paths {
        // Links may lie between the workspace's name and its place, too.
        let inside = path.strip_prefix(cwd).or_else(|_| path.strip_prefix(root));
        let shown = match inside {
            Ok(rest) if rest.as_os_str().is_empty() => ".".to_owned(),
            Ok(rest) => rest.display().to_string(),
            Err(_) => path.display().to_string(),
        };
        if !places.iter().any(|place| place.shown == shown) {
            places.push(Place { shown, absolute: path.display().to_string(), named: places.is_empty() });
        }
    }
    places
}

/// The path without links, as far as it exists; a link that leads nowhere yet is followed, too.
pub fn real(path: &Path) -> PathBuf {
    let (mut missing, mut links) = (Vec::new(), 0);
    let mut here = path.to_owned();
    loop {
        if let Ok(real) = here.canonicalize() {
            return missing.iter().rev().fold(real, |path: PathBuf, name| path.join(name));
        }
        let (Some(parent), Some(name)) = (here.parent(), here.file_name()) else { return path.to_owned() };
        match fs::read_link(&here) {
            Ok(target) if links < LINKS => {
                links += 1;
                // A link's `..` counts from where its folder really is.
                let folder = parent.canonicalize().unwrap_or_else(|_| parent.to_owned());
                here = paths::normal(&folder.join(target));
            }
            _ => {
                missing.push(name.to_owned());
                here = parent.to_owned();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(given: &str, cwd: &Path) -> Vec<String> {
        places(given, cwd).into_iter().map(|place| place.shown).collect()
    }

    #[test]
    fn a_path_is_told_from_the_workspace_and_without_dots() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(shown("docs/../src/a.rs", folder.path()), ["src/a.rs"]);
        assert_eq!(shown("", folder.path()), ["."]);
        assert_eq!(shown("/etc/passwd", folder.path()), ["/etc/passwd"]);
    }

    #[test]
    fn a_link_is_followed() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("docs")).unwrap();
        std::os::unix::fs::symlink("/etc", folder.path().join("docs/out")).unwrap();
        assert_eq!(shown("docs/out/new.txt", folder.path()), ["docs/out/new.txt", "/etc/new.txt"]);
    }

    #[test]
    fn variables_of_a_call_count_as_set_by_its_line() {
        let arguments = serde_json::json!({"command": "git log", "env": {"PATH": "it's here"}});
        let call = shell(arguments.as_object().unwrap(), "command", Path::new("/w"));
        let Subject::Shell(call) = call else { panic!("a line") };
        assert_eq!(call.text, r"PATH='it'\''s here' git log");
        assert_eq!(call.folder.shown, ".");
        let arguments = serde_json::json!({"command": "rm x", "env": {"#": "hidden"}});
        let call = shell(arguments.as_object().unwrap(), "command", Path::new("/w"));
        let Subject::Shell(call) = call else { panic!("a line") };
        assert!(call.line.is_unread() && call.text == "rm x", "{call:?}");
    }

    #[test]
    fn a_line_has_the_folder_that_it_runs_in() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("sub")).unwrap();
        std::os::unix::fs::symlink("sub", folder.path().join("link")).unwrap();
        let shown = |cwd: &str| {
            let arguments = serde_json::json!({"command": "make", "cwd": cwd});
            match shell(arguments.as_object().unwrap(), "command", folder.path()) {
                Subject::Shell(call) => call.folder.shown,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!([shown(""), shown("sub"), shown("link"), shown("/etc")], [".", "sub", "sub", "/etc"]);
    }

    #[test]
    fn a_link_that_leads_nowhere_yet_is_followed() {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/etc/hostwire-new/x", folder.path().join("out")).unwrap();
        std::os::unix::fs::symlink("out", folder.path().join("more")).unwrap();
        std::os::unix::fs::symlink("loop", folder.path().join("loop")).unwrap();
        assert_eq!(shown("more", folder.path()), ["more", "/etc/hostwire-new/x"]);
        assert_eq!(shown("loop/x", folder.path())[0], "loop/x");
    }

    #[test]
    fn addresses_are_no_paths() {
        let arguments = JsonObject::from_iter([("path".to_owned(), "db://users/1".into())]);
        assert_eq!(path(&arguments, "path", Path::new("/w")), Subject::Text("db://users/1".into()));
    }
}
