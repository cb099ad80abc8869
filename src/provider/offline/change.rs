//! Changing files: create, overwrite, replace text.

use super::calls::{Call, Capability, Step, View};
use super::intent::{Reach, WriteMode};
use super::speech::{block, refused};
use super::summary::counted;

/// Most lines of a difference that an answer repeats.
const SHOWN_LINES: usize = 60;

pub fn write(view: &View<'_>, path: &str, content: Option<&str>, mode: WriteMode) -> Step {
    if !view.toolbox.has(Capability::Write) {
        return Step::Done(Capability::Write.lack().to_owned());
    }
    let content_text = content.unwrap_or_default();
    let call = Call::new(Capability::Write, [("path", path.into()), ("content", content_text.into())]);
    if let Some(result) = view.result(&call) {
        if result.failed {
            return Step::Done(refused(&format!("write `{path}`"), result));
        }
        let size = counted(content_text.len() as u64, "byte", "bytes");
        let hint = match content {
            Some(_) => String::new(),
            None => format!(" It is empty; to fill it, say: Overwrite {path} with \"text\"."),
        };
        return Step::Done(format!("`{path}` is written ({size}).{hint}"));
    }
    if mode == WriteMode::New {
        match taken(view, path) {
            Ok(false) => {}
            Ok(true) => {
                return Step::Done(format!(
                    "`{path}` exists already, so I left it alone. Say \"Overwrite {path} with …\" to replace it, or \"Replace \"old\" with \"new\" in {path}\" to change part of it."
                ));
            }
            Err(step) => return step,
        }
    }
    let say =
        if mode == WriteMode::New { format!("I will create `{path}`.") } else { format!("I will write `{path}`.") };
    Step::Calls { say, calls: vec![call] }
}

/// Whether there is such a file; looked up by name, because that is no error when there is none.
fn taken(view: &View<'_>, path: &str) -> Result<bool, Step> {
    let wild = path.contains(['*', '?', '[', ']', '{', '}', ';', '\\']);
    if wild || path.starts_with(['/', '~']) || path.contains("..") || !view.toolbox.has(Capability::Glob) {
        return Ok(false);
    }
    let wanted = path.trim_start_matches("./");
    let call = Call::glob(&format!("./{wanted}"), 20).with("gitignore", false);
    match view.result(&call) {
        Some(found) => Ok(!found.failed && found.files().iter().any(|file| file == wanted)),
        None => Err(Step::Calls { say: format!("First I look whether there is a `{path}`."), calls: vec![call] }),
    }
}

pub fn replace(view: &View<'_>, path: &str, old: &str, new: &str, reach: Reach) -> Step {
    let mut edit = serde_json::Map::new();
    edit.insert("oldText".to_owned(), old.into());
    edit.insert("newText".to_owned(), new.into());
    if reach == Reach::All {
        edit.insert("replaceAll".to_owned(), true.into());
    }
    let edits = serde_json::Value::Array(vec![edit.into()]);
    let call = Call::new(Capability::Edit, [("path", path.into()), ("edits", edits)]);
    let Some(result) = view.result(&call) else {
        return Step::call(view, format!("I will replace the text in `{path}`."), call);
    };
    if result.failed {
        return Step::Done(refused(&format!("replace the text in `{path}`"), result));
    }
    let diff = result.detail("diff").and_then(serde_json::Value::as_str).unwrap_or_default();
    let shown = if diff.trim().is_empty() { result.text.trim().to_owned() } else { block(diff, SHOWN_LINES) };
    Step::Done(format!("`{path}` is changed:\n\n{shown}"))
}
