//! The words a format may use. A format is a table made of them; what they cannot express becomes a new word here, so
//! that checks, schemas, types, hover and completion can express it, too.

#[cfg(feature = "tool-calls")]
mod calls;
mod condition;
mod field;
mod listing;
mod pattern;
mod record;
#[cfg(feature = "tool-calls")]
mod records;
mod shape;
mod sign;

#[cfg(feature = "tool-calls")]
pub use calls::{
    AnswerSchema, Call, CallFile, CallResult, CallRole, ChoiceForms, Conversation, DeclaredTool, FragmentsFile, Order,
    OtherResult, SCHEMAS, SchemaRules, ToolNames,
};
pub use condition::{
    Check, Condition, Lookup, Measure, Relation, Should, Softer, Term, Test, at_least, at_most, below, check, term,
};
pub use field::{Absent, Alias, Field, alias, field};
pub use listing::{Listing, Section, TextPart, Wording};
pub use pattern::{is_like, is_like_any};
#[cfg(not(target_family = "wasm"))]
pub use pattern::{is_pattern, regex};
pub use record::{MadeFrom, Record, Source, Stray, Unknown, made_from, record, stray};
#[cfg(feature = "tool-calls")]
pub use records::{CallStream, StreamEnd, TurnRecords};
#[cfg(feature = "tool-calls")]
pub use shape::SAID;
pub use shape::{Choice, Counting, Form, List, Number, OWN, Shape, Text, Words, count, list, number, text, words};
pub(crate) use sign::step;
pub use sign::{ANY_FIELD, ANY_ITEM, Is, Mark, Sign, members, sign, there};

use crate::names::FileKind;
use crate::severity::Severity;

/// A kind of file we know.
#[derive(Debug)]
pub struct Format {
    /// Its stable name in options and reports.
    pub id: &'static str,
    /// The version of the specification.
    pub version: &'static str,
    /// The files that contain it, as globs; the first is the name without a phase.
    pub files: &'static [&'static str],
    /// What the names of these files say.
    pub named: FileKind,
    /// How a tool puts content into it; `None` if nothing is ever put into it.
    pub builder: Option<Builder>,
    /// Its object.
    pub record: Record,
    /// Its array, if it is not an object.
    pub list: Option<&'static List>,
    /// Members of the object, or of an item; two of them show that it has this format.
    pub telling: &'static [&'static str],
    /// What else shows that it has this format: all tests of a row hold. Only schemas use this, and the wasm makes
    /// none.
    #[cfg(not(target_family = "wasm"))]
    pub shown_by: &'static [&'static [Test]],
    /// What shows that an object has this format, each row by itself; the more telling ones come first.
    pub signs: &'static [Sign],
    /// What identifies an object that is in place of the format around it; the sign's words name it.
    pub bare: &'static [Sign],
    /// The usual keys of the string that holds another format.
    pub payload_keys: &'static [&'static str],
    /// A list that names other fields of the object.
    pub listing: Option<Listing>,
    /// What a tool writes if it makes the object itself.
    pub made_by_tool: &'static [Marker],
    /// The field with free members, and the member there that marks the end as missing.
    pub cut_mark: Option<(&'static str, &'static str)>,
    /// What each phase expects as its payload.
    pub phases: &'static [(u32, Expects)],
    /// Those in which today's program takes any text.
    pub unread_phases: &'static [u32],
    /// Who reads it, in a sentence that begins with "Read by"; empty when that is not known.
    pub reader: &'static str,
    /// People read the file, too: one member per line, and unescaped characters.
    pub is_for_people: bool,
    /// How the object relates to the request it answers.
    pub pairing: Option<Pairing>,
    /// The message for plain Markdown in its place; `None` if that is an ordinary syntax fault.
    pub markdown: Option<(Severity, &'static str)>,
    /// The message for text around the JSON, if readers extract the JSON from it; `None` if it is a fault.
    pub text_around: Option<(Severity, &'static str)>,
    /// The rules of the conversation in it, if models call tools there.
    #[cfg(feature = "tool-calls")]
    pub conversation: Option<&'static Conversation>,
    /// The fragments of calls in its records.
    #[cfg(feature = "tool-calls")]
    pub stream: Option<&'static CallStream>,
    /// How its records are the turns of a session.
    #[cfg(feature = "tool-calls")]
    pub turns: Option<&'static TurnRecords>,
    /// What shows that a record has this format, too, if one before it in the file has.
    #[cfg(feature = "tool-calls")]
    pub again: &'static [Sign],
}

/// What every format has; the rest are defaults for what most formats lack.
pub const fn format(id: &'static str, version: &'static str, record: Record) -> Format {
    Format {
        id,
        version,
        files: &[],
        named: FileKind::Other,
        builder: None,
        record,
        list: None,
        telling: &[],
        #[cfg(not(target_family = "wasm"))]
        shown_by: &[],
        signs: &[],
        bare: &[],
        payload_keys: &[],
        listing: None,
        made_by_tool: &[],
        cut_mark: None,
        phases: &[],
        unread_phases: &[],
        reader: "",
        is_for_people: false,
        pairing: None,
        markdown: None,
        text_around: None,
        #[cfg(feature = "tool-calls")]
        conversation: None,
        #[cfg(feature = "tool-calls")]
        stream: None,
        #[cfg(feature = "tool-calls")]
        turns: None,
        #[cfg(feature = "tool-calls")]
        again: &[],
    }
}

impl Format {
    /// The kind of its value: true for an array.
    pub fn is_list(&self) -> bool {
        self.list.is_some()
    }

    /// The list of sections that a format in it may have.
    pub fn payload_listing(&self) -> Option<&'static Listing> {
        self.payloads().iter().find_map(|it| it.listing.as_ref())
    }

    /// The field with the envelope's content: a string that holds a document, or an object that the words of other
    /// fields select; `None` for a format that is not an envelope.
    pub fn content(&self) -> Option<&'static Field> {
        let voted = |it: &Field| match it.shape.inner() {
            Shape::Text(facts) => {
                if let Form::Word(words) = facts.form {
                    words.voters
                } else {
                    None
                }
            }
            _ => None,
        };
        let fields = self.record.fields;
        let chosen = fields.iter().find_map(voted).map(|it| it.1);
        fields.iter().find(|it| it.is_payload() || chosen == Some(it.name))
    }

    /// The formats that a string in it may hold.
    pub fn payloads(&self) -> &'static [&'static Self] {
        let held = self.fields.iter().find_map(|it| match it.shape.inner() {
            Shape::Encoded(formats) => Some(*formats),
            _ => None,
        });
        held.unwrap_or_default()
    }
}

impl std::ops::Deref for Format {
    type Target = Record;

    fn deref(&self) -> &Record {
        &self.record
    }
}

/// How `wrap` puts content into an envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builder {
    /// Any text becomes a string in the answer to a request.
    Answer,
    /// An object becomes the data of a tool, or its error.
    ToolResult,
}

/// The fields that relate a response to its request.
#[derive(Clone, Copy, Debug)]
pub struct Pairing {
    /// The id, under the same name in both.
    pub id: &'static str,
    /// The version, under the same name in both.
    pub version: &'static str,
    /// The time of writing, under the same name in both.
    pub time: &'static str,
    /// How long the response took.
    pub duration: &'static str,
    /// How long the request allows.
    pub limit: &'static str,
    /// The status of a response that came in time.
    pub in_time: (&'static str, &'static str),
    /// The requested agent, and where the response names the one that wrote it: a member of an object.
    pub agent: (&'static str, (&'static str, &'static str)),
}

/// What a payload must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expects {
    /// An object; today's program refuses one that lacks one of these, or in which the last one says nothing.
    Object(&'static [&'static str]),
    /// An array.
    Array,
    /// An object with a list that names its sections.
    Listing,
}

/// A value that shows that a tool made the object.
#[derive(Clone, Copy, Debug)]
pub enum Marker {
    /// The field has one of these values.
    Text(&'static str, &'static [&'static str]),
    /// The object in the field has this member, and it is true.
    Flag(&'static str, &'static str),
}
