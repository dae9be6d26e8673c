//! The errors of a document that are not only consequences of others, with their messages and fixes.

use super::fault::Fault;
use super::rows::row;
use super::trial::Trials;
use super::{CheckedDocument, cut, escapes, fence, habit};
use crate::checks::envelope;
use crate::diagnostic::Finding;
use crate::document::{DocId, Document};
use crate::findings::Findings;
use crate::json::{Expected, Flags, SyntaxError, SyntaxErrorKind, unicode_escape};
use crate::query::Context;
use crate::text::Span;

/// Reports the errors of a document.
pub(super) fn check(ctx: &Context, part: CheckedDocument, out: &mut Findings) {
    let document = ctx.doc(part.doc);
    // An error whose rule is set in the options should not represent the others.
    let is_plain = |it| !ctx.options.rules.iter().any(|(id, _)| *id == row(it).rule.id);
    let mut errors = Errors {
        part,
        document,
        has_half_fence: fence::half(document).is_some(),
        json_start: document.tree.root().map_or(0, |it| document.tree.span(it).start),
        habit: habit::first(document, &is_plain).or_else(|| habit::first(document, &|it| !out.is_off(row(it).rule))),
        is_doubtful: document.errors.iter().any(|it| habit::leaves_doubt(document, *it)),
        trials: Trials::new(document),
        doubled: Vec::new(),
    };
    for error in &document.errors {
        let fault = Fault { ctx, doc: part.doc, error: *error };
        if !errors.is_said_elsewhere(fault) {
            out.report(row(error.kind).rule, part.doc, error.span, |finding| errors.tell(fault, finding));
        }
    }
}

/// So many errors after one may be of the same place.
const NEXT: usize = 2;

/// What the errors of a document have in common.
struct Errors<'d> {
    part: CheckedDocument,
    document: &'d Document<'d>,
    has_half_fence: bool,
    /// Where the JSON begins: the text before it is not broken JSON.
    json_start: u32,
    /// The error that is reported for all errors of its habit.
    habit: Option<Span>,
    /// The ends of strings are uncertain.
    is_doubtful: bool,
    trials: Trials<'d>,
    /// The bad escapes that the last fix for one repairs: those of the same string are one mistake.
    doubled: Vec<u32>,
}

impl Errors<'_> {
    /// Whether another finding covers it: that of the habit, of a fence, of the text around the JSON or of the string
    /// around the document.
    fn is_said_elsewhere(&self, fault: Fault) -> bool {
        let (part, error) = (self.part, fault.error);
        let is_echo = match error.kind {
            kind if kind.is_around() && (part.is_payload && part.is_prose || self.has_half_fence) => true,
            SyntaxErrorKind::BadEscape if self.doubled.binary_search(&error.span.start).is_ok() => true,
            // When the string around a payload was cut off, so was the payload.
            SyntaxErrorKind::Truncated(..) => is_in_string(fault, Flags::UNCLOSED),
            _ => is_echo(fault.ctx, fault.doc, &error),
        };
        let is_of_habit = self.habit.is_some() && !self.is_first(fault) && habit::is_habit(self.document, error);
        is_echo || is_of_habit || part.is_prose && is_around(self.document, &error, self.json_start)
    }

    /// Whether the error is the one reported for all errors of its habit.
    fn is_first(&self, fault: Fault) -> bool {
        self.habit == Some(fault.span())
    }

    fn tell(&mut self, fault: Fault, finding: &mut Finding) {
        let kind = fault.error.kind;
        if self.is_first(fault) {
            habit::describe(fault, finding);
        } else {
            row(kind).describe(fault, finding);
        }
        // The right escape is uncertain while the string around it has errors of its own.
        if !matches!(kind, SyntaxErrorKind::ControlCharacter(_)) || !is_in_string(fault, Flags::FAULTY) {
            self.offer(fault, finding);
        }
        if let SyntaxErrorKind::Truncated(kind, _) = kind {
            cut::keep(fault.ctx, fault.doc, kind, finding);
        }
        if fault.doc == 0 && matches!(kind, SyntaxErrorKind::Unexpected(Expected::Value)) {
            envelope::around_text(fault.ctx, finding);
        }
    }

    /// Whether a text that needs a colon to be a key, and has none, is soon after a comma that seems to be missing: then the
    /// quote before it did not end a text.
    fn is_before_no_key(&self, error: SyntaxError) -> bool {
        let errors = &self.document.errors;
        let later = errors.partition_point(|it| it.span.start <= error.span.start);
        errors.iter().skip(later).take(NEXT).any(|it| matches!(it.kind, SyntaxErrorKind::Unexpected(Expected::Colon)))
    }

    /// Offers a fix where it helps, or the fix for all errors of the habit if this is its first.
    fn offer(&mut self, fault: Fault, finding: &mut Finding) {
        let (error, is_habit) = (fault.error, self.is_first(fault));
        if matches!(error.kind, SyntaxErrorKind::MissingComma) && self.is_before_no_key(error) {
            return;
        }
        let Some(fix) = (if is_habit { habit::rewritten(fault) } else { row(error.kind).repair(fault) }) else {
            return;
        };
        let n_mended = if is_habit { fix.edits.len() } else { 1 };
        let is_sure = !self.is_doubtful || !is_habit && !matches!(error.kind, SyntaxErrorKind::WrongQuotes);
        let fix = if is_sure { fix } else { fix.unsure() };
        // What leaves the extents of values certain is repaired at all places at once, and so is what was read after slips.
        let is_quoted = matches!(
            error.kind,
            SyntaxErrorKind::WrongQuotes
                | SyntaxErrorKind::UnquotedKey
                | SyntaxErrorKind::JoinedStrings(_)
                | SyntaxErrorKind::UnescapedQuote(_)
        );
        let is_together = error.kind.is_minor() || is_quoted || !self.document.slips.is_empty();
        let fix = if is_together { fix.of_reading(fault.doc) } else { fix };
        if self.trials.helps((error, n_mended), &fix) {
            if matches!(error.kind, SyntaxErrorKind::BadEscape) && escapes::is_of_text(fault) {
                self.doubled = escapes::bad_escapes(fault).map(|it| it.span.start).collect();
            }
            finding.fix(fix);
        }
    }
}

/// Whether an error concerns the prose around the JSON. Missing JSON, or a bracket that it lacks, is not in the prose,
/// and a bracket after the JSON is not prose.
pub(super) fn is_around(document: &Document, error: &SyntaxError, start: u32) -> bool {
    match error.kind {
        // Neither version in a conflict is prose.
        SyntaxErrorKind::Conflict => false,
        SyntaxErrorKind::TrailingContent => !error.span.of(&document.text).starts_with(['}', ']', '\0']),
        _ => !error.span.is_empty() && error.span.end <= start,
    }
}

/// Whether an error in a nested document is only a consequence of one at the same place in the string around it: a
/// quote or a control character without a backslash there, a backslash that escapes nothing, or a curly quote.
fn is_echo(ctx: &Context, doc: DocId, error: &SyntaxError) -> bool {
    let Some((outer, place)) = ctx.docs.outward(doc, error.span) else { return false };
    let parent = ctx.doc(doc).parent.as_ref().map_or(0, |it| it.node);
    let outer = ctx.doc(outer);
    let found = outer.text.as_bytes().get(place.start as usize..).unwrap_or_default();
    let is_raw = matches!(found, [b'"' | ..0x20, ..] | [b'\\', ..0x20, ..] | [b'\\', 0xE2, 0x80, 0x9C..=0x9F, ..]);
    let is_escape = found.starts_with(br"\\\") && unicode_escape(found, 2).is_none();
    let is_bad = matches!(error.kind, SyntaxErrorKind::BadEscape) && is_escape;
    (is_raw || is_bad) && !outer.tree.node(parent).flags.has(Flags::VERBATIM)
}

/// Whether the string around a fault's document has these flags.
fn is_in_string(fault: Fault, kind: Flags) -> bool {
    let parent = fault.document().parent.as_ref();
    parent.is_some_and(|it| fault.ctx.doc(it.doc).tree.node(it.node).flags.has(kind))
}
