//! Credentials: which secret authenticates at which provider, where it comes from, and how one logs in.
//!
//! Strongest first: the key given at the start, the configuration of the provider, `auth.json` in the home folder, the
//! provider's usual environment variable. What a login gave is in `auth.json`; tokens are renewed once for all who wait.
//!
//! Invariant: a secret shows in no log, and no variable that one is read from reaches a child process unasked. This room
//! reaches neither the user nor the network by itself: [`User`] and [`Web`] are supplied.

mod environment;
mod error;
mod file;
mod login;
mod lookup;
mod renewals;
mod stored;

pub use environment::Environment;
pub use error::AuthError;
pub use login::{Answer, Attempt, Exchange, Flow, LoginError, Method, Page, Paste, Post, Purpose, Redirect, User, Web};
pub use lookup::{Credentials, Found, Secret, Source, Wanted};
pub use renewals::{Renewal, Renewals};
pub use stored::{Held, Stored, Tokens};
