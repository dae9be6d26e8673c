//! What a value of a format is, in words.

use std::fmt::Write;

use crate::diagnostic::listed;
use crate::spec::{Form, Number, OWN, Record, Shape};

/// A type in words.
pub fn shape(shape: &'static Shape) -> String {
    match shape {
        Shape::Any => "any value".to_owned(),
        Shape::Scalar => "any value except an object or array".to_owned(),
        Shape::Text(facts) => match facts.form {
            Form::Word(words) if words.is_open => {
                format!("string such as {}", listed(words.known, " or "))
            }
            Form::Word(words) => listed(words.known, " or "),
            Form::Uuid => "UUID".to_owned(),
            Form::Time(_) => "ISO 8601 time".to_owned(),
            _ => "string".to_owned(),
        },
        Shape::Number(facts) => number(facts),
        Shape::Flag => "true or false".to_owned(),
        #[cfg(feature = "tool-calls")]
        Shape::Arguments => "object".to_owned(),
        Shape::Object => "object".to_owned(),
        Shape::Record(_) | Shape::Choice(_) => of_object(shape),
        Shape::Names => "array of strings".to_owned(),
        Shape::List(list) => format!("array, each item: {}", self::shape(&list.item.shape)),
        Shape::Encoded(_) => "JSON-encoded string".to_owned(),
        Shape::Nullable(inner) => format!("{}, or null", self::shape(inner)),
        #[cfg(feature = "tool-calls")]
        Shape::Either(shapes) => shapes.iter().map(self::shape).collect::<Vec<_>>().join(" or "),
    }
}

fn of_object(shape: &'static Shape) -> String {
    let mut titles: Vec<&str> = Vec::new();
    for record in records(shape).into_iter().filter(|it| !it.fields.is_empty()) {
        if !titles.contains(&record.title) {
            titles.push(record.title);
        }
    }
    let by = match shape {
        Shape::Choice(choice) => {
            choice.by.first().map_or_else(String::new, |it| format!(", by `{}`", it.trim_start_matches(OWN)))
        }
        _ => String::new(),
    };
    if titles.is_empty() { "object".to_owned() } else { format!("object{by}: {}", titles.join(", ")) }
}

fn number(facts: &Number) -> String {
    let mut out = if facts.whole.is_some() { "whole number" } else { "number" }.to_owned();
    if !facts.unit.is_empty() {
        let _ = write!(out, " of {}", facts.unit);
    }
    let from = if facts.above_min { "more than" } else { "from" };
    if let Some((min, _)) = facts.min {
        let _ = write!(out, ", {from} {min}");
    }
    if let Some((max, _)) = facts.max {
        let _ = write!(out, "{} up to {max}", if facts.min.is_some() { "" } else { "," });
    }
    out
}

/// The records that a value of the shape, or its items, may be.
pub fn records(shape: &'static Shape) -> Vec<&'static Record> {
    match shape.inner() {
        Shape::Record(record) => vec![record],
        Shape::Choice(choice) => choice.cases.iter().map(|it| it.1).chain([choice.other]).collect(),
        Shape::List(list) => records(&list.item.shape),
        #[cfg(feature = "tool-calls")]
        Shape::Either(shapes) => shapes.iter().flat_map(records).collect(),
        _ => Vec::new(),
    }
}
