//! Every part of a schema, before a validator is made of it: each reference has to lead somewhere, and making the validator has
//! to be little work.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::{
    cost::{MOST_STEPS, StepCounter},
    patterns::states,
    place::{SchemaPlace, SchemaRefusal},
};

/// A schema and what it refers to have at most this many parts.
pub(super) const MOST_PARTS: usize = 50_000;
/// The most states of all its regular expressions.
const MOST_STATES: usize = 50_000;
/// So many validators of one part are found among each other in one step.
const PER_STEP: usize = 16;

/// A part to visit, or one that has been left.
enum SchemaVisit<'s> {
    Enter(SchemaPlace<'s>, bool),
    Leave(*const Value),
}

/// Visits the parts as the library does when it makes a validator: anew for each way, unless the target of a reference is being
/// visited already. Returns how many regular expressions there are.
pub(super) fn check(root: &SchemaPlace) -> Result<usize, SchemaRefusal> {
    let mut counter = StepCounter::default();
    let mut waiting = vec![SchemaVisit::Enter(root.clone(), false)];
    let (mut seen, mut open) = (HashSet::new(), HashSet::new());
    let mut ways: HashMap<*const Value, usize> = HashMap::new();
    let (mut patterns, mut n_states, mut n_steps) = (HashSet::new(), 0, 0);
    while let Some(visit) = waiting.pop() {
        let (place, is_target) = match visit {
            SchemaVisit::Enter(place, is_target) => (place, is_target),
            SchemaVisit::Leave(part) => {
                open.remove(&part);
                continue;
            }
        };
        let key = place.key();
        if (is_target && open.contains(&key.0)) || !seen.insert(key) {
            continue;
        }
        let n_ways = ways.entry(key.0).or_default();
        *n_ways += 1;
        n_steps += (*n_ways / PER_STEP) as u64 + counter.making(&place)?;
        n_states += patterns_of(&place).filter(|it| patterns.insert(*it)).map(states).fold(0, usize::saturating_add);
        match () {
            () if n_steps > MOST_STEPS => return Err(SchemaRefusal::TooCostly),
            () if seen.len() > MOST_PARTS => return Err(SchemaRefusal::TooManyParts),
            () if n_states > MOST_STATES => return Err(SchemaRefusal::Patterns),
            () => (),
        }
        if is_target {
            open.insert(key.0);
            waiting.push(SchemaVisit::Leave(key.0));
        }
        waiting.extend(place.targets()?.into_iter().map(|it| SchemaVisit::Enter(it, true)));
        for part in place.all_inside() {
            waiting.push(SchemaVisit::Enter(part?, false));
        }
    }
    Ok(patterns.len())
}

/// The regular expressions in a part.
fn patterns_of<'s>(place: &SchemaPlace<'s>) -> impl Iterator<Item = &'s str> {
    let of_keys = place.get("patternProperties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
    place.get("pattern").and_then(Value::as_str).into_iter().chain(of_keys.map(String::as_str))
}
