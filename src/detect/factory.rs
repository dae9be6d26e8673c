//! What tells an answer of the Factory, whose words other answers have too.

use super::{Found, Keys};
use crate::bind::{closest, same_word};
use crate::diagnostic::Severity::Error;
use crate::document::Document;
use crate::formats::{AGENT_RESPONSE, FACTORY};
use crate::json::{Kind, NodeId};
use crate::spec::{Form, Shape, Text};

const PARTS: &[&str] = &["deliverables", "questions", "partial_work", "verdict", "blocking_issues"];
const WORDS: &[&str] = &["summary", "next_action", "confidence", "recommendation"];

/// It has a status of three, and something that goes with it.
pub(super) fn by_status(document: &Document, keys: &Keys) -> Option<Found> {
    let (tree, text) = (&document.tree, &*document.text);
    let status = keys.get("status").filter(|it| tree.kind(*it) == Kind::String)?;
    let is_known = ["success", "questions", "failure"].iter().any(|it| tree.is_text(text, status, it));
    let has_error = keys.get("error").is_some_and(|it| is_error(document, it));
    if !is_known {
        return by_parts(document, keys, has_error).filter(|_| is_own(document, status, "status"));
    }
    if let Some(key) = keys.present(PARTS).first() {
        return Found::new(&FACTORY, format_args!("`status` and `{key}`"));
    }
    if has_error {
        return Found::new(&FACTORY, format_args!("`status` and an `error` with its type"));
    }
    let key = *keys.present(WORDS).first()?;
    let mut found = Found::new(&FACTORY, format_args!("`status` and `{key}`"))?;
    found.ambiguous = tree.is_text(text, status, "success").then_some((&AGENT_RESPONSE, key));
    Some(found)
}

fn is_error(document: &Document, error: NodeId) -> bool {
    let (tree, text) = (&document.tree, &*document.text);
    let kinds = ["missing_input", "invalid_config", "ambiguous_requirements", "technical_error"];
    let kind = tree.get(text, error, "type");
    tree.get(text, error, "recoverable").is_some()
        || kind.is_some_and(|kind| kinds.iter().any(|it| tree.is_text(text, kind, it)))
}

/// Where the status alone tells nothing, two members have to, one of them by what it holds.
fn by_parts(document: &Document, keys: &Keys, has_error: bool) -> Option<Found> {
    let has = |it: &&&str| keys.get(it).is_some_and(|value| is_own(document, value, it));
    let part = if has_error { "error" } else { PARTS.iter().find(has)? };
    let other = PARTS.iter().chain(WORDS).chain(&["attempted"]).find(|it| **it != part && keys.has(it))?;
    Found::new(&FACTORY, format_args!("`{part}` and `{other}`"))
}

/// Whether a value can only be one of the field: a word that is meant for one of its words, or an object, alone or as
/// the first in an array, with what has to be in it.
fn is_own(document: &Document, value: NodeId, name: &str) -> bool {
    let (tree, text) = (&document.tree, &*document.text);
    let mut shape = FACTORY.fields.iter().find(|it| it.name == name).map(|it| &it.shape);
    let mut object = Some(value);
    if let Some(Shape::List(list)) = shape {
        shape = Some(&list.item.shape);
        object = tree.children(value).next().filter(|_| tree.kind(value) == Kind::Array);
    }
    match (shape, object) {
        (Some(Shape::Text(Text { form: Form::Word(words), .. })), _) => {
            let word = tree.text(text, value);
            let is_meant = words.meant.iter().any(|it| same_word(&word, it.0));
            tree.kind(value) == Kind::String && (is_meant || closest(&word, words.known.iter().copied()).is_some())
        }
        (Some(Shape::Record(record)), Some(object)) => {
            let mut due = record.fields.iter().filter(|it| it.required.is_none_or(|it| it == Error));
            due.any(|it| tree.get(text, object, it.name).is_some())
        }
        _ => false,
    }
}
