//! What a call is about, for rules: the line of a shell, files, addresses.

use std::path::{Path, PathBuf};

use crate::base::paths;
use crate::policy::{Line, Place, Subject};
use crate::proto::shared::JsonObject;

use super::files::locate;

/// The shell line in this argument, behind the variables that the call sets: they count as if the line itself set them.
pub(super) fn shell(arguments: &JsonObject, name: &str) -> Subject {
    let variables = arguments.get("env").and_then(serde_json::Value::as_object).into_iter().flatten();
    let mut line: String = variables.map(|(name, value)| format!("{name}={} ", quoted(value))).collect();
    line.push_str(text(arguments, name));
    Subject::Shell { line: Line::parse(&line), text: line }
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

fn text<'a>(arguments: &'a JsonObject, name: &str) -> &'a str {
    arguments.get(name).and_then(serde_json::Value::as_str).unwrap_or_default()
}

/// Where a path leads: as it is written, to the name that a tool would take for it, and through links.
fn places(given: &str, cwd: &Path) -> Vec<Place> {
    let written = paths::absolute(cwd, given);
    let located = locate(cwd, given).unwrap_or_else(|_| written.clone());
    let real = real(&located);
    let mut places: Vec<Place> = Vec::new();
    for path in [written, located, real] {
        // Links may lie between the workspace's name and its place, too.
        let inside = path.strip_prefix(cwd).or_else(|_| path.strip_prefix(self::real(cwd)));
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

/// The path without links, as far as it exists.
fn real(path: &Path) -> PathBuf {
    let mut missing = Vec::new();
    let mut here = path;
    loop {
        if let Ok(real) = here.canonicalize() {
            return missing.iter().rev().fold(real, |path, name| path.join(name));
        }
        let (Some(parent), Some(name)) = (here.parent(), here.file_name()) else { return path.to_owned() };
        missing.push(name);
        here = parent;
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
        let Subject::Shell { text, .. } = shell(arguments.as_object().unwrap(), "command") else { panic!("a line") };
        assert_eq!(text, r"PATH='it'\''s here' git log");
    }

    #[test]
    fn addresses_are_no_paths() {
        let arguments = JsonObject::from_iter([("path".to_owned(), "db://users/1".into())]);
        assert_eq!(path(&arguments, "path", Path::new("/w")), Subject::Text("db://users/1".into()));
    }
}
