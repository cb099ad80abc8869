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
/// Reads one line of the host.
pub fn decode(
    line: &str,
    strictness: super::frame::Strictness,
) -> super::frame::Decoded<Command, ControlFrame, super::frame::Id> {
    use super::frame::{Decoded, Head, parse};
    let head = match Head::read(line) {
        Ok(head) => head,
        Err(invalid) => return Decoded::Invalid(invalid),
    };
    let check = |schema: &'static str| match strictness {
        super::frame::Strictness::Lenient => None,
        super::frame::Strictness::Strict => Some((&VALIDATORS, schema)),
    };
    match &*head.kind {
        "say" => {
            parse(
                line,
                head,
                check("SayCommand"),
                |id, command| Decoded::Command {
                    id,
                    command: Command::Say(command),
                },
            )
        }
        _ => Decoded::Invalid(head.unknown()),
    }
}
/// What belongs to one command: its name and the data of its answer.
pub trait CommandSpec {
    const NAME: CommandName;
    type Data;
    fn data(data: Self::Data) -> Option<ResponseData>;
}
impl CommandSpec for SayCommand {
    const NAME: CommandName = CommandName::Say;
    type Data = Nothing;
    fn data(data: Self::Data) -> Option<ResponseData> {
        Some(ResponseData::Say(data.into()))
    }
}
/// Serves the commands. There are no default bodies: a command without its line does not compile.
pub trait Handler {
    /// What a handler may touch.
    type Cx;
    /// The typed answer to one command.
    type Reply<C: CommandSpec>;
    /// Makes the answer that a command is served with.
    fn reply<C: CommandSpec>(
        &self,
        cx: &Self::Cx,
        id: Option<super::frame::Id>,
    ) -> Self::Reply<C>;
    /// Say something.
    fn say(&self, cx: &Self::Cx, command: SayCommand, reply: Self::Reply<SayCommand>);
}
/// Calls the method of the command.
pub fn dispatch<H: Handler>(
    handler: &H,
    cx: &H::Cx,
    id: Option<super::frame::Id>,
    command: Command,
) {
    match command {
        Command::Say(command) => {
            handler.say(cx, command, handler.reply::<SayCommand>(cx, id))
        }
    }
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
impl Response {
    /// The definition that the response is published under.
    pub fn schema_name(&self) -> &'static str {
        if self.outcome.is_err() {
            return "FailureResponse";
        }
        match &*self.command {
            "say" => "SaySuccess",
            _ => "FailureResponse",
        }
    }
}
/// What an event tells, before it gets its time.
#[derive(Clone, Debug, PartialEq)]
pub enum EventData {
    Said(SaidData),
}
impl EventData {
    /// The event, as it is written.
    pub fn at(self, timestamp: super::shared::IsoTime) -> Event {
        match self {
            Self::Said(data) => Event::Said(SaidEvent { timestamp, data }),
        }
    }
}
impl From<SaidData> for EventData {
    fn from(data: SaidData) -> Self {
        Self::Said(data)
    }
}
/// The `command` of the answer to a line that is no frame.
pub const PARSE_COMMAND: &str = "parse";
impl Event {
    /// The definition that the event is published under.
    pub const fn schema_name(&self) -> &'static str {
        match self {
            Self::Said(_) => "SaidEvent",
        }
    }
}
/// Everything that the server writes.
#[derive(Clone, Debug, PartialEq)]
pub enum Outbound {
    Response(Response),
    Event(Event),
}
impl ::serde::Serialize for Outbound {
    fn serialize<S: ::serde::Serializer>(
        &self,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match self {
            Self::Response(inner) => inner.serialize(serializer),
            Self::Event(inner) => inner.serialize(serializer),
        }
    }
}
impl From<Response> for Outbound {
    fn from(inner: Response) -> Self {
        Self::Response(inner)
    }
}
impl From<Event> for Outbound {
    fn from(inner: Event) -> Self {
        Self::Event(inner)
    }
}
impl From<SaidEvent> for Outbound {
    fn from(inner: SaidEvent) -> Self {
        Self::Event(Event::Said(inner))
    }
}
impl super::frame::OutboundFrame for Outbound {
    fn schema_name(&self) -> &'static str {
        match self {
            Self::Response(response) => response.schema_name(),
            Self::Event(event) => event.schema_name(),
        }
    }
    fn picture(&self) -> ::serde_json::Result<::serde_json::Value> {
        ::serde_json::to_value(self)
            .or_else(|error| match self {
                Self::Response(response) if response.id.is_some() => {
                    ::serde_json::to_value(Response {
                        id: None,
                        ..response.clone()
                    })
                }
                _ => Err(error),
            })
    }
    fn check(&self, value: &::serde_json::Value) -> Result<(), String> {
        VALIDATORS.check(self.schema_name(), value)
    }
    fn replacement(&self, why: &str) -> Option<Self> {
        match self {
            Self::Response(response) => {
                Some(
                    Self::Response(Response {
                        id: response.id.clone(),
                        command: response.command.clone(),
                        outcome: Err(why.to_owned()),
                    }),
                )
            }
            _ => None,
        }
    }
}
static NAMES: [&str; 4usize] = [
    "SayCommand",
    "SaidEvent",
    "SaySuccess",
    "FailureResponse",
];
/// The closed form of every frame, compiled when it is first needed.
pub static VALIDATORS: super::frame::Validators = super::frame::Validators::new(
    &NAMES,
    include_str!(concat!(env!("OUT_DIR"), "/boxed.closed.json")),
);
/// From the `type` of a line to the definition that it must conform to.
pub static CATALOGUE: super::frame::Catalogue = super::frame::Catalogue {
    validators: &VALIDATORS,
    inbound: &[("say", "SayCommand")],
    outbound: &[("said", "SaidEvent")],
    answers: &[("say", "SaySuccess")],
};
/// Every fault of one line, held strictly against the frames of a direction.
pub fn validate(
    line: &str,
    direction: super::frame::Direction,
) -> Vec<super::frame::Fault> {
    if CATALOGUE.is_inbound(line, direction)
        && let super::frame::Decoded::Invalid(invalid) = decode(
            line,
            super::frame::Strictness::Lenient,
        )
    {
        return vec![invalid.into_fault()];
    }
    CATALOGUE.faults(line, direction)
}
