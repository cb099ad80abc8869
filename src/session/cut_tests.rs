//! Limits and cuts.

use super::*;
use crate::session::state_tests::{reply, summary, tool_result, user};

fn limit(policy: CompactionPolicy, window: u64) -> u64 {
    policy.limit(window)
}

#[test]
fn the_limit_is_the_threshold_else_the_percentage_else_what_the_reserve_leaves() {
    let policy = CompactionPolicy::default();
    assert_eq!(limit(policy.clone(), 200_000), 170_000);
    assert_eq!(limit(policy.clone(), 50_000), 50_000 - 16_384);
    assert_eq!(limit(policy.clone(), 10_000), 8_500, "too small for the reserve");
    assert_eq!(limit(CompactionPolicy { reserve: Some(60_000), ..policy.clone() }, 200_000), 140_000);
    assert_eq!(limit(CompactionPolicy { reserve: Some(100), ..policy.clone() }, 200_000), 170_000, "never less");
    assert_eq!(limit(CompactionPolicy { percent: Some(80.0), ..policy.clone() }, 200_000), 160_000);
    assert_eq!(limit(CompactionPolicy { percent: Some(100.0), ..policy.clone() }, 200_000), 198_000);
    let both = CompactionPolicy { threshold: Some(999_999), percent: Some(80.0), ..policy };
    assert_eq!(limit(both, 200_000), 199_999);
}

#[test]
fn what_is_recent_stays_and_calls_keep_their_results() {
    let messages = [user("a"), reply("look", &["x"]), tool_result("x"), reply("b", &[]), user("c"), reply("d", &[])];
    let sizes = [10, 10, 100, 10, 10, 10];
    let place = |keep| cut(&messages, &sizes, 0, keep, Reach::Older).map(|cut| (cut.at, cut.splits_turn));
    assert_eq!(place(20), Some((4, false)));
    assert_eq!(place(25), Some((3, true)), "the turn is split");
    assert_eq!(place(60), Some((1, true)), "never between the call and its result");
    assert_eq!(place(1_000_000), Some((1, true)), "something goes always");
    assert_eq!(place(0), Some((5, true)));
}

#[test]
fn an_estimate_that_is_too_low_keeps_less() {
    let messages = [user("a"), reply("b", &[]), user("c"), reply("d", &[])];
    let place = |real| cut(&messages, &[10, 10, 10, 10], real, 15, Reach::Older).map(|cut| cut.at);
    assert_eq!(place(0), Some(2));
    assert_eq!(place(40), Some(2));
    assert_eq!(place(400), Some(3));
    assert_eq!(place(u64::MAX), Some(3));
}

#[test]
fn two_messages_are_enough_and_a_summary_alone_is_not() {
    let place = |messages: &[Arc<AgentMessage>]| {
        cut(messages, &vec![5; messages.len()], 28, 20_000, Reach::Older).map(|cut| (cut.from, cut.at))
    };
    assert_eq!(place(&[user("a"), reply("b", &[])]), Some((0, 1)));
    assert_eq!(place(&[user("a")]), None);
    assert_eq!(place(&[]), None);
    assert_eq!(place(&[summary("notes"), user("a")]), None);
    assert_eq!(place(&[summary("notes"), user("a"), reply("b", &[])]), Some((1, 2)));
}

#[test]
fn everything_goes_only_where_no_prompt_is_open() {
    let all = |messages: &[Arc<AgentMessage>]| {
        cut(messages, &vec![5; messages.len()], 0, 20_000, Reach::All).map(|cut| (cut.from, cut.at))
    };
    assert_eq!(all(&[summary("notes"), reply("look", &["x"]), tool_result("x")]), Some((1, 3)));
    assert_eq!(all(&[reply("b", &[]), user("a")]), None);
}
