//! Turns offers into edits, encoded for their depth.

use super::cursor::{CursorContext, Slot};
use super::data::{Completion, CompletionKind};
use super::edit::{as_text_edits, outward};
use super::offer::{Facts, SnippetPart};
use super::view::{Spot, View};
use crate::report::TextEdit;
use crate::text::{Edit, Span};

/// An offer before it is encoded.
pub(super) struct Offer {
    pub(super) label: String,
    pub(super) kind: CompletionKind,
    pub(super) pieces: Vec<SnippetPart>,
    /// What the user types to get it.
    pub(super) begins: String,
    pub(super) detail: Option<String>,
    pub(super) documentation: Option<String>,
    pub(super) is_required: bool,
}

/// Where it is inserted.
pub(super) struct Here<'v, 'o> {
    pub(super) view: &'v View<'o>,
    pub(super) spot: Spot<'o>,
    pub(super) cursor: CursorContext,
    pub(super) known: Facts<'v>,
}

impl Here<'_, '_> {
    /// The offer as edits of the text, encoded for its depth.
    pub(super) fn completion(&self, offer: Offer) -> Option<Completion> {
        let begun = self.cursor.begun;
        let is_key = self.cursor.expects == Slot::Key;
        let mut pieces = offer.pieces;
        if is_key && self.cursor.next == Some(b':') {
            // Only the key is rewritten.
            pieces = vec![SnippetPart::Text(offer.begins.clone())];
        } else if matches!(self.cursor.next, Some(b'"' | b'{' | b'[' | b'0'..=b'9')) {
            pieces.push(SnippetPart::Text(",".to_owned()));
        }
        let mut edit = self.edit(begun, String::new())?;
        let mut snippet = String::new();
        let mut n_stops = 0;
        for piece in &pieces {
            self.write(piece, &mut edit.text, (&mut snippet, &mut n_stops))?;
        }
        let begins = begun.of(self.spot.document.found()).starts_with('"') || begun.is_empty();
        let filter = if begins { offer.begins } else { offer.begins.trim_matches('"').to_owned() };
        let comma = self.cursor.comma_before.map(|it| self.edit(Span::empty(it), ",".to_owned()));
        Some(Completion {
            label: crate::diagnostic::shown(&offer.label),
            kind: offer.kind,
            detail: offer.detail,
            documentation: offer.documentation,
            required: offer.is_required,
            filter: self.edit(Span::empty(begun.start), filter)?.text,
            edit,
            snippet: (n_stops > 0).then_some(snippet),
            more: comma.into_iter().flatten().collect(),
        })
    }

    /// Appends a piece as plain text, and in the syntax of snippets.
    fn write(&self, piece: &SnippetPart, plain: &mut String, (snippet, n): (&mut String, &mut usize)) -> Option<()> {
        let encoded = |text: &str| Some(self.edit(Span::empty(self.cursor.begun.start), text.to_owned())?.text);
        match piece {
            SnippetPart::Text(text) => {
                let text = encoded(text)?;
                snippet.push_str(&in_snippet(&text, &['\\', '$', '}']));
                plain.push_str(&text);
            }
            SnippetPart::Stop(text) => {
                let text = encoded(text)?;
                *n += 1;
                match text.as_str() {
                    "" => snippet.push_str(&format!("${n}")),
                    _ => snippet.push_str(&format!("${{{n}:{}}}", in_snippet(&text, &['\\', '$', '}']))),
                }
                plain.push_str(&text);
            }
            SnippetPart::OneOf(words) => {
                let words: Option<Vec<String>> = words.iter().map(|it| encoded(it)).collect();
                let words = words?;
                *n += 1;
                plain.push_str(words.first().map_or("", |it| it));
                let words: Vec<String> = words.iter().map(|it| in_snippet(it, &['\\', ',', '|', '$', '}'])).collect();
                snippet.push_str(&format!("${{{n}|{}|}}", words.join(",")));
            }
        }
        Some(())
    }

    /// An edit of the document as an edit of the text that is shown.
    fn edit(&self, span: Span, text: String) -> Option<TextEdit> {
        let view = self.view;
        let edits = outward(&view.opened.read, (self.spot.doc, view.window.doc), &[Edit { span, text }])?;
        let edit = edits.into_iter().next()?;
        let start = edit.span.start.checked_sub(view.window.base)?;
        let span = Span { start, end: edit.span.end - view.window.base };
        as_text_edits(view.window.text, vec![Edit { span, ..edit }]).into_iter().next()
    }
}

/// The inserted text if no placeholder is filled in.
pub(super) fn plain(pieces: &[SnippetPart]) -> String {
    let text = |it: &SnippetPart| match it {
        SnippetPart::Text(text) | SnippetPart::Stop(text) => text.clone(),
        SnippetPart::OneOf(words) => words.first().map_or_else(String::new, |it| (*it).to_owned()),
    };
    pieces.iter().map(text).collect()
}

/// Text with a backslash before characters that are special in snippets.
fn in_snippet(text: &str, special: &[char]) -> String {
    let mut out = String::with_capacity(text.len());
    for ch in text.chars() {
        if special.contains(&ch) {
            out.push('\\');
        }
        out.push(ch);
    }
    out
}
