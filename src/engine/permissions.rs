//! The gate of hosts that are asked call by call: modes and rules decide, and where they do not, the host does.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::host::{Answer, Host, PermissionAnswer, Scope, Unanswered, Verdict, Wait};
use crate::outbox::{Permission, Question};
use crate::policy::{Approval, BadPattern, Call, Decision, Entry, Place, Policy, Rule, Subject, Tier, Yolo};
use crate::proto::shared::JsonObject;
use crate::settings::{self, Remembered};
use crate::tools::{Announce, Gate, GateCall, GateFuture, Tool, ToolError};

use super::approvals::refused;

/// The tool that ends plan mode; offered only in it.
pub const EXIT_PLAN_MODE: &str = "exit_plan_mode";

/// Where answers go that hold beyond the session; `None` keeps them to this process.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    pub project: Option<PathBuf>,
    pub user: Option<PathBuf>,
}

/// YOLO mode as it stands.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct YoloState {
    pub on: bool,
    /// What it is restricted to, as it was written; empty for everything.
    pub patterns: Vec<String>,
    pub expires_in: Option<Duration>,
}

/// The gate and its switches. Clones share the state.
#[derive(Clone)]
pub struct Permissions {
    // A leaf lock, held for one decision or one change.
    state: Arc<Mutex<State>>,
    host: Host,
    /// How long a request waits.
    timeout: Duration,
    memory: Arc<Memory>,
}

struct State {
    policy: Policy,
    /// What holds when plan mode ends; set while it is on.
    beside_plan: Option<Approval>,
    yolo_until: Option<Instant>,
    /// Names of host tools; a tool of a server with the same name gives way.
    shadowing: Vec<String>,
}

impl State {
    /// YOLO mode turns itself off.
    fn expire(&mut self) {
        if self.yolo_until.is_some_and(|until| Instant::now() >= until) {
            self.policy.yolo = None;
            self.yolo_until = None;
        }
    }
}

impl Permissions {
    pub fn new(mut policy: Policy, host: Host, timeout: Duration, memory: Memory) -> Self {
        for file in memory.user.iter().chain(&memory.project) {
            add_remembered(&mut policy, file);
        }
        let beside_plan = (policy.approval == Approval::Plan).then_some(Approval::Ask);
        let state = State { policy, beside_plan, yolo_until: None, shadowing: Vec::new() };
        Self { state: Arc::new(Mutex::new(state)), host, timeout, memory: Arc::new(memory) }
    }

    pub fn is_plan(&self) -> bool {
        self.state().policy.approval == Approval::Plan
    }

    /// Takes effect with the next call; what the model is offered changes with the next request.
    pub fn set_plan(&self, on: bool) {
        let mut state = self.state();
        if on && state.beside_plan.is_none() {
            state.beside_plan = Some(state.policy.approval);
            state.policy.approval = Approval::Plan;
        } else if let (false, Some(before)) = (on, state.beside_plan) {
            state.policy.approval = before;
            state.beside_plan = None;
        }
    }

    /// Whether a file must not be read, whoever asks.
    pub fn denies_reading(&self, path: &Path) -> bool {
        let absolute = path.display().to_string();
        let subject = Subject::Paths(vec![Place { shown: absolute.clone(), absolute, named: true }]);
        let call = Call { names: &["read_file", "read"], tier: Tier::Read, subject: &subject };
        matches!(self.state().policy.judge(&call), Decision::Deny(_))
    }

    /// Tools of servers with these names give way to the host's.
    pub fn shadow(&self, names: Vec<String>) {
        self.state().shadowing = names;
    }

    pub fn yolo(&self) -> YoloState {
        let mut state = self.state();
        state.expire();
        let Some(yolo) = &state.policy.yolo else { return YoloState::default() };
        YoloState {
            on: true,
            patterns: yolo.patterns.iter().map(|entry| entry.source.clone()).collect(),
            expires_in: state.yolo_until.map(|until| until.saturating_duration_since(Instant::now())),
        }
    }

    /// Turns YOLO mode on, for all calls or those that fit a pattern. A pattern that means nothing changes nothing.
    pub fn yolo_on(&self, patterns: &[String], lasts: Option<Duration>) -> Result<(), BadPattern> {
        let patterns = patterns.iter().map(|pattern| Entry::yolo(pattern)).collect::<Result<_, _>>()?;
        let mut state = self.state();
        state.policy.yolo = Some(Yolo { patterns });
        state.yolo_until = lasts.and_then(|lasts| Instant::now().checked_add(lasts));
        Ok(())
    }

    pub fn yolo_off(&self) {
        let mut state = self.state();
        state.policy.yolo = None;
        state.yolo_until = None;
        // Started with everything allowed: off means to be asked.
        if state.policy.approval == Approval::Yolo {
            state.policy.approval = Approval::Ask;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn judge(&self, call: &GateCall<'_>, arguments: &JsonObject) -> Judged {
        let subject = call.tool.subject(arguments, call.cwd);
        let core = call.tool.definition().name.as_str();
        let decision = {
            let mut state = self.state();
            state.expire();
            state.policy.judge(&Call { names: &[call.name, core], tier: call.tool.tier(), subject: &subject })
        };
        Judged { subject, decision }
    }

    async fn decide(&self, call: GateCall<'_>, token: &CancellationToken) -> Result<JsonObject, ToolError> {
        let Judged { subject, decision } = self.judge(&call, call.arguments);
        // Leaving plan mode is the host's decision, whatever the rules say of reading.
        let decision = if is_exit(call.tool) { Decision::Ask(Vec::new()) } else { decision };
        match decision {
            Decision::Allow => return Ok(call.arguments.clone()),
            Decision::Deny(denial) => return Err(ToolError::tell(refused(call.name, &denial))),
            Decision::Ask(_) => {}
        }
        let answer = self.ask(&call, &subject, token).await?;
        self.keep(&call, &subject, &answer);
        match answer.verdict {
            Verdict::Allow => Ok(call.arguments.clone()),
            Verdict::Deny => Err(ToolError::tell(format!("Tool {} was not run: the user denied it", call.name))),
            Verdict::Instead(text) => self.instead(&call, &subject, text),
        }
    }

    async fn ask(
        &self,
        call: &GateCall<'_>,
        subject: &Subject,
        token: &CancellationToken,
    ) -> Result<PermissionAnswer, ToolError> {
        let name = call.name;
        let wait = Wait { timeout: Some(self.timeout), token: token.clone() };
        let question = Question::Permission(permission(call, subject));
        match self.host.asks().ask(question, wait).await {
            Ok(Answer::Permission(answer)) => Ok(answer),
            // The table gives answers to questions of their kind only.
            Ok(_) | Err(Unanswered::Unsupported) => Err(ToolError::tell(format!(
                "Tool {name} was not run: it needs permission, and this host cannot be asked for it"
            ))),
            // No answer is not a no (hazard K57).
            Err(Unanswered::TimedOut) => Err(ToolError::tell(format!(
                "Tool {name} was not run: nobody answered the request for permission within {} s",
                self.timeout.as_secs_f64()
            ))),
            Err(Unanswered::Aborted) => {
                Err(ToolError::tell(format!("Tool {name} was waiting for permission and was not run")))
            }
            // Nothing more comes from this host, so the model is not asked again (hazard K19).
            Err(Unanswered::Gone) => {
                Err(ToolError::Fatal(format!("The host left while tool {name} was waiting for permission")))
            }
        }
    }

    /// Remembers an answer that holds for more than this call.
    fn keep(&self, call: &GateCall<'_>, subject: &Subject, answer: &PermissionAnswer) {
        let rule = match answer.verdict {
            Verdict::Allow => Rule::Allow,
            Verdict::Deny => Rule::Deny,
            Verdict::Instead(_) => return,
        };
        let names = [call.name, call.tool.definition().name.as_str()];
        let judged = Call { names: &names, tier: call.tool.tier(), subject };
        let file = match answer.scope {
            Scope::Once => return,
            Scope::Session => {
                self.state().policy.remember(&judged, rule);
                return;
            }
            Scope::Project => &self.memory.project,
            Scope::User => &self.memory.user,
        };
        let mut state = self.state();
        // In force at once, and exactly for this call, also where no list can say it.
        state.policy.remember(&judged, rule);
        drop(state);
        let (Some(entry), Some(file)) = (judged.list_entry(), file) else { return };
        let list = if rule == Rule::Allow { Remembered::Allow } else { Remembered::Deny };
        if let Err(error) = settings::remember(file, list, &entry) {
            tracing::warn!("a permission was not stored: {error}");
        }
    }

    /// The call with the user's own command or path, as far as nothing forbids that.
    fn instead(&self, call: &GateCall<'_>, subject: &Subject, text: String) -> Result<JsonObject, ToolError> {
        let member = match subject {
            Subject::Shell { .. } => "command",
            Subject::Paths(_) => "path",
            Subject::Text(_) | Subject::Nothing => {
                return Err(ToolError::tell(format!("Tool {} was not run: the user wants instead: {text}", call.name)));
            }
        };
        let mut arguments = call.arguments.clone();
        arguments.insert(member.to_owned(), Value::String(text));
        match self.judge(call, &arguments).decision {
            Decision::Deny(denial) => Err(ToolError::tell(refused(call.name, &denial))),
            Decision::Allow | Decision::Ask(_) => Ok(arguments),
        }
    }
}

struct Judged {
    subject: Subject,
    decision: Decision,
}

impl Gate for Permissions {
    /// A call that is refused has never begun.
    fn announce(&self) -> Announce {
        Announce::Passed
    }

    fn hides(&self, tool: &dyn Tool) -> bool {
        let name = tool.definition().name.as_str();
        let bare = name.strip_prefix("mcp__").and_then(|rest| rest.split_once("__")).map(|(_, bare)| bare);
        if bare.is_some_and(|bare| self.state().shadowing.iter().any(|known| known == bare)) {
            return true;
        }
        match self.is_plan() {
            true => tool.tier() > Tier::Read,
            false => is_exit(tool),
        }
    }

    fn pass<'a>(&'a self, call: GateCall<'a>, token: &'a CancellationToken) -> GateFuture<'a> {
        Box::pin(self.decide(call, token))
    }
}

fn is_exit(tool: &dyn Tool) -> bool {
    tool.definition().name == EXIT_PLAN_MODE
}

fn permission(call: &GateCall<'_>, subject: &Subject) -> Permission {
    let (command, path) = match subject {
        Subject::Shell { text, .. } => (Some(text.clone()), None),
        Subject::Paths(places) => {
            (None, places.iter().find(|place| place.named).or(places.first()).map(|place| place.shown.clone()))
        }
        Subject::Text(_) | Subject::Nothing => (None, None),
    };
    Permission {
        call_id: call.id.clone(),
        tool: call.name.into(),
        message: message(call, subject, path.as_deref()),
        command,
        path,
        arguments: call.arguments.clone(),
    }
}

/// Answers of earlier sessions.
fn add_remembered(policy: &mut Policy, file: &Path) {
    let (allowed, denied) = settings::remembered(file).unwrap_or_else(|error| {
        tracing::warn!("{} is not used: {error}", file.display());
        Default::default()
    });
    policy.allow.extend(allowed.iter().filter_map(|entry| Entry::listed(entry).ok()));
    policy.deny.extend(denied.iter().filter_map(|entry| Entry::listed(entry).ok()));
}

/// The question in one line.
fn message(call: &GateCall<'_>, subject: &Subject, path: Option<&str>) -> String {
    let core = call.tool.definition().name.as_str();
    let text = match (subject, core) {
        (_, EXIT_PLAN_MODE) => "Leave plan mode and carry out the plan?".to_owned(),
        (Subject::Shell { text, .. }, _) => format!("Execute: {text}?"),
        (Subject::Paths(_), "write") => format!("Write file: {}?", path.unwrap_or_default()),
        (Subject::Paths(_), "edit") => format!("Edit file: {}?", path.unwrap_or_default()),
        (Subject::Paths(_), _) => format!("Use {} on: {}?", call.name, path.unwrap_or_default()),
        (Subject::Text(text), _) => format!("Use {} on: {text}?", call.name),
        (Subject::Nothing, _) => format!("Use {}?", call.name),
    };
    let line = text.lines().collect::<Vec<_>>().join(" ");
    crate::base::text::cut_bytes(&line, MOST_MESSAGE).to_owned()
}

/// Bytes of a question.
const MOST_MESSAGE: usize = 1000;

/// Where answers are kept that hold beyond the session.
impl Memory {
    /// Below the workspace and the home folder; nowhere for a process that keeps nothing.
    pub fn of(workspace: &Path, home: Option<&Path>) -> Self {
        Self {
            project: Some(settings::remembered_file(&workspace.join(".autohand"))),
            user: home.map(settings::remembered_file),
        }
    }
}

#[cfg(test)]
#[path = "permissions_tests.rs"]
mod tests;
