//! How the file is written: readable for people, as its format recommends.

use super::say::When;
use crate::bind::Member;
use crate::detect::EnvelopeKind;
use crate::diagnostic::{Fix, is_unprintable};
use crate::document::DocId;
use crate::findings::Findings;
use crate::json::{Flags, Kind, SyntaxErrorKind, TokenKind, tokens, unicode_escape};
use crate::query::Context;
use crate::query::open_bracket;
use crate::rules;
use crate::spec::Field;
use crate::text::{Span, find_byte};

/// With more edits than this, no fix is offered: such a file is for programs.
const MAX_EDITS: usize = 10_000;
/// Nor with more bytes of whitespace than this.
const MAX_BLANKS: usize = 1 << 20;

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    super::mojibake::check(ctx, out);
    super::invisible::check(ctx, out);
    let is_raw = matches!(ctx.detection.envelope, EnvelopeKind::Raw(_));
    if is_raw || !ctx.detection.format.is_some_and(|it| it.is_for_people) {
        return;
    }
    one_line(ctx, out);
    if out.is_off(&rules::ASCII_ESCAPES) {
        return;
    }
    ascii_escapes(ctx, 0, out);
    for payload in ctx.bindings.payloads.iter().filter(|it| it.kind.is_json()) {
        for doc in &payload.inner {
            ascii_escapes(ctx, *doc, out);
        }
    }
}

fn one_line(ctx: &Context, out: &mut Findings) {
    let (doc, root) = ctx.detection.root;
    let document = ctx.doc(doc);
    let has_members = document.tree.kind(root) == Kind::Object && document.tree.children(root).next().is_some();
    let line = document.text.trim().as_bytes();
    let is_one_line = find_byte(line, 0, b'\n').is_none() && find_byte(line, 0, b'\r').is_none();
    if doc != 0 || !has_members || !document.errors.is_empty() || !is_one_line {
        return;
    }
    out.report(&rules::NOT_PRETTY, doc, open_bracket(document, root), |finding| {
        finding.say(format_args!("The whole file is on one line; indent it so that people can read it"));
        // A payload that is not yet encoded would later be encoded with its indentation.
        let is_open =
            |it: &Member| it.field.is_some_and(Field::is_payload) && document.tree.kind(it.value) != Kind::String;
        let has_open = ctx.root_object().is_some_and(|it| it.members.iter().any(is_open));
        if let Some(fix) = indented(&document.text).filter(|_| !has_open) {
            finding.fix(fix);
        }
    });
}

/// Puts each member and each item on a line of its own; only whitespace changes.
fn indented(text: &str) -> Option<Fix> {
    let mut fix = Fix::safe("Put each member on its own line");
    let (mut depth, mut n_blanks) = (0_usize, 0);
    let mut blank = Span::default();
    let mut before = "";
    let mut wanted = String::new();
    for token in tokens(text) {
        if token.kind == TokenKind::Blank {
            blank = token.span;
            continue;
        }
        let this = token.span.of(text);
        let (opened, closes) = (matches!(before, "{" | "["), matches!(this, "}" | "]"));
        depth = (depth + usize::from(opened)).saturating_sub(usize::from(closes));
        wanted.clear();
        match (before, this) {
            ("", _) | (_, "," | ":") => (),
            (":", _) => wanted.push(' '),
            _ if opened && closes => (),
            _ => {
                wanted.push('\n');
                for _ in 0..depth {
                    wanted.push_str("  ");
                }
            }
        }
        let gap = if blank.end == token.span.start { blank } else { Span::empty(token.span.start) };
        n_blanks += wanted.len();
        if gap.of(text) != wanted && !before.is_empty() {
            fix = fix.replace(gap, &wanted);
        }
        if fix.edits.len() > MAX_EDITS || n_blanks > MAX_BLANKS {
            return None;
        }
        before = this;
    }
    Some(fix.redundant())
}

/// Reports characters that are needlessly escaped as `\uXXXX`: one finding for each text, however many there are.
fn ascii_escapes(ctx: &Context, doc: DocId, out: &mut Findings) {
    let document = ctx.doc(doc);
    if document.errors.iter().any(|it| !matches!(it.kind, SyntaxErrorKind::LoneSurrogate)) {
        return;
    }
    let text = &*document.text;
    let mut found = Unescaping { edits: Vec::new(), n_found: 0, first: None };
    for string in document.tree.strings().filter(|it| it.flags.has(Flags::UNICODE)) {
        found.read(text, string.span);
    }
    let Some((span, ch)) = found.first else { return };
    out.report(&rules::ASCII_ESCAPES, doc, span, |finding| {
        let n_found = found.n_found;
        let more = When(n_found > 1, format_args!("; {n_found} characters are escaped this way"));
        finding.say(format_args!("`{}` can be written as `{ch}`{more}", span.of(text)));
        if found.edits.len() <= MAX_EDITS {
            let mut fix = Fix::safe("Replace the escapes with their characters");
            for (span, text) in found.edits {
                fix = fix.replace(span, text);
            }
            finding.fix(fix.redundant());
        }
    });
}

/// Escapes that can be written out, with the edits that do it.
struct Unescaping {
    edits: Vec<(Span, String)>,
    n_found: usize,
    first: Option<(Span, char)>,
}

/// Escapes this close together are written out in one edit: a text that Python wrote has thousands of them.
const NEAR: u32 = 64;

impl Unescaping {
    /// Reads one string.
    fn read(&mut self, text: &str, string: Span) {
        let bytes = text.as_bytes().get(..string.end as usize).unwrap_or_default();
        let mut at = string.start as usize;
        while let Some(start) = find_byte(bytes, at, b'\\') {
            // Most escapes are line breaks and quotes.
            let is_unicode = bytes.get(start + 1) == Some(&b'u');
            let Some((len, ch)) = is_unicode.then(|| unicode_escape(bytes, start)).flatten() else {
                at = start + 2;
                continue;
            };
            at = start + len;
            let Some(ch) = ch.filter(|it| stands_for_itself(*it)) else { continue };
            let span = Span::new(start, at);
            self.n_found += 1;
            self.first.get_or_insert((span, ch));
            match self.edits.last_mut() {
                Some((last, written)) if last.start > string.start && last.end + NEAR >= span.start => {
                    written.push_str(Span { start: last.end, end: span.start }.of(text));
                    written.push(ch);
                    last.end = span.end;
                }
                _ => self.edits.push((span, ch.to_string())),
            }
        }
    }
}

/// True for characters that are visible and have no meaning in JSON.
fn stands_for_itself(ch: char) -> bool {
    let is_blank = ch.is_whitespace() && ch != ' ';
    // Emoji are written with a selector.
    let is_hidden = is_unprintable(ch) && !matches!(ch, '\u{fe0e}' | '\u{fe0f}');
    let is_reserved =
        matches!(ch, '\u{fdd0}'..='\u{fdef}' | '\u{fffc}' | '\u{fffd}') || u32::from(ch) & 0xFFFE == 0xFFFE;
    !matches!(ch, '"' | '\\') && !is_blank && !is_hidden && !is_reserved
}

#[cfg(test)]
mod tests {
    use super::{indented, stands_for_itself, unicode_escape};
    use crate::text::apply;

    #[test]
    fn blanks_change_and_nothing_else() {
        let text = r#" {"a":1.0,"b" : [ ], "c":{"d":[1 ,"x, y"]} }"#;
        let fixed = apply(text, &indented(text).unwrap().edits);
        assert_eq!(
            fixed,
            " {\n  \"a\": 1.0,\n  \"b\": [],\n  \"c\": {\n    \"d\": [\n      1,\n      \"x, y\"\n    ]\n  }\n}"
        );
        assert!(indented(&fixed).unwrap().edits.is_empty());
    }

    #[test]
    fn escapes_are_read_in_pairs() {
        assert_eq!(unicode_escape(br"\u00e9", 0), Some((6, Some('é'))));
        assert_eq!(unicode_escape(br"\ud83d\ude00", 0), Some((12, Some('😀'))));
        assert_eq!(unicode_escape(br"\ud83d\u0041", 0), Some((6, None)));
        assert_eq!(unicode_escape(br"\n", 0), None);
        assert_eq!(unicode_escape(br"\u12", 0), None);
    }

    #[test]
    fn what_cannot_be_seen_stays_an_escape() {
        for ch in ['"', '\\', '\n', '\u{7f}', '\u{a0}', '\u{ad}', '\u{202e}', '\u{200d}', '\u{feff}', '\u{e000}'] {
            assert!(!stands_for_itself(ch), "{ch:?}");
        }
        for ch in ['é', '✅', '\u{fe0f}', '<', ' ', '😀', '中'] {
            assert!(stands_for_itself(ch), "{ch:?}");
        }
    }
}
