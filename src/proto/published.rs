//! Everything that `generated/` holds and `hostwire schema` prints, embedded in the binary.

/// One published file: its path below `generated/` and its text.
#[derive(Debug, Clone, Copy)]
pub struct Artefact {
    pub path: &'static str,
    pub text: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/published.rs"));
