//! Commands for conversations that go on out of sight, and what a session change says of them.

use crate::dialect::cx::Cx;
use crate::engine::{EngineError, Hidden, Moved};
use crate::proto::veyyon::{
    BackgroundConversation, BackgroundMove, CancelBackgroundSessionCommand, CancelBackgroundSessionResult, CommandSpec,
    GetBackgroundSessionsCommand, GetBackgroundSessionsResult, SessionChange,
};

use super::{ReplyTo, errors, sessions};

pub(super) fn get_background_sessions(
    cx: &Cx,
    _: GetBackgroundSessionsCommand,
    reply: ReplyTo<GetBackgroundSessionsCommand>,
) {
    let engine = cx.engine.clone();
    cx.engine.tasks().spawn("get_background_sessions", async move {
        let sessions = engine.hidden().await.into_iter().map(conversation).collect();
        reply.send(GetBackgroundSessionsResult { sessions });
    });
}

/// Answers when the conversation is closed.
pub(super) fn cancel_background_session(
    cx: &Cx,
    command: CancelBackgroundSessionCommand,
    reply: ReplyTo<CancelBackgroundSessionCommand>,
) {
    let (engine, id) = (cx.engine.clone(), command.session_id);
    cx.engine.tasks().spawn("cancel_background_session", async move {
        match engine.cancel_hidden(&id).await {
            true => reply.send(CancelBackgroundSessionResult { session_id: id }),
            false => reply.fail(errors::no_background_conversation(&id)),
        }
    });
}

/// Answers a command that changed the session, or was refused.
pub(super) fn answer<C: CommandSpec<Data = SessionChange>>(
    changed: Result<Option<Moved>, EngineError>,
    reply: ReplyTo<C>,
) {
    match changed {
        Ok(moved) => reply.send(SessionChange { cancelled: false, background: moved.map(background_move) }),
        Err(error) => reply.fail(sessions::text(&error)),
    }
}

fn conversation(hidden: Hidden) -> BackgroundConversation {
    BackgroundConversation {
        session_id: hidden.id.as_str().to_owned(),
        session_file: hidden.file.map(|path| path.display().to_string()),
        title: hidden.title,
        detached_at: hidden.detached_at,
        streaming: true,
        stopping: hidden.stopping,
    }
}

fn background_move(moved: Moved) -> BackgroundMove {
    BackgroundMove {
        message: in_words(&moved),
        session_id: moved.id.as_str().to_owned(),
        session_file: moved.file.map(|path| path.display().to_string()),
        streaming: moved.streaming,
        displaced: moved.displaced.iter().map(|id| id.as_str().to_owned()).collect(),
    }
}

/// The move in one line, to show to people.
fn in_words(moved: &Moved) -> String {
    let what = if moved.streaming { "continues in the background" } else { "closes once its background jobs finish" };
    let mut line = format!("{} {what}", moved.id.as_str());
    if !moved.displaced.is_empty() {
        let ids: Vec<&str> = moved.displaced.iter().map(|id| id.as_str()).collect();
        line.push_str(&format!("; stopped {} (background limit {})", ids.join(", "), moved.limit));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_told_in_one_line() {
        let moved = |streaming, displaced: &[&str]| Moved {
            id: "a".into(),
            file: None,
            streaming,
            displaced: displaced.iter().map(|id| (*id).into()).collect(),
            limit: 2,
        };
        assert_eq!(in_words(&moved(true, &[])), "a continues in the background");
        assert_eq!(in_words(&moved(false, &[])), "a closes once its background jobs finish");
        assert_eq!(
            in_words(&moved(true, &["b", "c"])),
            "a continues in the background; stopped b, c (background limit 2)"
        );
    }

    #[test]
    fn an_unknown_conversation_is_told_by_its_id() {
        assert_eq!(errors::no_background_conversation("a"), "No background conversation a");
        assert_eq!(errors::BACKGROUND_WITH_PARENT, "new_session cannot combine background with parentSession");
        assert_eq!(
            sessions::text(&EngineError::BackgroundLimit(0)),
            "session.backgroundLimit must be at least 1, not 0"
        );
    }
}
