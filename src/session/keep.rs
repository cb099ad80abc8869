//! What extensions keep in the session.

use serde_json::Value;

use crate::store::Body;

use super::effects::Effects;
use super::state::Session;

impl Session {
    /// Keeps a value for the extension of this name, in the place of the one before; null is none. Tells whether that is
    /// a change: it is in memory until [`Session::store_kept`].
    pub fn keep(&mut self, name: &str, data: Value) -> bool {
        if self.kept(name).unwrap_or(&Value::Null) == &data {
            return false;
        }
        match data.is_null() {
            true => self.kept.remove(name),
            false => self.kept.insert(name.to_owned(), data),
        };
        true
    }

    /// Stores what is kept for the extension of this name as it is now. Each time costs the whole value, so whoever
    /// calls this sees to it that it is not often.
    pub fn store_kept(&mut self, name: &str, fx: &mut Effects) {
        // A session without a message has no file yet; its opening has what is kept.
        if self.recorded {
            let data = self.kept(name).cloned().unwrap_or_default();
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
