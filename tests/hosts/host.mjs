// The same host as host.py for Node, with nothing but its standard library.
//
// Usage: host.mjs SEED COMMAND [ARGUMENT...]

import assert from "node:assert";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const PATIENCE = 60_000;
const CALLS = 200;
const READS = 20;
const ASKS = 5;
const SCHEMA = {
  type: "object",
  properties: { n: { type: "integer" } },
  required: ["n"],
  additionalProperties: false,
};

/** A small generator, so that a seed gives the same order again. */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Host {
  constructor(seed, [program, ...args]) {
    this.random = randomFrom(seed);
    this.server = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.exit = new Promise((resolve) => this.server.on("exit", resolve));
    this.frames = [];
    this.waiting = null;
    this.counts = { answered: 0, strays: 0, repeats: 0, updates: 0, cancels: 0, late: 0 };
    const lines = createInterface({ input: this.server.stdout, crlfDelay: Infinity });
    lines.on("line", (line) => this.put(JSON.parse(line)));
    lines.on("close", () => this.put(null));
  }

  put(frame) {
    this.frames.push(frame);
    this.waiting?.();
  }

  pick(items) {
    return items[Math.floor(this.random() * items.length)];
  }

  send(frame) {
    this.server.stdin.write(JSON.stringify(frame) + "\n");
  }

  async next() {
    if (this.frames.length === 0) {
      await new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error("no frame came in time")), PATIENCE);
        this.waiting = () => {
          clearTimeout(timer);
          this.waiting = null;
          resolve();
        };
      });
    }
    const frame = this.frames.shift();
    assert(frame !== null, "the server has ended");
    return frame;
  }

  /** A command that must succeed; gives its data. Nothing else may be under way. */
  async call(command) {
    this.send(command);
    const frame = await this.next();
    assert(frame.type === "response" && frame.id === command.id && frame.success, JSON.stringify(frame));
    return frame.data;
  }

  async until(id) {
    while ((await this.next()).id !== id);
  }

  /** The one right answer to a question. */
  answer(question) {
    const { id, type } = question;
    if (type === "host_tool_call") {
      const text = `${question.toolName} of ${question.arguments.n}`;
      this.send({ type: "host_tool_result", id, result: { content: [{ type: "text", text }] } });
    } else if (type === "host_uri_request") {
      this.send({ type: "host_uri_result", id, content: `row ${question.url.split("/").pop()}\n` });
    } else {
      this.send({ type: "extension_ui_response", id, value: "yes to " + question.title });
    }
    this.counts.answered += 1;
  }

  /** What a careless host might send between two answers; none of it may have an effect. */
  noise(answered) {
    const kind = Math.floor(this.random() * 5);
    if (kind === 0) {
      const id = `host_${10 ** 6 + Math.floor(this.random() * 10 ** 6)}`;
      this.send({ type: "host_tool_result", id, result: { content: [{ type: "text", text: "stray" }] } });
      this.counts.strays += 1;
    } else if (kind === 1) {
      this.send({ type: "extension_ui_response", id: "nobody", value: "stray" });
      this.counts.strays += 1;
    } else if (kind === 2 && answered.length > 0) {
      this.answerWrongly(this.pick(answered));
      this.counts.repeats += 1;
    }
  }

  answerWrongly({ id }) {
    const content = [{ type: "text", text: "answered twice" }];
    this.send({ type: "host_tool_result", id, result: { content } });
    this.send({ type: "host_uri_result", id, content: "answered twice" });
    this.send({ type: "extension_ui_response", id, value: "answered twice" });
  }
}

/** One prompt: what is asked, what came of each call. */
class Run {
  constructor(host, message) {
    this.host = host;
    this.open = new Map();
    this.expected = new Map();
    this.results = new Map();
    this.cancelled = new Set();
    this.ended = false;
    this.dialogs = 0;
    host.send({ id: "p-" + message, type: "prompt", message });
  }

  /** Takes in one frame and gives the question in it, if there is one. */
  async take() {
    const frame = await this.host.next();
    switch (frame.type) {
      case "response":
        assert(frame.success, JSON.stringify(frame));
        return null;
      case "tool_execution_start":
        this.expected.set(frame.toolCallId, expected(frame));
        return null;
      case "tool_execution_end":
        assert(!this.results.has(frame.toolCallId), "two results for " + frame.toolCallId);
        this.results.set(frame.toolCallId, frame.result.content[0].text);
        return null;
      case "agent_end":
        this.ended = true;
        return null;
    }
    if (["host_tool_cancel", "host_uri_cancel"].includes(frame.type) || frame.method === "cancel") {
      this.cancelled.add(frame.targetId);
      this.host.counts.cancels += 1;
      return null;
    }
    if (["host_tool_call", "host_uri_request"].includes(frame.type) || frame.method === "select") {
      this.open.set(frame.id, frame);
      return frame;
    }
    return null;
  }

  async gather(count) {
    while (this.open.size < count) await this.take();
  }

  async results_of(count) {
    while (this.results.size < count) await this.take();
  }

  /** Answers at random, with noise between, until so many questions are left; dialogs come one after the other. */
  async answerAll(until = 0) {
    const answered = [];
    while (this.open.size > until) {
      const question = this.host.pick([...this.open.values()]);
      this.open.delete(question.id);
      if (question.type === "host_tool_call" && this.host.random() < 0.3) {
        const partialResult = { content: [{ type: "text", text: "working" }] };
        this.host.send({ type: "host_tool_update", id: question.id, partialResult });
        this.host.counts.updates += 1;
      }
      this.host.answer(question);
      answered.push(question);
      this.host.noise(answered);
      if (question.type === "extension_ui_request") {
        this.dialogs += 1;
        while (this.dialogs < ASKS && !(await this.take()));
      }
    }
    return answered;
  }

  async finish() {
    while (!this.ended) {
      const question = await this.take();
      if (question) {
        this.open.delete(question.id);
        this.host.answer(question);
      }
    }
  }

  check(missing = 0) {
    assert.equal(this.results.size, this.expected.size);
    const wrong = [...this.results].filter(([call, text]) => text !== this.expected.get(call));
    const cut = wrong.filter(([, text]) => text.includes("was aborted"));
    assert.deepEqual([cut.length, wrong.length], [missing, missing], JSON.stringify(wrong));
  }
}

function expected({ toolName, args }) {
  if (toolName === "read") return `1\trow ${args.path.split("/").pop()}\n`;
  if (toolName === "ask") return `User provided custom input: yes to ${args.questions[0].question}`;
  return `${toolName} of ${args.n}`;
}

async function load(host) {
  const run = new Run(host, "load");
  await run.gather(CALLS + READS + 1);
  await run.answerAll();
  await run.finish();
  run.check();
  assert.equal(run.results.size, CALLS + READS + ASKS);
}

async function drive(host) {
  assert.equal((await host.next()).type, "ready");
  assert.equal((await host.next()).type, "available_commands_update");
  const tools = ["work_a", "work_b"].map((name) => ({ name, description: "Works", parameters: SCHEMA }));
  const named = await host.call({ id: "t", type: "set_host_tools", tools });
  assert.deepEqual(named, { toolNames: ["work_a", "work_b"] });
  const served = await host.call({ id: "u", type: "set_host_uri_schemes", schemes: [{ scheme: "DB" }] });
  assert.deepEqual(served, { schemes: ["db"] });

  // All three at once: everything is in flight before the first answer.
  await load(host);

  // An abort takes back exactly what is open; late answers have no effect.
  let run = new Run(host, "calls");
  await run.gather(CALLS);
  await run.results_of((await run.answerAll(CALLS / 2)).length);
  host.send({ id: "a", type: "abort" });
  const open = new Set(run.open.keys());
  for (const question of [...run.open.values()].slice(0, 20)) {
    // Perhaps it is there before the abort is: then it counts.
    host.answerWrongly(question);
    host.counts.late += 1;
  }
  await run.finish();
  await host.until("a");
  let taken = 0;
  for (const [call, text] of run.results) {
    if (text === "answered twice") {
      run.results.set(call, run.expected.get(call));
      taken += 1;
    }
  }
  run.check(CALLS / 2 - taken);
  answerLate(host, run.open.values());
  assert.equal(run.cancelled.size, CALLS / 2 - taken);
  assert([...run.cancelled].every((id) => open.has(id)));

  // A message of the user cuts the rest of a batch, and the run goes on.
  run = new Run(host, "calls");
  await run.gather(CALLS);
  await run.answerAll(CALLS - 50);
  await run.results_of(50);
  host.send({ id: "s", type: "steer", message: "enough" });
  await host.until("s");
  const last = [...run.open.values()].pop();
  run.open.delete(last.id);
  host.answer(last);
  const left = new Set(run.open.keys());
  await run.finish();
  assert.deepEqual(run.cancelled, left);
  answerLate(host, run.open.values());
  run.check(CALLS - 51);

  // And the server serves the next prompt as if nothing had been.
  await load(host);

  const { messages } = await host.call({ id: "m", type: "get_messages" });
  const replies = messages.filter((message) => message.role === "assistant").flatMap((message) => message.content);
  const calls = replies.filter((block) => block.type === "toolCall").map((block) => block.id);
  const results = messages.filter((message) => message.role === "toolResult").map((message) => message.toolCallId);
  assert.deepEqual(results.toSorted(), calls.toSorted());
  const texts = messages.filter((message) => message.role === "toolResult").map((message) => message.content[0].text);
  assert.equal(texts.filter((text) => text === "answered twice").length, taken);
  host.server.stdin.end();
  assert.equal(await host.exit, 0);
}

/** Answers what was taken back; the results are told already, and stay as they are. */
function answerLate(host, questions) {
  for (const question of questions) {
    host.answerWrongly(question);
    host.counts.late += 1;
  }
}

const host = new Host(Number(process.argv[2]), process.argv.slice(3));
try {
  await drive(host);
  console.log(JSON.stringify(host.counts));
} finally {
  host.server.kill("SIGKILL");
}
