//! Ids that cannot be mistaken for each other, and where new ones come from.

use std::fmt;
use std::sync::Arc;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Arc<str>);

        impl $name {
            /// Takes an id that came from outside, as it stands.
            pub fn new(text: impl Into<Arc<str>>) -> Self {
                Self(text.into())
            }

            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl std::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text.into())
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.into())
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0.as_ref().to_owned()
            }
        }
    };
}

id! {
    /// One conversation.
    SessionId
}
id! {
    /// One tool call, as the model named it.
    CallId
}
id! {
    /// One question to the host.
    AskId
}

impl AskId {
    /// An id that no other ask has.
    pub fn random() -> Self {
        Self(uuid::Uuid::new_v4().to_string().into())
    }
}

/// An id for a new conversation: a UUID of version 7, so that ids sort by the time of their birth.
pub fn new_session_id() -> SessionId {
    SessionId(uuid::Uuid::now_v7().to_string().into())
}

/// An id for a transcript entry: eight hexadecimal digits that `taken` does not know yet.
pub fn new_entry_id(taken: impl Fn(&str) -> bool) -> String {
    loop {
        let id = new_token();
        if !taken(&id) {
            return id;
        }
    }
}

/// Eight random hexadecimal digits, for names that only have to differ.
pub fn new_token() -> String {
    let (first, ..) = uuid::Uuid::new_v4().as_fields();
    format!("{first:08x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn session_ids_sort_by_age() {
        let ids: Vec<_> = (0..50).map(|_| new_session_id()).collect();
        assert!(ids.is_sorted());
        assert_eq!(ids[0].as_str().len(), 36);
        assert_eq!(ids[0].as_str().as_bytes()[14], b'7');
    }

    #[test]
    fn an_entry_id_is_drawn_again_while_it_is_taken() {
        let refusals = Cell::new(3);
        let id = new_entry_id(|_| {
            let left = refusals.get();
            refusals.set(left.max(1) - 1);
            left > 0
        });
        assert_eq!(refusals.get(), 0);
        assert_eq!(id.len(), 8);
        assert!(id.bytes().all(|byte| byte.is_ascii_hexdigit()));
    }
}
