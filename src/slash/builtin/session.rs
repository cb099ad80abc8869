//! Commands about the session as a whole.

use crate::base::ids;
use crate::slash::list::Subcommand;
use crate::slash::run::{Stage, Step, later};

pub(super) const SUBCOMMANDS: &[Subcommand] = &[
    Subcommand { name: "info", description: "Show id, file, model and counts", usage: None },
    Subcommand { name: "delete", description: "Delete it with its file and begin a new one", usage: None },
];

pub(super) fn session(stage: &mut Stage<'_>, arguments: &str) -> Step {
    match arguments {
        "" | "info" => {
            let text = info(stage);
            stage.print(text);
            Step::Done
        }
        "delete" => delete(stage),
        _ => {
            stage.print("Usage: /session [info | delete]");
            Step::Done
        }
    }
}

fn info(stage: &Stage<'_>) -> String {
    let (view, stats) = (stage.session.view(), stage.session.stats());
    let file = view.file.map_or_else(|| "none: it is only in memory".to_owned(), |file| file.display().to_string());
    let model = view.model.map_or_else(|| "none".to_owned(), |model| format!("{}/{}", model.provider, model.id));
    let lines = [
        format!("Session: {}", view.id),
        format!("Name: {}", view.name.as_deref().unwrap_or("none")),
        format!("File: {file}"),
        format!("Folder: {}", view.cwd.display()),
        format!("Model: {model}"),
        format!("Thinking: {}", view.thinking),
        format!(
            "Messages: {} ({} from the user, {} from the model, {} results of tools)",
            stats.total_messages, stats.user_messages, stats.assistant_messages, stats.tool_results
        ),
    ];
    lines.join("\n")
}

/// Whoever asks has no screen to confirm on; the word itself is the confirmation.
fn delete(stage: &Stage<'_>) -> Step {
    let engine = stage.engine.clone();
    later(async move {
        match engine.delete_session().await {
            Ok(Some(file)) => format!("Session deleted: {}", file.display()),
            Ok(None) => "Session deleted.".to_owned(),
            Err(error) => format!("The session was not deleted: {error}"),
        }
    })
}

pub(super) fn rename(stage: &mut Stage<'_>, arguments: &str) -> Step {
    match stage.session.set_name(arguments, stage.fx) {
        Ok(()) => {
            stage.print(format!("Session renamed to {}.", arguments.trim()));
            stage.tell_session();
        }
        Err(_) => stage.print("Usage: /rename <name>"),
    }
    Step::Done
}

pub(super) fn fresh(stage: &mut Stage<'_>, _: &str) -> Step {
    stage.session.set_provider_session(ids::new_session_id().as_str());
    stage.print("Providers see a new session from the next request on.");
    Step::Done
}

pub(super) fn export(stage: &mut Stage<'_>, arguments: &str) -> Step {
    let (engine, page) = (stage.engine.clone(), stage.slash.parts().page);
    let to = (!arguments.is_empty()).then(|| arguments.to_owned());
    later(async move {
        match engine.export(to, page).await {
            Ok(path) => format!("Session exported to: {}", path.display()),
            Err(error) => format!("Export failed: {error}"),
        }
    })
}
