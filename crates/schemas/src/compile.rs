//! From the text of a schema to a validator. References may lead to other texts, which the caller reads.

use std::{
    error::Error,
    sync::{Arc, Mutex, PoisonError},
};

use agent_response::diagnostic::{is_unprintable, shown};
use jsonschema::{
    Draft, PatternOptions, Registry, Retrieve, Uri, ValidationError, Validator, error::ValidationErrorKind,
};
use serde_json::Value;

use super::{
    place::{SchemaPlace, SchemaRefusal},
    reach::{self, MOST_PARTS},
};

/// A schema that was read, with those that it refers to.
#[derive(Debug)]
pub struct JsonSchema {
    pub(super) validator: Validator,
    /// The schema and those that it refers to, by address.
    registry: Registry<'static>,
    address: Uri<String>,
    draft: Draft,
    /// How large all of them are.
    pub amount: Amount,
}

/// The most files that a schema consists of, and their bytes.
const MOST_FILES: usize = 100;
const MOST_BYTES: u64 = 4 << 20;
/// The schemas of a project together may be as large as so many.
const MOST_SCHEMAS: u64 = 10;
/// The memory for compiled regular expressions of one schema.
const MEMORY_OF_PATTERNS: usize = 64 << 20;

/// How large texts are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Amount {
    parts: u64,
    bytes: u64,
}

impl Amount {
    fn of(value: &Value) -> Self {
        let mut out = Self { parts: 1, bytes: 0 };
        match value {
            Value::Array(items) => items.iter().for_each(|it| out.add(Self::of(it))),
            Value::Object(members) => members.iter().for_each(|(key, it)| {
                out.bytes += key.len() as u64;
                out.add(Self::of(it));
            }),
            Value::String(text) => out.bytes += text.len() as u64,
            _ => (),
        }
        out
    }

    /// Adds up.
    pub fn add(&mut self, other: Self) {
        self.parts += other.parts;
        self.bytes += other.bytes;
    }

    /// What is too much for one schema, as the end of a sentence.
    fn check(self) -> Result<(), String> {
        match self {
            it if it.parts > MOST_PARTS as u64 => Err(too_many_parts()),
            it if it.bytes > MOST_BYTES => Err("is larger than 4 MiB with what it refers to".to_owned()),
            _ => Ok(()),
        }
    }

    /// What is too much for all schemas of a project together, as the end of a sentence.
    ///
    /// # Errors
    ///
    /// If it is.
    pub fn check_all(self) -> Result<(), String> {
        let is_fine = self.parts <= MOST_SCHEMAS * MOST_PARTS as u64 && self.bytes <= MOST_SCHEMAS * MOST_BYTES;
        if is_fine { Ok(()) } else { Err("is too large together with the other schemas of the project".to_owned()) }
    }
}

impl JsonSchema {
    /// The whole schema.
    pub(super) fn root(&self) -> Option<SchemaPlace<'_>> {
        SchemaPlace::root(&self.registry, &self.address, self.draft)
    }
}

/// Reads a schema by its address, or says why not: the end of a sentence about the schema that refers to it.
pub trait ReadSchema: Fn(&str) -> Result<Value, String> + Send + Sync + 'static {}

impl<T: Fn(&str) -> Result<Value, String> + Send + Sync + 'static> ReadSchema for T {}

/// Makes a validator of a schema with this address, a URI. It may refer to others, which `read` gets by their addresses.
///
/// # Errors
///
/// What is wrong with the schema, or what `read` says: the end of a sentence.
pub fn compile(address: &str, value: Value, read: impl ReadSchema) -> Result<JsonSchema, String> {
    let amount = Amount::of(&value);
    amount.check()?;
    let referenced = Arc::new(Mutex::new(Referenced { amount, ..Referenced::default() }));
    let draft = match Draft::default().detect(&value) {
        Draft::Unknown => Draft::default(),
        known => known,
    };
    let others = Others { read, referenced: referenced.clone() };
    let registry = Registry::new().retriever(others).draft(draft).add(address, draft.create_resource(value.clone()));
    let registry = registry.and_then(|it| it.prepare());
    let mut referenced = referenced.lock().unwrap_or_else(PoisonError::into_inner);
    let nowhere = |it: jsonschema::ReferencingError| wrong(&ValidationError::from(it));
    let registry = registry.map_err(|it| referenced.failed.take().unwrap_or_else(|| nowhere(it)))?;
    let address = jsonschema::uri::from_str(address).map_err(nowhere)?;
    let root = SchemaPlace::root(&registry, &address, draft).ok_or("has an address that is not valid")?;
    let n_patterns = reach::check(&root).map_err(|it| refused(&it))?;
    let most_memory = MEMORY_OF_PATTERNS / n_patterns.max(1);
    let patterns =
        PatternOptions::regex().size_limit(most_memory.min(10 << 20)).dfa_size_limit(most_memory.min(2 << 20));
    let options = jsonschema::options()
        .with_draft(draft)
        .with_base_uri(address.as_str())
        .with_registry(&registry)
        .with_pattern_options(patterns);
    let validator = options.build(&value).map_err(|it| wrong(&it))?;
    Ok(JsonSchema { validator, registry, address, draft, amount: referenced.amount })
}

fn too_many_parts() -> String {
    "has more than 50,000 parts with what it refers to".to_owned()
}

/// Why a schema is not used, as the end of a sentence.
pub(super) fn refused(why: &SchemaRefusal) -> String {
    match why {
        SchemaRefusal::TooCostly => "takes more than 1,000,000 steps for one payload".to_owned(),
        SchemaRefusal::TooManyParts => too_many_parts(),
        SchemaRefusal::Circular => "refers to itself without going into the value".to_owned(),
        SchemaRefusal::Nowhere(reference) => format!("has a reference that leads nowhere: `{}`", shown(reference)),
        SchemaRefusal::Patterns => "has regular expressions with more than 50,000 states".to_owned(),
    }
}

/// The schemas that a schema refers to.
#[derive(Default)]
struct Referenced {
    n_read: usize,
    amount: Amount,
    /// Why one could not be read.
    failed: Option<String>,
}

/// Reads the schemas that a schema refers to.
struct Others<R> {
    read: R,
    referenced: Arc<Mutex<Referenced>>,
}

impl<R: ReadSchema> Others<R> {
    fn read(&self, uri: &str, referenced: &mut Referenced) -> Result<Value, String> {
        // With another query, a file is another one that has to be kept.
        referenced.n_read += 1;
        if referenced.n_read == MOST_FILES {
            return Err("refers to too many files".to_owned());
        }
        let value = (self.read)(uri)?;
        referenced.amount.add(Amount::of(&value));
        referenced.amount.check().map(|()| value)
    }
}

impl<R: ReadSchema> Retrieve for Others<R> {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        let mut referenced = self.referenced.lock().unwrap_or_else(PoisonError::into_inner);
        self.read(uri.as_str(), &mut referenced).map_err(|why| {
            referenced.failed = Some(why.clone());
            why.into()
        })
    }
}

/// Describes what is wrong with a schema.
fn wrong(error: &ValidationError) -> String {
    if let ValidationErrorKind::Referencing(why) = error.kind() {
        return format!("has a reference that leads nowhere: {}", plain(&why.to_string()));
    }
    let place = error.instance_path().as_str();
    let at = if place.is_empty() { String::new() } else { format!(" at `{}`", shown(place)) };
    format!("is not a valid JSON Schema{at}: {}", plain(&error.masked().to_string()))
}

/// The library's message on one line, shortened.
pub(super) fn plain(words: &str) -> String {
    const LONGEST: usize = 200;
    let printable = words.chars().map(|it| if is_unprintable(it) { ' ' } else { it });
    let mut out: String = printable.take(LONGEST).collect();
    if words.chars().nth(LONGEST).is_some() {
        out.push('…');
    }
    out
}
