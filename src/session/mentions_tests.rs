//! Names of files in messages, and what is read for them.

use std::fs;

use crate::agent::RoundOutcome;

use super::super::state_tests::{next, says, session, words};
use super::*;

fn bare(names: &[&str]) -> Vec<Name> {
    names.iter().map(|name| Name::Bare((*name).into())).collect()
}

#[test]
fn names_begin_behind_white_space_or_an_opening() {
    assert_eq!(names("@a and (@b/c.rs) \n@d,@e"), bare(&["a", "b/c.rs)", "d,", "e"]));
    assert_eq!(names("see \"@f\" and `@g`"), bare(&["f", "g"]));
    assert_eq!(names("mail me@example.org or x@y @ home, @@twice"), Vec::<Name>::new());
}

#[test]
fn an_at_in_a_name_belongs_to_it() {
    assert_eq!(names("@node_modules/@types/x.d.ts,"), bare(&["node_modules/@types/x.d.ts,"]));
}

#[test]
fn an_ellipsis_is_no_folder() {
    let folder = tempfile::tempdir().unwrap();
    let wanted = Wanted { cwd: folder.path().to_owned(), names: Vec::new(), images: Vec::new() };
    assert_eq!(wanted.find(&Name::Bare("...".into())), None);
    assert_eq!(wanted.find(&Name::Bare("....".into())), None);
    assert!(wanted.find(&Name::Bare("..".into())).is_some());
}

#[test]
fn an_abort_does_not_wait_for_the_files() {
    let mut session = session();
    let mut fx = Effects::default();
    session.submit(says("look at @a"), None, &mut fx).expect("started");
    let (_, effects) = next(&mut session, RoundOutcome::None);
    assert_eq!(effects.last().map(String::as_str), Some("ReadMentions(1)"), "{effects:?}");
    session.abort(Box::new(|_, _| {}), &mut fx);
    let effects = words(&mut fx);
    assert!(effects.contains(&"ends user look at @a".to_owned()), "{effects:?}");
    assert!(session.added.reading.is_none());
    session.mentions_read(1, Found::default(), &mut fx);
    assert_eq!(words(&mut fx), Vec::<String>::new(), "what comes late means nothing");
}

#[test]
fn quotation_marks_hold_a_name_with_blanks() {
    assert_eq!(names("@\"a b.txt\" @'c d'."), [Name::Quoted("a b.txt".into()), Name::Quoted("c d".into())]);
    assert_eq!(names("@\"open\nend"), Vec::<Name>::new());
}

#[test]
fn a_message_may_mention_only_so_many() {
    assert_eq!(names(&"@a ".repeat(1000)).len(), MOST_NAMES);
    assert_eq!(names(&format!("{}@a", "@ ".repeat(MOST_NAMES))), Vec::<Name>::new(), "also what is none counts");
    assert_eq!(names(&format!("{}@a", "me@example.org ".repeat(1000))), bare(&["a"]));
    let long = "x".repeat(LONGEST_NAME + 1);
    assert_eq!(names(&format!("@{long} @\"{long}\" @b")), bare(&["b"]));
}

#[test]
fn what_exists_is_read_once_and_the_rest_stays_text() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.txt", "b c.txt", "d."] {
        fs::write(folder.path().join(name), name).unwrap();
    }
    let text = "@a.txt, @./a.txt @\"b c.txt\" (@d.) @none @\"a.txt.\" @person";
    let wanted =
        Wanted { cwd: folder.path().to_owned(), names: vec![names(text), names("@a.txt")], images: Vec::new() };
    let read = wanted.read().files;
    let shown = |files: &[MentionedFile]| files.iter().map(|file| file.path.clone()).collect::<Vec<_>>();
    assert_eq!(shown(&read[0]), ["a.txt", "b c.txt", "d."]);
    assert_eq!(shown(&read[1]), ["a.txt"]);
    assert_eq!(read[0][1].content, "b c.txt");
}
