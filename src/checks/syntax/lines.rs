//! JSON Lines: one value per line, where a single value belongs.

use crate::diagnostic::Fix;
use crate::document::Document;
use crate::json::{self, Kind};
use crate::text::Span;

/// Whether a text is an object on its first line, and one on each line that follows.
pub(super) fn are_json(document: &Document, behind: Span) -> bool {
    let is_object = |line: &str| {
        let line = line.trim();
        let (tree, errors) = json::parse(line, Span::new(0, line.len()));
        errors.is_empty() && tree.kind(0) == Kind::Object
    };
    let (text, first) = (&*document.text, document.tree.span(0));
    let gap = Span { start: first.end, end: behind.start }.of(text);
    let is_one_line = !first.of(text).contains('\n') && gap.contains('\n');
    let rest = text.get(behind.start as usize..).unwrap_or_default();
    is_one_line
        && document.tree.kind(0) == Kind::Object
        && document.errors.len() == 1
        && rest.split('\n').all(|it| it.trim().is_empty() || is_object(it))
}

/// Makes an array out of the lines.
pub(super) fn as_array(document: &Document) -> Fix {
    let text = &*document.text;
    let mut fix = Fix::guess("Put the lines in an array").replace(Span::empty(document.tree.span(0).start), "[");
    let (mut at, mut last) = (0, None);
    for line in text.split('\n') {
        if !line.trim().is_empty() {
            if let Some(end) = last {
                fix = fix.replace(Span::new(end, end), ",");
            }
            last = Some(at + line.trim_end().len());
        }
        at += line.len() + 1;
    }
    let end = last.unwrap_or(text.len());
    fix.replace(Span::new(end, end), "]")
}
