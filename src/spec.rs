//! The words a format may use. A format is a table made of them; what they cannot say becomes a new word here,
//! so that checks, schemas, types, hover and completion can say it too.

use crate::diagnostic::Severity;

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

/// What a value is.
#[derive(Debug)]
pub enum Shape {
    /// A string.
    Text(Text),
    /// A number.
    Number(Number),
    /// An object with any members.
    Object,
    /// An array of strings.
    Names,
    /// A string that holds JSON, in one of these formats if in any.
    Encoded(&'static [&'static Format]),
    /// Null, or a value of the shape.
    Nullable(&'static Shape),
}

/// Facts about a string.
#[derive(Debug)]
pub struct Text {
    /// What it has to look like.
    pub form: Form,
    /// How serious a blank string is.
    pub blank: Option<Severity>,
    /// How serious a placeholder is that was never filled in.
    pub placeholder: Severity,
}

/// The form of a string.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// Any text.
    Free,
    /// One of a few words.
    Word(&'static Words),
    /// A UUID.
    Uuid,
    /// An ISO 8601 time; how serious another text is.
    Time(Severity),
}

/// The words a string may be.
#[derive(Debug)]
pub struct Words {
    /// The words.
    pub known: &'static [&'static str],
    /// Words that writers use, and what they mean.
    pub meant: &'static [(&'static str, &'static str)],
    /// How serious any other word is.
    pub other: Severity,
    /// Other words are allowed too; these are the usual ones.
    pub is_open: bool,
    /// Said behind the message about another word.
    pub consequence: &'static str,
}

/// Facts about a number.
#[derive(Debug)]
pub struct Number {
    /// Fractions are not allowed.
    pub is_whole: bool,
    /// The least value, and how serious less is.
    pub min: Option<(i64, Severity)>,
    /// Zero itself is too little.
    pub above_min: bool,
    /// The greatest value, and how serious more is.
    pub max: Option<(i64, Severity)>,
    /// Values above the greatest may be in thousandths of the unit.
    pub may_be_thousandths: bool,
    /// The unit, in a sentence.
    pub unit: &'static str,
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

/// A field with the names of other fields, each of which is a text of its own.
#[derive(Debug)]
pub struct Listing {
    /// The field with the names.
    pub list: &'static str,
    /// The texts we know.
    pub sections: &'static [Section],
    /// How texts begin that we do not know.
    pub begins: &'static str,
    /// Fields beside the texts that are none.
    pub not_sections: &'static [&'static str],
}

/// A text that may be listed.
#[derive(Debug)]
pub struct Section {
    /// The key, and the name in the list.
    pub name: &'static str,
    /// How the text begins; empty when that is open.
    pub begins: &'static str,
    /// The readers ask for it.
    pub is_expected: bool,
    /// The least number of characters the readers ask for.
    pub min_chars: usize,
    /// The parts the text is made of.
    pub parts: &'static [Part],
    /// Phrases of the text that is put in when none was written.
    pub generic: &'static [&'static str],
}

/// A part of a text: a heading with a list of rules under it.
#[derive(Debug)]
pub struct Part {
    /// The heading, behind `### `.
    pub heading: &'static str,
    /// The sign each rule begins with.
    pub sign: &'static str,
    /// The least number of rules.
    pub min: usize,
    /// The greatest number of rules.
    pub max: usize,
    /// How a rule is to be worded.
    pub wording: Wording,
}

/// How the rules of a part are worded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wording {
    /// Without this word at the start, which the heading says already; with a reason in brackets.
    Without(&'static str),
    /// With this word at the start; with a reason in brackets.
    With(&'static str),
    /// `Topic: Ask …`.
    Topic(&'static str),
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

impl Shape {
    /// The shape without the null that is allowed beside it.
    pub fn inner(&self) -> &Self {
        match self {
            Self::Nullable(shape) => shape,
            _ => self,
        }
    }
}

/// An alias whose value means the same.
pub const fn alias(key: &'static str) -> Alias {
    Alias { key, same_value: true, parts: &[] }
}

/// A string with these facts.
pub const fn text(form: Form, blank: Option<Severity>) -> Shape {
    Shape::Text(Text { form, blank, placeholder: Severity::Warning })
}
