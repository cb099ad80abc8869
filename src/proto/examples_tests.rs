//! Every example of every schema: it parses, it conforms, it survives the round trip, and its faults are seen.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Mutex, OnceLock};

use hostwire_codegen::{Model, bundle};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::frame::{Decoded, Invalid, OutboundFrame, Strictness};

include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// The open and the closed schema of one definition.
#[derive(Clone)]
struct Pair {
    open: std::sync::Arc<jsonschema::Validator>,
    closed: std::sync::Arc<jsonschema::Validator>,
    schema: Value,
}

fn model() -> &'static Model {
    static MODEL: OnceLock<Model> = OnceLock::new();
    MODEL.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema");
        hostwire_codegen::read(&folder).expect("the schemas are sound, or this crate would not have been built")
    })
}

fn schemas(room: &str, name: &str) -> Pair {
    static SEEN: OnceLock<Mutex<BTreeMap<String, Pair>>> = OnceLock::new();
    let mut seen = SEEN.get_or_init(Mutex::default).lock().unwrap();
    let pair = seen.entry(format!("{room}/{name}")).or_insert_with(|| {
        let open = bundle::single(whole(room), name).unwrap();
        let mut closed = open.clone();
        bundle::close(&mut closed);
        let compile = |schema: &Value| std::sync::Arc::new(jsonschema::validator_for(schema).unwrap());
        Pair { open: compile(&open), closed: compile(&closed), schema: open }
    });
    pair.clone()
}

fn whole(room: &str) -> &'static Value {
    static WHOLE: OnceLock<BTreeMap<String, Value>> = OnceLock::new();
    let bundles = WHOLE.get_or_init(|| {
        let bundle = |room: &hostwire_codegen::model::Room| (room.name.clone(), bundle::bundle(model(), room));
        model().rooms.iter().map(bundle).collect()
    });
    bundles.get(room).unwrap()
}

/// Members with a fixed value: serde leaves them to the union or the dispatcher that looked at them.
fn constants() -> &'static BTreeSet<String> {
    static NAMES: OnceLock<BTreeSet<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let definitions = model().rooms.iter().flat_map(|room| &room.definitions);
        let constants = definitions.flat_map(|definition| hostwire_codegen::shape::constants(&definition.schema));
        constants.map(|(name, _)| name).collect()
    })
}

/// Reads a value as a type and writes it again. All that is generic stays in here: the tests build much faster.
type Trip = fn(&Value) -> Result<Value, serde_json::Error>;

fn trip<T: Serialize + DeserializeOwned>(value: &Value) -> Result<Value, serde_json::Error> {
    serde_json::to_value(T::deserialize(value)?)
}

fn example_holds<T: Serialize + DeserializeOwned>(room: &str, name: &str, text: &str) {
    holds(trip::<T>, room, name, text);
}

fn holds(trip: Trip, room: &str, name: &str, text: &str) {
    let example: Value = serde_json::from_str(text).unwrap();
    let pair = schemas(room, name);
    let faults = |validator: &jsonschema::Validator| {
        validator.iter_errors(&example).map(|error| format!("{}: {error}", error.instance_path())).collect::<Vec<_>>()
    };
    assert_eq!(faults(&pair.open), Vec::<String>::new(), "open");
    assert_eq!(faults(&pair.closed), Vec::<String>::new(), "closed");

    let mut back = trip(&example).unwrap_or_else(|error| panic!("{name}: {error}"));
    let id = example.get("id").filter(|_| back.get("id").is_none());
    if let (Some(id), Some(members)) = (id, back.as_object_mut()) {
        members.insert("id".to_owned(), id.clone());
    }
    assert!(same(&example, &back), "{name} comes back changed:\n  {example}\n  {back}");
    unknown_members(trip, &pair, name, &example);
    missing_members(trip, &pair, name, &example);
}

/// An unknown member is ignored by the types and the open form; the closed form sees it.
fn unknown_members(trip: Trip, pair: &Pair, name: &str, example: &Value) {
    for path in objects(example) {
        let mut more = example.clone();
        more.pointer_mut(&path).and_then(Value::as_object_mut).unwrap().insert("zzUnknown".to_owned(), json!(1));
        let values_are_typed = !pair.open.is_valid(&more);
        assert_eq!(trip(&more).is_ok(), !values_are_typed, "{name}: an unknown member at {path:?}");
        let named = path.is_empty() && pair.schema.get("properties").is_some();
        if named && pair.schema.get("x-open") != Some(&Value::Bool(true)) {
            assert!(!pair.closed.is_valid(&more), "{name}: the closed form takes an unknown member");
        }
    }
}

/// Types and schema agree on what may be missing, at every depth.
fn missing_members(trip: Trip, pair: &Pair, name: &str, example: &Value) {
    for path in objects(example) {
        let members: Vec<String> = example.pointer(&path).and_then(Value::as_object).unwrap().keys().cloned().collect();
        for member in members {
            let mut less = example.clone();
            less.pointer_mut(&path).and_then(Value::as_object_mut).unwrap().shift_remove(&member);
            let (valid, parsed) = (pair.open.is_valid(&less), trip(&less).is_ok());
            if constants().contains(&member) && !valid {
                continue;
            }
            assert_eq!(parsed, valid, "{name}: without {member:?} at {path:?} the schema says {valid}");
        }
    }
}

/// Pointers to all objects in a value.
fn objects(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), value)];
    while let Some((path, value)) = open.pop() {
        let escape = |name: &str| name.replace('~', "~0").replace('/', "~1");
        match value {
            Value::Object(members) => {
                open.extend(members.iter().map(|(name, value)| (format!("{path}/{}", escape(name)), value)));
                found.push(path);
            }
            Value::Array(items) => {
                open.extend(items.iter().enumerate().map(|(i, value)| (format!("{path}/{i}"), value)));
            }
            _ => {}
        }
    }
    found
}

/// Equality of JSON, where 1 and 1.0 are the same number.
fn same(a: &Value, b: &Value) -> bool {
    let members = |map: &Map<String, Value>| map.keys().cloned().collect::<BTreeSet<_>>();
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            members(a) == members(b)
                && a.iter().all(|(name, value)| b.get(name).is_some_and(|other| same(value, other)))
        }
        _ => a == b,
    }
}

/// The example goes through `decode`, leniently and strictly, and a strange member is told with its place.
fn comes_in<C: std::fmt::Debug, F: std::fmt::Debug, I: std::fmt::Debug>(
    decode: fn(&str, Strictness) -> Decoded<C, F, I>,
    text: &str,
    meant: impl Fn(&Decoded<C, F, I>) -> bool,
) {
    for strictness in [Strictness::Lenient, Strictness::Strict] {
        let decoded = decode(text, strictness);
        assert!(meant(&decoded), "{strictness:?}: {decoded:?}");
    }
    let strange = text.replacen('{', "{\"zzUnknown\":1,", 1);
    assert!(meant(&decode(&strange, Strictness::Lenient)));
    let Decoded::Invalid(Invalid::Parameters { pointer, .. }) = decode(&strange, Strictness::Strict) else {
        panic!("strict takes an unknown member: {strange}");
    };
    assert_eq!(pointer, "/zzUnknown");
}

/// The example leaves through `Outbound` under its own name, as it is written in the schema.
fn leaves<O: OutboundFrame>(frame: O, name: &str, text: &str) {
    assert_eq!(frame.schema_name(), name);
    let value = serde_json::to_value(&frame).unwrap();
    assert!(same(&value, &serde_json::from_str(text).unwrap()));
    frame.check(&value).unwrap();
    let mut strange = value;
    strange.as_object_mut().unwrap().insert("zzUnknown".to_owned(), json!(1));
    assert!(frame.check(&strange).unwrap_err().contains("/zzUnknown"));
    assert!(frame.replacement("why").is_none());
}
