//! How a run ended, according to the fields next to its status: no fix turns an error into a success.

use crate::bind::{Object, same_word};
use crate::document::Document;
use crate::json::{Kind, NodeId};
use crate::spec::{Field, Form, Record, Shape, Text, Words};

/// Whether a field contradicts a word next to it.
pub(crate) fn is_denied(document: &Document, object: NodeId, words: &Words, word: &str) -> bool {
    let Some((_, fields)) = words.never_beside.iter().find(|it| it.0 == word) else { return false };
    let (tree, text) = (&document.tree, &*document.text);
    let denies = |(key, value): (NodeId, NodeId)| {
        fields.iter().any(|it| same_word(&tree.text(text, key), it))
            && says_something(document, value)
            && tree.span(value).of(text) != "0"
    };
    tree.kind(object) == Kind::Object && tree.members(object).any(denies)
}

/// Whether a field is all that an object says about its outcome (an error without a payload, or a payload without an
/// error): then the status may be what is wrong.
pub(crate) fn is_all_that_is_said(document: &Document, object: &Object, field: &str) -> bool {
    let fields = object.record.fields;
    let says = |name: &str| object.member(name).is_some_and(|it| says_something(document, it.value));
    let mut payloads = fields.iter().filter(|it| it.is_payload()).map(|it| it.name);
    let mut denials = fields.iter().filter_map(words_of).flat_map(|it| it.never_beside).flat_map(|it| it.1).peekable();
    match payloads.clone().any(|it| it == field) {
        true => denials.peek().is_some() && !denials.any(|it| says(it)),
        false => denials.any(|it| *it == field) && payloads.clone().next().is_some() && !payloads.any(says),
    }
}

/// Whether any of an object's fields says that it is not a success.
pub(crate) fn is_failure(document: &Document, object: NodeId, record: &Record) -> bool {
    let says_failure = |field: &Field| says_failure(document, object, field, |key| key == field.name);
    document.tree.kind(object) == Kind::Object && record.fields.iter().any(says_failure)
}

/// Whether a word for a missing field would make an object a success, while the object or one inside it says the
/// opposite: the missing value may be there, and `task_status` may be what was meant.
pub(crate) fn is_contradicted(document: &Document, object: NodeId, field: &Field, word: &str) -> bool {
    let is_good = outcome_of(field).is_some_and(|it| it.1 == word);
    let (tree, whole) = (&document.tree, document.tree.span(object));
    let mut inside = tree.objects().filter(|it| whole.start <= tree.span(*it).start && tree.span(*it).end <= whole.end);
    is_good && inside.any(|it| says_failure(document, it, field, |key| key.ends_with(field.name)))
}

/// Whether an object, or one inside it, says that it is not a success, in a field or under a key that ends with a
/// field's name.
pub(crate) fn is_any_failure(document: &Document, object: NodeId, record: &Record) -> bool {
    let good = |field: &Field| outcome_of(field).map(|it| it.1);
    record.fields.iter().any(|it| good(it).is_some_and(|word| is_contradicted(document, object, it, word)))
}

/// Whether an object says that it is not a success: in a field, or by a value that is never next to the word for
/// success.
fn says_failure(document: &Document, object: NodeId, field: &Field, is_it: impl Fn(&str) -> bool) -> bool {
    let (tree, text) = (&document.tree, &*document.text);
    let Some((words, good)) = outcome_of(field) else { return false };
    let mut values = tree.members(object).filter(|it| tree.kind(it.1) == Kind::String && is_it(&tree.text(text, it.0)));
    let is_bad = |(_, value): (NodeId, NodeId)| meaning(words, &tree.text(text, value)).is_some_and(|it| it != good);
    values.any(is_bad) || is_denied(document, object, words, good)
}

/// Whether a text without JSON reports a failure: it begins with a word for one, contains one after a field's name, or is a
/// page of HTML.
pub(crate) fn reports_failure(text: &str, record: &Record) -> bool {
    #[rustfmt::skip] // Several in a line.
    const WORDS: &[&str] = &[
        "error", "traceback", "exception", "fatal", "failed", "fail", "failure", "panic", "timeout", "cancelled", "doctype", "html",
    ];
    let first = first_word(text.trim_start().lines().next().unwrap_or_default());
    let lower = text.to_ascii_lowercase();
    let names_failure = |field: &Field| {
        let Some((words, good)) = outcome_of(field) else { return false };
        let mut after = lower.match_indices(field.name).filter_map(|it| lower.get(it.0 + it.1.len()..));
        after.any(|it| meaning(words, first_word(it)).is_some_and(|it| it != good))
    };
    // Python's errors are named `ValueError: …`.
    WORDS.iter().any(|it| first.eq_ignore_ascii_case(it))
        || first.ends_with("Error")
        || first.ends_with("Exception")
        || record.fields.iter().any(names_failure)
}

/// The first run of letters and digits.
fn first_word(text: &str) -> &str {
    text.split(|it: char| !it.is_ascii_alphanumeric()).find(|it| !it.is_empty()).unwrap_or_default()
}

/// Whether a value is something other than null, false or empty.
pub(crate) fn says_something(document: &Document, value: NodeId) -> bool {
    let tree = &document.tree;
    match tree.kind(value) {
        Kind::Null | Kind::False | Kind::Broken => false,
        Kind::String => !tree.is_blank(&document.text, value),
        Kind::Array | Kind::Object => tree.children(value).next().is_some(),
        Kind::True | Kind::Number => true,
    }
}

/// The word that a text means.
fn meaning(words: &Words, text: &str) -> Option<&'static str> {
    let known = words.known.iter().find(|it| same_word(text, it)).copied();
    known.or_else(|| words.meant.iter().find(|it| same_word(text, it.0)).map(|it| it.1))
}

/// The words of a field that says how a run ended, and the one for success.
fn outcome_of(field: &Field) -> Option<(&'static Words, &'static str)> {
    let words = words_of(field)?;
    Some((words, words.never_beside.first()?.0))
}

fn words_of(field: &Field) -> Option<&'static Words> {
    match field.shape.inner() {
        Shape::Text(Text { form: Form::Word(words), .. }) => Some(words),
        _ => None,
    }
}
