//! The schema without its assertions, for editors, which show it next to findings that are more precise.

use super::json::{Json, object, text, texts};
use super::test::kind;
use agent_response::severity::Severity;
use agent_response::spec::{Absent, Field, Form, Format, Record, Shape};

/// Keywords that describe and never assert; `if` only decides whether `then` applies.
const KEPT: &[&str] = &["$schema", "$ref", "title", "description", "examples", "contentMediaType", "if"];

/// The schema of a format for editors.
pub(super) fn annotations(format: &'static Format, schema: &Json) -> Json {
    let plain = told(schema, true);
    let mut out = object([]);
    for (key, value) in plain.members() {
        out = out.with(&key, value);
        if key == "$schema" {
            out = out.with("$id", text(&format!("urn:agent-response:annotations:{}", format.id)));
        }
    }
    let snippet = object([
        ("label", text(format.title)),
        ("description", text("All required fields")),
        ("body", body(&format.record)),
    ]);
    out.with("defaultSnippets", Json::List(vec![snippet]))
}

/// The annotations of a schema without its assertions, with each keyword next to its type: strict readers reject it
/// elsewhere.
pub(super) fn unasked(schema: &Json) -> Json {
    typed(told(schema, false))
}

/// Moves members and items into a condition that tests for an object or an array.
fn typed(schema: Json) -> Json {
    let mut out = object([]);
    let mut inner = object([]);
    let mut name = "";
    for (key, value) in schema.members() {
        match (&*key, value) {
            // Conditions only have rules.
            ("if" | "allOf", _) => (),
            ("properties", Json::Object(members)) => {
                name = "object";
                let members = members.into_iter().map(|it| (it.0, typed(it.1)));
                inner = inner.with(&key, Json::Object(members.collect()));
            }
            ("additionalProperties", value) => {
                name = "object";
                inner = inner.with(&key, typed(value));
            }
            ("items", value) => {
                name = "array";
                inner = inner.with(&key, typed(value));
            }
            ("$defs", Json::Object(defs)) => {
                out = out.with(&key, Json::Object(defs.into_iter().map(|it| (it.0, typed(it.1))).collect()));
            }
            // Under a condition on the type, only that type's keywords follow.
            ("then", value) => {
                out = typed(value).members().into_iter().fold(out, |out, it| out.with(&it.0, it.1));
            }
            (_, value) => out = out.with(&key, value),
        }
    }
    if name.is_empty() {
        return out;
    }
    let then = inner.members().into_iter().fold(kind(name), |out, it| out.with(&it.0, it.1));
    out.with("if", kind(name)).with("then", then)
}

/// The annotations of a schema without its assertions; on request, with values that an editor inserts.
pub(super) fn told(schema: &Json, is_offered: bool) -> Json {
    let Json::Object(members) = schema else { return object([]) };
    let mut out = object([]);
    for (key, value) in members {
        match key.as_str() {
            "properties" | "$defs" => out = filled(out, key, each(value, is_offered)),
            "items" | "then" | "else" | "additionalProperties" => out = filled(out, key, told(value, is_offered)),
            "allOf" => out = filled(out, key, Json::List(all(value, is_offered))),
            // Null or a value: the annotations are about the value.
            "anyOf" => {
                let parts = all(value, is_offered);
                if let [only] = &*parts {
                    out = only.clone().members().into_iter().fold(out, |out, it| out.with(&it.0, it.1));
                }
            }
            "enum" => out = out.with("examples", value.clone()),
            "const" => out = out.with("examples", Json::List(vec![value.clone()])),
            _ if KEPT.contains(&key.as_str()) => out = out.with(key, value.clone()),
            _ => (),
        }
    }
    let is_moot = out.get("if").is_some() && out.get("then").or_else(|| out.get("else")).is_none();
    if is_moot {
        out = Json::Object(out.members().into_iter().filter(|it| it.0 != "if").collect());
    }
    if is_offered { offered(schema, out) } else { out }
}

/// Adds the values that an editor inserts for a type.
fn offered(schema: &Json, out: Json) -> Json {
    let is_root = schema.get("$id").is_some();
    let names = |it: &str| match schema.get("type") {
        Some(Json::Text(name)) => name == it,
        Some(Json::List(all)) => all.contains(&text(it)),
        _ => false,
    };
    let snippet = |body: Json| object([("label", text(&body.line())), ("body", body)]);
    let mut bodies = Vec::new();
    if names("boolean") {
        bodies.extend([Json::Flag(true), Json::Flag(false)]);
    }
    if names("array") {
        bodies.push(Json::List(Vec::new()));
    }
    if names("object") && schema.get("title").is_none() && schema.get("properties").is_none() {
        bodies.push(object([]));
    }
    if names("null") {
        bodies.push(Json::Null);
    }
    // In `then`, this would only repeat the type.
    let is_said = out.get("description").is_some();
    let out = if bodies.is_empty() || is_root || !is_said {
        out
    } else {
        out.with("defaultSnippets", Json::List(bodies.into_iter().map(snippet).collect()))
    };
    let is_json = out.get("contentMediaType").is_some();
    if is_json { out.with("x-intellij-language-injection", text("JSON")) } else { out }
}

fn filled(out: Json, key: &str, value: Json) -> Json {
    if value.is_empty() { out } else { out.with(key, value) }
}

fn each(schemas: &Json, is_offered: bool) -> Json {
    let members = schemas.clone().members().into_iter();
    Json::Object(members.map(|it| (it.0, told(&it.1, is_offered))).filter(|it| !it.1.is_empty()).collect())
}

fn all(schemas: &Json, is_offered: bool) -> Vec<Json> {
    let Json::List(items) = schemas else { return Vec::new() };
    items.iter().map(|it| told(it, is_offered)).filter(|it| !it.is_empty()).collect()
}

/// An object with its required fields, to be filled in.
fn body(record: &Record) -> Json {
    let is_due = |it: &&Field| it.required <= Some(Severity::Warning) && it.required.is_some() && it.when.is_empty();
    let fields = record.fields.iter().filter(is_due).enumerate();
    Json::Object(fields.map(|(idx, it)| (it.name.to_owned(), slot(it, idx + 1))).collect())
}

/// A field's initial value; `${1:…}` is what the writer fills in, without quotes if it begins with `^`.
fn slot(field: &Field, number: usize) -> Json {
    if let Absent::Json(json) = field.absent {
        return super::json::literal(json);
    }
    if let Absent::JsonWhen([_, _, json]) = field.absent {
        return super::json::literal(json);
    }
    match &field.shape {
        Shape::Nullable(_) => text(&format!("^${{{number}:null}}")),
        Shape::Number(_) => text(&format!("^${{{number}:0}}")),
        Shape::Flag => text(&format!("^${{{number}:false}}")),
        Shape::Names | Shape::List(_) => texts([]),
        Shape::Object | Shape::Arguments | Shape::Record(_) | Shape::Choice(_) => object([]),
        Shape::Text(facts) => match facts.form {
            Form::Word(words) if words.known.len() > 1 => text(&format!("${{{number}|{}|}}", words.known.join(","))),
            Form::Word(words) => text(words.known.first().copied().unwrap_or_default()),
            _ => text(&format!("${number}")),
        },
        Shape::Any | Shape::Scalar | Shape::Encoded(_) | Shape::Either(_) => text(&format!("${number}")),
    }
}
