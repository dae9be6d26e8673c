//! Words for one member of an object.

use super::{Lookup, Shape, Test};
use crate::severity::Severity;

/// One member of an object, or every item of a list; items have no name.
#[derive(Debug)]
pub struct Field {
    /// The key.
    pub name: &'static str,
    /// What the value is.
    pub shape: Shape,
    /// One sentence for people, for hovers, completion, schemas, types and pages.
    pub doc: &'static str,
    /// How serious it is if the member is absent; `None` for optional ones.
    pub required: Option<Severity>,
    /// It is required only if all of these hold.
    pub when: &'static [Test],
    /// How serious it is if the member exists although one of `when` does not hold; `None` if it may exist.
    pub otherwise: Option<Severity>,
    /// What is written when it is absent.
    pub absent: Absent,
    /// Other keys that writers use for it.
    pub aliases: &'static [Alias],
    /// The value follows from another field.
    pub lookup: Option<&'static Lookup>,
    /// How serious a value of another type is.
    pub mistyped: Severity,
    /// What writers put in its place although the type differs, and how serious that is; it is checked all the same.
    pub instead: Option<(&'static Shape, Severity)>,
    /// The programs that read the file never look at the value.
    pub is_unchecked: bool,
    /// The value is copied from the paired request.
    pub from_request: bool,
}

/// What may be written for a member that is absent, without guessing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// Nothing: only the writer knows.
    Unknown,
    /// When the text was written, if the caller knows (`Options::created_at`).
    Time,
    /// How long writing it took, if the caller knows (`Options::duration_seconds`).
    Seconds,
    /// This JSON text.
    Json(&'static str),
    /// If a field has a certain value, this JSON text: the field, the value, the text.
    JsonWhen(&'static [&'static str; 3]),
    /// Fields, and a JSON text for each: the text for the only field that exists and is not empty is offered.
    JsonBeside(&'static [(&'static str, &'static str)]),
}

/// Another key for a field.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// The key as it is found.
    pub key: &'static str,
    /// Whether its value means the same as the field's.
    pub same_value: bool,
    /// If its value is an object: keys in it, and the fields that they replace.
    pub parts: &'static [(&'static str, &'static str)],
    /// The field is only likely to be meant.
    pub is_likely: bool,
}

/// A required or optional member; the defaults are those of most fields.
pub const fn field(name: &'static str, shape: Shape, doc: &'static str) -> Field {
    Field {
        name,
        shape,
        doc,
        required: None,
        when: &[],
        otherwise: None,
        absent: Absent::Unknown,
        aliases: &[],
        lookup: None,
        mistyped: Severity::Error,
        instead: None,
        is_unchecked: false,
        from_request: false,
    }
}

impl Field {
    /// The member is required.
    pub const fn required(mut self, severity: Severity) -> Self {
        self.required = Some(severity);
        self
    }

    /// It is required only if all of these hold.
    pub const fn when(mut self, tests: &'static [Test]) -> Self {
        self.when = tests;
        self
    }

    /// If one of the tests does not hold, it must not exist.
    pub const fn not_otherwise(mut self, severity: Severity) -> Self {
        self.otherwise = Some(severity);
        self
    }

    /// What is written when it is absent.
    pub const fn absent(mut self, absent: Absent) -> Self {
        self.absent = absent;
        self
    }

    /// Other keys for it.
    pub const fn aliases(mut self, aliases: &'static [Alias]) -> Self {
        self.aliases = aliases;
        self
    }

    /// Its value follows from another field.
    pub const fn follows(mut self, lookup: &'static Lookup) -> Self {
        self.lookup = Some(lookup);
        self
    }

    /// How serious a value of another type is, if not an error.
    pub const fn mistyped(mut self, severity: Severity) -> Self {
        self.mistyped = severity;
        self
    }

    /// What writers put in its place, and how serious that is.
    pub const fn instead(mut self, shape: &'static Shape, severity: Severity) -> Self {
        self.instead = Some((shape, severity));
        self
    }

    /// The programs do not look at its value; for a number, only that it is one, as `true` and `false` are in Python.
    pub const fn unchecked(mut self) -> Self {
        self.is_unchecked = true;
        self
    }

    /// Whether it is required whatever the other fields say.
    pub fn is_always_due(&self) -> bool {
        matches!(self.required, Some(Severity::Error | Severity::Warning)) && self.when.is_empty()
    }

    /// Whether it holds a document, encoded as a string.
    pub fn is_payload(&self) -> bool {
        matches!(self.shape.inner(), Shape::Encoded(_))
    }

    /// Whether no specification defines it.
    pub fn is_beyond(&self) -> bool {
        matches!(self.shape.inner(), Shape::Record(it) if it.is_beyond)
    }

    /// Its value comes from the paired request.
    pub const fn from_request(mut self) -> Self {
        self.from_request = true;
        self
    }
}

/// An alias whose value means the same.
pub const fn alias(key: &'static str) -> Alias {
    Alias { key, same_value: true, parts: &[], is_likely: false }
}

impl Alias {
    /// The field is only likely to be meant, not certainly.
    pub const fn likely(mut self) -> Self {
        self.is_likely = true;
        self
    }
}
