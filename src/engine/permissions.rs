//! The gate of a process: modes and rules decide on calls, and where they do not, the user is asked.

mod asker;
mod memory;
mod rules;
mod texts;

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::base::task;
use crate::host::{Host, PermissionAnswer, Scope, Verdict};
use crate::policy::{Approval, BadPattern, Call, Decision, Denial, Entry, Policy, Rule, Subject, Tier, Yolo};
use crate::proto::shared::JsonObject;
use crate::settings::{self, Remembered};
use crate::tools::subject::{of_file, real};
use crate::tools::{Announce, Fence, Gate, GateCall, GateFuture, Passage, Tool, ToolError};

pub use asker::{Asker, Words};
pub use memory::Memory;
pub use rules::{Chosen, policy};
use texts::refused;

/// The tool that ends plan mode; offered only in it.
pub const EXIT_PLAN_MODE: &str = "exit_plan_mode";

/// What the model is told in plan mode.
const PLAN: &str = "Plan mode is on: only tools that read will run; calls that would change or run something are refused. \
Find out what is needed, then answer with a plan: what you would change, where and why, and how it would be checked.";

/// YOLO mode as it stands.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct YoloState {
    pub on: bool,
    /// What it is restricted to, as it was written; empty for everything.
    pub patterns: Vec<String>,
    /// What it leaves out.
    pub except: Vec<String>,
    pub expires_in: Option<Duration>,
}

/// The gate and its switches. Clones share the state.
#[derive(Clone)]
pub struct Permissions {
    // A leaf lock, held for one decision or one change.
    state: Arc<Mutex<State>>,
    host: Host,
    asker: Asker,
    /// How long a question waits.
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
    pub fn new(mut policy: Policy, host: Host, asker: Asker, timeout: Duration, memory: Memory) -> Self {
        memory.recall(&mut policy);
        let beside_plan = (policy.approval == Approval::Plan).then_some(Approval::Ask);
        let state = State { policy, beside_plan, yolo_until: None, shadowing: Vec::new() };
        Self { state: Arc::new(Mutex::new(state)), host, asker, timeout, memory: Arc::new(memory) }
    }

    /// What the model is told of the mode from the start.
    pub fn remark(&self) -> Option<&'static str> {
        self.is_plan().then_some(PLAN)
    }

    /// Whether only reading runs.
    pub fn is_plan(&self) -> bool {
        self.state().policy.approval == Approval::Plan
    }

    /// Takes effect with the next decision; what the model is offered changes with the next request.
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

    /// Whether a file must not be read under this name, whoever asks. `cwd` is the folder that rules see it from, `root`
    /// where that really is.
    pub fn denies_reading(&self, path: &Path, cwd: &Path, root: &Path) -> bool {
        let subject = of_file(path, cwd, root);
        self.forbids(&Call { names: &["read_file", "read"], tier: Tier::Read, subject: &subject })
    }

    /// Tools of servers with these names give way to the host's.
    pub fn shadow(&self, names: Vec<String>) {
        self.state().shadowing = names;
    }

    pub fn yolo(&self) -> YoloState {
        let mut state = self.state();
        state.expire();
        let Some(yolo) = &state.policy.yolo else { return YoloState::default() };
        let written = |entries: &[Entry]| entries.iter().map(|entry| entry.source.clone()).collect();
        YoloState {
            on: true,
            patterns: written(&yolo.patterns),
            except: written(&yolo.except),
            expires_in: state.yolo_until.map(|until| until.saturating_duration_since(Instant::now())),
        }
    }

    /// Whether everything runs unasked.
    pub fn is_yolo(&self) -> bool {
        let yolo = self.yolo();
        (yolo.on && yolo.patterns.is_empty() && yolo.except.is_empty())
            || self.state().policy.approval == Approval::Yolo
    }

    /// Turns YOLO mode on, for all calls or those that fit a pattern. A pattern that means nothing changes nothing.
    pub fn yolo_on(&self, patterns: &[String], lasts: Option<Duration>) -> Result<(), BadPattern> {
        self.yolo_except(patterns, &[], lasts)
    }

    /// The same, but not for what fits a pattern of the second list.
    pub fn yolo_except(
        &self,
        patterns: &[String],
        except: &[String],
        lasts: Option<Duration>,
    ) -> Result<(), BadPattern> {
        let entries = |texts: &[String]| texts.iter().map(|text| Entry::yolo(text)).collect::<Result<_, _>>();
        let yolo = Yolo { patterns: entries(patterns)?, except: entries(except)? };
        let mut state = self.state();
        state.policy.yolo = Some(yolo);
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

    fn forbids(&self, call: &Call<'_>) -> bool {
        matches!(self.state().policy.judge(call), Decision::Deny(_))
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

    async fn decide(&self, call: GateCall<'_>, token: &CancellationToken) -> Result<Passage, ToolError> {
        let Judged { subject, decision } = self.judge(&call, call.arguments);
        // Leaving plan mode is the host's decision, whatever the rules say of reading.
        let decision = if is_exit(call.tool) { Decision::Ask(Vec::new()) } else { decision };
        let reasons = match decision {
            Decision::Allow => return Ok(self.passage(&call, call.arguments.clone(), &subject)),
            Decision::Deny(denial) => return Err(ToolError::tell(refused(call.name, &denial))),
            Decision::Ask(reasons) => reasons,
        };
        let answer = self.asker.ask(&self.host, &call, &subject, &reasons, self.timeout, token).await?;
        match answer.verdict {
            Verdict::Allow => self.unchanged(&call, &subject)?,
            Verdict::Deny | Verdict::Instead(_) => {}
        }
        self.keep(&call, &subject, &answer, token).await;
        match answer.verdict {
            Verdict::Allow => Ok(self.passage(&call, call.arguments.clone(), &subject)),
            Verdict::Deny => Err(ToolError::tell(self.asker.denied(call.name))),
            Verdict::Instead(text) => self.instead(&call, &subject, text),
        }
    }

    /// A question may wait for long. What was asked is what is done: nothing else that the names mean by now, and nothing
    /// that is forbidden by now.
    fn unchanged(&self, call: &GateCall<'_>, asked: &Subject) -> Result<(), ToolError> {
        let Judged { subject, decision } = self.judge(call, call.arguments);
        if let Decision::Deny(denial) = decision
            // Another call that was asked about at the same time may have been answered for the session.
            && denial != Denial::Answered
        {
            return Err(ToolError::tell(refused(call.name, &denial)));
        }
        let same = match (asked, &subject) {
            (Subject::Shell(asked), Subject::Shell(now)) => asked.folder == now.folder,
            (asked, now) => asked == now,
        };
        match same {
            true => Ok(()),
            false => Err(ToolError::tell(texts::leads_elsewhere(call.name))),
        }
    }

    fn passage(&self, call: &GateCall<'_>, arguments: JsonObject, subject: &Subject) -> Passage {
        let names = [call.name.to_owned(), call.tool.definition().name.clone()];
        let (gate, tier, cwd, root) = (self.clone(), call.tool.tier(), call.cwd.to_owned(), real(call.cwd));
        let forbids = move |path: &Path| {
            let subject = of_file(path, &cwd, &root);
            gate.forbids(&Call { names: &names.each_ref().map(String::as_str), tier, subject: &subject })
        };
        Passage { arguments, fence: Fence::new(subject, call.cwd, forbids) }
    }

    /// Remembers an answer that holds for more than this call.
    async fn keep(&self, call: &GateCall<'_>, subject: &Subject, answer: &PermissionAnswer, token: &CancellationToken) {
        let rule = match answer.verdict {
            Verdict::Allow => Rule::Allow,
            Verdict::Deny => Rule::Deny,
            Verdict::Instead(_) => return,
        };
        let names = [call.name, call.tool.definition().name.as_str()];
        let judged = Call { names: &names, tier: call.tool.tier(), subject };
        let file = match answer.scope {
            Scope::Once => return,
            Scope::Session if self.memory.forgets => return,
            Scope::Session => None,
            Scope::Project => self.memory.project.as_deref(),
            Scope::User => self.memory.user.as_deref(),
        };
        // In force at once, and exactly for this call, also where no list can say it or no file can keep it.
        self.state().policy.remember(&judged, rule);
        let (Some(entry), Some(file)) = (judged.list_entry(), file) else { return };
        let list = if rule == Rule::Allow { Remembered::Allow } else { Remembered::Deny };
        let file = file.to_owned();
        let stored = task::blocking("remember a permission", move || {
            if let Err(error) = settings::remember(&file, list, &entry) {
                tracing::warn!("a permission was not stored in {}: {error}", file.display());
            }
        });
        // A run that is cut waits for no lock; what was answered is stored all the same.
        let _ = token.run_until_cancelled(stored).await;
    }

    /// The call with the user's own command or path, as far as nothing forbids that.
    fn instead(&self, call: &GateCall<'_>, subject: &Subject, text: String) -> Result<Passage, ToolError> {
        let member = match subject {
            Subject::Shell(_) => "command",
            Subject::Paths(_) => "path",
            Subject::Text(_) | Subject::Nothing => {
                return Err(ToolError::tell(format!("Tool {} was not run: the user wants instead: {text}", call.name)));
            }
        };
        let mut arguments = call.arguments.clone();
        arguments.insert(member.to_owned(), Value::String(text));
        let Judged { subject, decision } = self.judge(call, &arguments);
        match decision {
            Decision::Deny(denial) => Err(ToolError::tell(refused(call.name, &denial))),
            Decision::Allow | Decision::Ask(_) => Ok(self.passage(call, arguments, &subject)),
        }
    }
}

struct Judged {
    subject: Subject,
    decision: Decision,
}

impl Gate for Permissions {
    fn announce(&self) -> Announce {
        self.asker.announce()
    }

    fn hides(&self, tool: &dyn Tool) -> bool {
        if self.asker.announce() == Announce::First {
            return false;
        }
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

#[cfg(test)]
#[path = "permissions_tests.rs"]
mod tests;
