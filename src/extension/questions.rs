//! Questions to one extension that have no answer yet.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, mpsc, oneshot};

use crate::proto::extension::{Answer, Progress};

/// Hears how far a tool is.
pub(super) type Listener = Arc<dyn Fn(Progress) + Send + Sync>;

/// Says that work began, when it did; dropped without a word, it did not.
pub(super) type Began = mpsc::Sender<()>;

/// What goes with a question until it is answered.
pub(super) enum Beside {
    Nothing,
    /// Of a tool.
    Listener(Listener),
    /// Of a slash command: what the extension says to the model meanwhile counts for it.
    Command(Began),
}

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
    beside: Beside,
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
    pub(super) fn open(&self, about: &'static str, beside: Beside) -> Option<Asked> {
        let mut table = self.table();
        if table.closed {
            return None;
        }
        table.drawn += 1;
        let number = table.drawn;
        let (settle, settled) = oneshot::channel();
        let alive = Arc::new(Notify::new());
        let open = Open { about, settle, beside, alive: alive.clone() };
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
            match &open.beside {
                Beside::Listener(listener) => Some(listener.clone()),
                Beside::Nothing | Beside::Command(_) => None,
            }
        });
        if let Some(listener) = heard {
            listener(progress);
        }
    }

    /// The slash command that a message comes of: the one with this id, without an id the one that has waited longest.
    pub(super) fn command(&self, id: Option<&str>) -> Option<Began> {
        let table = self.table();
        let began = |open: &Open| match &open.beside {
            Beside::Command(began) => Some(began.clone()),
            Beside::Nothing | Beside::Listener(_) => None,
        };
        match id {
            Some(id) => table.open.get(&number(id)?).and_then(began),
            None => table.open.values().find_map(began),
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
        let asked = questions.open("run_tool", Beside::Nothing).unwrap();
        assert_eq!(questions.oldest(), Some("run_tool"));
        for id in ["q2", "1", "", "q1", "q1"] {
            questions.settle(answer(id));
        }
        assert!(!questions.withdraw(&asked));
        assert_eq!(asked.settled.await.unwrap(), answer("q1"));
    }

    #[tokio::test]
    async fn a_message_counts_for_the_command_it_comes_of() {
        let questions = Questions::default();
        let (first, mut of_first) = mpsc::channel(1);
        let (second, mut of_second) = mpsc::channel(1);
        let open = ["run_tool", "run_command", "run_command"].into_iter();
        let beside = [Beside::Nothing, Beside::Command(first), Beside::Command(second)];
        let asked: Vec<_> = open.zip(beside).filter_map(|(about, beside)| questions.open(about, beside)).collect();
        assert!(questions.command(Some("q1")).is_none() && questions.command(Some("")).is_none());
        assert!(questions.command(Some("q3")).unwrap().try_send(()).is_ok());
        assert_eq!(of_second.recv().await, Some(()));
        let late = questions.command(None).unwrap();
        assert!(questions.withdraw(&asked[1]) && questions.withdraw(&asked[2]));
        assert!(questions.command(None).is_none());
        // It was on its way when the command ended.
        assert!(late.try_send(()).is_ok());
        drop(late);
        assert_eq!((of_first.recv().await, of_first.recv().await, of_second.recv().await), (Some(()), None, None));
    }

    #[tokio::test]
    async fn closing_ends_what_is_open_and_lets_nothing_in() {
        let questions = Questions::default();
        let asked = questions.open("check_call", Beside::Nothing).unwrap();
        questions.close();
        assert!(asked.settled.await.is_err());
        assert!(questions.open("check_call", Beside::Nothing).is_none());
    }
}
