//! The one table of what was asked and not yet answered.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::base::ids::{AskId, CallId};
use crate::outbox::{AskKind, Outbox, Question, Shown};

use super::permission::PermissionAnswer;
use super::tools::{Payload, ToolAnswer};
use super::ui::DialogAnswer;
use super::uris::UriAnswer;

/// What a host answered, by kind.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    Tool(ToolAnswer),
    Uri(UriAnswer),
    Dialog(DialogAnswer),
    Permission(PermissionAnswer),
}

impl Answer {
    fn kind(&self) -> AskKind {
        match self {
            Self::Tool(_) => AskKind::Tool,
            Self::Uri(_) => AskKind::Uri,
            Self::Dialog(_) => AskKind::Dialog,
            Self::Permission(_) => AskKind::Permission,
        }
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unanswered {
    #[error("the question was taken back")]
    Aborted,
    #[error("the time for an answer is over")]
    TimedOut,
    /// The host sends nothing any more.
    #[error("the host is gone")]
    Gone,
    /// The protocol has no word for the question.
    #[error("the host cannot be asked this")]
    Unsupported,
}

/// How long an answer is waited for.
#[derive(Debug, Clone)]
pub struct Wait {
    /// `None`: until the answer comes or the token fires.
    pub timeout: Option<Duration>,
    pub token: CancellationToken,
}

impl Wait {
    /// Without a limit in time.
    pub fn on(token: &CancellationToken) -> Self {
        Self { timeout: None, token: token.clone() }
    }
}

/// Hears how far the host is with what it was asked.
pub(super) type Listener = Box<dyn Fn(Payload) + Send + Sync>;

/// The table. Clones share it; the default one has nobody to ask.
#[derive(Clone, Default)]
pub struct Asks {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    outbox: Option<Outbox>,
    // A leaf lock: held for a map operation, never across an await or while something is said.
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    open: HashMap<AskId, Open>,
    drawn: HashMap<&'static str, u64>,
    /// Nobody will answer any more.
    closed: bool,
}

struct Open {
    kind: AskKind,
    /// The call that the ask is about, if it is a call.
    call: Option<CallId>,
    settle: oneshot::Sender<Answer>,
    listener: Option<Listener>,
}

impl Asks {
    pub fn new(outbox: Outbox) -> Self {
        Self { inner: Arc::new(Inner { outbox: Some(outbox), table: Mutex::default() }) }
    }

    /// Asks, and waits for what ends the ask. Dropped before that, it takes the question back.
    pub async fn ask(&self, question: Question, wait: Wait) -> Result<Answer, Unanswered> {
        self.ask_and_listen(question, wait, None).await
    }

    pub(super) async fn ask_and_listen(
        &self,
        question: Question,
        wait: Wait,
        listener: Option<Listener>,
    ) -> Result<Answer, Unanswered> {
        if wait.token.is_cancelled() {
            return Err(Unanswered::Aborted);
        }
        let Some(outbox) = &self.inner.outbox else { return Err(Unanswered::Unsupported) };
        let call = match &question {
            Question::Call { call_id, .. } => Some(call_id.clone()),
            Question::Read { .. } | Question::Write { .. } | Question::Dialog(_) | Question::Permission(_) => None,
        };
        let (id, settled) = self.open(question.kind(), call, listener)?;
        let pending = Pending { asks: self, id };
        if !outbox.ask(&pending.id, question) {
            self.table().open.remove(&pending.id);
            return Err(Unanswered::Unsupported);
        }
        tokio::select! {
            // An answer that is there counts, also when the ask was cut in the same moment.
            biased;
            answer = settled => answer.map_err(|_| Unanswered::Gone),
            () = wait.token.cancelled() => Err(Unanswered::Aborted),
            () = over(wait.timeout) => Err(Unanswered::TimedOut),
        }
    }

    /// Shows something that needs no answer; `false` when the host cannot show it.
    pub fn show(&self, shown: Shown) -> bool {
        let Some(outbox) = &self.inner.outbox else { return false };
        let id = self.table().draw("ui");
        outbox.show(&id, shown)
    }

    /// Ends an ask with its answer. `false`: nothing waits for it (any more), or for another kind of answer.
    pub fn settle(&self, id: &str, answer: Answer) -> bool {
        let mut table = self.table();
        if table.open.get(id).is_none_or(|open| open.kind != answer.kind()) {
            return false;
        }
        let Some(open) = table.open.remove(id) else { return false };
        drop(table);
        open.settle.send(answer).is_ok()
    }

    /// Tells whoever waits how far the host is. `false`: nothing waits for it.
    pub fn progress(&self, id: &str, so_far: Payload) -> bool {
        let table = self.table();
        let Some(listener) = table.open.get(id).and_then(|open| open.listener.as_ref()) else { return false };
        // It only puts the payload where the run finds it.
        listener(so_far);
        true
    }

    /// Nobody will answer any more: what is open ends as gone, and so does what is asked later.
    pub fn close(&self) {
        let open = {
            let mut table = self.table();
            table.closed = true;
            std::mem::take(&mut table.open)
        };
        drop(open);
    }

    /// Whether nobody will answer any more.
    pub fn is_closed(&self) -> bool {
        self.table().closed
    }

    /// The ask that has the host run this call, while it waits for an answer.
    pub fn find_call(&self, call: &str) -> Option<AskId> {
        let table = self.table();
        let of_it = |open: &Open| open.call.as_ref().is_some_and(|id| id.as_str() == call);
        table.open.iter().find(|(_, open)| of_it(open)).map(|(id, _)| id.clone())
    }

    /// The asks of this kind that wait for an answer, oldest first.
    pub fn open_ids(&self, kind: AskKind) -> Vec<AskId> {
        let table = self.table();
        let mut open: Vec<(u64, AskId)> = table
            .open
            .iter()
            .filter(|(_, open)| open.kind == kind)
            .map(|(id, _)| (id.as_str().rsplit_once('_').and_then(|(_, n)| n.parse().ok()).unwrap_or(0), id.clone()))
            .collect();
        open.sort_by_key(|(number, _)| *number);
        open.into_iter().map(|(_, id)| id).collect()
    }

    /// How many asks wait for an answer.
    pub fn open_count(&self) -> usize {
        self.table().open.len()
    }

    fn open(
        &self,
        kind: AskKind,
        call: Option<CallId>,
        listener: Option<Listener>,
    ) -> Result<(AskId, oneshot::Receiver<Answer>), Unanswered> {
        let mut table = self.table();
        if table.closed {
            return Err(Unanswered::Gone);
        }
        let id = table.draw(word(kind));
        let (settle, settled) = oneshot::channel();
        table.open.insert(id.clone(), Open { kind, call, settle, listener });
        Ok((id, settled))
    }

    fn withdraw(&self, target: &AskId) {
        let mut table = self.table();
        let Some(open) = table.open.remove(target) else { return };
        let id = table.draw(match open.kind {
            AskKind::Tool => "host_cancel",
            AskKind::Uri => "uri_cancel",
            AskKind::Dialog => "ui_cancel",
            AskKind::Permission => "perm_cancel",
        });
        drop(table);
        if let Some(outbox) = &self.inner.outbox {
            outbox.withdraw(&id, target, open.kind);
        }
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.inner.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    /// An id that nothing in this process has had: a word and a number.
    fn draw(&mut self, word: &'static str) -> AskId {
        let number = self.drawn.entry(word).or_default();
        *number += 1;
        AskId::from(format!("{word}_{number}"))
    }
}

fn word(kind: AskKind) -> &'static str {
    match kind {
        AskKind::Tool => "host",
        AskKind::Uri => "uri",
        AskKind::Dialog => "ui",
        AskKind::Permission => "perm",
    }
}

async fn over(timeout: Option<Duration>) {
    match timeout {
        Some(timeout) => tokio::time::sleep(timeout).await,
        None => std::future::pending().await,
    }
}

/// An ask that is being waited for. What is still open when it goes is taken back.
struct Pending<'a> {
    asks: &'a Asks,
    id: AskId,
}

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        self.asks.withdraw(&self.id);
    }
}

#[cfg(test)]
#[path = "asks_tests.rs"]
mod tests;
