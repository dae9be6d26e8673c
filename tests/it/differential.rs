//! Another JSON parser, `serde_json`, accepts exactly what has no error here, and reads the same values.
//!
//! Intended differences:
//! - half of a surrogate pair is a warning here, since readers in JavaScript and Python take it;
//! - nesting ends at 1000 levels here and at 128 there; these texts are not that deep;
//! - a byte order mark or a Markdown fence is passed over here, but reported.

use agent_response::document::Document;
use agent_response::json::{Kind, NodeId, SyntaxErrorKind};
use serde_json::{Map, Value};

use crate::json_texts::{damaged, soup, value};
use crate::random::{Random, few};

const N_TEXTS: usize = 12_000;

#[test]
fn another_reader_agrees() {
    let mut random = Random::new(23);
    let mut n_sound = 0;
    let mut n_broken = 0;
    for idx in 0..few(N_TEXTS) {
        let sound = value(&mut random, 4);
        let text = match idx % 6 {
            0 => sound,
            1 => soup(&mut random),
            _ => damaged(&mut random, &sound),
        };
        let document = Document::file(&text);
        if document.errors.iter().any(|it| it.kind == SyntaxErrorKind::LoneSurrogate) {
            continue;
        }
        let is_sound = document.errors.is_empty()
            && document.found() == document.text
            && document.layout.mark.is_none()
            && document.layout.fence.is_none();
        match serde_json::from_str::<Value>(&text) {
            Ok(theirs) => {
                assert!(is_sound, "refused here only: {text:?}\n{:?}", document.errors);
                assert_eq!(read(&document, 0), theirs, "{text}");
                n_sound += 1;
            }
            Err(error) => {
                assert!(!is_sound, "accepted here only: {text:?}\n{error}");
                n_broken += 1;
            }
        }
    }
    println!("{n_sound} sound texts, {n_broken} broken ones");
    assert!(n_sound > few(N_TEXTS) / 6 && n_broken > few(N_TEXTS) / 3);
}

fn read(document: &Document, id: NodeId) -> Value {
    let (tree, text) = (&document.tree, &*document.text);
    match tree.kind(id) {
        Kind::Null => Value::Null,
        Kind::True => Value::Bool(true),
        Kind::False => Value::Bool(false),
        Kind::Number => Value::Number(tree.raw(text, id).parse().unwrap()),
        Kind::String => Value::String(tree.text(text, id).into_owned()),
        Kind::Array => tree.children(id).map(|it| read(document, it)).collect(),
        Kind::Object => {
            let members =
                tree.members(id).map(|(key, value)| (tree.text(text, key).into_owned(), read(document, value)));
            Value::Object(members.collect::<Map<_, _>>())
        }
        Kind::Broken => panic!("a broken value in a text without faults"),
    }
}
