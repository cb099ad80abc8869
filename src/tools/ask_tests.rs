//! Questions, the dialogs that they take, and the words that the model gets.

use std::sync::Arc;

use futures_util::FutureExt;
use serde_json::{Value, json};

use super::*;
use crate::host::testing::{Ear, Said, host};
use crate::host::{DialogAnswer, Host, Surface};
use crate::outbox::{Dialog, DialogForm, Question};
use crate::tools::testing::{Bench, text};

fn listening() -> (Bench, Host, Arc<Ear>) {
    let (host, ear) = host(Surface { tools_see_ui: true, ..Surface::default() });
    let mut bench = Bench::new();
    bench.cx.host = host.clone();
    (bench, host, ear)
}

/// What the user sees of a dialog: its method, title and choices.
fn seen(form: DialogForm) -> String {
    match form {
        DialogForm::Select { title, options } => format!("select {title} [{}]", options.join(" | ")),
        DialogForm::Input { title, placeholder, .. } => format!("input {title} {placeholder:?}"),
        DialogForm::Editor { title, prompt_style, .. } => format!("editor {title} {prompt_style}"),
        DialogForm::Confirm { title, .. } => format!("confirm {title}"),
    }
}

/// Runs a call whose dialogs get these answers, and gives the dialogs.
async fn asked(questions: Value, answers: &[&str]) -> (Result<ToolResultPayload, ToolError>, Vec<String>) {
    let (bench, host, ear) = listening();
    let tool = Ask::new(None);
    let arguments = json!({"questions": questions}).as_object().unwrap().clone();
    schema::validate(tool.definition(), &arguments).unwrap();
    let mut run = tool.run(bench.cx.clone(), arguments);
    let (mut dialogs, mut answers) = (Vec::new(), answers.iter());
    loop {
        if let Some(result) = (&mut run).now_or_never() {
            return (result, dialogs);
        }
        for said in ear.heard() {
            let Said::Asked(id, Question::Dialog(Dialog { form, .. })) = said else { panic!("{said:?}") };
            dialogs.push(seen(form));
            let answer = match *answers.next().expect("another answer") {
                "(closed)" => DialogAnswer { cancelled: true, ..DialogAnswer::default() },
                value => DialogAnswer { value: Some(value.into()), ..DialogAnswer::default() },
            };
            assert!(host.asks().settle(&id, crate::host::Answer::Dialog(answer)));
        }
    }
}

fn database() -> Value {
    json!([{"id": "db", "question": "Which?", "options": [{"label": "SQLite"}, {"label": "Postgres"}], "recommended": 1}])
}

#[tokio::test]
async fn one_choice_is_told_without_its_mark() {
    let (result, dialogs) = asked(database(), &["Postgres (Recommended)"]).await;
    assert_eq!(dialogs, ["select Which? [SQLite | Postgres (Recommended) | Other (type your own)]"]);
    let result = result.unwrap();
    assert_eq!(text(&result), "User selected: Postgres");
    let details = result.details.unwrap();
    assert_eq!(
        details,
        json!({"id": "db", "question": "Which?", "options": ["SQLite", "Postgres"], "multi": false, "selectedOptions": ["Postgres"]})
    );
    // Hosts may drop the mark themselves.
    assert_eq!(text(&asked(database(), &["Postgres"]).await.0.unwrap()), "User selected: Postgres");
}

#[tokio::test]
async fn an_answer_of_the_users_own_is_written_in_an_editor() {
    let (result, dialogs) = asked(database(), &["Other (type your own)", "DuckDB"]).await;
    assert_eq!(dialogs[1], "editor Which? true");
    let result = result.unwrap();
    assert_eq!(text(&result), "User provided custom input: DuckDB");
    assert_eq!(result.details.unwrap()["customInput"], "DuckDB");
    // What is no choice was written by the user, too.
    assert_eq!(text(&asked(database(), &["Oracle"]).await.0.unwrap()), "User provided custom input: Oracle");
}

#[tokio::test]
async fn several_choices_are_toggled_until_done() {
    let questions = json!([{"id": "s", "question": "What?", "options": [{"label": "A"}, {"label": "B"}, {"label": "C"}], "multi": true}]);
    let (result, dialogs) = asked(questions.clone(), &["A", "B", "A", "C", "Done selecting"]).await;
    assert_eq!(text(&result.unwrap()), "User selected: B, C");
    assert_eq!(dialogs[0], "select What? [A | B | C | Done selecting | Other (type your own)]");
    assert!(dialogs[2].starts_with("select (2 selected) What? ["), "{}", dialogs[2]);
    let (result, _) = asked(questions.clone(), &["Done selecting"]).await;
    assert_eq!(text(&result.unwrap()), "User selected: (nothing)");
    let (result, _) = asked(questions, &["A", "Other (type your own)", "and more"]).await;
    assert_eq!(text(&result.unwrap()), "User selected: A\nUser provided custom input: and more");
}

#[tokio::test]
async fn several_questions_are_asked_in_order_and_told_by_id() {
    let mut questions = database();
    questions
        .as_array_mut()
        .unwrap()
        .push(json!({"id": "branch", "question": "Branch name", "options": [], "placeholder": "feature/..."}));
    let (result, dialogs) = asked(questions, &["SQLite", "feature/rpc-host"]).await;
    assert_eq!(dialogs[1], "input Branch name Some(\"feature/...\")");
    let result = result.unwrap();
    assert_eq!(text(&result), "User answers:\ndb: SQLite\nbranch: \"feature/rpc-host\"");
    assert_eq!(result.details.unwrap()["results"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn a_dialog_that_is_closed_ends_the_run() {
    for answers in [&["(closed)"][..], &["Other (type your own)", "(closed)"]] {
        let (result, _) = asked(database(), answers).await;
        assert!(matches!(result, Err(ToolError::Fatal(text)) if text == "Ask tool was cancelled by the user"));
    }
}

#[tokio::test]
async fn labels_of_the_tool_and_doubles_are_refused_before_anybody_is_asked() {
    let with = |label: &str| json!([{"id": "q", "question": "?", "options": [{"label": "A"}, {"label": label}]}]);
    for label in ["Other (type your own)", "Done selecting", "B (Recommended)", " "] {
        let (result, dialogs) = asked(with(label), &[]).await;
        assert!(result.unwrap_err().to_string().contains("is reserved"), "{label}");
        assert!(dialogs.is_empty());
    }
    assert!(asked(with("A"), &[]).await.0.unwrap_err().to_string().contains("the same label"));
    assert_eq!(asked(json!([]), &[]).await.0.unwrap_err().to_string(), "There is no question");
}

#[tokio::test(start_paused = true)]
async fn time_that_is_over_takes_the_recommended_choice_or_the_first() {
    let (bench, _host, _ear) = listening();
    let tool = Ask::new(Some(Duration::from_secs(5)));
    let arguments = json!({"questions": database()}).to_string();
    let (told, details) = bench.ok(&tool, &arguments).await;
    assert_eq!(told, "User selected: Postgres (auto-selected after timeout)");
    assert_eq!(details["timedOut"], true);
    let first = r#"{"questions":[{"id":"q","question":"?","options":[{"label":"A"},{"label":"B"}],"recommended":9}]}"#;
    assert_eq!(bench.ok(&tool, first).await.0, "User selected: A (auto-selected after timeout)");
    let free = r#"{"questions":[{"id":"q","question":"?","options":[]}]}"#;
    assert_eq!(bench.fails(&tool, free).await.0, "The user did not answer in time");
}

#[tokio::test]
async fn one_question_stands_before_the_user_at_a_time() {
    let (bench, host, ear) = listening();
    let tool = Ask::new(None);
    let arguments = json!({"questions": database()}).as_object().unwrap().clone();
    let mut first = tool.run(bench.cx.clone(), arguments.clone());
    let mut second = tool.run(bench.cx.clone(), arguments);
    assert!((&mut first).now_or_never().is_none() && (&mut second).now_or_never().is_none());
    assert_eq!(ear.heard().len(), 1);
    let answer = DialogAnswer { value: Some("SQLite".into()), ..DialogAnswer::default() };
    assert!(host.asks().settle("ui_1", crate::host::Answer::Dialog(answer)));
    assert!(first.await.is_ok());
    assert!((&mut second).now_or_never().is_none());
    assert_eq!(ear.heard().len(), 1);
}

#[tokio::test]
async fn without_a_user_and_without_input_the_protocols_words_are_told() {
    let bench = Bench::new();
    let arguments = json!({"questions": database()}).to_string();
    assert_eq!(bench.fails(&Ask::new(None), &arguments).await.0, "Ask tool requires interactive mode");
    let (bench, host, _ear) = listening();
    host.asks().close();
    let lost = bench.call(&Ask::new(None), &arguments).await;
    assert!(matches!(lost, Err(ToolError::Fatal(text)) if text == host.texts().dialog_gone));
}
