//! What is offered for a field: pieces of JSON with placeholders.

use crate::json::quote;
use crate::severity::Severity;
use crate::spec::{Absent, Field, Form, Listing, Record, Section, Shape};

/// A piece of the inserted text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SnippetPart {
    /// JSON text.
    Text(String),
    /// A placeholder with its initial text.
    Stop(String),
    /// A placeholder for one of these.
    OneOf(&'static [&'static str]),
}

/// What is known besides the tables.
pub(super) struct Facts<'k> {
    /// The id in the request.
    pub(super) id: Option<&'k str>,
    /// The host's clock.
    pub(super) now: Option<&'k str>,
}

fn text(json: impl Into<String>) -> SnippetPart {
    SnippetPart::Text(json.into())
}

fn around(open: &str, close: &str) -> Vec<SnippetPart> {
    vec![text(open), SnippetPart::Stop(String::new()), text(close)]
}

/// An initial value.
pub(super) fn slot(field: &Field, known: &Facts) -> Vec<SnippetPart> {
    if let Some(id) = known.id.filter(|_| field.from_request) {
        return vec![text(quote(id))];
    }
    match field.absent {
        Absent::Json(json) => return vec![text(json)],
        Absent::JsonWhen([_, _, json]) => return vec![text(*json)],
        Absent::Unknown | Absent::Time | Absent::Seconds | Absent::JsonBeside(_) => (),
    }
    match &field.shape {
        Shape::Nullable(_) => vec![SnippetPart::Stop("null".to_owned())],
        Shape::Number(_) => vec![SnippetPart::Stop("0".to_owned())],
        Shape::Flag => vec![SnippetPart::Stop("false".to_owned())],
        Shape::Names | Shape::List(_) => around("[", "]"),
        Shape::Object | Shape::Record(_) | Shape::Choice(_) => around("{", "}"),
        #[cfg(feature = "tool-calls")]
        Shape::Arguments => around("{", "}"),
        Shape::Text(facts) => match facts.form {
            Form::Word(words) => match words.known {
                [only] => vec![text(quote(only))],
                known => vec![text("\""), SnippetPart::OneOf(known), text("\"")],
            },
            Form::Time(_) if known.now.is_some() => vec![text(quote(known.now.unwrap_or_default()))],
            _ => around("\"", "\""),
        },
        Shape::Encoded(_) => around("\"", "\""),
        Shape::Any | Shape::Scalar => vec![SnippetPart::Stop(String::new())],
        #[cfg(feature = "tool-calls")]
        Shape::Either(_) => vec![SnippetPart::Stop(String::new())],
    }
}

/// A member with an initial value.
pub(super) fn member(field: &Field, known: &Facts) -> Vec<SnippetPart> {
    let mut out = vec![text(format!("{}: ", quote(field.name)))];
    out.extend(slot(field, known));
    out
}

/// An object with its required fields.
pub(super) fn object(record: &Record, known: &Facts, indent: &str) -> Vec<SnippetPart> {
    let mut out = vec![text("{")];
    let due = record.fields.iter().filter(|it| it.is_always_due());
    for (idx, field) in due.enumerate() {
        out.push(text(format!("{}\n{indent}  ", if idx > 0 { "," } else { "" })));
        out.extend(member(field, known));
    }
    out.push(text(if out.len() > 1 { format!("\n{indent}}}") } else { "}".to_owned() }));
    out
}

/// A section with its heading.
pub(super) fn section(listing: &Listing, known: Option<&Section>, name: &str) -> Vec<SnippetPart> {
    let begins = known.map_or(listing.begins, |it| it.begins);
    let mut title = String::new();
    for word in name.split(['_', '-']).filter(|it| !it.is_empty()) {
        let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        title.push_str(if title.is_empty() { "" } else { " " });
        title.push_str(&first.to_ascii_uppercase());
        title.push_str(rest);
    }
    let begin = match begins {
        "" => String::new(),
        it if it.starts_with('#') => format!("{}{title}\n\n", it),
        it => format!("{}\n", it.trim_end()),
    };
    let open = format!("{}: {}", quote(name), quote(&begin));
    vec![text(open.strip_suffix('"').unwrap_or(&open)), SnippetPart::Stop(String::new()), text("\"")]
}

/// The values that fit a shape.
pub(super) fn values(field: &Field, known: &Facts) -> Vec<Vec<SnippetPart>> {
    let mut out = Vec::new();
    if let Some(id) = known.id.filter(|_| field.from_request) {
        out.push(vec![text(quote(id))]);
    }
    match field.shape.inner() {
        Shape::Text(facts) => match facts.form {
            Form::Word(words) => out.extend(words.known.iter().map(|it| vec![text(quote(it))])),
            Form::Time(_) => out.extend(known.now.map(|it| vec![text(quote(it))])),
            _ => (),
        },
        Shape::Flag => out.extend(["true", "false"].map(|it| vec![text(it)])),
        Shape::Names | Shape::List(_) => out.push(around("[", "]")),
        Shape::Record(record) => out.push(object(record, known, "")),
        Shape::Object | Shape::Choice(_) => out.push(around("{", "}")),
        #[cfg(feature = "tool-calls")]
        Shape::Arguments => out.push(around("{", "}")),
        Shape::Any | Shape::Scalar | Shape::Number(_) | Shape::Encoded(_) | Shape::Nullable(_) => (),
        #[cfg(feature = "tool-calls")]
        Shape::Either(_) => (),
    }
    match field.absent {
        Absent::Json(json) => out.push(vec![text(json)]),
        Absent::JsonWhen([_, _, json]) => out.push(vec![text(*json)]),
        Absent::Unknown | Absent::Time | Absent::Seconds | Absent::JsonBeside(_) => (),
    }
    if matches!(field.shape, Shape::Nullable(_)) {
        out.push(vec![text("null")]);
    }
    let mut unique: Vec<Vec<SnippetPart>> = Vec::new();
    for value in out {
        if !unique.contains(&value) {
            unique.push(value);
        }
    }
    unique
}

/// The rank of optional fields.
pub(super) const LAST_RANK: u8 = 4;

/// The order in which missing fields are shown.
pub(super) fn rank(field: &Field) -> u8 {
    match field.required {
        Some(Severity::Error) if field.when.is_empty() => 0,
        Some(Severity::Warning) if field.when.is_empty() => 1,
        Some(Severity::Error | Severity::Warning) => 2,
        Some(Severity::Info | Severity::Hint) => 3,
        None => LAST_RANK,
    }
}
