//! The wire as types: what `schema/` says, generated at build time, and the few things that stand around it.
//!
//! Invariant: nothing about the wire is written here by hand; a fact that is not in `schema/` is not true.
//! `frame` holds what every dialect needs to read and check lines; `kept` what is sent often; `published` is what `generated/` holds.

mod checks;
mod explain;
pub mod frame;
pub mod kept;
pub mod published;
mod unique;

/// Types that every room may use: content, messages, models, usage, tools, todos.
#[rustfmt::skip]
#[allow(clippy::all, clippy::unwrap_used, clippy::expect_used, rustdoc::all)]
pub mod shared {
    include!(concat!(env!("OUT_DIR"), "/shared.rs"));
}

/// The session file. Only `store` uses it.
#[rustfmt::skip]
#[allow(clippy::all, clippy::unwrap_used, clippy::expect_used, rustdoc::all)]
pub mod transcript {
    include!(concat!(env!("OUT_DIR"), "/transcript.rs"));
}

/// Recorded exchanges with providers. Only `provider::cassette` uses it.
#[rustfmt::skip]
#[allow(clippy::all, clippy::unwrap_used, clippy::expect_used, rustdoc::all)]
pub mod cassette {
    include!(concat!(env!("OUT_DIR"), "/cassette.rs"));
}

/// The file of credentials. Only `auth` uses it.
#[rustfmt::skip]
#[allow(clippy::all, clippy::unwrap_used, clippy::expect_used, rustdoc::all)]
pub mod auth {
    include!(concat!(env!("OUT_DIR"), "/auth.rs"));
}

/// Settings and `models.yml`. Only `settings` uses it.
#[rustfmt::skip]
#[allow(clippy::all, clippy::unwrap_used, clippy::expect_used, rustdoc::all)]
pub mod settings {
    include!(concat!(env!("OUT_DIR"), "/settings.rs"));
}

/// Arguments of the built-in tools. Only `tools` uses it.
#[rustfmt::skip]
#[allow(clippy::all, clippy::unwrap_used, clippy::expect_used, rustdoc::all)]
pub mod tools {
    include!(concat!(env!("OUT_DIR"), "/tools.rs"));
}

/// The veyyon protocol. Only `dialect::veyyon` uses it.
#[rustfmt::skip]
#[allow(clippy::all, clippy::unwrap_used, clippy::expect_used, rustdoc::all)]
pub mod veyyon {
    include!(concat!(env!("OUT_DIR"), "/veyyon.rs"));
}

/// The autohand protocol. Only `dialect::autohand` uses it.
#[rustfmt::skip]
#[allow(clippy::all, clippy::unwrap_used, clippy::expect_used, rustdoc::all)]
pub mod autohand {
    include!(concat!(env!("OUT_DIR"), "/autohand.rs"));
}

/// The protocol of extensions. Only `extension` uses it.
#[rustfmt::skip]
#[allow(clippy::all, clippy::unwrap_used, clippy::expect_used, rustdoc::all)]
pub mod extension {
    include!(concat!(env!("OUT_DIR"), "/extension.rs"));
}

#[cfg(test)]
mod examples_tests;
#[cfg(test)]
mod frame_tests;
#[cfg(test)]
mod published_tests;
