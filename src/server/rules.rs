//! How the rules of a workspace are found, and how those that watch the stream are treated.

use std::path::Path;
use std::sync::Arc;

use crate::cli::ServerOptions;
use crate::engine::RulesOf;
use crate::proto::shared::Rule;
use crate::session::{CutReplies, Repeats, RulePolicy, Rules, cuts};
use crate::settings::{self, Settings, TtsrContextMode, TtsrRepeatMode};

/// Messages between two matches of one rule when the settings say nothing.
const GAP: u64 = 10;

/// Finds all rules that count in a folder.
pub(super) type AllRules = Arc<dyn Fn(&Path) -> Vec<Rule> + Send + Sync>;

/// Both looks at the rule files of a workspace.
pub(super) struct RuleFiles {
    /// For the system prompt.
    pub all: AllRules,
    /// For the stream.
    pub watching: RulesOf,
}

impl RuleFiles {
    pub(super) fn new(options: &ServerOptions, settings: &Settings) -> Self {
        let ttsr = settings.ttsr.clone().unwrap_or_default();
        let (wanted, home) = (options.rules, options.home.clone());
        let disabled = ttsr.disabled_rules.clone().unwrap_or_default();
        let find = move |cwd: &Path| match wanted {
            true => settings::rules(home.as_deref(), cwd, &disabled),
            false => (Vec::new(), Vec::new()),
        };
        let find = Arc::new(find);
        let policy = RulePolicy {
            cut_replies: match ttsr.context_mode {
                Some(TtsrContextMode::Keep) => CutReplies::Keep,
                Some(TtsrContextMode::Discard) | None => CutReplies::Discard,
            },
            repeats: match ttsr.repeat_mode {
                Some(TtsrRepeatMode::AfterGap) => Repeats::AfterGap(ttsr.repeat_gap.unwrap_or(GAP)),
                Some(TtsrRepeatMode::Once) | None => Repeats::Once,
            },
            cuts: ttsr.interrupt_mode.map_or(RulePolicy::default().cuts, cuts),
        };
        let (look, watches) = (find.clone(), ttsr.enabled != Some(false));
        let watching = move |cwd: &Path| {
            let (rules, warnings) = look(cwd);
            let (rules, remarks) = Rules::new(if watches { rules } else { Vec::new() }, policy);
            for remark in warnings.iter().chain(&remarks) {
                tracing::warn!("{remark}");
            }
            Arc::new(rules)
        };
        Self { all: Arc::new(move |cwd: &Path| find(cwd).0), watching: Arc::new(watching) }
    }
}
