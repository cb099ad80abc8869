//! Which call a fragment belongs to (hazard K37).
//!
//! The format numbers calls and names each once. Servers leave the number out, give all calls the same one, repeat the
//! id or the name with every fragment, or make up a new id each time; what they send must still fall apart into calls.

use crate::provider::partial_json::Progress;

use super::wire::{Arguments, CallDelta};

/// The calls of one reply.
#[derive(Debug, Default)]
pub(super) struct CallTable {
    calls: Vec<Known>,
}

#[derive(Debug)]
struct Known {
    index: Option<u64>,
    id: String,
    name: String,
    progress: Progress,
    whole: bool,
}

impl Known {
    fn is_whole(&self) -> bool {
        self.whole || self.progress.is_complete()
    }
}

impl CallTable {
    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// The key of the call that this fragment belongs to. `touched` holds what the same chunk has spoken of already, so
    /// that two entries of one list stay two calls.
    pub(super) fn key(&mut self, fragment: &CallDelta<'_>, touched: &mut Vec<usize>) -> u64 {
        let function = fragment.function.as_ref();
        let id = fragment.id.as_str().trim();
        let name = function.map_or("", |function| function.name.as_str().trim());
        let arguments = function.map_or(&Arguments::Absent, |function| &function.arguments);
        let index = fragment.index.0;
        let at = match self.find(index, id, name, arguments, touched) {
            Some(at) => at,
            None => {
                self.calls.push(Known {
                    index,
                    id: String::new(),
                    name: String::new(),
                    progress: Progress::default(),
                    whole: false,
                });
                self.calls.len() - 1
            }
        };
        touched.push(at);
        if let Some(known) = self.calls.get_mut(at) {
            if known.id.is_empty() {
                known.id.push_str(id);
            }
            if known.name.is_empty() {
                known.name.push_str(name);
            }
            match arguments {
                Arguments::Text(text) => known.progress.feed(text),
                Arguments::Object(_) => known.whole = true,
                Arguments::Absent => {}
            }
        }
        at as u64
    }

    fn find(
        &self,
        index: Option<u64>,
        id: &str,
        name: &str,
        arguments: &Arguments<'_>,
        touched: &[usize],
    ) -> Option<usize> {
        if !id.is_empty()
            && let Some(at) = self.calls.iter().rposition(|known| known.id == id && known.index == index)
            && !self.begins_another(at, name, arguments)
        {
            return Some(at);
        }
        // Several calls may have got the same number: the latest of them is the one that is being written.
        let at = match index {
            Some(_) => self.calls.iter().rposition(|known| known.index == index)?,
            None => self.calls.len().checked_sub(1)?,
        };
        let known = self.calls.get(at)?;
        let same_id = id.is_empty() || known.id.is_empty() || known.id == id;
        let belongs = if name.is_empty() {
            // A new call always brings its name; an id alone may be made up anew for each fragment.
            true
        } else if known.name.is_empty() {
            same_id
        } else {
            let listed_twice = index.is_none() && touched.contains(&at);
            same_id && known.name == name && !listed_twice && !self.begins_another(at, name, arguments)
        };
        belongs.then_some(at)
    }

    /// Whether the fragment starts over although the call already has all its arguments.
    fn begins_another(&self, at: usize, name: &str, arguments: &Arguments<'_>) -> bool {
        let Some(known) = self.calls.get(at) else { return false };
        let starts = match arguments {
            Arguments::Text(text) => text.trim_start().starts_with('{'),
            Arguments::Object(_) => known.id.is_empty(),
            Arguments::Absent => false,
        };
        !name.is_empty() && known.is_whole() && starts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys of the fragments of each chunk.
    fn keys(chunks: &[&str]) -> Vec<Vec<u64>> {
        let mut table = CallTable::default();
        chunks
            .iter()
            .map(|chunk| {
                let fragments: Vec<CallDelta<'_>> = serde_json::from_str(chunk).unwrap();
                let mut touched = Vec::new();
                fragments.iter().map(|fragment| table.key(fragment, &mut touched)).collect()
            })
            .collect()
    }

    fn fragment(head: &str, name: &str, arguments: &str) -> String {
        let arguments = serde_json::to_string(arguments).unwrap();
        let name = if name.is_empty() { String::new() } else { format!("\"name\":\"{name}\",") };
        format!("[{{{head}\"function\":{{{name}\"arguments\":{arguments}}}}}]")
    }

    fn keys_of(fragments: &[(&str, &str, &str)]) -> Vec<u64> {
        let chunks: Vec<String> = fragments.iter().map(|(head, name, text)| fragment(head, name, text)).collect();
        let chunks: Vec<&str> = chunks.iter().map(String::as_str).collect();
        keys(&chunks).concat()
    }

    #[test]
    fn numbered_calls_are_told_by_their_number_also_in_turns() {
        let (zero, one) = (r#""index":0,"#, r#""index":1,"#);
        let first = r#""index":0,"id":"a","#;
        let second = r#""index":1,"id":"b","#;
        assert_eq!(
            keys_of(&[(first, "read", ""), (second, "read", ""), (zero, "", "{"), (one, "", "{"), (zero, "", "}")]),
            [0, 1, 0, 1, 0]
        );
    }

    #[test]
    fn missing_numbers_fall_back_to_ids_and_names() {
        let (a, b) = (r#""id":"a","#, r#""id":"b","#);
        assert_eq!(keys_of(&[(a, "read", "{"), ("", "", "}"), (b, "read", "{"), ("", "", "}")]), [0, 0, 1, 1]);
        assert_eq!(keys_of(&[("", "read", "{"), ("", "", "}"), ("", "bash", "{}")]), [0, 0, 1]);
        assert_eq!(keys_of(&[("", "read", "{}"), ("", "read", "{}")]), [0, 1]);
    }

    #[test]
    fn one_number_for_all_calls_is_seen_through() {
        let (a, b) = (r#""index":0,"id":"a","#, r#""index":0,"id":"b","#);
        let bare = r#""index":0,"#;
        assert_eq!(keys_of(&[(a, "read", "{"), (bare, "", "}"), (b, "read", "{"), (bare, "", "}")]), [0, 0, 1, 1]);
        assert_eq!(keys_of(&[(bare, "read", "{}"), (bare, "bash", "{}"), (bare, "bash", "{}")]), [0, 1, 2]);
    }

    #[test]
    fn what_is_repeated_with_each_fragment_makes_no_new_call() {
        let a = r#""index":0,"id":"a","#;
        assert_eq!(keys_of(&[(a, "read", "{"), (a, "read", "\"p\":1"), (a, "read", "}")]), [0, 0, 0]);
        let bare = r#""index":0,"#;
        assert_eq!(keys_of(&[(bare, "read", "{"), (bare, "read", "}")]), [0, 0]);
        let (new, newer) = (r#""index":0,"id":"x1","#, r#""index":0,"id":"x2","#);
        assert_eq!(keys_of(&[(a, "read", "{"), (new, "", "\"p\":1"), (newer, "", "}")]), [0, 0, 0]);
    }

    #[test]
    fn a_list_of_whole_calls_is_as_many_calls() {
        let whole = r#"[{"function":{"name":"read","arguments":{"path":"a"}}},{"function":{"name":"read","arguments":{"path":"b"}}}]"#;
        assert_eq!(keys(&[whole]), [[0, 1]]);
        let bare = r#"[{"function":{"name":"now"}},{"function":{"name":"now"}}]"#;
        assert_eq!(keys(&[bare]), [[0, 1]]);
        let later = r#"[{"index":0,"function":{"name":"read","arguments":{"path":"b"}}}]"#;
        assert_eq!(keys(&[later, later]), [[0], [1]]);
    }
}
