//! Credentials: which secret authenticates at which provider, and where it comes from.
//!
//! Strongest first: the key given at the start, the configuration of the provider, `auth.json` in the home folder, the
//! provider's usual environment variable.
//!
//! Invariant: a secret shows in no log, and no variable that one is read from reaches a child process unasked.

mod environment;
mod lookup;
mod stored;

pub use environment::Environment;
pub use lookup::{Credentials, Found, Secret, Source, Wanted};
pub use stored::Stored;
