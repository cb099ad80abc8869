//! One request and its streamed reply: connection, limits of time, and the decoder that a vendor's room supplies.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use reqwest::header::{ACCEPT_ENCODING, HeaderMap, HeaderValue};
use reqwest::{Response, Url};
use tokio::time::{Instant, Sleep};

use crate::base::clock;

use super::http::{self, Http};
use super::{Chunk, ChunkStream, End, Failure, FailureKind, Limits, retry_after};

/// What is sent.
#[derive(Debug)]
pub struct Post {
    pub url: Url,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

/// A vendor's side of a reply.
pub trait Decode: Send {
    /// Takes in the next bytes of a successful response.
    fn bytes(&mut self, bytes: &[u8], out: &mut Vec<Chunk>);
    /// The body ended.
    fn end(&mut self, out: &mut Vec<Chunk>);
    /// Whether the model has stopped, so that only accounts can follow.
    fn is_finished(&self) -> bool;
    /// Whether the end has been told.
    fn is_over(&self) -> bool;
    /// What a refusal means; `wait` is what its headers ask for.
    fn refusal(&self, status: u16, body: &[u8], wait: Option<Duration>) -> Failure;
}

/// After the model has stopped: how long its accounts are waited for.
const AFTER_STOP: Duration = Duration::from_secs(5);
/// After the end: how long the body's own end is waited for, without which a connection cannot be used again.
const AFTER_END: Duration = Duration::from_millis(20);
/// How much of a refusal is read, and for how long.
const REFUSAL_BYTES: usize = 64 << 10;
const REFUSAL_TIME: Duration = Duration::from_secs(10);
/// How much is decoded before the reader gets a batch, when there is always more.
const BATCH_BYTES: usize = 64 << 10;

/// Sends the request when the stream is first asked; `who` names the provider in failures.
pub fn stream(http: Arc<Http>, post: Post, limits: Limits, who: String, decoder: Box<dyn Decode>) -> ChunkStream {
    let sending = async move {
        let Post { url, mut headers, body } = post;
        headers.insert("content-type", HeaderValue::from_static("application/json"));
        headers.insert("accept", HeaderValue::from_static("text/event-stream, application/json"));
        // A compressed stream comes in lumps.
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        http.post(url, headers, body).await
    };
    Box::pin(Exchange { state: State::Sending(Box::pin(sending)), limits, who, decoder, timer: None })
}

/// A stream that is nothing but a failure.
pub fn failed(failure: Failure) -> ChunkStream {
    Box::pin(futures_util::stream::iter([vec![Chunk::End(End::Failed(failure))]]))
}

type Sending = Pin<Box<dyn Future<Output = Result<Response, Failure>> + Send>>;
type Refused = Pin<Box<dyn Future<Output = (u16, Vec<u8>, Option<Duration>)> + Send>>;
type Body = Pin<Box<dyn Stream<Item = reqwest::Result<Bytes>> + Send>>;

struct Exchange {
    state: State,
    limits: Limits,
    who: String,
    decoder: Box<dyn Decode>,
    timer: Option<Timer>,
}

enum State {
    Sending(Sending),
    Refused(Refused),
    /// With what is decoded and not told yet, and how many bytes that took.
    Reading(Body, Vec<Chunk>, usize),
    /// The end is decoded; it is told when the body has ended too.
    Ending(Body, Vec<Chunk>),
    Over,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// Nothing had arrived.
    None,
    Some,
    /// The body has ended.
    Closed,
}

/// One timer for the whole exchange: data only notes the time, and the timer is set again when it fires early.
struct Timer {
    sleep: Pin<Box<Sleep>>,
    /// When something that counts last happened.
    since: Instant,
    content: bool,
}

impl Stream for Exchange {
    type Item = Vec<Chunk>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Vec<Chunk>>> {
        let this = self.get_mut();
        loop {
            match &mut this.state {
                State::Over => return Poll::Ready(None),
                State::Sending(sending) => match sending.as_mut().poll(cx) {
                    Poll::Pending => return this.wait(cx),
                    Poll::Ready(Err(failure)) => return this.fail(failure, Vec::new()),
                    Poll::Ready(Ok(response)) => this.state = answered(response),
                },
                State::Refused(reading) => {
                    let (status, body, wait) = ready!(reading.as_mut().poll(cx));
                    let failure = this.decoder.refusal(status, &body, wait);
                    return this.fail(failure, Vec::new());
                }
                State::Reading(..) => {
                    let progress = this.read(cx);
                    let State::Reading(_, batch, taken) = &mut this.state else { continue };
                    if this.decoder.is_over() {
                        this.end(progress);
                        continue;
                    }
                    match progress {
                        Progress::Some if *taken < BATCH_BYTES && !batch.is_empty() => {
                            // The connection hands over one piece at a time: it is asked once more before anybody is
                            // told, so that what came in one read of the network is one batch.
                            cx.waker().wake_by_ref();
                            return Poll::Pending;
                        }
                        _ if batch.is_empty() => return this.wait(cx),
                        _ => {
                            *taken = 0;
                            let batch = std::mem::take(batch);
                            this.note(&batch);
                            return Poll::Ready(Some(batch));
                        }
                    }
                }
                State::Ending(body, batch) => {
                    let batch = std::mem::take(batch);
                    let open = drain(body, cx).is_pending();
                    if open && this.timer(AFTER_END).sleep.as_mut().poll(cx).is_pending() {
                        if let State::Ending(_, waiting) = &mut this.state {
                            *waiting = batch;
                        }
                        return Poll::Pending;
                    }
                    this.state = State::Over;
                    return Poll::Ready(Some(batch));
                }
            }
        }
    }
}

impl Exchange {
    /// Decodes what has arrived.
    fn read(&mut self, cx: &mut Context<'_>) -> Progress {
        let State::Reading(body, batch, taken) = &mut self.state else { return Progress::None };
        let before = *taken;
        while !self.decoder.is_over() {
            match body.as_mut().poll_next(cx) {
                Poll::Pending if *taken > before => return Progress::Some,
                Poll::Pending => return Progress::None,
                Poll::Ready(Some(Ok(bytes))) => {
                    self.decoder.bytes(&bytes, batch);
                    *taken += bytes.len();
                    if *taken >= BATCH_BYTES && !batch.is_empty() {
                        // The rest is asked for with the next batch.
                        return Progress::Some;
                    }
                }
                Poll::Ready(None) => self.decoder.end(batch),
                // The model had stopped; how its connection ends does not matter.
                Poll::Ready(Some(Err(_))) if self.decoder.is_finished() => self.decoder.end(batch),
                Poll::Ready(Some(Err(error))) => {
                    let failure = http::broken(&format!("the connection to {} broke", self.who), error);
                    batch.push(Chunk::End(End::Failed(failure)));
                    let batch = std::mem::take(batch);
                    self.state = State::Ending(Box::pin(futures_util::stream::empty()), batch);
                    return Progress::Closed;
                }
            }
        }
        if drain(body, cx).is_ready() { Progress::Closed } else { Progress::Some }
    }

    /// The end is decoded: it is told at once, or when the body has ended too.
    fn end(&mut self, progress: Progress) {
        self.timer = None;
        if let State::Reading(body, batch, _) = std::mem::replace(&mut self.state, State::Over) {
            let body: Body = match progress {
                Progress::Closed => Box::pin(futures_util::stream::empty()),
                Progress::None | Progress::Some => body,
            };
            self.state = State::Ending(body, batch);
        }
    }

    fn fail(&mut self, failure: Failure, mut batch: Vec<Chunk>) -> Poll<Option<Vec<Chunk>>> {
        self.state = State::Over;
        batch.push(Chunk::End(End::Failed(failure)));
        Poll::Ready(Some(batch))
    }

    /// Nothing has arrived: goes to sleep, or gives up when that has lasted too long.
    fn wait(&mut self, cx: &mut Context<'_>) -> Poll<Option<Vec<Chunk>>> {
        loop {
            let limits = self.limits;
            let finished = self.decoder.is_finished();
            let timer = self.timer(limits.first_event);
            let limit = match (finished, timer.content) {
                (true, _) => AFTER_STOP.min(limits.idle),
                (false, true) => limits.idle,
                (false, false) => limits.first_event,
            };
            let due = timer.since + limit;
            if timer.sleep.deadline() > due {
                timer.sleep.as_mut().reset(due);
            }
            ready!(timer.sleep.as_mut().poll(cx));
            if Instant::now() < due {
                timer.sleep.as_mut().reset(due);
                continue;
            }
            let mut batch = Vec::new();
            if finished {
                self.decoder.end(&mut batch);
                self.state = State::Over;
                return Poll::Ready(Some(batch));
            }
            let what = if timer.content { "nothing more" } else { "nothing" };
            let message = format!("{} sent {what} for {} s", self.who, limit.as_secs_f64());
            let failure = Failure { kind: FailureKind::Timeout, message, status: None, retry_after: None };
            return self.fail(failure, batch);
        }
    }

    fn timer(&mut self, first: Duration) -> &mut Timer {
        self.timer.get_or_insert_with(|| {
            let since = Instant::now();
            Timer { sleep: Box::pin(tokio::time::sleep_until(since + first)), since, content: false }
        })
    }

    /// Only what is part of the answer counts (hazard K44): an id or a usage report can be a keep-alive.
    fn note(&mut self, batch: &[Chunk]) {
        if batch.iter().any(|chunk| !matches!(chunk, Chunk::Started { .. } | Chunk::Usage(_))) {
            let first = self.limits.first_event;
            let timer = self.timer(first);
            timer.since = Instant::now();
            timer.content = true;
        }
    }
}

fn answered(response: Response) -> State {
    let status = response.status();
    if status.is_success() {
        return State::Reading(Box::pin(response.bytes_stream()), Vec::new(), 0);
    }
    let wait = retry_after::from_headers(response.headers(), clock::now());
    State::Refused(Box::pin(async move {
        let mut response = response;
        let mut body = Vec::new();
        let reading = async {
            while let Ok(Some(bytes)) = response.chunk().await {
                body.extend_from_slice(&bytes);
                if body.len() >= REFUSAL_BYTES {
                    break;
                }
            }
        };
        // What has arrived by then is enough to say something.
        let _ = tokio::time::timeout(REFUSAL_TIME, reading).await;
        (status.as_u16(), body, wait)
    }))
}

/// Reads past the end.
fn drain(body: &mut Body, cx: &mut Context<'_>) -> Poll<()> {
    loop {
        match ready!(body.as_mut().poll_next(cx)) {
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return Poll::Ready(()),
        }
    }
}
