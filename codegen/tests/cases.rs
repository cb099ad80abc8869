//! Each case in, the blessed Rust out. `UPDATE=1` writes it anew.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use hostwire_codegen::{Model, read_sources, rust};

mod support;

fn model(case: &str) -> Model {
    let path = format!("{}/tests/cases/{case}.json", env!("CARGO_MANIFEST_DIR"));
    read_sources(&support::sources(&std::fs::read_to_string(path).unwrap())).unwrap()
}

fn blessed(file: &str, text: &str) {
    let path = format!("{}/tests/cases/{file}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(known == text, "{file} is not what the generator makes; look at the change, then run with UPDATE=1");
}

#[test]
fn structs_are_generated_as_blessed() {
    let model = model("structs");
    blessed("structs.rs", &rust::module(&model, &model.rooms[0]).unwrap());
}

#[test]
fn unions_are_generated_as_blessed() {
    let model = model("unions");
    blessed("unions.rs", &rust::module(&model, &model.rooms[0]).unwrap());
}

#[test]
fn a_dialect_is_generated_as_blessed() {
    let model = model("dialect");
    let room = model.room("demo").unwrap();
    blessed("dialect.rs", &rust::host_module(&model, room).unwrap());
    blessed("dialect.server.rs", &rust::module(&model, room).unwrap());
    blessed("dialect.md", &hostwire_codegen::docs::protocol(&model, room));
    blessed("dialect.schema.json", &rust::pretty(&hostwire_codegen::bundle::published_bundle(&model, room, true)));
}

#[test]
fn a_dialect_with_an_envelope_is_generated_as_blessed() {
    let model = model("envelope");
    let room = model.room("boxed").unwrap();
    blessed("envelope.rs", &rust::host_module(&model, room).unwrap());
    blessed("envelope.server.rs", &rust::module(&model, room).unwrap());
    blessed("envelope.schema.json", &rust::pretty(&hostwire_codegen::bundle::published_bundle(&model, room, true)));
}

#[test]
fn the_order_of_the_files_does_not_matter() {
    let text = std::fs::read_to_string(format!("{}/tests/cases/dialect.json", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let files = support::sources(&text);
    let first = rust::module(&model("dialect"), model("dialect").room("demo").unwrap()).unwrap();
    let again = read_sources(&files).unwrap();
    assert_eq!(rust::module(&again, again.room("demo").unwrap()).unwrap(), first);
}
