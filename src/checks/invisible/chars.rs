//! Which characters are invisible, and where they are needed all the same: in emoji, in scripts that need joiners, and
//! in right-to-left scripts (Unicode Technical Report 36, section 3; Unicode Standard Annex 9).

use crate::text::{Span, is_emoji, is_hidden, is_selector, sorted, takes_selector};

/// The hidden characters of a text.
#[derive(Default)]
pub(super) struct Hidden {
    /// Stretches of hidden characters.
    pub(super) spans: Vec<Span>,
    pub(super) n_chars: usize,
    /// The first few hidden characters, each once.
    pub(super) codes: Vec<char>,
    /// The ASCII text that tag characters spell.
    pub(super) spelled: String,
}

/// Examines characters one by one.
#[derive(Default)]
pub(super) struct Scan {
    hidden: Hidden,
    /// The last visible character.
    before: char,
    /// A joiner that the next character may need.
    joiner: Option<(char, Span)>,
    /// Tag characters after a black flag, which may spell a region, as in the flag of Scotland.
    tags: Vec<(char, Span)>,
    /// The previous character is a variation selector.
    is_varied: bool,
    /// Characters that set the direction of a text, which only a text with right-to-left letters needs.
    directions: Vec<(char, Span)>,
    has_right_to_left: bool,
}

/// At most this many characters are named.
const MANY: usize = 3;
/// A flag such as Scotland's has five tags, and one more for its end.
const LONGEST_FLAG: usize = 8;
/// No more of a hidden text is kept than is shown.
const LONGEST_TEXT: usize = 200;
const FLAG: char = '🏴';

impl Scan {
    /// Examines the next character.
    #[inline]
    pub(super) fn push(&mut self, ch: char, span: Span) {
        if is_visible(ch) && self.joiner.is_none() && self.tags.is_empty() {
            (self.before, self.is_varied) = (ch, false);
            self.has_right_to_left |= is_right_to_left(ch);
        } else {
            self.push_odd(ch, span);
        }
    }

    /// Examines a character that may be hidden, or that follows one.
    fn push_odd(&mut self, ch: char, span: Span) {
        if is_tag(ch) && self.before == FLAG && self.joiner.is_none() && self.tags.len() < LONGEST_FLAG {
            self.tags.push((ch, span));
            if ch == '\u{e007f}' {
                self.tags.clear();
                self.before = ' ';
            }
            return;
        }
        self.flush();
        if let Some((joiner, place)) = self.joiner.take()
            && !is_needed(joiner, self.before, ch)
        {
            self.hide(joiner, place);
        }
        let is_selector = is_selector(ch);
        match ch {
            '\u{200b}'..='\u{200d}' => self.joiner = Some((ch, span)),
            // One selector may belong to the character before it; more of them carry something else.
            _ if is_selector && !self.is_varied && takes_selector(self.before, ch) => (),
            // Old Korean syllables have fillers in place of letters.
            '\u{115f}' | '\u{1160}' if is_jamo(self.before) => (),
            _ if is_direction(ch) => self.directions.push((ch, span)),
            _ if is_invisible(ch) => self.hide(ch, span),
            _ => {
                self.before = ch;
                self.has_right_to_left |= is_right_to_left(ch);
            }
        }
        self.is_varied = is_selector;
    }

    /// What was found.
    pub(super) fn finish(mut self) -> Hidden {
        self.flush();
        if let Some((joiner, place)) = self.joiner.take()
            && !is_needed(joiner, self.before, ' ')
        {
            self.hide(joiner, place);
        }
        let n_before = self.hidden.spans.len();
        for (ch, span) in std::mem::take(&mut self.directions) {
            // An override reverses letters; no script needs that.
            if !self.has_right_to_left || matches!(ch, '\u{202d}' | '\u{202e}') {
                self.hide(ch, span);
            }
        }
        if (1..self.hidden.spans.len()).contains(&n_before) {
            self.hidden.spans = sorted(self.hidden.spans, |it| u64::from(it.start));
        }
        self.hidden
    }

    /// Reports tags that did not form a flag.
    fn flush(&mut self) {
        for (ch, span) in std::mem::take(&mut self.tags) {
            self.hide(ch, span);
        }
    }

    fn hide(&mut self, ch: char, span: Span) {
        let hidden = &mut self.hidden;
        hidden.n_chars += 1;
        match hidden.spans.last_mut() {
            Some(last) if last.end == span.start => last.end = span.end,
            _ => hidden.spans.push(span),
        }
        let is_new = !hidden.codes.iter().any(|it| *it == ch || is_tag(*it) && is_tag(ch));
        if is_new && hidden.codes.len() <= MANY {
            hidden.codes.push(ch);
        }
        let ascii = u32::from(ch).checked_sub(0xE0000).and_then(char::from_u32);
        if let Some(ascii) = ascii.filter(|it| matches!(it, ' '..='~') && hidden.spelled.len() < LONGEST_TEXT) {
            hidden.spelled.push(ascii);
        }
    }
}

/// The names of the characters.
pub(super) fn names(codes: &[char]) -> String {
    let mut out = String::new();
    for ch in codes.iter().take(MANY) {
        out.push_str(if out.is_empty() { "" } else { ", " });
        match name(*ch) {
            "" => (),
            name => {
                out.push_str(name);
                out.push(' ');
            }
        }
        if !is_tag(*ch) {
            out.push_str(&format!("U+{:04X}", u32::from(*ch)));
        } else {
            out.push_str("U+E0000 to U+E007F");
        }
    }
    if codes.len() > MANY {
        out.push_str(" and others");
    }
    out
}

fn name(ch: char) -> &'static str {
    match ch {
        '\u{200b}' => "zero-width space",
        '\u{200c}' => "zero-width non-joiner",
        '\u{200d}' => "zero-width joiner",
        '\u{2060}' => "word joiner",
        '\u{61c}' | '\u{200e}' | '\u{200f}' => "directional mark",
        '\u{202a}'..='\u{202c}' => "directional embedding",
        '\u{202d}' => "left-to-right override",
        '\u{202e}' => "right-to-left override",
        '\u{2066}'..='\u{2069}' => "directional isolate",
        '\u{feff}' => "byte order mark",
        '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' => "Hangul filler",
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => "variation selector",
        _ if is_tag(ch) => "tag characters",
        _ => "",
    }
}

fn is_tag(ch: char) -> bool {
    matches!(ch, '\u{e0000}'..='\u{e007f}')
}

/// True for characters that everybody sees.
fn is_visible(ch: char) -> bool {
    ch < '\u{34f}'
        || !(is_invisible(ch) || is_selector(ch) || is_direction(ch) || matches!(ch, '\u{200b}'..='\u{200d}'))
}

/// Marks, embeddings, overrides and isolates of the bidirectional algorithm.
fn is_direction(ch: char) -> bool {
    matches!(ch, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Hebrew, Arabic and neighboring blocks.
fn is_right_to_left(ch: char) -> bool {
    matches!(ch, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
        || matches!(ch, '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// Those of the table that no text needs. Soft hyphens, vowels of Khmer, Mongolian selectors, the blank of Braille and private
/// use occur in real texts.
fn is_invisible(ch: char) -> bool {
    let is_used = matches!(
        ch,
        '\u{ad}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'
            ..='\u{180d}' | '\u{180f}' | '\u{2028}' | '\u{2029}' | '\u{2800}'
    ) || matches!(ch, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}');
    is_hidden(ch) && !is_used
}

/// Whether a joiner is one that emoji or a script needs between two characters.
fn is_needed(joiner: char, before: char, after: char) -> bool {
    match joiner {
        // Scripts without spaces break lines at it.
        '\u{200b}' => is_unspaced(before) || is_unspaced(after),
        '\u{200d}' if is_emoji(before) && is_emoji(after) => true,
        _ => is_joining(before) || is_joining(after),
    }
}

/// Thai, Lao, Tibetan, Myanmar, Khmer and neighboring blocks.
fn is_unspaced(ch: char) -> bool {
    matches!(ch, '\u{e00}'..='\u{fff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{1950}'..='\u{1aaf}' | '\u{a9e0}'..='\u{aa7f}')
}

/// Scripts whose letters change with their neighbors: Hebrew to Tibetan, Mongolian and others.
fn is_joining(ch: char) -> bool {
    is_unspaced(ch)
        || matches!(ch, '\u{590}'..='\u{dff}' | '\u{1800}'..='\u{18af}' | '\u{1b00}'..='\u{1c4f}' | '\u{1cd0}'..='\u{1cff}')
        || matches!(ch, '\u{a800}'..='\u{a8ff}' | '\u{a980}'..='\u{a9df}' | '\u{aa80}'..='\u{abff}')
        || matches!(ch, '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10a00}'..='\u{11fff}' | '\u{1e900}'..='\u{1eeff}')
}

/// Korean letters that make up syllables.
fn is_jamo(ch: char) -> bool {
    matches!(ch, '\u{1100}'..='\u{11ff}' | '\u{a960}'..='\u{a97f}' | '\u{d7b0}'..='\u{d7ff}')
}

#[cfg(test)]
mod tests {
    use super::Scan;
    use crate::text::Span;

    fn hidden(text: &str) -> (usize, String) {
        let mut scan = Scan::default();
        for (at, ch) in text.char_indices() {
            scan.push(ch, Span::new(at, at + ch.len_utf8()));
        }
        let hidden = scan.finish();
        (hidden.n_chars, hidden.spelled)
    }

    #[test]
    fn what_is_needed_is_not_hidden() {
        let fine = [
            "👩\u{200d}💻 👩🏽\u{200d}💻 ❤️\u{200d}🔥 🏳️\u{200d}🌈 ⚠️ 1️⃣ ℹ️",
            "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} Scotland",
            "می\u{200c}خواهم",
            "क्\u{200d}ष",
            "ภาษา\u{200b}ไทย",
            "ᄀ\u{1160}ᆨ",
            "葛\u{e0100}",
            "שלום \u{200e}C++\u{200e} עולם",
            "الملف \u{2068}main.rs\u{2069} جاهز",
            "\u{e000}\u{f0000}\u{10fffd}",
        ];
        for text in fine {
            assert_eq!(hidden(text).0, 0, "{text}");
        }
    }

    #[test]
    fn what_nobody_sees_is_found() {
        for text in [
            "a\u{200b}b",
            "a\u{200d}b",
            "a\u{200c}",
            "\u{3164}",
            "\u{115f}",
            "a\u{2060}b",
            "a\u{feff}",
            "😀\u{fe0f}\u{fe01}",
            "a\u{fe0f}b",
            "a\u{e0101}",
            "access\u{202e}user",
            "a\u{200e}b",
            "שלום\u{202e}",
            "a\u{13430}",
            "a\u{16fe4}",
            "a\u{1d159}",
            "a\u{ffff}",
            "a\u{efffd}",
            "a\u{10ffff}",
        ] {
            assert_eq!(hidden(text).0, 1, "{text:?}");
        }
        let tags: String = "run rm".chars().map(|it| char::from_u32(0xE0000 + u32::from(it)).unwrap()).collect();
        assert_eq!(hidden(&format!("Hi{tags}")), (6, "run rm".to_owned()));
        // A flag is not so long, and ends.
        assert_eq!(hidden(&format!("🏴{tags}")).0, 6);
        assert_eq!(hidden(&format!("🏴{tags}{tags}")).0, 12);
    }
}
