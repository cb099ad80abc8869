//! Which command starts, which waits for an answer, which for the history.

use super::*;
use crate::dialect::lane::Lane;
use crate::dialect::order::{MOST_WAITING_BYTES, Order};
use CommandName::{Abort, AbortAndPrompt, Bash, Branch, Compact, GetState, Handoff, Prompt, Steer};

/// An order with its lane; what starts owes its answer until it is answered.
#[derive(Default)]
struct Table {
    lane: Lane,
    order: Order<CommandName, CommandName>,
    owed: Vec<(CommandName, crate::dialect::lane::Ticket)>,
}

impl Table {
    fn arrives(&mut self, name: CommandName) -> bool {
        let started = self.order.arrived(name, name, 1, &self.lane);
        started.into_iter().for_each(|name| self.starts(name));
        started.is_some()
    }

    fn starts(&mut self, name: CommandName) {
        self.owed.push((name, self.lane.owe(name.holds())));
    }

    /// Answers a command; gives what starts then.
    fn answered(&mut self, name: CommandName) -> Vec<CommandName> {
        let at = self.owed.iter().position(|(owed, _)| *owed == name).expect("it is owed");
        self.owed.remove(at);
        let mut started = Vec::new();
        while let Some(name) = self.order.next(&self.lane) {
            self.starts(name);
            started.push(name);
        }
        started
    }
}

#[test]
fn serial_commands_wait_for_the_answer_and_concurrent_ones_do_not() {
    let mut table = Table::default();
    assert!(table.arrives(Prompt));
    assert!(!table.arrives(GetState));
    assert!(table.arrives(Bash));
    assert!(!table.arrives(Abort), "it passes no command that came before it");
    assert_eq!(table.answered(Prompt), [GetState, Abort], "but it passes answers");
    assert!(!table.arrives(GetState));
    assert_eq!(table.answered(Abort), []);
    assert_eq!(table.answered(GetState), [GetState]);
}

#[test]
fn work_on_the_history_holds_back_only_what_needs_it() {
    let mut table = Table::default();
    assert!(table.arrives(Compact));
    for waits in [Prompt, Steer, Branch, Handoff] {
        assert!(!table.arrives(waits), "{waits:?}");
    }
    assert!(table.arrives(Compact), "it is told that one is running");
    assert_eq!(table.answered(Compact), []);
    assert!(table.arrives(GetState));
    assert!(!table.arrives(Steer), "the answer of the serial one is owed");
    assert_eq!(table.answered(GetState), [], "what was parked waits for the history then");
    assert_eq!(table.answered(Compact), [Prompt]);
    assert!(!table.arrives(Compact), "in order now");
    assert_eq!(table.answered(Prompt), [Steer]);
    assert_eq!(table.answered(Steer), [Branch]);
    assert_eq!(table.answered(Branch), [Handoff]);
    assert_eq!(table.answered(Handoff), [Steer]);
    assert_eq!(table.answered(Steer), [Compact]);
    assert!(!table.order.is_full() && table.order.bytes == 0);
}

#[test]
fn an_abort_passes_the_work_but_not_the_prompt_behind_it() {
    let mut table = Table::default();
    table.arrives(Compact);
    assert!(table.arrives(Abort), "nothing came between");
    assert!(!table.arrives(GetState), "it waits for the abort");
    assert_eq!(table.answered(Compact), []);
    assert_eq!(table.answered(Abort), [GetState]);
    assert_eq!(table.answered(GetState), []);

    table.arrives(Compact);
    table.arrives(Prompt);
    assert!(!table.arrives(Abort) && !table.arrives(GetState) && !table.arrives(Abort));
    assert_eq!(table.answered(Compact), [Prompt]);
    assert_eq!(table.answered(Prompt), [Abort]);
    assert_eq!(table.answered(Abort), [GetState]);
    assert_eq!(table.answered(GetState), [Abort]);
}

#[test]
fn what_ends_the_work_is_known() {
    assert!(ends_writing(Abort) && ends_writing(AbortAndPrompt) && !ends_writing(Prompt));
}

#[test]
fn too_much_that_waits_is_noticed() {
    let (lane, mut order) = (Lane::default(), Order::default());
    let _ticket = lane.owe(Holds::History);
    order.arrived(Prompt, (), MOST_WAITING_BYTES - 1, &lane);
    assert!(!order.is_full());
    order.arrived(Prompt, (), 1, &lane);
    assert!(order.is_full());
}
