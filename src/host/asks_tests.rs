//! The table: every ask ends once, and what does not end by its answer is taken back.

use std::sync::Arc;

use futures_util::FutureExt;

use super::*;
use crate::host::testing::{Ear, Said, host};
use crate::host::{Host, Surface};

fn read(url: &str) -> Question {
    Question::Read { url: url.into() }
}

fn content(text: &str) -> Answer {
    Answer::Uri(UriAnswer { content: Some(text.into()), ..UriAnswer::default() })
}

fn listening() -> (Host, Arc<Ear>) {
    host(Surface::default())
}

fn forever() -> Wait {
    Wait::on(&CancellationToken::new())
}

#[tokio::test]
async fn an_answer_ends_its_own_ask_and_no_other() {
    let (host, ear) = listening();
    let asks = host.asks();
    let (mut one, mut two) = (Box::pin(asks.ask(read("a"), forever())), Box::pin(asks.ask(read("b"), forever())));
    assert!((&mut one).now_or_never().is_none() && (&mut two).now_or_never().is_none());
    assert_eq!(ear.heard(), [Said::Asked("uri_1".into(), read("a")), Said::Asked("uri_2".into(), read("b"))]);
    assert!(asks.settle("uri_2", content("B")));
    assert_eq!(two.await, Ok(content("B")));
    assert!((&mut one).now_or_never().is_none());
    assert!(asks.settle("uri_1", content("A")));
    assert_eq!(one.await, Ok(content("A")));
    assert_eq!((ear.heard(), asks.open_count()), (vec![], 0));
}

#[tokio::test]
async fn late_repeated_unknown_and_unfitting_answers_have_no_effect() {
    let (host, ear) = listening();
    let asks = host.asks();
    let mut ask = Box::pin(asks.ask(read("a"), forever()));
    assert!((&mut ask).now_or_never().is_none());
    assert!(!asks.settle("uri_7", content("stray")));
    assert!(!asks.settle("uri_1", Answer::Dialog(DialogAnswer::default())));
    assert!(!asks.progress("uri_1", Payload::default()));
    assert!(asks.settle("uri_1", content("first")));
    assert!(!asks.settle("uri_1", content("second")));
    assert_eq!(ask.await, Ok(content("first")));
    assert!(!asks.settle("uri_1", content("late")));
    assert_eq!(ear.heard().len(), 1);
}

#[tokio::test]
async fn a_token_takes_the_question_back() {
    let (host, ear) = listening();
    let token = CancellationToken::new();
    let mut ask = Box::pin(host.asks().ask(read("a"), Wait::on(&token)));
    assert!((&mut ask).now_or_never().is_none());
    token.cancel();
    assert_eq!(ask.await, Err(Unanswered::Aborted));
    let withdrawn = Said::Withdrawn { id: "uri_cancel_1".into(), target: "uri_1".into() };
    assert_eq!(ear.heard().last(), Some(&withdrawn));
    assert!(!host.asks().settle("uri_1", content("late")));
    // What is cut before it is asked is not asked at all.
    assert_eq!(host.asks().ask(read("b"), Wait::on(&token)).await, Err(Unanswered::Aborted));
    assert_eq!(ear.heard(), []);
}

#[tokio::test]
async fn an_answer_that_is_there_counts_although_the_token_fired() {
    let (host, ear) = listening();
    let token = CancellationToken::new();
    let mut ask = Box::pin(host.asks().ask(read("a"), Wait::on(&token)));
    assert!((&mut ask).now_or_never().is_none());
    host.asks().settle("uri_1", content("A"));
    token.cancel();
    assert_eq!(ask.await, Ok(content("A")));
    assert_eq!(ear.heard().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn time_that_is_over_takes_the_question_back() {
    let (host, ear) = listening();
    let wait = Wait { timeout: Some(Duration::from_secs(30)), token: CancellationToken::new() };
    assert_eq!(host.asks().ask(read("a"), wait).await, Err(Unanswered::TimedOut));
    let withdrawn = Said::Withdrawn { id: "uri_cancel_1".into(), target: "uri_1".into() };
    assert_eq!(ear.heard().last(), Some(&withdrawn));
}

#[tokio::test]
async fn an_ask_that_is_dropped_is_taken_back() {
    let (host, ear) = listening();
    let mut ask = Box::pin(host.asks().ask(read("a"), forever()));
    assert!((&mut ask).now_or_never().is_none());
    drop(ask);
    let withdrawn = Said::Withdrawn { id: "uri_cancel_1".into(), target: "uri_1".into() };
    assert_eq!(ear.heard().last(), Some(&withdrawn));
    assert_eq!(host.asks().open_count(), 0);
}

#[tokio::test]
async fn the_end_of_input_ends_what_is_open_and_what_comes_later() {
    let (host, ear) = listening();
    let mut ask = Box::pin(host.asks().ask(read("a"), forever()));
    assert!((&mut ask).now_or_never().is_none());
    host.asks().close();
    assert_eq!(ask.await, Err(Unanswered::Gone));
    assert_eq!(host.asks().ask(read("b"), forever()).await, Err(Unanswered::Gone));
    // The first question, and no word after it: nobody listens.
    assert_eq!(ear.heard().len(), 1);
}

#[tokio::test]
async fn a_host_that_cannot_be_asked_says_so_at_once() {
    let asks = Asks::default();
    assert_eq!(asks.ask(read("a"), forever()).await, Err(Unanswered::Unsupported));
    assert!(!asks.show(Shown::Title("t".into())));
}
