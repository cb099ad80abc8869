//! Commands of auto-mode.

use std::time::Duration;

use crate::automode::{Plan, Refused, Standing, Status};
use crate::base::clock;
use crate::dialect::lane::Ticket;
use crate::outbox::AutomodeEnd;
use crate::proto::autohand::{
    AutomodeCancelCommand, AutomodeCancelResult, AutomodeEntry, AutomodeGetLogCommand, AutomodeLog,
    AutomodePauseCommand, AutomodePauseResult, AutomodeReason, AutomodeResumeCommand, AutomodeResumeResult,
    AutomodeStartCommand, AutomodeStartResult, AutomodeStatusCommand, AutomodeStatusResult, AutomodeWord as Word,
};

use super::desk::{AutomodeDefaults, Desk};
use super::{ReplyTo, errors};

/// Answers when the run has really started. `ticket` keeps the process from ending before the run has.
pub(super) fn automode_start(
    desk: &Desk,
    command: AutomodeStartCommand,
    reply: ReplyTo<AutomodeStartCommand>,
    ticket: Ticket,
) {
    if command.message.trim().is_empty() {
        return reply.fail(errors::missing("message"));
    }
    if command.use_worktree == Some(true) {
        return reply.fail(errors::invalid("useWorktree", "a worktree is not made here; only false is served"));
    }
    let plan = plan(command, &desk.automode_defaults);
    let (automode, voice) = (desk.automode.clone(), desk.voice.clone());
    let (home, tasks) = (desk.cx.foreground(), desk.cx.engine.tasks().clone());
    desk.cx.foreground().call("automode_start", move |session, _| {
        if voice.turns().closing {
            return reply.fail(errors::SHUTTING_DOWN);
        }
        if automode.is_restored() {
            return reply.fail(errors::AUTOMODE_LEFT);
        }
        if automode.is_active() {
            return reply.fail(errors::AUTOMODE_RUNS);
        }
        if session.is_streaming() || session.is_compacting() {
            return reply.fail(errors::BUSY);
        }
        match automode.start(plan, home, session.config().artifacts.clone(), &tasks, ticket) {
            Ok(()) => reply.send(AutomodeStartResult { status: Word::Running }),
            Err(_) => reply.fail(errors::AUTOMODE_RUNS),
        }
    });
}

fn plan(command: AutomodeStartCommand, defaults: &AutomodeDefaults) -> Plan {
    let some = |number: Option<u64>| number.filter(|number| *number > 0);
    let minutes = command.max_runtime.filter(|minutes| *minutes > 0.0).unwrap_or(defaults.max_runtime);
    Plan {
        message: command.message,
        max_turns: some(command.max_turns).or(some(command.max_iterations)).unwrap_or(defaults.max_turns),
        promise: command
            .completion_promise
            .filter(|word| !word.trim().is_empty())
            .unwrap_or_else(|| defaults.promise.clone()),
        max_runtime: Duration::try_from_secs_f64(minutes * 60.0).unwrap_or(Duration::MAX),
        max_cost: command.max_cost.filter(|cost| *cost > 0.0).unwrap_or(defaults.max_cost),
    }
}

pub(super) fn automode_status(desk: &Desk, _: AutomodeStatusCommand, reply: ReplyTo<AutomodeStatusCommand>) {
    let automode = desk.automode.clone();
    desk.cx.foreground().call("automode_status", move |session, _| {
        let Standing { status, turns_completed, turns_remaining, message, max_turns } = automode.standing();
        reply.send(AutomodeStatusResult {
            active: matches!(status, Status::Running | Status::Paused),
            paused: status == Status::Paused,
            turns_completed,
            turns_remaining,
            status: Some(word(status)),
            session_id: Some(session.id().to_string()),
            message,
            max_turns,
        });
    });
}

fn word(status: Status) -> Word {
    match status {
        Status::Idle => Word::Idle,
        Status::Running => Word::Running,
        Status::Paused => Word::Paused,
        Status::Completed => Word::Completed,
        Status::Cancelled => Word::Cancelled,
        Status::Failed => Word::Failed,
    }
}

pub(super) fn automode_pause(desk: &Desk, _: AutomodePauseCommand, reply: ReplyTo<AutomodePauseCommand>) {
    match desk.automode.pause() {
        Ok(()) => reply.send(AutomodePauseResult { status: Word::Paused }),
        Err(Refused::AlreadyPaused) => reply.fail(errors::AUTOMODE_IS_PAUSED),
        Err(_) => reply.fail(errors::NO_AUTOMODE_RUNS),
    }
}

pub(super) fn automode_resume(
    desk: &Desk,
    _: AutomodeResumeCommand,
    reply: ReplyTo<AutomodeResumeCommand>,
    ticket: Ticket,
) {
    let (automode, tasks, home) = (desk.automode.clone(), desk.cx.engine.tasks().clone(), desk.cx.foreground());
    desk.cx.foreground().call("automode_resume", move |session, _| {
        match automode.resume(home, session.config().artifacts.clone(), &tasks, ticket) {
            Ok(()) => reply.send(AutomodeResumeResult { status: Word::Running }),
            Err(Refused::NotPaused) => reply.fail(errors::AUTOMODE_NOT_PAUSED),
            Err(_) => reply.fail(errors::NO_AUTOMODE_TO_RESUME),
        }
    });
}

/// Answers first; the end of the turn that runs and of the run follow.
pub(super) fn automode_cancel(
    desk: &Desk,
    command: AutomodeCancelCommand,
    reply: ReplyTo<AutomodeCancelCommand>,
    ticket: Ticket,
) {
    if let Some(reason) = command.reason {
        tracing::info!("auto-mode is cancelled: {reason}");
    }
    let (automode, tasks, home) = (desk.automode.clone(), desk.cx.engine.tasks().clone(), desk.cx.foreground());
    desk.cx.foreground().call("automode_cancel", move |session, fx| {
        if !automode.is_active() {
            return reply.fail(errors::NO_AUTOMODE_TO_CANCEL);
        }
        reply.send(AutomodeCancelResult { status: Word::Cancelled });
        // A run that ended in this moment has said so itself.
        let _ = automode.cancel(AutomodeEnd::Cancelled, home, session.config().artifacts.clone(), &tasks, ticket);
        session.abort(Box::new(|_, _| {}), fx);
    });
}

pub(super) fn automode_get_log(desk: &Desk, command: AutomodeGetLogCommand, reply: ReplyTo<AutomodeGetLogCommand>) {
    let most = command.limit.filter(|most| *most > 0).map(|most| usize::try_from(most).unwrap_or(usize::MAX));
    let entry = |entry: crate::automode::Entry| AutomodeEntry {
        turn: entry.turn,
        action: entry.action,
        timestamp: clock::iso(entry.timestamp),
    };
    reply.send(AutomodeLog { entries: desk.automode.log(most).into_iter().map(entry).collect() });
}

/// Why a run ended, in the protocol's words, and what went wrong.
pub(super) fn reason(end: AutomodeEnd) -> (AutomodeReason, Option<String>) {
    let reason = match end {
        AutomodeEnd::Completed => AutomodeReason::Completed,
        AutomodeEnd::MaxTurns => AutomodeReason::MaxTurns,
        AutomodeEnd::MaxRuntime => AutomodeReason::MaxRuntime,
        AutomodeEnd::MaxCost => AutomodeReason::MaxCost,
        AutomodeEnd::CircuitBreaker => AutomodeReason::CircuitBreaker,
        AutomodeEnd::Cancelled => AutomodeReason::Cancelled,
        AutomodeEnd::Aborted | AutomodeEnd::Shutdown => AutomodeReason::Aborted,
        AutomodeEnd::Error(why) => return (AutomodeReason::Error, Some(why)),
    };
    (reason, None)
}
