//! Every shape in which providers send chat completion streams, through the real process.

use serde_json::{Value, json};

use crate::support::model::{Framing, Request};
use crate::support::{Frame, Gate, Launch, Model, Reply, Stream, Workspace, sse};

/// What a prompt came to.
struct Turn {
    frames: Vec<Frame>,
    requests: Vec<Request>,
}

impl Turn {
    /// The messages of the run.
    fn messages(&self) -> Vec<Value> {
        let end = self.frames.last().unwrap();
        end.value["messages"].as_array().unwrap().clone()
    }

    fn assistant(&self) -> Value {
        self.messages().into_iter().rfind(|message| message["role"] == "assistant").unwrap()
    }

    fn text(&self) -> String {
        let assistant = self.assistant();
        assistant["content"].as_array().unwrap().iter().filter_map(|block| block["text"].as_str()).collect()
    }

    /// The calls of the first reply: id, name, arguments.
    fn calls(&self) -> Vec<(String, String, Value)> {
        let messages = self.messages();
        let first = messages.iter().find(|message| message["role"] == "assistant").unwrap();
        let calls = first["content"].as_array().unwrap().iter().filter(|block| block["type"] == "toolCall");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        calls.map(|call| (text(&call["id"]), text(&call["name"]), call["arguments"].clone())).collect()
    }

    /// The results: the id of the call, whether it failed, the text.
    fn results(&self) -> Vec<(String, bool, String)> {
        let results = self.messages().into_iter().filter(|message| message["role"] == "toolResult");
        let result = |m: Value| {
            let id = m["toolCallId"].as_str().unwrap().to_owned();
            (id, m["isError"] == true, crate::support::model::text_of(&m["content"]))
        };
        results.map(result).collect()
    }
}

/// Prompts once; the replies are what the model says in order.
fn turn(replies: impl IntoIterator<Item = Reply>) -> Turn {
    let model = Model::with(replies);
    let workspace = Workspace::on(&model);
    workspace.settings("retry: {enabled: false}\n");
    workspace.file("a.txt", "alpha\n");
    workspace.file("b.txt", "beta\n");
    let mut server = Launch::new(&workspace).start();
    let frames = server.run("p", "Speak");
    assert_eq!(server.finish().code, Some(0));
    model.assert_spent();
    Turn { frames, requests: model.requests() }
}

fn hello() -> Stream {
    Stream::new().text("Hel").text("lo, wörld")
}

/// A turn of these stream events that must call `read` on both files, in order, and then end.
fn reads_both(reply: Reply) -> Turn {
    let turn = turn([reply, sse::text(&["Both read."])]);
    let paths: Vec<Value> =
        turn.calls().into_iter().map(|(_, name, arguments)| json!([name, arguments["path"]])).collect();
    assert_eq!(paths, [json!(["read", "a.txt"]), json!(["read", "b.txt"])]);
    let results = turn.results();
    assert!(results.iter().all(|(_, failed, _)| !failed), "{results:?}");
    assert!(results[0].2.contains("alpha") && results[1].2.contains("beta"), "{results:?}");
    assert_eq!(turn.text(), "Both read.");
    ids_agree(&turn);
    turn
}

/// Calls and results carry the same ids, each once, in the run and in what the model is sent.
fn ids_agree(turn: &Turn) {
    let calls: Vec<String> = turn.calls().into_iter().map(|call| call.0).collect();
    let results: Vec<String> = turn.results().into_iter().map(|result| result.0).collect();
    assert_eq!(calls, results);
    let mut unique = calls.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), calls.len(), "{calls:?}");
    assert!(calls.iter().all(|id| !id.is_empty()));
    let sent = turn.requests[1].messages();
    let answered: Vec<&str> = sent.iter().filter_map(|message| message["tool_call_id"].as_str()).collect();
    assert_eq!(answered, calls);
    let asked = sent.iter().filter_map(|message| message["tool_calls"].as_array()).flatten();
    assert_eq!(asked.map(|call| call["id"].as_str().unwrap()).collect::<Vec<_>>(), calls);
}

fn opening(index: Option<usize>, id: &str, arguments: Value) -> Value {
    let mut call = json!({"id": id, "type": "function", "function": {"name": "read", "arguments": arguments}});
    if let Some(index) = index {
        call["index"] = index.into();
    }
    json!({"tool_calls": [call]})
}

const A: &str = "{\"path\":\"a.txt\"}";
const B: &str = "{\"path\":\"b.txt\"}";

#[test]
fn the_body_may_be_cut_up_ended_and_framed_in_any_way() {
    let whole = || hello().finish("stop").usage(3, 4).done();
    let shapes = [
        ("a byte at a time", whole().reply().split(1)),
        ("three bytes at a time", whole().reply().split(3)),
        ("CR LF", whole().reply().crlf()),
        ("CR LF, a byte at a time", whole().reply().crlf().split(1)),
        ("a BOM", whole().reply().bom()),
        ("ended by closing", whole().reply().framing(Framing::Close)),
        ("of a known length", whole().reply().framing(Framing::Length)),
        ("in one piece", Stream::bare().raw(&text_of(whole())).reply()),
        (
            "with comments",
            Stream::bare().raw(": ping\n\n:\n").raw(&text_of(whole()).replace("\n\n", "\n\n: ping\n\n")).reply(),
        ),
        (
            "with event names and ids",
            Stream::bare().raw(&text_of(whole()).replace("data: ", "event: chunk\nid: 7\nretry: 5\ndata: ")).reply(),
        ),
        ("without the space", Stream::bare().raw(&text_of(whole()).replace("data: ", "data:")).reply()),
        ("without the last blank line", Stream::bare().raw(text_of(whole()).trim_end()).reply()),
        (
            "with data on two lines",
            Stream::bare().raw(&text_of(whole()).replace(",\"created\"", ",\ndata: \"created\"")).reply(),
        ),
        ("of another type", whole().reply().header("content-type", "text/plain; charset=utf-8")),
    ];
    for (shape, reply) in shapes {
        let turn = turn([reply]);
        assert_eq!(
            (turn.text().as_str(), turn.assistant()["stopReason"].as_str()),
            ("Hello, wörld", Some("stop")),
            "{shape}"
        );
        let told: String = turn.frames.iter().filter_map(Frame::delta).collect();
        assert_eq!(told, "Hello, wörld", "{shape}");
    }
}

/// The body as one text.
fn text_of(stream: Stream) -> String {
    let steps = stream.reply().steps.into_iter();
    let bytes: Vec<u8> =
        steps.flat_map(|step| if let crate::support::model::Step::Bytes(b) = step { b } else { vec![] }).collect();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn calls_without_an_index_are_told_apart_by_their_ids() {
    let stream = Stream::new().delta(opening(None, "one", A.into())).delta(opening(None, "two", B.into()));
    reads_both(stream.finish("tool_calls").done().reply());
}

#[test]
fn calls_that_share_an_index_are_told_apart_by_their_ids() {
    let rest = |text: &str| json!({"tool_calls": [{"index": 0, "function": {"arguments": text}}]});
    let stream =
        Stream::new().delta(opening(Some(0), "one", "".into())).delta(rest("{\"path\":")).delta(rest("\"a.txt\"}"));
    let stream = stream.delta(opening(Some(0), "two", "".into())).delta(rest("{\"path\":")).delta(rest("\"b.txt\"}"));
    reads_both(stream.finish("tool_calls").done().reply());
}

#[test]
fn calls_may_come_interleaved() {
    let rest = |index: usize, text: &str| json!({"tool_calls": [{"index": index, "function": {"arguments": text}}]});
    let stream = Stream::new().delta(opening(Some(0), "one", "".into())).delta(opening(Some(1), "two", "".into()));
    let stream = stream
        .delta(rest(0, "{\"path\":"))
        .delta(rest(1, "{\"path\":"))
        .delta(rest(0, "\"a.txt\"}"))
        .delta(rest(1, "\"b.txt\"}"));
    reads_both(stream.finish("tool_calls").done().reply());
}

#[test]
fn both_calls_may_come_in_one_chunk_without_index() {
    let call = |id: &str, arguments: &str| json!({"id": id, "type": "function", "function": {"name": "read", "arguments": arguments}});
    let stream = Stream::new().delta(json!({"tool_calls": [call("one", A), call("two", B)]}));
    reads_both(stream.finish("tool_calls").done().reply());
}

#[test]
fn arguments_may_be_an_object() {
    let stream = Stream::new().delta(opening(Some(0), "one", json!({"path": "a.txt"}))).delta(opening(
        Some(1),
        "two",
        json!({"path": "b.txt"}),
    ));
    reads_both(stream.finish("tool_calls").done().reply());
}

#[test]
fn an_id_and_a_name_that_every_piece_repeats_make_one_call() {
    let piece = |index: usize, id: &str, text: &str| json!({"tool_calls": [{"index": index, "id": id, "type": "function", "function": {"name": "read", "arguments": text}}]});
    let stream = Stream::new().delta(piece(0, "one", "{\"path\":")).delta(piece(0, "one", "\"a.txt\"}"));
    let stream = stream.delta(piece(1, "two", "{\"path\":")).delta(piece(1, "two", "\"b.txt\"}"));
    reads_both(stream.finish("tool_calls").done().reply());
}

#[test]
fn calls_run_whatever_the_finish_reason_says() {
    let calls = || Stream::new().delta(opening(Some(0), "one", A.into())).delta(opening(Some(1), "two", B.into()));
    for reason in ["stop", "tool_calls", "function_call", "eos", ""] {
        reads_both(calls().finish(reason).done().reply());
    }
    reads_both(calls().choice(json!({"index": 0, "delta": {}, "finish_reason": null})).done().reply());
}

#[test]
fn empty_and_equal_ids_are_replaced_by_one_of_our_own() {
    for (one, two) in [("", ""), ("same", "same")] {
        let stream = Stream::new().delta(opening(Some(0), one, A.into())).delta(opening(Some(1), two, B.into()));
        reads_both(stream.finish("tool_calls").done().reply());
    }
}

#[test]
fn a_call_without_a_name_is_an_error_and_is_not_sent_back() {
    let unnamed = json!({"tool_calls": [{"index": 0, "id": "one", "type": "function", "function": {"name": "", "arguments": A}}]});
    let turn = turn([Stream::new().delta(unnamed).finish("tool_calls").done().reply(), sse::text(&["Sorry."])]);
    assert!(turn.results().iter().all(|(_, failed, _)| *failed), "{:?}", turn.results());
    let sent = turn.requests[1].messages().iter().filter_map(|message| message["tool_calls"].as_array()).flatten();
    assert!(sent.into_iter().all(|call| call["function"]["name"] != ""));
    assert_eq!(turn.text(), "Sorry.");
}

#[test]
fn usage_is_taken_from_where_it_stands_and_counted_once() {
    let usage = |output: u64| json!({"prompt_tokens": 30, "completion_tokens": output, "total_tokens": 30 + output});
    let stop = |usage: Value| json!({"index": 0, "delta": {}, "finish_reason": "stop", "usage": usage});
    let shapes = [
        ("in a last chunk", hello().finish("stop").usage(30, 5).done()),
        ("in a last chunk without a list of choices", hello().finish("stop").chunk(json!({"usage": usage(5)})).done()),
        (
            "in the chunk with the reason",
            hello().chunk(json!({"choices": [stop(Value::Null)], "usage": usage(5)})).done(),
        ),
        ("in the choice", hello().choice(stop(usage(5))).done()),
        (
            "growing in each chunk",
            hello()
                .chunk(json!({"choices": [], "usage": usage(2)}))
                .chunk(json!({"choices": [], "usage": usage(4)}))
                .finish("stop")
                .usage(30, 5)
                .done(),
        ),
        ("null before", hello().chunk(json!({"choices": [], "usage": null})).finish("stop").usage(30, 5).done()),
    ];
    for (shape, stream) in shapes {
        let turn = turn([stream.reply()]);
        let found = &turn.assistant()["usage"];
        assert_eq!(
            (&found["input"], &found["output"], &found["totalTokens"]),
            (&json!(30), &json!(5), &json!(35)),
            "{shape}"
        );
    }
}

#[test]
fn cached_and_reasoning_tokens_are_told_apart() {
    let usage = json!({"prompt_tokens": 30, "completion_tokens": 9, "total_tokens": 39,
        "prompt_tokens_details": {"cached_tokens": 20}, "completion_tokens_details": {"reasoning_tokens": 4}});
    let turn = turn([hello().finish("stop").chunk(json!({"choices": [], "usage": usage})).done().reply()]);
    let found = &turn.assistant()["usage"];
    let figures =
        ["input", "cacheRead", "output", "reasoningTokens", "totalTokens"].map(|name| found[name].as_u64().unwrap());
    assert_eq!(figures, [10, 20, 9, 4, 39]);
}

#[test]
fn usage_that_is_absent_is_estimated_and_odd_chunks_do_no_harm() {
    let stream = hello().chunk(json!({"choices": []})).chunk(json!({})).chunk(json!({"choices": null}));
    let stream = stream
        .delta(json!({"content": null}))
        .delta(json!({}))
        .chunk(json!({"choices": [{"index": 0, "finish_reason": null}]}));
    let turn = turn([stream.finish("stop").done().reply()]);
    assert_eq!(turn.text(), "Hello, wörld");
    assert!(turn.assistant()["usage"]["totalTokens"].is_u64());
}

#[test]
fn a_body_that_ends_without_a_reason_is_an_error_that_keeps_its_text() {
    let shapes = [
        ("ended", hello().reply()),
        ("cut", hello().cut().reply()),
        ("torn", hello().tear("data: {\"choi").reply()),
        ("closed", hello().reply().framing(Framing::Close)),
        ("half an event", hello().raw("data: {\"choices\":[{\"ind").reply()),
        ("nothing at all", Stream::bare().reply()),
        ("comments only", Stream::bare().raw(": ping\n\n: ping\n\n").reply()),
    ];
    for (shape, reply) in shapes {
        let turn = turn([reply]);
        let assistant = turn.assistant();
        assert_eq!(assistant["stopReason"], "error", "{shape}");
        assert!(assistant["errorMessage"].as_str().is_some_and(|text| !text.is_empty()), "{shape}");
        assert_eq!(turn.frames.iter().filter(|frame| frame.is("agent_end")).count(), 1, "{shape}");
    }
}

#[test]
fn a_reason_without_the_final_marker_is_a_whole_answer() {
    for reply in [hello().finish("stop").reply(), hello().finish("stop").cut().reply()] {
        let turn = turn([reply]);
        assert_eq!((turn.text().as_str(), turn.assistant()["stopReason"].as_str()), ("Hello, wörld", Some("stop")));
    }
}

#[test]
fn an_error_in_the_stream_is_an_error_of_the_turn() {
    let turn = turn([hello()
        .data(r#"{"error":{"message":"The engine stalled","type":"server_error","code":500}}"#)
        .done()
        .reply()]);
    assert_eq!(turn.assistant()["stopReason"], "error");
    assert!(turn.assistant()["errorMessage"].as_str().unwrap().contains("The engine stalled"));
}

#[test]
fn reasoning_has_a_block_of_its_own_by_each_of_its_names() {
    for name in ["reasoning_content", "reasoning"] {
        let stream = Stream::new().delta(json!({name: "Let me "})).delta(json!({name: "see."})).text("Yes.");
        let turn = turn([stream.finish("stop").done().reply()]);
        let content = turn.assistant()["content"].clone();
        assert_eq!(content[0]["type"], "thinking", "{name}");
        assert_eq!((&content[0]["thinking"], &content[1]["text"]), (&json!("Let me see."), &json!("Yes.")), "{name}");
    }
}

#[test]
fn the_request_is_what_such_servers_expect() {
    let turn = turn([hello().finish("stop").usage(1, 1).done().reply()]);
    let request = &turn.requests[0];
    assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/v1/chat/completions"));
    assert_eq!(request.header("authorization"), Some("Bearer test-key"));
    assert!(request.header("content-type").is_some_and(|kind| kind.starts_with("application/json")));
    assert_eq!((&request.body["model"], &request.body["stream"]), (&json!("mock-model"), &json!(true)));
    assert_eq!(request.body["stream_options"]["include_usage"], true);
    assert_eq!(request.last_user(), "Speak");
    let names: Vec<&str> = request.body["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["function"]["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["read", "write", "edit", "bash", "grep", "glob", "todo"]);
}

#[test]
fn the_answer_is_seen_while_it_is_written() {
    let (model, gate) = (Model::start(), Gate::new());
    model.reply(Stream::new().text("early").hold(&gate).text(" late").finish("stop").done().reply());
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).start();
    server.send(&json!({"id": "p", "type": "prompt", "message": "Speak"}));
    // The gate is shut: what comes now cannot have waited for the end.
    server.until(|frame| frame.delta() == Some("early"));
    gate.open();
    server.until_kind("agent_end");
}
