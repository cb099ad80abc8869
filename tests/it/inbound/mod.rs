//! Lines that a host could send by mistake or by malice: the decoders, the schemas and the server agree about them.

mod laws;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::Config;
use serde_json::{Value, json};

use hostwire::proto::frame::{Decoded, Strictness};
use hostwire::proto::{autohand, veyyon};

use crate::support::{Launch, Workspace};

/// One change to a line that was right.
#[derive(Debug, Clone)]
enum Change {
    /// A value somewhere inside becomes another one.
    Replace(Index, Value),
    /// A member or an item is gone.
    Remove(Index),
    /// A member that nobody knows.
    Add(Index, String, Value),
    /// The line ends early.
    Cut(Index),
    /// A piece of it comes twice.
    Repeat(Index, Index),
    /// Other characters in its middle.
    Insert(Index, String),
}

fn value() -> impl Strategy<Value = Value> {
    let odd = prop::sample::select(vec![
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.0),
        json!(1.5),
        json!(1e300),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(""),
        json!("abort"),
        json!("\u{0}\u{2028}\u{feff}"),
        json!([]),
        json!({}),
        json!([[[[1]]]]),
        json!({ "type": "text", "text": "x" }),
        json!({ "type": "image", "data": "AA==", "mimeType": "image/png" }),
    ]);
    prop_oneof![
        odd,
        ".{0,8}".prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from)
    ]
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    prop_oneof![
        4 => (at(), value()).prop_map(|(at, value)| Change::Replace(at, value)),
        2 => at().prop_map(Change::Remove),
        2 => (at(), "[a-z_A-Z]{0,6}|type|id|data", value()).prop_map(|(at, name, value)| Change::Add(at, name, value)),
        1 => at().prop_map(Change::Cut),
        1 => (at(), at()).prop_map(|(from, to)| Change::Repeat(from, to)),
        1 => (at(), "[\\[\\]{}\",:0-9eE.\\\\-]{1,4}|.{1,3}|1E400|\\\\ud800").prop_map(|(at, text)| Change::Insert(at, text)),
    ]
}

/// An example of the schemas, changed up to three times.
fn line() -> impl Strategy<Value = String> {
    let examples = prop::sample::select(laws::examples());
    let changed = (examples, prop::collection::vec(change(), 0..4));
    let changed =
        changed.prop_map(|(line, changes)| changes.into_iter().fold(line, |line, change| apply(&line, change)));
    prop_oneof![9 => changed, 1 => ".{0,60}"]
}

fn apply(line: &str, change: Change) -> String {
    let boundary = |at: Index| {
        let places: Vec<usize> = line.char_indices().map(|(place, _)| place).chain([line.len()]).collect();
        *at.get(&places)
    };
    let inside = |edit: &mut dyn FnMut(&mut Value)| {
        let Ok(mut whole) = serde_json::from_str::<Value>(line) else { return line.to_owned() };
        edit(&mut whole);
        whole.to_string()
    };
    match change {
        Change::Replace(at, new) => inside(&mut |whole| {
            let pointers = pointers(whole);
            if let Some(place) = whole.pointer_mut(at.get(&pointers).as_str()) {
                *place = new.clone();
            }
        }),
        Change::Remove(at) => inside(&mut |whole| {
            let pointers = pointers(whole);
            let (parent, name) = at.get(&pointers).rsplit_once('/').unwrap_or_default();
            match whole.pointer_mut(parent) {
                Some(Value::Object(members)) => drop(members.shift_remove(name)),
                Some(Value::Array(items)) => {
                    drop(name.parse().ok().filter(|at| *at < items.len()).map(|at: usize| items.remove(at)))
                }
                _ => {}
            }
        }),
        Change::Add(at, name, new) => inside(&mut |whole| {
            let pointers = pointers(whole);
            if let Some(Value::Object(members)) = whole.pointer_mut(at.get(&pointers).as_str()) {
                members.insert(name.clone(), new.clone());
            }
        }),
        Change::Cut(at) => line[..boundary(at)].to_owned(),
        Change::Repeat(from, to) => {
            let (from, to) = (boundary(from), boundary(to));
            let piece = &line[from.min(to)..from.max(to)];
            format!("{}{piece}{piece}{}", &line[..from.min(to)], &line[from.max(to)..])
        }
        Change::Insert(at, text) => format!("{}{text}{}", &line[..boundary(at)], &line[boundary(at)..]),
    }
}

/// Every place in a value, the whole first.
fn pointers(value: &Value) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut next = 0;
    while let Some(here) = found.get(next).cloned() {
        next += 1;
        match value.pointer(&here) {
            Some(Value::Object(members)) => {
                let escaped = members.keys().map(|name| name.replace('~', "~0").replace('/', "~1"));
                found.extend(escaped.map(|name| format!("{here}/{name}")));
            }
            Some(Value::Array(items)) => found.extend((0..items.len()).map(|at| format!("{here}/{at}"))),
            _ => {}
        }
    }
    found
}

proptest! {
    #![proptest_config(Config { cases: 2000, failure_persistence: None, ..Config::default() })]

    #[test]
    fn decoders_and_schemas_agree_about_any_line(line in line()) {
        laws::hold(&line);
    }
}

#[test]
fn every_example_is_a_frame_of_its_protocol() {
    let examples = laws::examples();
    assert!(examples.len() > 100, "only {} examples", examples.len());
    for line in &examples {
        laws::hold(line);
        let taken = |invalid: bool| !invalid;
        let veyyon = taken(matches!(veyyon::decode(line, Strictness::Strict), Decoded::Invalid(_)));
        let autohand = taken(matches!(autohand::decode(line, Strictness::Strict), Decoded::Invalid(_)));
        assert!(veyyon || autohand, "no protocol takes {line}");
    }
}

/// Lines that carry something and that the protocol does not take, on one line each.
fn refused(lines: Vec<String>, is_refused: impl Fn(&str) -> bool) -> Vec<String> {
    let one_line = |line: &String| !line.contains('\n') && !line.trim().is_empty();
    lines.into_iter().filter(one_line).filter(|line| is_refused(line)).collect()
}

proptest! {
    #![proptest_config(Config { cases: 4, failure_persistence: None, ..Config::default() })]

    #[test]
    fn each_line_that_is_no_frame_of_veyyon_is_refused_once(lines in prop::collection::vec(line(), 200)) {
        let lines = refused(lines, |line| matches!(veyyon::decode(line, Strictness::Strict), Decoded::Invalid(_)));
        let workspace = Workspace::new();
        let mut server = Launch::new(&workspace).start();
        for line in &lines {
            server.send_raw(format!("{line}\n").as_bytes());
            let answer = server.expect("response").value;
            prop_assert_eq!(&answer["success"], &json!(false), "{}", line);
            prop_assert!(answer["error"].as_str().is_some_and(|text| !text.is_empty()), "{}", answer);
        }
        let ended = server.finish();
        prop_assert_eq!(ended.code, Some(0));
        prop_assert!(ended.frames.is_empty());
    }

    #[test]
    fn each_line_that_is_no_frame_of_autohand_is_refused_once(lines in prop::collection::vec(line(), 200)) {
        let lines = refused(lines, |line| matches!(autohand::decode(line, Strictness::Strict), Decoded::Invalid(_)));
        let workspace = Workspace::new();
        let mut server = Launch::bare(&workspace).args(["--mode", "rpc", "--dialect", "autohand", "--strict"]).spawn();
        server.expect("agent_start");
        for line in &lines {
            server.send_raw(format!("{line}\n").as_bytes());
            let answer = server.expect("response").value;
            prop_assert_eq!(&answer["success"], &json!(false), "{}", line);
            prop_assert!(answer["error"].as_str().is_some_and(|text| !text.is_empty()), "{}", answer);
        }
        let ended = server.finish();
        prop_assert_eq!(ended.code, Some(0));
        let left: Vec<&str> = ended.frames.iter().map(|frame| frame.kind()).collect();
        prop_assert_eq!(left, ["agent_end"]);
    }
}
