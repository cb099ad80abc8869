//! What extensions keep in the session.

use serde_json::Value;

use crate::store::Body;

use super::effects::Effects;
use super::state::Session;

impl Session {
    /// Keeps a value for the extension of this name, in the place of the one before; null is none.
    pub fn keep(&mut self, name: &str, data: Value, fx: &mut Effects) {
        if self.kept(name).unwrap_or(&Value::Null) == &data {
            return;
        }
        match data.is_null() {
            true => self.kept.remove(name),
            false => self.kept.insert(name.to_owned(), data.clone()),
        };
        // A session without a message has no file yet; its opening has what is kept.
        if self.recorded {
            self.persist(Body::Kept { name: name.to_owned(), data }, fx);
        }
    }

    /// What is kept for the extension of this name.
    pub fn kept(&self, name: &str) -> Option<&Value> {
        self.kept.get(name)
    }
}

#[cfg(test)]
#[path = "keep_tests.rs"]
mod tests;
