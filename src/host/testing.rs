//! A voice that notes what is asked and lets a test answer.

use std::sync::{Arc, Mutex};

use crate::base::ids::AskId;
use crate::outbox::{AskKind, Event, Outbox, Question, Shown, Voice};

use super::{Asks, Host, Surface, Texts};

/// What was said to the host.
#[derive(Debug, Clone, PartialEq)]
pub enum Said {
    Asked(String, Question),
    Withdrawn { id: String, target: String },
    Shown(String, Shown),
}

/// The host's ear.
#[derive(Default)]
pub struct Ear(Mutex<Vec<Said>>);

impl Ear {
    pub fn heard(&self) -> Vec<Said> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }

    fn note(&self, said: Said) {
        self.0.lock().unwrap().push(said);
    }
}

impl Voice for Ear {
    fn say(&self, _: Event) {}
    fn pending(&self) -> usize {
        0
    }
    fn below(&self, _: usize) -> std::pin::Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(std::future::ready(()))
    }
    fn ask(&self, id: &AskId, question: Question) -> bool {
        self.note(Said::Asked(id.to_string(), question));
        true
    }
    fn withdraw(&self, id: &AskId, target: &AskId, _: AskKind) {
        self.note(Said::Withdrawn { id: id.to_string(), target: target.to_string() });
    }
    fn show(&self, id: &AskId, shown: Shown) -> bool {
        self.note(Said::Shown(id.to_string(), shown));
        true
    }
}

/// A host that listens.
pub fn host(surface: Surface) -> (Host, Arc<Ear>) {
    let ear = Arc::new(Ear::default());
    let asks = Asks::new(Outbox::new(ear.clone()));
    (Host::new(asks, Texts::default(), surface), ear)
}
