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
    /// What values ask of each other.
    pub conditions: &'static [Condition],
    /// What becomes of keys that are no fields.
    pub unknown: Unknown,
    /// Where keys are free: endings of keys, and what the values of such keys are instead; the field has no name.
    pub ending: Option<&'static (&'static [&'static str], Field)>,
    /// Keys that are no fields, and of which more can be said.
    pub strays: &'static [Stray],
    /// Other values that writers put in its place.
    pub made_from: &'static [MadeFrom],
    /// No specification speaks of it: what is said of it rests on programs alone.
    pub is_beyond: bool,
}

/// Keys that are no fields of the object.
#[derive(Clone, Copy, Debug)]
pub enum Unknown {
    /// They are allowed.
    Allowed,
    /// They are reported; the named field can take them.
    Reported(Severity, Option<&'static str>),
    /// They are free, and the value of each is what this field says; it has no name.
    Values(&'static Field),
}

/// A key that is no field here.
#[derive(Clone, Copy, Debug)]
pub struct Stray {
    /// The key; without one it speaks of all others.
    pub key: &'static str,
    /// How serious it is.
    pub severity: Severity,
    /// Appended to the message.
    pub advice: &'static str,
}

/// A value of another kind from which the object can be made.
#[derive(Clone, Copy, Debug)]
pub struct MadeFrom {
    /// What is there instead.
    pub source: Source,
    /// The JSON of the object: `$` is the value as it is, `#` its number in the list, or a free one.
    pub json: &'static str,
    /// Nothing is guessed by it.
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
    Record { title, fields, conditions: &[], unknown, ending: None, strays: &[], made_from: &[], is_beyond: false }
}

impl Record {
    /// What its values ask of each other.
    pub const fn conditions(mut self, conditions: &'static [Condition]) -> Self {
        self.conditions = conditions;
        self
    }

    /// What becomes of other keys.
    pub const fn others(mut self, unknown: Unknown) -> Self {
        self.unknown = unknown;
        self
    }

    /// What the values of free keys with these endings are.
    pub const fn ending(mut self, ending: &'static (&'static [&'static str], Field)) -> Self {
        self.ending = Some(ending);
        self
    }

    /// Other keys of which more can be said.
    pub const fn strays(mut self, strays: &'static [Stray]) -> Self {
        self.strays = strays;
        self
    }

    /// Other values from which it can be made.
    pub const fn made_from(mut self, made_from: &'static [MadeFrom]) -> Self {
        self.made_from = made_from;
        self
    }

    /// No specification speaks of it, nor of what is in it.
    pub const fn beyond(mut self) -> Self {
        self.is_beyond = true;
        self
    }

    /// The field of that name.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|it| it.name == name)
    }

    /// The title as a sentence takes it: `an agent response`.
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
    /// Nothing is guessed by it.
    pub const fn safely(mut self) -> Self {
        self.is_safe = true;
        self
    }
}
