//! Turns findings, with byte spans in documents, into the report: every place in every coordinate. Places counted in a
//! document are kept, so that all its places together take one pass over its text.

mod locate;

pub(crate) use locate::locate_all;

use crate::detect::Detection;
use crate::diagnostic::{FileEdit, Finding, FixParts, MOST_EDITS, Severity};
use crate::document::{DocId, Document, Documents};
use crate::findings::Findings;
use crate::json::{LONGEST_NAME, NodeId, Outline};
use crate::report::{
    DetectedFormat, Diagnostic, DiagnosticFix, FileChange, InnerPlace, Offsets, Position, Range, Related, Report,
    TextEdit,
};
use crate::rules;
use crate::text::{Edit, Span, Utf16Index, Utf16Place, sorted};
use crate::{doubt, removal};

/// The report on a checked text.
pub(crate) fn report(docs: &Documents, detection: &Detection, mut findings: Findings) -> Report {
    let format = DetectedFormat { id: detection.format.map(|it| it.id), reason: detection.reason.clone() };
    let paths = std::mem::take(&mut findings.paths);
    let lacks_tools = findings.lacks_tools;
    let (most, base) = (findings.most, std::mem::take(&mut findings.base));
    let (mut findings, n_met) = findings.finish();
    doubt::soften(docs, &mut findings);
    removal::tell(docs, &mut findings);
    let order = in_order(docs, &findings);
    let mut places = Places::new(docs, base, findings.len() > FEW_FINDINGS);
    let mut diagnostics = Vec::with_capacity(findings.len().min(most + 1));
    for OrderedFinding { idx, span, .. } in &order {
        let Some(finding) = findings.get_mut(*idx as usize) else { continue };
        if diagnostics.len() == most {
            // The place where the rest begins.
            let rest = Span::empty(span.start);
            diagnostics.push(places.diagnostic(&mut too_many(rest, n_met - most), rest));
            break;
        }
        diagnostics.push(places.diagnostic(finding, *span));
    }
    if n_met > order.len() && diagnostics.len() <= most {
        let nowhere = Span::default();
        diagnostics.push(places.diagnostic(&mut too_many(nowhere, n_met - order.len()), nowhere));
    }
    let valid = findings.iter().all(|it| it.severity != Severity::Error);
    Report { valid, format, diagnostics, paths, lacks_tools }
}

/// A finding in the file.
struct OrderedFinding {
    /// Its place, then its severity, then its end.
    rank: u64,
    idx: u32,
    span: Span,
}

/// The findings in the order of the file; at the same place, the more serious comes first.
fn in_order(docs: &Documents, findings: &[Finding]) -> Vec<OrderedFinding> {
    let mut order = Vec::with_capacity(findings.len());
    for (idx, finding) in (0_u32..).zip(findings) {
        let span = file_span(docs, finding);
        let rank = u64::from(finding.severity as u8) << 30 | u64::from(span.end).min((1 << 30) - 1);
        order.push(OrderedFinding { rank: u64::from(span.start) << 32 | rank, idx, span });
    }
    sorted(order, |it| it.rank)
}

/// The span of a finding in the file.
fn file_span(docs: &Documents, finding: &Finding) -> Span {
    if finding.is_as_found {
        docs.found_to_file(finding.doc, finding.span)
    } else {
        docs.to_file(finding.doc, finding.span)
    }
}

fn too_many(span: Span, n_more: usize) -> Finding {
    Finding {
        rule: &rules::TOO_MANY_FINDINGS,
        severity: rules::TOO_MANY_FINDINGS.severity,
        is_as_found: true,
        message: format!("{n_more} more findings are not shown; fix these first"),
        doc: 0,
        span,
        notes: Vec::new(),
        fixes: Vec::new(),
        is_beyond: false,
    }
}

/// A span in lines and in UTF-16.
pub(crate) struct Utf16Span {
    pub(crate) range: Range,
    pub(crate) from: u32,
    pub(crate) to: u32,
}

fn place(index: &mut Utf16Index, span: Span) -> Utf16Span {
    place_of(index.at(span.start), index.at(span.end))
}

/// The span between two places.
pub(crate) fn place_of(start: Utf16Place, end: Utf16Place) -> Utf16Span {
    let range = Range { start: position(start), end: position(end) };
    Utf16Span { range, from: start.offset, to: end.offset }
}

fn position(place: Utf16Place) -> Position {
    Position { line: place.line, character: place.character }
}

pub(crate) fn offsets(span: Span) -> Offsets {
    Offsets { from: span.start, to: span.end }
}

/// Up to this many findings are looked up in the trees one by one.
const FEW_FINDINGS: usize = 64;

/// The documents and the places counted in each.
struct Places<'d> {
    docs: &'d Documents<'d>,
    /// The base URL of the rule pages.
    base: String,
    list: Vec<Counted<'d>>,
}

/// The counted places of a document.
struct Counted<'d> {
    index: Utf16Index<'d>,
    outline: Option<Outline<'d>>,
    /// The node of the last requested pointer, and the pointer: the next finding is usually in the same one.
    last: Option<NodeId>,
    pointer: String,
}

impl<'d> Places<'d> {
    fn new(docs: &'d Documents<'d>, base: String, are_many: bool) -> Self {
        let counted = |(_, document): (DocId, &'d Document)| Counted {
            index: Utf16Index::new(document.found()),
            outline: are_many.then(|| Outline::new(&document.tree)),
            last: None,
            pointer: String::new(),
        };
        Self { docs, base, list: docs.iter().map(counted).collect() }
    }

    fn place(&mut self, doc: DocId, span: Span) -> Utf16Span {
        match self.list.get_mut(doc) {
            Some(counted) => place(&mut counted.index, span),
            None => place(&mut Utf16Index::new(""), span),
        }
    }

    /// The pointer of the node at the start of a span. It ends before a key that is too long to be a name, since each
    /// finding after an unclosed string would repeat it.
    fn pointer(&mut self, doc: DocId, found: Span) -> String {
        let document = self.docs.get(doc);
        let span = Span::empty(document.read_offset(found.start));
        let (tree, text) = (&document.tree, &*document.text);
        let Some(counted) = self.list.get_mut(doc) else { return String::new() };
        let at = match &counted.outline {
            Some(outline) => outline.at(span.start),
            None => tree.at(span.start),
        };
        let Some(node) = at else { return String::new() };
        if counted.last != Some(node) {
            counted.last = Some(node);
            match &counted.outline {
                Some(outline) => counted.pointer = outline.pointer(text, node, LONGEST_NAME),
                None => {
                    counted.pointer.clear();
                    tree.pointer_into(text, node, LONGEST_NAME, &mut counted.pointer);
                }
            }
        }
        counted.pointer.clone()
    }

    /// The same place in every document on the way to the file, the outermost first; in the texts as found.
    fn outward(&mut self, doc: DocId, found: Span) -> Vec<InnerPlace> {
        // Usually a payload, and a section in it.
        let mut inner = Vec::with_capacity(if doc == 0 { 0 } else { 2 });
        let mut at = (doc, found);
        while let Some(parent) = &self.docs.get(at.0).parent {
            let Utf16Span { range, from, to } = self.place(at.0, at.1);
            inner.push(InnerPlace { pointer: self.pointer(at.0, at.1), range, from, to });
            // The place in the file is already known.
            if parent.doc == 0 {
                break;
            }
            let Some((outer, span)) = self.docs.outward_found(at.0, at.1) else { break };
            at = (outer, self.docs.get(outer).found_at(span));
        }
        inner.reverse();
        inner
    }

    /// A finding, whose place in the file is `file`.
    fn diagnostic(&mut self, finding: &mut Finding, file: Span) -> Diagnostic {
        let document = self.docs.get(finding.doc);
        let found = if finding.is_as_found { finding.span } else { document.found_at(finding.span) };
        let inner = self.outward(finding.doc, found);
        let Utf16Span { range, from, to } = self.place(0, file);
        let mut related = Vec::with_capacity(finding.notes.len());
        for note in finding.notes.drain(..) {
            let is_as_found = finding.is_as_found && note.doc == finding.doc;
            let span = match is_as_found {
                true => self.docs.found_to_file(note.doc, note.span),
                false => self.docs.to_file(note.doc, note.span),
            };
            let Utf16Span { range, from, to } = self.place(0, span);
            related.push(Related { message: note.message, range, from, to, bytes: offsets(span) });
        }
        let mut fixes = Vec::with_capacity(finding.fixes.len());
        for fix in finding.fixes.drain(..) {
            fixes.extend(self.fix((finding.doc, finding.is_as_found), fix.into_repair()));
        }
        Diagnostic {
            code: finding.rule.id,
            severity: finding.severity,
            message: std::mem::take(&mut finding.message),
            docs: [&self.base, "rules/", finding.rule.id].concat(),
            range,
            from,
            to,
            bytes: offsets(file),
            pointer: self.pointer(0, file),
            inner,
            related,
            fixes,
        }
    }

    /// `None` if the fix would change a slip that is undone elsewhere.
    fn fix(&mut self, (doc, is_as_found): (DocId, bool), repair: FixParts) -> Option<DiagnosticFix> {
        let mut edits: Vec<Edit> = Vec::with_capacity(repair.edits.len());
        let own = repair.edits.into_iter().map(|it| (doc, it));
        for (doc, edit) in own.chain(repair.in_file.into_iter().map(|it| (0, it))) {
            let edit = match is_as_found {
                true => self.docs.found_edit_to_file(doc, edit)?,
                false => self.docs.edit_to_file(doc, edit)?,
            };
            // Checks write them in order, except for two or three that belong to different places.
            let mut at = edits.len();
            while let Some(before) = at.checked_sub(1)
                && edits.get(before).is_some_and(|it| (edit.span.start, edit.span.end) < (it.span.start, it.span.end))
            {
                at = before;
            }
            edits.insert(at, edit);
        }
        if edits.len() > MOST_EDITS {
            let text = self.docs.get(0).found();
            let rest = edits.split_off(MOST_EDITS);
            if let Some(last) = edits.last_mut() {
                rest.into_iter().for_each(|it| last.extend(text, it));
            }
        }
        let text_edit = |Edit { span, text }| {
            let Utf16Span { range, from, to } = self.place(0, span);
            TextEdit { from, to, range, bytes: offsets(span), text }
        };
        let edits = edits.into_iter().map(text_edit).collect();
        let file = match repair.file {
            None => None,
            Some(FileEdit::Rename(name)) => Some(FileChange::Rename { name }),
            Some(FileEdit::Create(name, text)) => Some(FileChange::Create { name, text }),
        };
        let FixParts { title, safety, is_partial, reading, .. } = repair;
        Some(DiagnosticFix { title, safety, partial: is_partial, edits, file, reading })
    }
}
