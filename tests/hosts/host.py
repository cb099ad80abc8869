"""A host under load, with nothing but the standard library: tools, addresses and dialogs at once, answered out of order.

Usage: host.py SEED COMMAND [ARGUMENT...]

It starts COMMAND, drives it, and checks that every result reached its own call. It prints one line of figures and exits
with 0, or fails with the reason. host.mjs is the same host for Node.
"""

import json
import queue
import random
import subprocess
import sys
import threading

PATIENCE = 60
CALLS = 200
READS = 20
ASKS = 5
SCHEMA = {
    "type": "object",
    "properties": {"n": {"type": "integer"}},
    "required": ["n"],
    "additionalProperties": False,
}


class Host:
    def __init__(self, seed, command):
        self.random = random.Random(seed)
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.frames = queue.Queue()
        self.counts = {"answered": 0, "strays": 0, "repeats": 0, "updates": 0, "cancels": 0, "late": 0}
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.server.stdout:
            self.frames.put(json.loads(line))
        self.frames.put(None)

    def send(self, **frame):
        self.server.stdin.write(json.dumps(frame).encode() + b"\n")
        self.server.stdin.flush()

    def next(self):
        frame = self.frames.get(timeout=PATIENCE)
        assert frame is not None, "the server has ended"
        return frame

    def call(self, **command):
        """A command that must succeed; gives its data. Nothing else may be under way."""
        self.send(**command)
        frame = self.next()
        assert frame["type"] == "response" and frame["id"] == command["id"], frame
        assert frame["success"], frame
        return frame.get("data")

    def answer(self, question):
        """The one right answer to a question."""
        if question["type"] == "host_tool_call":
            text = "%s of %d" % (question["toolName"], question["arguments"]["n"])
            self.send(type="host_tool_result", id=question["id"], result={"content": [{"type": "text", "text": text}]})
        elif question["type"] == "host_uri_request":
            self.send(type="host_uri_result", id=question["id"], content="row %s\n" % question["url"].rsplit("/", 1)[1])
        else:
            self.send(type="extension_ui_response", id=question["id"], value="yes to " + question["title"])

    def noise(self, answered):
        """What a careless host might send between two answers; none of it may have an effect."""
        kind = self.random.randrange(5)
        if kind == 0:
            stray = "host_%d" % self.random.randrange(10**6, 10**7)
            self.send(type="host_tool_result", id=stray, result={"content": [{"type": "text", "text": "stray"}]})
            self.counts["strays"] += 1
        elif kind == 1:
            self.send(type="extension_ui_response", id="nobody", value="stray")
            self.counts["strays"] += 1
        elif kind == 2 and answered:
            self.answer_wrongly(self.random.choice(answered))
            self.counts["repeats"] += 1

    def answer_wrongly(self, question):
        wrong = {"content": [{"type": "text", "text": "answered twice"}]}
        self.send(type="host_tool_result", id=question["id"], result=wrong)
        self.send(type="host_uri_result", id=question["id"], content="answered twice")
        self.send(type="extension_ui_response", id=question["id"], value="answered twice")


class Run:
    """One prompt: what is asked, what came of each call."""

    def __init__(self, host, message):
        self.host = host
        self.open = {}
        self.expected = {}
        self.results = {}
        self.cancelled = set()
        self.ended = False
        self.dialogs = 0
        host.send(id="p-" + message, type="prompt", message=message)

    def take(self):
        """Takes in one frame and gives the question in it, if there is one."""
        frame = self.host.next()
        kind = frame["type"]
        if kind == "response":
            assert frame["success"], frame
        elif kind == "tool_execution_start":
            self.expected[frame["toolCallId"]] = expected(frame)
        elif kind == "tool_execution_end":
            assert frame["toolCallId"] not in self.results, "two results for " + frame["toolCallId"]
            self.results[frame["toolCallId"]] = frame["result"]["content"][0]["text"]
        elif kind in ("host_tool_call", "host_uri_request") or frame.get("method") == "select":
            self.open[frame["id"]] = frame
            return frame
        elif kind in ("host_tool_cancel", "host_uri_cancel") or frame.get("method") == "cancel":
            self.cancelled.add(frame["targetId"])
            self.host.counts["cancels"] += 1
        elif kind == "agent_end":
            self.ended = True
        return None

    def gather(self, count):
        while len(self.open) < count:
            self.take()

    def answer_all(self, until=0):
        """Answers at random, with noise between, until so many questions are left; dialogs come one after the other."""
        answered = []
        while len(self.open) > until:
            question = self.open.pop(self.host.random.choice(list(self.open)))
            if question["type"] == "host_tool_call" and self.host.random.random() < 0.3:
                update = {"content": [{"type": "text", "text": "working"}]}
                self.host.send(type="host_tool_update", id=question["id"], partialResult=update)
                self.host.counts["updates"] += 1
            self.host.answer(question)
            self.host.counts["answered"] += 1
            answered.append(question)
            self.host.noise(answered)
            if question["type"] == "extension_ui_request":
                self.dialogs += 1
                while self.dialogs < ASKS and not self.take():
                    pass
        return answered

    def finish(self):
        while not self.ended:
            question = self.take()
            if question:
                self.open.pop(question["id"])
                self.host.answer(question)
                self.host.counts["answered"] += 1

    def check(self, missing=0):
        assert len(self.results) == len(self.expected), (len(self.results), len(self.expected))
        wrong = {call: text for call, text in self.results.items() if text != self.expected[call]}
        cut = {call for call, text in wrong.items() if "was aborted" in text}
        assert len(cut) == len(wrong) == missing, (len(cut), missing, wrong)


def expected(frame):
    name, arguments = frame["toolName"], frame["args"]
    if name == "read":
        return "1\trow %s\n" % arguments["path"].rsplit("/", 1)[1]
    if name == "ask":
        return "User provided custom input: yes to " + arguments["questions"][0]["question"]
    return "%s of %d" % (name, arguments["n"])


def main():
    host = Host(int(sys.argv[1]), sys.argv[2:])
    try:
        drive(host)
        print(json.dumps(host.counts))
    finally:
        host.server.kill()


def drive(host):
    assert host.next()["type"] == "ready"
    assert host.next()["type"] == "available_commands_update"
    tools = [{"name": name, "description": "Works", "parameters": SCHEMA} for name in ("work_a", "work_b")]
    assert host.call(id="t", type="set_host_tools", tools=tools) == {"toolNames": ["work_a", "work_b"]}
    assert host.call(id="u", type="set_host_uri_schemes", schemes=[{"scheme": "DB"}]) == {"schemes": ["db"]}

    # All three at once: everything is in flight before the first answer.
    run = Run(host, "load")
    run.gather(CALLS + READS + 1)
    run.answer_all()
    run.finish()
    run.check()
    assert len(run.results) == CALLS + READS + ASKS

    # An abort takes back exactly what is open; late answers have no effect.
    run = Run(host, "calls")
    run.gather(CALLS)
    answered = run.answer_all(until=CALLS // 2)
    while len(run.results) < len(answered):
        run.take()
    host.send(id="a", type="abort")
    open_calls = dict(run.open)
    for question in host.random.sample(list(open_calls.values()), 20):
        # Perhaps it is there before the abort is: then it counts.
        host.answer_wrongly(question)
        host.counts["late"] += 1
    run.finish()
    while host.next().get("id") != "a":
        pass
    taken = {call for call, text in run.results.items() if text == "answered twice"}
    for call in taken:
        run.results[call] = run.expected[call]
    run.check(missing=CALLS // 2 - len(taken))
    answer_late(host, open_calls.values())
    assert len(run.cancelled) == CALLS // 2 - len(taken) and run.cancelled <= set(open_calls)

    # A message of the user cuts the rest of a batch, and the run goes on.
    run = Run(host, "calls")
    run.gather(CALLS)
    run.answer_all(until=CALLS - 50)
    while len(run.results) < 50:
        run.take()
    host.send(id="s", type="steer", message="enough")
    while host.next().get("id") != "s":
        pass
    left = set(run.open)
    last = run.open.pop(min(left))
    host.answer(last)
    host.counts["answered"] += 1
    run.finish()
    assert run.cancelled == left - {last["id"]}, (len(run.cancelled), len(left))
    answer_late(host, run.open.values())
    run.check(missing=CALLS - 51)

    # And the server serves the next prompt as if nothing had been.
    run = Run(host, "load")
    run.gather(CALLS + READS + 1)
    run.answer_all()
    run.finish()
    run.check()

    messages = host.call(id="m", type="get_messages")["messages"]
    calls = [block["id"] for message in messages if message["role"] == "assistant" for block in message["content"]
             if block["type"] == "toolCall"]
    results = [message["toolCallId"] for message in messages if message["role"] == "toolResult"]
    assert len(calls) == len(results) and sorted(calls) == sorted(results), (len(calls), len(results))
    texts = [message["content"][0]["text"] for message in messages if message["role"] == "toolResult"]
    assert texts.count("answered twice") == len(taken), texts.count("answered twice")
    host.server.stdin.close()
    assert host.server.wait(timeout=PATIENCE) == 0, host.server.returncode


def answer_late(host, questions):
    """Answers what was taken back; the results are told already, and stay as they are."""
    for question in questions:
        host.answer_wrongly(question)
        host.counts["late"] += 1


if __name__ == "__main__":
    main()
