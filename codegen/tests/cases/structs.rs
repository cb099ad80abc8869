/// Values that each have a word to say.
#[derive(
    ::serde::Deserialize,
    ::serde::Serialize,
    Clone,
    Copy,
    Debug,
    Eq,
    Hash,
    Ord,
    PartialEq,
    PartialOrd
)]
pub enum Described {
    /// Soon.
    #[serde(rename = "fast")]
    Fast,
    /// Later.
    #[serde(rename = "slow")]
    Slow,
}
impl Described {
    /// Every value, in schema order.
    pub const ALL: &'static [Self] = &[Self::Fast, Self::Slow];
    /// The value as it is on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Slow => "slow",
        }
    }
    /// The value of this wire spelling.
    pub fn from_wire(text: &str) -> Option<Self> {
        match text {
            "fast" => Some(Self::Fast),
            "slow" => Some(Self::Slow),
            _ => None,
        }
    }
}
impl ::std::fmt::Display for Described {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        f.write_str(self.as_str())
    }
}
/// Nothing.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
pub struct Empty {}
/// A struct with a member of each kind.
/// In two lines.
#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
pub struct Everything {
    /// Comes first, whatever the alphabet says.
    pub zeta: String,
    pub label: Label,
    /// A word of the language.
    #[serde(rename = "type")]
    pub type_: String,
    /// How many of them.
    pub count: Count,
    /// Between 0 and 1.
    pub ratio: f64,
    pub level: Level,
    /// Named by its owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inline: Option<EverythingInline>,
    /// There, or null.
    #[serde(deserialize_with = "::std::option::Option::deserialize")]
    pub maybe: Option<String>,
    /// There, or null.
    #[serde(
        rename = "maybeLevel",
        deserialize_with = "::std::option::Option::deserialize"
    )]
    pub maybe_level: Option<Level>,
    /// Always there.
    pub list: Vec<Label>,
    /// Absent is not empty.
    #[serde(rename = "optionalList", skip_serializing_if = "Option::is_none")]
    pub optional_list: Option<Vec<bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free: Option<JsonObject>,
    /// By name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<::std::collections::BTreeMap<String, Count>>,
    /// Whatever it is.
    pub anything: ::serde_json::Value,
    /// Set or absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flag: Option<bool>,
    /// More of them.
    #[serde(rename = "self", skip_serializing_if = "Option::is_none")]
    pub self_: Option<Vec<Everything>>,
}
#[derive(
    ::serde::Deserialize,
    ::serde::Serialize,
    Clone,
    Copy,
    Debug,
    Eq,
    Hash,
    Ord,
    PartialEq,
    PartialOrd
)]
pub enum EverythingInline {
    #[serde(rename = "a")]
    A,
    #[serde(rename = "b")]
    B,
}
impl EverythingInline {
    /// Every value, in schema order.
    pub const ALL: &'static [Self] = &[Self::A, Self::B];
    /// The value as it is on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }
    /// The value of this wire spelling.
    pub fn from_wire(text: &str) -> Option<Self> {
        match text {
            "a" => Some(Self::A),
            "b" => Some(Self::B),
            _ => None,
        }
    }
}
impl ::std::fmt::Display for EverythingInline {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        f.write_str(self.as_str())
    }
}
/// How loud.
#[derive(
    ::serde::Deserialize,
    ::serde::Serialize,
    Clone,
    Copy,
    Debug,
    Eq,
    Hash,
    Ord,
    PartialEq,
    PartialOrd
)]
pub enum Level {
    #[serde(rename = "off")]
    Off,
    #[serde(rename = "one-at-a-time")]
    OneAtATime,
    #[serde(rename = "veryLoud")]
    VeryLoud,
}
impl Level {
    /// Every value, in schema order.
    pub const ALL: &'static [Self] = &[Self::Off, Self::OneAtATime, Self::VeryLoud];
    /// The value as it is on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::OneAtATime => "one-at-a-time",
            Self::VeryLoud => "veryLoud",
        }
    }
    /// The value of this wire spelling.
    pub fn from_wire(text: &str) -> Option<Self> {
        match text {
            "off" => Some(Self::Off),
            "one-at-a-time" => Some(Self::OneAtATime),
            "veryLoud" => Some(Self::VeryLoud),
            _ => None,
        }
    }
}
impl ::std::fmt::Display for Level {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        f.write_str(self.as_str())
    }
}
/// A short text.
pub type Label = String;
/// Any object.
pub type JsonObject = ::serde_json::Map<String, ::serde_json::Value>;
/// How many.
pub type Count = u64;
/// Any value at all.
pub type Anything = ::serde_json::Value;
