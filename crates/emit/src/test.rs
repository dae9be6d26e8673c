//! A test of one value as a schema: that it certainly holds, or that it certainly fails.

use super::json::{Json, literal, object, text, texts};
use agent_response::spec::{Field, Form, Measure, Relation, Shape, Should, Words, is_like_any, is_pattern, regex};

/// The requirement for the value at the end of a path.
#[derive(Clone, Debug)]
pub(super) enum Requirement {
    /// It exists and fits.
    Is(Json),
    /// It is missing; whether null counts as missing.
    IsAbsent(bool),
    /// It is missing, or not a string.
    IsNoText,
}

/// The requirement if the test holds; `None` if a schema cannot express it.
pub(super) fn holds(should: Should, field: &Field) -> Option<Requirement> {
    let is_nullable = matches!(field.shape, Shape::Nullable(_));
    Some(match should {
        Should::Be(words) => Requirement::Is(words_of(field, words)),
        Should::NotBe(words) => Requirement::Is(others(field, words)),
        Should::BeNull => Requirement::Is(is_nullable.then(|| kind("null"))?),
        Should::NotBeNull | Should::BeThere => Requirement::Is(trusted(field)),
        Should::BeAbsent => Requirement::IsAbsent(is_nullable),
        Should::NotBeBlank | Should::BeFilled => Requirement::Is(filled(field)),
        Should::Compare(measure, relation, plus, &[]) => Requirement::Is(compared(measure, relation, plus)?),
        Should::Compare(..) | Should::BeAmong(_) => return None,
    })
}

/// The requirement if the test fails.
pub(super) fn fails(should: Should, field: &Field) -> Option<Requirement> {
    let is_nullable = matches!(field.shape, Shape::Nullable(_));
    Some(match should {
        Should::Be(words) => Requirement::Is(others(field, words)),
        Should::NotBe(words) => Requirement::Is(words_of(field, words)),
        Should::BeNull | Should::BeAbsent => Requirement::Is(trusted(field)),
        Should::NotBeNull => Requirement::Is(is_nullable.then(|| kind("null"))?),
        Should::BeThere => Requirement::IsAbsent(is_nullable),
        Should::NotBeBlank | Should::BeFilled if words(field).is_some() => return None,
        Should::NotBeBlank => Requirement::Is(blank()),
        Should::BeFilled if is_nullable => Requirement::Is(any_of(vec![kind("null"), blank()])),
        Should::BeFilled => Requirement::Is(blank()),
        Should::Compare(Measure::Number, relation, plus, &[]) => Requirement::Is(beyond(relation, plus)?),
        Should::Compare(..) | Should::BeAmong(_) => return None,
    })
}

/// The words of a field that allows no others.
pub(super) fn words(field: &Field) -> Option<&'static Words> {
    match field.shape.inner() {
        Shape::Text(facts) => match facts.form {
            Form::Word(words) if !words.is_open => Some(words),
            _ => None,
        },
        _ => None,
    }
}

/// A value of the field, neither null nor another word.
fn trusted(field: &Field) -> Json {
    match words(field) {
        Some(words) => one_of(words.known),
        None if matches!(field.shape.inner(), Shape::Any) => object([("not", kind("null"))]),
        None => type_of(field.shape.inner()),
    }
}

/// A schema for the type alone.
pub(super) fn type_of(shape: &Shape) -> Json {
    match shape {
        Shape::Any => object([]),
        Shape::Scalar => object([("not", any_of(vec![kind("object"), kind("array")]))]),
        Shape::Text(_) | Shape::Encoded(_) => kind("string"),
        Shape::Number(_) => kind("number"),
        Shape::Flag => kind("boolean"),
        Shape::Object | Shape::Arguments | Shape::Record(_) | Shape::Choice(_) => kind("object"),
        Shape::Names | Shape::List(_) => kind("array"),
        Shape::Nullable(inner) => any_of(vec![kind("null"), type_of(inner)]),
        Shape::Either(shapes) => any_of(shapes.iter().map(type_of).collect()),
    }
}

/// Of several shapes, the first of each kind of value: no value is of another one.
pub(super) fn each_kind(shapes: &'static [Shape]) -> impl Iterator<Item = &'static Shape> {
    let is_first = |idx: usize, shape| shapes.iter().take(idx).all(|it| type_of(it) != type_of(shape));
    shapes.iter().enumerate().filter(move |(idx, it)| is_first(*idx, it)).map(|it| it.1)
}

/// Values that are one of the words: strings, or the literals that the type of the field requires.
fn words_of(field: &Field, all: &'static [&'static str]) -> Json {
    let is_text = matches!(field.shape.inner(), Shape::Text(_) | Shape::Encoded(_));
    if !is_text {
        return object([("enum", Json::List(all.iter().map(|it| literal(it)).collect()))]);
    }
    let plain: Vec<&str> = all.iter().copied().filter(|it| !is_pattern(it)).collect();
    let mut parts: Vec<Json> = Vec::new();
    if !plain.is_empty() {
        parts.push(one_of(&plain));
    }
    parts.extend(all.iter().filter(|it| is_pattern(it)).map(|it| like(it)));
    any_of(parts)
}

/// Values of the field that are not among the words.
fn others(field: &Field, all: &'static [&'static str]) -> Json {
    if let Some(words) = words(field) {
        let rest: Vec<&str> = words.known.iter().copied().filter(|it| !is_like_any(it, all)).collect();
        return one_of(&rest);
    }
    let found = match field.shape.inner() {
        // Only a text can be a word.
        Shape::Either(shapes) => any_of(shapes.iter().filter(|it| matches!(it, Shape::Text(_))).map(type_of).collect()),
        shape => type_of(shape),
    };
    found.with("not", words_of(field, all))
}

fn filled(field: &Field) -> Json {
    match field.shape.inner() {
        Shape::Text(_) | Shape::Encoded(_) if words(field).is_none() => not_blank(),
        _ => trusted(field),
    }
}

/// A string that is not blank.
pub(super) fn not_blank() -> Json {
    kind("string").with("pattern", text("\\S"))
}

fn blank() -> Json {
    kind("string").with("pattern", text("^\\s*$"))
}

/// A comparison with a constant, if a schema has a keyword for the measure.
pub(super) fn compared(measure: Measure, relation: Relation, plus: i32) -> Option<Json> {
    let (name, least, most) = match measure {
        Measure::Number => ("number", "minimum", "maximum"),
        Measure::Items => ("array", "minItems", "maxItems"),
        _ => return None,
    };
    let number = |by: i32| Json::Number(plus.saturating_add(by).into());
    Some(match relation {
        Relation::AtLeast => kind(name).with(least, number(0)),
        Relation::AtMost => kind(name).with(most, number(0)),
        Relation::Below if measure == Measure::Number => kind(name).with("exclusiveMaximum", number(0)),
        Relation::Below => kind(name).with(most, number(-1)),
        Relation::Near(by) => kind(name).with(least, number(-by)).with(most, number(by)),
    })
}

fn beyond(relation: Relation, plus: i32) -> Option<Json> {
    match relation {
        Relation::AtLeast => Some(kind("number").with("exclusiveMaximum", Json::Number(plus.into()))),
        Relation::AtMost => Some(kind("number").with("exclusiveMinimum", Json::Number(plus.into()))),
        Relation::Below => Some(kind("number").with("minimum", Json::Number(plus.into()))),
        Relation::Near(_) => None,
    }
}

/// A schema for a type by its name.
pub(super) fn kind(name: &str) -> Json {
    object([("type", text(name))])
}

/// One of these strings.
pub(super) fn one_of(words: &[&str]) -> Json {
    match words {
        [word] => object([("const", text(word))]),
        _ => object([("enum", texts(words.iter().copied()))]),
    }
}

/// One of these schemas; a single one is used as it is.
pub(super) fn any_of(mut parts: Vec<Json>) -> Json {
    match (parts.len(), parts.pop()) {
        (1, Some(only)) => only,
        (_, last) => {
            parts.extend(last);
            object([("anyOf", Json::List(parts))])
        }
    }
}

/// A string that matches a pattern of the tables.
pub(super) fn like(pattern: &str) -> Json {
    kind("string").with("pattern", text(&regex(pattern)))
}
