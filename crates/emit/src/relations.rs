//! What fields require of each other: when they must exist, what follows from a word, conditions.

use super::demand::{Around, Demand, HERE, PathStep, ValuePath, find};
use super::json::{Json, literal, object, text, texts};
use super::test::{Requirement, any_of, compared, fails, holds, kind, like, one_of, type_of, words};
use agent_response::severity::Severity::Error;
use agent_response::spec::{Choice, Condition, Field, Lookup, Record, Shape, Should, Test, is_pattern};

/// Whether a file is rejected anyway if the field has a value other than one of its words.
pub(super) fn is_certain(field: &Field) -> bool {
    let is_there = field.required == Some(Error) && field.when.is_empty() && field.mistyped == Error;
    is_there && words(field).is_some_and(|it| it.other == Error)
}

/// Whether any word of a row is one of the field's; a table may have rows for several fields.
pub(super) fn is_word_of(field: &Field, all: &[&str]) -> bool {
    words(field).is_none_or(|it| all.iter().any(|word| it.known.contains(word)))
}

/// The tests as a schema; `None` if a schema cannot express one of them.
pub(super) fn conditions(tests: &'static [Test], around: &[Around]) -> Option<Vec<(ValuePath, Requirement)>> {
    let one = |test: &'static Test| {
        let (place, field) = find(around, test.0)?;
        Some((place, holds(test.1, field)?))
    };
    tests.iter().map(one).collect()
}

/// When a field must exist, and when it must not.
pub(super) fn presence(field: &'static Field, shape: Json, around: &[Around]) -> Vec<Demand> {
    let mut out = Vec::new();
    if field.when.is_empty() {
        return out;
    }
    let is_everywhere = field.otherwise.is_none();
    if let Some(when) = conditions(field.when, around) {
        let shape = if is_everywhere { Json::Flag(true) } else { shape };
        let mut then = object([("properties", object([(field.name, shape)]))]);
        if field.required == Some(Error) {
            then = then.with("required", texts([field.name]));
        }
        if field.required == Some(Error) || !is_everywhere {
            out.push(Demand { when, at: HERE, then });
        }
    }
    if field.otherwise == Some(Error) {
        for (path, should) in field.when {
            let test = find(around, path).and_then(|it| Some((it.0, fails(*should, it.1)?)));
            let then = object([("properties", object([(field.name, nothing())]))]);
            out.extend(test.map(|it| Demand { when: vec![it], at: HERE, then }));
        }
    }
    out
}

/// When an object must exist because of its required members, although it is only recommended by itself.
pub(super) fn lacks(field: &'static Field, around: &[Around]) -> Vec<Demand> {
    let is_asked = field.required.is_some_and(|it| it != Error);
    let Some(when) = conditions(field.when, around).filter(|_| is_asked) else { return Vec::new() };
    let mut out: Vec<Demand> = Vec::new();
    let mut add = |when: &[(ValuePath, Requirement)], record: &'static Record| {
        let mut tests: Vec<&'static [Test]> = Vec::new();
        for inner in record.fields.iter().filter(|it| it.required == Some(Error)) {
            // Fields with the same requirements share one schema.
            if tests.iter().any(|it| std::ptr::eq(*it, inner.when)) {
                continue;
            }
            tests.push(inner.when);
            let there = object([(field.name, Json::Flag(true))]);
            let then = object([("properties", there), ("required", texts([field.name]))]);
            let more = conditions(inner.when, around);
            out.extend(more.map(|it| Demand { when: when.iter().cloned().chain(it).collect(), at: HERE, then }));
        }
    };
    match field.shape.inner() {
        Shape::Record(record) => add(&when, record),
        Shape::Choice(choice) => cases(choice, around, when).iter().for_each(|it| add(&it.0, it.1)),
        _ => (),
    }
    out
}

/// The values that are not an error where nothing belongs, since they can be removed.
fn nothing() -> Json {
    let blank = kind("string").with("pattern", text("^\\s*$"));
    let empty = Json::List(vec![Json::Null, Json::List(Vec::new()), object([])]);
    object([("anyOf", Json::List(vec![blank, object([("enum", empty)])]))])
}

/// What is true of some values, if they exist.
type Premises = Vec<(ValuePath, Requirement)>;

/// Which object it is, and when.
pub(super) fn cases(choice: &'static Choice, around: &[Around], when: Premises) -> Vec<(Premises, &'static Record)> {
    rows(choice.by, choice.cases, around, when)
}

/// A value that follows from another field.
pub(super) fn follows(field: &'static Field, lookup: &'static Lookup, around: &[Around]) -> Vec<Demand> {
    let demand = |(when, value)| {
        let then = object([("properties", object([(field.name, due(field, lookup, value))]))]);
        Demand { when, at: HERE, then }
    };
    rows(lookup.by, lookup.rows, around, Premises::new()).into_iter().map(demand).collect()
}

/// The result of each row of a table of words, and when it applies: the first path with a text counts.
fn rows<T: Copy>(
    by: &'static [&'static str],
    rows: &'static [(&'static [&'static str], T)],
    around: &[Around],
    mut before: Premises,
) -> Vec<(Premises, T)> {
    let mut out = Vec::new();
    for path in by {
        let Some((place, by)) = find(around, path) else { return out };
        for &(words, row) in rows.iter().filter(|it| is_word_of(by, it.0)) {
            let mut when = before.clone();
            when.extend(holds(Should::Be(words), by).map(|it| (place.clone(), it)));
            out.push((when, row));
        }
        if is_certain(by) {
            return out;
        }
        before.push((place, Requirement::IsNoText));
    }
    out
}

/// The value that follows, or one that is not an error.
fn due(field: &Field, lookup: &'static Lookup, value: &'static str) -> Json {
    if !matches!(field.shape.inner(), Shape::Text(_)) {
        return object([("const", literal(value))]);
    }
    let mut rows: Vec<&str> = Vec::new();
    lookup.rows.iter().for_each(|row| {
        if !rows.contains(&row.1) {
            rows.push(row.1);
        }
    });
    let (patterns, plain): (Vec<_>, Vec<_>) =
        lookup.softer.iter().filter(|it| it.severity != Error).map(|it| it.pattern).partition(|it| is_pattern(it));
    let same: Vec<&str> = [value].into_iter().chain(plain).collect();
    let others = patterns.into_iter().map(|it| like(it).with("not", one_of(&rows)));
    any_of([one_of(&same)].into_iter().chain(others).collect())
}

/// What a condition requires, if a violation is an error.
pub(super) fn condition(condition: &'static Condition, around: &[Around]) -> Option<Demand> {
    if condition.severity != Error {
        return None;
    }
    let when = conditions(condition.when, around)?;
    let (mut at, field) = find(around, condition.field)?;
    let Some(PathStep::Key(key)) = at.steps.pop() else { return None };
    let value = |it: Json| object([("properties", object([(key, it)]))]);
    let then = match condition.should {
        Should::BeThere => {
            let there = if matches!(field.shape, Shape::Nullable(_)) {
                object([("not", kind("null"))])
            } else {
                Json::Flag(true)
            };
            value(there).with("required", texts([key]))
        }
        Should::NotBeNull => value(object([("not", kind("null"))])),
        Should::Be(_) if field.mistyped == Error && !matches!(field.shape, Shape::Nullable(_) | Shape::Either(_)) => {
            match holds(condition.should, field)? {
                Requirement::Is(json) => value(json),
                Requirement::IsAbsent(_) | Requirement::IsNoText => return None,
            }
        }
        Should::Compare(measure, relation, plus, &[]) => {
            let json = compared(measure, relation, plus)?;
            let name = type_of(field.shape.inner());
            value(object([("if", name), ("then", json)]))
        }
        _ => match fails(condition.should, field)? {
            Requirement::Is(json) => value(object([("not", json)])),
            Requirement::IsAbsent(_) | Requirement::IsNoText => return None,
        },
    };
    Some(Demand { when, at, then })
}
