//! From findings in byte spans of documents to the report: every place in every coordinate.
//! All places of one document are counted in one sweep over its text.

use super::report::{
    DetectedFormat, Diagnostic, FileChange, Fix, InnerPlace, Location, Offsets, Position, Range, Related, Report,
    TextEdit,
};
use crate::Checked;
use crate::diagnostic::{FileEdit, Finding, Repair, Severity};
use crate::document::{DocId, Document, Documents};
use crate::findings::MAX_FINDINGS;
use crate::json::{Kind, NodeId, Outline};
use crate::options::Options;
use crate::rules::{self, Rule};
use crate::text::{Edit, Span, Utf16Cursor, Utf16Place, sort};

/// The report on a checked text.
pub(crate) fn report(checked: Checked, _options: &Options) -> Report {
    let Checked { docs, detection, findings } = checked;
    let format = DetectedFormat { id: detection.format.map(|it| it.id), reason: detection.reason };
    let (findings, n_met) = findings.finish();
    if findings.is_empty() {
        return Report { valid: true, format, diagnostics: Vec::new() };
    }
    let placed = in_order(&docs, findings);
    let valid = !placed.iter().any(|(_, it)| it.severity == Severity::Error);
    let rest = placed.get(MAX_FINDINGS).map(|it| it.0);
    let n_more = n_met - placed.len().min(MAX_FINDINGS);
    let mut places = Places::new(&docs);
    let mut drafts: Vec<Draft> =
        placed.into_iter().take(MAX_FINDINGS).map(|(span, it)| Draft::new(&docs, span, it, &mut places)).collect();
    if n_more > 0 {
        drafts.push(Draft::too_many(rest.unwrap_or_default(), n_more, &mut places));
    }
    places.count();
    let diagnostics = drafts.into_iter().map(|it| it.finish(&places)).collect();
    Report { valid, format, diagnostics }
}

/// The findings by their place in the file; at the same place the more serious first.
fn in_order(docs: &Documents, findings: Vec<Finding>) -> Vec<(Span, Finding)> {
    let mut order = Vec::with_capacity(findings.len());
    let mut placed: Vec<Option<(Span, Finding)>> = Vec::with_capacity(findings.len());
    for (idx, finding) in (0_u32..).zip(findings) {
        let span = docs.to_file(finding.doc, finding.span);
        let rank = u64::from(finding.severity as u8) << 30 | u64::from(span.end).min((1 << 30) - 1);
        order.push((u64::from(span.start) << 32 | rank, idx));
        placed.push(Some((span, finding)));
    }
    sort(&mut order);
    order.iter().filter_map(|it| placed.get_mut(it.1 as usize)?.take()).collect()
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
        node = step(docs.get(doc), node, &unescaped(token))?;
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
        inner: place.inner(&places),
    })
}

/// A token of a pointer without its escapes, `~1` for `/` and `~0` for `~`.
fn unescaped(token: &str) -> String {
    let mut out = String::with_capacity(token.len());
    let mut chars = token.chars().peekable();
    while let Some(ch) = chars.next() {
        let meant = match (ch, chars.peek()) {
            ('~', Some('1')) => '/',
            ('~', Some('0')) => '~',
            _ => {
                out.push(ch);
                continue;
            }
        };
        chars.next();
        out.push(meant);
    }
    out
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
    /// Offset and nothing: pairs, because pairs are what the library sorts everywhere, and sorting is much code.
    wanted: Vec<Vec<(u64, u32)>>,
    counted: Vec<Vec<Utf16Place>>,
    /// Made for documents with many findings.
    outlines: Vec<Option<Outline<'d>>>,
}

/// So many places are looked up one by one.
const FEW_PLACES: usize = 64;

impl<'d> Places<'d> {
    fn new(docs: &'d Documents<'d>) -> Self {
        Self { docs, wanted: docs.iter().map(|_| Vec::new()).collect(), counted: Vec::new(), outlines: Vec::new() }
    }

    fn want(&mut self, doc: DocId, span: Span) {
        if let Some(wanted) = self.wanted.get_mut(doc) {
            wanted.extend([(u64::from(span.start), 0), (u64::from(span.end), 0)]);
        }
    }

    fn count(&mut self) {
        for ((_, document), wanted) in self.docs.iter().zip(&mut self.wanted) {
            sort(wanted);
            wanted.dedup();
            self.outlines.push((wanted.len() > FEW_PLACES).then(|| Outline::new(&document.tree)));
            let mut cursor = Utf16Cursor::new(&document.text);
            self.counted.push(wanted.iter().map(|it| cursor.at(u32::try_from(it.0).unwrap_or(u32::MAX))).collect());
        }
    }

    fn at(&self, doc: DocId, byte: u32) -> Utf16Place {
        let idx = self.wanted.get(doc).and_then(|it| it.binary_search(&(u64::from(byte), 0)).ok());
        idx.and_then(|it| self.counted.get(doc)?.get(it)).copied().unwrap_or_default()
    }

    /// The pointer of the node at the start of a span.
    fn pointer(&self, doc: DocId, span: Span) -> String {
        let document = self.docs.get(doc);
        let text = &document.text;
        let found = match self.outlines.get(doc) {
            Some(Some(outline)) => outline.at(span.start).map(|it| outline.pointer(text, it)),
            _ => document.tree.at(span.start).map(|it| document.tree.pointer(text, it)),
        };
        found.unwrap_or_default()
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
    fn pointer(&self, places: &Places) -> String {
        self.levels.last().map_or_else(String::new, |&(doc, span)| places.pointer(doc, span))
    }

    fn inner(&self, places: &Places) -> Vec<InnerPlace> {
        let inner = self.levels.iter().rev().skip(1);
        let place = inner.map(|&(doc, span)| InnerPlace {
            pointer: places.pointer(doc, span),
            range: places.range(doc, span),
            from: places.at(doc, span.start).offset,
            to: places.at(doc, span.end).offset,
        });
        place.collect()
    }
}

/// A finding whose places are known in bytes.
struct Draft {
    rule: &'static Rule,
    severity: Severity,
    message: String,
    place: Place,
    notes: Vec<(String, Span)>,
    fixes: Vec<(Repair, Vec<Edit>)>,
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
        let fixes = fixes.into_iter().map(|fix| {
            let mut fix = fix.into_repair();
            let edits = std::mem::take(&mut fix.edits).into_iter().map(|it| docs.edit_to_file(doc, it));
            let edits = ascending(edits.collect());
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

    fn finish(self, places: &Places) -> Diagnostic {
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
            pointer: self.place.pointer(places),
            inner: self.place.inner(places),
            related: related.collect(),
            fixes: self.fixes.into_iter().map(|(fix, edits)| finish_fix(fix, edits, places)).collect(),
        }
    }
}

fn ascending(edits: Vec<Edit>) -> Vec<Edit> {
    let key = |it: &Edit| u64::from(it.span.start) << 32 | u64::from(it.span.end);
    if edits.is_sorted_by_key(key) {
        return edits;
    }
    let mut order: Vec<(u64, u32)> = edits.iter().map(key).zip(0..).collect();
    sort(&mut order);
    order.iter().filter_map(|it| edits.get(it.1 as usize)).cloned().collect()
}

fn finish_fix(fix: Repair, edits: Vec<Edit>, places: &Places) -> Fix {
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
