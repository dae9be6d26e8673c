//! How much work it is to check a payload against a schema. A validator remembers nothing: where a schema leads twice to the
//! same part, that part is checked twice, and two kilobytes of schema can ask for billions of steps. Here, the steps for each
//! part of the schema and of the payload are counted once, before a validator begins.

use std::{collections::HashMap, ptr::from_ref};

use serde_json::{Map, Value};

/// The most steps for one payload: some hundred for each value of a payload of a megabyte are fewer.
pub(super) const MOST_STEPS: u64 = 1_000_000;
pub(super) const TOO_MANY: &str = "takes more than 1,000,000 steps for one payload";
/// The most parts that lead to one another. Parsers of JSON accept 128 levels in either text.
const DEEPEST: usize = 400;

/// Keywords with a schema for each member or item that no other keyword describes; counted for all of them.
const REST: &[&str] =
    &["additionalProperties", "unevaluatedProperties", "items", "additionalItems", "unevaluatedItems", "contains"];

/// A schema is too much work for a payload.
#[derive(Debug)]
pub(super) struct TooCostly;

/// Counts the steps that the first of the documents takes for a value, or stops at [`MOST_STEPS`]. The others are those that it
/// refers to, each with its address.
pub(super) fn check(documents: &[(String, Value)], value: &Value) -> Result<(), TooCostly> {
    let Some((_, root)) = documents.first() else { return Ok(()) };
    let mut addresses = Vec::new();
    for (uri, document) in documents {
        addresses.push((uri.clone(), document));
        collect(document, uri, &mut addresses);
    }
    let by_address = addresses.iter().enumerate().map(|(idx, it)| (it.0.clone(), idx)).collect();
    let mut sizes = HashMap::new();
    measure(value, &mut sizes);
    let mut counter = StepCounter { addresses, by_address, sizes, known: HashMap::new() };
    counter.steps(SchemaPlace { base: 0, schema: root }, value, 0).map(|_| ())
}

/// The bytes of a value, about, which are kept for those that contain others.
fn measure(value: &Value, sizes: &mut HashMap<*const Value, u64>) -> u64 {
    let inside: u64 = match value {
        Value::String(text) => return 32 + text.len() as u64,
        Value::Array(items) => items.iter().map(|it| measure(it, sizes)).sum(),
        Value::Object(members) => members.iter().map(|it| it.0.len() as u64 + 64 + measure(it.1, sizes)).sum(),
        _ => return 32,
    };
    sizes.insert(from_ref(value), 32 + inside);
    32 + inside
}

/// Finds the parts of a document with addresses of their own.
fn collect<'s>(part: &'s Value, base: &str, out: &mut Vec<(String, &'s Value)>) {
    match part {
        Value::Object(members) => {
            let id = members.get("$id").and_then(Value::as_str).filter(|it| !it.starts_with('#'));
            let own = id.map(|it| joined(base, it));
            let base = own.as_deref().unwrap_or(base);
            if own.is_some() {
                out.push((base.trim_end_matches('#').to_owned(), part));
            }
            for key in ["$anchor", "$dynamicAnchor", "$id"] {
                let name = members.get(key).and_then(Value::as_str);
                let name = name.map(|it| it.strip_prefix('#').unwrap_or(it)).filter(|_| key != "$id" || own.is_none());
                out.extend(name.map(|it| (format!("{base}#{it}"), part)));
            }
            members.values().for_each(|it| collect(it, base, out));
        }
        Value::Array(items) => items.iter().for_each(|it| collect(it, base, out)),
        _ => (),
    }
}

/// The address of a reference that a part with this address contains.
fn joined(base: &str, reference: &str) -> String {
    let is_absolute = reference.split(['/', '#', '?']).next().is_some_and(|it| it.contains(':'));
    if is_absolute {
        return reference.to_owned();
    }
    let base = base.split('#').next().unwrap_or_default();
    if reference.is_empty() || reference.starts_with('#') {
        return format!("{base}{reference}");
    }
    let folder = base.rfind('/').and_then(|it| base.get(..=it)).unwrap_or_default();
    format!("{folder}{}", reference.strip_prefix("./").unwrap_or(reference))
}

/// A part of a schema, and the index of the address that references in it start from.
#[derive(Clone, Copy)]
struct SchemaPlace<'s> {
    base: usize,
    schema: &'s Value,
}

struct StepCounter<'s> {
    /// The parts with addresses of their own; the first is the schema itself.
    addresses: Vec<(String, &'s Value)>,
    by_address: HashMap<String, usize>,
    /// The bytes of lists and objects, with all that is in them: a value is copied into each error about it.
    sizes: HashMap<*const Value, u64>,
    /// The steps for a part of the schema and a value; none yet while they are counted.
    known: HashMap<(*const Value, *const Value), Option<u64>>,
}

impl<'s> StepCounter<'s> {
    fn steps(&mut self, place: SchemaPlace<'s>, value: &Value, depth: usize) -> Result<u64, TooCostly> {
        let Value::Object(members) = place.schema else { return Ok(1) };
        if depth > DEEPEST || self.known.len() as u64 > MOST_STEPS {
            return Err(TooCostly);
        }
        let key = (from_ref(place.schema), from_ref(value));
        if let Some(known) = self.known.get(&key) {
            // A part that leads back to itself for the same value says nothing more.
            return Ok(known.unwrap_or_default());
        }
        self.known.insert(key, None);
        let id = members.get("$id").and_then(Value::as_str).filter(|it| !it.starts_with('#'));
        let base = id.and_then(|it| self.index_of(place.base, it));
        let place = SchemaPlace { base: base.unwrap_or(place.base), ..place };
        let mut sum = StepSum(0);
        sum.add(1 + own_steps(members, value) + self.sizes.get(&key.1).copied().unwrap_or_default() / 256)?;
        for part in self.here(place, members) {
            sum.add(self.steps(part, value, depth + 1)?)?;
        }
        self.parts(place, members, value, depth + 1, &mut sum)?;
        self.known.insert(key, Some(sum.0));
        Ok(sum.0)
    }

    /// The parts that apply to the same value.
    fn here(&self, place: SchemaPlace<'s>, members: &'s Map<String, Value>) -> Vec<SchemaPlace<'s>> {
        let mut out = Vec::new();
        for (key, schema) in members {
            match (key.as_str(), schema) {
                ("$ref" | "$dynamicRef" | "$recursiveRef", Value::String(reference)) => {
                    out.extend(self.target(place.base, reference));
                    if key != "$ref" {
                        out.extend(self.dynamic(reference));
                    }
                }
                ("allOf" | "anyOf" | "oneOf", Value::Array(all)) => {
                    out.extend(all.iter().map(|schema| SchemaPlace { schema, ..place }));
                }
                ("not" | "if" | "then" | "else", _) => out.push(SchemaPlace { schema, ..place }),
                ("dependentSchemas" | "dependencies", Value::Object(all)) => {
                    out.extend(all.values().map(|schema| SchemaPlace { schema, ..place }));
                }
                _ => (),
            }
        }
        out
    }

    /// The steps for the members and items of a value.
    fn parts(
        &mut self,
        place: SchemaPlace<'s>,
        members: &'s Map<String, Value>,
        value: &Value,
        depth: usize,
        sum: &mut StepSum,
    ) -> Result<(), TooCostly> {
        let patterns = || members.get("patternProperties").and_then(Value::as_object).into_iter().flat_map(Map::values);
        match value {
            Value::Object(there) => {
                for (name, part) in there {
                    let named = members.get("properties").and_then(|it| it.get(name));
                    let rest = REST.iter().filter_map(|it| members.get(*it));
                    for schema in named.into_iter().chain(patterns()).chain(rest) {
                        sum.add(self.steps(SchemaPlace { schema, ..place }, part, depth)?)?;
                    }
                    let length = 1 + name.len() as u64 / 8;
                    sum.add(length.saturating_mul(patterns().count() as u64))?;
                    if let Some(schema) = members.get("propertyNames") {
                        let steps = self.steps(SchemaPlace { schema, ..place }, &Value::Null, depth)?;
                        sum.add(length.saturating_mul(steps))?;
                    }
                }
            }
            Value::Array(items) => {
                let listed = |it: &str| members.get(it).and_then(Value::as_array);
                let first = listed("prefixItems").or_else(|| listed("items"));
                for (idx, part) in items.iter().enumerate() {
                    let own = first.and_then(|it| it.get(idx));
                    let rest = REST.iter().filter_map(|it| members.get(*it));
                    for schema in own.into_iter().chain(rest) {
                        sum.add(self.steps(SchemaPlace { schema, ..place }, part, depth)?)?;
                    }
                }
            }
            _ => (),
        }
        Ok(())
    }

    /// The index of the address that a reference has.
    fn index_of(&self, base: usize, reference: &str) -> Option<usize> {
        let from = self.addresses.get(base).map(|it| it.0.as_str()).unwrap_or_default();
        self.by_address.get(joined(from, reference).trim_end_matches('#')).copied()
    }

    /// Where a reference may lead that depends on how it was come to: to any part with its anchor.
    fn dynamic(&self, reference: &str) -> Vec<SchemaPlace<'s>> {
        let name = reference.rsplit('#').next().unwrap_or_default();
        let is_it = |it: &(usize, &(String, &Value))| match it.1.1.get("$dynamicAnchor") {
            Some(anchor) => anchor == name,
            None => it.1.1.get("$recursiveAnchor") == Some(&Value::Bool(true)),
        };
        let found = self.addresses.iter().enumerate().filter(is_it);
        found.map(|(base, it)| SchemaPlace { base, schema: it.1 }).collect()
    }

    /// Where a reference leads.
    fn target(&self, base: usize, reference: &str) -> Option<SchemaPlace<'s>> {
        if let Some(base) = self.index_of(base, reference) {
            return Some(SchemaPlace { base, schema: self.addresses.get(base)?.1 });
        }
        let (address, pointer) = reference.split_once('#')?;
        let base = if address.is_empty() { base } else { self.index_of(base, address)? };
        let pointer = percent_encoding::percent_decode_str(pointer).decode_utf8().ok()?;
        Some(SchemaPlace { base, schema: self.addresses.get(base)?.1.pointer(&pointer)? })
    }
}

/// Steps so far.
struct StepSum(u64);

impl StepSum {
    fn add(&mut self, steps: u64) -> Result<(), TooCostly> {
        self.0 = self.0.saturating_add(steps);
        if self.0 > MOST_STEPS { Err(TooCostly) } else { Ok(()) }
    }
}

/// The steps of keywords that look at the whole value at once: patterns, items that must differ, and lists of what is allowed.
fn own_steps(members: &Map<String, Value>, value: &Value) -> u64 {
    let length = |it: &Value| match it {
        Value::String(text) => text.len(),
        Value::Array(items) => items.len(),
        Value::Object(members) => members.len(),
        _ => 0,
    };
    let listed =
        ["enum", "required", "type", "properties", "dependentRequired"].iter().filter_map(|it| members.get(*it));
    (length(value) + listed.map(length).sum::<usize>()) as u64 / 8
}
