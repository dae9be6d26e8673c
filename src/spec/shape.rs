//! Words for what a value is.

use super::{Field, Format, Record, Test};
use crate::severity::Severity;

/// What a value is.
#[derive(Debug)]
pub enum Shape {
    /// Any value.
    Any,
    /// Any value but an object or an array.
    Scalar,
    /// A string.
    Text(Text),
    /// A number.
    Number(Number),
    /// True or false.
    Flag,
    /// An object with any members.
    Object,
    /// An object with any members: the arguments of a call, which writers of other formats encode as a string.
    #[cfg(feature = "tool-calls")]
    Arguments,
    /// An object with members of its own.
    Record(&'static Record),
    /// An object; another field says which.
    Choice(&'static Choice),
    /// An array of strings.
    Names,
    /// An array of items of one shape.
    List(&'static List),
    /// A string that holds JSON, in one of these formats if in any.
    Encoded(&'static [&'static Format]),
    /// Null, or a value of the shape.
    Nullable(&'static Shape),
    /// A value of one of the shapes, which its kind selects.
    #[cfg(feature = "tool-calls")]
    Either(&'static [Shape]),
}

/// What the name of a member begins with that selects the table of its own object, as in lists of such objects.
pub const OWN: &str = "./";

/// An object that another field, or a member of its own, selects from several.
#[derive(Debug)]
pub struct Choice {
    /// The paths of the deciding values, from the object that has the field; the first that exists counts. After
    /// [`OWN`], the only one, it is a member of the object itself.
    pub by: &'static [&'static str],
    /// The words of the deciding value, and the object.
    pub cases: &'static [(&'static [&'static str], &'static Record)],
    /// The object for any other word.
    pub other: &'static Record,
    /// After [`OWN`]: members that only one of the objects has, and that object, whatever the word is; not if they are null or
    /// empty.
    pub shown: &'static [(&'static str, &'static Record)],
}

/// Facts about an array.
#[derive(Debug)]
pub struct List {
    /// What each item is; it has no name.
    pub item: Field,
    /// The least number of items, and how serious fewer are.
    pub min: Option<(u32, Severity)>,
    /// The greatest number of items, and how serious more are.
    pub max: Option<(u32, Severity)>,
    /// A field in which no two items may be equal, and how serious it is if they are; without a name, the items
    /// themselves.
    pub unique: Option<(&'static str, Severity)>,
    /// The text before the number in such a field: duplicates and missing values get the next free number.
    pub numbered: Option<&'static str>,
    /// Another list of texts in the same object, which must have none of the unique items.
    pub apart_from: Option<&'static str>,
    /// A field that counts the items.
    pub counting: Option<Counting>,
}

/// A field of items that counts them.
#[derive(Clone, Copy, Debug)]
pub struct Counting {
    /// Its name.
    pub field: &'static str,
    /// The number of the first item.
    pub first: u32,
    /// How serious a wrong number is.
    pub severity: Severity,
}

/// Facts about a string.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// Its form.
    pub form: Form,
    /// How serious a blank string is.
    pub blank: Option<Severity>,
    /// How serious a placeholder is that was not filled in.
    pub placeholder: Severity,
    /// The greatest number of bytes in UTF-8, and how serious more are.
    pub max_bytes: Option<(u32, Severity)>,
}

/// The form of a string.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// Any text.
    Free,
    /// Any text in Markdown: editors open it as a document.
    Markdown,
    /// One of a few words.
    Word(&'static Words),
    /// A UUID.
    Uuid,
    /// An ISO 8601 time; how serious another text is.
    Time(Severity),
    /// The path of a file, from the root of the workspace and with `/` between its parts.
    Path,
    /// Lowercase words and digits, joined by hyphens; how serious another text is.
    Hyphened(Severity),
}

/// The words a string may be.
#[derive(Debug)]
pub struct Words {
    /// The words.
    pub known: &'static [&'static str],
    /// Words that writers use, and what they mean.
    pub meant: &'static [(&'static str, &'static str)],
    /// Words that are certainly meant, whatever writers use for them, if all of the tests hold; if one does not, they
    /// are not meant.
    ///
    /// If none of a word's tests hold, but all tests of another word do, the other word is meant.
    pub sure_when: &'static [(&'static str, &'static [Test])],
    /// Words for success, and the fields whose content contradicts them: next to those, no fix writes the word.
    pub never_beside: &'static [(&'static str, &'static [&'static str])],
    /// Fields whose values follow from the word, and one whose object it selects: if all of these are as another word
    /// requires, that one is meant.
    pub voters: Option<(&'static [&'static str], &'static str)>,
    /// Words may follow a prefix, or lack the `_` before them; then it is certain what is meant.
    pub are_names: bool,
    /// Words that belong in a sibling of their list: the words, and its field.
    pub elsewhere: Option<(&'static [&'static str], &'static str)>,
    /// How serious any other word is.
    pub other: Severity,
    /// Other words are allowed too; these are the usual ones.
    pub is_open: bool,
    /// Appended to the message about an unknown word.
    pub consequence: &'static str,
    /// Percentages, the highest first, and the word that is meant by a share of at least so much.
    pub shares: &'static [(u32, &'static str)],
}

/// Facts about a number.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// How serious a fraction is where only whole numbers belong.
    pub whole: Option<Severity>,
    /// The least value, and how serious less is.
    pub min: Option<(u32, Severity)>,
    /// Zero itself is too little.
    pub above_min: bool,
    /// The greatest value, and how serious more is.
    pub max: Option<(u32, Severity)>,
    /// Values above the greatest may be in thousandths of the unit.
    pub may_be_thousandths: bool,
    /// The unit, in a sentence.
    pub unit: &'static str,
}

impl Shape {
    /// The shape without the null that is also allowed.
    pub fn inner(&self) -> &Self {
        match self {
            Self::Nullable(shape) => shape,
            _ => self,
        }
    }

    /// The shape that a value of a kind has: of several, the first that accepts it.
    #[cfg(feature = "tool-calls")]
    pub fn of_kind(&self, accepts: impl Fn(&Self) -> bool) -> &Self {
        match self.inner() {
            Self::Either(shapes) => shapes.iter().find(|it| accepts(it)).unwrap_or(self),
            _ => self,
        }
    }

    /// Whether it is a text in Markdown.
    pub fn is_markdown(&self) -> bool {
        matches!(self.inner(), Self::Text(Text { form: Form::Markdown, .. }))
    }
}

/// A string with these facts.
pub const fn text(form: Form, blank: Option<Severity>) -> Shape {
    Shape::Text(Text { form, blank, placeholder: Severity::Warning, max_bytes: None })
}

/// A string in which anything may be said, dots and brackets, too.
#[cfg(feature = "tool-calls")]
pub const SAID: Shape =
    Shape::Text(Text { form: Form::Free, blank: None, placeholder: Severity::Hint, max_bytes: None });

/// These words, and how serious any other is.
pub const fn words(known: &'static [&'static str], other: Severity) -> Words {
    Words {
        known,
        meant: &[],
        sure_when: &[],
        never_beside: &[],
        voters: None,
        are_names: false,
        elsewhere: None,
        other,
        is_open: false,
        consequence: "",
        shares: &[],
    }
}

/// A number of any size.
pub const fn number(unit: &'static str) -> Number {
    Number { whole: None, min: None, above_min: false, max: None, may_be_thousandths: false, unit }
}

/// A whole number from 0, and how serious any other is.
pub const fn count(severity: Severity) -> Shape {
    Shape::Number(number("").whole(severity).from(0, severity))
}

/// An array of any number of such items.
pub const fn list(item: Field) -> List {
    List { item, min: None, max: None, unique: None, numbered: None, apart_from: None, counting: None }
}

impl Number {
    /// Without fractions.
    pub const fn whole(mut self, severity: Severity) -> Self {
        self.whole = Some(severity);
        self
    }

    /// From this value.
    pub const fn from(mut self, min: u32, severity: Severity) -> Self {
        self.min = Some((min, severity));
        self
    }

    /// Up to this value.
    pub const fn up_to(mut self, max: u32, severity: Severity) -> Self {
        self.max = Some((max, severity));
        self
    }
}

impl List {
    /// At least this many items.
    pub const fn at_least(mut self, min: u32, severity: Severity) -> Self {
        self.min = Some((min, severity));
        self
    }

    /// At most this many items.
    pub const fn at_most(mut self, max: u32, severity: Severity) -> Self {
        self.max = Some((max, severity));
        self
    }

    /// No two items are equal in this field; without a name, the items themselves differ.
    pub const fn unique(mut self, field: &'static str, severity: Severity) -> Self {
        self.unique = Some((field, severity));
        self
    }

    /// Such fields are a number after this prefix.
    pub const fn numbered(mut self, prefix: &'static str) -> Self {
        self.numbered = Some(prefix);
        self
    }

    /// The unique items are not in this other list, either.
    pub const fn apart_from(mut self, list: &'static str) -> Self {
        self.apart_from = Some(list);
        self
    }

    /// A field that counts the items.
    pub const fn counting(mut self, field: &'static str, first: u32, severity: Severity) -> Self {
        self.counting = Some(Counting { field, first, severity });
        self
    }
}
