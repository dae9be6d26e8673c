//! What tells an answer of the Factory, whose words other answers have too.

use super::{Found, Keys};
use crate::bind::{closest, same_word};
use crate::diagnostic::Severity::Error;
use crate::document::Document;
use crate::formats::{AGENT_RESPONSE, FACTORY};
use crate::json::{Kind, NodeId};
use crate::spec::{Form, Shape, Text};

/// What stands beside a part where the status is only meant for one of the three: parts first, then words.
const OTHERS: &[&str] = &[
    "deliverables",
    "questions",
    "partial_work",
    "verdict",
    "blocking_issues",
    "summary",
    "next_action",
    "confidence",
    "recommendation",
    "attempted",
];
const PARTS: &[&str] = OTHERS.split_at(5).0;
const WORDS: &[&str] = OTHERS.split_at(5).1.split_at(4).0;

/// It has a status of three, or one that is meant for them, and something that goes with it; or it has none, and two
/// members that can only be its own, or an error and what was attempted in words. Another word as its status is that of
/// another program.
pub(super) fn by_members(document: &Document, keys: &Keys) -> Option<Found> {
    let (tree, text) = (&document.tree, &*document.text);
    let is_word = |it: &NodeId| tree.kind(*it) == Kind::String && !tree.is_blank(text, *it);
    let status = keys.get("status").filter(is_word);
    let is_status = |word: &&str| status.is_some_and(|it| tree.is_text(text, it, word));
    let has_error = keys.get("error").is_some_and(|it| is_error(document, it));
    if !["success", "questions", "failure"].iter().any(is_status) {
        let mut others = keys.present(OTHERS);
        let is_own = |it: &str| keys.get(it).is_some_and(|value| is_own(document, value, it, status.is_none()));
        let part = if has_error { "error" } else { others.iter().find(|it| PARTS.contains(it) && is_own(it))? };
        let is_meant = is_own("status");
        // Other programs are sure of something, and a quiz has questions and a verdict.
        let is_telling = |it: &str| match (part, it) {
            ("error", "attempted") => keys.get(it).is_some_and(|it| is_word(&it)),
            (_, "confidence") | ("questions", "verdict") => false,
            _ => is_own(it),
        };
        others.retain(|it| *it != part && if status.is_some() { is_meant } else { is_telling(it) });
        return Found::has(&FACTORY, vec![part, others.first()?]);
    }
    if let Some(key) = keys.present(PARTS).first() {
        return Found::has(&FACTORY, vec!["status", key]);
    }
    if has_error {
        return Found::says(&FACTORY, "`status` and an `error` with its type");
    }
    let key = *keys.present(WORDS).first()?;
    let mut found = Found::has(&FACTORY, vec!["status", key])?;
    found.ambiguous = is_status(&"success").then_some((&AGENT_RESPONSE, key));
    Some(found)
}

fn is_error(document: &Document, error: NodeId) -> bool {
    let (tree, text) = (&document.tree, &*document.text);
    let kinds = ["missing_input", "invalid_config", "ambiguous_requirements", "technical_error"];
    let kind = tree.get(text, error, "type");
    tree.get(text, error, "recoverable").is_some()
        || kind.is_some_and(|kind| kinds.iter().any(|it| tree.is_text(text, kind, it)))
}

/// Whether a value can only be one of the field: one of its words, or one that is meant for them unless it has to be
/// exact; an object, alone or as the first in an array, with what has to be in it; or a text that begins as its texts do.
fn is_own(document: &Document, value: NodeId, name: &str, is_exact: bool) -> bool {
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
            let is_meant = || {
                words.meant.iter().any(|it| same_word(&word, it.0))
                    || closest(&word, words.known.iter().copied()).is_some()
            };
            tree.kind(value) == Kind::String && (words.known.contains(&&*word) || !is_exact && is_meant())
        }
        (Some(Shape::Record(record)), Some(object)) => {
            let mut due = record.fields.iter().filter(|it| it.required.is_none_or(|it| it == Error));
            due.any(|it| tree.get(text, object, it.name).is_some())
        }
        _ if name == "next_action" => {
            let word = tree.text(text, value);
            ["ready_for_", "proceed_to_", "return_to_"].iter().any(|it| word.starts_with(it))
        }
        _ => name == "blocking_issues" && tree.kind(value) == Kind::Array,
    }
}
