//! Takes a text apart: the headings of its parts, and the rules under them.

use crate::checks::fences::TextLines;
use crate::checks::mojibake;
use crate::checks::say::begins_with;
use crate::json::unicode_escape;
use crate::spec::TextPart;
use crate::text::Span;

/// The parts of a text.
#[derive(Debug, Default)]
pub(super) struct Boundaries {
    /// The headings, in the order of the text.
    pub(super) headings: Vec<BoundaryHeading>,
    /// The rules, in the order of the text.
    pub(super) rules: Vec<BoundaryRule>,
}

/// The heading of a part.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundaryHeading {
    /// The number of the part.
    pub(super) part: usize,
    /// Its line, without blanks around it.
    pub(super) span: Span,
    /// It has the form that readers look for.
    pub(super) is_exact: bool,
    /// The text after its word, such as a remark in parentheses.
    pub(super) rest: Span,
}

/// One rule.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundaryRule {
    /// The number of the part.
    pub(super) part: usize,
    /// The bullet with the space after it; empty if there is none.
    pub(super) bullet: Span,
    /// The bullet is `- `.
    pub(super) is_dash: bool,
    /// Its sign.
    pub(super) sign: RuleSign,
    /// Where the sign is, or where it belongs.
    pub(super) sign_span: Span,
    /// Its words.
    pub(super) text: Span,
}

/// The sign of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RuleSign {
    /// That of its part.
    Right,
    /// That of its part without the emoji selector.
    Bare,
    /// That of its part, decoded with the wrong encoding.
    Misread,
    /// That of another part.
    Of(usize),
    /// None.
    Missing,
}

/// Reads the parts of a text.
pub(super) fn read(text: &str, parts: &[TextPart]) -> Boundaries {
    let mut out = Boundaries::default();
    let mut part = None;
    // The indentation of the last rule; deeper lines belong to it.
    let mut depth = 0;
    let is_exact = exact_parts(text, parts);
    for line in TextLines::new(text) {
        let plain = line.text.trim();
        let is_rule_off = plain.trim_start_matches(['-', '*', '_', ' ']).is_empty() && plain != "-" && plain != "*";
        if is_rule_off || line.is_code || line.is_fence {
            continue;
        }
        let found = heading(plain, parts).filter(|it| it.is_exact || is_exact >> it.part & 1 == 0);
        if let Some(found) = found {
            part = Some(found.part);
            depth = 0;
            let span = line.span();
            out.headings.push(BoundaryHeading { span, rest: moved(found.rest, span.start), ..found });
        } else if plain.starts_with('#') {
            // Deeper headings group the rules of a part.
            let level = plain.len() - plain.trim_start_matches('#').len();
            part = part.filter(|_| level > 3);
        } else if let Some(part) = part {
            let indent = line.text.len() - line.text.trim_start().len();
            let is_first = out.rules.last().is_none_or(|it| it.part != part);
            let Some(rule) = rule(plain, part, parts) else { continue };
            let is_deeper = !is_first && indent >= depth + 2;
            let is_nested = is_deeper && (rule.sign == RuleSign::Missing || rule.bullet.is_empty());
            if is_nested {
                continue;
            }
            depth = indent;
            let start = line.span().start;
            let (bullet, sign_span, text) =
                (moved(rule.bullet, start), moved(rule.sign_span, start), moved(rule.text, start));
            out.rules.push(BoundaryRule { bullet, sign_span, text, ..rule });
        }
    }
    out
}

/// A bit for each part that has its heading in the right form.
fn exact_parts(text: &str, parts: &[TextPart]) -> u32 {
    let mut bits = 0;
    for line in TextLines::new(text) {
        let plain = line.text.trim();
        if !line.is_code && plain.starts_with("###") {
            bits |= heading(plain, parts).filter(|it| it.is_exact).map_or(0, |it| 1 << it.part);
        }
    }
    bits
}

fn moved(span: Span, by: u32) -> Span {
    Span { start: span.start + by, end: span.end + by }
}

/// `### ALWAYS`, or a variant of it: `### Always`, `#### ALWAYS`, `**ALWAYS:**`, `ALWAYS:`.
fn heading(line: &str, parts: &[TextPart]) -> Option<BoundaryHeading> {
    let first = *line.as_bytes().first()?;
    if !matches!(first, b'#' | b'*' | b'_') && !first.is_ascii_uppercase() {
        return None;
    }
    let is_marked = first == b'#' || line.starts_with("**") || line.starts_with("__");
    // The text before the word contains no letters: `**1. ALWAYS**` is a heading, `**Stop. ALWAYS**` is not.
    let start = line.bytes().position(|it| it.is_ascii_alphabetic())?;
    let inside = line.get(start..).unwrap_or_default();
    let (idx, part) = parts.iter().enumerate().find(|(_, it)| begins_with(inside, it.heading))?;
    let (word, behind) = inside.split_at_checked(part.heading.len())?;
    let span = Span::new(0, line.len());
    if line.starts_with("### ") && start == 4 && word == part.heading {
        return Some(BoundaryHeading { part: idx, span, is_exact: true, rest: Span::empty(span.end) });
    }
    let remark = behind.trim_matches([' ', ':', '*', '_', '#']);
    let is_remark = remark.is_empty() || (remark.starts_with('(') && remark.ends_with(')'));
    // A bare word is a heading only if it is in capitals and alone.
    let is_word = is_marked || (word == part.heading && matches!(behind, "" | ":"));
    let rest = line.len() - behind.trim_start_matches([' ', ':', '*', '_', '#']).len();
    let rest = Span::new(rest, rest + remark.len());
    (is_word && is_remark).then_some(BoundaryHeading { part: idx, span, is_exact: false, rest })
}

/// An item of a list, or a line that begins with a sign.
fn rule(line: &str, part: usize, parts: &[TextPart]) -> Option<BoundaryRule> {
    let length = bullet(line);
    let inside = line.get(length..).unwrap_or_default();
    let (sign, n_bytes) = sign(inside, part, parts);
    if length == 0 && sign == RuleSign::Missing {
        return None;
    }
    let words = inside.get(n_bytes..).unwrap_or_default();
    let start = length + n_bytes + words.len() - words.trim_start().len();
    Some(BoundaryRule {
        part,
        bullet: Span::new(0, length),
        is_dash: line.starts_with("- ") || line == "-",
        sign,
        sign_span: Span::new(length, length + n_bytes),
        text: Span::new(start, start + words.trim().len()),
    })
}

/// The length of a bullet with the spaces after it: `- `, `* `, `+ `, `• `, `1. `, `1) `.
fn bullet(line: &str) -> usize {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let first = line.get(digits..).and_then(|it| it.chars().next());
    let mark = match first {
        Some(mark @ ('-' | '*' | '+' | '•' | '–')) if digits == 0 => mark.len_utf8(),
        Some('.' | ')') if (1..=3).contains(&digits) => digits + 1,
        _ => return 0,
    };
    let behind = line.get(mark..).unwrap_or_default();
    let blanks = behind.len() - behind.trim_start_matches([' ', '\t']).len();
    if blanks > 0 || behind.is_empty() { mark + blanks } else { 0 }
}

const SELECTOR: char = '\u{fe0f}';

/// The sign at the start of a rule, and its length.
fn sign(text: &str, part: usize, parts: &[TextPart]) -> (RuleSign, usize) {
    let own = parts.get(part).map_or("", |it| it.sign);
    if let Some(behind) = text.strip_prefix(own) {
        let more = if behind.starts_with(SELECTOR) { SELECTOR.len_utf8() } else { 0 };
        return (RuleSign::Right, own.len() + more);
    }
    if let Some(escaped) = escaped_sign(text, own) {
        return (RuleSign::Right, escaped);
    }
    if let Some((_, len)) = mojibake::at_start(text).filter(|it| it.0 == own) {
        return (RuleSign::Misread, len);
    }
    // First the part's own sign without its selector, then the signs of the others.
    for idx in std::iter::once(part).chain(0..parts.len()) {
        let bare = parts.get(idx).map_or("", |it| it.sign.strip_suffix(SELECTOR).unwrap_or(it.sign));
        let Some(behind) = text.strip_prefix(bare) else { continue };
        if idx == part {
            return (RuleSign::Bare, bare.len());
        }
        let more = if behind.starts_with(SELECTOR) { SELECTOR.len_utf8() } else { 0 };
        return (RuleSign::Of(idx), bare.len() + more);
    }
    (RuleSign::Missing, 0)
}

/// The length of a sign that was written as `\u2705`, which has a finding of its own.
fn escaped_sign(text: &str, own: &str) -> Option<usize> {
    let (_, ch) = unicode_escape(text.as_bytes(), 0)?;
    let is_own = ch.is_some() && ch == own.chars().next();
    let is_selected = text.get(6..12).is_some_and(|it| it.eq_ignore_ascii_case("\\ufe0f"));
    is_own.then_some(if is_selected { 12 } else { 6 })
}

#[cfg(test)]
mod tests {
    use super::{RuleSign, bullet, heading, sign};
    use crate::formats::ENHANCEMENT;
    use crate::spec::TextPart;

    fn parts() -> &'static [TextPart] {
        let listing = ENHANCEMENT.listing.as_ref().unwrap();
        listing.sections.iter().map(|it| it.parts).find(|it| !it.is_empty()).unwrap()
    }

    #[test]
    fn headings_have_many_forms() {
        let found = |line: &str| heading(line, parts()).map(|it| (it.part, it.is_exact));
        for line in ["### ALWAYS", "### ALWAYS (5-7 rules)", "### ALWAYS do"] {
            assert_eq!(found(line), Some((0, true)), "{line}");
        }
        for line in
            ["### Never", "#### NEVER", "**NEVER**", "**Never:**", "NEVER:", "## NEVER", "### ❌ NEVER", "###NEVER"]
        {
            assert_eq!(found(line), Some((1, false)), "{line}");
        }
        for line in
            ["## Boundaries", "**Always** check", "Never", "### Asking", "ALWAYS check", "- NEVER", "# Never again"]
        {
            assert_eq!(found(line), None, "{line}");
        }
    }

    #[test]
    fn bullets_have_a_blank_after_them() {
        assert_eq!([bullet("- a"), bullet("*  a"), bullet("12. a"), bullet("-")], [2, 3, 4, 1]);
        assert_eq!([bullet("-a"), bullet("**a**"), bullet("1.5 a"), bullet("---")], [0, 0, 0, 0]);
    }

    #[test]
    fn signs_are_distinguished() {
        assert_eq!(sign("✅ a", 0, parts()), (RuleSign::Right, 3));
        assert_eq!(sign("\u{26a0} a", 2, parts()), (RuleSign::Bare, 3));
        assert_eq!(sign("\u{26a0}\u{fe0f} a", 2, parts()), (RuleSign::Right, 6));
        assert_eq!(sign("\u{26a0} a", 0, parts()), (RuleSign::Of(2), 3));
        assert_eq!(sign("\\u2705 a", 0, parts()), (RuleSign::Right, 6));
        assert_eq!(sign("âœ… a", 0, parts()), (RuleSign::Misread, "âœ…".len()));
        assert_eq!(sign("a", 0, parts()), (RuleSign::Missing, 0));
    }
}
