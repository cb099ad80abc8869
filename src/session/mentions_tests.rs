//! Names of files in messages, and what is read for them.

use std::fs;

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
fn quotation_marks_hold_a_name_with_blanks() {
    assert_eq!(names("@\"a b.txt\" @'c d'."), [Name::Quoted("a b.txt".into()), Name::Quoted("c d".into())]);
    assert_eq!(names("@\"open\nend"), Vec::<Name>::new());
}

#[test]
fn a_message_may_mention_only_so_many() {
    assert_eq!(names(&"@a ".repeat(1000)).len(), MOST_NAMES);
}

#[test]
fn what_exists_is_read_once_and_the_rest_stays_text() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.txt", "b c.txt", "d."] {
        fs::write(folder.path().join(name), name).unwrap();
    }
    let text = "@a.txt, @./a.txt @\"b c.txt\" (@d.) @none @\"a.txt.\" @person";
    let wanted = Wanted { cwd: folder.path().to_owned(), names: vec![names(text), names("@a.txt")] };
    let read = wanted.read();
    let shown = |files: &[MentionedFile]| files.iter().map(|file| file.path.clone()).collect::<Vec<_>>();
    assert_eq!(shown(&read[0]), ["a.txt", "b c.txt", "d."]);
    assert_eq!(shown(&read[1]), ["a.txt"]);
    assert_eq!(read[0][1].content, "b c.txt");
}
