//! Pages for people: the protocol in Markdown, and the command table of the README.

use crate::model::{Model, Room};

/// The page of a dialect.
pub fn protocol(_model: &Model, _room: &Room) -> String {
    String::new()
}
