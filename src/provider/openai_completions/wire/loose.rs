//! Values that come in more shapes than the format allows. What has no meaning here counts as absent.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, de};
use serde_json::Value;

use crate::proto::shared::JsonObject;

/// A string, borrowed when it can be; numbers are taken as their digits.
#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct Text<'a>(pub Option<Cow<'a, str>>);

impl Text<'_> {
    pub(crate) fn as_str(&self) -> &str {
        self.0.as_deref().unwrap_or_default()
    }
}

/// A count or index; strings of digits and whole floats are taken, anything else is absent.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(crate) struct Number(pub Option<u64>);

/// The content of a reply or of a part of it.
#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) enum Content<'a> {
    #[default]
    Absent,
    Text(Cow<'a, str>),
    Parts(Vec<Part<'a>>),
}

/// One part of content that comes as a list.
#[derive(Debug, Default, Clone, PartialEq, Deserialize)]
pub(crate) struct Part<'a> {
    #[serde(borrow, default)]
    pub text: Content<'a>,
    #[serde(borrow, default)]
    pub thinking: Content<'a>,
    #[serde(borrow, default)]
    pub refusal: Content<'a>,
}

/// The arguments of a call: text as a rule, an object from some servers.
#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) enum Arguments<'a> {
    #[default]
    Absent,
    Text(Cow<'a, str>),
    Object(JsonObject),
}

/// A list; null is an empty one, and a thing that stands alone is a list of one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Many<T>(pub Vec<T>);

impl<T> Default for Many<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// Drains a list or object that has no meaning here.
fn drain_seq<'de, A: SeqAccess<'de>>(mut seq: A) -> Result<(), A::Error> {
    while seq.next_element::<IgnoredAny>()?.is_some() {}
    Ok(())
}

fn drain_map<'de, A: MapAccess<'de>>(mut map: A) -> Result<(), A::Error> {
    while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
    Ok(())
}

macro_rules! numbers_as_digits {
    ($make:expr) => {
        fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
            Ok($make(value.to_string()))
        }
        fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
            Ok($make(value.to_string()))
        }
        fn visit_f64<E: de::Error>(self, value: f64) -> Result<Self::Value, E> {
            Ok($make(value.to_string()))
        }
    };
}

struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Text<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }
    fn visit_borrowed_str<E: de::Error>(self, value: &'de str) -> Result<Self::Value, E> {
        Ok(Text(Some(Cow::Borrowed(value))))
    }
    fn visit_str<E: de::Error>(self, value: &str) -> Result<Self::Value, E> {
        Ok(Text(Some(Cow::Owned(value.to_owned()))))
    }
    numbers_as_digits!(|digits| Text(Some(Cow::Owned(digits))));
    fn visit_bool<E: de::Error>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Text(None))
    }
    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(Text(None))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Self::Value, A::Error> {
        drain_seq(seq).map(|()| Text(None))
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        drain_map(map).map(|()| Text(None))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextVisitor)
    }
}

struct NumberVisitor;

impl<'de> Visitor<'de> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }
    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Number, E> {
        Ok(Number(Some(value)))
    }
    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Number, E> {
        Ok(Number(u64::try_from(value).ok()))
    }
    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Number, E> {
        Ok(Number((0.0..1e15).contains(&value).then_some(value as u64)))
    }
    fn visit_str<E: de::Error>(self, value: &str) -> Result<Number, E> {
        Ok(Number(value.parse().ok()))
    }
    fn visit_bool<E: de::Error>(self, _: bool) -> Result<Number, E> {
        Ok(Number(None))
    }
    fn visit_unit<E: de::Error>(self) -> Result<Number, E> {
        Ok(Number(None))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Number, A::Error> {
        drain_seq(seq).map(|()| Number(None))
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Number, A::Error> {
        drain_map(map).map(|()| Number(None))
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NumberVisitor)
    }
}

struct ContentVisitor;

impl<'de> Visitor<'de> for ContentVisitor {
    type Value = Content<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text or a list of parts")
    }
    fn visit_borrowed_str<E: de::Error>(self, value: &'de str) -> Result<Self::Value, E> {
        Ok(Content::Text(Cow::Borrowed(value)))
    }
    fn visit_str<E: de::Error>(self, value: &str) -> Result<Self::Value, E> {
        Ok(Content::Text(Cow::Owned(value.to_owned())))
    }
    numbers_as_digits!(|digits| Content::Text(Cow::Owned(digits)));
    fn visit_bool<E: de::Error>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Content::Absent)
    }
    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(Content::Absent)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut parts = Vec::new();
        while let Some(entry) = seq.next_element::<Entry<'de>>()? {
            parts.push(entry.0);
        }
        Ok(Content::Parts(parts))
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        Ok(Content::Parts(vec![Part::deserialize(MapAccessDeserializer::new(map))?]))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Content<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ContentVisitor)
    }
}

/// An entry of a list of parts; a bare string is a text part.
struct Entry<'a>(Part<'a>);

impl<'de: 'a, 'a> Deserialize<'de> for Entry<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match Content::deserialize(deserializer)? {
            Content::Parts(parts) => parts.into_iter().next().unwrap_or_default(),
            text => Part { text, ..Part::default() },
        }))
    }
}

struct ArgumentsVisitor;

impl<'de> Visitor<'de> for ArgumentsVisitor {
    type Value = Arguments<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("arguments")
    }
    fn visit_borrowed_str<E: de::Error>(self, value: &'de str) -> Result<Self::Value, E> {
        Ok(Arguments::Text(Cow::Borrowed(value)))
    }
    fn visit_str<E: de::Error>(self, value: &str) -> Result<Self::Value, E> {
        Ok(Arguments::Text(Cow::Owned(value.to_owned())))
    }
    numbers_as_digits!(|digits| Arguments::Text(Cow::Owned(digits)));
    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Self::Value, E> {
        Ok(Arguments::Text(Cow::Owned(value.to_string())))
    }
    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(Arguments::Absent)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = seq.next_element::<Value>()? {
            list.push(value);
        }
        // No object: kept as text, so that the model is told what it sent.
        Ok(Arguments::Text(Cow::Owned(Value::Array(list).to_string())))
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        Ok(Arguments::Object(JsonObject::deserialize(MapAccessDeserializer::new(map))?))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Arguments<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ArgumentsVisitor)
    }
}

struct ManyVisitor<T>(std::marker::PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ManyVisitor<T> {
    type Value = Many<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }
    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(Many::default())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        while let Some(entry) = seq.next_element::<Option<T>>()? {
            list.extend(entry);
        }
        Ok(Many(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        Ok(Many(vec![T::deserialize(MapAccessDeserializer::new(map))?]))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Many<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ManyVisitor(std::marker::PhantomData))
    }
}
