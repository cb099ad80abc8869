#!/usr/bin/env python3
"""Asks before the agent runs `git push`, and tells the model when the user says no.

`--extension-flag push-guard=REMOTE` asks for that remote only. Where nobody can be asked, nothing is pushed.
"""
import json
import shlex
import sys

PUSH, ALWAYS, REFUSE = "Push", "Push, and do not ask again in this session", "Do not push"
TAKES_VALUE = ("-C", "-c", "--git-dir", "--work-tree", "--namespace")


def say(**frame):
    print(json.dumps(frame), flush=True)


def pushes(command):
    """Whatever `git push` commands the shell line holds: the words behind each `push`."""
    try:
        words = list(shlex.shlex(command.replace("\n", " ; "), posix=True, punctuation_chars=True))
    except ValueError:
        words = command.split()
    found = []
    for at, word in enumerate(words):
        if word.rsplit("/", 1)[-1] != "git":
            continue
        rest = iter(words[at + 1:])
        for option in rest:
            if option in TAKES_VALUE:
                next(rest, None)
            elif not option.startswith("-"):
                if option == "push":
                    found.append([word for word in rest])
                break
    return found


def asks_for(command, remote):
    return any(not remote or remote in words for words in pushes(command))


def main():
    remote, always, waiting = None, False, {}
    say(
        type="hello", id="hello", protocol=1, name="push-guard", mustDecide=True,
        flags=[{"name": "push-guard", "kind": "string", "description": "The only remote to ask for"}],
        events=["check_call", "session_start"],
    )
    for line in sys.stdin:
        frame = json.loads(line)
        kind = frame["type"]
        if kind == "session_start":
            always = bool(frame.get("state", {}).get("always"))
        elif kind == "check_call":
            command = frame["arguments"].get("command", "")
            if always or frame["tool"] != "bash" or not asks_for(command, remote):
                say(type="answer", id=frame["id"])
                continue
            waiting["ask-" + frame["id"]] = frame["id"]
            say(type="select", id="ask-" + frame["id"], title="The agent wants to push:\n" + command,
                options=[PUSH, ALWAYS, REFUSE])
        elif kind == "cancel":
            waiting.pop("ask-" + frame["targetId"], None)
        elif kind == "response" and frame.get("id") == "hello" and frame["success"]:
            remote = frame["data"]["flags"].get("push-guard")
        elif kind == "response" and frame.get("id") in waiting:
            question = waiting.pop(frame["id"])
            choice = frame["data"].get("value") if frame["success"] else None
            if choice == ALWAYS:
                always = True
                say(type="set_state", state={"always": True})
            if choice in (PUSH, ALWAYS):
                say(type="answer", id=question)
            elif frame["success"]:
                say(type="answer", id=question, block="The user does not want this pushed. Do not push it another way.")
            else:
                say(type="answer", id=question, block="Not pushed: nobody could be asked (" + frame["error"] + ")")


if __name__ == "__main__":
    main()
