//! Schemas in files, which may refer to other files; nothing is fetched.

use std::path::{Path, PathBuf};

use agent_response::diagnostic::shown;
use agent_response_schemas::{JsonSchema, compile};
use serde_json::Value;

use crate::{address, below, output};

/// Reads a schema in the folder of the project file, or below it, or returns what is wrong with it, as the end of a sentence.
pub(super) fn read(folder: &Path, path: &Path) -> Result<JsonSchema, String> {
    let unreadable = |it: std::io::Error| format!("cannot be read: {}", output::words(&it));
    let folder = std::path::absolute(folder).map_err(unreadable)?;
    let path = std::path::absolute(folder.join(path)).map_err(unreadable)?;
    let value = value(&folder, &path)?;
    compile(&address::uri(&path).0, value, move |it| referenced(&folder, it))
}

/// A schema that another one refers to.
fn referenced(folder: &Path, uri: &str) -> Result<Value, String> {
    let path: Option<PathBuf> = address::path(uri);
    let name = path.as_ref().and_then(|it| it.file_name()).map(|it| it.to_string_lossy().into_owned());
    let read = path.ok_or_else(|| "is no file; nothing is downloaded".to_owned()).and_then(|it| value(folder, &it));
    let name = name.unwrap_or_else(|| uri.to_owned());
    read.map_err(|why| format!("refers to `{}`, which {why}", shown(&name)))
}

/// The content of a file as JSON.
fn value(folder: &Path, path: &Path) -> Result<Value, String> {
    let bytes = below::read(folder, path, "a JSON Schema")?;
    serde_json::from_slice(&bytes)
        .map_err(|it| format!("is not JSON, from line {}, column {} on", it.line(), it.column()))
}
