//! What holds for any line at all; the fuzz target in `fuzz/` and the property test share these words.

use hostwire::proto::frame::{Decoded, Direction, Strictness};
use hostwire::proto::published;
use hostwire::proto::{autohand, veyyon};
use serde_json::Value;

/// Reads the line as each protocol would, and panics when a law is broken.
pub fn hold(line: &str) {
    veyyon_laws(line);
    autohand_laws(line);
}

/// The laws for one protocol: their types differ, their words do not.
macro_rules! laws {
    ($name:ident, $protocol:ident, $control:expr) => {
        fn $name(line: &str) {
            let lenient = $protocol::decode(line, Strictness::Lenient);
            let strict = $protocol::decode(line, Strictness::Strict);
            let faults = $protocol::CATALOGUE.faults(line, Direction::In);
            if !matches!(strict, Decoded::Invalid(_)) {
                assert!(faults.is_empty(), "decoded in strict mode, but faulty: {faults:?}");
                assert_eq!(lenient, strict, "the modes read the same line as different frames");
            }
            if let (Decoded::Invalid(invalid), true) = (&lenient, faults.is_empty()) {
                // A schema's integer is a value, 6.0 and 1e300 among them; on the wire it is digits that fit 64 bits.
                let fault = invalid.clone().into_fault().text;
                let is_spelling = fault.contains("integer") && fault.ends_with("found a number with a fraction");
                assert!(is_spelling, "the schema takes the line, the types do not: {invalid:?}");
            }
            // What the types took is a frame of the schema when it is written again.
            let again = match &lenient {
                Decoded::Command { command, .. } => serde_json::to_string(command),
                Decoded::Control(frame) => $control(frame),
                Decoded::Invalid(_) => return,
            };
            let again = again.expect("a frame can be written");
            let same = match ($protocol::decode(&again, Strictness::Strict), lenient) {
                (Decoded::Command { command: second, .. }, Decoded::Command { command: first, .. }) => first == second,
                (Decoded::Control(second), Decoded::Control(first)) => first == second,
                (other, _) => panic!("{again}: {other:?}"),
            };
            assert!(same, "{again}: reads differently the second time");
        }
    };
}

laws!(veyyon_laws, veyyon, serde_json::to_string);
laws!(autohand_laws, autohand, |_| unreachable!("the protocol has commands only"));

/// The examples of every frame that a host may send, a line each.
pub fn examples() -> Vec<String> {
    let frames = [("veyyon", veyyon::CATALOGUE.inbound), ("autohand", autohand::CATALOGUE.inbound)];
    let mut lines = Vec::new();
    for (room, inbound) in frames {
        for (kind, _) in inbound {
            let schema = published::schema_text(room, kind).unwrap_or_default();
            let schema: Value = serde_json::from_str(&schema).unwrap_or_default();
            lines.extend(schema["examples"].as_array().into_iter().flatten().map(Value::to_string));
        }
    }
    lines
}
