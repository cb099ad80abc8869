//! Rules against replies as they stream.

use crate::proto::shared::{Model, ModelCost};
use crate::provider::{CallFragment, Chunk};

use super::*;

fn model() -> Model {
    let cost = ModelCost { input: 0.0, output: 0.0, cache_read: 0.0, cache_write: 0.0 };
    let value = serde_json::json!({
        "id": "m", "name": "M", "api": "scripted", "provider": "p", "baseUrl": "", "reasoning": false,
        "input": ["text"], "cost": cost, "contextWindow": 1000, "maxTokens": 100
    });
    serde_json::from_value(value).expect("a model")
}

fn rule(name: &str, pattern: &str, scopes: &[&str], cuts: Cuts) -> WatchRule {
    let scopes: Vec<String> = scopes.iter().map(|scope| (*scope).to_owned()).collect();
    WatchRule::new(name, &format!("remember {name}"), &[pattern.to_owned()], &scopes, cuts).expect("a rule")
}

/// A reply that is written chunk by chunk under watch.
struct Written {
    watch: Watch,
    builder: MessageBuilder,
}

impl Written {
    fn under(rules: Vec<WatchRule>) -> Self {
        let armed = vec![true; rules.len()];
        Self {
            watch: Watch::new(rules.into(), armed, Path::new("/srv"), CancellationToken::new()),
            builder: MessageBuilder::new(&model(), 0),
        }
    }

    fn push(&mut self, chunk: Chunk) -> Matches {
        let mut parts = Vec::new();
        self.builder.push(chunk, &mut parts);
        self.watch.see(&parts, &self.builder);
        self.watch.take().unwrap_or_default()
    }

    fn text(&mut self, text: &str) -> Vec<String> {
        names(&self.push(Chunk::Text(text.into())).cutting)
    }

    fn call(&mut self, name: &str, pieces: &[&str]) -> Vec<Vec<String>> {
        let fragment = |piece: &str| CallFragment::Text(piece.into());
        let chunk = |piece: &str| Chunk::Call {
            key: 1,
            id: Some("c".into()),
            name: Some(name.into()),
            fragment: fragment(piece),
        };
        pieces.iter().map(|piece| names(&self.push(chunk(piece)).cutting)).collect()
    }
}

fn names(rules: &[Arc<str>]) -> Vec<String> {
    rules.iter().map(ToString::to_string).collect()
}

#[test]
fn a_match_across_pieces_is_seen_once_when_it_is_complete() {
    let mut written = Written::under(vec![rule("r", r"\.unwrap\(\)", &[], Cuts::Always)]);
    assert!(written.text("a.un").is_empty());
    assert!(written.text("wrap(").is_empty());
    assert_eq!(written.text(")"), ["r"]);
    assert!(written.text("b.unwrap()").is_empty(), "each rule once");
}

#[test]
fn a_match_that_what_follows_may_undo_waits_for_it() {
    let rules = || vec![rule("r", r"\bvar\b", &[], Cuts::Always)];
    let mut longer = Written::under(rules());
    assert!(longer.text("var").is_empty());
    assert!(longer.text("iable").is_empty());
    let mut word = Written::under(rules());
    assert!(word.text("var").is_empty());
    assert_eq!(word.text(" x"), ["r"]);
    let mut last = Written::under(rules());
    assert!(last.text("a var").is_empty());
    assert_eq!(names(&last.push(Chunk::BlockEnd).cutting), ["r"], "the end of the block decides");
    let mut open = Written::under(rules());
    open.text("a var");
    open.watch.close(&open.builder);
    assert_eq!(names(&open.watch.take().expect("a match").cutting), ["r"], "so does the end of the reply");
}

#[test]
fn files_are_seen_from_the_workspace() {
    for (path, is_seen) in [("src/a.rs", true), ("./src/b/a.rs", true), ("/srv/src/a.rs", true), ("/src/a.rs", false)] {
        let mut written = Written::under(vec![rule("r", "bad", &["tool:edit(src/**)"], Cuts::Always)]);
        let seen = written.call("edit", &[&format!("{{\"path\": \"{path}\", \"text\": \"bad "), "bad bad"]).concat();
        assert_eq!(!seen.is_empty(), is_seen, "{path}");
        assert_eq!(written.watch.blocks[&0].settled.len(), usize::from(!is_seen), "asked once for a call");
    }
}

#[test]
fn rules_that_count_no_longer_match_nothing() {
    let mut written = Written::under(vec![rule("r", "bad", &[], Cuts::Always)]);
    written.watch.until.cancel();
    assert!(written.text("bad").is_empty());
}

#[test]
fn anchors_and_borders_hold_in_the_middle_of_a_long_text() {
    let rules = vec![rule("start", "^b", &[], Cuts::Always), rule("word", r"\bat\b", &[], Cuts::Always)];
    let mut written = Written::under(rules);
    for _ in 0..2000 {
        assert!(written.text("aaaaaaaaaa").is_empty());
        assert!(written.text("bbbbbbbbbat").is_empty());
    }
    assert_eq!(written.text(" at "), ["word"]);
}

#[test]
fn a_match_is_found_only_within_reach() {
    let near = "x".repeat(BACK - 100);
    let mut written = Written::under(vec![rule("r", "begin(?s:.)*end", &[], Cuts::Always)]);
    written.text("begin");
    written.text(&near);
    assert_eq!(written.text("end"), ["r"]);
    let mut written = Written::under(vec![rule("r", "begin(?s:.)*end", &[], Cuts::Always)]);
    written.text("begin");
    for _ in 0..20 {
        written.text(&near);
    }
    assert!(written.text("end").is_empty());
    assert!(written.watch.blocks[&0].text.len() <= MOST_HELD + near.len(), "what is held is bounded");
}

#[test]
fn thinking_is_watched_only_when_a_rule_says_so() {
    let rules = vec![rule("plain", "bad", &[], Cuts::Always), rule("deep", "bad", &["thinking"], Cuts::Always)];
    let mut written = Written::under(rules);
    assert_eq!(names(&written.push(Chunk::Thinking("bad".into())).cutting), ["deep"]);
    assert_eq!(written.text("bad"), ["plain"]);
}

#[test]
fn arguments_are_read_as_the_tool_reads_them() {
    let mut written = Written::under(vec![rule("r", "(?m)^say \"hi\"$", &["tool:write"], Cuts::Always)]);
    let seen = written.call("write", &["{\"content\": \"one\\", "nsay \\\"hi\\u00", "22\\n"]);
    assert_eq!(seen, [vec![], vec![], vec!["r".to_owned()]] as [Vec<String>; 3]);
    let mut other = Written::under(vec![rule("r", "x", &["tool:write"], Cuts::Always)]);
    assert_eq!(other.call("edit", &["{\"content\": \"x\"}"]), [Vec::<String>::new()]);
    let mut pair = Written::under(vec![rule("r", "😀", &[], Cuts::Always)]);
    assert_eq!(pair.call("write", &["{\"a\": \"\\ud83d", "\\ude00\"}"]).concat(), ["r"]);
}

#[test]
fn a_rule_for_files_waits_until_the_file_is_known() {
    let rules = || vec![rule("r", "bad", &["tool:write(*.rs)"], Cuts::Always)];
    let mut known = Written::under(rules());
    assert_eq!(known.call("write", &["{\"path\": \"src/a.rs\",", " \"content\": \"bad"]).concat(), ["r"]);
    let mut late = Written::under(rules());
    let seen = late.call("write", &["{\"content\": \"bad\", \"path\": \"a.r", "s\"}"]);
    assert_eq!(seen.concat(), Vec::<String>::new());
    late.watch.close(&late.builder);
    assert_eq!(names(&late.watch.take().expect("a match").cutting), ["r"]);
    let mut other = Written::under(rules());
    other.call("write", &["{\"content\": \"bad\", \"path\": \"a.py\"}"]);
    other.watch.close(&other.builder);
    assert_eq!(other.watch.take(), None);
}

#[test]
fn what_does_not_cut_is_noted_or_told_with_the_result() {
    let rules = vec![rule("prose", "bad", &["text"], Cuts::Calls), rule("call", "bad", &["tool"], Cuts::Prose)];
    let mut written = Written::under(rules);
    assert_eq!(names(&written.push(Chunk::Text("bad".into())).noted), ["prose"]);
    let fragment = CallFragment::Text("{\"a\": \"bad\"}".into());
    let seen = written.push(Chunk::Call { key: 1, id: Some("c".into()), name: Some("write".into()), fragment });
    assert_eq!(seen.told, [Told { call: "c".into(), rule: "call".into() }]);
    assert_eq!(written.watch.into_remarks()["c"], ["remember call".into()] as [Arc<str>; 1]);
}

#[test]
fn bad_patterns_and_scopes_are_told() {
    let new = |pattern: &str, scope: &str| {
        WatchRule::new("r", "", &[pattern.to_owned()], &[scope.to_owned()], Cuts::Always).expect_err("refused")
    };
    assert!(new("a(", "text").starts_with("condition `a(`: "));
    assert!(new("(a{1000}){1000}", "text").starts_with("condition "), "too large");
    assert!(new("a", "tool:").contains("expected text, thinking, tool"));
    assert!(new("a", "files").contains("expected text, thinking, tool"));
    assert!(new("a", "tool:edit(*.rs").contains("expected"));
}
