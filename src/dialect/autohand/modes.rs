//! Commands that switch modes: plan mode and YOLO mode.

use std::time::Duration;

use crate::proto::autohand::{PlanModeResult, PlanModeSetCommand, YoloResult, YoloSetCommand};

use super::desk::Desk;
use super::{ReplyTo, errors};

pub(super) fn plan_mode_set(desk: &Desk, command: PlanModeSetCommand, reply: ReplyTo<PlanModeSetCommand>) {
    desk.permissions.set_plan(command.enabled);
    reply.send(PlanModeResult { plan_mode: desk.permissions.is_plan() });
}

pub(super) fn yolo_set(desk: &Desk, command: YoloSetCommand, reply: ReplyTo<YoloSetCommand>) {
    if command.enabled {
        let lasts = command.timeout_seconds.filter(|seconds| *seconds > 0).map(Duration::from_secs);
        if desk.permissions.yolo_on(&command.patterns.unwrap_or_default(), lasts).is_err() {
            return reply.fail(errors::invalid("patterns", "a pattern is empty"));
        }
    } else {
        desk.permissions.yolo_off();
    }
    let now = desk.permissions.yolo();
    reply.send(YoloResult {
        yolo: now.on,
        patterns: (!now.patterns.is_empty()).then_some(now.patterns),
        expires_in: now.expires_in.map(seconds),
    });
}

/// Whole seconds; what has begun counts.
fn seconds(left: Duration) -> u64 {
    left.as_secs() + u64::from(left.subsec_nanos() > 0)
}
