//! What a handler may touch.

use crate::engine::Engine;
use crate::session::SessionHandle;
use crate::wire::writer::Writer;

/// The world of a handler.
#[derive(Clone)]
pub struct Cx {
    pub engine: Engine,
    pub writer: Writer,
}

impl Cx {
    /// The session that the host is driving.
    pub fn foreground(&self) -> SessionHandle {
        self.engine.foreground()
    }
}
