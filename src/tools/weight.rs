//! How much work a schema that somebody else wrote can make: references to references multiply.

use std::collections::HashMap;

use serde_json::Value;

use crate::proto::shared::JsonObject;

/// Places of a schema with all references followed. Real ones have some hundreds.
const MOST: u64 = 50_000;
/// References that lead to each other, one behind the other.
const LONGEST_CHAIN: usize = 64;
/// References by other names than their place in the schema; those are not followed here.
const MOST_STRANGE: usize = 16;

/// Whether a check by this schema comes to an end in time; the error says why not.
pub(super) fn bounded(schema: &JsonObject) -> Result<(), String> {
    let root = Value::Object(schema.clone());
    let mut scale = Scale { root: &root, known: HashMap::new(), in_place: vec!["#"], strange: 0 };
    let weight = scale.of(&root, 0).ok_or("its references lead from one to the next without end")?;
    if weight > MOST {
        return Err("its references make it larger than can be checked".to_owned());
    }
    if scale.strange > MOST_STRANGE {
        return Err("it has many references that are no places in it".to_owned());
    }
    Ok(())
}

/// What is said below these holds for the value itself, not for a part of it.
const IN_PLACE: [&str; 8] = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"];

struct Scale<'a> {
    root: &'a Value,
    /// What references weigh; none while they are being followed.
    known: HashMap<&'a str, Option<u64>>,
    /// References that are being followed for one and the same value: one of them again would be followed for ever.
    in_place: Vec<&'a str>,
    strange: usize,
}

impl<'a> Scale<'a> {
    /// None when a chain is too long or leads back.
    fn of(&mut self, node: &'a Value, chain: usize) -> Option<u64> {
        let mut sum: u64 = 1;
        match node {
            Value::Object(members) => {
                for (name, value) in members {
                    let weight = match (name.as_str(), value) {
                        ("$ref" | "$dynamicRef" | "$recursiveRef", Value::String(to)) => {
                            self.of_reference(to, chain)?
                        }
                        (name, _) if IN_PLACE.contains(&name) => self.of(value, chain)?,
                        _ => {
                            let in_place = std::mem::take(&mut self.in_place);
                            let weight = self.of(value, chain)?;
                            self.in_place = in_place;
                            weight
                        }
                    };
                    sum = sum.saturating_add(weight);
                }
            }
            Value::Array(items) => {
                for item in items {
                    sum = sum.saturating_add(self.of(item, chain)?);
                }
            }
            _ => {}
        }
        Some(sum)
    }

    fn of_reference(&mut self, to: &'a str, chain: usize) -> Option<u64> {
        if chain >= LONGEST_CHAIN || self.in_place.contains(&to) {
            return None;
        }
        if let Some(known) = self.known.get(to) {
            // One that leads back to itself: how often it is followed is up to what is checked.
            return Some(known.unwrap_or(1));
        }
        let place = to.strip_prefix('#').filter(|place| place.is_empty() || place.starts_with('/'));
        let Some(target) = place.and_then(|place| self.root.pointer(&crate::base::mask::decoded(place))) else {
            self.strange += 1;
            return Some(1);
        };
        self.known.insert(to, None);
        self.in_place.push(to);
        let weight = self.of(target, chain + 1)?;
        self.in_place.pop();
        self.known.insert(to, Some(weight));
        Some(weight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(schema: Value) -> Result<(), String> {
        bounded(schema.as_object().unwrap())
    }

    /// Each definition names the next one so often.
    fn tower(levels: usize, times: usize) -> Value {
        let mut definitions = JsonObject::new();
        for level in 0..levels {
            let next = json!({"$ref": format!("#/$defs/l{}", level + 1)});
            definitions.insert(format!("l{level}"), json!({"allOf": vec![next; times]}));
        }
        definitions.insert(format!("l{levels}"), json!({"type": "object"}));
        json!({"$defs": definitions, "$ref": "#/$defs/l0"})
    }

    #[test]
    fn what_multiplies_is_refused() {
        assert!(told(tower(30, 2)).unwrap_err().contains("larger than can be checked"));
        assert!(told(tower(4000, 1)).unwrap_err().contains("without end"));
        assert_eq!(told(tower(8, 2)), Ok(()));
        for loops in [
            json!({"$ref": "#"}),
            json!({"allOf": [{"$ref": "#"}]}),
            json!({"$ref": "#/$defs/a", "$defs": {"a": {"not": {"$ref": "#/$defs/b"}}, "b": {"$ref": "#/$defs/a"}}}),
        ] {
            assert!(told(loops).unwrap_err().contains("without end"));
        }
        let strange: Vec<Value> = (0..40).map(|n| json!({"$ref": format!("other{n}.json")})).collect();
        assert!(told(json!({"anyOf": strange})).unwrap_err().contains("no places in it"));
    }

    #[test]
    fn ordinary_and_recursive_schemas_are_fine() {
        assert_eq!(told(json!({"type": "object"})), Ok(()));
        let tree = json!({"$ref": "#/$defs/tree", "$defs": {"tree": {"type": "object", "properties": {
            "left": {"$ref": "#/$defs/tree"}, "right": {"$ref": "#/%24defs/tree"}, "root": {"$ref": "#"}}}}});
        assert_eq!(told(tree), Ok(()));
    }
}
