//! The JSON Schemas that a project file names for payloads: read from disk, never from a network.

#[cfg(not(target_family = "wasm"))]
mod cost;
#[cfg(not(target_family = "wasm"))]
mod files;
#[cfg(not(target_family = "wasm"))]
mod known;
#[cfg(not(target_family = "wasm"))]
mod words;

use std::{collections::HashMap, path::Path};

use agent_response::schema::Schema;
use agent_response_project::{self, Project};

/// Schemas by their path in the project file.
pub(super) type Schemas = HashMap<String, Schema>;

/// Reads the schemas that a project file in a folder names. Faults in them become findings of the project file.
pub(super) fn read_all(folder: &Path, text: &str, project: &mut Project) -> Schemas {
    let mut schemas = Schemas::new();
    let mut faults: HashMap<&str, String> = HashMap::new();
    for named in project.wishes.files.iter().filter_map(|it| it.schema.as_ref()) {
        if !schemas.contains_key(&named.path) && !faults.contains_key(named.path.as_str()) {
            match read(folder, &named.path) {
                Ok(schema) => drop(schemas.insert(named.path.clone(), schema)),
                Err(why) => drop(
                    faults.insert(&named.path, format!("`{}` {why}", agent_response::diagnostic::shown(&named.path))),
                ),
            }
        }
        if let Some(message) = faults.get(named.path.as_str()) {
            project.findings.push(agent_response_project::finding(text, named.span.clone(), message.clone()));
        }
    }
    project.findings.sort_by_key(|it| (it.bytes.from, it.bytes.to));
    schemas
}

#[cfg(not(target_family = "wasm"))]
fn read(folder: &Path, path: &str) -> Result<Schema, String> {
    files::read(folder, Path::new(path)).map(Schema::new)
}

/// The validator would double the size of the command in Node.
#[cfg(target_family = "wasm")]
fn read(_: &Path, _: &str) -> Result<Schema, String> {
    Err("is not used by the command in Node; install the native command".to_owned())
}

/// Reads a schema, which may refer to nothing else, and compares a payload with it.
#[cfg(all(any(test, feature = "fuzzing"), not(target_family = "wasm")))]
pub(super) fn compare(schema: &[u8], payload: &str) -> Result<Vec<agent_response::schema::Violation>, String> {
    use agent_response::schema::PayloadSchema;
    let value = serde_json::from_slice(schema).map_err(|it| it.to_string())?;
    let schema = files::compile("schemas".into(), "file:///schemas/payload.json".to_owned(), value)?;
    drop(schema.known("/a/0"));
    Ok(schema.violations(payload))
}
