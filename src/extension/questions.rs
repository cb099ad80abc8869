//! Questions to one extension that have no answer yet.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, oneshot};

use crate::proto::extension::{Answer, Progress};

/// Hears how far a tool is.
pub(super) type Listener = Box<dyn Fn(Progress) + Send + Sync>;

/// The table.
#[derive(Default)]
pub(super) struct Questions {
    // A leaf lock, held for a map operation.
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    drawn: u64,
    closed: bool,
    open: BTreeMap<u64, Open>,
}

struct Open {
    about: &'static str,
    settle: oneshot::Sender<Answer>,
    listener: Option<Arc<Listener>>,
    alive: Arc<Notify>,
}

/// A question that was put into the table.
pub(super) struct Asked {
    pub id: String,
    number: u64,
    pub settled: oneshot::Receiver<Answer>,
    /// Told with each sign of life.
    pub alive: Arc<Notify>,
}

impl Questions {
    /// A question, unless nobody answers any more. `about` is the kind of frame that asks.
    pub(super) fn open(&self, about: &'static str, listener: Option<Listener>) -> Option<Asked> {
        let mut table = self.table();
        if table.closed {
            return None;
        }
        table.drawn += 1;
        let number = table.drawn;
        let (settle, settled) = oneshot::channel();
        let alive = Arc::new(Notify::new());
        let open = Open { about, settle, listener: listener.map(Arc::new), alive: alive.clone() };
        table.open.insert(number, open);
        Some(Asked { id: format!("q{number}"), number, settled, alive })
    }

    /// Ends a question by its answer; one that nobody waits for has no effect.
    pub(super) fn settle(&self, answer: Answer) {
        let open = number(&answer.id).and_then(|number| self.table().open.remove(&number));
        if let Some(open) = open {
            // Who asked may have gone in this moment.
            let _ = open.settle.send(answer);
        }
    }

    pub(super) fn progress(&self, progress: Progress) {
        let heard = number(&progress.id).and_then(|number| {
            let table = self.table();
            let open = table.open.get(&number)?;
            open.alive.notify_one();
            open.listener.clone()
        });
        if let Some(listener) = heard {
            listener(progress);
        }
    }

    /// Takes a question back; `false` when it has an answer.
    pub(super) fn withdraw(&self, asked: &Asked) -> bool {
        self.table().open.remove(&asked.number).is_some()
    }

    /// What the oldest open question is about.
    pub(super) fn oldest(&self) -> Option<&'static str> {
        self.table().open.values().next().map(|open| open.about)
    }

    /// Nobody answers any more: who waits hears so.
    pub(super) fn close(&self) {
        let mut table = self.table();
        table.closed = true;
        table.open.clear();
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn number(id: &str) -> Option<u64> {
    id.strip_prefix('q')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(id: &str) -> Answer {
        Answer {
            id: id.into(),
            content: None,
            is_error: None,
            details: None,
            block: None,
            arguments: None,
            error: None,
        }
    }

    #[tokio::test]
    async fn the_first_answer_settles_and_the_others_have_no_effect() {
        let questions = Questions::default();
        let asked = questions.open("run_tool", None).unwrap();
        assert_eq!(questions.oldest(), Some("run_tool"));
        for id in ["q2", "1", "", "q1", "q1"] {
            questions.settle(answer(id));
        }
        assert!(!questions.withdraw(&asked));
        assert_eq!(asked.settled.await.unwrap(), answer("q1"));
    }

    #[tokio::test]
    async fn closing_ends_what_is_open_and_lets_nothing_in() {
        let questions = Questions::default();
        let asked = questions.open("check_call", None).unwrap();
        questions.close();
        assert!(asked.settled.await.is_err());
        assert!(questions.open("check_call", None).is_none());
    }
}
