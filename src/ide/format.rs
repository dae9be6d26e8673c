//! Indents the JSON of a document. Numbers, key order and texts are unchanged.

use super::data::EditError;
use super::edit::{as_text_edits, outward};
use super::view::View;
use crate::json::{TokenKind, tokens};
use crate::report::TextEdit;
use crate::text::{Edit, Span};

/// With this many edits or more, one edit of everything is less work for everybody.
const MOST: usize = 400;

impl View<'_> {
    /// Edits of this text that indent the JSON of the document at a pointer, which is this text or in it, by `indent`
    /// for each level. No edits if a strict parser rejects the JSON.
    pub fn format(&self, pointer: &str, indent: &str) -> Result<Vec<TextEdit>, EditError> {
        let read = &self.opened.read;
        let unknown = || EditError::UnknownPointer(pointer.to_owned());
        let window = read.window(pointer).filter(|it| self.holds(it.doc)).ok_or_else(unknown)?;
        let is_broken = match read.inners.iter().find(|it| it.pointer == pointer) {
            Some(inner) => inner.is_broken,
            None => {
                let file = self.document(0);
                file.layout.fence.is_some() || !file.slips.is_empty() || !file.errors.is_empty()
            }
        };
        if is_broken || self.document(window.doc).tree.is_empty() {
            return Ok(Vec::new());
        }
        let edits = indented(window.text, indent);
        let edits: Vec<Edit> = edits.into_iter().map(|it| Edit { span: it.span.moved(window.base), ..it }).collect();
        let edits = outward(read, (window.doc, self.window.doc), &edits).unwrap_or_default();
        let moved = |edit: Edit| {
            let span =
                Span { start: edit.span.start.checked_sub(self.window.base)?, end: edit.span.end - self.window.base };
            Some(Edit { span, ..edit })
        };
        let edits: Option<Vec<Edit>> = edits.into_iter().map(moved).collect();
        Ok(as_text_edits(self.window.text, edits.ok_or_else(unknown)?))
    }
}

/// Edits of the blanks between tokens; one edit of everything if there are many.
fn indented(text: &str, indent: &str) -> Vec<Edit> {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let list: Vec<_> = tokens(text).filter(|it| it.kind != TokenKind::Blank).collect();
    let mut edits = Vec::new();
    let mut depth = 0_usize;
    for pair in list.windows(2) {
        let [left, right] = pair else { continue };
        let (before, after) = (left.span.of(text), right.span.of(text));
        let is_open = matches!(before, "{" | "[");
        let is_close = matches!(after, "}" | "]");
        depth = if is_open { depth + 1 } else { depth };
        depth = if is_close { depth.saturating_sub(1) } else { depth };
        let mut blank = String::new();
        if is_open && is_close || matches!(after, "," | ":") {
            // No blanks.
        } else if before == ":" {
            blank.push(' ');
        } else {
            blank.push_str(newline);
            (0..depth).for_each(|_| blank.push_str(indent));
        }
        let span = Span { start: left.span.end, end: right.span.start };
        if span.of(text) != blank {
            edits.push(Edit { span, text: blank });
        }
    }
    match (edits.first(), edits.last()) {
        (Some(first), Some(last)) if edits.len() > MOST => {
            let span = Span { start: first.span.start, end: last.span.end };
            let inside = edits.iter().map(|it| Edit { span: moved_back(it.span, span.start), text: it.text.clone() });
            let text = crate::text::apply(span.of(text), &inside.collect::<Vec<_>>());
            vec![Edit { span, text }]
        }
        _ => edits,
    }
}

fn moved_back(span: Span, by: u32) -> Span {
    Span { start: span.start - by, end: span.end - by }
}
