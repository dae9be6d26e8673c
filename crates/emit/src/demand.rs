//! What values of a file require of each other, as `if` and `then` in the innermost object that contains all of them.

use super::json::{Json, object, texts};
use super::test::{Requirement, kind};
use agent_response::spec::{Field, Record, Shape, Unknown};

/// A step from a value to one inside it.
#[derive(Clone, Copy, Debug)]
pub(super) enum PathStep {
    Key(&'static str),
    Item,
}

/// Where a value is: this many levels outward, then inward along the steps.
#[derive(Clone, Debug)]
pub(super) struct ValuePath {
    pub(super) up: usize,
    pub(super) steps: Vec<PathStep>,
}

/// The object itself.
pub(super) const HERE: ValuePath = ValuePath { up: 0, steps: Vec::new() };

/// A requirement for one value, given other values.
#[derive(Clone, Debug)]
pub(super) struct Demand {
    pub(super) when: Vec<(ValuePath, Requirement)>,
    /// The object or value that it applies to.
    pub(super) at: ValuePath,
    /// The requirement, if it exists.
    pub(super) then: Json,
}

/// One of the objects and lists around a value, which are listed outermost first.
#[derive(Clone, Copy)]
pub(super) enum Around {
    Record(&'static Record),
    List,
}

/// A member that no table describes: whether it is there may matter all the same.
static UNDESCRIBED: Field = agent_response::spec::field("", Shape::Nullable(&Shape::Any), "");

/// Follows a path of the tables, and returns the field at its end.
pub(super) fn find(around: &[Around], path: &'static str) -> Option<(ValuePath, &'static Field)> {
    let mut up = 0;
    let mut steps: Vec<PathStep> = Vec::new();
    let mut field: Option<&'static Field> = None;
    for part in path.split('/') {
        match part {
            "" => up = around.len().saturating_sub(1),
            ".." => up += 1,
            _ => {
                let records = match field {
                    Some(field) => agent_response::describe::records(&field.shape),
                    None => match around.get(around.len().checked_sub(up + 1)?)? {
                        Around::Record(record) => vec![*record],
                        Around::List => return None,
                    },
                };
                let found = records.iter().find_map(|it| it.field(part));
                let is_free = part == path && records.iter().all(|it| matches!(it.unknown, Unknown::Allowed));
                steps.push(PathStep::Key(part));
                field = Some(found.or_else(|| is_free.then_some(&UNDESCRIBED))?);
            }
        }
    }
    Some((ValuePath { up, steps }, field?))
}

impl Demand {
    /// Adds the demand to the object if all of it is inside; otherwise, returns the rest for the value around the
    /// object.
    pub(super) fn settle(self, out: &mut Vec<Json>) -> Option<Self> {
        let is_inside = |it: &(ValuePath, Requirement)| it.0.up == 0;
        if self.at.up > 0 {
            return Some(self);
        }
        let (inside, outside): (Vec<_>, Vec<_>) = self.when.into_iter().partition(is_inside);
        let then = inward(&self.at.steps, self.then);
        let json = conditional(inside, then);
        if outside.is_empty() {
            out.push(json);
            return None;
        }
        Some(Self { when: outside, at: HERE, then: json })
    }

    /// The demand as seen from the value around it; `None` if it would differ for each item.
    pub(super) fn outward(mut self, step: PathStep) -> Option<Self> {
        for (place, _) in &mut self.when {
            if !place.outward(step) && matches!(step, PathStep::Item) {
                return None;
            }
        }
        self.at.outward(step);
        Some(self)
    }
}

impl ValuePath {
    /// Moves one level outward; false if the value is inside the value that is left.
    fn outward(&mut self, step: PathStep) -> bool {
        if self.up > 0 {
            self.up -= 1;
            return true;
        }
        self.steps.insert(0, step);
        false
    }
}

fn conditional(when: Vec<(ValuePath, Requirement)>, then: Json) -> Json {
    if when.is_empty() || then.is_empty() {
        return then;
    }
    object([("if", all_hold(when)), ("then", then)])
}

/// The schema of an object in which all tests hold.
pub(super) fn all_hold(tests: Vec<(ValuePath, Requirement)>) -> Json {
    all_of(tests.into_iter().map(|(place, asked)| asks(&place.steps, &asked)).collect())
}

/// Combines several schemas into one; members that do not overlap are placed side by side.
pub(super) fn all_of(parts: Vec<Json>) -> Json {
    let mut out = object([]);
    let mut rest = Vec::new();
    for part in parts {
        let is_plain = |it: &Json| matches!(it, Json::Object(all) if all.iter().all(|it| it.0 == "properties" || it.0 == "required"));
        let keys = |it: &Json| -> Vec<String> {
            it.get("properties").cloned().map(Json::members).unwrap_or_default().into_iter().map(|it| it.0).collect()
        };
        let meets = keys(&part).iter().any(|it| keys(&out).contains(it));
        if !is_plain(&part) || meets {
            rest.push(part);
            continue;
        }
        for (key, value) in part.members() {
            out = match (out.get(&key).cloned(), value) {
                (Some(Json::Object(mut all)), Json::Object(more)) => {
                    all.extend(more);
                    out.with(&key, Json::Object(all))
                }
                (Some(Json::List(mut all)), Json::List(more)) => {
                    all.extend(more);
                    out.with(&key, Json::List(all))
                }
                (_, value) => out.with(&key, value),
            };
        }
    }
    if !out.is_empty() {
        rest.insert(0, out);
    }
    match (rest.len(), rest.pop()) {
        (0 | 1, only) => only.unwrap_or_else(|| object([])),
        (_, last) => {
            rest.extend(last);
            object([("allOf", Json::List(rest))])
        }
    }
}

/// The requirement for the object at the end of the steps, if it exists and is an object.
fn inward(steps: &[PathStep], json: Json) -> Json {
    let Some((first, rest)) = steps.split_first().filter(|_| !json.is_empty()) else { return json };
    let inner = inward(rest, json);
    let name = if inner.get("items").is_some() { "array" } else { "object" };
    let inner = guarded(name, inner);
    match *first {
        PathStep::Key(key) => object([("properties", object([(key, inner)]))]),
        PathStep::Item => object([("items", inner)]),
    }
}

/// A schema that applies only to values of one type.
pub(super) fn guarded(name: &str, json: Json) -> Json {
    let mut typed = kind(name);
    for (key, value) in json.members() {
        typed = typed.with(&key, value);
    }
    object([("if", kind(name)), ("then", typed)])
}

/// The schema of an object in which a value is as required.
fn asks(steps: &[PathStep], asked: &Requirement) -> Json {
    let Some((PathStep::Key(key), rest)) = steps.split_first() else { return object([]) };
    let there = |json: Json| object([("properties", object([(*key, json)])), ("required", texts([*key]))]);
    if rest.is_empty() {
        return match asked {
            Requirement::Is(json) => there(json.clone()),
            Requirement::IsAbsent(true) => object([("not", there(object([("not", kind("null"))])))]),
            Requirement::IsAbsent(false) => object([("not", there(Json::Flag(true)))]),
            Requirement::IsNoText => object([("not", there(kind("string")))]),
        };
    }
    let mut inner = kind("object");
    for (key, value) in asks(rest, asked).members() {
        inner = inner.with(&key, value);
    }
    match asked {
        Requirement::Is(_) => there(inner),
        // If the value around it is missing, it is missing, too.
        Requirement::IsAbsent(_) | Requirement::IsNoText => object([("properties", object([(*key, inner)]))]),
    }
}
