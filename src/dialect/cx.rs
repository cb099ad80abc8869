//! What a handler may touch.

use crate::engine::Engine;
use crate::extension::Extensions;
use crate::session::SessionHandle;
use crate::slash::Slash;
use crate::wire::writer::Writer;

/// The world of a handler.
#[derive(Clone)]
pub struct Cx {
    pub engine: Engine,
    pub writer: Writer,
    /// The commands that a prompt may start with.
    pub slash: Slash,
    pub extensions: Extensions,
}

impl Cx {
    /// The session that the host is driving.
    pub fn foreground(&self) -> SessionHandle {
        self.engine.foreground()
    }
}
