//! Layers into one tree: dotted keys become nested ones, later layers win member by member.

use serde_json::Value;

use super::file::Tree;
use super::known::Known;

/// Puts dotted keys of the top level where they belong: `retry.enabled: true` is `retry: { enabled: true }`.
pub(super) fn nest(root: &str, tree: Tree) -> Tree {
    nest_below(Known::root(root), tree)
}

/// The same without a look at the schema, for keys whose every dot is one between names.
pub(super) fn nest_plain(tree: Tree) -> Tree {
    nest_below(None, tree)
}

fn nest_below(root: Option<Known>, tree: Tree) -> Tree {
    let mut nested = Tree::new();
    for (key, value) in tree {
        let mut names = split(root, &key);
        let mut branch = Tree::new();
        let Some(last) = names.pop() else { continue };
        branch.insert(last.to_owned(), value);
        for name in names.into_iter().rev() {
            branch = Tree::from_iter([(name.to_owned(), Value::Object(branch))]);
        }
        merge(&mut nested, branch);
    }
    nested
}

/// The names in a dotted key. Where the schema leaves names to the user and knows no members below them, the rest is one
/// name: model ids have dots.
fn split(root: Option<Known>, key: &str) -> Vec<&str> {
    let (mut place, mut rest, mut names) = (root, key, Vec::new());
    while let Some((name, after)) = rest.split_once('.') {
        if place.is_some_and(|place| place.any().is_some_and(|any| !any.has_members())) {
            break;
        }
        names.push(name);
        place = place.and_then(|place| place.member(name).or_else(|| place.any()));
        rest = after;
    }
    names.push(rest);
    names
}

/// Lays `over` above `under`: objects member by member, lists and scalars as a whole; null takes a value back.
pub(super) fn merge(under: &mut Tree, over: Tree) {
    for (key, value) in over {
        match (under.get_mut(&key), value) {
            (Some(Value::Object(below)), Value::Object(above)) => merge(below, above),
            // A switch, and below it what else there is to say: `todo.reminders` takes both forms.
            (Some(switch @ Value::Bool(_)), Value::Object(mut above)) => {
                above.entry("enabled").or_insert_with(|| switch.clone());
                *switch = Value::Object(above);
            }
            (_, Value::Null) => {
                under.shift_remove(&key);
            }
            (_, value) => {
                under.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Tree {
        serde_json::from_str(text).unwrap()
    }

    fn nested(text: &str) -> Tree {
        nest("Settings", tree(text))
    }

    #[test]
    fn a_dotted_key_is_the_nested_one() {
        assert_eq!(nested(r#"{"retry.enabled": true}"#), tree(r#"{"retry": {"enabled": true}}"#));
        assert_eq!(
            nested(r#"{"bash": {"passEnv": []}, "bash.autoBackground.enabled": false, "model": "a.b"}"#),
            tree(r#"{"bash": {"passEnv": [], "autoBackground": {"enabled": false}}, "model": "a.b"}"#)
        );
    }

    #[test]
    fn a_name_of_the_users_choice_keeps_its_dots() {
        assert_eq!(
            nested(r#"{"retry.fallbackChains.acme/large-1.5": ["x"], "tools.approval.mcp.wiki": "deny"}"#),
            tree(
                r#"{"retry": {"fallbackChains": {"acme/large-1.5": ["x"]}}, "tools": {"approval": {"mcp.wiki": "deny"}}}"#
            )
        );
        assert_eq!(
            nested(r#"{"agent.agents.reviewer.enabled": true}"#),
            tree(r#"{"agent": {"agents": {"reviewer": {"enabled": true}}}}"#)
        );
    }

    #[test]
    fn a_later_layer_wins_member_by_member() {
        let mut under =
            tree(r#"{"retry": {"enabled": true, "maxRetries": 3}, "enabledModels": ["a", "b"], "model": "x"}"#);
        merge(&mut under, tree(r#"{"retry": {"maxRetries": 5}, "enabledModels": ["c"], "model": null}"#));
        assert_eq!(under, tree(r#"{"retry": {"enabled": true, "maxRetries": 5}, "enabledModels": ["c"]}"#));
    }

    #[test]
    fn a_switch_stays_off_when_a_later_layer_only_adds_to_it() {
        let mut under = nested(r#"{"todo.reminders": false}"#);
        merge(&mut under, nested(r#"{"todo.reminders.max": 2}"#));
        assert_eq!(under, tree(r#"{"todo": {"reminders": {"max": 2, "enabled": false}}}"#));
    }
}
