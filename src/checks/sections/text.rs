//! The text of a section, wherever it is put later: heading, length, escapes, code blocks.

use super::fences::{Lines, fence};
use super::{beginning, is_filled, name_of};
use crate::bind::SectionText;
use crate::checks::{Context, boundaries};
use crate::diagnostic::{Fix, shown};
use crate::findings::Findings;
use crate::json;
use crate::rules;
use crate::text::{Span, find};

pub(super) fn check(ctx: &Context, section: &SectionText, out: &mut Findings) {
    let text = &*ctx.doc(section.doc).text;
    if !is_filled(text) {
        return;
    }
    heading(ctx, section, text, out);
    // Of a text that is one long line nothing can be counted.
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
    out.report(&rules::MISSING_HEADING, section.doc, beginning(text), |it| {
        let name = shown(&name_of(ctx, section));
        let heading = if begins.ends_with(' ') { "a heading of its own, " } else { "" };
        it.message = format!("`{name}` should begin with {heading}`{}`", begins.trim_end());
    });
}

/// The two characters `\n` where line breaks are due: none is real, and one stands outside of code.
fn literal_newline(section: &SectionText, text: &str, out: &mut Findings) -> bool {
    if find(text, "\\n").is_none() || text.trim().contains('\n') {
        return false;
    }
    let mut breaks = outside_code(text).filter(|it| it.of(text) == "\\n");
    let Some(first) = breaks.next() else { return false };
    let n_more = breaks.count();
    out.report(&rules::LITERAL_NEWLINE, section.doc, first, |it| {
        let more = if n_more > 0 { format!(", here and {n_more} times more") } else { String::new() };
        it.message = format!("Line breaks were escaped once too often{more}; the text is one long line");
        let fix = Fix::guess("unescape the text once");
        it.fix(escapes(text).fold(fix, |fix, span| fix.replace(span, json::decode(span.of(text)).text)));
    });
    true
}

/// `\u2705` as six characters, outside of code.
fn literal_unicode(section: &SectionText, text: &str, out: &mut Findings) {
    if find(text, "\\u").is_none() {
        return;
    }
    let mut found = Vec::new();
    for line in Lines::new(text).filter(|it| !it.is_code && !it.is_fence && find(it.text, "\\u").is_some()) {
        let spans = outside_code(line.text).filter(|it| it.of(line.text).starts_with("\\u"));
        let spans = spans.filter(|it| decoded(it.of(line.text)).chars().all(is_character));
        found.extend(spans.map(|it| {
            let start = line.start + it.start as usize;
            Span::new(start, start + it.len())
        }));
    }
    let Some(first) = found.first() else { return };
    out.report(&rules::LITERAL_UNICODE_ESCAPE, section.doc, *first, |it| {
        let escape = first.of(text);
        let more = match found.len() {
            1 => String::new(),
            n_found => format!("; {} more of the kind", n_found - 1),
        };
        it.message = format!("`{escape}` is plain text here; expected the character `{}`{more}", decoded(escape));
        let fix = Fix::guess("write the characters");
        it.fix(found.iter().fold(fix, |fix, span| fix.replace(*span, decoded(span.of(text)))));
    });
}

fn decoded(escape: &str) -> String {
    json::decode(escape).text
}

/// Escapes of ASCII are written on purpose, and half a character cannot be written at all.
fn is_character(ch: char) -> bool {
    u32::from(ch) >= 0xA0 && ch != char::REPLACEMENT_CHARACTER
}

/// The escapes of JSON in a text; two for a surrogate pair are one.
fn escapes(text: &str) -> impl Iterator<Item = Span> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = text.get(at..)?;
            let start = at + rest.find('\\')?;
            let behind = text.as_bytes().get(start + 1).copied();
            let length = match behind {
                Some(b'n' | b't' | b'r' | b'"' | b'\\' | b'/') => 2,
                Some(b'u') => unicode_length(text.get(start..).unwrap_or_default()),
                _ => 0,
            };
            at = start + usize::max(length, 1);
            if length > 0 {
                return Some(Span::new(start, start + length));
            }
        }
    })
}

/// The escapes of a line that do not stand between backticks.
fn outside_code(line: &str) -> impl Iterator<Item = Span> + '_ {
    let mut at = 0;
    let mut is_code = false;
    escapes(line).filter(move |it| {
        let passed = Span { start: at, end: it.start }.of(line);
        is_code ^= passed.bytes().filter(|it| *it == b'`').count() % 2 == 1;
        at = it.end;
        !is_code
    })
}

/// 6 for `\u2705`, 12 for a pair, 0 for something else.
fn unicode_length(text: &str) -> usize {
    let unit = |at: usize| {
        let is_escape = text.get(at..at + 2) == Some("\\u");
        let digits = text.get(at + 2..at + 6).filter(|it| is_escape && it.bytes().all(|it| it.is_ascii_hexdigit()))?;
        u32::from_str_radix(digits, 16).ok()
    };
    match (unit(0), unit(6)) {
        (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
        (Some(_), _) => 6,
        (None, _) => 0,
    }
}

/// An odd number of fences, and a block that is open at the end.
fn unclosed_fence(ctx: &Context, section: &SectionText, text: &str, out: &mut Findings) {
    if find(text, "```").is_none() && find(text, "~~~").is_none() {
        return;
    }
    let mut lines = Lines::new(text);
    let mut n_fences = 0_usize;
    let mut last = None;
    for line in lines.by_ref() {
        n_fences += usize::from(fence(line.text).is_some());
        if line.is_fence {
            last = Some(line.span());
        }
    }
    // An even number is a block inside another, whose end is a matter of taste.
    let Some(last) = last.filter(|_| lines.is_open() && n_fences % 2 == 1) else { return };
    out.report(&rules::UNCLOSED_FENCE, section.doc, last, |it| {
        let name = shown(&name_of(ctx, section));
        it.message = format!("The code block that begins here is never closed; the rest of `{name}` becomes code");
    });
}

fn short(ctx: &Context, section: &SectionText, text: &str, out: &mut Findings) {
    let Some((known, object)) = section.section.zip(ctx.bindings.objects.get(section.object)) else { return };
    // No character takes more than four bytes.
    if text.len() >= known.min_chars * 4 {
        return;
    }
    let n_chars = text.chars().count();
    if n_chars < known.min_chars {
        let key = ctx.doc(object.doc).tree.span(section.key);
        out.report(&rules::SHORT_SECTION, object.doc, key, |it| {
            let (name, least) = (known.name, known.min_chars);
            it.message = format!("`{name}` has {n_chars} characters; at least {least} are asked for");
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{escapes, outside_code};

    #[test]
    fn escapes_are_found() {
        let found = |text: &'static str| escapes(text).map(|it| it.of(text)).collect::<Vec<_>>();
        assert_eq!(found(r"a\nb\u2705\x\\n"), [r"\n", r"\u2705", r"\\"]);
        assert_eq!(found(r"\ud83d\ude00\u12"), [r"\ud83d\ude00"]);
        assert_eq!(found("é\\"), Vec::<&str>::new());
    }

    #[test]
    fn code_is_passed_over() {
        let found = |text: &'static str| outside_code(text).map(|it| it.start).collect::<Vec<_>>();
        assert_eq!(found(r"a `\n` \n `b` \t `\n"), [7, 14]);
    }
}
