//! From the path of a schema to a validator. References may lead to other files; one that would be fetched is an error.

use std::{
    error::Error,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use jsonschema::{
    Draft, PatternOptions, Registry, Retrieve, Uri, ValidationError, Validator, error::ValidationErrorKind,
};
use serde_json::Value;

use super::{
    place::{SchemaPlace, SchemaRefusal},
    reach::{self, MOST_PARTS},
};
use crate::{
    address,
    host::{self, EntryKind},
    output,
};
use agent_response::diagnostic::shown;

/// A schema that was read, with the files it refers to.
#[derive(Debug)]
pub(super) struct JsonSchema {
    pub(super) validator: Validator,
    /// The schema and the files it refers to, by address.
    registry: Registry<'static>,
    address: Uri<String>,
    draft: Draft,
    /// How large all of them are.
    pub(super) amount: Amount,
}

/// Larger files are no schemas of payloads.
const LARGEST: u64 = 1 << 20;
/// The most files that a schema consists of, and their bytes.
const MOST_FILES: usize = 100;
const MOST_BYTES: u64 = 4 << 20;
/// The schemas of a project together may be as large as so many.
const MOST_SCHEMAS: u64 = 10;
/// The memory for compiled regular expressions of one schema.
const MEMORY_OF_PATTERNS: usize = 64 << 20;

/// How large texts are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Amount {
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

    pub(super) fn add(&mut self, other: Self) {
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

    /// The same for all schemas of a project.
    pub(super) fn check_all(self) -> Result<(), String> {
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

/// Reads a schema in the folder of the project file, or below it, or returns what is wrong with it, as the end of a sentence.
pub(super) fn read(folder: &Path, path: &Path) -> Result<JsonSchema, String> {
    let unreadable = |it: std::io::Error| format!("cannot be read: {}", output::words(&it));
    let folder = std::path::absolute(folder).map_err(unreadable)?;
    let path = std::path::absolute(folder.join(path)).map_err(unreadable)?;
    let value = value(&folder, &path)?;
    compile(folder, &address::uri(&path).0, value)
}

/// Makes a validator of a schema with this address, which may refer to files in the folder and below it.
pub(super) fn compile(folder: PathBuf, address: &str, value: Value) -> Result<JsonSchema, String> {
    let amount = Amount::of(&value);
    amount.check()?;
    let referenced = Arc::new(Mutex::new(Referenced { amount, ..Referenced::default() }));
    let draft = match Draft::default().detect(&value) {
        Draft::Unknown => Draft::default(),
        known => known,
    };
    let files = Files { folder, referenced: referenced.clone() };
    let registry = Registry::new().retriever(files).draft(draft).add(address, draft.create_resource(value.clone()));
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

/// The content of a file as JSON.
fn value(folder: &Path, path: &Path) -> Result<Value, String> {
    let unreadable = |it: std::io::Error| format!("cannot be read: {}", output::words(&it));
    match host::kind(path).map_err(unreadable)? {
        EntryKind::File => (),
        EntryKind::Folder => return Err("is a folder; expected a JSON Schema".to_owned()),
        EntryKind::Link | EntryKind::Other => return Err("is not a file; expected a JSON Schema".to_owned()),
    }
    let [folder, place] = [folder, path].map(host::canonicalize);
    if !place.map_err(unreadable)?.starts_with(folder.map_err(unreadable)?) {
        return Err("is outside of the folder of the project file".to_owned());
    }
    if host::size(path).map_err(unreadable)? > LARGEST {
        return Err("is larger than 1 MiB".to_owned());
    }
    let bytes = host::read(path).map_err(unreadable)?;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    serde_json::from_slice(bytes)
        .map_err(|it| format!("is not JSON, from line {}, column {} on", it.line(), it.column()))
}

/// The files that a schema refers to.
#[derive(Default)]
struct Referenced {
    n_files: usize,
    amount: Amount,
    /// Why a file could not be read.
    failed: Option<String>,
}

/// Reads the files that a schema refers to.
struct Files {
    folder: PathBuf,
    referenced: Arc<Mutex<Referenced>>,
}

impl Files {
    fn read(&self, uri: &str, referenced: &mut Referenced) -> Result<Value, String> {
        let path: Option<PathBuf> = address::path(uri);
        let name = path.as_ref().and_then(|it| it.file_name()).map(|it| it.to_string_lossy().into_owned());
        // With another query, a file is another one that has to be kept.
        referenced.n_files += 1;
        if referenced.n_files == MOST_FILES {
            return Err("refers to too many files".to_owned());
        }
        let read =
            path.ok_or_else(|| "is no file; nothing is downloaded".to_owned()).and_then(|it| value(&self.folder, &it));
        let name = name.unwrap_or_else(|| uri.to_owned());
        let value = read.map_err(|why| format!("refers to `{}`, which {why}", shown(&name)))?;
        referenced.amount.add(Amount::of(&value));
        referenced.amount.check().map(|()| value)
    }
}

impl Retrieve for Files {
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
    let printable = words.chars().map(|it| if agent_response::diagnostic::is_unprintable(it) { ' ' } else { it });
    let mut out: String = printable.take(LONGEST).collect();
    if words.chars().nth(LONGEST).is_some() {
        out.push('…');
    }
    out
}
