//! The records of a format, each once and with a name for programs.

use agent_response::describe::{records, shape};
use agent_response::severity::Severity;
use agent_response::spec::{Choice, Field, Form, Format, OWN, Record, Shape, Unknown};

/// The records of a format, the object of the file first.
pub(super) struct Book {
    pub(super) records: Vec<(&'static Record, String)>,
    /// The unions of objects that a member of their own tells apart.
    pub(super) choices: Vec<(&'static Choice, String)>,
    /// The id of the format, as a name.
    prefix: String,
    /// Its files are of several kinds, so that no record is the one of all.
    has_kinds: bool,
}

/// Words of titles that are left out of names.
const SMALL: &[&str] = &["a", "an", "the", "of", "and", "object"];

/// Words between what something is and what it belongs to: names have them in the other order.
const JOINTS: &[&str] = &[" of ", " for ", " with "];

impl Book {
    pub(super) fn of(format: &'static Format) -> Self {
        let mut out = Self { records: Vec::new(), choices: Vec::new(), prefix: named(format.id), has_kinds: false };
        out.add(&format.record, "");
        if let Some(list) = format.list {
            out.add_shape(&list.item.shape);
        }
        out
    }

    /// The records of all kinds of a format.
    pub(super) fn of_kinds(format: &Format, kinds: &[&'static Format]) -> Self {
        let mut out = Self { records: Vec::new(), choices: Vec::new(), prefix: named(format.id), has_kinds: true };
        kinds.iter().for_each(|it| out.add(&it.record, ""));
        out
    }

    /// Adds a record; `which` tells it apart from others of its title.
    fn add(&mut self, record: &'static Record, which: &str) {
        if self.name(record).is_some() {
            return;
        }
        let name = self.free(record.title, which);
        self.records.push((record, name));
        for field in record.fields {
            self.add_shape(&field.shape);
            field.instead.into_iter().for_each(|it| self.add_shape(it.0));
        }
        if let Unknown::Values(field) = record.unknown {
            self.add_shape(&field.shape);
        }
    }

    /// A name that nothing else has.
    fn free(&self, title: &str, which: &str) -> String {
        let own = format!("{which}{}", if self.has_kinds { inverted(title) } else { named(title) });
        let first = word(&self.prefix);
        let is_first = self.records.is_empty() && !self.has_kinds;
        let mut name = if is_first || own.starts_with(first) { own } else { format!("{first}{own}") };
        let is_taken =
            |it: &str| self.records.iter().any(|other| other.1 == it) || self.choices.iter().any(|other| other.1 == it);
        let plain = name.clone();
        for number in 2.. {
            if !is_taken(&name) {
                break;
            }
            name = format!("{plain}{number}");
        }
        name
    }

    fn add_shape(&mut self, shape: &'static Shape) {
        own_choices(shape).into_iter().for_each(|it| self.add_choice(it));
        records(shape).into_iter().for_each(|it| self.add(it, ""));
    }

    /// Adds a union, and the objects in it. Names of those that share its title begin with the words that select them.
    fn add_choice(&mut self, choice: &'static Choice) {
        if self.choice(choice).is_some() {
            return;
        }
        let title = choice.other.title;
        let name = self.free(title, "");
        self.choices.push((choice, name));
        for record in choice.cases.iter().map(|it| it.1).chain([choice.other]) {
            let words: Vec<String> = words_of(choice, record).iter().map(|it| named(it)).collect();
            let which = if words.is_empty() { "Other".to_owned() } else { words.join("Or") };
            self.add(record, if record.title == title { &which } else { "" });
        }
    }

    /// The name of a record.
    pub(super) fn name(&self, record: &Record) -> Option<&str> {
        self.records.iter().find(|it| is_same(it.0, record)).map(|it| it.1.as_str())
    }

    /// The name of a union.
    pub(super) fn choice(&self, choice: &Choice) -> Option<&str> {
        self.choices.iter().find(|it| std::ptr::eq(it.0, choice)).map(|it| it.1.as_str())
    }

    /// The words by which a member of the record's own selects it, the name of the member, and whether there may be
    /// others.
    pub(super) fn selecting(&self, record: &Record) -> Option<(&'static str, Vec<&'static str>, bool)> {
        let has =
            |choice: &Choice| is_same(choice.other, record) || choice.cases.iter().any(|it| is_same(it.1, record));
        let choice = self.choices.iter().find(|it| has(it.0))?.0;
        let is_other = choice.cases.iter().all(|it| !is_same(it.1, record));
        let is_open = is_other && known_words(choice).is_none_or(|it| it.1);
        Some((own_key(choice)?, words_of(choice, record), is_open))
    }
}

/// Whether two records have the same table: several kinds of files have copies of one, with addresses of their own.
pub(super) fn is_same(left: &Record, right: &Record) -> bool {
    let is_like = |(one, other): (&'static Field, &'static Field)| {
        one.name == other.name && one.doc == other.doc && shape(&one.shape) == shape(&other.shape)
    };
    std::ptr::eq(left, right)
        || left.title == right.title
            && left.fields.len() == right.fields.len()
            && left.fields.iter().zip(right.fields).all(is_like)
            && left.conditions.iter().map(|it| it.message).eq(right.conditions.iter().map(|it| it.message))
}

/// The member of the object itself that selects it.
pub(super) fn own_key(choice: &Choice) -> Option<&'static str> {
    choice.by.first()?.strip_prefix(OWN)
}

/// Whether any word remains for the objects that none of the cases describes.
pub(super) fn has_others(choice: &'static Choice) -> bool {
    known_words(choice).is_none_or(|it| it.1) || !words_of(choice, choice.other).is_empty()
}

/// The words that the selecting member may be, and whether it may be others.
fn known_words(choice: &'static Choice) -> Option<(&'static [&'static str], bool)> {
    match choice.other.field(own_key(choice)?)?.shape.inner() {
        Shape::Text(facts) => match facts.form {
            Form::Word(words) => Some((words.known, words.is_open && words.other != Severity::Error)),
            _ => None,
        },
        _ => None,
    }
}

/// The words that select a record.
fn words_of(choice: &'static Choice, record: &Record) -> Vec<&'static str> {
    let cases = choice.cases.iter().filter(|it| is_same(it.1, record));
    let own: Vec<&str> = cases.flat_map(|it| it.0).copied().collect();
    if !own.is_empty() {
        return own;
    }
    let is_left = |it: &&str| choice.cases.iter().all(|case| !case.0.contains(it));
    known_words(choice).map_or(&[][..], |it| it.0).iter().copied().filter(is_left).collect()
}

/// The unions in a shape, or in its items.
fn own_choices(shape: &'static Shape) -> Vec<&'static Choice> {
    match shape.inner() {
        Shape::Choice(choice) if own_key(choice).is_some() => vec![choice],
        Shape::List(list) => own_choices(&list.item.shape),
        Shape::Either(shapes) => shapes.iter().flat_map(own_choices).collect(),
        _ => Vec::new(),
    }
}

/// `agent-response` as `AgentResponse`, `the task's state` as `TaskState`.
pub(super) fn named(title: &str) -> String {
    let title = title.replace("'s ", " ");
    let words = title.split(|it: char| !it.is_ascii_alphanumeric()).filter(|it| !it.is_empty() && !SMALL.contains(it));
    words.map(|it| it.get(..1).unwrap_or_default().to_ascii_uppercase() + it.get(1..).unwrap_or_default()).collect()
}

/// `event of a stream` as `StreamEvent`, `result of MCP` as `McpResult`.
fn inverted(title: &str) -> String {
    let parts = JOINTS.iter().find_map(|it| title.split_once(it));
    let title = parts.map_or_else(|| title.to_owned(), |(what, whole)| format!("{whole} {what}"));
    let is_short = |it: &str| it.len() > 1 && it.bytes().all(|it| it.is_ascii_uppercase());
    let words = title.split(' ').map(|it| if is_short(it) { it.to_ascii_lowercase() } else { it.to_owned() });
    named(&words.collect::<Vec<_>>().join(" "))
}

/// The first word of a name: `Agent` in `AgentResponse`.
fn word(name: &str) -> &str {
    let end = name.char_indices().skip(1).find(|it| it.1.is_ascii_uppercase()).map_or(name.len(), |it| it.0);
    name.get(..end).unwrap_or(name)
}

/// A title capitalized for the start of a line.
pub(super) fn heading(title: &str) -> String {
    let mut chars = title.chars();
    chars.next().map_or_else(String::new, |it| it.to_uppercase().chain(chars).collect())
}
