//! Commands that show and change the folder that the session works in.

use crate::slash::run::{Stage, Step, later};

pub(super) fn show_or_change(stage: &mut Stage<'_>, arguments: &str) -> Step {
    if arguments.is_empty() {
        let text = stage.session.config().cwd.display().to_string();
        stage.print(text);
        return Step::Done;
    }
    change(stage, arguments)
}

/// A running turn goes on there with its next request.
pub(super) fn change(stage: &mut Stage<'_>, arguments: &str) -> Step {
    if arguments.is_empty() {
        stage.print("Usage: /move <folder>");
        return Step::Done;
    }
    let (engine, to) = (stage.engine.clone(), arguments.to_owned());
    later(async move {
        match engine.change_folder(&to).await {
            Ok(folder) => format!("Working folder: {}", folder.display()),
            Err(error) => format!("The folder was not changed: {error}"),
        }
    })
}
