//! A caller's schema of payloads, such as a JSON Schema: the library queries it and maps its answers to the text. Knows
//! nothing of texts, formats or findings.

use std::{fmt, sync::Arc};

/// A schema of payloads.
pub trait PayloadSchema: fmt::Debug + Send + Sync {
    /// The violations of a payload, which is passed as JSON. Text that is not JSON is passed as a JSON string.
    fn violations(&self, payload: &str) -> Vec<Violation>;

    /// The violations of another value than a payload, with messages in these words.
    #[cfg(feature = "tool-calls")]
    fn violations_of(&self, value: &str, _: &SchemaWords) -> Vec<Violation> {
        self.violations(value)
    }

    /// What is known about the value at a pointer (RFC 6901), whether or not it exists.
    fn known(&self, pointer: &str) -> Known;
}

/// What messages about a value that is no payload call it, and its schema.
#[cfg(feature = "tool-calls")]
#[derive(Clone, Copy, Debug)]
pub struct SchemaWords<'w> {
    /// What the value is called at the beginning of a sentence.
    pub value: &'w str,
    /// What requires something of it.
    pub schema: &'w str,
}

#[cfg(feature = "tool-calls")]
impl Default for SchemaWords<'_> {
    fn default() -> Self {
        Self { value: "The payload", schema: "the schema" }
    }
}

/// A violation in a payload.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Violation {
    /// The pointer (RFC 6901) of the value it is about.
    pub pointer: String,
    /// Whether it is about the key of that value.
    pub is_key: bool,
    /// What is wrong and what is expected.
    pub message: String,
    /// What was probably meant: JSON, or the name of a key.
    pub meant: Option<String>,
}

/// The description of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Its title.
    pub title: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// What it must be, in words: `a number`.
    pub shape: Option<String>,
    /// An example, as JSON.
    pub example: Option<String>,
    /// The members it may have, in the order of the schema.
    pub members: Vec<KnownMember>,
    /// The values it may have.
    pub values: Vec<KnownValue>,
}

/// A member that an object may have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownMember {
    /// Its key.
    pub name: String,
    /// Whether it is required.
    pub is_required: bool,
    /// What it must be, in words.
    pub shape: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// A value to begin with, as JSON.
    pub value: Option<String>,
}

/// A permitted value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownValue {
    /// The value as JSON.
    pub json: String,
    /// What it means.
    pub description: Option<String>,
}

/// The schema in the options. Two are equal if they are the same one.
#[derive(Clone, Debug)]
pub struct Schema(Arc<dyn PayloadSchema>);

impl Schema {
    /// A schema that texts can be checked with.
    pub fn new(schema: impl PayloadSchema + 'static) -> Self {
        Self(Arc::new(schema))
    }

    pub(crate) fn violations(&self, payload: &str) -> Vec<Violation> {
        self.0.violations(payload)
    }

    /// The same of a value, in a language that has its name and that of the tool which asks for it.
    #[cfg(feature = "tool-calls")]
    pub(crate) fn violations_of(&self, value: &str, words: &SchemaWords) -> Vec<Violation> {
        self.0.violations_of(value, words)
    }

    pub(crate) fn known(&self, pointer: &str) -> Known {
        self.0.known(pointer)
    }
}

/// Makes schemas of texts, for files that contain the schemas of their own parts.
#[cfg(feature = "tool-calls")]
pub trait SchemaCompiler: fmt::Debug + Send + Sync {
    /// The schema in a text of JSON.
    ///
    /// # Errors
    ///
    /// Why nothing can be checked with it, in half a sentence.
    fn compile(&self, schema: &str) -> Result<Schema, String>;
}

/// The compiler in the options. Two are equal if they are the same one.
#[cfg(feature = "tool-calls")]
#[derive(Clone, Debug)]
pub struct Compiler(Arc<dyn SchemaCompiler>);

#[cfg(feature = "tool-calls")]
impl Compiler {
    /// A compiler that the schemas in texts are given to.
    pub fn new(compiler: impl SchemaCompiler + 'static) -> Self {
        Self(Arc::new(compiler))
    }

    pub(crate) fn compile(&self, schema: &str) -> Result<Schema, String> {
        self.0.compile(schema)
    }
}

#[cfg(feature = "tool-calls")]
impl PartialEq for Compiler {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

#[cfg(feature = "tool-calls")]
impl Eq for Compiler {}

impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Schema {}
