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
/// Reads one line of the host.
pub fn decode(
    line: &str,
    strictness: super::frame::Strictness,
) -> super::frame::Decoded<Command, ControlFrame> {
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
        "stop" => {
            parse(
                line,
                head,
                check("StopCommand"),
                |id, command| Decoded::Command {
                    id,
                    command: Command::Stop(command),
                },
            )
        }
        "get_mood" => {
            parse(
                line,
                head,
                check("GetMoodCommand"),
                |id, command| Decoded::Command {
                    id,
                    command: Command::GetMood(command),
                },
            )
        }
        "nod" => {
            parse(
                line,
                head,
                check("Nod"),
                |_, control| { Decoded::Control(ControlFrame::Nod(control)) },
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
    type Data = Option<SayResult>;
    fn data(data: Self::Data) -> Option<ResponseData> {
        data.map(|data| ResponseData::Say(data.into()))
    }
}
impl CommandSpec for StopCommand {
    const NAME: CommandName = CommandName::Stop;
    type Data = ();
    fn data(data: Self::Data) -> Option<ResponseData> {
        {
            let () = data;
            None
        }
    }
}
impl CommandSpec for GetMoodCommand {
    const NAME: CommandName = CommandName::GetMood;
    type Data = Option<Mood>;
    fn data(data: Self::Data) -> Option<ResponseData> {
        Some(ResponseData::GetMood(data.map(::std::convert::Into::into)))
    }
}
/// Serves the commands. There are no default bodies: a command without its line does not compile.
pub trait Handler {
    /// What a handler may touch.
    type Cx;
    /// The typed answer to one command.
    type Reply<C: CommandSpec>;
    /// Makes the answer that a command is served with.
    fn reply<C: CommandSpec>(&self, cx: &Self::Cx, id: Option<String>) -> Self::Reply<C>;
    /// Say something.
    fn say(&self, cx: &Self::Cx, command: SayCommand, reply: Self::Reply<SayCommand>);
    /// Stop.
    fn stop(&self, cx: &Self::Cx, command: StopCommand, reply: Self::Reply<StopCommand>);
    /// Ask how it is. There may be no answer.
    fn get_mood(
        &self,
        cx: &Self::Cx,
        command: GetMoodCommand,
        reply: Self::Reply<GetMoodCommand>,
    );
}
/// Calls the method of the command.
pub fn dispatch<H: Handler>(
    handler: &H,
    cx: &H::Cx,
    id: Option<String>,
    command: Command,
) {
    match command {
        Command::Say(command) => {
            handler.say(cx, command, handler.reply::<SayCommand>(cx, id))
        }
        Command::Stop(command) => {
            handler.stop(cx, command, handler.reply::<StopCommand>(cx, id))
        }
        Command::GetMood(command) => {
            handler.get_mood(cx, command, handler.reply::<GetMoodCommand>(cx, id))
        }
    }
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
impl Response {
    /// The definition that the response is published under.
    pub fn schema_name(&self) -> &'static str {
        if self.outcome.is_err() {
            return "FailureResponse";
        }
        match &*self.command {
            "say" => "SaySuccess",
            "stop" => "StopSuccess",
            "get_mood" => "GetMoodSuccess",
            _ => "FailureResponse",
        }
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
    Ready(Ready),
}
impl ::serde::Serialize for Outbound {
    fn serialize<S: ::serde::Serializer>(
        &self,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match self {
            Self::Response(inner) => inner.serialize(serializer),
            Self::Event(inner) => inner.serialize(serializer),
            Self::Ready(inner) => inner.serialize(serializer),
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
impl From<Ready> for Outbound {
    fn from(inner: Ready) -> Self {
        Self::Ready(inner)
    }
}
impl super::frame::OutboundFrame for Outbound {
    fn schema_name(&self) -> &'static str {
        match self {
            Self::Response(response) => response.schema_name(),
            Self::Event(event) => event.schema_name(),
            Self::Ready(_) => "Ready",
        }
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
static NAMES: [&str; 10usize] = [
    "SayCommand",
    "StopCommand",
    "GetMoodCommand",
    "SaidEvent",
    "Nod",
    "Ready",
    "SaySuccess",
    "StopSuccess",
    "GetMoodSuccess",
    "FailureResponse",
];
/// The closed form of every frame, compiled when it is first needed.
pub static VALIDATORS: super::frame::Validators = super::frame::Validators::new(
    &NAMES,
    include_str!(concat!(env!("OUT_DIR"), "/demo.closed.json")),
);
/// From the `type` of a line to the definition that it must conform to.
pub static CATALOGUE: super::frame::Catalogue = super::frame::Catalogue {
    validators: &VALIDATORS,
    inbound: &[
        ("get_mood", "GetMoodCommand"),
        ("say", "SayCommand"),
        ("stop", "StopCommand"),
        ("nod", "Nod"),
    ],
    outbound: &[("said", "SaidEvent"), ("ready", "Ready")],
    answers: &[
        ("say", "SaySuccess"),
        ("stop", "StopSuccess"),
        ("get_mood", "GetMoodSuccess"),
    ],
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
