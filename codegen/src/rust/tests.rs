//! The example tests of a room, as text that the root crate's tests include.

use crate::model::{Model, Room};

/// One test for each example of each definition.
pub fn example_tests(_model: &Model, _room: &Room) -> String {
    String::new()
}
