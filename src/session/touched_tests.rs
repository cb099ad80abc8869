//! Lists of files, and how they are carried on.

use super::*;
use crate::base::process::Children;
use crate::session::state_tests::{calls, tool_failure};
use crate::tools::{Enabled, Questions, ToolNames, builtin};

const NAMES: ToolNames = ToolNames(&[("read", "read_file")]);

fn tools() -> ToolSet {
    ToolSet::new(builtin(&Enabled::All, NAMES, &Children::new(), Questions::None).expect("the tools"), NAMES)
}

fn paths(set: &BTreeSet<String>) -> Vec<&str> {
    set.iter().map(String::as_str).collect()
}

#[test]
fn calls_touch_files_unless_they_fail() {
    let record = [
        calls(&[("1", "read_file", "a.rs"), ("2", "read_file", "b.rs"), ("3", "edit", "b.rs"), ("4", "bash", "d.rs")]),
        calls(&[("5", "write", "c.rs"), ("6", "read_file", "gone.rs"), ("7", "read", "other.rs")]),
        tool_failure("6"),
    ];
    let files = Files::of(&tools(), None, &record);
    assert_eq!(paths(&files.read), ["a.rs"], "what was changed is not listed twice");
    assert_eq!(paths(&files.modified), ["b.rs", "c.rs"]);
}

#[test]
fn lists_are_carried_on_from_notes_to_notes() {
    let files = Files::of(&tools(), None, &[calls(&[("1", "read_file", "a.rs"), ("2", "edit", "b.rs")])]);
    let notes = files.appended_to("## Goal\nSail");
    assert_eq!(
        notes,
        "## Goal\nSail\n\n<read-files>\na.rs\n</read-files>\n\n<modified-files>\nb.rs\n</modified-files>"
    );
    assert_eq!(without_lists(&notes), "## Goal\nSail");
    assert_eq!(Files::of(&tools(), Some(&notes), &[]), files);
    let more = Files::of(&tools(), Some(&notes), &[calls(&[("1", "edit", "a.rs")])]);
    assert_eq!(more.read.len(), 0);
    assert_eq!(more.details().modified_files, ["a.rs", "b.rs"]);
    assert_eq!(Files::default().appended_to("x"), "x");
}
