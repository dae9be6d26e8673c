//! The words a format may use. A format is a table made of them; what they cannot say becomes a new word here,
//! so that checks, schemas, types, hover and completion can say it too.

mod listing;
mod shape;

use crate::diagnostic::Severity;

pub use listing::{Listing, Part, Section, Wording};
pub use shape::{Form, Number, Shape, Text, Words, text};

/// A kind of object we know.
#[derive(Debug)]
pub struct Format {
    /// Its stable name in options and reports.
    pub id: &'static str,
    /// Its name in a sentence.
    pub title: &'static str,
    /// The version of the specification.
    pub version: &'static str,
    /// The files that hold it, as globs; the first is the name without a phase.
    pub files: &'static [&'static str],
    /// The members of the object.
    pub fields: &'static [Field],
    /// What a value asks of another field.
    pub conditions: &'static [Condition],
    /// What becomes of keys that are no fields.
    pub unknown: Unknown,
    /// A list that names other fields of the object.
    pub listing: Option<Listing>,
    /// What a tool writes that makes the object itself.
    pub made_by_tool: &'static [Marker],
    /// What the payload is in each phase.
    pub phases: &'static [(u32, Expects)],
    /// People read the file too: one member a line, and characters as they are.
    pub is_for_people: bool,
    /// How the object goes with the request it answers.
    pub pairing: Option<Pairing>,
}

/// The fields by which an answer goes with its request.
#[derive(Clone, Copy, Debug)]
pub struct Pairing {
    /// The id, under the same name in both.
    pub id: &'static str,
    /// The version, under the same name in both.
    pub version: &'static str,
    /// The time of writing, under the same name in both.
    pub time: &'static str,
    /// How long the answer took.
    pub duration: &'static str,
    /// How long the request allows.
    pub limit: &'static str,
    /// The status of an answer that came in time.
    pub in_time: (&'static str, &'static str),
    /// The agent asked, and where the answer names the one that wrote it: a member of an object.
    pub agent: (&'static str, (&'static str, &'static str)),
}

/// What a payload has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expects {
    /// An object.
    Object,
    /// An array.
    Array,
    /// An object with a list that names its sections.
    Listing,
}

/// Keys that are no fields of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// They are no one's business.
    Allowed,
    /// They are reported; the field named takes what does not belong beside it.
    Reported(Severity, Option<&'static str>),
}

/// One member of an object.
#[derive(Debug)]
pub struct Field {
    /// The key.
    pub name: &'static str,
    /// What the value is.
    pub shape: Shape,
    /// One sentence for people.
    pub doc: &'static str,
    /// How serious it is when the member is absent; none for optional ones.
    pub required: Option<Severity>,
    /// What is written when it is absent.
    pub absent: Absent,
    /// Other keys that writers use for it.
    pub aliases: &'static [Alias],
    /// The programs that read the file never look at the type of the value.
    pub is_unchecked: bool,
    /// The value is copied from the paired request.
    pub from_request: bool,
}

/// What may be written for a member that is absent, without guessing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// Nothing: only the writer knows.
    Unknown,
    /// This JSON text.
    Json(&'static str),
    /// This JSON text if the field has that value.
    JsonWhen(&'static str, &'static str, &'static str),
}

/// A key that stands for a field.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// The key as it is found.
    pub key: &'static str,
    /// Whether its value means the same as the field's.
    pub same_value: bool,
    /// When its value is an object: keys in it, and the fields they stand for.
    pub parts: &'static [(&'static str, &'static str)],
}

/// What the value of one field asks of another.
#[derive(Debug)]
pub struct Condition {
    /// The field that decides, and the values for which the condition holds.
    pub when: (&'static str, &'static [&'static str]),
    /// The field that is judged.
    pub field: &'static str,
    /// What it should be.
    pub should: Should,
    /// The rule that reports it.
    pub rule: &'static str,
    /// How serious it is otherwise.
    pub severity: Severity,
    /// The message.
    pub message: &'static str,
    /// A JSON text that may be meant instead.
    pub suggestion: Option<&'static str>,
}

/// What a condition asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Should {
    /// Null.
    BeNull,
    /// Anything but null.
    NotBeNull,
    /// A string with something in it; null is judged elsewhere.
    NotBeBlank,
    /// Neither null nor blank.
    BeFilled,
    /// Not this word.
    NotBe(&'static str),
}

/// A value by which one sees that a tool made the object.
#[derive(Clone, Copy, Debug)]
pub enum Marker {
    /// The field has one of these values.
    Text(&'static str, &'static [&'static str]),
    /// The object in the field has this member, and it is true.
    Flag(&'static str, &'static str),
}

/// A required or optional member; the defaults are those of most fields.
pub const fn field(name: &'static str, shape: Shape, doc: &'static str) -> Field {
    Field {
        name,
        shape,
        doc,
        required: None,
        absent: Absent::Unknown,
        aliases: &[],
        is_unchecked: false,
        from_request: false,
    }
}

impl Format {
    /// The title as a sentence takes it: `an agent response`.
    pub fn title_with_article(&self) -> String {
        let article = if self.title.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {}", self.title)
    }
}

impl Field {
    /// The member has to be there.
    pub const fn required(mut self, severity: Severity) -> Self {
        self.required = Some(severity);
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

    /// The programs do not look at its type.
    pub const fn unchecked(mut self) -> Self {
        self.is_unchecked = true;
        self
    }

    /// Its value comes from the paired request.
    pub const fn from_request(mut self) -> Self {
        self.from_request = true;
        self
    }
}

/// An alias whose value means the same.
pub const fn alias(key: &'static str) -> Alias {
    Alias { key, same_value: true, parts: &[] }
}
