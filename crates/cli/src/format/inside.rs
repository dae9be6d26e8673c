//! Places in decoded texts, in lines and columns as people count them.

use std::collections::HashMap;

use super::place::ColumnCounter;
use agent_response::{
    document::{DocId, Document, Documents},
    json::{Kind, NodeId},
    report::Diagnostic,
};

/// A place in the text that a string was decoded to.
pub(super) struct InsidePlace {
    /// The field that holds the string.
    pub(super) holder: String,
    /// From one.
    pub(super) line: u32,
    /// From one, in characters.
    pub(super) column: usize,
}

/// The decoded texts of a file, each decoded on first use.
pub(super) struct Inside<'a> {
    text: &'a str,
    docs: Option<Documents<'a>>,
    /// The documents in strings: as JSON, or only their text.
    nested: HashMap<(DocId, NodeId, bool), DocId>,
    cursors: HashMap<DocId, Cursor>,
}

/// How far a decoded text has been counted.
#[derive(Default)]
struct Cursor {
    utf16: u32,
    byte: usize,
    places: ColumnCounter,
}

impl<'a> Inside<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, docs: None, nested: HashMap::new(), cursors: HashMap::new() }
    }

    /// The places of a finding in the decoded texts, the outermost first.
    pub(super) fn places(&mut self, finding: &Diagnostic) -> Vec<InsidePlace> {
        let (mut doc, mut byte) = (0, finding.bytes.from);
        let mut out = Vec::new();
        for (idx, inner) in finding.inner.iter().enumerate() {
            // In the last text, a place is only counted, and nothing is parsed: it may not be JSON, and searching for
            // its slips may take long.
            let is_json = idx + 1 < finding.inner.len();
            let Some((holder, nested)) = self.enter((doc, byte), is_json) else { break };
            let (at, column) = self.count(nested, inner.from);
            out.push(InsidePlace { holder, line: inner.range.start.line + 1, column: column + 1 });
            (doc, byte) = (nested, at);
        }
        out
    }

    /// The document in the string at this place, and the name of the string.
    fn enter(&mut self, (doc, byte): (DocId, u32), is_json: bool) -> Option<(String, DocId)> {
        let docs = self.docs.get_or_insert_with(|| Documents::new(Document::file(self.text)));
        let document = docs.get(doc);
        let node = document.tree.at(document.read_offset(byte)).filter(|it| document.tree.kind(*it) == Kind::String)?;
        let pointer = document.tree.pointer(&document.text, node);
        let name = pointer.rsplit('/').next().filter(|it| !it.is_empty()).unwrap_or("the string");
        let nested = *self.nested.entry((doc, node, is_json)).or_insert_with(|| match is_json {
            true => docs.nest(doc, node),
            false => docs.nest_text(doc, node),
        });
        Some((name.replace("~1", "/").replace("~0", "~"), nested))
    }

    /// From UTF-16 units to bytes, and to characters in the line.
    fn count(&mut self, doc: DocId, utf16: u32) -> (u32, usize) {
        let Some(docs) = &self.docs else { return (0, 0) };
        let text = docs.get(doc).found();
        let cursor = self.cursors.entry(doc).or_default();
        if utf16 < cursor.utf16 {
            (cursor.utf16, cursor.byte) = (0, 0);
        }
        for character in text.get(cursor.byte..).unwrap_or_default().chars() {
            if cursor.utf16 >= utf16 {
                break;
            }
            cursor.utf16 += if u32::from(character) > 0xffff { 2 } else { 1 };
            cursor.byte += character.len_utf8();
        }
        let column = cursor.places.at(text, cursor.byte).column;
        (u32::try_from(cursor.byte).unwrap_or(u32::MAX), column)
    }
}
