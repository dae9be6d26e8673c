//! The text of a section, wherever it is used later: heading, length, escapes, code blocks.

use super::breaks;
use super::{is_filled, name_of};
use crate::bind::SectionText;
use crate::checks::boundaries;
use crate::checks::fences::TextLines;
use crate::checks::say::{Shown, When, beginning};
use crate::diagnostic::Fix;
use crate::findings::Findings;
use crate::json::{self, unicode_escape};
use crate::query::Context;
use crate::rules;
use crate::text::{Span, find, find_byte};

pub(super) fn check(ctx: &Context, section: &SectionText, out: &mut Findings) {
    let text = &*ctx.doc(section.doc).text;
    if !is_filled(text) {
        return;
    }
    heading(ctx, section, text, out);
    // In a text that is one long line, nothing can be counted.
    let is_one_line = literal_newline(section, text, out);
    if !is_one_line {
        literal_unicode(section, text, out);
        unclosed_fence(ctx, section, text, out);
        let is_short = boundaries::check(section, text, out);
        if !is_short {
            short(ctx, section, text, out);
        }
    }
}

fn heading(ctx: &Context, section: &SectionText, text: &str, out: &mut Findings) {
    let listing = ctx.bindings.objects.get(section.object).and_then(|it| it.format.listing.as_ref());
    let begins = section.section.map_or(listing.map_or("", |it| it.begins), |it| it.begins);
    if text.trim_start().starts_with(begins) {
        return;
    }
    out.report(&rules::MISSING_HEADING, section.doc, beginning(text), |finding| {
        let name = name_of(ctx, section);
        let (any, heading) = if begins.ends_with(' ') { ("a ", " heading") } else { ("", "") };
        finding.say(format_args!("`{}` should begin with {any}`{}`{heading}", Shown(&name), begins.trim_end()));
    });
}

/// Reports the two characters `\n` in place of line breaks: no line break is real, and at least one `\n` is outside
/// code.
fn literal_newline(section: &SectionText, text: &str, out: &mut Findings) -> bool {
    // Nearly all texts have a real one near their beginning.
    if find_byte(text.trim().as_bytes(), 0, b'\n').is_some() || find(text, "\\n").is_none() {
        return false;
    }
    let (mut first, mut n_breaks, mut is_sure) = (Span::default(), 0_usize, false);
    for escape in EscapeSpans::outside_code(text).filter(|it| it.of(text) == "\\n") {
        let Some(is_clear) = breaks::is_break(text, escape) else { continue };
        if n_breaks == 0 {
            first = escape;
        }
        n_breaks += 1;
        is_sure |= is_clear || n_breaks > 1;
    }
    if !is_sure {
        return false;
    }
    out.report(&rules::LITERAL_NEWLINE, section.doc, first, |finding| {
        let n_more = n_breaks - 1;
        let places = if n_more == 1 { "place" } else { "places" };
        let more = When(n_more > 0, format_args!(", here and in {n_more} more {places}"));
        finding.say(format_args!("Line breaks are escaped twice{more}, so the text is a single line"));
        let mut fix = Fix::guess("Unescape the text once");
        for escape in EscapeSpans::new(text) {
            fix = fix.replace(escape, decoded(escape.of(text)));
        }
        finding.fix(fix);
    });
    true
}

/// Reports `\u2705` as six characters, outside code.
fn literal_unicode(section: &SectionText, text: &str, out: &mut Findings) {
    // Sixteen bytes at a time, unlike the standard library.
    if find(text, "\\u").is_none() {
        return;
    }
    let mut found: Vec<Span> = Vec::new();
    for line in TextLines::new(text) {
        if line.is_code || line.is_fence {
            continue;
        }
        for escape in EscapeSpans::outside_code(line.text) {
            let word = escape.of(line.text);
            if word.starts_with("\\u") && decoded(word).chars().all(is_character) {
                let start = line.start + escape.start as usize;
                found.push(Span::new(start, start + escape.len()));
            }
        }
    }
    let Some(first) = found.first() else { return };
    out.report(&rules::LITERAL_UNICODE_ESCAPE, section.doc, *first, |finding| {
        let escape = first.of(text);
        let n_more = found.len() - 1;
        let escapes = if n_more == 1 { "escape" } else { "escapes" };
        let more = When(n_more > 0, format_args!(" ({n_more} more {escapes} like this)"));
        finding.say(format_args!("`{escape}` is plain text here; expected the character `{}`{more}", decoded(escape)));
        let mut fix = Fix::guess("Replace the escapes with their characters");
        for escape in &found {
            fix = fix.replace(*escape, decoded(escape.of(text)));
        }
        finding.fix(fix);
    });
}

fn decoded(escape: &str) -> String {
    json::decode(escape).text
}

/// Escapes of ASCII are intended, and half a surrogate pair cannot be written out at all.
fn is_character(ch: char) -> bool {
    u32::from(ch) >= 0xA0 && ch != char::REPLACEMENT_CHARACTER
}

/// JSON's escapes in a text; the two of a surrogate pair count as one.
struct EscapeSpans<'t> {
    text: &'t str,
    at: usize,
    /// Escapes between backticks are skipped.
    without_code: bool,
    /// The number of backticks so far is odd.
    is_code: bool,
}

impl<'t> EscapeSpans<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, at: 0, without_code: false, is_code: false }
    }

    fn outside_code(text: &'t str) -> Self {
        Self { without_code: true, ..Self::new(text) }
    }
}

impl Iterator for EscapeSpans<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let bytes = self.text.as_bytes();
        loop {
            let start = find_byte(bytes, self.at, b'\\')?;
            let passed = bytes.get(self.at..start).unwrap_or_default();
            let n_ticks = passed.iter().filter(|it| **it == b'`').count();
            self.is_code ^= n_ticks % 2 == 1;
            let length = match bytes.get(start + 1) {
                Some(b'n' | b't' | b'r' | b'"' | b'\\' | b'/') => 2,
                Some(b'u') => unicode_escape(bytes, start).map_or(0, |it| it.0),
                _ => 0,
            };
            self.at = start + usize::max(length, 1);
            if length > 0 && !(self.without_code && self.is_code) {
                return Some(Span::new(start, start + length));
            }
        }
    }
}

/// Reports an odd number of fences with a block that is open at the end.
fn unclosed_fence(ctx: &Context, section: &SectionText, text: &str, out: &mut Findings) {
    let mut lines = TextLines::signed(text);
    let mut is_odd = false;
    let mut last = Span::default();
    for line in lines.by_ref() {
        is_odd ^= line.is_fence_like;
        if line.is_fence {
            last = line.span();
        }
    }
    // With an even number, one block is inside another, and where it ends is a matter of taste.
    if !lines.is_open() || !is_odd {
        return;
    }
    out.report(&rules::UNCLOSED_FENCE, section.doc, last, |finding| {
        let name = name_of(ctx, section);
        finding.say(format_args!("This code block is never closed, so the rest of `{}` becomes code", Shown(&name)));
    });
}

fn short(ctx: &Context, section: &SectionText, text: &str, out: &mut Findings) {
    let Some((known, object)) = section.section.zip(ctx.bindings.objects.get(section.object)) else { return };
    // No character takes more than four bytes.
    if text.len() >= known.min_chars * 4 {
        return;
    }
    // Every character has exactly one byte that is not a continuation byte.
    let n_chars = text.bytes().filter(|it| it & 0xC0 != 0x80).count();
    if n_chars < known.min_chars {
        let key = ctx.doc(object.doc).tree.span(section.key);
        out.report(&rules::SHORT_SECTION, object.doc, key, |finding| {
            let (name, least) = (known.name, known.min_chars);
            let noun = if n_chars == 1 { "character" } else { "characters" };
            finding.say(format_args!("`{name}` has {n_chars} {noun}; expected at least {least}"));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::EscapeSpans;

    #[test]
    fn escapes_are_found() {
        let found = |text: &'static str| EscapeSpans::new(text).map(|it| it.of(text)).collect::<Vec<_>>();
        assert_eq!(found(r"a\nb\u2705\x\\n"), [r"\n", r"\u2705", r"\\"]);
        assert_eq!(found(r"\ud83d\ude00\u12"), [r"\ud83d\ude00"]);
        assert_eq!(found("é\\"), Vec::<&str>::new());
    }

    #[test]
    fn code_is_passed_over() {
        let found = |text: &'static str| EscapeSpans::outside_code(text).map(|it| it.start).collect::<Vec<_>>();
        assert_eq!(found(r"a `\n` \n `b` \t `\n"), [7, 14]);
    }
}
