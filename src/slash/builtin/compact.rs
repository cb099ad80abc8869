//! `/compact`: notes in the place of the older history, from a prompt.

use tokio::sync::oneshot;

use crate::session::Session;
use crate::slash::run::{LastStep, Stage, Step};

/// What is typed behind the name is what the notes should pay attention to.
pub(super) fn compact(stage: &mut Stage<'_>, arguments: &str) -> Step {
    let before = tokens(stage.session);
    let (tell, told) = oneshot::channel();
    let focus = (!arguments.is_empty()).then(|| arguments.to_owned());
    let done = move |result: Result<_, _>| {
        // Whoever asked may be gone.
        let _ = tell.send(result.map(drop));
    };
    stage.session.compact(focus, Box::new(done), stage.fx);
    Step::Later(Box::pin(async move {
        let told = told.await;
        let last: LastStep = Box::new(move |stage| {
            let after = tokens(stage.session);
            stage.print(match told {
                Ok(Ok(())) => {
                    let saved = before.saturating_sub(after);
                    format!("Compaction complete. Tokens: {before} -> {after} (saved {saved}).")
                }
                Ok(Err(why)) => format!("Compaction failed: {why}"),
                Err(_) => "Compaction failed: it broke off".to_owned(),
            });
        });
        last
    }))
}

fn tokens(session: &Session) -> u64 {
    session.context_usage().map_or(0, |usage| usage.tokens as u64)
}
