/// Types that both protocols use.
pub mod shared {
    /// An id.
    pub type CorrelationId = String;
}
/// The frames of this protocol.
pub mod demo {
    /// Ask how it is. There may be no answer.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "get_mood")]
    pub struct GetMoodCommand {}
    /// How it is.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Mood {
        /// In a word.
        pub word: String,
    }
    /// The host nods.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "nod")]
    pub struct Nod {}
    /// Up.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "ready")]
    pub struct Ready {}
    /// Something was said.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "said")]
    pub struct SaidEvent {
        /// What.
        pub words: String,
    }
    /// Say something.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "say")]
    pub struct SayCommand {
        /// What.
        pub words: String,
    }
    /// How it went.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SayResult {
        /// By somebody.
        pub heard: bool,
    }
    /// Stop.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "stop")]
    pub struct StopCommand {}
    /// The commands of this protocol.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum CommandName {
        /// Say something.
        Say,
        /// Stop.
        Stop,
        /// Ask how it is. There may be no answer.
        GetMood,
    }
    impl CommandName {
        /// Every command, in the order of the documents.
        pub const ALL: &'static [Self] = &[Self::Say, Self::Stop, Self::GetMood];
        /// The command's `type` on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Say => "say",
                Self::Stop => "stop",
                Self::GetMood => "get_mood",
            }
        }
        /// The command of this `type`.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "say" => Some(Self::Say),
                "stop" => Some(Self::Stop),
                "get_mood" => Some(Self::GetMood),
                _ => None,
            }
        }
        /// How the command is ordered against the others.
        pub const fn ordering(self) -> super::frame::Ordering {
            match self {
                Self::Say => super::frame::Ordering::Concurrent,
                Self::Stop => super::frame::Ordering::Control,
                Self::GetMood => super::frame::Ordering::Serial,
            }
        }
        /// The group that the documents list the command in.
        pub const fn group(self) -> &'static str {
            match self {
                Self::Say => "talk",
                Self::Stop => "talk",
                Self::GetMood => "state",
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
        /// Stop.
        #[serde(rename = "stop")]
        Stop(StopCommand),
        /// Ask how it is. There may be no answer.
        #[serde(rename = "get_mood")]
        GetMood(GetMoodCommand),
    }
    impl ::serde::Serialize for Command {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            match self {
                Self::Say(inner) => inner.serialize(serializer),
                Self::Stop(inner) => inner.serialize(serializer),
                Self::GetMood(inner) => inner.serialize(serializer),
            }
        }
    }
    impl From<SayCommand> for Command {
        fn from(inner: SayCommand) -> Self {
            Self::Say(inner)
        }
    }
    impl From<StopCommand> for Command {
        fn from(inner: StopCommand) -> Self {
            Self::Stop(inner)
        }
    }
    impl From<GetMoodCommand> for Command {
        fn from(inner: GetMoodCommand) -> Self {
            Self::GetMood(inner)
        }
    }
    /// A frame of the host that answers an ask.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type")]
    pub enum ControlFrame {
        /// The host nods.
        #[serde(rename = "nod")]
        Nod(Nod),
    }
    impl ::serde::Serialize for ControlFrame {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            match self {
                Self::Nod(inner) => inner.serialize(serializer),
            }
        }
    }
    impl From<Nod> for ControlFrame {
        fn from(inner: Nod) -> Self {
            Self::Nod(inner)
        }
    }
    impl Command {
        pub const fn name(&self) -> CommandName {
            match self {
                Self::Say(_) => CommandName::Say,
                Self::Stop(_) => CommandName::Stop,
                Self::GetMood(_) => CommandName::GetMood,
            }
        }
    }
    /// A command with its id, as a host writes it.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct CommandFrame {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub id: Option<String>,
        #[serde(flatten)]
        pub command: Command,
    }
    /// The data of a successful answer.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(untagged)]
    pub enum ResponseData {
        /// The data of `say`.
        Say(Box<SayResult>),
        /// The data of `get_mood`.
        GetMood(Option<Box<Mood>>),
    }
    /// The answer to one command.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Response {
        /// The command's id, when it had one.
        pub id: Option<String>,
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
            match &self.id {
                Some(id) => frame.serialize_field("id", id)?,
                None => frame.skip_field("id")?,
            }
            frame.serialize_field("type", "response")?;
            frame.serialize_field("command", &self.command)?;
            frame.serialize_field("success", &self.outcome.is_ok())?;
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
}
