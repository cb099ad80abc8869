//! Rules that watch a reply while it is written: which of them match, each told once.
//!
//! What comes at once is searched once, together with at most [`BACK`] bytes before it; so the cost is linear in the
//! answer, and a match may span no more than that. A match at the end of what has come counts when nothing that may
//! follow undoes it. Patterns run in linear time (crate `regex`) and have a size limit.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use globset::{GlobBuilder, GlobMatcher};
use regex::{Regex, RegexBuilder};
use tokio_util::sync::CancellationToken;

use crate::base::paths;
use crate::proto::shared::JsonObject;
use crate::provider::{MessageBuilder, Part};

use super::spoken::Spoken;

/// Bytes of a block that are searched again with what comes.
const BACK: usize = 2048;

/// A block is cut back to [`BACK`] bytes when it holds more than this.
const MOST_HELD: usize = 16 * 1024;

/// Memory for one compiled pattern.
const MOST_PATTERN: usize = 1024 * 1024;

/// Most patterns of one rule.
const MOST_PATTERNS: usize = 32;

/// What may follow a text, one of each kind that a border or an anchor tells apart.
const FOLLOWING: [char; 3] = ['x', ' ', '\n'];

/// Arguments that may name the file that a call is about.
const PATHS: [&str; 3] = ["path", "file_path", "filePath"];

/// When a match of a rule cuts the reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cuts {
    Always,
    Never,
    /// Only in text and thinking.
    Prose,
    /// Only in the arguments of a call.
    Calls,
}

/// A rule, ready to watch.
#[derive(Debug, Clone)]
pub struct WatchRule {
    pub name: Arc<str>,
    /// What the model is told when a match does not cut the reply.
    pub reminder: Arc<str>,
    pub cuts: Cuts,
    patterns: Vec<Regex>,
    scopes: Vec<Scope>,
}

/// Where a rule looks.
#[derive(Debug, Clone)]
enum Scope {
    Text,
    Thinking,
    Calls {
        tool: Option<String>,
        /// Of the file that the call is about.
        file: Option<GlobMatcher>,
    },
}

/// What matched in one piece of a reply.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Matches {
    /// They cut the reply.
    pub cutting: Vec<Arc<str>>,
    /// The model is told with the next round.
    pub noted: Vec<Arc<str>>,
    /// The model is told with the result of the call that matched.
    pub told: Vec<Told>,
}

/// A rule that comes with the result of a call.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    pub call: String,
    pub rule: Arc<str>,
}

/// One reply under watch.
#[derive(Debug)]
pub struct Watch {
    rules: Arc<[WatchRule]>,
    /// The folder from which files are seen.
    cwd: PathBuf,
    /// Fires when the rules count no longer.
    until: CancellationToken,
    /// Which of them may still match.
    armed: Vec<bool>,
    blocks: HashMap<u64, Block>,
    matches: Matches,
    /// What the results of calls are preceded by, by id of the call.
    remarks: HashMap<String, Vec<Arc<str>>>,
}

/// A block that is being written.
#[derive(Debug)]
struct Block {
    kind: Kind,
    /// The end of it, as a reader sees it.
    text: String,
    /// Bytes of `text` that were searched.
    searched: usize,
    spoken: Spoken,
    /// The file that the call is about, as scopes see it, once its name is complete.
    file: Option<String>,
    /// Rules that match if the file is the right one, which is not known yet.
    waiting: Vec<usize>,
    /// Rules that are not for this call.
    settled: Vec<usize>,
}

/// Whether more of a block may come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Grows {
    Yes,
    No,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Thinking,
    Call,
}

impl WatchRule {
    /// Compiles a rule. The error says which pattern or scope is no good.
    pub fn new(name: &str, reminder: &str, patterns: &[String], scopes: &[String], cuts: Cuts) -> Result<Self, String> {
        if patterns.len() > MOST_PATTERNS {
            return Err(format!("more than {MOST_PATTERNS} conditions"));
        }
        let compiled = patterns.iter().map(|pattern| {
            let built = RegexBuilder::new(pattern).size_limit(MOST_PATTERN).dfa_size_limit(MOST_PATTERN).build();
            built.map_err(|error| format!("condition `{pattern}`: {}", last_line(&error.to_string())))
        });
        let default = [Scope::Text, Scope::Calls { tool: None, file: None }];
        let scopes = scopes.iter().map(|scope| parse(scope)).collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            name: name.into(),
            reminder: reminder.into(),
            cuts,
            patterns: compiled.collect::<Result<_, _>>()?,
            scopes: if scopes.is_empty() { default.into() } else { scopes },
        })
    }

    fn watches(&self, kind: Kind) -> bool {
        self.scopes.iter().any(|scope| match scope {
            Scope::Text => kind == Kind::Text,
            Scope::Thinking => kind == Kind::Thinking,
            Scope::Calls { .. } => kind == Kind::Call,
        })
    }

    fn matches(&self, block: &mut Block, grows: Grows) -> bool {
        let from = block.text.floor_char_boundary(block.searched.saturating_sub(BACK));
        self.patterns.iter().any(|pattern| match grows {
            Grows::Yes => stands(pattern, &mut block.text, from),
            Grows::No => pattern.is_match_at(&block.text, from),
        })
    }

    /// Whether a call is one that the rule is for; `None` while its file is not known.
    fn is_for(&self, tool: &str, file: Option<&str>) -> Option<bool> {
        let mut open = false;
        for scope in &self.scopes {
            let Scope::Calls { tool: wanted, file: pattern } = scope else { continue };
            if wanted.as_ref().is_some_and(|wanted| wanted != tool) {
                continue;
            }
            match (pattern, file) {
                (None, _) => return Some(true),
                (Some(pattern), Some(file)) if pattern.is_match(file) => return Some(true),
                (Some(_), Some(_)) => {}
                (Some(_), None) => open = true,
            }
        }
        if open { None } else { Some(false) }
    }
}

/// Whether there is a match that stays one whatever follows; `text` is left as it was.
fn stands(pattern: &Regex, text: &mut String, from: usize) -> bool {
    let Some(found) = pattern.find_at(text, from).map(|found| found.range()) else { return false };
    let end = text.len();
    // One that goes back so far would be out of reach with the next piece.
    if found.end < end || end - found.start >= BACK {
        return true;
    }
    FOLLOWING.iter().all(|next| {
        text.push(*next);
        let again = pattern.find_at(text, from).map(|again| again.range());
        text.truncate(end);
        again.as_ref() == Some(&found)
    })
}

/// `text`, `thinking`, `tool`, `tool:<name>` or `tool:<name>(<glob>)`.
fn parse(scope: &str) -> Result<Scope, String> {
    let scope = scope.trim();
    let unknown = || format!("scope `{scope}`: expected text, thinking, tool, tool:<name> or tool:<name>(<glob>)");
    match scope {
        "text" => return Ok(Scope::Text),
        "thinking" => return Ok(Scope::Thinking),
        "tool" => return Ok(Scope::Calls { tool: None, file: None }),
        _ => {}
    }
    let rest = scope.strip_prefix("tool:").filter(|rest| !rest.is_empty()).ok_or_else(unknown)?;
    let Some((tool, glob)) = rest.split_once('(') else {
        return Ok(Scope::Calls { tool: Some(rest.to_owned()), file: None });
    };
    let glob = glob.strip_suffix(')').ok_or_else(unknown)?;
    let glob = glob.strip_prefix("./").unwrap_or(glob);
    let glob = GlobBuilder::new(glob).build().map_err(|error| format!("scope `{scope}`: {error}"))?;
    let tool = Some(tool).filter(|tool| !matches!(*tool, "" | "*")).map(str::to_owned);
    Ok(Scope::Calls { tool, file: Some(glob.compile_matcher()) })
}

impl Watch {
    /// `armed` says of each rule whether it may match; files are seen from `cwd`. Nothing matches any more
    /// when `until` has fired.
    pub fn new(rules: Arc<[WatchRule]>, armed: Vec<bool>, cwd: &Path, until: CancellationToken) -> Self {
        let (blocks, matches, remarks) = (HashMap::new(), Matches::default(), HashMap::new());
        Self { rules, cwd: cwd.to_owned(), until, armed, blocks, matches, remarks }
    }

    /// Looks at what was added to the reply; `builder` holds all of it.
    pub fn see(&mut self, parts: &[Part], builder: &MessageBuilder) {
        let mut grown = BTreeSet::new();
        for part in parts {
            match part {
                Part::TextStart { index } => self.begin(*index, Kind::Text),
                Part::ThinkingStart { index } => self.begin(*index, Kind::Thinking),
                Part::CallStart { index } => self.begin(*index, Kind::Call),
                Part::TextDelta { index, delta }
                | Part::ThinkingDelta { index, delta }
                | Part::CallDelta { index, delta } => {
                    self.add(*index, delta);
                    grown.insert(*index);
                }
                Part::CallEnd { index, .. } | Part::TextEnd { index, .. } | Part::ThinkingEnd { index, .. } => {
                    self.end(*index, builder);
                }
            }
        }
        for index in grown {
            self.search(index, Grows::Yes, builder);
        }
    }

    /// The reply is complete: what waited for more, or for its file, is decided.
    pub fn close(&mut self, builder: &MessageBuilder) {
        let mut open: Vec<u64> = self.blocks.keys().copied().collect();
        open.sort_unstable();
        for index in open {
            self.end(index, builder);
        }
    }

    /// What matched since the last call; nothing matched when it is empty.
    pub fn take(&mut self) -> Option<Matches> {
        let found = std::mem::take(&mut self.matches);
        (found != Matches::default()).then_some(found)
    }

    /// What the results of calls are preceded by.
    pub fn into_remarks(self) -> HashMap<String, Vec<Arc<str>>> {
        self.remarks
    }

    fn begin(&mut self, index: u64, kind: Kind) {
        let (text, spoken) = (String::new(), Spoken::default());
        let (waiting, settled) = (Vec::new(), Vec::new());
        let block = Block { kind, text, searched: 0, spoken, file: None, waiting, settled };
        self.blocks.insert(index, block);
    }

    fn add(&mut self, index: u64, delta: &str) {
        let Some(block) = self.blocks.get_mut(&index) else { return };
        match block.kind {
            Kind::Call => block.spoken.push(delta, &mut block.text),
            Kind::Text | Kind::Thinking => block.text.push_str(delta),
        }
        if block.file.is_none() {
            // A value that is still being written would be taken for the whole one.
            block.file = block.spoken.path().map(|path| seen_from(&self.cwd, path));
        }
    }

    /// Searches what came to a block since the last time.
    fn search(&mut self, index: u64, grows: Grows, builder: &MessageBuilder) {
        let Some(block) = self.blocks.get_mut(&index).filter(|_| !self.until.is_cancelled()) else { return };
        let mut hits = Vec::new();
        for (at, rule) in self.rules.iter().enumerate() {
            let passed_over = block.waiting.contains(&at) || block.settled.contains(&at);
            let looks = self.armed.get(at) == Some(&true) && !passed_over && rule.watches(block.kind);
            if looks && rule.matches(block, grows) {
                hits.push(at);
            }
        }
        block.searched = block.text.len();
        if block.text.len() > MOST_HELD {
            let cut = block.text.floor_char_boundary(block.text.len() - BACK - 1);
            block.text.drain(..cut);
            block.searched = block.text.len();
        }
        let kind = block.kind;
        for at in hits {
            match kind {
                Kind::Call => self.hit_in_call(at, index, builder),
                Kind::Text | Kind::Thinking => self.hit(at, None),
            }
        }
    }

    fn hit_in_call(&mut self, at: usize, index: u64, builder: &MessageBuilder) {
        let (Some(rule), Some(block)) = (self.rules.get(at), self.blocks.get_mut(&index)) else { return };
        let Some((id, name)) = builder.call_at(index) else { return };
        // A call whose name is still to come is judged at its end.
        let is_for = if name.is_empty() { None } else { rule.is_for(name, block.file.as_deref()) };
        match is_for {
            Some(true) => self.hit(at, Some(id.to_owned())),
            Some(false) => block.settled.push(at),
            None => block.waiting.push(at),
        }
    }

    /// A block is complete: what its end decides is decided.
    fn end(&mut self, index: u64, builder: &MessageBuilder) {
        self.search(index, Grows::No, builder);
        let Some(block) = self.blocks.remove(&index).filter(|block| !block.waiting.is_empty()) else { return };
        let Some(call) = builder.call_so_far(index).filter(|_| !self.until.is_cancelled()) else { return };
        let file = seen_from(&self.cwd, path_of(&call.arguments));
        for at in block.waiting {
            let is_for = self.rules.get(at).and_then(|rule| rule.is_for(&call.name, Some(&file)));
            if self.armed.get(at) == Some(&true) && is_for == Some(true) {
                self.hit(at, Some(call.id.clone()));
            }
        }
    }

    fn hit(&mut self, at: usize, call: Option<String>) {
        let (Some(rule), Some(armed)) = (self.rules.get(at), self.armed.get_mut(at)) else { return };
        *armed = false;
        let name = rule.name.clone();
        let cuts = match rule.cuts {
            Cuts::Always => true,
            Cuts::Never => false,
            Cuts::Prose => call.is_none(),
            Cuts::Calls => call.is_some(),
        };
        match call {
            _ if cuts => self.matches.cutting.push(name),
            None => self.matches.noted.push(name),
            Some(id) => {
                self.remarks.entry(id.clone()).or_default().push(rule.reminder.clone());
                self.matches.told.push(Told { call: id, rule: name });
            }
        }
    }
}

/// The file that a call is about, or nothing.
fn path_of(arguments: &JsonObject) -> &str {
    PATHS.iter().find_map(|name| arguments.get(*name)?.as_str()).unwrap_or_default()
}

/// A file as scopes see it: relative to the folder that it is seen from when it lies below it.
fn seen_from(cwd: &Path, path: &str) -> String {
    if path.is_empty() { String::new() } else { paths::display_relative(cwd, &paths::absolute(cwd, path)) }
}

pub(super) fn is_path(name: &str) -> bool {
    PATHS.contains(&name)
}

fn last_line(text: &str) -> &str {
    text.trim().rsplit('\n').next().unwrap_or_default().trim()
}

#[cfg(test)]
#[path = "watch_tests.rs"]
mod tests;
