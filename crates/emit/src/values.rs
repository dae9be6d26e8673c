//! What a schema requires of a single value.

use super::demand::{Around, all_hold};
use super::json::{Json, object, text, texts};
use super::relations::conditions;
use super::test::{any_of, kind, not_blank, one_of};
use agent_response::severity::Severity::Error;
use agent_response::spec::{Field, Form, Format, Listing, Number, Shape, Test, Text};

/// The identifier of a schema; it does not invent a host.
pub(super) fn address(format: &Format) -> String {
    format!("urn:agent-response:schema:{}", format.id)
}

/// A field's description, with the schema of its value.
pub(super) fn described(field: &Field, shape: &Json) -> Json {
    let mut out = object([]);
    if !field.doc.is_empty() {
        out = out.with("description", text(field.doc));
    }
    for (key, value) in shape.clone().members() {
        out = out.with(&key, value);
    }
    let examples = examples(&field.shape);
    let is_listed = out.get("enum").or_else(|| out.get("const")).is_some();
    if examples.is_empty() || is_listed { out } else { out.with("examples", examples) }
}

fn examples(shape: &Shape) -> Json {
    let Shape::Text(facts) = shape.inner() else { return Json::List(Vec::new()) };
    match facts.form {
        Form::Word(words) => texts(words.known.iter().copied()),
        Form::Uuid => texts(["32ecfadc-2b66-4daa-a7c0-a03c449fcea5"]),
        Form::Time(_) => texts(["2025-11-24T14:22:45+00:00"]),
        _ => Json::List(Vec::new()),
    }
}

/// A time as we read it; a pattern cannot know how many days a month has.
const TIME: &str = "^[0-9]{4}(-(0[1-9]|1[0-2])-|(0[1-9]|1[0-2]))(0[1-9]|[12][0-9]|3[01])[Tt ]([01][0-9]|2[0-3])\
    (:[0-5][0-9](:([0-5][0-9]|60))?|[0-5][0-9]([0-5][0-9]|60)?)([.,][0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3])(:?[0-5][0-9])?)?$";

pub(super) fn of_text(facts: &Text) -> Json {
    let mut out = match facts.form {
        Form::Word(words) if words.other == Error => return one_of(words.known),
        Form::Time(Error) => kind("string").with("pattern", text(TIME)),
        _ if facts.blank == Some(Error) => not_blank(),
        _ => kind("string"),
    };
    // Each character takes at least one byte.
    if let Some((limit, Error)) = facts.max_bytes {
        out = out.with("maxLength", Json::Number(limit.into()));
    }
    out
}

pub(super) fn of_number(facts: &Number) -> Json {
    // The violated limit decides how serious a number is, before its fraction does.
    let is_plain = [facts.min, facts.max].into_iter().flatten().all(|it| it.1 == Error);
    let mut out = kind(if facts.whole == Some(Error) && is_plain { "integer" } else { "number" });
    if let Some((min, Error)) = facts.min {
        out = out.with(if facts.above_min { "exclusiveMinimum" } else { "minimum" }, Json::Number(min.into()));
    }
    if let Some((max, Error)) = facts.max {
        out = out.with("maximum", Json::Number(max.into()));
    }
    out
}

/// JSON in a string, with a description of its content. Any content is allowed, but content that identifies a format
/// must match it.
pub(super) fn encoded(formats: &'static [&'static Format]) -> Json {
    // The first format that is identified counts.
    let or = |rest: Json, it: &&'static Format| {
        let reference = object([("$ref", text(&address(it)))]);
        let out = object([("if", shown(it)), ("then", reference)]);
        if rest.is_empty() { out } else { out.with("else", rest) }
    };
    let out = kind("string").with("contentMediaType", text("application/json"));
    let schema = formats.iter().rev().fold(object([]), or);
    if schema.is_empty() { out } else { out.with("contentSchema", schema) }
}

/// The condition that identifies a value of the format.
fn shown(format: &'static Format) -> Json {
    let there = |names: &[&str]| {
        let members = names.iter().map(|it| ((*it).to_owned(), Json::Flag(true))).collect();
        kind("object").with("properties", Json::Object(members)).with("required", texts(names.iter().copied()))
    };
    if let Some(listing) = &format.listing {
        return there(&[listing.list]);
    }
    if format.list.is_some() {
        return kind("array").with("contains", there(format.telling));
    }
    let around = [Around::Record(&format.record)];
    let row = |tests: &&'static [Test]| {
        let asked = all_hold(conditions(tests, &around)?);
        Some(asked.members().into_iter().fold(kind("object"), |out, it| out.with(&it.0, it.1)))
    };
    let mut rows: Vec<Json> = format.shown_by.iter().filter_map(row).collect();
    if rows.is_empty() {
        rows.push(there(format.telling));
    }
    any_of(rows)
}

/// The value, or null.
pub(super) fn nullable(json: Json) -> Json {
    let null = |it: Json| vec![it, Json::Null];
    if let Some(Json::Text(name)) = json.get("type").cloned() {
        return json.with("type", texts([name.as_str(), "null"]));
    }
    match (json.get("enum").cloned(), json.get("const").cloned()) {
        (Some(Json::List(words)), _) => json.with("enum", Json::List(words.into_iter().chain([Json::Null]).collect())),
        (_, Some(word)) => object([("enum", Json::List(null(word)))]),
        _ => any_of(null_or(json)),
    }
}

fn null_or(json: Json) -> Vec<Json> {
    vec![kind("null"), json]
}

/// Adds the texts that a list may name.
pub(super) fn sections(listing: &'static Listing, properties: Json) -> Json {
    let mut out = properties;
    let names = texts(listing.sections.iter().map(|it| it.name));
    let mut item = kind("string");
    if !listing.not_sections.is_empty() {
        item = item.with("not", one_of(listing.not_sections));
    }
    let list = out.get(listing.list).cloned().unwrap_or_else(|| object([]));
    out = out.with(listing.list, list.with("items", item.with("examples", names)));
    for section in listing.sections {
        let name = section.name.replace('_', " ");
        let mut doc = format!("The section \"{name}\", in Markdown; read if `{}` lists it.", listing.list);
        if !section.begins.is_empty() {
            doc.push_str(&format!(" It begins with `{}`.", section.begins.trim_end()));
        }
        out = out.with(section.name, object([("description", text(&doc))]));
    }
    out
}

/// Each section that is named must exist and be a text.
pub(super) fn listed(listing: &'static Listing) -> Vec<Json> {
    let one = |name: &'static str| {
        let names = kind("array").with("contains", one_of(&[name]));
        let when = object([("properties", object([(listing.list, names)])), ("required", texts([listing.list]))]);
        let then = object([("properties", object([(name, kind("string"))])), ("required", texts([name]))]);
        object([("if", when), ("then", then)])
    };
    listing.sections.iter().map(|it| one(it.name)).collect()
}
