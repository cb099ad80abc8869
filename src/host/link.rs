//! The host as the rest of the program reaches it.

use std::sync::Arc;
use std::time::Duration;

use super::asks::Asks;
use super::ui::Ui;
use super::uris::Uris;

/// The protocol's own words for what goes wrong between us and the host; the dialect has them.
#[derive(Debug, Clone, Copy)]
pub struct Texts {
    /// The input ended while a tool of the host ran.
    pub tool_gone: &'static str,
    /// A tool of the host failed without a word.
    pub tool_failed: &'static str,
    /// A call of the tool of this name was cut.
    pub tool_aborted: fn(&str) -> String,
    /// The input ended while an address was read or written.
    pub uri_gone: &'static str,
    /// Reading this address failed without a word, or was cut.
    pub read_failed: fn(&str) -> String,
    pub read_aborted: fn(&str) -> String,
    /// The same for writing.
    pub write_failed: fn(&str) -> String,
    pub write_aborted: fn(&str) -> String,
    /// The input ended while the user was asked.
    pub dialog_gone: &'static str,
}

impl Default for Texts {
    fn default() -> Self {
        Self {
            tool_gone: "The host left before its tool was done",
            tool_failed: "The tool of the host failed",
            tool_aborted: |name| format!("The call of {name} was cut"),
            uri_gone: "The host left before it answered",
            read_failed: |url| format!("Reading {url} failed"),
            read_aborted: |url| format!("Reading {url} was cut"),
            write_failed: |url| format!("Writing {url} failed"),
            write_aborted: |url| format!("Writing {url} was cut"),
            dialog_gone: "The host left before the user answered",
        }
    }
}

/// What this host can do beside answering.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Surface {
    /// Tools may ask the user.
    pub tools_see_ui: bool,
    /// The host shows titles of windows.
    pub titles: bool,
    /// How long a tool of the host may take; `None`: as long as it likes.
    pub tool_time: Option<Duration>,
}

/// The host. Cheap to clone; the default one answers nothing.
#[derive(Clone, Default)]
pub struct Host {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    asks: Asks,
    texts: Texts,
    surface: Surface,
    uris: Uris,
    ui: Ui,
}

impl Host {
    pub fn new(asks: Asks, texts: Texts, surface: Surface) -> Self {
        let ui = Ui::new(asks.clone(), texts.dialog_gone, surface.titles);
        Self { inner: Arc::new(Inner { asks, texts, surface, uris: Uris::default(), ui }) }
    }

    pub(super) fn tool_time(&self) -> Option<Duration> {
        self.inner.surface.tool_time
    }

    pub fn asks(&self) -> &Asks {
        &self.inner.asks
    }

    pub fn texts(&self) -> &Texts {
        &self.inner.texts
    }

    /// The schemes of addresses that the host serves.
    pub fn uris(&self) -> &Uris {
        &self.inner.uris
    }

    /// The user, for approvals, logins and extensions.
    pub fn ui(&self) -> &Ui {
        &self.inner.ui
    }

    /// The user, for tools: only where the host said that tools may ask.
    pub fn tool_ui(&self) -> Option<&Ui> {
        self.inner.surface.tools_see_ui.then_some(&self.inner.ui)
    }
}
