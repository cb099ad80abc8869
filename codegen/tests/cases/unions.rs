/// Two constants.
#[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
pub struct Ask {
    /// Its id.
    pub id: String,
    /// Never shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<bool>,
}
/// A value.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Chosen {
    /// Id.
    pub id: String,
    /// It.
    pub value: String,
}
/// No value.
#[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
pub struct Dropped {
    /// Id.
    pub id: String,
}
/// A picture.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(tag = "type", rename = "picture")]
pub struct Picture {
    /// Its bytes.
    pub data: String,
}
/// Two constants, one of them no string.
#[derive(::serde::Deserialize, Clone, Debug, Default, PartialEq)]
pub struct Tell {}
/// Words.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(tag = "type", rename = "text")]
pub struct Text {
    /// The words.
    pub text: String,
}
/// Words or a picture.
#[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
#[serde(tag = "type")]
pub enum ContentBlock {
    #[serde(rename = "text")]
    Text(Text),
    #[serde(rename = "picture")]
    Picture(Picture),
}
impl ::serde::Serialize for ContentBlock {
    fn serialize<S: ::serde::Serializer>(
        &self,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(inner) => inner.serialize(serializer),
            Self::Picture(inner) => inner.serialize(serializer),
        }
    }
}
impl From<Text> for ContentBlock {
    fn from(inner: Text) -> Self {
        Self::Text(inner)
    }
}
impl From<Picture> for ContentBlock {
    fn from(inner: Picture) -> Self {
        Self::Picture(inner)
    }
}
/// Words alone, or blocks.
#[derive(::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(untagged)]
pub enum Content {
    Text(String),
    Blocks(Vec<ContentBlock>),
}
impl<'de> ::serde::Deserialize<'de> for Content {
    fn deserialize<D: ::serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        struct Kinds;
        impl<'de> ::serde::de::Visitor<'de> for Kinds {
            type Value = Content;
            fn expecting(
                &self,
                f: &mut ::std::fmt::Formatter<'_>,
            ) -> ::std::fmt::Result {
                f.write_str("a string or a sequence")
            }
            fn visit_str<E: ::serde::de::Error>(
                self,
                value: &str,
            ) -> Result<Self::Value, E> {
                let value: ::serde::de::value::StrDeserializer<'_, E> = ::serde::de::IntoDeserializer::into_deserializer(
                    value,
                );
                ::serde::Deserialize::deserialize(value).map(Self::Value::Text)
            }
            fn visit_seq<A: ::serde::de::SeqAccess<'de>>(
                self,
                items: A,
            ) -> Result<Self::Value, A::Error> {
                let items = ::serde::de::value::SeqAccessDeserializer::new(items);
                ::serde::Deserialize::deserialize(items).map(Self::Value::Blocks)
            }
        }
        deserializer.deserialize_any(Kinds)
    }
}
/// On, off, or how far.
#[derive(::serde::Serialize, Clone, Debug, PartialEq)]
#[serde(untagged)]
pub enum Switch {
    Flag(bool),
    Number(f64),
}
impl<'de> ::serde::Deserialize<'de> for Switch {
    fn deserialize<D: ::serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        struct Kinds;
        impl<'de> ::serde::de::Visitor<'de> for Kinds {
            type Value = Switch;
            fn expecting(
                &self,
                f: &mut ::std::fmt::Formatter<'_>,
            ) -> ::std::fmt::Result {
                f.write_str("a boolean or a number")
            }
            fn visit_bool<E: ::serde::de::Error>(
                self,
                value: bool,
            ) -> Result<Self::Value, E> {
                let value: ::serde::de::value::BoolDeserializer<E> = ::serde::de::IntoDeserializer::into_deserializer(
                    value,
                );
                ::serde::Deserialize::deserialize(value).map(Self::Value::Flag)
            }
            fn visit_i64<E: ::serde::de::Error>(
                self,
                value: i64,
            ) -> Result<Self::Value, E> {
                let value: ::serde::de::value::I64Deserializer<E> = ::serde::de::IntoDeserializer::into_deserializer(
                    value,
                );
                ::serde::Deserialize::deserialize(value).map(Self::Value::Number)
            }
            fn visit_u64<E: ::serde::de::Error>(
                self,
                value: u64,
            ) -> Result<Self::Value, E> {
                let value: ::serde::de::value::U64Deserializer<E> = ::serde::de::IntoDeserializer::into_deserializer(
                    value,
                );
                ::serde::Deserialize::deserialize(value).map(Self::Value::Number)
            }
            fn visit_f64<E: ::serde::de::Error>(
                self,
                value: f64,
            ) -> Result<Self::Value, E> {
                let value: ::serde::de::value::F64Deserializer<E> = ::serde::de::IntoDeserializer::into_deserializer(
                    value,
                );
                ::serde::Deserialize::deserialize(value).map(Self::Value::Number)
            }
        }
        deserializer.deserialize_any(Kinds)
    }
}
impl ::serde::Serialize for Ask {
    fn serialize<S: ::serde::Serializer>(
        &self,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        use ::serde::ser::SerializeStruct;
        let mut frame = serializer.serialize_struct("Ask", 4usize)?;
        frame.serialize_field("type", &"request")?;
        frame.serialize_field("method", &"ask")?;
        frame.serialize_field("id", &self.id)?;
        match &self.secret {
            Some(value) => frame.serialize_field("secret", value)?,
            None => frame.skip_field("secret")?,
        }
        frame.end()
    }
}
impl ::serde::Serialize for Tell {
    fn serialize<S: ::serde::Serializer>(
        &self,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        use ::serde::ser::SerializeStruct;
        let mut frame = serializer.serialize_struct("Tell", 3usize)?;
        frame.serialize_field("type", &"request")?;
        frame.serialize_field("method", &"tell")?;
        frame.serialize_field("loud", &true)?;
        frame.end()
    }
}
/// Told apart by the method.
#[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
#[serde(tag = "method")]
pub enum Request {
    #[serde(rename = "ask")]
    Ask(Ask),
    #[serde(rename = "tell")]
    Tell(Tell),
}
impl ::serde::Serialize for Request {
    fn serialize<S: ::serde::Serializer>(
        &self,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match self {
            Self::Ask(inner) => inner.serialize(serializer),
            Self::Tell(inner) => inner.serialize(serializer),
        }
    }
}
impl From<Ask> for Request {
    fn from(inner: Ask) -> Self {
        Self::Ask(inner)
    }
}
impl From<Tell> for Request {
    fn from(inner: Tell) -> Self {
        Self::Tell(inner)
    }
}
impl ::serde::Serialize for Dropped {
    fn serialize<S: ::serde::Serializer>(
        &self,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        use ::serde::ser::SerializeStruct;
        let mut frame = serializer.serialize_struct("Dropped", 2usize)?;
        frame.serialize_field("cancelled", &true)?;
        frame.serialize_field("id", &self.id)?;
        frame.end()
    }
}
/// Told apart by a member.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    Value(Chosen),
    Cancelled(Dropped),
}
impl ::serde::Serialize for Reply {
    fn serialize<S: ::serde::Serializer>(
        &self,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match self {
            Self::Value(inner) => inner.serialize(serializer),
            Self::Cancelled(inner) => inner.serialize(serializer),
        }
    }
}
impl<'de> ::serde::Deserialize<'de> for Reply {
    fn deserialize<D: ::serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        use ::serde::de::Error;
        let members = ::serde_json::Map::<
            String,
            ::serde_json::Value,
        >::deserialize(deserializer)?;
        if members.get("value").is_some_and(|value| !value.is_null()) {
            let inner = Chosen::deserialize(::serde_json::Value::Object(members));
            return inner.map(Self::Value).map_err(D::Error::custom);
        }
        if members.get("cancelled").is_some_and(|value| !value.is_null()) {
            let inner = Dropped::deserialize(::serde_json::Value::Object(members));
            return inner.map(Self::Cancelled).map_err(D::Error::custom);
        }
        Err(D::Error::custom("missing field, one of `value`, `cancelled`"))
    }
}
impl From<Chosen> for Reply {
    fn from(inner: Chosen) -> Self {
        Self::Value(inner)
    }
}
impl From<Dropped> for Reply {
    fn from(inner: Dropped) -> Self {
        Self::Cancelled(inner)
    }
}
