//! What a schema says about a value, existing or not, for hover and completion.

use std::collections::HashSet;

use serde_json::Value;

use super::{files::JsonSchema, words::either};
use agent_response::{
    diagnostic::{listed, shown},
    json::{number, unescaped},
    schema::{Known, KnownMember, KnownValue},
};

/// A part of a schema that may apply to a value.
#[derive(Clone, Copy)]
struct Part<'s> {
    /// The index of its document.
    document: usize,
    value: &'s Value,
    /// Whether it certainly applies: it is not one of several alternatives.
    is_sure: bool,
}

/// How many parts are examined for one value; a schema has some dozens.
const MOST_PARTS: usize = 2000;

impl JsonSchema {
    /// What is known about the value at a pointer.
    pub(super) fn known_at(&self, pointer: &str) -> Known {
        let parts = self.parts(pointer);
        let mut known = Known::default();
        let mut shapes = Vec::new();
        for part in &parts {
            let text = |key: &str| part.value.get(key).and_then(Value::as_str).map(str::to_owned);
            known.title = known.title.or_else(|| text("title"));
            known.description = known.description.or_else(|| text("description"));
            known.example = known.example.or_else(|| example(part.value));
            shapes.extend(shape(part.value));
            self.members(*part, &mut known.members);
            values(part.value, &mut known.values);
        }
        known.shape = Some(either(&shapes)).filter(|it| !it.is_empty());
        known
    }

    /// The parts of the schema that may apply to the value at a pointer.
    fn parts(&self, pointer: &str) -> Vec<Part<'_>> {
        let Some((_, root)) = self.documents.first() else { return Vec::new() };
        let mut parts = self.applied(vec![Part { document: 0, value: root, is_sure: true }]);
        for token in pointer.split('/').skip(1) {
            let key = unescaped(token);
            parts = self.applied(parts.iter().flat_map(|it| inside(*it, token, &key)).collect());
        }
        parts
    }

    /// The parts, with those that they refer to and consist of.
    fn applied<'s>(&'s self, mut waiting: Vec<Part<'s>>) -> Vec<Part<'s>> {
        let mut seen: HashSet<*const Value> = HashSet::new();
        let mut out = Vec::new();
        waiting.reverse();
        while let Some(part) = waiting.pop() {
            if out.len() == MOST_PARTS || !part.value.is_object() || !seen.insert(std::ptr::from_ref(part.value)) {
                continue;
            }
            out.push(part);
            let mut next = Vec::new();
            for key in ["$ref", "$dynamicRef"] {
                let reference = part.value.get(key).and_then(Value::as_str);
                next.extend(reference.and_then(|it| self.target(part, it)));
            }
            for (key, is_sure) in [("allOf", true), ("anyOf", false), ("oneOf", false)] {
                let list = part.value.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
                next.extend(list.iter().map(|value| Part { value, is_sure: part.is_sure && is_sure, ..part }));
            }
            for key in ["then", "else"] {
                next.extend(part.value.get(key).map(|value| Part { value, is_sure: false, ..part }));
            }
            waiting.extend(next.into_iter().rev());
        }
        out
    }

    /// The target of a reference, in the same document or in another file.
    fn target<'s>(&'s self, from: Part<'s>, reference: &str) -> Option<Part<'s>> {
        let (file, pointer) = reference.split_once('#').unwrap_or((reference, ""));
        let document = match file {
            "" => from.document,
            file => {
                let base = &self.documents.get(from.document)?.0;
                let folder = base.get(..=base.rfind('/')?)?;
                let address = format!("{folder}{}", file.strip_prefix("./").unwrap_or(file));
                self.documents.iter().position(|it| it.0 == address)?
            }
        };
        let pointer = percent_encoding::percent_decode_str(pointer).decode_utf8().ok()?;
        let value = self.documents.get(document)?.1.pointer(&pointer)?;
        Some(Part { document, value, is_sure: from.is_sure })
    }

    /// Adds the members that a part of the schema names.
    fn members(&self, part: Part, out: &mut Vec<KnownMember>) {
        let required = part.value.get("required").and_then(Value::as_array).filter(|_| part.is_sure);
        let required: Vec<&str> = required.into_iter().flatten().filter_map(Value::as_str).collect();
        let described = part.value.get("properties").and_then(Value::as_object);
        for (name, value) in described.into_iter().flatten() {
            if !out.iter().any(|it| it.name == *name) {
                out.push(self.member(name, Part { value, ..part }));
            }
        }
        for name in required {
            match out.iter_mut().find(|it| it.name == name) {
                Some(known) => known.is_required = true,
                None => out.push(KnownMember { name: name.to_owned(), is_required: true, ..KnownMember::default() }),
            }
        }
    }

    fn member(&self, name: &str, part: Part) -> KnownMember {
        let mut out = KnownMember { name: name.to_owned(), ..KnownMember::default() };
        let mut shapes = Vec::new();
        for part in self.applied(vec![part]) {
            let description = part.value.get("description").and_then(Value::as_str);
            out.description = out.description.or_else(|| description.map(str::to_owned));
            out.value = out.value.or_else(|| first_value(part.value));
            shapes.extend(shape(part.value));
        }
        out.shape = Some(either(&shapes)).filter(|it| !it.is_empty());
        out
    }
}

/// The parts that apply to a member or an item.
fn inside<'s>(part: Part<'s>, token: &str, key: &str) -> Vec<Part<'s>> {
    let get = |name: &str| part.value.get(name);
    let named = get("properties").and_then(|it| it.get(key));
    let mut out: Vec<&Value> = named.or_else(|| get("additionalProperties")).into_iter().collect();
    if let Some(idx) = number(token) {
        let listed = get("prefixItems").or_else(|| get("items").filter(|it| it.is_array()));
        let own = listed.and_then(|it| it.get(idx));
        let rest = || get("items").filter(|it| it.is_object()).or_else(|| get("additionalItems"));
        out.extend(own.or_else(rest));
    }
    out.into_iter().map(|value| Part { value, ..part }).collect()
}

fn values(part: &Value, out: &mut Vec<KnownValue>) {
    let description = part.get("description").and_then(Value::as_str).map(str::to_owned);
    let listed = part.get("enum").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let types = types(part);
    let of_types = types.iter().flat_map(|it| match *it {
        "boolean" => [Some(Value::Bool(true)), Some(Value::Bool(false))],
        "null" => [Some(Value::Null), None],
        _ => [None, None],
    });
    let of_types: Vec<Value> = if listed.is_empty() { of_types.flatten().collect() } else { Vec::new() };
    let examples = part.get("examples").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let all = part.get("const").into_iter().chain(listed).chain(part.get("default")).chain(&of_types).chain(examples);
    for value in all {
        let json = value.to_string();
        if !out.iter().any(|it| it.json == json) {
            out.push(KnownValue { json, description: description.clone() });
        }
    }
}

fn example(part: &Value) -> Option<String> {
    let listed = part.get("examples").and_then(|it| it.get(0));
    listed.or_else(|| part.get("default")).map(Value::to_string)
}

fn types(part: &Value) -> Vec<&str> {
    match part.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// What a value must be, in words.
fn shape(part: &Value) -> Vec<String> {
    let word = |it: &Value| shown(it.as_str().map_or_else(|| it.to_string(), str::to_owned).as_str());
    if let Some(only) = part.get("const") {
        return vec![format!("`{}`", word(only))];
    }
    if let Some(all) = part.get("enum").and_then(Value::as_array) {
        return vec![listed(all.iter().take(12).map(word), " or ")];
    }
    let name = |it: &&str| match *it {
        "array" => Some("an array"),
        "boolean" => Some("a boolean"),
        "integer" => Some("an integer"),
        "null" => Some("null"),
        "number" => Some("a number"),
        "object" => Some("an object"),
        "string" => Some("a string"),
        _ => None,
    };
    types(part).iter().filter_map(name).map(str::to_owned).collect()
}

/// An initial value.
fn first_value(part: &Value) -> Option<String> {
    let given = part.get("default").or_else(|| part.get("const"));
    let only = part.get("enum").and_then(Value::as_array).filter(|it| it.len() == 1).and_then(|it| it.first());
    if let Some(value) = given.or(only) {
        return Some(value.to_string());
    }
    let is_word = part.get("enum").and_then(|it| it.get(0)).is_some_and(Value::is_string);
    let begins = match types(part).first().copied() {
        Some("string") => "\"\"",
        None if is_word => "\"\"",
        Some("object") => "{}",
        Some("array") => "[]",
        Some("number" | "integer") => "0",
        Some("boolean") => "false",
        Some("null") => "null",
        _ => return None,
    };
    Some(begins.to_owned())
}
