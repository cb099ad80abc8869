//! Tests of [`super`].

use super::*;

fn run(direction: Direction, text: &str) -> (bool, String) {
    let options = ValidateOptions { file: None, dialect: "veyyon".into(), direction };
    let mut out = Vec::new();
    let right = check(&options, &mut text.as_bytes(), &mut out).unwrap();
    (right, String::from_utf8(out).unwrap())
}

#[test]
fn a_right_transcript_says_nothing() {
    let lines = concat!(
        "{\"type\":\"ready\"}\n",
        "\n",
        "{\"id\":\"1\",\"type\":\"prompt\",\"message\":\"hi\"}\r\n",
        "{\"id\":\"1\",\"type\":\"response\",\"command\":\"abort\",\"success\":true}\n",
        "{\"type\":\"response\",\"command\":\"nope\",\"success\":false,\"error\":\"Unknown command: nope\"}\n",
        "{\"type\":\"agent_start\"}",
    );
    assert_eq!(run(Direction::Both, lines), (true, String::new()));
}

#[test]
fn each_fault_has_line_pointer_and_expectation() {
    let (right, told) =
        run(Direction::In, "{\"type\":\"prompt\"}\n{\"type\":\"abort\",\"x\":1}\nnonsense\n[]\n{\"id\":\"1\"}\n");
    assert!(!right);
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("1: /: expected the member \"message\""), "{told}");
    assert!(lines[1].starts_with("2: /x: "), "{told}");
    assert!(lines[2].starts_with("3: /: expected JSON: "), "{told}");
    assert_eq!(lines[3], "4: /: expected a JSON object");
    assert_eq!(lines[4], "5: /: expected the member \"type\", a string");
}

#[test]
fn the_direction_counts() {
    assert!(run(Direction::Out, "{\"type\":\"agent_start\"}\n").0);
    assert_eq!(
        run(Direction::In, "{\"type\":\"agent_start\"}\n").1,
        "1: /type: expected a known type, found \"agent_start\"\n"
    );
}

#[test]
fn an_answer_to_a_command_that_does_not_exist_is_a_fault() {
    let (_, told) = run(Direction::Out, "{\"type\":\"response\",\"command\":\"nope\",\"success\":true}\n");
    assert_eq!(told, "1: /command: expected the name of a command\n");
}

#[test]
fn a_dialect_that_is_not_there_is_an_error() {
    let options = ValidateOptions { file: None, dialect: "klingon".into(), direction: Direction::Both };
    let exit = check(&options, &mut io::empty(), &mut Vec::new()).unwrap_err();
    assert_eq!(
        exit,
        Exit { code: 1, text: "Error: Unknown dialect: klingon. Known: autohand, extension, veyyon\n".into() }
    );
}
