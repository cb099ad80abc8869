//! Builds chat completion streams, from calls or from a file in `tests/model`.

use serde_json::{Value, json};

use super::model::{Framing, Gate, Model, Reply, Step};

/// A chat completion stream in the making; each call adds one event.
#[derive(Default)]
pub struct Stream {
    steps: Vec<Step>,
}

impl Stream {
    pub fn new() -> Self {
        Self::default().delta(json!({"role": "assistant", "content": ""}))
    }

    /// A stream to which nothing has been written, for shapes that a test spells out.
    pub fn bare() -> Self {
        Self::default()
    }

    pub fn text(self, text: &str) -> Self {
        self.delta(json!({"content": text}))
    }

    pub fn reasoning(self, text: &str) -> Self {
        self.delta(json!({"reasoning_content": text}))
    }

    /// A tool call whose arguments come in the given pieces.
    pub fn call(mut self, index: usize, id: &str, name: &str, pieces: &[&str]) -> Self {
        let function = json!({"name": name, "arguments": ""});
        let opening = json!({"index": index, "id": id, "type": "function", "function": function});
        self = self.delta(json!({"tool_calls": [opening]}));
        for piece in pieces {
            let more = json!({"index": index, "function": {"arguments": piece}});
            self = self.delta(json!({"tool_calls": [more]}));
        }
        self
    }

    pub fn delta(self, delta: Value) -> Self {
        self.choice(json!({"index": 0, "delta": delta, "finish_reason": null}))
    }

    pub fn finish(self, reason: &str) -> Self {
        self.choice(json!({"index": 0, "delta": {}, "finish_reason": reason}))
    }

    pub fn choice(self, choice: Value) -> Self {
        self.chunk(json!({"choices": [choice]}))
    }

    /// The usage chunk that comes last, without choices.
    pub fn usage(self, input: u64, output: u64) -> Self {
        let usage = json!({"prompt_tokens": input, "completion_tokens": output, "total_tokens": input + output});
        self.chunk(json!({"choices": [], "usage": usage}))
    }

    /// One `chat.completion.chunk` with these members on top of the usual ones.
    pub fn chunk(self, members: Value) -> Self {
        let mut chunk =
            json!({"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "mock-model"});
        let object = chunk.as_object_mut().unwrap();
        object.extend(members.as_object().unwrap().clone());
        self.data(&chunk.to_string())
    }

    pub fn data(self, data: &str) -> Self {
        self.raw(&format!("data: {data}\n\n"))
    }

    pub fn raw(mut self, text: &str) -> Self {
        self.steps.push(Step::Bytes(text.into()));
        self
    }

    pub fn done(self) -> Self {
        self.data("[DONE]")
    }

    pub fn hold(mut self, gate: &Gate) -> Self {
        self.steps.push(Step::Hold(gate.clone()));
        self
    }

    pub fn cut(mut self) -> Self {
        self.steps.push(Step::Cut);
        self
    }

    pub fn tear(mut self, last: &str) -> Self {
        self.steps.push(Step::Tear(last.into()));
        self
    }

    pub fn reply(self) -> Reply {
        Reply::sse(self.steps)
    }
}

/// A whole answer in these pieces.
pub fn text(pieces: &[&str]) -> Reply {
    let mut stream = Stream::new();
    for piece in pieces {
        stream = stream.text(piece);
    }
    stream.finish("stop").usage(11, 7).done().reply()
}

/// A reply that only calls tools: id, name, arguments.
pub fn calls(calls: &[(&str, &str, Value)]) -> Reply {
    let mut stream = Stream::new();
    for (index, (id, name, arguments)) in calls.iter().enumerate() {
        stream = stream.call(index, id, name, &[&arguments.to_string()]);
    }
    stream.finish("tool_calls").usage(11, 7).done().reply()
}

/// An error as OpenAI's API words it.
pub fn error(status: u16, kind: &str, message: &str) -> Reply {
    Reply::json(status, &json!({"error": {"message": message, "type": kind, "code": null, "param": null}}))
}

/// Reads a script: the body as it stands, and `:!` lines that say how it is sent.
pub fn script(text: &str, model: &Model) -> Result<Reply, String> {
    let mut reply = Reply::sse(Vec::new());
    let mut event = String::new();
    let mut split = None;
    let mut crlf = false;
    for (number, line) in text.lines().enumerate() {
        let Some(directive) = line.strip_prefix(":!") else {
            event += &format!("{line}\n");
            if line.is_empty() {
                reply.steps.push(Step::Bytes(std::mem::take(&mut event).into_bytes()));
            }
            continue;
        };
        if !event.is_empty() {
            reply.steps.push(Step::Bytes(std::mem::take(&mut event).into_bytes()));
        }
        let (word, rest) = directive.trim().split_once(' ').unwrap_or((directive.trim(), ""));
        match word {
            "note" => {}
            "status" => reply.status = rest.parse().map_err(|e| format!("line {}: {e}", number + 1))?,
            "header" => {
                let (name, value) = rest.split_once(':').ok_or(format!("line {}: no colon", number + 1))?;
                reply = reply.header(name, value.trim());
            }
            "silence" => reply.before = Some(model.gate(rest)),
            "gate" => reply.steps.push(Step::Hold(model.gate(rest))),
            "cut" => reply.steps.push(Step::Cut),
            "close" => reply.framing = Framing::Close,
            "split" => split = Some(rest.parse().map_err(|e| format!("line {}: {e}", number + 1))?),
            "crlf" => crlf = true,
            other => {
                return Err(format!("line {}: no directive is called `{other}`", number + 1));
            }
        }
    }
    reply.steps.push(Step::Bytes(event.into_bytes()));
    let reply = if crlf { reply.crlf() } else { reply };
    Ok(if let Some(size) = split { reply.split(size) } else { reply })
}
