//! What a schema says about a value, existing or not, for hover and completion.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::{compile::JsonSchema, place::SchemaPlace, words::either};
use agent_response::{
    diagnostic::{listed, shown},
    json::{number, unescaped},
    schema::{Known, KnownMember, KnownValue},
};

/// A part of a schema that may apply to a value.
#[derive(Clone)]
struct Part<'s> {
    place: SchemaPlace<'s>,
    /// Whether it certainly applies: it is not one of several alternatives.
    is_sure: bool,
}

impl<'s> Part<'s> {
    /// A part of this part.
    fn inside(&self, value: &'s Value, is_sure: bool) -> Option<Self> {
        Some(Self { place: self.place.inside(value).ok()?, is_sure: self.is_sure && is_sure })
    }

    fn get(&self, key: &str) -> Option<&'s Value> {
        self.place.schema.get(key)
    }

    fn list(&self, key: &str) -> &'s [Value] {
        self.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
    }
}

/// How many parts are examined for one value, and for all of its members; a schema has some dozens.
const MOST_PARTS: usize = 2000;
const MOST_INSIDE: usize = 50_000;

impl JsonSchema {
    /// What is known about the value at a pointer.
    pub(super) fn known_at(&self, pointer: &str) -> Known {
        let parts = self.parts(pointer);
        let mut known = Known::default();
        let mut shapes = Vec::new();
        let mut found = FoundMembers::default();
        for part in &parts {
            let text = |key: &str| part.get(key).and_then(Value::as_str).map(str::to_owned);
            known.title = known.title.or_else(|| text("title"));
            known.description = known.description.or_else(|| text("description"));
            known.example = known.example.or_else(|| example(part.place.schema));
            shapes.extend(shape(part.place.schema));
            found.members(part, &mut known.members);
            found.values(part.place.schema, &mut known.values);
        }
        known.shape = Some(either(&shapes)).filter(|it| !it.is_empty());
        known
    }

    /// The names of the members that the value at a pointer can have.
    pub(super) fn names_at(&self, pointer: &str) -> Vec<&str> {
        let mut out = Vec::new();
        for part in self.parts(pointer) {
            let described = part.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
            out.extend(described.map(String::as_str));
            out.extend(part.list("required").iter().filter(|_| part.is_sure).filter_map(Value::as_str));
        }
        out
    }

    /// The parts of the schema that may apply to the value at a pointer.
    fn parts(&self, pointer: &str) -> Vec<Part<'_>> {
        let Some(place) = self.root() else { return Vec::new() };
        let mut parts = applied(vec![Part { place, is_sure: true }], &mut MOST_PARTS.clone());
        for token in pointer.split('/').skip(1) {
            let key = unescaped(token);
            let inside = parts.iter().flat_map(|it| inside(it, token, &key)).collect();
            parts = applied(inside, &mut MOST_PARTS.clone());
        }
        parts
    }
}

/// The parts, with those that they refer to and consist of.
fn applied<'s>(mut waiting: Vec<Part<'s>>, left: &mut usize) -> Vec<Part<'s>> {
    let mut seen: HashSet<*const Value> = HashSet::new();
    let mut out = Vec::new();
    waiting.reverse();
    while let Some(part) = waiting.pop() {
        let schema = part.place.schema;
        if *left == 0 || !schema.is_object() || !seen.insert(std::ptr::from_ref(schema)) {
            continue;
        }
        *left -= 1;
        let targets = part.place.targets().unwrap_or_default();
        let mut next: Vec<Part> = targets.into_iter().map(|place| Part { place, is_sure: part.is_sure }).collect();
        for (key, is_sure) in [("allOf", true), ("anyOf", false), ("oneOf", false)] {
            next.extend(part.list(key).iter().filter_map(|it| part.inside(it, is_sure)));
        }
        for key in ["then", "else"] {
            next.extend(part.get(key).and_then(|it| part.inside(it, false)));
        }
        waiting.extend(next.into_iter().rev());
        out.push(part);
    }
    out
}

/// What has been found, each once.
struct FoundMembers {
    /// The indexes of members by their names.
    names: HashMap<String, usize>,
    values: HashSet<String>,
    left: usize,
}

impl Default for FoundMembers {
    fn default() -> Self {
        Self { names: HashMap::new(), values: HashSet::new(), left: MOST_INSIDE }
    }
}

impl FoundMembers {
    /// Adds the members that a part of the schema names.
    fn members(&mut self, part: &Part, out: &mut Vec<KnownMember>) {
        let described = part.get("properties").and_then(Value::as_object);
        for (name, value) in described.into_iter().flatten() {
            if let (false, Some(part)) = (self.names.contains_key(name), part.inside(value, true)) {
                self.names.insert(name.clone(), out.len());
                out.push(self.member(name, part));
            }
        }
        for name in part.list("required").iter().filter(|_| part.is_sure).filter_map(Value::as_str) {
            let idx = *self.names.entry(name.to_owned()).or_insert(out.len());
            match out.get_mut(idx) {
                Some(known) => known.is_required = true,
                None => out.push(KnownMember { name: name.to_owned(), is_required: true, ..KnownMember::default() }),
            }
        }
    }

    fn member(&mut self, name: &str, part: Part) -> KnownMember {
        let mut out = KnownMember { name: name.to_owned(), ..KnownMember::default() };
        let mut shapes = Vec::new();
        let mut left = self.left.min(MOST_PARTS);
        for part in applied(vec![part], &mut left) {
            self.left -= 1;
            let description = part.get("description").and_then(Value::as_str);
            out.description = out.description.or_else(|| description.map(str::to_owned));
            out.value = out.value.or_else(|| first_value(part.place.schema));
            shapes.extend(shape(part.place.schema));
        }
        out.shape = Some(either(&shapes)).filter(|it| !it.is_empty());
        out
    }

    fn values(&mut self, part: &Value, out: &mut Vec<KnownValue>) {
        let description = part.get("description").and_then(Value::as_str).map(str::to_owned);
        for json in values(part) {
            if self.values.insert(json.clone()) {
                out.push(KnownValue { json, description: description.clone() });
            }
        }
    }
}

/// The parts that apply to a member or an item.
fn inside<'s>(part: &Part<'s>, token: &str, key: &str) -> Vec<Part<'s>> {
    let named = part.get("properties").and_then(|it| it.get(key));
    let mut out: Vec<&Value> = named.or_else(|| part.get("additionalProperties")).into_iter().collect();
    if let Some(idx) = number(token) {
        let listed = part.get("prefixItems").or_else(|| part.get("items").filter(|it| it.is_array()));
        let own = listed.and_then(|it| it.get(idx));
        let rest = || part.get("items").filter(|it| it.is_object()).or_else(|| part.get("additionalItems"));
        out.extend(own.or_else(rest));
    }
    out.into_iter().filter_map(|value| part.inside(value, true)).collect()
}

/// The values that a part of the schema names, as JSON.
fn values(part: &Value) -> Vec<String> {
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
    all.map(Value::to_string).collect()
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
