//! Words for an object as a whole.

use super::{Condition, Field};
use crate::severity::Severity;

/// An object: of a file, or in a field.
#[derive(Debug)]
pub struct Record {
    /// Its name in a sentence.
    pub title: &'static str,
    /// Its members.
    pub fields: &'static [Field],
    /// What values require of each other.
    pub conditions: &'static [Condition],
    /// How keys that are not fields are treated.
    pub unknown: Unknown,
    /// If keys are free: endings of keys, and the field for the values of such keys instead; it has no name.
    pub ending: Option<&'static (&'static [&'static str], Field)>,
    /// Keys that are not fields, and that have a message of their own.
    pub strays: &'static [Stray],
    /// Other values that writers put in its place.
    pub made_from: &'static [MadeFrom],
    /// No specification mentions it: its table is based on programs alone.
    pub is_beyond: bool,
    /// What it is in a conversation with tools.
    #[cfg(feature = "tool-calls")]
    pub role: Option<&'static super::CallRole>,
}

/// Keys that are not fields of the object.
#[derive(Clone, Copy, Debug)]
pub enum Unknown {
    /// They are allowed.
    Allowed,
    /// They are reported; the named field can take them.
    Reported(Severity, Option<&'static str>),
    /// They are free, and this field, which has no name, describes the value of each.
    Values(&'static Field),
}

/// A key that is not a field here.
#[derive(Clone, Copy, Debug)]
pub struct Stray {
    /// The key; if empty, it stands for all others.
    pub key: &'static str,
    /// How serious it is.
    pub severity: Severity,
    /// Appended to the message.
    pub advice: &'static str,
}

/// A value of another kind from which the object can be made.
#[derive(Clone, Copy, Debug)]
pub struct MadeFrom {
    /// The kind of value found instead.
    pub source: Source,
    /// The JSON of the object: `$` is the value as written, `#` its number in the list, or a free one.
    pub json: &'static str,
    /// It involves no guess.
    pub is_safe: bool,
}

/// What may be found in place of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A string that is not blank.
    Text,
    /// An array.
    Array,
}

/// An object with these members and no others.
pub const fn record(title: &'static str, fields: &'static [Field]) -> Record {
    let unknown = Unknown::Reported(Severity::Warning, None);
    Record {
        title,
        fields,
        conditions: &[],
        unknown,
        ending: None,
        strays: &[],
        made_from: &[],
        is_beyond: false,
        #[cfg(feature = "tool-calls")]
        role: None,
    }
}

impl Record {
    /// Sets what its values require of each other.
    pub const fn conditions(mut self, conditions: &'static [Condition]) -> Self {
        self.conditions = conditions;
        self
    }

    /// Sets how other keys are treated.
    pub const fn others(mut self, unknown: Unknown) -> Self {
        self.unknown = unknown;
        self
    }

    /// Sets the field for the values of free keys with these endings.
    pub const fn ending(mut self, ending: &'static (&'static [&'static str], Field)) -> Self {
        self.ending = Some(ending);
        self
    }

    /// Other keys that have a message of their own.
    pub const fn strays(mut self, strays: &'static [Stray]) -> Self {
        self.strays = strays;
        self
    }

    /// Other values from which it can be made.
    pub const fn made_from(mut self, made_from: &'static [MadeFrom]) -> Self {
        self.made_from = made_from;
        self
    }

    /// No specification mentions it, nor its content.
    pub const fn beyond(mut self) -> Self {
        self.is_beyond = true;
        self
    }

    /// What it is in a conversation with tools.
    #[cfg(feature = "tool-calls")]
    pub const fn role(mut self, role: &'static super::CallRole) -> Self {
        self.role = Some(role);
        self
    }

    /// The field of this name.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|it| it.name == name)
    }

    /// The title with its article: `an agent response`.
    pub fn title_with_article(&self) -> String {
        let article = if matches!(self.title.as_bytes(), [b'a' | b'e' | b'i' | b'o' | b'u', ..]) { "an" } else { "a" };
        format!("{article} {}", self.title)
    }
}

/// A key that belongs nowhere in the object.
pub const fn stray(key: &'static str, severity: Severity, advice: &'static str) -> Stray {
    Stray { key, severity, advice }
}

/// A value from which the object is made as a guess.
pub const fn made_from(source: Source, json: &'static str) -> MadeFrom {
    MadeFrom { source, json, is_safe: false }
}

impl MadeFrom {
    /// It involves no guess.
    pub const fn safely(mut self) -> Self {
        self.is_safe = true;
        self
    }
}
