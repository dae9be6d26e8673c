//! Schemas in Node: the validator of the npm package compiles them and keeps them.

use agent_response::schema::{
    Compiler, Known, KnownMember, KnownValue, PayloadSchema, Schema, SchemaCompiler, SchemaWords, Violation,
};
use serde::{Deserialize, de::DeserializeOwned};

use crate::host;

/// What makes validators of the schemas in files.
pub(super) fn compiler() -> Compiler {
    Compiler::new(OfPackage)
}

/// A schema that refers to no other file.
pub(super) fn compile(schema: &str) -> Result<Schema, String> {
    host::compile_schema(schema).map(|number| Schema::new(KeptSchema(number)))
}

#[derive(Debug)]
struct OfPackage;

impl SchemaCompiler for OfPackage {
    fn compile(&self, schema: &str) -> Result<Schema, String> {
        compile(schema)
    }
}

/// The number of a schema that JavaScript keeps.
#[derive(Debug)]
struct KeptSchema(u32);

impl Drop for KeptSchema {
    fn drop(&mut self) {
        host::forget_schema(self.0);
    }
}

impl PayloadSchema for KeptSchema {
    fn violations(&self, payload: &str) -> Vec<Violation> {
        self.violations_of(payload, &SchemaWords::default())
    }

    fn violations_of(&self, value: &str, words: &SchemaWords) -> Vec<Violation> {
        let found: Vec<SaidViolation> = read(&host::violations(self.0, value, words));
        found
            .into_iter()
            .map(|it| Violation { pointer: it.pointer, is_key: it.key, message: it.message, meant: it.meant })
            .collect()
    }

    fn known(&self, pointer: &str) -> Known {
        let SaidKnown { title, description, shape, example, members, values } = read(&host::known(self.0, pointer));
        let member = |SaidMember { name, required, shape, description, value }| KnownMember {
            name,
            is_required: required,
            shape,
            description,
            value,
        };
        let value = |SaidValue { json, description }| KnownValue { json, description };
        Known {
            title,
            description,
            shape,
            example,
            members: members.into_iter().map(member).collect(),
            values: values.into_iter().map(value).collect(),
        }
    }
}

/// What the validator says, as JSON.
fn read<T: DeserializeOwned + Default>(json: &str) -> T {
    serde_json::from_str(json).unwrap_or_default()
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct SaidViolation {
    pointer: String,
    key: bool,
    message: String,
    meant: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct SaidKnown {
    title: Option<String>,
    description: Option<String>,
    shape: Option<String>,
    example: Option<String>,
    members: Vec<SaidMember>,
    values: Vec<SaidValue>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct SaidMember {
    name: String,
    required: bool,
    shape: Option<String>,
    description: Option<String>,
    value: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct SaidValue {
    json: String,
    description: Option<String>,
}
