//! Layers of tools beside the built-in ones.

use super::*;
use crate::base::process::Children;
use crate::proto::shared::JsonObject;
use crate::tools::bash::Bash;
use crate::tools::read::Read;
use crate::tools::{Tier, ToolCx, ToolFuture};

struct Named(ToolDefinition);

impl Tool for Named {
    fn definition(&self) -> &ToolDefinition {
        &self.0
    }
    fn tier(&self) -> Tier {
        Tier::Exec
    }
    fn run<'a>(&'a self, _: ToolCx, _: JsonObject) -> ToolFuture<'a> {
        Box::pin(std::future::pending())
    }
}

fn named(name: &str) -> Layered {
    let definition =
        ToolDefinition { name: name.into(), description: name.into(), parameters: JsonObject::new(), examples: None };
    Layered { tool: Arc::new(Named(definition)), hidden: false }
}

fn hidden(name: &str) -> Layered {
    Layered { hidden: true, ..named(name) }
}

fn set() -> ToolSet {
    let tools: [Arc<dyn Tool>; 2] = [Arc::new(Read::default()), Arc::new(Bash::new(Children::new()))];
    ToolSet::new(tools, ToolNames(&[("read", "read_file")]))
}

fn names(set: &ToolSet) -> Vec<String> {
    set.definitions().iter().map(|definition| definition.name.clone()).collect()
}

#[test]
fn a_layer_is_replaced_whole_and_every_clone_sees_it() {
    let set = set();
    let clone = set.clone();
    set.replace(Layer::Host, vec![named("b"), named("a")]).unwrap();
    assert_eq!(names(&clone), ["read_file", "bash", "b", "a"]);
    assert!(clone.get("a").is_some());
    set.replace(Layer::Host, vec![named("c")]).unwrap();
    assert_eq!(names(&clone), ["read_file", "bash", "c"]);
    assert!(clone.get("a").is_none());
    set.replace(Layer::Host, vec![]).unwrap();
    assert_eq!(names(&clone), ["read_file", "bash"]);
}

#[test]
fn a_taken_name_refuses_the_whole_layer() {
    let set = set();
    set.replace(Layer::Host, vec![named("a")]).unwrap();
    let taken = set.replace(Layer::Host, vec![named("b"), named("bash")]).unwrap_err();
    assert_eq!(taken.name, "bash");
    assert_eq!(names(&set), ["read_file", "bash", "a"]);
    // The name counts that is shown.
    assert!(set.replace(Layer::Host, vec![named("read_file")]).is_err());
    assert!(set.replace(Layer::Host, vec![named("read")]).is_ok());
}

#[test]
fn a_known_tool_stays_offered_or_not_and_a_new_one_is_offered_unless_hidden() {
    let set = set();
    set.replace(Layer::Host, vec![named("a"), hidden("b")]).unwrap();
    assert_eq!(names(&set), ["read_file", "bash", "a"]);
    assert!(set.get("b").is_none(), "what is not offered cannot be called");
    set.replace(Layer::Host, vec![hidden("a"), named("b"), named("c")]).unwrap();
    assert_eq!(names(&set), ["read_file", "bash", "a", "c"]);
    set.replace(Layer::Host, vec![]).unwrap();
    set.replace(Layer::Host, vec![hidden("a"), named("b")]).unwrap();
    assert_eq!(names(&set), ["read_file", "bash", "b"]);
}

#[test]
fn a_remark_stands_behind_the_description_until_it_is_taken_away() {
    let set = set();
    let before = set.definitions()[0].description.clone();
    set.remark("read", Some("Also db://.".into()));
    assert_eq!(set.definitions()[0].description, format!("{before} Also db://."));
    set.remark("read", None);
    assert_eq!(set.definitions()[0].description, before);
}
