//! The command that puts notes in the place of the older history.

use tokio::sync::oneshot;

use crate::slash::run::{LastStep, Stage, Step};

/// Ends a running turn first, as the protocol's own command does; what was typed says what the notes must keep.
pub(super) fn compact(stage: &mut Stage<'_>, arguments: &str) -> Step {
    let focus = (!arguments.is_empty()).then(|| arguments.to_owned());
    let (tell, told) = oneshot::channel();
    let done = move |result| {
        // Who no longer listens has ended with the process.
        let _ = tell.send(result);
    };
    stage.session.compact(focus, Box::new(done), stage.fx);
    Step::Later(Box::pin(async move {
        let result = told.await;
        let last: LastStep = Box::new(move |stage| {
            let text = match result {
                Ok(Ok(done)) => complete(stage, done.tokens_before),
                Ok(Err(error)) => format!("Compaction failed: {error}"),
                Err(_) => "Compaction failed: the session broke off".to_owned(),
            };
            stage.print(text);
        });
        last
    }))
}

/// A small history can grow by its notes; then nothing was saved.
fn complete(stage: &Stage<'_>, before: u64) -> String {
    match stage.session.context_usage() {
        Some(usage) => {
            let saved = (before as f64 - usage.tokens).max(0.0);
            format!("Compaction complete. Tokens: {before} -> {:.0} (saved {saved:.0}).", usage.tokens)
        }
        None => "Compaction complete.".to_owned(),
    }
}
