//! Writes the schemas' examples as the first corpus, and their words as the dictionary.

#[path = "../../tests/it/inbound/laws.rs"]
mod laws;

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs, io};

use serde_json::Value;

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).unwrap_or_else(|| "corpus/inbound".into());
    fs::create_dir_all(&folder)?;
    let mut words = BTreeSet::new();
    for (number, line) in laws::examples().iter().enumerate() {
        fs::write(Path::new(&folder).join(format!("example-{number:03}")), line)?;
        collect(&serde_json::from_str(line)?, &mut words);
    }
    let dictionary: String = words.iter().map(|word| format!("{word:?}\n")).collect();
    fs::write("inbound.dict", dictionary)
}

/// The member names and short strings of a value, as JSON writes them.
fn collect(value: &Value, words: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if text.len() < 32 && text.is_ascii() => {
            words.insert(value.to_string());
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, words)),
        Value::Object(members) => {
            for (name, member) in members {
                words.insert(Value::from(name.as_str()).to_string());
                collect(member, words);
            }
        }
        _ => {}
    }
}
