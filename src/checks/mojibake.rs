//! UTF-8 that was read as Windows-1252: `âœ…` where `✅` was written. Natural text has such letters side by side now and
//! then (`Spaß”`), so one such pair alone is not enough evidence.

use super::say::Shown;
use crate::diagnostic::Fix;
use crate::document::DocId;
use crate::findings::Findings;
use crate::query::Context;
use crate::rules;
use crate::text::{Span, find_byte};

/// The characters of the bytes 80 to 9F; the five bytes without one are kept as they are by most readers.
const HIGH: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";
/// With more places than this, no fix is offered.
const MAX_EDITS: usize = 10_000;

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    if out.is_off(&rules::MOJIBAKE) {
        return;
    }
    // A payload is examined once, in its decoded text.
    let mut skipped: Vec<Span> = Vec::new();
    for payload in ctx.bindings.payloads.iter().filter(|it| it.doc == 0) {
        skipped.push(ctx.doc(0).tree.span(payload.node));
    }
    report(ctx, 0, &skipped, out);
    for payload in &ctx.bindings.payloads {
        if let Some(doc) = payload.inner.last() {
            report(ctx, *doc, &[], out);
        }
    }
}

/// One finding for each text: the mistake was made once, however many characters it hit.
fn report(ctx: &Context, doc: DocId, skipped: &[Span], out: &mut Findings) {
    let text = &*ctx.doc(doc).text;
    let runs = runs(text);
    let mut found: Vec<&(Span, String)> = Vec::new();
    for run in &runs {
        if !skipped.iter().any(|it| it.contains(run.0)) {
            found.push(run);
        }
    }
    let Some((span, first)) = found.first() else { return };
    out.report(&rules::MOJIBAKE, doc, *span, |finding| {
        let n_more = found.len() - 1;
        let more = match n_more {
            0 => String::new(),
            1 => ", here and in one more place".to_owned(),
            _ => format!(", here and in {n_more} more places"),
        };
        let first = Shown(first);
        finding
            .say(format_args!("`{}` looks like `{first}` decoded with the wrong encoding{more}", Shown(span.of(text))));
        if n_more < MAX_EDITS {
            let mut fix = Fix::guess(format_args!("Replace with `{first}`{more}"));
            for (span, meant) in &found {
                fix = fix.replace(*span, meant);
            }
            finding.fix(fix.redundant());
        }
    });
}

/// The ranges of such characters, and the text that was meant.
fn runs(text: &str) -> Vec<(Span, String)> {
    let bytes = text.as_bytes();
    let mut out: Vec<(Span, String)> = Vec::new();
    let mut at = 0;
    // All letters that can begin a sequence, Â to ô, begin with this byte.
    while let Some(start) = find_byte(bytes, at, 0xC3) {
        at = start;
        let (mut meant, mut is_sure) = (String::new(), false);
        while let Some(sequence) = Sequence::read(text.get(at..).unwrap_or_default()) {
            let before = at.checked_sub(1).and_then(|it| bytes.get(it)).copied().unwrap_or(b' ');
            is_sure |= sequence.is_sure(before);
            meant.push(sequence.meant);
            at += sequence.len;
        }
        // Two in a row are not an accident either.
        if is_sure || meant.chars().nth(1).is_some() {
            out.push((Span::new(start, at), meant));
        }
        at = at.max(start + 1);
    }
    out
}

/// The meant beginning of a text that was decoded with the wrong encoding, and the length that it takes now.
pub(super) fn at_start(text: &str) -> Option<(String, usize)> {
    let (mut meant, mut len) = (String::new(), 0);
    while let Some(sequence) = Sequence::read(text.get(len..).unwrap_or_default()) {
        meant.push(sequence.meant);
        len += sequence.len;
    }
    (len > 0).then_some((meant, len))
}

/// Several characters that were the bytes of one.
struct Sequence {
    meant: char,
    /// The character of the last byte.
    last: char,
    /// The first byte.
    lead: u8,
    /// The number of bytes it takes now.
    len: usize,
}

impl Sequence {
    fn read(text: &str) -> Option<Self> {
        let mut chars = text.chars();
        let lead = chars.next().and_then(as_byte)?;
        let n_bytes = match lead {
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
            _ => return None,
        };
        let mut bytes = [lead, 0, 0, 0];
        let mut last = ' ';
        for byte in bytes.iter_mut().take(n_bytes).skip(1) {
            last = chars.next()?;
            *byte = as_byte(last).filter(|it| (0x80..0xC0).contains(it))?;
        }
        let meant = std::str::from_utf8(bytes.get(..n_bytes)?).ok()?.chars().next()?;
        let len = text.len() - chars.as_str().len();
        (!meant.is_control()).then_some(Self { meant, last, lead, len })
    }

    /// Whether these characters never occur next to each other in real text; `before` is the byte before them.
    fn is_sure(&self, before: u8) -> bool {
        match self.lead {
            // Quotes, dots and the like may follow a capital letter, but hardly one inside a word.
            0xC2 | 0xC3 => !is_punctuation(self.last) || before.is_ascii_lowercase(),
            // Symbols, arrows and dingbats.
            0xE2 => true,
            // The emoji selector, the byte order mark, the replacement character.
            0xEF => matches!(self.meant, '\u{fe0f}' | '\u{feff}' | '\u{fffd}'),
            0xF0..=0xF4 => true,
            _ => false,
        }
    }
}

fn is_punctuation(ch: char) -> bool {
    !ch.is_control()
        && (u32::from(ch) > 0x2000
            || matches!(ch, '\u{a0}' | '\u{ad}' | '«' | '»' | '´' | '·' | '¸' | '²' | '³' | '¹' | 'ˆ' | '˜'))
}

/// The byte that Windows-1252 has for a character above ASCII.
fn as_byte(ch: char) -> Option<u8> {
    match u32::from(ch) {
        code @ 0x80..=0xFF => u8::try_from(code).ok(),
        0..0x80 => None,
        _ => HIGH.chars().position(|it| it == ch).and_then(|it| u8::try_from(0x80 + it).ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::{HIGH, runs};

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> = runs(text).into_iter().map(|it| it.1).collect();
        assert_eq!(found, expected, "{text}");
    }

    /// The text as a reader of Windows-1252 sees it.
    fn misread(text: &str) -> String {
        let high = |byte: u8| HIGH.chars().nth(usize::from(byte) - 0x80).unwrap_or(char::from(byte));
        text.bytes().map(|it| if it < 0x80 { char::from(it) } else { high(it) }).collect()
    }

    #[test]
    fn what_was_misread_is_found() {
        assert_eq!(misread("✅ é"), "âœ… Ã©");
        for text in ["✅", "❌", "⚠\u{fe0f}", "📊", "é", "ü", "ß", "…", "“", "→", "你好", "при"] {
            check(&format!("a {} b", misread(text)), &[text]);
        }
        check(&misread("información: café ✅ ok"), &["ó", "é", "✅"]);
    }

    #[test]
    fn natural_text_is_not() {
        let texts = [
            "Sie sagte “Spaß” und „MENÜ“, dann »ÖÖ«",
            "“Il est né…” — à “Noël”…",
            "“MAÇÔ e “irmã…”",
            "ÂÃÄ âãä Â Ã ✅ ❌ ⚠️ 你好 Ελλάδα",
            "HÄ” “ÅÄÖ”",
        ];
        for text in texts {
            check(text, &[]);
        }
    }
}
