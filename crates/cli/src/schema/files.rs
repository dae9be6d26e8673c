//! From the path of a schema to a validator. References may lead to other files; one that would be fetched is an error.

use std::{
    error::Error,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use jsonschema::{Retrieve, Uri, ValidationError, Validator, error::ValidationErrorKind};
use serde_json::Value;

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

/// Reads a schema, or returns what is wrong with it, as the end of a sentence.
pub(super) fn read(path: &Path) -> Result<JsonSchema, String> {
    let path = std::path::absolute(path).map_err(|it| format!("cannot be read: {}", output::words(&it)))?;
    let value = value(&path)?;
    let address = address::uri(&path).0;
    let referenced = Arc::new(Mutex::new(Referenced::default()));
    let options = jsonschema::options().with_base_uri(address.clone()).with_retriever(Files(referenced.clone()));
    let built = options.build(&value);
    let mut referenced = referenced.lock().unwrap_or_else(PoisonError::into_inner);
    let validator = built.map_err(|it| referenced.failed.take().unwrap_or_else(|| wrong(&it)))?;
    let mut documents = vec![(address, value)];
    documents.append(&mut referenced.documents);
    Ok(JsonSchema { validator, documents })
}

/// The content of a file as JSON.
fn value(path: &Path) -> Result<Value, String> {
    let unreadable = |it: std::io::Error| format!("cannot be read: {}", output::words(&it));
    match host::kind(path).map_err(unreadable)? {
        EntryKind::File => (),
        EntryKind::Folder => return Err("is a folder; expected a JSON Schema".to_owned()),
        EntryKind::Link | EntryKind::Other => return Err("is not a file; expected a JSON Schema".to_owned()),
    }
    let bytes = host::read(path).map_err(unreadable)?;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    serde_json::from_slice(bytes)
        .map_err(|it| format!("is not JSON, from line {}, column {} on", it.line(), it.column()))
}

/// The files that a schema refers to.
#[derive(Default)]
struct Referenced {
    documents: Vec<(String, Value)>,
    /// Why a file could not be read.
    failed: Option<String>,
}

/// Reads the files that a schema refers to, and keeps them.
struct Files(Arc<Mutex<Referenced>>);

impl Retrieve for Files {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        let uri = uri.as_str();
        let path: Option<PathBuf> = address::path(uri);
        let name = path.as_ref().and_then(|it| it.file_name()).map(|it| it.to_string_lossy().into_owned());
        let read = path.ok_or_else(|| "is no file; nothing is downloaded".to_owned()).and_then(|it| value(&it));
        let mut referenced = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
    format!("is not a valid JSON Schema{at}: {}", plain(&error.to_string()))
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
