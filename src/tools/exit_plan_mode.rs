//! The tool with which the model proposes its plan and leaves plan mode; the gate asks the user.

use crate::proto::shared::{JsonObject, ToolDefinition};
use crate::proto::tools::ExitPlanModeArguments;

use super::{Concurrency, Tier, Tool, ToolCx, ToolError, ToolFuture, payload, schema};

const NAME: &str = "exit_plan_mode";

pub struct ExitPlanMode {
    definition: ToolDefinition,
    leave: Box<dyn Fn() + Send + Sync>,
}

impl ExitPlanMode {
    /// `leave` ends plan mode.
    pub fn new(leave: impl Fn() + Send + Sync + 'static) -> Self {
        let definition = schema::definition(NAME, include_str!("../../schema/tools/exit_plan_mode.json"));
        Self { definition, leave: Box::new(leave) }
    }
}

impl Tool for ExitPlanMode {
    fn definition(&self) -> &ToolDefinition {
        &self.definition
    }

    fn tier(&self) -> Tier {
        Tier::Read
    }

    fn concurrency(&self, _arguments: &JsonObject) -> Concurrency {
        Concurrency::Exclusive
    }

    fn run<'a>(&'a self, _cx: ToolCx, arguments: JsonObject) -> ToolFuture<'a> {
        Box::pin(async move {
            let arguments: ExitPlanModeArguments = payload::arguments(arguments)?;
            if arguments.plan.trim().is_empty() {
                return Err(ToolError::tell("The plan is empty"));
            }
            (self.leave)();
            Ok(payload::told("The user agrees. Plan mode is off: carry out the plan now", &JsonObject::new()))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::tools::testing::Bench;

    #[tokio::test]
    async fn leaving_needs_a_plan() {
        let left = Arc::new(AtomicUsize::new(0));
        let count = left.clone();
        let tool = ExitPlanMode::new(move || {
            count.fetch_add(1, Ordering::Relaxed);
        });
        let bench = Bench::new();
        assert_eq!(bench.fails(&tool, r#"{"plan":" "}"#).await.0, "The plan is empty");
        assert_eq!(left.load(Ordering::Relaxed), 0);
        assert!(bench.ok(&tool, r#"{"plan":"1. look"}"#).await.0.contains("Plan mode is off"));
        assert_eq!(left.load(Ordering::Relaxed), 1);
    }
}
