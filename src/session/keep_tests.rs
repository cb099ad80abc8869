//! Tests of what extensions keep.

use serde_json::{Value, json};

use super::*;
use crate::session::effects::Effect;
use crate::session::state_tests::session;
use crate::store::Entry;

fn stored(fx: &mut Effects) -> Vec<Body> {
    let kept = |effect| match effect {
        Effect::Persist(Entry { body: body @ Body::Kept { .. }, .. }) => Some(body),
        _ => None,
    };
    fx.take().into_iter().filter_map(kept).collect()
}

#[test]
fn what_was_kept_before_the_first_message_is_stored_with_it() {
    let (mut session, mut fx) = (session(), Effects::default());
    session.keep("guard", json!(1), &mut fx);
    session.keep("guard", json!({"a": 2}), &mut fx);
    assert!(stored(&mut fx).is_empty());
    session.record_opening(&mut fx);
    assert_eq!(stored(&mut fx), [Body::Kept { name: "guard".into(), data: json!({"a": 2}) }]);
    session.record_opening(&mut fx);
    assert!(stored(&mut fx).is_empty());
}

#[test]
fn only_a_change_is_stored_and_null_forgets() {
    let (mut session, mut fx) = (session(), Effects::default());
    session.record_opening(&mut fx);
    fx.take();
    session.keep("guard", Value::Null, &mut fx);
    session.keep("guard", json!(1), &mut fx);
    session.keep("guard", json!(1), &mut fx);
    session.keep("guard", Value::Null, &mut fx);
    assert_eq!(session.kept("guard"), None);
    let told: Vec<Value> = stored(&mut fx)
        .into_iter()
        .map(|body| match body {
            Body::Kept { data, .. } => data,
            _ => panic!("{body:?}"),
        })
        .collect();
    assert_eq!(told, [json!(1), Value::Null]);
}
