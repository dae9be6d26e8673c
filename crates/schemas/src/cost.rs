//! How much work it is to check a payload against a schema. A validator remembers nothing: where a schema leads twice to the
//! same part, that part is checked twice, and two kilobytes of schema can ask for billions of steps. Here, the steps for each
//! part of the schema and of the payload are counted once, before a validator begins.

use std::{collections::HashMap, ptr::from_ref, rc::Rc};

use serde_json::{Map, Value};

use super::{
    patterns::states,
    place::{SchemaPlace, SchemaRefusal},
};

/// The most steps for one payload: some hundred for each value of a payload of a megabyte are fewer.
pub(super) const MOST_STEPS: u64 = 1_000_000;
/// The most parts that lead to one another. Parsers of JSON accept 128 levels in either text.
const DEEPEST: usize = 400;
/// What takes about one step: comparisons of names, bytes that are copied, states of a regular expression that read one byte,
/// bytes of a schema of which a validator is made.
const PER_NAME: u64 = 8;
const PER_BYTE: u64 = 256;
const PER_STATE: u64 = 1024;
const PER_MADE: u64 = 16;

/// Keywords with a schema for each member or item that no other keyword describes; counted for all of them.
const REST: &[&str] =
    &["additionalProperties", "unevaluatedProperties", "items", "additionalItems", "unevaluatedItems", "contains"];

/// Counts the steps that a schema takes for a value, or stops at [`MOST_STEPS`].
pub(super) fn check(root: &SchemaPlace, value: &Value) -> Result<(), SchemaRefusal> {
    StepCounter::default().steps(root, value, 0).map(|_| ())
}

/// The steps of a part for a value.
#[derive(Clone, Copy)]
struct Steps {
    once: u64,
    /// The steps to find out what it has evaluated: it is checked again, and so is each part that applies to the same value.
    again: u64,
    /// The steps of making what finds that out: validators of all that is in these parts.
    made: u64,
}

#[derive(Default)]
pub(super) struct StepCounter {
    /// The bytes of lists and objects, with all that is in them: they are copied into errors.
    sizes: HashMap<*const Value, u64>,
    /// The steps for a part of the schema and a value; none yet while they are counted.
    known: HashMap<((*const Value, u64), *const Value), Option<Steps>>,
    /// The states of regular expressions, by where they are.
    patterns: HashMap<*const u8, u64>,
    /// Keys that were values, which keep their addresses.
    names: Vec<Rc<Value>>,
}

/// A value that is neither text nor contains others.
static NULL: Value = Value::Null;

impl StepCounter {
    /// The steps of making a validator of a part.
    pub(super) fn making(&mut self, place: &SchemaPlace) -> Result<u64, SchemaRefusal> {
        let steps = self.steps(place, &NULL, 0)?;
        Ok(if n_unevaluated(place) > 0 { steps.made } else { 1 })
    }

    fn steps(&mut self, place: &SchemaPlace, value: &Value, depth: usize) -> Result<Steps, SchemaRefusal> {
        if !place.schema.is_object() {
            return Ok(Steps { once: 1, again: 1, made: 1 });
        }
        if depth > DEEPEST || self.known.len() as u64 > MOST_STEPS {
            return Err(SchemaRefusal::TooCostly);
        }
        let key = (place.key(), from_ref(value));
        if let Some(known) = self.known.get(&key) {
            return known.ok_or(SchemaRefusal::Circular);
        }
        self.known.insert(key, None);
        let mut sum = StepSum(0);
        sum.add(1 + self.own_steps(place, value) + self.size(value) / PER_BYTE)?;
        let (mut again, mut made) = (0_u64, self.size(place.schema) / PER_MADE);
        for part in here(place)? {
            let steps = self.steps(&part, value, depth + 1)?;
            sum.add(steps.once)?;
            again = again.saturating_add(steps.again);
            made = made.saturating_add(steps.made);
        }
        self.parts(place, value, depth + 1, &mut sum)?;
        again = again.saturating_add(sum.0);
        sum.add(again.saturating_mul(n_unevaluated(place)))?;
        let steps = Steps { once: sum.0, again, made };
        self.known.insert(key, Some(steps));
        Ok(steps)
    }

    /// The steps for the members and items of a value.
    fn parts(
        &mut self,
        place: &SchemaPlace,
        value: &Value,
        depth: usize,
        sum: &mut StepSum,
    ) -> Result<(), SchemaRefusal> {
        let all: Vec<SchemaPlace> =
            REST.iter().filter_map(|it| place.get(it)).map(|it| place.inside(it)).collect::<Result<_, _>>()?;
        match value {
            Value::Object(there) => self.members(place, &all, there, depth, sum),
            Value::Array(items) => {
                let listed = |it: &str| place.get(it).and_then(Value::as_array);
                let first = listed("prefixItems").or_else(|| listed("items"));
                for (idx, item) in items.iter().enumerate() {
                    let own = first.and_then(|it| it.get(idx)).map(|it| place.inside(it)).transpose()?;
                    for part in own.iter().chain(&all) {
                        sum.add(self.steps(part, item, depth)?.once)?;
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn members<'s>(
        &mut self,
        place: &SchemaPlace<'s>,
        all: &[SchemaPlace<'s>],
        there: &Map<String, Value>,
        depth: usize,
        sum: &mut StepSum,
    ) -> Result<(), SchemaRefusal> {
        let mut all = all.to_vec();
        let mut n_states = 0;
        for (source, it) in object(place.get("patternProperties")) {
            all.push(place.inside(it)?);
            n_states += self.states(source) + PER_STATE;
        }
        let names = place.get("propertyNames").map(|it| place.inside(it)).transpose()?;
        for (name, value) in there {
            let own = place.get("properties").and_then(|it| it.get(name)).map(|it| place.inside(it)).transpose()?;
            for part in own.iter().chain(&all) {
                sum.add(self.steps(part, value, depth)?.once)?;
            }
            let length = 1 + name.len() as u64;
            sum.add(length.saturating_mul(n_states) / PER_STATE)?;
            if let Some(names) = &names {
                let name = Rc::new(Value::from(name.as_str()));
                self.names.push(name.clone());
                sum.add(self.steps(names, &name, depth)?.once)?;
            }
        }
        Ok(())
    }

    fn states(&mut self, source: &str) -> u64 {
        *self.patterns.entry(source.as_ptr()).or_insert_with(|| states(source) as u64)
    }

    /// The bytes of a value, about.
    fn size(&mut self, value: &Value) -> u64 {
        if let Some(known) = self.sizes.get(&from_ref(value)) {
            return *known;
        }
        let inside: u64 = match value {
            Value::String(text) => return 32 + text.len() as u64,
            Value::Array(items) => items.iter().map(|it| self.size(it)).sum(),
            Value::Object(members) => members.iter().map(|it| it.0.len() as u64 + 64 + self.size(it.1)).sum(),
            _ => return 32,
        };
        self.sizes.insert(from_ref(value), 32 + inside);
        32 + inside
    }

    /// The steps of keywords that look at the whole value at once, with all that they read.
    fn own_steps(&mut self, place: &SchemaPlace, value: &Value) -> u64 {
        let mut sum = length(value) / PER_NAME;
        for (keyword, it) in place.keywords() {
            sum += match (keyword, value) {
                // Each name can be one error.
                ("required", Value::Object(_)) => length(it),
                ("dependentRequired" | "dependencies", Value::Object(_)) => {
                    let names = object(Some(it)).map(|it| if it.1.is_array() { length(it.1) } else { 0 });
                    length(it) / PER_NAME + names.sum::<u64>()
                }
                ("properties", Value::Object(_)) | ("type", _) => length(it) / PER_NAME,
                // Comparing with them goes through them, and an error has a copy.
                ("enum" | "const" | "not", _) => self.size(it) / PER_BYTE,
                ("pattern", Value::String(text)) => {
                    let n_states = it.as_str().map_or(0, |it| self.states(it));
                    (text.len() as u64).saturating_mul(n_states) / PER_STATE
                }
                _ => 0,
            };
        }
        sum
    }
}

/// The parts that apply to the same value.
fn here<'s>(place: &SchemaPlace<'s>) -> Result<Vec<SchemaPlace<'s>>, SchemaRefusal> {
    let mut out = place.targets()?;
    for (keyword, schema) in place.keywords() {
        match (keyword, schema) {
            ("allOf" | "anyOf" | "oneOf", Value::Array(all)) => {
                for it in all {
                    out.push(place.inside(it)?);
                }
            }
            ("not" | "if" | "then" | "else", _) => out.push(place.inside(schema)?),
            ("dependentSchemas" | "dependencies", Value::Object(all)) => {
                for it in all.values() {
                    out.push(place.inside(it)?);
                }
            }
            _ => (),
        }
    }
    Ok(out)
}

fn n_unevaluated(place: &SchemaPlace) -> u64 {
    place.keywords().filter(|it| it.0.starts_with("unevaluated")).count() as u64
}

fn object(value: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    value.and_then(Value::as_object).into_iter().flatten()
}

fn length(value: &Value) -> u64 {
    let length = match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.len(),
        Value::Object(members) => members.len(),
        _ => 0,
    };
    length as u64
}

/// Steps so far.
struct StepSum(u64);

impl StepSum {
    fn add(&mut self, steps: u64) -> Result<(), SchemaRefusal> {
        self.0 = self.0.saturating_add(steps);
        if self.0 > MOST_STEPS { Err(SchemaRefusal::TooCostly) } else { Ok(()) }
    }
}
