//! The values that a caller's schema applies to: the content of the envelopes, or the whole file if there is none.

use super::{At, Context, On};
use crate::bind::{Payload, PayloadKind};
use crate::detect::EnvelopeKind;
use crate::document::{DocId, Document};
use crate::json::{Kind, NodeId, SyntaxErrorKind, quote};
use crate::text::Span;

/// A value that a schema applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Judged {
    pub(crate) doc: DocId,
    pub(crate) node: NodeId,
    /// The document is text, not JSON.
    pub(crate) is_text: bool,
}

impl Context<'_> {
    /// The payloads, without those that are not read.
    pub(crate) fn judged(&self) -> Vec<Judged> {
        let envelopes = || self.all().filter(|it| payload_of(*it).is_some());
        let mut out = Vec::new();
        for on in envelopes().filter(|it| !it.is_unread() && self.is_read(it.object)) {
            out.extend(payload_of(on).and_then(|it| self.inside(it)));
        }
        // If an envelope is in another one, the inner payload counts.
        out.retain(|it| !envelopes().any(|on| (on.object.doc, on.object.node) == (it.doc, it.node)));
        let (doc, node) = self.detection.root;
        let is_envelope = self.detection.format.is_some_and(|it| it.content().is_some() || !it.files.is_empty());
        let is_raw = matches!(self.detection.envelope, EnvelopeKind::Raw(_));
        if out.is_empty() && (is_raw || !is_envelope) && self.doc(doc).tree.root().is_some() {
            out.push(Judged { doc, node, is_text: self.detection.is_markdown });
        }
        out
    }

    /// The content of a payload's member; `None` if there is nothing to check.
    pub(crate) fn inside(&self, at: At) -> Option<Judged> {
        let (doc, node) = (at.object.doc, at.member.value);
        let payload = self.bindings.payloads.iter().find(|it| (it.doc, it.node) == (doc, node));
        match (payload, at.kind()) {
            (Some(payload), _) => self.held(payload),
            (None, Kind::Object | Kind::Array) => Some(Judged { doc, node, is_text: false }),
            (None, _) => None,
        }
    }

    fn held(&self, payload: &Payload) -> Option<Judged> {
        let doc = payload.inner.last().copied()?;
        let node = self.doc(doc).tree.root();
        match payload.kind {
            PayloadKind::Blank => None,
            PayloadKind::Json | PayloadKind::Fenced | PayloadKind::Prose => {
                Some(Judged { doc, node: node?, is_text: false })
            }
            PayloadKind::Placeholder | PayloadKind::Text => {
                Some(Judged { doc, node: node.unwrap_or_default(), is_text: true })
            }
        }
    }

    /// The value as JSON that every parser accepts; `None` if its syntax is wrong, which has its own findings.
    pub(crate) fn json_of(&self, judged: Judged) -> Option<String> {
        let document = self.doc(judged.doc);
        if judged.is_text {
            return Some(quote(document.text.trim()));
        }
        let tree = &document.tree;
        if tree.is_inside() || !document.slips.is_empty() || tree.kind(judged.node) == Kind::Broken {
            return None;
        }
        let span = tree.span(judged.node);
        let mut out = span.of(&document.text).to_owned();
        for (kind, at) in errors_in(document, span) {
            if *kind != SyntaxErrorKind::LoneSurrogate {
                return None;
            }
            // Half of a surrogate pair is not a character; the replacement that readers use has the same length.
            let (from, to) = ((at.start - span.start) as usize, (at.end - span.start) as usize);
            if out.get(from..to).is_some_and(|it| it.len() == REPLACEMENT.len()) {
                out.replace_range(from..to, REPLACEMENT);
            }
        }
        Some(out)
    }
}

/// U+FFFD, as an escape.
const REPLACEMENT: &str = "\\ufffd";

/// The syntax errors in a range of a document.
fn errors_in<'d>(document: &'d Document, span: Span) -> impl Iterator<Item = (&'d SyntaxErrorKind, Span)> {
    let is_in = move |it: Span| it.start <= span.end && span.start <= it.end;
    document.errors.iter().map(|it| (&it.kind, it.span)).filter(move |it| is_in(it.1))
}

/// The member of an envelope that contains its payload.
fn payload_of(on: On) -> Option<At> {
    let field = on.object.format.content().filter(|_| on.object.is_outermost())?;
    on.member(field.name)
}
