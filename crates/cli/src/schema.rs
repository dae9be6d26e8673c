//! The JSON Schemas that a project file names for payloads: read from disk, never from a network.

#[cfg(not(target_family = "wasm"))]
mod files;
#[cfg(target_family = "wasm")]
mod node;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use agent_response::{
    diagnostic::shown,
    schema::{Compiler, Schema},
};
use agent_response_project::{self, Project};
#[cfg(not(target_family = "wasm"))]
use agent_response_schemas as validators;

#[cfg(target_family = "wasm")]
use self::node as validators;
use crate::host;

/// Schemas by their path in the project file.
pub(super) type Schemas = HashMap<String, Schema>;

/// Reads the schemas that a project file in a folder names. Faults in them become findings of the project file.
pub(super) fn read_all(folder: &Path, text: &str, project: &mut Project) -> Schemas {
    let mut schemas = Schemas::new();
    let mut reader = SchemaReader::default();
    for named in project.wishes.files.iter().filter_map(|it| it.schema.as_ref()) {
        match reader.read(folder, &named.path) {
            Ok(schema) => drop(schemas.insert(named.path.clone(), schema)),
            Err(why) => {
                let message = format!("`{}` {why}", shown(&named.path));
                project.findings.push(agent_response_project::finding(text, named.span.clone(), message));
            }
        }
    }
    project.findings.sort_by_key(|it| (it.bytes.from, it.bytes.to));
    schemas
}

/// What makes validators of the schemas that files with tool calls contain.
pub(super) fn compiler() -> Option<Compiler> {
    static COMPILER: OnceLock<Compiler> = OnceLock::new();
    Some(COMPILER.get_or_init(validators::compiler).clone())
}

/// The schemas of a project so far.
#[derive(Default)]
struct SchemaReader {
    /// By their places on the disk: a path can be spelled in many ways.
    found: HashMap<PathBuf, Result<Schema, String>>,
    #[cfg(not(target_family = "wasm"))]
    amount: agent_response_schemas::Amount,
}

impl SchemaReader {
    fn read(&mut self, folder: &Path, path: &str) -> Result<Schema, String> {
        let whole = folder.join(path);
        let place = host::canonicalize(&whole).unwrap_or(whole);
        if let Some(known) = self.found.get(&place) {
            return known.clone();
        }
        let found = self.read_new(folder, path);
        self.found.insert(place, found.clone());
        found
    }

    #[cfg(not(target_family = "wasm"))]
    fn read_new(&mut self, folder: &Path, path: &str) -> Result<Schema, String> {
        let schema = files::read(folder, Path::new(path))?;
        let mut amount = self.amount;
        amount.add(schema.amount);
        amount.check_all()?;
        self.amount = amount;
        Ok(Schema::new(schema))
    }

    /// One that refers to other files needs the native command.
    #[cfg(target_family = "wasm")]
    fn read_new(&mut self, folder: &Path, path: &str) -> Result<Schema, String> {
        let bytes = crate::below::read(folder, &folder.join(path), "a JSON Schema")?;
        node::compile(&String::from_utf8(bytes).map_err(|_| "is not UTF-8".to_owned())?)
    }
}

/// Reads a schema, which may refer to nothing else, and compares a payload with it.
#[cfg(all(any(test, feature = "fuzzing"), not(target_family = "wasm")))]
pub(super) fn compare(schema: &[u8], payload: &str) -> Result<Vec<agent_response::schema::Violation>, String> {
    use agent_response::schema::PayloadSchema;
    let value = serde_json::from_slice(schema).map_err(|it| it.to_string())?;
    let nowhere = |_: &str| Err("refers to another schema".to_owned());
    let schema = agent_response_schemas::compile("file:///schemas/payload.json", value, nowhere)?;
    drop(schema.known("/a/0"));
    Ok(schema.violations(payload))
}
