//! Lines in, lines out: the one reader of stdin and the one owner of stdout.
//!
//! - `lines`: bounded lines, checked for UTF-8; a bad line is a value, not an error.
//! - `writer`: frames out, each in one piece, in the order of sending.
//! - `gate`: stops the reader while the host leaves too much unread.
//! - `fd`: the two descriptors as blocking files, whatever mode the host put them in.
//!
//! Invariant: no other code touches stdin or stdout; reading never waits for work, only for memory.

pub mod fd;
pub mod gate;
pub mod lines;
pub mod writer;
