//! Extensions as children, sound and faulty, through the real process.

use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::model::text_of;
use crate::support::server::Server;
use crate::support::workspace::Lifeline;
use crate::support::{Frame, Gate, Launch, Model, Reply, Stream, Workspace, has, root, skipped, sse};

fn fixture(name: &str) -> std::path::PathBuf {
    root().join("tests/fixtures/extensions").join(name)
}

/// A workspace with one extension in its home.
fn with(model: &Model, extension: &str) -> Workspace {
    let workspace = Workspace::on(model);
    workspace.extension(&fixture(extension));
    workspace
}

fn call(name: &str, arguments: Value) -> Reply {
    sse::calls(&[("call_1", name, arguments)])
}

/// The results of the calls of a turn: whether each failed, its text.
fn results(frames: &[Frame]) -> Vec<(bool, String)> {
    let ends = frames.iter().filter(|frame| frame.is("tool_execution_end"));
    ends.map(|end| (end.value["isError"] == true, text_of(&end.value["result"]["content"]))).collect()
}

/// What an extension says goes by itself, so it may come before or behind what belongs to the turn.
fn errors(frames: &[Frame]) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let errors = frames.iter().filter(|frame| frame.is("extension_error"));
    errors
        .map(|frame| {
            assert!(text(&frame.value["extensionPath"]).contains("/extensions/"), "{}", frame.value);
            (text(&frame.value["event"]), text(&frame.value["error"]))
        })
        .collect()
}

/// A faulty extension in a turn that calls its tool, or another one: the results, and the only error.
struct Fault {
    results: Vec<(bool, String)>,
    event: String,
    error: String,
}

fn fault(name: &str, calls: &str) -> Fault {
    let (tool, arguments) = match calls {
        "fault" => ("fault", json!({})),
        _ => ("bash", json!({"command": "echo hello"})),
    };
    let model = Model::with([call(tool, arguments.clone()), call(tool, arguments), sse::text(&["Done."])]);
    let workspace = Workspace::on(&model);
    workspace.extension_named(&fixture("faulty.sh"), name);
    let start = if name == "silent_at_start" { 300 } else { 20_000 };
    let answer = if name.starts_with("silent") || name == "deaf" { 500 } else { 20_000 };
    workspace.settings(&format!("extensions: {{startTimeout: {start}, callTimeout: {answer}}}"));
    let mut server = Launch::new(&workspace).limit(Duration::from_secs(60)).spawn();
    let mut frames = server.until_kind("available_commands_update");
    assert!(frames[0].is("ready"), "{:?}", frames[0].value);
    // Longer than a pipe is wide, for who does not read.
    frames.extend(server.run("p", &format!("Go on {}", "x".repeat(300_000))));
    if errors(&frames).is_empty() {
        frames.extend(server.until_kind("extension_error"));
    }
    assert_eq!(server.call(&json!({"id": "s", "type": "get_session_stats"}))["toolResults"], 2, "{name}");
    let ended = server.finish();
    assert_eq!(ended.code, Some(0), "{name}: {}", ended.stderr);
    frames.extend(ended.frames);
    model.assert_spent();
    let mut errors = errors(&frames);
    assert_eq!(errors.len(), 1, "{name}: {errors:?}");
    let (event, error) = errors.remove(0);
    Fault { results: results(&frames), event, error }
}

#[test]
fn a_fault_at_the_start_costs_one_error_and_nothing_else() {
    let cases = [
        ("die_at_start", "it ended with code 3; its last words: no licence found"),
        ("silent_at_start", "it did not say hello within 0.3 s"),
        ("nonsense_at_start", "it wrote a line that is no frame: expected value at line 1 column 1"),
        ("wrong_version", "hostwire speaks version 1 of the extension protocol, not 2"),
        ("wrong_order", "The first line must be hello, and there is only one"),
        ("takes_a_name", "Another tool has the name bash"),
    ];
    for (name, told) in cases {
        let fault = fault(name, "bash");
        assert_eq!((fault.event.as_str(), fault.error.as_str()), ("hello", told), "{name}");
        assert_eq!(fault.results, [(false, "hello".into()), (false, "hello".into())], "{name}");
    }
}

#[test]
fn a_fault_in_a_turn_costs_one_error_and_nothing_else() {
    let cases = [
        ("die_in_check", "check_call", "it ended with code 4"),
        ("silent_in_check", "check_call", "it did not answer within 0.5 s"),
        ("nonsense", "stdout", "it wrote a frame answer that is wrong: expected the member \"id\""),
        ("not_utf8", "stdout", "it wrote a line that is not UTF-8 from byte 0"),
        ("deaf", "stdin", "it does not read what it is told"),
        ("flood", "stdout", "it writes more than can be read: a flood"),
        ("long_line", "stdout", "it wrote a line of more than 4194304 bytes"),
        ("flood_on_stderr", "stderr", "it complains without end: a flood"),
        ("closes_output", "exit", "it closed its output"),
        ("leaves_a_child", "exit", "it ended with code 1"),
    ];
    for (name, event, told) in cases {
        let fault = fault(name, "bash");
        assert_eq!((fault.event.as_str(), fault.error.as_str()), (event, told), "{name}");
        assert_eq!(fault.results, [(false, "hello".into()), (false, "hello".into())], "{name}");
    }
}

#[test]
fn a_fault_in_a_call_is_an_error_result_and_the_tool_goes() {
    for (name, told) in
        [("die_in_tool", "it was ended by signal 9"), ("silent_in_tool", "it did not answer within 0.5 s")]
    {
        let fault = fault(name, "fault");
        assert_eq!((fault.event.as_str(), fault.error.as_str()), ("run_tool", told), "{name}");
        let [(true, first), (true, second)] = fault.results.as_slice() else { panic!("{:?}", fault.results) };
        assert_eq!(first, "The extension faulty failed at the call of fault; whether it has done anything is unknown");
        assert!(second.contains("fault"), "{second}");
    }
}

#[test]
fn who_must_decide_and_fails_lets_nothing_run_any_more() {
    let fault = fault("die_in_check_must_decide", "bash");
    assert_eq!(fault.event, "check_call");
    let refused = "Tool bash was not run: the extension faulty must decide on it and has failed";
    assert_eq!(fault.results, [(true, refused.into()), (true, refused.into())]);
}

#[test]
fn who_must_decide_and_goes_lets_nothing_run_either() {
    let model = Model::with([call("bash", json!({"command": "echo hello"})), sse::text(&["Done."])]);
    let workspace = Workspace::on(&model);
    workspace.extension_named(&fixture("faulty.sh"), "leaves_must_decide");
    let mut server = Launch::new(&workspace).spawn();
    let (mut listed, mut told) = (false, false);
    let frames = server.until(|frame| {
        listed |= frame.is("available_commands_update");
        told |= frame.is("extension_error");
        listed && told
    });
    assert_eq!(errors(&frames), [("exit".to_owned(), "it ended with code 0".to_owned())]);
    let refused = "Tool bash was not run: the extension faulty must decide on it and has failed";
    assert_eq!(results(&server.run("p", "Go on")), [(true, refused.into())]);
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn more_progress_than_there_may_be_is_passed_over() {
    let model = Model::with([call("fault", json!({})), sse::text(&["Done."])]);
    let workspace = Workspace::on(&model);
    workspace.extension_named(&fixture("faulty.sh"), "chatty_in_tool");
    let mut server = Launch::new(&workspace).start();
    let frames = server.run("p", "Go on");
    assert_eq!(results(&frames), [(false, "enough".into())]);
    assert!(errors(&frames).is_empty());
    assert_eq!(server.finish().code, Some(0));
}

/// Its only tool keeps something fifty times.
const KEEPER: &str = r#"#!/bin/sh
echo '{"type":"hello","protocol":1,"name":"keeper","tools":[{"name":"count","description":"Count","parameters":{"type":"object"}}],"commands":[{"name":"count","description":"Count"}]}'
while IFS= read -r line; do
  case $line in
    *'"type":"run_'*)
      id=${line#*'"id":"'}
      id=${id%%'"'*}
      i=0
      while [ $i -lt 50 ]; do i=$((i + 1)); echo '{"type":"set_state","state":"'$id-$i'"}'; done
      printf '{"type":"answer","id":"%s"}\n' "$id"
      ;;
  esac
done
"#;

#[test]
fn of_what_is_kept_often_the_last_is_stored() {
    let model = Model::with([call("count", json!({})), sse::text(&["Done."])]);
    let workspace = Workspace::on(&model);
    let program = workspace.script("extensions/keeper", KEEPER).display().to_string();
    let mut server = Launch::new(&workspace).args(["--extension", &program]).start();
    server.run("p", "Go on");
    let stored = |workspace: &Workspace| {
        let entries = workspace.transcript();
        let kept = entries.iter().filter(|entry| entry["customType"] == "extension:keeper");
        kept.map(|entry| entry["data"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    // What the end of the run stores comes before this answer.
    server.call(&json!({"id": "s", "type": "get_session_stats"}));
    assert_eq!(stored(&workspace), ["q1-50"]);
    server.send(&json!({"id": "c", "type": "prompt", "message": "/count"}));
    server.until_kind("prompt_result");
    assert_eq!(server.finish().code, Some(0));
    // Without a run it takes a while, and the end of the process does not wait for that.
    let stored = stored(&workspace);
    assert!(stored.len() <= 4 && stored.last().unwrap() == "q2-50", "{stored:?}");
}

#[test]
fn a_command_whose_message_is_refused_stays_local() {
    let workspace = Workspace::new();
    workspace.extension(&fixture("kit.sh"));
    // Its key is nowhere, so no model can be asked.
    let args = ["--mode", "rpc", "--strict", "--provider", "openai", "--model", "gpt-5"];
    let mut server = Launch::bare(&workspace).args(args).start();
    server.send(&json!({"id": "p", "type": "prompt", "message": "/say The build is green"}));
    let frames = server.until_kind("prompt_result");
    assert!(frames.first().unwrap().is_reply("p"), "{:?}", frames[0].value);
    let result = json!({"type": "prompt_result", "id": "p", "agentInvoked": false});
    assert_eq!((frames.len(), &frames[1].value), (2, &result));
    assert_eq!(server.finish().code, Some(0));
}

/// Never answers its only command, and notes what is taken back.
const WAITER: &str = r#"#!/bin/sh
echo '{"type":"hello","protocol":1,"name":"waiter","commands":[{"name":"wait","description":"Wait"}]}'
while IFS= read -r line; do
  case $line in *'"type":"cancel"'*) echo "$line" >heard ;; esac
done
"#;

#[test]
fn an_abort_takes_a_command_back() {
    let workspace = Workspace::new();
    workspace.script("waiter", WAITER);
    let heard = workspace.fifo("heard");
    let mut server = Launch::new(&workspace).args(["--extension", "waiter"]).start();
    server.send(&json!({"id": "p", "type": "prompt", "message": "/wait"}));
    server.until(|frame| frame.is_reply("p"));
    server.send(&json!({"id": "a", "type": "abort_and_prompt", "message": "/wait"}));
    let frames = server.until_kind("prompt_result");
    assert_eq!(frames.last().unwrap().value["id"], "p");
    assert_eq!(fs::read_to_string(heard).unwrap(), "{\"type\":\"cancel\",\"targetId\":\"q1\"}\n");
    server.kill();
}

#[test]
fn in_the_other_protocol_an_abort_ends_the_turn_of_a_command() {
    let workspace = Workspace::new();
    workspace.script("waiter", WAITER);
    let heard = workspace.fifo("heard");
    let args = ["--mode", "rpc", "--dialect", "autohand", "--strict", "--extension", "waiter"];
    let mut server = Launch::bare(&workspace).args(args).spawn();
    server.send(&json!({"id": "p", "type": "prompt", "message": "/wait"}));
    server.until_kind("turn_start");
    assert_eq!(server.call(&json!({"id": "s", "type": "get_state"}))["isProcessing"], true);
    assert_eq!(server.ask(&json!({"id": "r", "type": "reset"}))["success"], false);
    assert_eq!(server.call(&json!({"id": "a", "type": "abort"}))["aborted"], true);
    let end = server.until_kind("turn_end").pop().unwrap();
    assert_eq!(end.value["data"]["reason"], "aborted");
    assert_eq!(fs::read_to_string(heard).unwrap(), "{\"type\":\"cancel\",\"targetId\":\"q1\"}\n");
    assert_eq!(server.call(&json!({"id": "t", "type": "get_state"}))["isProcessing"], false);
    assert_eq!(server.call(&json!({"id": "b", "type": "abort"}))["aborted"], false);
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn a_failure_that_an_extension_tells_itself_is_told_each_time_and_ends_nothing() {
    let bash = || call("bash", json!({"command": "echo hello"}));
    let model = Model::with([bash(), bash(), sse::text(&["Done."])]);
    let workspace = Workspace::on(&model);
    workspace.extension_named(&fixture("faulty.sh"), "error_in_check");
    let mut server = Launch::new(&workspace).start();
    let frames = server.run("p", "Go on");
    assert_eq!(errors(&frames), vec![("check_call".to_owned(), "no idea".to_owned()); 2]);
    assert_eq!(results(&frames), [(false, "hello".into()), (false, "hello".into())]);
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn an_extension_of_the_workspace_one_that_is_named_and_none_at_all() {
    let model = Model::start();
    let workspace = Workspace::on(&model);
    workspace.script(".hostwire/extensions/dice", &fs::read_to_string(fixture("dice.sh")).unwrap());
    workspace.extension(&fixture("kit.sh"));
    let offered = |args: &[&str]| {
        let mut server = Launch::new(&workspace).args(args.iter().copied()).start();
        let state = server.call(&json!({"id": "s", "type": "get_state"}));
        let tools = state["dumpTools"].as_array().unwrap();
        let has_dice = tools.iter().any(|tool| tool["name"] == "roll_dice");
        let commands = server.call(&json!({"id": "c", "type": "get_available_commands"}));
        let commands = commands["commands"].as_array().unwrap();
        let has_kit = commands.iter().any(|command| command["name"] == "kept" && command["source"] == "extension");
        assert_eq!(server.finish().code, Some(0));
        (has_dice, has_kit)
    };
    assert_eq!(offered(&[]), (true, true));
    assert_eq!(offered(&["--no-extensions"]), (false, false));
    assert_eq!(offered(&["--no-extensions", "--extension", ".hostwire/extensions/dice"]), (true, false));
    assert_eq!(offered(&["--no-tools"]), (false, true));
}

#[test]
fn one_that_is_named_and_is_not_there_is_told() {
    let model = Model::start();
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).args(["--extension", "nothing"]).spawn();
    let frames = server.until_kind("available_commands_update");
    let error = frames.iter().find(|frame| frame.is("extension_error")).expect("an error");
    assert!(error.value["extensionPath"].as_str().unwrap().ends_with("/work/nothing"), "{}", error.value);
    assert_eq!(error.value["event"], "hello");
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn what_is_kept_comes_back_with_the_session() {
    let model = Model::with([sse::text(&["One."]), sse::text(&["Two."])]);
    let workspace = with(&model, "kit.sh");
    let kept = |server: &mut Server| {
        server.send(&json!({"id": "k", "type": "prompt", "message": "/kept"}));
        let frames = server.until_kind("prompt_result");
        frames.iter().find(|frame| frame.is("command_output")).unwrap().value["text"].as_str().unwrap().to_owned()
    };
    let mut server = Launch::new(&workspace).start();
    // Before there is a file, and again when there is one.
    server.send(&json!({"id": "k", "type": "prompt", "message": "/keep first"}));
    server.until_kind("prompt_result");
    server.run("p", "Hello");
    assert_eq!(kept(&mut server), "Kept: first");
    server.send(&json!({"id": "k", "type": "prompt", "message": "/keep second"}));
    server.until_kind("prompt_result");
    server.run("p", "Hello again");
    // Another session has nothing of it.
    assert_eq!(server.call(&json!({"id": "n", "type": "new_session"}))["cancelled"], false);
    assert_eq!(kept(&mut server), "Kept: nothing");
    assert_eq!(server.finish().code, Some(0));
    let entries: Vec<Value> = workspace.transcript();
    let of_kit = entries.iter().filter(|entry| entry["customType"] == "extension:kit");
    assert_eq!(of_kit.map(|entry| entry["data"].as_str().unwrap()).collect::<Vec<_>>(), ["first", "second"]);
    let mut server = Launch::new(&workspace).args(["--continue"]).start();
    assert_eq!(kept(&mut server), "Kept: second");
    assert_eq!(server.finish().code, Some(0));
    assert_eq!(fs::read_to_string(workspace.path().join("goodbye.txt")).unwrap(), "goodbye\n");
}

#[test]
fn an_abort_takes_a_call_back_and_progress_is_told() {
    let model = Model::with([call("roll_dice", json!({"count": 2}))]);
    let workspace = with(&model, "dice.sh");
    let _gate = workspace.fifo("gate");
    let mut server = Launch::new(&workspace).start();
    server.send(&json!({"id": "p", "type": "prompt", "message": "Roll"}));
    let update = server.until_kind("tool_execution_update").pop().unwrap();
    assert_eq!(text_of(&update.value["partialResult"]["content"]), "rolling");
    server.send(&json!({"id": "a", "type": "abort"}));
    let frames = server.until(|frame| frame.is_reply("a"));
    assert_eq!(results(&frames), [(true, "The call of roll_dice was cut".into())]);
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn no_child_of_an_extension_outlives_the_process() {
    for (signal, name) in [(false, "leaves_a_child"), (true, "silent_in_tool"), (true, "silent_at_start")] {
        let model = Model::with([sse::text(&["Done."])]);
        let workspace = Workspace::on(&model);
        let line = Lifeline::new(workspace.fifo("line"));
        let text = fs::read_to_string(fixture("faulty.sh")).unwrap();
        let program = workspace.script(name, &text.replace("#!/bin/sh\n", "#!/bin/sh\nexec 9>line\necho >&9\n"));
        let mut server = Launch::new(&workspace).args(["--extension", &program.display().to_string()]).spawn();
        line.lives();
        if signal {
            server.signal(nix::sys::signal::Signal::SIGTERM);
            let ended = server.ended();
            assert_eq!(ended.code, Some(0));
            assert!(errors(&ended.frames).is_empty(), "{name}");
        } else {
            server.until_kind("available_commands_update");
            server.run("p", "Go");
            assert_eq!(server.finish().code, Some(0));
        }
        line.ends();
    }
}

#[test]
fn an_extension_that_is_refused_hears_why() {
    let model = Model::start();
    let workspace = Workspace::on(&model);
    workspace.extension_named(&fixture("faulty.sh"), "wrong_version");
    let refused = workspace.fifo("refused.txt");
    let mut server = Launch::new(&workspace).spawn();
    // Ends when the extension has written it, before the server may end it.
    let answer: Value = serde_json::from_str(&fs::read_to_string(refused).unwrap()).unwrap();
    server.until_kind("available_commands_update");
    assert_eq!(server.finish().code, Some(0));
    let why = "hostwire speaks version 1 of the extension protocol, not 2";
    assert_eq!(answer, json!({"id": "h", "type": "response", "command": "hello", "success": false, "error": why}));
}

#[test]
fn a_flag_of_the_wrong_kind_refuses_the_extension() {
    let model = Model::start();
    let workspace = with(&model, "kit.sh");
    let mut server = Launch::new(&workspace).args(["--extension-flag", "kit-loud=very"]).spawn();
    let frames = server.until_kind("available_commands_update");
    let told = "The flag kit-loud must be true or false, not very";
    assert_eq!(errors(&frames), [("hello".to_owned(), told.to_owned())]);
    assert_eq!(server.finish().code, Some(0));
}

/// Asks the user and speaks to the model as soon as it can, and notes what it hears.
const TALKER: &str = r#"#!/bin/sh
echo '{"type":"hello","id":"h","protocol":1,"name":"talker"}'
echo '{"type":"confirm","id":"c","title":"Sure","message":"Really?"}'
echo '{"type":"notify","id":"n","message":"Hello"}'
echo '{"type":"set_title","id":"t","title":"Hello"}'
echo '{"type":"send_message","id":"m","text":"Hello"}'
for _ in 1 2 3 4 5; do IFS= read -r line; echo "$line"; done >heard
while IFS= read -r line; do :; done
"#;

#[test]
fn in_the_other_protocol_what_it_has_no_words_for_fails_at_once() {
    let model = Model::with([call("run_command", json!({"command": "echo forbidden"})), sse::text(&["Done."])]);
    let workspace = with(&model, "kit.sh");
    workspace.script("talker", TALKER);
    let heard = workspace.fifo("heard");
    let args =
        ["--mode", "rpc", "--dialect", "autohand", "--strict", "--approval-mode", "yolo", "--extension", "talker"];
    let mut server = Launch::bare(&workspace).args(args).spawn();
    // Ends when the talker has heard all; before that there is no turn.
    let heard = fs::read_to_string(heard).unwrap();
    server.send(&json!({"id": 1, "type": "prompt", "message": "Go on"}));
    server.until_kind("turn_end");
    assert_eq!(server.finish().code, Some(0));
    assert_eq!(model.requests()[1].last("tool").as_deref(), Some("Error: The word is forbidden"));
    let mut answers: Vec<Value> = heard.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    answers.sort_by_key(|answer| answer["id"].as_str().unwrap().to_owned());
    let told: Vec<_> = answers.iter().map(|answer| answer["error"].as_str().unwrap_or("-")).collect();
    let no_ui = "The host has no user interface for this";
    let no_turn = "No turn is at work, and only the host begins one";
    assert_eq!(told, [no_ui, "-", no_turn, no_ui, no_ui]);
    assert_eq!(answers[1]["data"]["hasUi"], false);
}

#[test]
fn an_extension_ends_hostwire_without_the_end_of_input() {
    let model = Model::start();
    let workspace = with(&model, "kit.sh");
    let mut server = Launch::new(&workspace).start();
    server.send(&json!({"id": "p", "type": "prompt", "message": "/quit"}));
    let ended = server.ended();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert!(ended.frames.iter().any(|frame| frame.is_reply("p")));
    assert!(errors(&ended.frames).is_empty());
    assert_eq!(fs::read_to_string(workspace.path().join("goodbye.txt")).unwrap(), "goodbye\n");
}

/// Has the model go on whenever it stops, and passes on what it is told of that.
const TIRELESS: &str = r#"#!/bin/sh
echo '{"type":"hello","protocol":1,"name":"tireless","events":["run_end"]}'
while IFS= read -r line; do
  case $line in
    *'"run_end"'*) echo '{"type":"send_message","id":"m","text":"Go on"}' ;;
    *'"id":"m"'*) echo "$line" >heard ;;
  esac
done
"#;

#[test]
fn after_an_abort_the_host_has_the_first_word() {
    let model = Model::start();
    let gate = Gate::new();
    model.reply(Stream::new().text("Slowly").hold(&gate).finish("stop").done().reply());
    let workspace = Workspace::on(&model);
    workspace.script("tireless", TIRELESS);
    let heard = workspace.fifo("heard");
    let args = ["--mode", "rpc", "--strict", "--extension", "tireless"];
    let mut server = Launch::bare(&workspace).args(args).start();
    server.send(&json!({"id": "p", "type": "prompt", "message": "Hello"}));
    server.until_kind("message_update");
    server.call(&json!({"id": "a", "type": "abort"}));
    let told = fs::read_to_string(heard).unwrap();
    assert!(told.contains("The host has stopped the work, and begins the next"), "{told}");
    let ended = server.finish();
    assert!(!ended.frames.iter().any(|frame| frame.is("agent_start")), "no run of its own");
    assert_eq!(model.requests().len(), 1);
}

/// Speaks when hostwire is about to end.
const LAST_WORDS: &str = r#"#!/bin/sh
echo '{"type":"hello","protocol":1,"name":"last-words","events":["closing"]}'
while IFS= read -r line; do
  case $line in
    *'"closing"'*) echo '{"type":"send_message","id":"m","text":"Wait"}' ;;
  esac
done
"#;

#[test]
fn no_run_begins_while_hostwire_ends() {
    let model = Model::start();
    let workspace = Workspace::on(&model);
    workspace.script("talker", LAST_WORDS);
    let args = ["--mode", "rpc", "--strict", "--extension", "talker"];
    let mut server = Launch::bare(&workspace).args(args).start();
    let ended = server.finish();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert!(!ended.frames.iter().any(|frame| frame.is("agent_start")));
    assert!(model.requests().is_empty() && errors(&ended.frames).is_empty());
}

#[test]
fn a_slow_extension_may_wait_for_the_user() {
    let model = Model::start();
    let workspace = with(&model, "kit.sh");
    workspace.settings("extensions: {callTimeout: 300}");
    let mut server = Launch::new(&workspace).start();
    server.send(&json!({"id": "p", "type": "prompt", "message": "/ask confirm"}));
    let asked = server.until_kind("extension_ui_request").pop().unwrap();
    // Longer than the limit: something else that takes its time passes by.
    let slow = json!({"id": "b", "type": "bash", "command": "sleep 1"});
    assert_eq!(server.call(&slow)["exitCode"], 0);
    server.send(&json!({"type": "extension_ui_response", "id": asked.value["id"], "confirmed": true}));
    let frames = server.until_kind("prompt_result");
    assert!(errors(&frames).is_empty());
    let output = frames.iter().find(|frame| frame.is("command_output")).unwrap();
    assert_eq!(output.value["text"], "The user gave {confirmed:true}");
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn extensions_get_no_credentials() {
    let model = Model::start();
    let workspace = Workspace::on(&model);
    workspace.script("spy", "#!/bin/sh\nenv >seen.txt\necho '{\"type\":\"hello\",\"protocol\":1,\"name\":\"spy\"}'\n");
    let mut server = Launch::new(&workspace).env("OPENAI_API_KEY", "sk-secret").args(["--extension", "spy"]).start();
    assert_eq!(server.finish().code, Some(0));
    let seen = workspace.read("seen.txt");
    assert!(seen.contains("HOSTWIRE_HOME=") && !seen.contains("sk-secret"), "{seen}");
}

#[test]
fn the_extension_of_the_readme_works() {
    if !has("python3") {
        return skipped("the extension of the README needs python3");
    }
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let (_, rest) = readme.split_once("```python\n#!/usr/bin/env python3\n").expect("an extension in Python");
    let (program, _) = rest.split_once("```").unwrap();
    assert!(program.lines().count() <= 10, "a short one");
    let model = Model::with([call("word_count", json!({"path": "notes.txt"})), sse::text(&["Four."])]);
    let workspace = Workspace::on(&model);
    workspace.file("notes.txt", "four words in all\n");
    workspace.script(".hostwire/extensions/word-count.py", &format!("#!/usr/bin/env python3\n{program}"));
    let mut server = Launch::new(&workspace).start();
    assert_eq!(results(&server.run("p", "How many words?")), [(false, "4 words".into())]);
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn the_programs_here_use_every_command_of_the_protocol() {
    let folder = root().join("schema/extension/commands");
    let groups = fs::read_dir(folder).unwrap().flat_map(|group| fs::read_dir(group.unwrap().path()).unwrap());
    let commands: BTreeSet<String> =
        groups.map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(commands.len(), 14);
    let programs = ["tests/fixtures/extensions", "examples/extensions"].map(|folder| root().join(folder));
    let texts: String = programs
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|file| fs::read_to_string(file.unwrap().path()).unwrap().replace('\\', ""))
        .collect();
    let missing: Vec<&String> =
        commands.iter().filter(|name| !texts.contains(&format!("\"type\":\"{name}\""))).collect();
    assert!(missing.is_empty(), "no program writes {missing:?}");
}
