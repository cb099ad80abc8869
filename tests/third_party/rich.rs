//! A session file with everything that a page has to show, and everything that it must withstand.

use serde_json::{Value, json};

/// Stripes, 160 by 90.
const PICTURE: &str = "iVBORw0KGgoAAAANSUhEUgAAAKAAAABaCAMAAAAIGK1gAAAADFBMVEU1VMSTq/8af0XmtWZzUHWAAAAAbUlEQVR42u3YuwkAMAxDwXz23zkLqDMEFacBHodLrxW2w07YDfvRAwQEBAQEBAQEBOwBuhYgICAgICAgICDgBNiEST1AQEBAQEBAQEDAbmATJvUAAQEBAQEBAQEBu4E+/4CAgICAgICAgICD3gOMF1Rh6CaBHQAAAABJRU5ErkJggg==";

/// The entries so far, each following the one before it unless a test goes back.
struct Session {
    lines: Vec<String>,
    last: Option<String>,
    time: i64,
}

impl Session {
    fn entry(&mut self, mut entry: Value) -> String {
        let id = format!("{:08x}", self.lines.len());
        entry["id"] = json!(id);
        entry["parentId"] = json!(self.last);
        entry["timestamp"] = json!(format!("2025-11-30T09:{:02}:{:02}.000Z", self.time / 60 % 60, self.time % 60));
        self.time += 7;
        self.lines.push(entry.to_string());
        self.last = Some(id.clone());
        id
    }

    fn message(&mut self, mut message: Value) -> String {
        message["timestamp"] = json!(1_764_493_200_000_i64 + self.time * 1000);
        self.entry(json!({"type": "message", "message": message}))
    }

    fn user(&mut self, text: &str) -> String {
        self.message(json!({"role": "user", "content": [{"type": "text", "text": text}]}))
    }

    fn reply(&mut self, content: Value, stop: &str) -> String {
        self.message(json!({"role": "assistant", "content": content, "api": "openai-completions", "provider": "acme",
            "model": "coder-large", "stopReason": stop, "duration": 3180.0,
            "usage": {"input": 1840, "output": 412, "cacheRead": 12_288, "cacheWrite": 0, "totalTokens": 14_540,
                "cost": {"input": 0.0018, "output": 0.0041, "cacheRead": 0.0006, "cacheWrite": 0.0, "total": 0.0065}}}))
    }

    fn say(&mut self, text: &str) -> String {
        self.reply(json!([{"type": "text", "text": text}]), "stop")
    }

    /// A reply with one call, and its result.
    fn call(&mut self, before: &str, (name, arguments): (&str, Value), (text, details, is_error): (&str, Value, bool)) {
        let id = format!("call_{}", self.lines.len());
        let call = json!({"type": "toolCall", "id": id, "name": name, "arguments": arguments});
        let mut content = vec![json!({"type": "text", "text": before}), call];
        content.retain(|block| block["text"] != "");
        self.reply(Value::Array(content), "toolUse");
        self.message(json!({"role": "toolResult", "toolCallId": id, "toolName": name, "isError": is_error,
            "content": [{"type": "text", "text": text}], "details": details}));
    }
}

/// The whole file. `outside` is an address that nobody may ask.
pub fn session(outside: &str) -> String {
    let header = json!({"type": "session", "version": 3, "id": "0193aa10-1111-7abc-8def-000000000001",
        "timestamp": "2025-11-30T09:00:00.000Z", "cwd": "/home/dev/projects/ledgerline", "title": "Rounding in the monthly report"});
    let mut session = Session { lines: vec![header.to_string()], last: None, time: 0 };
    work(&mut session);
    aside(&mut session);
    branches(&mut session);
    wide(&mut session);
    hostile(&mut session, outside);
    session.say("All of it is shown, and nothing of it ran.");
    session.lines.join("\n") + "\n"
}

/// A turn as it should be.
fn work(session: &mut Session) {
    session.entry(json!({"type": "model_change", "model": "acme/coder-large"}));
    session.entry(json!({"type": "thinking_level_change", "thinkingLevel": "high"}));
    session.user("The monthly report is off by a cent for some accounts. Can you find out why and fix it?\n\nThis is how I see it:\n```sh\ncargo run -- report --month 2025-10 | grep mismatch\n```");
    session.reply(
        json!([
            {"type": "thinking", "thinking": "The sum is taken over **rounded** values, probably. Three things to look at:\n\n1. where amounts become `f64`\n2. where they are rounded\n3. the order of both"},
            {"type": "text", "text": "I'll start with the place where amounts are added up."},
            {"type": "toolCall", "id": "r1", "name": "read", "arguments": {"path": "src/report.rs"}},
            {"type": "toolCall", "id": "g1", "name": "grep", "arguments": {"pattern": "round\\(", "path": "src"}}
        ]),
        "toolUse",
    );
    session.message(json!({"role": "toolResult", "toolCallId": "g1", "toolName": "grep", "isError": false,
        "content": [{"type": "text", "text": "src/report.rs:14:        total += amount.round();\nsrc/money.rs:8:    (cents / 100.0).round()"}],
        "details": {"matchCount": 2, "fileCount": 2, "files": [], "fileMatches": []}}));
    session.message(json!({"role": "toolResult", "toolCallId": "r1", "toolName": "read", "isError": false,
        "content": [{"type": "text", "text": "9\t/// Adds up the month's entries.\n10\tpub fn total(entries: &[Entry]) -> f64 {\n11\t    let mut total = 0.0;\n12\t    for entry in entries {\n13\t        let amount = entry.amount(\"EUR\").unwrap_or(0.0);\n14\t        total += amount.round(); // cents\n15\t    }\n16\t    total\n17\t}"}],
        "details": {"resolvedPath": "/home/dev/projects/ledgerline/src/report.rs", "totalLines": 61}}));
    session.call(
        "Each amount is rounded **before** it is added, so the error grows with the number of entries. I'll add first and round once.",
        ("edit", json!({"path": "src/report.rs", "edits": [{"oldText": "a", "newText": "b"}]})),
        (
            "Edited src/report.rs: 2 replacements, first changed line 13",
            json!({"diff": "--- a/src/report.rs\n+++ b/src/report.rs\n@@ -10,8 +10,7 @@\n pub fn total(entries: &[Entry]) -> f64 {\n     let mut total = 0.0;\n     for entry in entries {\n-        let amount = entry.amount(\"EUR\").unwrap_or(0.0);\n-        total += amount.round(); // cents\n+        total += entry.amount(\"EUR\").unwrap_or(0.0);\n     }\n-    total\n+    total.round() // once, at the end\n }\n"}),
            false,
        ),
    );
    session.call(
        "",
        (
            "bash",
            json!({"command": "cargo test --quiet report && echo \"all $(date +%Y) reports fit\"", "timeout": 120}),
        ),
        (
            "\u{1b}[32mtest result: ok\u{1b}[0m. 14 passed; 0 failed\nall 2025 reports fit",
            json!({"timeoutSeconds": 120, "wallTimeMs": 4100, "exitCode": 0}),
            false,
        ),
    );
    session.call(
        "",
        ("write", json!({"path": "tests/rounding.rs", "content": "//! A cent is not lost.\n\n#[test]\nfn a_month_adds_up() {\n    assert_eq!(total(&entries(1_000)), 333.33);\n}\n"})),
        ("Wrote tests/rounding.rs, 6 lines", json!({"resolvedPath": "/home/dev/projects/ledgerline/tests/rounding.rs"}), false),
    );
    session.call(
        "",
        ("bash", json!({"command": "git push"})),
        (
            "fatal: The current branch has no upstream branch.\n\nCommand exited with code 128",
            json!({"timeoutSeconds": 300, "wallTimeMs": 12, "exitCode": 128}),
            true,
        ),
    );
    session.say("## What was wrong\n\nThe report rounded each amount and *then* added, so 1,000 entries could be off by 5 €. Now it adds first.\n\n| account | before | after |\n|---|--:|--:|\n| Rent | 1,200.01 | 1,200.00 |\n| Food | 431.57 | 431.56 |\n\n- [x] `total` rounds once\n- [x] a test with 1,000 entries\n- [ ] the push needs an upstream branch\n\n> Amounts are still `f64`. Whole cents as integers would end this for good.\n\nMore on it: [rounding](https://example.test/rounding).");
}

/// What is no prompt and no reply.
fn aside(session: &mut Session) {
    session.message(json!({"role": "user", "content": [{"type": "text", "text": "This is the chart it makes. Are the colours right?"},
        {"type": "image", "data": PICTURE, "mimeType": "image/png"}]}));
    session.message(json!({"role": "fileMention", "files": [
        {"path": "docs/colours.md", "content": "# Colours\n\nBlue, then green.", "lineCount": 3},
        {"path": "target/report.bin", "content": "", "byteSize": 812_000, "skippedReason": "binary"}]}));
    session.say("Yes: blue, light blue, green and amber, as `docs/colours.md` has them.");
    session.message(json!({"role": "bashExecution", "command": "git log --oneline -2", "output": "59f15cd report: round once\na00145d start\n",
        "exitCode": 0, "cancelled": false, "truncated": false}));
    session.entry(json!({"type": "custom_message", "customType": "notice", "content": "The budget of this session is half used.", "display": true}));
    session
        .entry(json!({"type": "custom_message", "customType": "hidden", "content": "OUT OF SIGHT", "display": false}));
    let kept = session.last.clone();
    session.entry(json!({"type": "compaction", "summary": "## Goal\nA report that adds up.\n\n## Done\n- `total` rounds once\n- a test with 1,000 entries",
        "firstKeptEntryId": kept, "tokensBefore": 91_400}));
}

/// Ways that were left.
fn branches(session: &mut Session) {
    let prompt = session.user("Now use integers for money.");
    session.message(json!({"role": "assistant", "content": [], "api": "openai-completions", "provider": "acme", "model": "coder-large",
        "stopReason": "error", "errorMessage": "503 overloaded, try again later", "usage": {"input": 0, "output": 0, "cacheRead": 0,
        "cacheWrite": 0, "totalTokens": 0, "cost": {"input": 0.0, "output": 0.0, "cacheRead": 0.0, "cacheWrite": 0.0, "total": 0.0}}}));
    session.last = Some(prompt.clone());
    session.say("I'd make `Money` a newtype over `i128`.");
    let fork = session.user("Why 128 bits?");
    session.say("So that sums over all accounts and years can't overflow.");
    session.last = Some(fork);
    session.say("A habit; 64 bits hold 92,233,720,368,547,758 euros.");
    session.user("Then take 64.");
    session.say("Done: `struct Money(i64)`.");
    let left = session.last.clone();
    session.last = Some(prompt);
    session.entry(json!({"type": "branch_summary", "fromId": left, "summary": "Tried a newtype over `i128`; 64 bits are enough."}));
    session.say("`struct Money(i64)` it is.\n\n```python\nclass Money:\n    \"\"\"Whole cents.\"\"\"\n    def __init__(self, cents: int = 0) -> None:\n        self.cents = cents  # never a float\n```\n\n```json\n{\"cents\": 12345, \"currency\": \"EUR\", \"exact\": true}\n```");
}

/// What would make a page wider than a phone.
fn wide(session: &mut Session) {
    let word = "Donaudampfschifffahrtsgesellschaftskapitänsmütze".repeat(12);
    session.user(&format!("Long words: {word} and https://example.test/{}", "segment/".repeat(40)));
    let cells = |text: &str| format!("|{}\n", format!(" {text} |").repeat(14));
    let table = format!("{}{}{}", cells("a heading"), cells("---"), cells("some value"));
    session.say(&format!(
        "# {word}\n\n`{word}`\n\n{table}\n```rust\nlet wide = \"{word}\";\n```\n\n{}- deep\n\n{} deep\n",
        "- ".repeat(30),
        ">".repeat(40)
    ));
    let line = format!("    let value = compute({});", "argument, ".repeat(40));
    session.call(
        "",
        (&word, json!({"path": format!("src/{word}/mod.rs"), "list": [word, line]})),
        (
            &format!("{word}\n{line}"),
            json!({"diff": format!("--- a/x.rs\n+++ b/x.rs\n@@ -1 +1 @@\n-{line}\n+{line} // {word}\n")}),
            false,
        ),
    );
    session.call("", ("bash", json!({"command": format!("echo {word}")})), (&word, json!({}), true));
}

/// Attempts to break out of the text, each in each place that shows text.
fn hostile(session: &mut Session, outside: &str) {
    let ran = "window.ran=1;document.title='ran'";
    let attempts = [
        format!("<script>{ran}</script><script src=\"{outside}/s.js\"></script>"),
        format!(
            "<img src=\"{outside}/i.png\" onerror=\"{ran}\"><svg onload=\"{ran}\"><a xlink:href=\"javascript:{ran}\">x</a></svg>"
        ),
        format!("</pre></code></details></article></main></style></title><script>{ran}</script>"),
        format!(
            "\"><iframe srcdoc=\"<script>{ran}</script>\" src='{outside}/f'></iframe><object data=\"{outside}/o\">"
        ),
        format!("' onmouseover='{ran}' autofocus onfocus='{ran}' x='"),
        format!(
            "<link rel=\"stylesheet\" href=\"{outside}/l.css\"><style>@import '{outside}/c.css';*{{background:url({outside}/b.png)}}</style>"
        ),
        format!(
            "<meta http-equiv=\"refresh\" content=\"0;url={outside}/m\"><base href=\"{outside}/\"><form action=\"{outside}/p\"><button>x</button></form>"
        ),
        format!(
            "[a](javascript:{ran}) [b](JaVaScRiPt&colon;{ran}) [c](data:text/html,<script>{ran}</script>) <javascript:{ran}> [d](vbscript:x) ![e]({outside}/e.png)"
        ),
        format!("[f]: javascript:{ran}\n\n[f] ![g](x\" onerror=\"{ran})"),
        format!(
            "<!-- --!><script>{ran}</script> <![CDATA[<script>{ran}</script>]]> &lt;script&gt;{ran}&lt;/script&gt; \u{ff1c}script\u{ff1e}"
        ),
        format!(
            "\u{202e}}};)1(trela\u{202c} \u{2066}isolate\u{2069} \u{0}\u{8}\u{1b}[31m\u{fffe} \u{feff}<\u{0}script>{ran}</script> z\u{335}\u{321}\u{348}a\u{0337}lgo"
        ),
        format!(
            "```\"><script>{ran}</script>\n<script>{ran}</script>\n```\n~~~html onload={ran}\n<img src=x onerror={ran}>\n~~~"
        ),
    ];
    for text in &attempts {
        session.user(text);
        session.reply(json!([{"type": "thinking", "thinking": text}, {"type": "text", "text": text}]), "stop");
    }
    let all = attempts.join("\n");
    session.call(
        &all,
        (&all, json!({"path": all, all.clone(): all, "command": all})),
        (&all, json!({"diff": all}), false),
    );
    session.call("", ("read", json!({"path": format!("{all}.html")})), (&format!("1\t{all}"), json!({}), false));
    session.message(json!({"role": "bashExecution", "command": all, "output": all, "exitCode": 1, "cancelled": false, "truncated": false}));
    session.message(json!({"role": "fileMention", "files": [{"path": all, "content": all}]}));
    session.message(json!({"role": "user", "content": [{"type": "image", "data": "AA==\" onerror=\"window.ran=1", "mimeType": "image/png"},
        {"type": "image", "data": "PHN2ZyBvbmxvYWQ9IndpbmRvdy5yYW49MSIvPg==", "mimeType": "image/svg+xml"}]}));
    session.entry(json!({"type": "custom_message", "customType": all, "content": all, "display": true}));
    session.entry(json!({"type": "branch_summary", "fromId": all, "summary": all}));
    session.entry(json!({"type": "model_change", "model": all}));
    session.entry(json!({"type": "title_change", "title": format!("Rounding in the monthly report </title><script>{ran}</script>"), "source": "user"}));
}
