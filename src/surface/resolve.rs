//! From findings in byte spans of documents to the report: every place in every coordinate.
//! All places of one document are counted in one sweep over its text.

use super::report::{
    DetectedFormat, Diagnostic, FileChange, Fix, InnerPlace, Location, Offsets, Position, Range, Related, Report, TextEdit,
};
use crate::Checked;
use crate::diagnostic::{FileEdit, Finding, Severity};
use crate::document::{DocId, Document, Documents};
use crate::findings::MAX_FINDINGS;
use crate::json::{Kind, NodeId};
use crate::options::Options;
use crate::rules::{self, Rule};
use crate::text::{Edit, Span, Utf16Cursor, Utf16Place};

/// The report on a checked text.
pub(crate) fn report(checked: Checked, _options: &Options) -> Report {
    let Checked { docs, detection, findings } = checked;
    let format = DetectedFormat { id: detection.format.map(|it| it.id), reason: detection.reason };
    let (findings, n_met) = findings.finish();
    if findings.is_empty() {
        return Report { valid: true, format, diagnostics: Vec::new() };
    }
    let mut placed: Vec<(Span, Finding)> =
        findings.into_iter().map(|it| (docs.to_file(it.doc, it.span), it)).collect();
    placed.sort_by(|(left, a), (right, b)| (left.start, a.severity, left.end).cmp(&(right.start, b.severity, right.end)));
    let valid = !placed.iter().any(|(_, it)| it.severity == Severity::Error);
    let rest = placed.get(MAX_FINDINGS).map(|it| it.0);
    placed.truncate(MAX_FINDINGS);
    let n_more = n_met - placed.len();
    let mut places = Places::new(&docs);
    let mut drafts: Vec<Draft> = placed.into_iter().map(|(span, it)| Draft::new(&docs, span, it, &mut places)).collect();
    if n_more > 0 {
        drafts.push(Draft::too_many(rest.unwrap_or_default(), n_more, &mut places));
    }
    places.count();
    let diagnostics = drafts.into_iter().map(|it| it.finish(&docs, &places)).collect();
    Report { valid, format, diagnostics }
}

/// The report on bytes that are not UTF-8: where, what they may be, and the findings on the text behind them.
pub(crate) fn not_utf8(text: &str, options: &Options, encoding: Option<&str>, at: usize) -> Report {
    let mut checked = crate::check(text, options);
    // The text is what it would be after the repair; only the encoding is reported when nothing could be read.
    let start = u32::try_from(at).unwrap_or(u32::MAX);
    let wrong = text.get(at..).and_then(|it| it.chars().next()).map_or(0, char::len_utf8);
    let span = match encoding {
        Some(_) => Span::default(),
        None => Span { start, end: start + u32::try_from(wrong).unwrap_or(0) },
    };
    checked.findings.report(&rules::INVALID_UTF8, 0, span, |it| {
        it.message = match encoding {
            Some(name) => format!("The file is encoded as {name}; expected UTF-8"),
            None => format!("Byte {at} is not UTF-8; the file may be in Latin-1 or Windows-1252"),
        };
        if encoding.is_some() {
            it.fix(crate::diagnostic::Fix::safe("write it as UTF-8").replace(Span::new(0, text.len()), text));
        }
    });
    report(checked, options)
}

/// The place of a pointer that goes on through encoded strings.
pub(crate) fn locate(text: &str, pointer: &str) -> Option<Location> {
    let mut docs = Documents::new(Document::file(text));
    let mut doc = 0;
    let mut node = docs.get(0).tree.root()?;
    for token in pointer.split('/').skip(1) {
        if docs.get(doc).tree.kind(node) == Kind::String {
            doc = docs.nest(doc, node);
            node = docs.get(doc).tree.root()?;
        }
        node = step(docs.get(doc), node, &token.replace("~1", "/").replace("~0", "~"))?;
    }
    if !pointer.is_empty() && !pointer.starts_with('/') {
        return None;
    }
    let span = docs.get(doc).tree.span(node);
    let mut places = Places::new(&docs);
    let place = Place::new(&docs, doc, span, &mut places);
    places.count();
    let file = place.file;
    Some(Location {
        range: places.range(0, file),
        from: places.at(0, file.start).offset,
        to: places.at(0, file.end).offset,
        bytes: offsets(file),
        inner: place.inner(&docs, &places),
    })
}

fn step(document: &Document, node: NodeId, token: &str) -> Option<NodeId> {
    let tree = &document.tree;
    match tree.kind(node) {
        Kind::Object => tree.get(&document.text, node, token),
        Kind::Array => {
            let is_index = token == "0" || (!token.starts_with('0') && token.bytes().all(|it| it.is_ascii_digit()));
            tree.children(node).nth(token.parse().ok().filter(|_| is_index)?)
        }
        _ => None,
    }
}

/// An edit of a text in all coordinates.
pub(crate) fn text_edit(cursor: &mut Utf16Cursor, edit: &Edit) -> TextEdit {
    let (start, end) = (cursor.at(edit.span.start), cursor.at(edit.span.end));
    TextEdit {
        from: start.offset,
        to: end.offset,
        range: Range { start: position(start), end: position(end) },
        bytes: offsets(edit.span),
        text: edit.text.clone(),
    }
}

fn position(place: Utf16Place) -> Position {
    Position { line: place.line, character: place.character }
}

fn offsets(span: Span) -> Offsets {
    Offsets { from: span.start, to: span.end }
}

/// Byte offsets of each document, and after counting their lines and UTF-16 units.
struct Places<'d> {
    docs: &'d Documents<'d>,
    wanted: Vec<Vec<u32>>,
    counted: Vec<Vec<Utf16Place>>,
}

impl<'d> Places<'d> {
    fn new(docs: &'d Documents<'d>) -> Self {
        Self { docs, wanted: docs.iter().map(|_| Vec::new()).collect(), counted: Vec::new() }
    }

    fn want(&mut self, doc: DocId, span: Span) {
        if let Some(wanted) = self.wanted.get_mut(doc) {
            wanted.extend([span.start, span.end]);
        }
    }

    fn count(&mut self) {
        for ((_, document), wanted) in self.docs.iter().zip(&mut self.wanted) {
            wanted.sort_unstable();
            wanted.dedup();
            let mut cursor = Utf16Cursor::new(&document.text);
            self.counted.push(wanted.iter().map(|&it| cursor.at(it)).collect());
        }
    }

    fn at(&self, doc: DocId, byte: u32) -> Utf16Place {
        let idx = self.wanted.get(doc).and_then(|it| it.binary_search(&byte).ok());
        idx.and_then(|it| self.counted.get(doc)?.get(it)).copied().unwrap_or_default()
    }

    fn range(&self, doc: DocId, span: Span) -> Range {
        Range { start: position(self.at(doc, span.start)), end: position(self.at(doc, span.end)) }
    }
}

/// A place in the file and in every document down to the one where it was found.
struct Place {
    file: Span,
    /// Innermost first; the last is the file.
    levels: Vec<(DocId, Span)>,
}

impl Place {
    fn new(docs: &Documents, doc: DocId, span: Span, places: &mut Places) -> Self {
        let mut levels = vec![(doc, span)];
        while let Some(outer) = levels.last().and_then(|&(doc, span)| docs.outward(doc, span)) {
            levels.push(outer);
        }
        levels.iter().for_each(|&(doc, span)| places.want(doc, span));
        Self { file: levels.last().map_or(span, |it| it.1), levels }
    }

    /// The pointer in the file.
    fn pointer(&self, docs: &Documents) -> String {
        self.levels.last().map_or_else(String::new, |&(doc, span)| pointer(docs.get(doc), span))
    }

    fn inner(&self, docs: &Documents, places: &Places) -> Vec<InnerPlace> {
        let inner = self.levels.iter().rev().skip(1);
        let place = inner.map(|&(doc, span)| InnerPlace {
            pointer: pointer(docs.get(doc), span),
            range: places.range(doc, span),
            from: places.at(doc, span.start).offset,
            to: places.at(doc, span.end).offset,
        });
        place.collect()
    }
}

fn pointer(document: &Document, span: Span) -> String {
    match document.tree.at(span.start) {
        Some(node) => document.tree.pointer(&document.text, node),
        None => String::new(),
    }
}

/// A finding whose places are known in bytes.
struct Draft {
    rule: &'static Rule,
    severity: Severity,
    message: String,
    place: Place,
    notes: Vec<(String, Span)>,
    fixes: Vec<(crate::diagnostic::Fix, Vec<Edit>)>,
}

impl Draft {
    fn new(docs: &Documents, file: Span, finding: Finding, places: &mut Places) -> Self {
        let Finding { rule, severity, message, doc, span, notes, fixes } = finding;
        let place = Place::new(docs, doc, span, places);
        debug_assert_eq!(place.file, file);
        let notes = notes.into_iter().map(|it| {
            let span = docs.to_file(it.doc, it.span);
            places.want(0, span);
            (it.message, span)
        });
        let notes = notes.collect();
        let fixes = fixes.into_iter().map(|mut fix| {
            let mut edits: Vec<Edit> =
                std::mem::take(&mut fix.edits).into_iter().map(|it| docs.edit_to_file(doc, it)).collect();
            edits.sort_by_key(|it| it.span);
            edits.iter().for_each(|it| places.want(0, it.span));
            (fix, edits)
        });
        let fixes = fixes.collect();
        Self { rule, severity, message, place, notes, fixes }
    }

    fn too_many(at: Span, n_more: usize, places: &mut Places) -> Self {
        let span = Span::empty(at.start);
        places.want(0, span);
        Self {
            rule: &rules::TOO_MANY_FINDINGS,
            severity: rules::TOO_MANY_FINDINGS.severity,
            message: format!("There are {n_more} more findings; mend some of these first"),
            place: Place { file: span, levels: vec![(0, span)] },
            notes: Vec::new(),
            fixes: Vec::new(),
        }
    }

    fn finish(self, docs: &Documents, places: &Places) -> Diagnostic {
        let file = self.place.file;
        let related = self.notes.into_iter().map(|(message, span)| Related {
            message,
            range: places.range(0, span),
            from: places.at(0, span.start).offset,
            to: places.at(0, span.end).offset,
            bytes: offsets(span),
        });
        Diagnostic {
            code: self.rule.id,
            severity: self.severity,
            message: self.message,
            docs: format!("rules/{}", self.rule.id),
            range: places.range(0, file),
            from: places.at(0, file.start).offset,
            to: places.at(0, file.end).offset,
            bytes: offsets(file),
            pointer: self.place.pointer(docs),
            inner: self.place.inner(docs, places),
            related: related.collect(),
            fixes: self.fixes.into_iter().map(|(fix, edits)| finish_fix(fix, edits, places)).collect(),
        }
    }
}

fn finish_fix(fix: crate::diagnostic::Fix, edits: Vec<Edit>, places: &Places) -> Fix {
    let edits = edits.into_iter().map(|it| TextEdit {
        from: places.at(0, it.span.start).offset,
        to: places.at(0, it.span.end).offset,
        range: places.range(0, it.span),
        bytes: offsets(it.span),
        text: it.text,
    });
    let file = fix.file.map(|it| match it {
        FileEdit::Rename(name) => FileChange::Rename { name },
        FileEdit::Create(name, text) => FileChange::Create { name, text },
    });
    Fix { title: fix.title, safety: fix.safety, edits: edits.collect(), file }
}
