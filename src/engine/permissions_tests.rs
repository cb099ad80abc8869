//! Tests of [`super`].

use super::*;
use crate::policy::Builtin;
use crate::tools::{Enabled, Kit, ToolNames, builtin};

fn permissions(memory: Memory) -> Permissions {
    Permissions::new(
        Policy::new(Approval::Ask, Builtin::Secrets),
        Host::default(),
        Asker::Request,
        Duration::from_secs(1),
        memory,
    )
}

fn tools() -> Vec<Arc<dyn Tool>> {
    builtin(&Enabled::All, ToolNames::default(), &Kit::default()).unwrap()
}

/// What becomes of a call, without anybody who could be asked: asked for is told as such.
async fn passes(gate: &Permissions, name: &str, arguments: &str) -> Result<JsonObject, String> {
    let tool = tools().into_iter().find(|tool| tool.definition().name == name).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let arguments: JsonObject = serde_json::from_str(arguments).unwrap();
    let call = GateCall { id: &"c".into(), name, tool: tool.as_ref(), arguments: &arguments, cwd: folder.path() };
    let passed = gate.pass(call, &CancellationToken::new()).await;
    passed.map(|passage| passage.arguments).map_err(|error| error.to_string())
}

#[tokio::test]
async fn reading_passes_and_changing_is_asked_for() {
    let gate = permissions(Memory::default());
    assert!(passes(&gate, "read", r#"{"path":"a"}"#).await.is_ok());
    for (tool, arguments) in [("write", r#"{"path":"a","content":""}"#), ("bash", r#"{"command":"make"}"#)] {
        let told = passes(&gate, tool, arguments).await.unwrap_err();
        assert!(told.contains("cannot be asked"), "{told}");
    }
    let told = passes(&gate, "read", r#"{"path":".env"}"#).await.unwrap_err();
    assert!(told.contains("always refused"), "{told}");
}

#[tokio::test]
async fn yolo_mode_lets_pass_what_fits_and_ends_by_itself() {
    let gate = permissions(Memory::default());
    gate.yolo_on(&["git *".to_owned()], None).unwrap();
    assert!(passes(&gate, "bash", r#"{"command":"git log"}"#).await.is_ok());
    assert!(passes(&gate, "bash", r#"{"command":"git log; rm x"}"#).await.is_err());
    assert!(passes(&gate, "write", r#"{"path":"a","content":""}"#).await.is_err());
    assert!(gate.yolo_on(&["npm *".to_owned(), " ".to_owned()], None).is_err());
    assert_eq!(gate.yolo().patterns, ["git *"], "a pattern that means nothing changes nothing");
    gate.yolo_on(&[], Some(Duration::ZERO)).unwrap();
    assert_eq!(gate.yolo(), YoloState::default());
    assert!(passes(&gate, "bash", r#"{"command":"make"}"#).await.is_err());
    gate.yolo_on(&[], Some(Duration::from_secs(600))).unwrap();
    assert!(gate.yolo().on && gate.yolo().expires_in.is_some_and(|left| left > Duration::from_secs(500)));
    assert!(passes(&gate, "bash", r#"{"command":"make"}"#).await.is_ok());
    gate.yolo_off();
    assert!(passes(&gate, "bash", r#"{"command":"make"}"#).await.is_err());
}

#[tokio::test]
async fn plan_mode_goes_before_yolo_mode_and_hides_what_changes_things() {
    let gate = permissions(Memory::default());
    gate.yolo_on(&[], None).unwrap();
    gate.set_plan(true);
    gate.set_plan(true);
    let told = passes(&gate, "write", r#"{"path":"a","content":""}"#).await.unwrap_err();
    assert!(told.contains("plan mode is on"), "{told}");
    let hidden: Vec<String> =
        tools().iter().filter(|tool| gate.hides(tool.as_ref())).map(|tool| tool.definition().name.clone()).collect();
    assert_eq!(hidden, ["write", "edit", "bash"]);
    gate.set_plan(false);
    assert!(passes(&gate, "write", r#"{"path":"a","content":""}"#).await.is_ok());
    assert!(!tools().iter().any(|tool| gate.hides(tool.as_ref())));
}

#[tokio::test]
async fn answers_of_earlier_sessions_count_and_a_deny_beats_an_allow() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::of(folder.path(), None);
    let file = memory.project.clone().unwrap();
    settings::remember(&file, Remembered::Allow, "bash:make *").unwrap();
    settings::remember(&file, Remembered::Deny, "bash:make clean").unwrap();
    let gate = permissions(memory);
    assert!(passes(&gate, "bash", r#"{"command":"make all"}"#).await.is_ok());
    let told = passes(&gate, "bash", r#"{"command":"make clean"}"#).await.unwrap_err();
    assert!(told.contains("rule"), "{told}");
}

#[tokio::test]
async fn a_whole_line_that_was_allowed_for_the_project_is_allowed_and_its_parts_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::of(folder.path(), None);
    let file = memory.project.clone().unwrap();
    settings::remember(&file, Remembered::Allow, "bash:make && make install").unwrap();
    let gate = permissions(memory);
    assert!(passes(&gate, "bash", r#"{"command":"make && make install"}"#).await.is_ok());
    for other in [r#"{"command":"make"}"#, r#"{"command":"make && make install","cwd":"/"}"#] {
        assert!(passes(&gate, "bash", other).await.is_err(), "{other}");
    }
}

fn in_dialogs(approval: Approval) -> Permissions {
    let words =
        Words { title: |_| String::new(), approve: "", deny: "", denied: |_| String::new(), no_ui: |_| String::new() };
    let policy = Policy::new(approval, Builtin::Disasters);
    Permissions::new(policy, Host::default(), Asker::Dialog(words), Duration::ZERO, Memory::default())
}

#[test]
fn the_model_hears_of_plan_mode_only() {
    assert!(in_dialogs(Approval::Plan).remark().is_some_and(|text| text.starts_with("Plan mode is on")));
    assert_eq!(in_dialogs(Approval::Ask).remark(), None);
}

#[test]
fn yolo_can_be_switched() {
    let gate = in_dialogs(Approval::Yolo);
    assert!(gate.is_yolo());
    gate.yolo_off();
    assert!(!gate.is_yolo());
    gate.yolo_on(&[], None).unwrap();
    assert!(gate.is_yolo());
    gate.yolo_except(&[], &["write".to_owned()], None).unwrap();
    assert!(!gate.is_yolo() && gate.yolo().on);
}

#[tokio::test]
async fn yolo_mode_leaves_out_what_it_is_told_to() {
    let gate = permissions(Memory::default());
    gate.yolo_except(&[], &["write".to_owned(), "rm *".to_owned()], None).unwrap();
    assert!(passes(&gate, "bash", r#"{"command":"make"}"#).await.is_ok());
    for (tool, arguments) in [("write", r#"{"path":"a","content":""}"#), ("bash", r#"{"command":"make; rm x"}"#)] {
        assert!(passes(&gate, tool, arguments).await.unwrap_err().contains("cannot be asked"));
    }
}
