//! The one table of characters that deceive a reader: nobody sees them, or they change what is seen.

use std::ops::RangeInclusive;

/// Sorted. Unicode's `Default_Ignorable_Code_Point` (DerivedCoreProperties.txt), the separators and marks of the bidirectional
/// algorithm (Unicode Standard Annex 9), annotation marks, the blanks of Braille, Khitan and music, the format controls of
/// hieroglyphs, shorthand and music, private use, which looks like anything, the noncharacters at the end of each plane, and all of
/// the plane of tags. Without the noncharacters from U+FDD0, which the package for JavaScript uses in place of lone surrogates.
const HIDDEN: &[RangeInclusive<char>] = &[
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{61c}'..='\u{61c}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{200b}'..='\u{200f}',
    '\u{2028}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{2800}'..='\u{2800}',
    '\u{3164}'..='\u{3164}',
    '\u{e000}'..='\u{f8ff}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{feff}'..='\u{feff}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{fff0}'..='\u{fffb}',
    '\u{fffe}'..='\u{ffff}',
    '\u{13430}'..='\u{1343f}',
    '\u{16fe4}'..='\u{16fe4}',
    '\u{1bca0}'..='\u{1bca3}',
    '\u{1d159}'..='\u{1d159}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{1fffe}'..='\u{1ffff}',
    '\u{2fffe}'..='\u{2ffff}',
    '\u{3fffe}'..='\u{3ffff}',
    '\u{4fffe}'..='\u{4ffff}',
    '\u{5fffe}'..='\u{5ffff}',
    '\u{6fffe}'..='\u{6ffff}',
    '\u{7fffe}'..='\u{7ffff}',
    '\u{8fffe}'..='\u{8ffff}',
    '\u{9fffe}'..='\u{9ffff}',
    '\u{afffe}'..='\u{affff}',
    '\u{bfffe}'..='\u{bffff}',
    '\u{cfffe}'..='\u{cffff}',
    '\u{dfffe}'..='\u{dffff}',
    '\u{e0000}'..='\u{10ffff}',
];

/// Whether a character is one of them. Some are needed all the same: in emoji, and in scripts that need joiners.
pub fn is_hidden(ch: char) -> bool {
    let next = HIDDEN.partition_point(|it| *it.end() < ch);
    ch >= '\u{ad}' && HIDDEN.get(next).is_some_and(|it| *it.start() <= ch)
}

/// Whether an emoji begins with it (emoji-variation-sequences.txt of Unicode's emoji data, and pictographs).
pub fn is_emoji(ch: char) -> bool {
    let is_symbol = matches!(ch, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}');
    (is_symbol || "©®‼⁉™ℹ〰〽㊗㊙".contains(ch)) && !is_hidden(ch)
}

/// How the character before it is drawn.
pub fn is_selector(ch: char) -> bool {
    matches!(ch, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Whether the character can be drawn as the selector after it says (StandardizedVariants.txt; Unicode Technical Standards 37
/// and 51). After all others, selectors carry something that nobody sees.
pub fn takes_selector(ch: char, selector: char) -> bool {
    match selector {
        '\u{fe0e}' | '\u{fe0f}' => is_emoji(ch) || matches!(ch, '#' | '*' | '0'..='9'),
        '\u{fe00}'..='\u{fe0d}' => ch == '0' || is_letter(ch),
        _ => matches!(ch, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}'),
    }
}

/// A letter or a symbol outside ASCII.
fn is_letter(ch: char) -> bool {
    !ch.is_ascii() && !ch.is_whitespace() && !is_hidden(ch)
}

/// The characters of a text, and whether each must be written out where people read the text: it controls a terminal; it hides
/// and no emoji or script needs it; or it makes a command for what shows logs.
pub fn seen(text: &str) -> impl Iterator<Item = Seen> {
    let mut before = ' ';
    let mut is_varied = false;
    let mut command = find_command(text);
    let mut rest = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (at, ch) = rest.next()?;
        let after = rest.peek().map_or(' ', |it| it.1);
        let is_needed = match ch {
            // More than one of them say something.
            _ if is_selector(ch) => !is_varied && takes_selector(before, ch),
            '\u{200d}' if is_emoji(before) && is_emoji(after) => true,
            '\u{200c}' | '\u{200d}' => is_letter(before) && is_letter(after),
            _ => false,
        };
        is_varied = is_selector(ch);
        if !is_varied {
            before = ch;
        }
        // Without its second sign, there is no command.
        let in_command = command.is_some_and(|it| it + 1 == at);
        if in_command {
            command = text.get(at..).and_then(find_command).map(|it| at + it);
        }
        Some(Seen { at, ch, is_unsafe: in_command || ch.is_control() || is_hidden(ch) && !is_needed })
    })
}

/// A character of a text that people read.
#[derive(Clone, Copy)]
pub struct Seen {
    /// Where it is, in bytes.
    pub at: usize,
    /// The character.
    pub ch: char,
    /// Whether it must be written out.
    pub is_unsafe: bool,
}

impl Seen {
    /// The character as an escape of JSON.
    pub fn push_escape(self, out: &mut String) {
        for unit in self.ch.encode_utf16(&mut [0; 2]) {
            out.push_str("\\u");
            out.extend([12, 8, 4, 0].into_iter().filter_map(|it| char::from_digit(u32::from(*unit) >> it & 15, 16)));
        }
    }
}

/// Where a line of a log would be a command for the program that shows the log: Azure Pipelines runs `##vso[…]` and GitHub's
/// runner `##[…]` anywhere in a line.
pub fn find_command(text: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text.get(from..)?.find("##") {
        let rest = text.get(from + at + 2..)?;
        if rest.starts_with('[') || rest.get(..4).is_some_and(|it| it.eq_ignore_ascii_case("vso[")) {
            return Some(from + at);
        }
        from += at + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{HIDDEN, find_command, is_hidden, seen};

    #[test]
    fn the_table_is_sorted_and_found() {
        assert!(HIDDEN.windows(2).all(|it| it[0].end() < it[1].start()));
        for it in HIDDEN {
            assert!(is_hidden(*it.start()) && is_hidden(*it.end()));
        }
        assert!(!"a é漢😀𓂀𝅘\u{301}\u{fffc}\u{fffd}~\u{ae}".chars().any(is_hidden));
        let is_nonchar = |it: &char| u32::from(*it) & 0xfffe == 0xfffe;
        assert!((char::MIN..=char::MAX).filter(is_nonchar).all(is_hidden));
        assert!(('\u{e0000}'..=char::MAX).chain("\u{13430}\u{1343f}\u{16fe4}\u{1d159}".chars()).all(is_hidden));
    }

    #[test]
    fn commands_are_found_anywhere() {
        for (text, at) in [("##[error]", 0), ("a ###[x", 3), ("é##VSO[task", 2)] {
            assert_eq!(find_command(text), Some(at), "{text}");
        }
        for text in ["## [a]", "##vs[", "#[", "##", "##é"] {
            assert_eq!(find_command(text), None, "{text}");
        }
    }

    fn unsafe_in(text: &str) -> String {
        seen(text).filter(|it| it.is_unsafe).map(|it| it.ch).collect()
    }

    #[test]
    fn what_emoji_and_scripts_need_is_safe() {
        for text in [
            "❤\u{fe0f} 1\u{fe0f}\u{20e3} 👩🏽\u{200d}💻 🏳\u{fe0f}\u{200d}🌈 ℹ\u{fe0f}",
            "می\u{200c}خواهم",
            "क\u{94d}\u{200d}ष",
            "葛\u{e0100} 0\u{fe00} ∩\u{fe00}",
            "# a [b] c::d",
        ] {
            assert_eq!(unsafe_in(text), "", "{text}");
        }
    }

    #[test]
    fn what_hides_or_acts_is_unsafe() {
        for (text, expected) in [
            ("a\u{fe0f}b\u{200d}c", "\u{fe0f}\u{200d}"),
            ("❤\u{fe0f}\u{fe0f}\u{fe0e}", "\u{fe0f}\u{fe0e}"),
            ("a\u{fe00}a\u{e0100}❤\u{e0100}", "\u{fe00}\u{e0100}\u{e0100}"),
            ("\u{ad}\u{34f}\u{2800}\u{1b}[1m", "\u{ad}\u{34f}\u{2800}\u{1b}"),
            ("##vso[task.x]###[y]", "##"),
        ] {
            assert_eq!(unsafe_in(text), expected, "{text:?}");
        }
        let mut out = String::new();
        seen("\u{e0041}a").next().unwrap().push_escape(&mut out);
        assert_eq!(out, "\\udb40\\udc41");
    }
}
