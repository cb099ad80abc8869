//! Flags of extensions: what was given on the command line, as the kinds that extensions registered.

use std::collections::BTreeMap;

use crate::proto::extension::{FlagKind, FlagOffer, FlagValue};

/// A flag as it was given: its name, and its value if it had one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    pub name: String,
    pub value: Option<String>,
}

impl Given {
    /// `NAME=VALUE`, or `NAME` alone.
    pub fn parse(text: &str) -> Self {
        match text.split_once('=') {
            Some((name, value)) => Self { name: name.to_owned(), value: Some(value.to_owned()) },
            None => Self { name: text.to_owned(), value: None },
        }
    }
}

/// The values of the flags that an extension registered; of a flag that was given twice the last one counts.
pub(super) fn values(offers: &[FlagOffer], given: &[Given]) -> Result<BTreeMap<String, FlagValue>, String> {
    let mut values = BTreeMap::new();
    for offer in offers {
        let value = match given.iter().rev().find(|given| given.name == offer.name) {
            Some(given) => Some(read(offer, given.value.as_deref())?),
            None => offer.default.clone(),
        };
        values.extend(value.map(|value| (offer.name.clone(), value)));
    }
    Ok(values)
}

fn read(offer: &FlagOffer, value: Option<&str>) -> Result<FlagValue, String> {
    let wrong =
        |what: &str| format!("The flag {} must be {what}, not {}", offer.name, value.unwrap_or("without a value"));
    match (offer.kind, value) {
        (FlagKind::Boolean, None | Some("true")) => Ok(FlagValue::Flag(true)),
        (FlagKind::Boolean, Some("false")) => Ok(FlagValue::Flag(false)),
        (FlagKind::Boolean, Some(_)) => Err(wrong("true or false")),
        (FlagKind::Number, Some(text)) => match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(FlagValue::Number(number)),
            _ => Err(wrong("a number")),
        },
        (FlagKind::Number, None) => Err(wrong("a number")),
        (FlagKind::String, Some(text)) => Ok(FlagValue::Text(text.to_owned())),
        (FlagKind::String, None) => Err(wrong("a text")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(name: &str, kind: FlagKind, default: Option<FlagValue>) -> FlagOffer {
        FlagOffer { name: name.to_owned(), description: "A flag".to_owned(), kind, default }
    }

    #[test]
    fn flags_are_read_by_their_kind_and_the_last_counts() {
        let offers = [
            offer("off", FlagKind::Boolean, None),
            offer("remote", FlagKind::String, Some(FlagValue::Text("origin".into()))),
            offer("most", FlagKind::Number, None),
            offer("quiet", FlagKind::Boolean, None),
        ];
        let given = ["off", "most=1", "most=2.5", "unknown=1"].map(Given::parse);
        let values = values(&offers, &given).unwrap();
        assert_eq!(values.len(), 3);
        assert_eq!(values["off"], FlagValue::Flag(true));
        assert_eq!(values["remote"], FlagValue::Text("origin".into()));
        assert_eq!(values["most"], FlagValue::Number(2.5));
    }

    #[test]
    fn a_value_of_another_kind_is_refused() {
        let refused = |kind, text: &str| values(&[offer("f", kind, None)], &[Given::parse(text)]).unwrap_err();
        assert_eq!(refused(FlagKind::Boolean, "f=maybe"), "The flag f must be true or false, not maybe");
        assert_eq!(refused(FlagKind::Number, "f=x"), "The flag f must be a number, not x");
        assert_eq!(refused(FlagKind::String, "f"), "The flag f must be a text, not without a value");
    }
}
