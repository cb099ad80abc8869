//! A cassette that is played: its exchanges in order, a row for each conversation.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::proto::cassette::{CassetteLine, ExchangeRequest, RecordedChunk};
use crate::provider::Request;

use super::CassetteError;
use super::chunks::is_end;
use super::print::{Places, Print};
use super::recording::VERSION;

/// A cassette is read as a whole.
const MOST: u64 = 256 << 20;

/// A cassette to answer from.
pub struct Tape {
    path: PathBuf,
    places: Places,
    // A leaf lock: held for a lookup, never across an await.
    rows: Mutex<Rows>,
}

struct Rows {
    /// What was not asked for yet, by conversation.
    waiting: BTreeMap<u64, VecDeque<Arc<Exchange>>>,
    /// Which conversation of the cassette a session of this process is.
    taken: HashMap<Arc<str>, u64>,
    total: usize,
}

/// One recorded exchange.
pub(super) struct Exchange {
    pub request: ExchangeRequest,
    pub batches: Vec<Vec<RecordedChunk>>,
    pub ending: Ending,
    /// Line of the request.
    line: usize,
}

/// How the lines of an exchange end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Whole,
    /// It was given up.
    Cut,
    /// The recording itself broke off.
    Missing,
}

impl Tape {
    /// Reads a cassette; the error names the line.
    pub fn load(path: &Path, places: Places) -> Result<Self, CassetteError> {
        let io = |source| CassetteError::Io { file: path.to_owned(), source };
        if std::fs::metadata(path).map_err(io)?.len() > MOST {
            return Err(CassetteError::TooLarge { file: path.to_owned(), most: MOST });
        }
        let text = std::fs::read_to_string(path).map_err(io)?;
        let exchanges = read(&text).map_err(|(line, why)| CassetteError::Line { file: path.to_owned(), line, why })?;
        let mut rows = Rows { waiting: BTreeMap::new(), taken: HashMap::new(), total: exchanges.len() };
        for exchange in exchanges {
            rows.waiting.entry(exchange.request.session).or_default().push_back(Arc::new(exchange));
        }
        Ok(Self { path: path.to_owned(), places, rows: Mutex::new(rows) })
    }

    /// The exchange that answers the request, which is spent then; or why there is none.
    pub(super) fn take(&self, request: &Request) -> Result<Arc<Exchange>, String> {
        let print = Print::of(request, &self.places);
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let total = rows.total;
        let spent = || {
            format!("Replay drifted: {} holds {total} exchanges and none is left for this request", self.path.display())
        };
        let row = rows.row(&request.session_id, &print).ok_or_else(spent)?;
        let queue = rows.waiting.get_mut(&row).ok_or_else(spent)?;
        let next = queue.front().ok_or_else(spent)?;
        if let Some(difference) = print.difference(&next.request) {
            let place = self.place(next);
            return Err(format!("Replay drifted at {place}: {difference}"));
        }
        queue.pop_front().ok_or_else(spent)
    }

    /// Where an exchange stands, for people.
    pub(super) fn place(&self, exchange: &Exchange) -> String {
        format!("exchange {} ({}:{})", exchange.request.exchange, self.path.display(), exchange.line)
    }
}

impl Rows {
    /// The conversation of this session: the one it began with, else the first free one whose first request is this,
    /// else the first free one, so that the difference can be told.
    fn row(&mut self, session: &Arc<str>, print: &Print) -> Option<u64> {
        if let Some(row) = self.taken.get(session) {
            return Some(*row);
        }
        let free = || self.waiting.iter().filter(|(row, _)| !self.taken.values().any(|taken| taken == *row));
        let opens = |queue: &VecDeque<Arc<Exchange>>| {
            queue.front().is_some_and(|first| print.difference(&first.request).is_none())
        };
        let fitting = free().find(|(_, queue)| opens(queue)).map(|(row, _)| *row);
        match fitting {
            Some(row) => {
                self.taken.insert(session.clone(), row);
                Some(row)
            }
            // Not taken: its own session may still come.
            None => free().map(|(row, _)| *row).next(),
        }
    }
}

/// The exchanges in order; or the line of a fault, and what is wrong.
fn read(text: &str) -> Result<Vec<Exchange>, (usize, String)> {
    let mut exchanges: Vec<Exchange> = Vec::new();
    let mut at = HashMap::new();
    let mut begun = false;
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let fault = |why: String| (number, why);
        let line = serde_json::from_str::<CassetteLine>(line).map_err(|error| fault(unreadable(&error)))?;
        match line {
            CassetteLine::Cassette(header) if !begun => {
                begun = true;
                if header.version > VERSION {
                    let version = header.version;
                    return Err(fault(format!("the cassette has version {version}, expected {VERSION}")));
                }
            }
            _ if !begun => return Err(fault("expected the header of a cassette first".to_owned())),
            CassetteLine::Cassette(_) => return Err(fault("a second header; expected one cassette".to_owned())),
            CassetteLine::Request(request) => {
                if at.insert(request.exchange, exchanges.len()).is_some() {
                    return Err(fault(format!("exchange {} begins a second time", request.exchange)));
                }
                let (batches, ending) = (Vec::new(), Ending::Missing);
                exchanges.push(Exchange { request, batches, ending, line: number });
            }
            CassetteLine::Chunks(more) => {
                let exchange = open(&mut exchanges, &at, more.exchange).map_err(fault)?;
                if more.chunks.last().is_some_and(is_end) {
                    exchange.ending = Ending::Whole;
                }
                exchange.batches.push(more.chunks);
            }
            CassetteLine::Cut(cut) => {
                open(&mut exchanges, &at, cut.exchange).map_err(fault)?.ending = Ending::Cut;
            }
        }
    }
    if begun { Ok(exchanges) } else { Err((1, "expected the header of a cassette".to_owned())) }
}

/// The exchange of this number, if it may still go on.
fn open<'a>(exchanges: &'a mut [Exchange], at: &HashMap<u64, usize>, number: u64) -> Result<&'a mut Exchange, String> {
    let exchange = at.get(&number).and_then(|at| exchanges.get_mut(*at));
    let exchange = exchange.ok_or_else(|| format!("exchange {number} has no request"))?;
    if exchange.ending != Ending::Missing {
        return Err(format!("exchange {number} is already over"));
    }
    Ok(exchange)
}

/// Why a line is none of a cassette; its place in the line, because a line may be long.
fn unreadable(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
    match error.column() {
        _ if error.is_eof() => format!("the line is cut off: {what}"),
        0 => what.to_owned(),
        column => format!("column {column}: {what}"),
    }
}
