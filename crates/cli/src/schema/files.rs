//! From the path of a schema to a validator. References may lead to other files; one that would be fetched is an error.

use std::{
    error::Error,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use jsonschema::{PatternOptions, Retrieve, Uri, ValidationError, Validator, error::ValidationErrorKind};
use serde_json::Value;

use super::cost::{self, TooCostly};
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
    /// The schema itself, then the files it refers to, each with its URI.
    pub(super) documents: Vec<(String, Value)>,
}

/// Larger files are no schemas of payloads.
const LARGEST: u64 = 1 << 20;
/// A schema and the files that it refers to have at most this many values: it is compiled before each check.
const MOST_VALUES: usize = 50_000;

/// Reads a schema in the folder of the project file, or below it, or returns what is wrong with it, as the end of a sentence.
pub(super) fn read(folder: &Path, path: &Path) -> Result<JsonSchema, String> {
    let unreadable = |it: std::io::Error| format!("cannot be read: {}", output::words(&it));
    let folder = std::path::absolute(folder).map_err(unreadable)?;
    let path = std::path::absolute(folder.join(path)).map_err(unreadable)?;
    let value = value(&folder, &path)?;
    compile(folder, address::uri(&path).0, value)
}

/// Makes a validator of a schema with this address, which may refer to files in the folder and below it.
pub(super) fn compile(folder: PathBuf, address: String, value: Value) -> Result<JsonSchema, String> {
    let referenced = Arc::new(Mutex::new(Referenced { n_values: count(&value), ..Referenced::default() }));
    if count(&value) > MOST_VALUES {
        return Err(too_many());
    }
    let options = jsonschema::options()
        .with_base_uri(address.clone())
        .with_retriever(Files { folder, referenced: referenced.clone() })
        .with_pattern_options(PatternOptions::regex());
    let built = options.build(&value);
    let mut referenced = referenced.lock().unwrap_or_else(PoisonError::into_inner);
    let validator = built.map_err(|it| referenced.failed.take().unwrap_or_else(|| wrong(&it)))?;
    let mut documents = vec![(address, value)];
    documents.append(&mut referenced.documents);
    // What applies to any value.
    match cost::check(&documents, &Value::Null) {
        Ok(()) => Ok(JsonSchema { validator, documents }),
        Err(TooCostly) => Err(cost::TOO_MANY.to_owned()),
    }
}

/// How many values there are in a value.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(members) => members.values().map(count).sum::<usize>(),
        _ => 0,
    }
}

fn too_many() -> String {
    "has more than 50,000 parts with what it refers to".to_owned()
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
    n_values: usize,
    documents: Vec<(String, Value)>,
    /// Why a file could not be read.
    failed: Option<String>,
}

/// Reads the files that a schema refers to, and keeps them.
struct Files {
    folder: PathBuf,
    referenced: Arc<Mutex<Referenced>>,
}

impl Retrieve for Files {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        let uri = uri.as_str();
        let path: Option<PathBuf> = address::path(uri);
        let name = path.as_ref().and_then(|it| it.file_name()).map(|it| it.to_string_lossy().into_owned());
        let read =
            path.ok_or_else(|| "is no file; nothing is downloaded".to_owned()).and_then(|it| value(&self.folder, &it));
        let mut referenced = self.referenced.lock().unwrap_or_else(PoisonError::into_inner);
        let read = read.and_then(|found| {
            referenced.n_values += count(&found);
            if referenced.n_values > MOST_VALUES { Err(too_many()) } else { Ok(found) }
        });
        match read {
            Ok(found) => {
                referenced.documents.push((uri.to_owned(), found.clone()));
                Ok(found)
            }
            Err(why) => {
                let why = format!("refers to `{}`, which {why}", shown(&name.unwrap_or_else(|| uri.to_owned())));
                referenced.failed = Some(why.clone());
                Err(why.into())
            }
        }
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
