//! An edit of a reading without its unchanged parts, and what is around it in the text as found.

use crate::document::{DocId, Document};
use crate::json::Kind;
use crate::query::Context;
use crate::slips::{ReadingFault, Slip};
use crate::text::{Edit, Span, common_end, common_start};

/// An edit that undoes a fault of a document, or a part of it.
pub(super) struct Change<'c> {
    pub(super) ctx: &'c Context<'c>,
    pub(super) doc: DocId,
    pub(super) fault: ReadingFault,
    pub(super) at: Span,
    pub(super) old: &'c str,
    pub(super) new: &'c str,
}

impl<'c> Change<'c> {
    pub(super) fn new(ctx: &'c Context<'c>, doc: DocId, fault: ReadingFault, edit: &'c Edit) -> Self {
        let (old, new) = (edit.span.of(ctx.doc(doc).found()), edit.text.as_str());
        if matches!(fault, ReadingFault::BadNumber | ReadingFault::OtherLiteral) {
            // All of a number or a literal is read as one.
            return Self { ctx, doc, fault, at: edit.span, old, new };
        }
        let front = common_start(old, new);
        // A quote and the backslashes before it are reported as one.
        let front = old.get(..front).map_or(front, |it| it.trim_end_matches('\\').len());
        let (old, new) = (old.get(front..).unwrap_or(old), new.get(front..).unwrap_or(new));
        let is_escape = new.ends_with("\\\"") && old.ends_with('"');
        let back = if is_escape { 0 } else { common_end(old, new) };
        let start = edit.span.start as usize + front;
        Self {
            ctx,
            doc,
            fault,
            at: Span::new(start, edit.span.end as usize - back),
            old: old.get(..old.len() - back).unwrap_or(old),
            new: new.get(..new.len() - back).unwrap_or(new),
        }
    }

    /// The edit at whose place a slip is reported.
    pub(super) fn of(ctx: &'c Context<'c>, doc: DocId, slip: &'c Slip) -> Option<Self> {
        let is_quote = |it: &&Edit| it.span.of(ctx.doc(doc).found()) == "\"";
        let edit = slip.edits.iter().find(is_quote).or(slip.edits.first())?;
        Some(Self::new(ctx, doc, slip.fault, edit))
    }

    pub(super) fn document(&self) -> &'c Document<'c> {
        self.ctx.doc(self.doc)
    }

    /// The text after the place.
    fn after(&self) -> &'c str {
        self.document().found().get(self.at.end as usize..).unwrap_or_default()
    }

    /// The text before the place.
    fn before(&self) -> &'c str {
        self.document().found().get(..self.at.start as usize).unwrap_or_default()
    }

    /// The text after the place, up to the next blank or mark.
    pub(super) fn next(&self) -> Span {
        let rest = self.after().trim_start();
        let start = self.document().found().len() - rest.len();
        let inside = rest.char_indices().skip(1).find(|it| " \t\r\n,:{}[]\"".chars().any(|mark| mark == it.1));
        let len = inside.map_or(rest.len(), |it| it.0 + usize::from(it.1 == '"' && rest.starts_with('"')));
        Span::new(start, start + len)
    }

    /// Where it is reported.
    pub(super) fn span(&self) -> Span {
        if self.at.is_empty() && !self.is_closing() { self.marked() } else { self.at }
    }

    /// The text that the message is about: what is replaced, without blanks around it, or what follows.
    pub(super) fn found(&self) -> &'c str {
        let old =
            if self.fault == ReadingFault::Ellipsis { self.old.trim_matches([',', '\n', '\r']) } else { self.old };
        let found = if self.at.is_empty() { self.marked().of(self.document().found()) } else { old };
        Some(found.trim_matches(' ')).filter(|it| !it.is_empty()).unwrap_or(found)
    }

    /// What follows an insertion: of a wrong escape, only this.
    fn marked(&self) -> Span {
        let escape = self.after().strip_prefix('\\').and_then(|it| it.chars().next());
        match escape.filter(|_| self.new == "\\") {
            Some(ch) => Span { start: self.at.end, end: Span::new(0, self.at.end as usize + 1 + ch.len_utf8()).end },
            None => self.next(),
        }
    }

    /// The text of the title: what is new, or else what goes.
    pub(super) fn titled(&self) -> &'c str {
        if self.new.is_empty() { self.found() } else { self.new.trim_start() }
    }

    pub(super) fn is_removal(&self) -> bool {
        self.new.is_empty()
    }

    /// Whether it inserts a missing quote at the end of a string.
    pub(super) fn is_closing(&self) -> bool {
        let document = self.document();
        let read = document.read_offset(self.at.start);
        let node = document.tree.begun_before(read).map(|it| document.tree.node(it));
        self.new == "\"" && node.is_some_and(|it| it.kind == Kind::String && it.span.start < read)
    }

    /// Whether it replaces another quote.
    pub(super) fn is_other_quote(&self) -> bool {
        self.new == "\"" && matches!(self.old, "'" | "`" | "“" | "”")
    }

    /// The two signs that it exchanges.
    pub(super) fn swapped(&self) -> Option<(&'c str, &'c str)> {
        let second = self.old.char_indices().nth(1)?.0;
        let (first, second) = self.old.split_at_checked(second)?;
        let is_swap = second.chars().count() == 1 && self.new.strip_suffix(first) == Some(second);
        is_swap.then_some((first, second))
    }

    /// Whether the inserted backslash, together with those around it, escapes a quote.
    pub(super) fn escapes_quote(&self) -> bool {
        let n_before = self.before().len() - self.before().trim_end_matches('\\').len();
        let rest = self.after().trim_start_matches('\\');
        let n = n_before + self.new.len() + self.after().len() - rest.len();
        self.old.ends_with('"') || rest.starts_with('"') && n % 2 == 1
    }

    /// Whether it adds a value, or closes more than the object that the text ends in: values may be missing there.
    #[cfg(feature = "tool-calls")]
    pub(super) fn invents(&self) -> bool {
        self.new.ends_with("null") && self.old.is_empty() || self.is_at_end() && self.new.len() > 1
    }

    /// Whether it puts a word in quotes.
    pub(super) fn is_quoted(&self) -> bool {
        self.new.strip_prefix('"').and_then(|it| it.strip_suffix('"')) == Some(self.old) && !self.old.is_empty()
    }

    /// The text after a string, if the edit moves the closing quote to the end of that text.
    pub(super) fn takes_in(&self) -> Option<&'c str> {
        self.old.strip_prefix('"').filter(|it| !it.is_empty() && self.new.strip_suffix('"') == Some(*it)).map(str::trim)
    }

    /// Whether it is about the backslash before a quote that closes a string.
    pub(super) fn hides_quote(&self) -> bool {
        let opens = self.before().ends_with(['{', '[', ',', ':', ' ', '\n']);
        !opens && self.after().starts_with('"')
    }

    /// Whether it is after the value.
    pub(super) fn is_behind(&self) -> bool {
        let document = self.document();
        let root = document.tree.root().map(|it| document.tree.span(it));
        root.is_some_and(|it| it.end <= document.read_offset(self.at.start))
    }

    /// Whether it closes a string and what is open around it at the end of the text.
    pub(super) fn is_cut(&self) -> bool {
        self.new.len() > 1 && self.new.starts_with('"') && self.is_at_end()
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.after().trim().is_empty()
    }
}
