//! Violations of a schema, with our messages.

use std::collections::HashSet;

use jsonschema::{
    JsonType, ValidationError,
    error::{TypeKind, ValidationErrorKind as Is},
};
use serde_json::Value;

use super::{
    compile::{JsonSchema, plain, refused},
    cost,
    limits::{in_words, limit},
};
use agent_response::{
    diagnostic::{listed, shown},
    schema::{Known, PayloadSchema, SchemaWords, Violation},
};
use agent_response_project::nearest;

/// The most violations of one payload.
const MOST_VIOLATIONS: usize = 100;
/// What is meant is looked for among so many names.
const MOST_NAMES: usize = 1000;

impl PayloadSchema for JsonSchema {
    fn violations(&self, payload: &str) -> Vec<Violation> {
        self.violations_of(payload, &SchemaWords::default())
    }

    fn violations_of(&self, payload: &str, words: &SchemaWords) -> Vec<Violation> {
        let unable = |why: String| {
            let message = format!("{} cannot be compared with its schema: {why}", words.value);
            vec![Violation { message, ..Violation::default() }]
        };
        let value: Value = match serde_json::from_str(payload) {
            Ok(value) => value,
            Err(why) => return unable(plain(&why.to_string())),
        };
        if let Some(Err(why)) = self.root().map(|it| cost::check(&it, &value)) {
            return unable(format!("the schema {}", refused(&why)));
        }
        // Without errors, there is nothing to copy into them.
        if self.validator.is_valid(&value) {
            return Vec::new();
        }
        let mut out = Said {
            schema: self,
            words: *words,
            payload: &value,
            list: Vec::new(),
            missing: Vec::new(),
            other_types: HashSet::new(),
        };
        for error in self.validator.iter_errors(&value).take(MOST_VIOLATIONS) {
            out.say(&error, None);
        }
        out.finish()
    }

    fn known(&self, pointer: &str) -> Known {
        self.known_at(pointer)
    }
}

/// The messages so far.
struct Said<'s> {
    schema: &'s JsonSchema,
    words: SchemaWords<'s>,
    payload: &'s Value,
    list: Vec<Violation>,
    /// For each object with missing members: its pointer, its index in the list, the names.
    missing: Vec<(String, usize, Vec<String>)>,
    /// The pointers of values that have another type than they must.
    other_types: HashSet<String>,
}

impl Said<'_> {
    /// Adds a violation; for a key, with the pointer of its member.
    fn say(&mut self, error: &ValidationError, key: Option<&str>) {
        let pointer = key.unwrap_or(error.instance_path().as_str());
        let name = self.name_of(pointer, key.is_some());
        let found = error.instance();
        match error.kind() {
            Is::Required { property } => self.missing(pointer, property.as_str().unwrap_or_default()),
            Is::AdditionalProperties { unexpected } | Is::UnevaluatedProperties { unexpected } => {
                self.unexpected(pointer, unexpected);
            }
            Is::PropertyNames { error } => {
                let key = found_key(error, pointer);
                self.say(error, Some(&key));
            }
            Is::AnyOf { context } | Is::OneOfNotValid { context } => self.none_of(context, pointer, key),
            Is::Type { kind } => {
                self.other_types.insert(pointer.to_owned());
                let message = format!("{name} must be {}, but is {}", types(kind), type_of(found));
                self.add(pointer, key.is_some(), message, None);
            }
            // Of a value of another type, its type is what is wrong.
            Is::Enum { .. } | Is::Constant { .. } if self.other_types.contains(pointer) => (),
            Is::Enum { options } => {
                let options = options.as_array().map(Vec::as_slice).unwrap_or_default();
                self.not_among(options, found, pointer, key.is_some());
            }
            Is::Constant { expected_value } => {
                self.not_among(std::slice::from_ref(&**expected_value), found, pointer, key.is_some());
            }
            Is::FalseSchema if error.schema_path().as_str().ends_with("/items") => self.too_many(pointer),
            Is::FalseSchema => {
                self.add(pointer, !pointer.is_empty(), format!("{name} is not allowed by {}", self.words.schema), None)
            }
            kind => {
                let message = limit(kind, (&name, self.words.schema), found)
                    .unwrap_or_else(|| format!("{name}: {}", plain(&error.masked().to_string())));
                self.add(pointer, key.is_some(), message, None);
            }
        }
    }

    fn add(&mut self, pointer: &str, is_key: bool, message: String, meant: Option<String>) {
        if self.list.len() == MOST_VIOLATIONS {
            return;
        }
        self.list.push(Violation { pointer: pointer.to_owned(), is_key, message, meant });
    }

    /// A member that is missing because its key is misspelled is reported at that key.
    fn finish(mut self) -> Vec<Violation> {
        let named: Vec<String> = self.list.iter().filter(|it| it.is_key).filter_map(|it| it.meant.clone()).collect();
        let mut is_empty = vec![false; self.list.len()];
        for (pointer, idx, names) in &mut self.missing {
            let renamed = |name: &String| {
                named.contains(name)
                    && self.list.iter().any(|it| is_member(&it.pointer, pointer) && it.meant.as_ref() == Some(name))
            };
            names.retain(|it| !renamed(it));
            is_empty.get_mut(*idx).into_iter().for_each(|it| *it = names.is_empty());
        }
        for (_, idx, names) in self.missing {
            if let Some(violation) = self.list.get_mut(idx) {
                violation.message = missing(&names, self.words.schema);
            }
        }
        self.list.into_iter().zip(is_empty).filter(|it| !it.1).map(|it| it.0).collect()
    }

    /// Reports all members that an object lacks as one finding.
    fn missing(&mut self, pointer: &str, name: &str) {
        if let Some((_, _, names)) = self.missing.iter_mut().find(|it| it.0 == pointer) {
            if !names.iter().any(|it| it == name) {
                names.push(name.to_owned());
            }
            return;
        }
        if self.list.len() == MOST_VIOLATIONS {
            return;
        }
        let names = vec![name.to_owned()];
        self.add(pointer, false, String::new(), None);
        self.missing.push((pointer.to_owned(), self.list.len() - 1, names));
    }

    /// An item after those that a list may have. The first one speaks for all.
    fn too_many(&mut self, pointer: &str) {
        let Some((list, first)) = pointer.rsplit_once('/') else { return };
        let n_items = self.payload.pointer(list).and_then(Value::as_array).map_or(0, Vec::len);
        let items = if n_items == 1 { "item" } else { "items" };
        let begin = format!("{} has {n_items} {items}; expected at most ", self.name_of(list, false));
        if !self.list.iter().any(|it| it.pointer == list && it.message.starts_with(&begin)) {
            self.add(list, false, begin + first, None);
        }
    }

    fn unexpected(&mut self, pointer: &str, keys: &[String]) {
        let there = self.payload.pointer(pointer).and_then(Value::as_object);
        let is_absent = |name: &&str| there.is_none_or(|it| !it.contains_key(*name));
        let names: Vec<&str> = self.schema.names_at(pointer).into_iter().filter(is_absent).take(MOST_NAMES).collect();
        for key in keys.iter().take(MOST_VIOLATIONS - self.list.len()) {
            let near = nearest(key, &names).map(str::to_owned);
            let hint = near.as_ref().map(|it| format!("; did you mean `{}`?", shown(it))).unwrap_or_default();
            let message = format!("`{}` is not allowed by {}{hint}", shown(key), self.words.schema);
            self.add(&member(pointer, key), true, message, near);
        }
    }

    fn not_among(&mut self, options: &[Value], found: &Value, pointer: &str, is_key: bool) {
        const MOST: usize = 8;
        let shown_options = options.iter().take(MOST).map(in_words);
        let more = options.len().saturating_sub(MOST);
        let mut expected = listed(shown_options, if more > 0 { ", " } else { " or " });
        if more > 0 {
            expected += &format!(" or {more} others");
        }
        let name = self.name_of(pointer, is_key);
        let message = match found {
            Value::Object(_) | Value::Array(_) => format!("{name} is {}; expected {expected}", type_of(found)),
            _ => format!("{name} is `{}`; expected {expected}", in_words(found)),
        };
        let texts: Vec<&str> = options.iter().filter_map(Value::as_str).take(MOST_NAMES).collect();
        let near = found.as_str().and_then(|it| nearest(it, &texts));
        let meant = near.map(|it| if is_key { it.to_owned() } else { Value::from(it).to_string() });
        self.add(pointer, is_key, message, meant);
    }

    /// Reports that no alternative fits. If all but one are out of the question, that one counts.
    fn none_of(&mut self, context: &[Vec<ValidationError<'static>>], pointer: &str, key: Option<&str>) {
        let is_out = |branch: &&Vec<ValidationError>| branch.iter().any(|it| is_other_kind(it, pointer));
        let mut left = context.iter().filter(|it| !is_out(it));
        if let (Some(only), None) = (left.next(), left.next()) {
            return only.iter().take(MOST_VIOLATIONS).for_each(|it| self.say(it, key));
        }
        let name = self.name_of(pointer, key.is_some());
        let found = self.payload.pointer(pointer).map(type_of);
        let kinds: Option<Vec<String>> = context.iter().map(|it| only_kind(it)).collect();
        let message = match (kinds, found) {
            (Some(kinds), Some(found)) if key.is_none() && !kinds.is_empty() => {
                format!("{name} must be {}, but is {found}", either(&kinds))
            }
            _ => format!("{name} matches none of the {} alternatives of the schema", context.len()),
        };
        self.add(pointer, key.is_some(), message, None);
    }

    /// The name of a value in a message.
    fn name_of(&self, pointer: &str, is_key: bool) -> String {
        let Some((rest, last)) = pointer.rsplit_once('/') else { return self.words.value.to_owned() };
        let name = shown(&agent_response::json::unescaped(last));
        let is_number = !last.is_empty() && last.bytes().all(|it| it.is_ascii_digit());
        match rest.rsplit_once('/') {
            _ if is_key => format!("The key `{name}`"),
            Some((_, list)) if is_number => format!("`{}[{name}]`", shown(&agent_response::json::unescaped(list))),
            None if is_number => format!("Item {name}"),
            _ => format!("`{name}`"),
        }
    }
}

/// Whether an error says that an alternative is about a different kind of value: by its type, or by a word in it.
fn is_other_kind(error: &ValidationError, pointer: &str) -> bool {
    let below = error.instance_path().as_str().strip_prefix(pointer);
    match error.kind() {
        Is::Type { .. } => below == Some(""),
        Is::Constant { .. } | Is::Enum { .. } => below.is_some_and(|it| it.matches('/').count() <= 1),
        _ => false,
    }
}

/// The types of an alternative that is otherwise valid.
fn only_kind(errors: &[ValidationError<'static>]) -> Option<String> {
    match errors {
        [only] => {
            if let Is::Type { kind } = only.kind() {
                Some(types(kind))
            } else {
                None
            }
        }
        _ => None,
    }
}

/// Whether a pointer leads to a member of an object.
fn is_member(pointer: &str, object: &str) -> bool {
    pointer.rsplit_once('/').is_some_and(|it| it.0 == object)
}

fn missing(names: &[String], schema: &str) -> String {
    let (names, them) =
        (listed(names.iter().map(|it| shown(it)), " and "), if names.len() == 1 { "it" } else { "them" });
    format!("Missing {names}; {schema} requires {them}")
}

/// The pointer of the member whose name an error is about.
fn found_key(error: &ValidationError, object: &str) -> String {
    member(object, error.instance().as_str().unwrap_or_default())
}

fn member(object: &str, key: &str) -> String {
    format!("{object}/{}", key.replace('~', "~0").replace('/', "~1"))
}

fn types(kind: &TypeKind) -> String {
    match kind {
        TypeKind::Single(it) => type_name(*it).to_owned(),
        TypeKind::Multiple(all) => either(&all.iter().map(|it| type_name(it).to_owned()).collect::<Vec<_>>()),
    }
}

/// `a`, `b` or `c`, each once.
pub(super) fn either(words: &[String]) -> String {
    let mut unique: Vec<&str> = Vec::new();
    words.iter().filter(|it| !it.is_empty()).for_each(|word| {
        if !unique.contains(&word.as_str()) {
            unique.push(word)
        }
    });
    match unique.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        Some((last, _)) => (*last).to_owned(),
        None => String::new(),
    }
}

fn type_name(kind: JsonType) -> &'static str {
    match kind {
        JsonType::Array => "an array",
        JsonType::Boolean => "a boolean",
        JsonType::Integer => "an integer",
        JsonType::Null => "null",
        JsonType::Number => "a number",
        JsonType::Object => "an object",
        JsonType::String => "a string",
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
