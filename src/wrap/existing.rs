//! Content that is already an envelope: extracted from the text around it, fixed, completed.

use super::work::{LedgerEntry, Repairer, Work};
use super::{WrapError, agrees, payload, reading};
use crate::detect::{EnvelopeKind, detect_alone};
use crate::diagnostic::{Severity, listed};
use crate::document::{DocId, Document, Documents};
use crate::envelope::NO_REQUEST;
use crate::fix::place;
use crate::formats::built_by;
use crate::json::{Decoded, Flags, Kind, SyntaxErrorKind, decode, escape_into, quote};
use crate::options::{Options, Repair, WrapOptions};
use crate::query::is_any_failure;
use crate::report::{Diagnostic, Report};
use crate::resolve::offsets;
use crate::rules;
use crate::spec::{Builder, Format};
use crate::text::{Edit, Span};

/// What the caller wants.
pub(super) struct WrapRequest<'a> {
    /// The id of the request, if it is known.
    pub(super) request_id: Option<&'a str>,
    /// The caller's options.
    pub(super) options: &'a WrapOptions,
    /// The text is not truncated.
    pub(super) is_whole: bool,
    pub(super) repairer: Repairer<'a>,
}

/// The envelope that a text is, or that an MCP tool result or a key in it contains, without mistakes of its own; `None`
/// if the text is other content.
pub(super) fn envelope(text: &str, format: &'static Format, asked: &WrapRequest) -> Result<Option<Work>, WrapError> {
    let options = asked.options;
    let Some(mut work) = found(text, format, asked.repairer)? else { return Ok(None) };
    let request = asked.request_id.map(|it| format!("{{\"request_id\": {}}}", quote(it)));
    let checked = Options { format: Some(format.id), request, ..Options::default() };
    let may_hold_envelope = options.repair != Repair::None || !has_broken_payload(&work.text);
    let is_wanted =
        |it: &Diagnostic| is_of_envelope(it, format) && (may_hold_envelope || it.code != rules::NESTED_ENVELOPE.id);
    let n_before = work.applied.len();
    let mut report = work.fix(&checked, &is_wanted, asked.repairer);
    let is_faulty = |it: &Report| it.diagnostics.iter().any(&is_wanted);
    let is_complete = work.applied.len() == n_before && !is_faulty(&report);
    if !is_complete && complete(&mut work, format, asked) {
        report = work.fix(&checked, &is_wanted, asked.repairer);
    }
    agrees(&work.text, asked)?;
    if let Some(Diagnostic { message: fault, .. }) = report.diagnostics.iter().find(|it| is_wanted(it)) {
        let why = match options.repair {
            Repair::All => "only its author can fix",
            Repair::None | Repair::Safe => "needs more repair than requested",
        };
        let reason = format_args!("is already an envelope, but has an error that {why}: {fault}");
        return Err(WrapError::of_envelope("content", reason));
    }
    repair_payload(&mut work, asked.repairer);
    Ok(Some(work))
}

/// The envelope, extracted from the text around it.
fn found(text: &str, format: &Format, repairer: Repairer) -> Result<Option<Work>, WrapError> {
    let mut docs = Documents::again(text, repairer.readings);
    let detection = detect_alone(&mut docs);
    let is_it = detection.format.is_some_and(|it| it.id == format.id);
    let is_inside = detection.in_mcp_result || detection.under.is_some();
    let is_apart = detection.root.0 != 0 && !is_inside;
    let is_envelope = match detection.envelope {
        EnvelopeKind::Whole => true,
        EnvelopeKind::Mixed => repairer.repair != Repair::None,
        EnvelopeKind::Raw(_) => false,
    };
    if !is_it || is_apart || !is_envelope {
        return Ok(None);
    }
    if !detection.more.is_empty() {
        return Err(WrapError::new("content", format_args!("contains several envelopes, but only one can be kept")));
    }
    let mut work = Work::new(text);
    if is_inside {
        let (doc, root) = detection.root;
        if docs.chain(doc).iter().any(|it| !is_alone(docs.get(*it)) || has_odd_escape(&docs, *it)) {
            let reason = format_args!("holds an envelope in broken JSON or among other text, which needs more repair");
            return Err(WrapError::new("content", reason));
        }
        let document = docs.get(doc);
        let envelope = document.tree.span(root).of(&document.text);
        let entry = match detection.in_mcp_result {
            true => LedgerEntry::safe(
                &rules::MCP_WRAPPER,
                "The envelope is inside an MCP tool result",
                "Extract the envelope",
            ),
            false => LedgerEntry::safe(&rules::NESTED_ENVELOPE, "The envelope is under a key", "Extract the envelope"),
        };
        work.replace(entry, envelope);
    }
    Ok(Some(work))
}

/// Whether a document is only JSON and is certain to be read as meant.
fn is_alone(document: &Document) -> bool {
    let Document { layout, text, .. } = document;
    let has_words = document.errors.iter().any(|it| it.kind.is_around());
    !has_words && layout.before(text).is_empty() && layout.after(text).is_empty() && document.doubt().is_none()
}

/// Whether the string that contains a document has more or less content than was decoded from it.
fn has_odd_escape(docs: &Documents, doc: DocId) -> bool {
    let Some(parent) = &docs.get(doc).parent else { return false };
    let outer = docs.get(parent.doc);
    let string = outer.tree.span(parent.node);
    outer.errors.iter().any(|error| {
        let is_odd = matches!(error.kind, SyntaxErrorKind::BadEscape | SyntaxErrorKind::LoneSurrogate);
        is_odd && string.start <= error.span.start && error.span.end <= string.end
    })
}

/// Whether the content is JSON with errors, so that calling it an envelope is a guess.
fn has_broken_payload(text: &str) -> bool {
    let document = Document::unexplained(text);
    let Some(node) = payload(&document) else { return false };
    let content = document.tree.text(text, node);
    let errors = &Document::unexplained(&content).errors;
    errors.iter().any(|it| !it.kind.is_minor() && !it.kind.is_around())
}

/// Whether a finding is an error of the envelope, not of its content. An id other than the requested one is rejected,
/// and content that is a JSON string stays one unless it is repaired.
fn is_of_envelope(finding: &Diagnostic, format: &Format) -> bool {
    // The content of other envelopes is not encoded.
    const CONTENT: &[&str] = &["/data", "/error", "/meta"];
    let is_content = !finding.inner.is_empty()
        || format.builder != Some(Builder::Answer) && CONTENT.iter().any(|begin| finding.pointer.starts_with(begin));
    finding.severity == Severity::Error
        && !is_content
        && ![rules::PAIR_ID.id, rules::DOUBLE_ENCODED.id].contains(&finding.code)
}

/// Inserts the fields that the options have and the text lacks; false if there are none.
fn complete(work: &mut Work, format: &Format, asked: &WrapRequest) -> bool {
    let document = Document::unexplained(&work.text);
    let (tree, text) = (&document.tree, &*document.text);
    let flags = tree.node(0).flags;
    let (Some(gap), Some(last)) = (tree.indent(text, 0), tree.children(0).last()) else { return false };
    if document.doubt().is_some() || !document.is_sure || flags.has(Flags::UNCLOSED) || flags.has(Flags::INCOMPLETE) {
        return false;
    }
    let gap = if gap.is_empty() { " " } else { gap };
    let mut known = NewFields { document: &document, gap, names: Vec::new(), text: String::new() };
    if format.builder == Some(Builder::Answer) {
        known.add_bridge(asked);
    } else {
        if let Some(id) = asked.request_id {
            known.add("request_id", Some(id));
        }
        known.add("ts", Some(&asked.options.created_at));
    }
    let NewFields { names, text, .. } = known;
    if names.is_empty() {
        return false;
    }
    let names = listed(names, " and ");
    let edit = Edit { span: Span::empty(tree.span(last).end), text };
    let (message, title) = (format!("Missing {names}"), format!("Insert {names}"));
    work.edit(LedgerEntry::safe(&rules::MISSING_FIELD, message, title), &[edit]);
    true
}

/// The fields to insert.
struct NewFields<'d> {
    document: &'d Document<'d>,
    gap: &'d str,
    names: Vec<&'static str>,
    text: String,
}

impl NewFields<'_> {
    /// Adds a string or null.
    fn add(&mut self, name: &'static str, value: Option<&str>) {
        self.add_json(name, &value.map_or_else(|| "null".to_owned(), quote));
    }

    /// Adds a field that the text does not have.
    fn add_json(&mut self, name: &'static str, json: &str) {
        let Document { tree, text, .. } = self.document;
        if tree.get(text, 0, name).is_none() {
            self.names.push(name);
            for part in [",", self.gap, "\"", name, "\": ", json] {
                self.text.push_str(part);
            }
        }
    }

    /// Adds the fields of an agent's response.
    fn add_bridge(&mut self, asked: &WrapRequest) {
        let options = asked.options;
        self.add("request_id", Some(asked.request_id.unwrap_or(NO_REQUEST)));
        self.add("created_at", Some(&options.created_at));
        self.add_json("duration_seconds", options.duration_seconds.as_deref().unwrap_or("0.0"));
        let Some(status) = status(self.document, asked) else { return };
        if status != "success" {
            self.add("response", None);
            self.add("error_message", options.error_message.as_deref());
            self.add("error_type", options.error_type.as_deref());
        }
        self.add("status", Some(&status));
    }
}

/// The existing or requested status. An envelope with an error is not a success; one with content and without an error
/// is, unless an error was truncated or is given elsewhere.
fn status(document: &Document, asked: &WrapRequest) -> Option<String> {
    let (tree, text) = (&document.tree, &*document.text);
    let is_filled = |key: &str| {
        let value = tree.get(text, 0, key).filter(|it| tree.kind(*it) != Kind::Null);
        value.is_some_and(|it| tree.kind(it) != Kind::String || !tree.is_blank(text, it))
    };
    let has_failed = is_filled("error_message") || is_filled("error_type");
    match tree.get(text, 0, "status") {
        Some(status) => Some(tree.text(text, status).into_owned()),
        None if asked.options.status.is_some() => asked.options.status.clone(),
        None if has_failed => Some("error".to_owned()),
        None => {
            let is_failure = || is_any_failure(document, 0, &built_by(Builder::Answer).record);
            (asked.is_whole && is_filled("response") && !is_failure()).then(|| "success".to_owned())
        }
    }
}

/// Repairs the encoded content of the envelope.
fn repair_payload(work: &mut Work, repairer: Repairer) {
    let document = Document::file_again(&work.text, repairer.readings);
    if repairer.repair == Repair::None || document.doubt().is_some() {
        return;
    }
    let Some(node) = payload(&document) else { return };
    let span = document.tree.content_span(node);
    let Decoded { text: content, pieces, .. } = decode(span.of(&work.text));
    let Some(mut inside) = reading::read(&content, repairer).filter(|it| !it.applied.is_empty()) else { return };
    let mut text = String::new();
    escape_into(&inside.text, &mut text);
    let edit = Edit { span, text };
    place(&content, &mut inside.applied);
    // Their edits refer to the decoded text, which is written back once, with the last entry.
    let n_entries = inside.applied.len();
    for (idx, mut entry) in inside.applied.into_iter().enumerate() {
        entry.edits.clear();
        let outward = |it: u32| span.start + pieces.outward(span.of(&work.text), it);
        entry.bytes = offsets(Span { start: outward(entry.bytes.from), end: outward(entry.bytes.to) });
        if idx + 1 == n_entries {
            work.place(entry, &[edit]);
            break;
        }
        work.applied.push(entry);
    }
}
