//! How the file is written: for people to read, as its format asks.

use super::Context;
use super::fields::open_bracket;
use crate::detect::Envelope;
use crate::diagnostic::{Fix, is_unprintable};
use crate::document::DocId;
use crate::findings::Findings;
use crate::json::{Flags, Kind, SyntaxErrorKind, TokenKind, tokens};
use crate::rules;
use crate::text::{Span, find_byte};

/// Above so many edits no fix is offered: such a file is for programs.
const MAX_EDITS: usize = 10_000;
/// And above so many bytes of blanks.
const MAX_BLANKS: usize = 1 << 20;

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    super::mojibake::check(ctx, out);
    let is_raw = matches!(ctx.detection.envelope, Envelope::Raw(_));
    if is_raw || !ctx.detection.format.is_some_and(|it| it.is_for_people) {
        return;
    }
    one_line(ctx, out);
    if out.is_off(&rules::ASCII_ESCAPES) {
        return;
    }
    ascii_escapes(ctx, 0, out);
    for payload in ctx.bindings.payloads.iter().filter(|it| it.kind.is_json()) {
        payload.inner.iter().for_each(|&doc| ascii_escapes(ctx, doc, out));
    }
}

fn one_line(ctx: &Context, out: &mut Findings) {
    let (doc, root) = ctx.detection.root;
    let document = ctx.doc(doc);
    let has_members = document.tree.kind(root) == Kind::Object && document.tree.children(root).next().is_some();
    if doc != 0 || !has_members || !document.errors.is_empty() || document.text.trim().contains(['\n', '\r']) {
        return;
    }
    out.report(&rules::NOT_PRETTY, doc, open_bracket(document, root), |it| {
        it.message = "The whole file stands on one line; indented, people can read it too".to_owned();
        if let Some(fix) = indented(&document.text) {
            it.fix(fix);
        }
    });
}

/// Puts each member and each item on a line of its own; between the blanks every byte stays.
fn indented(text: &str) -> Option<Fix> {
    let mut fix = Fix::safe("put each member on a line of its own");
    let (mut depth, mut n_blanks) = (0_usize, 0);
    let mut blank = Span::default();
    let mut before = "";
    for token in tokens(text) {
        if token.kind == TokenKind::Blank {
            blank = token.span;
            continue;
        }
        let this = token.span.of(text);
        let (opened, closes) = (matches!(before, "{" | "["), matches!(this, "}" | "]"));
        depth = (depth + usize::from(opened)).saturating_sub(usize::from(closes));
        let wanted = match (before, this) {
            ("", _) | (_, "," | ":") => String::new(),
            (":", _) => " ".to_owned(),
            _ if opened && closes => String::new(),
            _ => format!("\n{}", "  ".repeat(depth)),
        };
        let gap = if blank.end == token.span.start { blank } else { Span::empty(token.span.start) };
        n_blanks += wanted.len();
        if gap.of(text) != wanted && !before.is_empty() {
            fix = fix.replace(gap, wanted);
        }
        if fix.edits.len() > MAX_EDITS || n_blanks > MAX_BLANKS {
            return None;
        }
        before = this;
    }
    Some(fix)
}

/// Characters that stand as `\uXXXX` and need not: one finding for each text, however many there are.
fn ascii_escapes(ctx: &Context, doc: DocId, out: &mut Findings) {
    let document = ctx.doc(doc);
    if !document.errors.iter().all(|it| matches!(it.kind, SyntaxErrorKind::LoneSurrogate)) {
        return;
    }
    let tree = &document.tree;
    if !tree.strings().any(|it| it.flags.has(Flags::UNICODE)) {
        return;
    }
    let bytes = document.text.as_bytes();
    let mut found: Vec<(Span, String)> = Vec::new();
    let mut first = None;
    let (mut at, mut n_found) = (0, 0_usize);
    while let Some(start) = find_byte(bytes, at, b'\\') {
        let escape = if bytes.get(start + 1) == Some(&b'u') { unicode_escape(bytes, start) } else { None };
        let Some((len, ch)) = escape else {
            at = start + 2;
            continue;
        };
        at = start + len;
        let Some(ch) = ch.filter(|it| stands_for_itself(*it)) else { continue };
        let span = Span::new(start, at);
        n_found += 1;
        first.get_or_insert((span, ch));
        match found.last_mut() {
            Some((last, text)) if last.end == span.start => {
                last.end = span.end;
                text.push(ch);
            }
            _ => found.push((span, ch.to_string())),
        }
    }
    let Some((span, ch)) = first else { return };
    out.report(&rules::ASCII_ESCAPES, doc, span, |it| {
        let more = if n_found == 1 { String::new() } else { format!("; {n_found} characters are written so") };
        it.message = format!("`{}` can stand as `{ch}` in UTF-8{more}", span.of(&document.text));
        if found.len() <= MAX_EDITS {
            let fix = Fix::safe("write the characters themselves");
            it.fix(found.into_iter().fold(fix, |fix, (span, text)| fix.replace(span, text)));
        }
    });
}

/// The length of a `\uXXXX`, two of them for a surrogate pair, and its character; none for half a pair.
fn unicode_escape(bytes: &[u8], at: usize) -> Option<(usize, Option<char>)> {
    let unit = |at: usize| {
        let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
        digits.iter().try_fold(0, |acc, it| Some(acc * 16 + char::from(*it).to_digit(16)?))
    };
    let high = unit(at)?;
    if let (0xD800..=0xDBFF, Some(low @ 0xDC00..=0xDFFF)) = (high, unit(at + 6)) {
        return Some((12, char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))));
    }
    Some((6, char::from_u32(high)))
}

/// True for characters that people see and that mean nothing to JSON.
fn stands_for_itself(ch: char) -> bool {
    let is_blank = ch.is_whitespace() && ch != ' ';
    // Soft hyphens, fillers, private and reserved characters, tags.
    let is_hidden = matches!(ch,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}' | '\u{ffa0}' | '\u{fff0}'..='\u{ffff}'
        | '\u{e0000}'..='\u{10ffff}')
        || u32::from(ch) & 0xFFFE == 0xFFFE;
    !matches!(ch, '"' | '\\') && !is_blank && !is_hidden && !is_unprintable(ch)
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
