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
    for data in [json!(1), json!({"a": 2})] {
        assert!(session.keep("guard", data));
        session.store_kept("guard", &mut fx);
    }
    assert!(stored(&mut fx).is_empty());
    session.record_opening(&mut fx);
    assert_eq!(stored(&mut fx), [Body::Kept { name: "guard".into(), data: json!({"a": 2}) }]);
    session.record_opening(&mut fx);
    assert!(stored(&mut fx).is_empty());
}

#[test]
fn only_the_last_of_several_changes_is_stored_and_null_forgets() {
    let (mut session, mut fx) = (session(), Effects::default());
    session.record_opening(&mut fx);
    fx.take();
    assert!(!session.keep("guard", Value::Null));
    assert!(session.keep("guard", json!(0)) && session.keep("guard", json!(1)) && !session.keep("guard", json!(1)));
    session.store_kept("guard", &mut fx);
    assert!(session.keep("guard", Value::Null));
    assert_eq!(session.kept("guard"), None);
    session.store_kept("guard", &mut fx);
    let told: Vec<Value> = stored(&mut fx)
        .into_iter()
        .map(|body| match body {
            Body::Kept { data, .. } => data,
            _ => panic!("{body:?}"),
        })
        .collect();
    assert_eq!(told, [json!(1), Value::Null]);
}
