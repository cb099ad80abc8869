//! Writes a cassette: a line as each thing happens, so that what was recorded survives the end of the process.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use futures_core::Stream;
use serde::Serialize;
use tokio::time::Instant;

use crate::base::clock;
use crate::base::log::Secrets;
use crate::proto::cassette::{CassetteHeader, CassetteLine, ExchangeChunks, ExchangeCut};
use crate::provider::{Chunk, ChunkStream, End, Failure, FailureKind, Provider, Request, exchange};

use super::chunks::recorded;
use super::print::{Places, Print};
use super::{CassetteError, failure};

/// The version of the format that is written and read.
pub(super) const VERSION: u64 = 1;

/// A cassette that is being written.
pub struct Recording {
    path: PathBuf,
    places: Places,
    secrets: Secrets,
    // A leaf lock: held for one write, never across an await.
    state: Mutex<State>,
}

struct State {
    file: File,
    exchanges: u64,
    /// Numbers of the conversations, by the id that they give to providers.
    sessions: HashMap<Arc<str>, u64>,
}

impl Recording {
    /// A new cassette. One that is there is written over, any other file is not.
    pub fn create(path: &Path, places: Places, secrets: Secrets) -> Result<Self, CassetteError> {
        let io = |source| CassetteError::Io { file: path.to_owned(), source };
        // Conversations are nobody else's business.
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false).mode(0o600);
        let mut file = options.open(path).map_err(io)?;
        if !is_ours(&mut file).map_err(io)? {
            return Err(CassetteError::Taken { file: path.to_owned() });
        }
        file.set_len(0).map_err(io)?;
        let file = OpenOptions::new().append(true).open(path).map_err(io)?;
        let state = Mutex::new(State { file, exchanges: 0, sessions: HashMap::new() });
        let recording = Self { path: path.to_owned(), places, secrets, state };
        let header = CassetteHeader {
            version: VERSION,
            recorded_at: clock::iso(clock::now()),
            program: concat!("hostwire ", env!("CARGO_PKG_VERSION")).to_owned(),
        };
        recording.write(&header).map_err(io)?;
        Ok(recording)
    }

    /// Notes a request and gives its number.
    fn begin(&self, request: &Request) -> Result<u64, Failure> {
        let print = Print::of(request, &self.places);
        let line = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.exchanges += 1;
            let next = state.sessions.len() as u64 + 1;
            let session = *state.sessions.entry(request.session_id.clone()).or_insert(next);
            print.line(state.exchanges, session)
        };
        let exchange = line.exchange;
        self.write(&line).map(|()| exchange).map_err(|error| self.broken(&error))
    }

    fn write(&self, line: &impl Serialize) -> std::io::Result<()> {
        let text = serde_json::to_string(line)?;
        let line = format!("{}\n", self.secrets.redact(&text));
        self.state.lock().unwrap_or_else(PoisonError::into_inner).file.write_all(line.as_bytes())
    }

    fn broken(&self, error: &std::io::Error) -> Failure {
        failure(format!("The cassette {} cannot be written: {error}", self.path.display()))
    }
}

/// Whether the file is empty or begins as a cassette does.
fn is_ours(file: &mut File) -> std::io::Result<bool> {
    let mut start = Vec::new();
    file.take(4096).read_to_end(&mut start)?;
    let line = start.split(|byte| *byte == b'\n').next().unwrap_or_default();
    Ok(start.is_empty() || matches!(serde_json::from_slice(line), Ok(CassetteLine::Cassette(_))))
}

/// The provider, with everything written down.
pub(super) fn wrap(recording: Arc<Recording>, provider: Arc<dyn Provider>) -> Arc<dyn Provider> {
    Arc::new(Recorder { recording, provider })
}

struct Recorder {
    recording: Arc<Recording>,
    provider: Arc<dyn Provider>,
}

impl Provider for Recorder {
    fn stream(&self, request: Request) -> ChunkStream {
        match self.recording.begin(&request) {
            Ok(exchange) => Box::pin(Recorded {
                inner: self.provider.stream(request),
                recording: self.recording.clone(),
                exchange,
                began: Instant::now(),
                over: false,
            }),
            Err(failure) => exchange::failed(failure),
        }
    }
}

struct Recorded {
    inner: ChunkStream,
    recording: Arc<Recording>,
    exchange: u64,
    began: Instant,
    over: bool,
}

impl Recorded {
    /// Milliseconds since the request, rounded to microseconds.
    fn after(&self) -> f64 {
        (self.began.elapsed().as_secs_f64() * 1e6).round() / 1e3
    }

    fn note(&mut self, batch: &[Chunk]) -> std::io::Result<()> {
        self.over |= batch.iter().any(|chunk| matches!(chunk, Chunk::End(_)));
        let chunks = batch.iter().map(recorded).collect();
        self.recording.write(&ExchangeChunks { exchange: self.exchange, after_ms: self.after(), chunks })
    }
}

impl Stream for Recorded {
    type Item = Vec<Chunk>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Vec<Chunk>>> {
        let this = self.get_mut();
        let batch = match ready!(this.inner.as_mut().poll_next(cx)) {
            Some(batch) => batch,
            None if this.over => return Poll::Ready(None),
            // A stream owes its end; a replay has to find one.
            None => vec![Chunk::End(End::Failed(Failure {
                kind: FailureKind::Truncated,
                message: "The provider's stream ended without an end".into(),
                status: None,
                retry_after: None,
            }))],
        };
        match this.note(&batch) {
            Ok(()) => Poll::Ready(Some(batch)),
            Err(error) => {
                this.over = true;
                let failure = this.recording.broken(&error);
                Poll::Ready(Some(vec![Chunk::End(End::Failed(failure))]))
            }
        }
    }
}

impl Drop for Recorded {
    fn drop(&mut self) {
        if !self.over {
            let cut = ExchangeCut { exchange: self.exchange, after_ms: self.after() };
            if let Err(error) = self.recording.write(&cut) {
                tracing::error!(%error, path = %self.recording.path.display(), "the cassette cannot be written");
            }
        }
    }
}
