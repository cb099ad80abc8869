//! A shared value whose JSON is written once and copied from then on; `x-shared: text` in a schema makes it.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Error, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// An `Arc` that keeps its JSON, for what is large, changes seldom and is sent again and again.
pub struct Kept<T: ?Sized> {
    inner: Arc<Inner<T>>,
}

struct Inner<T: ?Sized> {
    value: Arc<T>,
    text: OnceLock<Box<RawValue>>,
}

impl<T: ?Sized> Kept<T> {
    /// The value alone, without its JSON.
    pub fn value(&self) -> Arc<T> {
        self.inner.value.clone()
    }
}

impl<T: ?Sized> From<Arc<T>> for Kept<T> {
    fn from(value: Arc<T>) -> Self {
        Self { inner: Arc::new(Inner { value, text: OnceLock::new() }) }
    }
}

impl<T> FromIterator<T> for Kept<[T]> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        items.into_iter().collect::<Arc<[T]>>().into()
    }
}

impl<T> Default for Kept<[T]> {
    fn default() -> Self {
        Self::from_iter([])
    }
}

impl<T: ?Sized> Clone for Kept<T> {
    fn clone(&self) -> Self {
        Self { inner: self.inner.clone() }
    }
}

impl<T: ?Sized> Deref for Kept<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.inner.value
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Kept<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.value.fmt(f)
    }
}

impl<T: ?Sized + PartialEq> PartialEq for Kept<T> {
    fn eq(&self, other: &Self) -> bool {
        self.inner.value == other.inner.value
    }
}

impl<T: ?Sized + Serialize> Serialize for Kept<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = match self.inner.text.get() {
            Some(text) => text,
            None => {
                let text = to_raw_value(&self.inner.value).map_err(S::Error::custom)?;
                self.inner.text.get_or_init(|| text)
            }
        };
        text.serialize(serializer)
    }
}

impl<'de, T: ?Sized> Deserialize<'de> for Kept<T>
where
    Arc<T>: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Arc::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn the_json_is_written_once_and_is_the_value() {
        struct Counted(Cell<u32>);
        impl Serialize for Counted {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.set(self.0.get() + 1);
                serializer.serialize_str("a\nb")
            }
        }
        let kept: Kept<[Counted]> = Kept::from_iter([Counted(Cell::new(0))]);
        for _ in 0..3 {
            assert_eq!(serde_json::to_string(&kept.clone()).unwrap(), r#"["a\nb"]"#);
            assert_eq!(serde_json::to_value(&kept).unwrap(), serde_json::json!(["a\nb"]));
        }
        assert_eq!(kept[0].0.get(), 1);
    }

    #[test]
    fn it_reads_as_a_plain_list_does() {
        let kept: Kept<[String]> = serde_json::from_str(r#"["a", "b"]"#).unwrap();
        assert_eq!(kept, Kept::from_iter(["a".to_owned(), "b".to_owned()]));
        assert_eq!(kept.len(), 2);
        assert_eq!(serde_json::to_string(&kept).unwrap(), r#"["a","b"]"#);
    }
}
