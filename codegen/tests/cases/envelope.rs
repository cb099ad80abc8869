/// Types that both protocols use.
pub mod shared {
    /// A moment.
    pub type IsoTime = String;
}
/// The frames of this protocol.
pub mod boxed {
    /// Nothing.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct Nothing {}
    /// What was said.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SaidData {
        /// What.
        pub words: String,
    }
    /// Something was said.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "said")]
    pub struct SaidEvent {
        pub timestamp: super::shared::IsoTime,
        pub data: SaidData,
    }
    /// Say something.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "say")]
    pub struct SayCommand {
        /// What.
        pub words: String,
    }
    /// An id.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(untagged)]
    pub enum RequestId {
        Text(String),
        Number(f64),
    }
    impl<'de> ::serde::Deserialize<'de> for RequestId {
        fn deserialize<D: ::serde::Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Self, D::Error> {
            struct Kinds;
            impl<'de> ::serde::de::Visitor<'de> for Kinds {
                type Value = RequestId;
                fn expecting(
                    &self,
                    f: &mut ::std::fmt::Formatter<'_>,
                ) -> ::std::fmt::Result {
                    f.write_str("a string or a number")
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
    /// The commands of this protocol.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum CommandName {
        /// Say something.
        Say,
    }
    impl CommandName {
        /// Every command, in the order of the documents.
        pub const ALL: &'static [Self] = &[Self::Say];
        /// The command's `type` on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Say => "say",
            }
        }
        /// The command of this `type`.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "say" => Some(Self::Say),
                _ => None,
            }
        }
        /// How the command is ordered against the others.
        pub const fn ordering(self) -> super::frame::Ordering {
            match self {
                Self::Say => super::frame::Ordering::Serial,
            }
        }
        /// The group that the documents list the command in.
        pub const fn group(self) -> &'static str {
            match self {
                Self::Say => "talk",
            }
        }
    }
    impl ::std::fmt::Display for CommandName {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// A command of the host, without its id.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type")]
    pub enum Command {
        /// Say something.
        #[serde(rename = "say")]
        Say(SayCommand),
    }
    impl ::serde::Serialize for Command {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            match self {
                Self::Say(inner) => inner.serialize(serializer),
            }
        }
    }
    impl From<SayCommand> for Command {
        fn from(inner: SayCommand) -> Self {
            Self::Say(inner)
        }
    }
    /// A frame of the host that answers an ask.
    #[derive(Clone, Debug, PartialEq)]
    pub enum ControlFrame {}
    impl ::serde::Serialize for ControlFrame {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            let _ = serializer;
            match *self {}
        }
    }
    impl Command {
        pub const fn name(&self) -> CommandName {
            match self {
                Self::Say(_) => CommandName::Say,
            }
        }
    }
    /// A command with its id, as a host writes it.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct CommandFrame {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub id: Option<super::frame::Id>,
        #[serde(flatten)]
        pub command: Command,
    }
    /// The data of a successful answer.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(untagged)]
    pub enum ResponseData {
        /// The data of `say`.
        Say(Box<Nothing>),
    }
    /// The answer to one command.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Response {
        /// The command's id, when it had one.
        pub id: Option<super::frame::Id>,
        /// The command's `type`, or the dialect's word for a line that is no frame.
        pub command: ::std::borrow::Cow<'static, str>,
        /// The data, if the command has any, or why it failed.
        pub outcome: Result<Option<ResponseData>, String>,
    }
    impl ::serde::Serialize for Response {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            use ::serde::ser::SerializeStruct;
            let mut frame = serializer.serialize_struct("Response", 5)?;
            frame.serialize_field("type", "response")?;
            frame.serialize_field("command", &self.command)?;
            frame.serialize_field("success", &self.outcome.is_ok())?;
            match &self.id {
                Some(id) => frame.serialize_field("id", id)?,
                None => frame.skip_field("id")?,
            }
            match &self.outcome {
                Ok(Some(data)) => frame.serialize_field("data", data)?,
                Ok(None) => frame.skip_field("data")?,
                Err(error) => frame.serialize_field("error", error)?,
            }
            frame.end()
        }
    }
    /// What happens in a session, as it happens.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type")]
    pub enum Event {
        /// Something was said.
        #[serde(rename = "said")]
        Said(SaidEvent),
    }
    impl ::serde::Serialize for Event {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            match self {
                Self::Said(inner) => inner.serialize(serializer),
            }
        }
    }
    impl From<SaidEvent> for Event {
        fn from(inner: SaidEvent) -> Self {
            Self::Said(inner)
        }
    }
}
/// Values that are sent often; the server keeps their JSON beside them.
pub mod kept {
    pub type Kept<T> = ::std::sync::Arc<T>;
}
/// How a command is ordered against the others.
pub mod frame {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Ordering {
        Serial,
        Concurrent,
        Control,
        Detached,
    }
    /// A command's id: a string or a number.
    #[derive(::serde::Serialize, ::serde::Deserialize, Clone, Debug, PartialEq)]
    #[serde(untagged)]
    pub enum Id {
        Text(String),
        Number(::serde_json::Number),
    }
}
