//! What a caller knows of payloads, such as a JSON Schema of its project: the library asks, and gives the answers a place.
//! Knows nothing of texts, formats or findings.

use std::{fmt, sync::Arc};

/// Something that knows what payloads have to be.
pub trait PayloadSchema: fmt::Debug + Send + Sync {
    /// What is wrong with a payload, which is given as JSON. Text that is no JSON is given as a JSON string.
    fn violations(&self, payload: &str) -> Vec<Violation>;

    /// What is known of the value at a pointer (RFC 6901), whether or not there is one.
    fn known(&self, pointer: &str) -> Known;
}

/// Something wrong with a payload.
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

/// What is known of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// What it is called.
    pub title: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// What it has to be, in words: `a number`.
    pub shape: Option<String>,
    /// An example, as JSON.
    pub example: Option<String>,
    /// The members it may have, in the order of the schema.
    pub members: Vec<KnownMember>,
    /// Values that it may have.
    pub values: Vec<KnownValue>,
}

/// A member that an object may have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownMember {
    /// Its key.
    pub name: String,
    /// Whether it has to be there.
    pub is_required: bool,
    /// What it has to be, in words.
    pub shape: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// A value to begin with, as JSON.
    pub value: Option<String>,
}

/// A value that fits.
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

    pub(crate) fn known(&self, pointer: &str) -> Known {
        self.0.known(pointer)
    }
}

impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Schema {}
