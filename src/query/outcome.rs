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
        fields.iter().any(|it| same_word(&tree.text(text, key), it)) && says_something(document, value)
    };
    tree.kind(object) == Kind::Object && tree.members(object).any(denies)
}

/// Whether without a field nothing would be left of an error: where there is no payload, it may be the status that is wrong.
pub(crate) fn is_all_that_is_said(document: &Document, object: &Object, field: &str) -> bool {
    let fields = object.record.fields;
    let denies = |it: &Words| it.never_beside.iter().any(|it| it.1.contains(&field));
    let says = |it: &Field| object.member(it.name).is_some_and(|it| says_something(document, it.value));
    let mut payloads = fields.iter().filter(|it| it.is_payload()).peekable();
    fields.iter().filter_map(words_of).any(denies) && payloads.peek().is_some() && !payloads.any(says)
}

/// Whether an object says by any of its fields that it is no success.
pub(crate) fn is_failure(document: &Document, object: NodeId, record: &Record) -> bool {
    let tree = &document.tree;
    tree.kind(object) == Kind::Object
        && record.fields.iter().filter_map(|it| Some((it, words_of(it)?))).any(|(field, words)| {
            let Some(&(good, _)) = words.never_beside.first() else { return false };
            let value = tree.get(&document.text, object, field.name);
            let says = value.filter(|it| tree.kind(*it) == Kind::String).map(|it| tree.text(&document.text, it));
            let is_other = says.is_some_and(|it| meaning(words, &it).is_some_and(|it| it != good));
            is_other || is_denied(document, object, words, good)
        })
}

/// Whether a text without JSON reports a failure.
pub(crate) fn begins_with_failure(text: &str) -> bool {
    const WORDS: &[&str] = &["error", "traceback", "exception", "fatal", "failed", "failure", "panic", "timeout"];
    let text = text.trim_start();
    let line = text.get(..text.find('\n').unwrap_or(text.len())).unwrap_or_default();
    let first = line.split(|it: char| !it.is_ascii_alphanumeric()).find(|it| !it.is_empty()).unwrap_or_default();
    // Python's errors are named `ValueError: …`.
    WORDS.iter().any(|it| first.eq_ignore_ascii_case(it)) || first.ends_with("Error") || first.ends_with("Exception")
}

/// Whether a value is more than null, false or nothing.
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

fn words_of(field: &Field) -> Option<&'static Words> {
    match field.shape.inner() {
        Shape::Text(Text { form: Form::Word(words), .. }) => Some(words),
        _ => None,
    }
}
