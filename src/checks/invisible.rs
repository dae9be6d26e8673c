//! Invisible characters. A model reads them as text, so they can carry instructions past the people who review it.

mod chars;

use chars::{Hidden, Scan, names};

use super::say::{Shown, When};
use crate::bind::{How, PayloadKind};
use crate::diagnostic::Fix;
use crate::document::DocId;
use crate::findings::Findings;
use crate::json::{Flags, Kind, unicode_escape};
use crate::query::Context;
use crate::rules;
use crate::text::{Span, char_len, find_where, find_wide};

/// With more ranges than this, no fix is offered.
const MAX_EDITS: usize = 10_000;

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    if out.is_off(&rules::INVISIBLE_CHARACTERS) {
        return;
    }
    let (root, _) = ctx.detection.root;
    if ctx.doc(root).tree.is_empty() || ctx.detection.is_markdown {
        whole(ctx, root, out);
    } else {
        strings(ctx, root, out);
    }
    for payload in &ctx.bindings.payloads {
        let Some(&doc) = payload.inner.last() else { continue };
        match payload.kind {
            PayloadKind::Json => strings(ctx, doc, out),
            PayloadKind::Blank
            | PayloadKind::Placeholder
            | PayloadKind::Fenced
            | PayloadKind::Prose
            | PayloadKind::Text => whole(ctx, doc, out),
        }
    }
}

/// Examines all of a text that is not only JSON.
fn whole(ctx: &Context, doc: DocId, out: &mut Findings) {
    let text = &*ctx.doc(doc).text;
    if may_hide(text) {
        report(doc, scanned(text, Span::new(0, text.len()), false), out);
    }
}

/// Examines each string; a payload is examined once, in its decoded text.
fn strings(ctx: &Context, doc: DocId, out: &mut Findings) {
    let document = ctx.doc(doc);
    let tree = &document.tree;
    let is_suspect = may_hide(&document.text);
    if !is_suspect && !tree.strings().any(|it| it.flags.has(Flags::UNICODE)) {
        return;
    }
    // Payloads are examined by themselves, and a misnamed key will be replaced anyway.
    let mut is_elsewhere = vec![false; tree.len()];
    let payloads = ctx.bindings.payloads.iter().filter(|it| it.doc == doc).map(|it| it.node);
    let members = ctx.bindings.objects.iter().filter(|it| it.doc == doc).flat_map(|it| &it.members);
    let misnamed = members.filter(|it| it.field.is_some() && it.how != How::Name).map(|it| it.key);
    for node in payloads.chain(misnamed) {
        if let Some(it) = is_elsewhere.get_mut(node as usize) {
            *it = true;
        }
    }
    for (id, is_elsewhere) in (0..).zip(is_elsewhere) {
        let node = tree.node(id);
        let is_escaped = node.flags.has(Flags::UNICODE);
        if node.kind == Kind::String && !is_elsewhere && (is_escaped || is_suspect) {
            report(doc, scanned(&document.text, node.span, is_escaped), out);
        }
    }
}

/// Whether a text has bytes of a character that may be hidden. Most texts have none and are not searched further.
fn may_hide(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(found) = find_wide(bytes, at) {
        at = found;
        // Non-ASCII characters are usually adjacent.
        while let [first @ 0x80..=0xFF, rest @ ..] = bytes.get(at..).unwrap_or_default() {
            let is_it = match first {
                0xCD => matches!(rest, [0x8F, ..]),
                0xD8 => matches!(rest, [0x9C, ..]),
                0xE1 => matches!(rest, [0x85, 0x9F | 0xA0, ..] | [0xA0, 0x8E, ..]),
                0xE2 => matches!(rest, [0x80, 0x8B..=0x8F | 0xAA..=0xAE, ..] | [0x81, 0xA0..=0xAF, ..]),
                0xE3 => matches!(rest, [0x85, 0xA4, ..]),
                // Variation selectors hide something only if there are several.
                0xEF => matches!(
                    rest,
                    [0xBB, 0xBF, ..]
                        | [0xBE, 0xA0, ..]
                        | [0xBF, 0xB0..=0xBB, ..]
                        | [0xB8, 0x80..=0x8F, 0xEF | 0xF3, ..]
                ),
                0xF0 => matches!(rest, [0x9B, 0xB2, 0xA0..=0xA3, ..] | [0x9D, 0x85, 0xB3..=0xBA, ..]),
                0xF3 => true,
                _ => false,
            };
            if is_it {
                return true;
            }
            at += char_len(*first);
        }
    }
    false
}

/// The hidden characters in a range of a text; `is_escaped` if it is a JSON string with escapes.
fn scanned(text: &str, within: Span, is_escaped: bool) -> Hidden {
    let bytes = text.as_bytes().get(..within.end as usize).unwrap_or_default();
    let mut scan = Scan::default();
    let mut at = within.start as usize;
    while at < bytes.len() {
        let found = next_odd(bytes, at, is_escaped).unwrap_or(bytes.len());
        // Among characters that hide nothing, only those at the ends have a neighbor that may.
        let plain = bytes.get(at..found).unwrap_or_default();
        for byte in plain.first().into_iter().chain(plain.last()) {
            scan.push(char::from(*byte), Span::empty(0));
        }
        at = found;
        let Some(ch) = text.get(at..within.end as usize).and_then(|it| it.chars().next()) else { break };
        let (length, ch) = match ch {
            '\\' => match unicode_escape(bytes, at) {
                Some((length, escaped)) => (length, escaped.unwrap_or(char::REPLACEMENT_CHARACTER)),
                // Whatever it is, it hides nothing.
                None => (1 + bytes.get(at + 1).map_or(0, |it| char_len(*it)), ' '),
            },
            _ => (ch.len_utf8(), ch),
        };
        scan.push(ch, Span::new(at, at + length));
        at += length;
    }
    scan.finish()
}

/// The next character that is not ASCII, or is written as `\uXXXX`.
fn next_odd(bytes: &[u8], from: usize, is_escaped: bool) -> Option<usize> {
    if !is_escaped {
        return find_wide(bytes, from);
    }
    let mut at = from;
    loop {
        at = find_where(bytes, at, |it| it.wide().or(it.equal(b'\\')), |it| it >= 0x80 || it == b'\\')?;
        match (bytes.get(at), bytes.get(at + 1)) {
            (Some(b'\\'), Some(..0x80)) if bytes.get(at + 1) != Some(&b'u') => at += 2,
            _ => return Some(at),
        }
    }
}

/// One finding for each text, however many characters it hides.
fn report(doc: DocId, hidden: Hidden, out: &mut Findings) {
    let Some(first) = hidden.spans.first() else { return };
    out.report(&rules::INVISIBLE_CHARACTERS, doc, *first, |finding| {
        let n_hidden = hidden.n_chars;
        let noun = if n_hidden == 1 { "character" } else { "characters" };
        let names = names(&hidden.codes);
        let spelled = Shown(&hidden.spelled);
        let spells = When(!hidden.spelled.is_empty(), format_args!(" that spell `{spelled}`"));
        finding.say(format_args!("{n_hidden} invisible {noun} ({names}){spells} can hide instructions from reviewers"));
        if hidden.spans.len() <= MAX_EDITS {
            let mut fix = Fix::guess(format_args!("Remove {n_hidden} invisible {noun}"));
            for span in &hidden.spans {
                fix = fix.replace(*span, "");
            }
            finding.fix(fix.redundant());
        }
    });
}
