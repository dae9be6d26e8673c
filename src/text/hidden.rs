//! The one table of characters that deceive a reader: nobody sees them, or they change what is seen.

use std::ops::RangeInclusive;

/// Sorted. Unicode's `Default_Ignorable_Code_Point` (DerivedCoreProperties.txt), the separators and marks of the bidirectional
/// algorithm (Unicode Standard Annex 9), annotation marks, the blank of Braille, shorthand and musical format controls, and
/// private use, which looks like anything.
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
    '\u{1bca0}'..='\u{1bca3}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{e0000}'..='\u{e0fff}',
    '\u{f0000}'..='\u{ffffd}',
    '\u{100000}'..='\u{10fffd}',
];

/// Whether a character is one of them. Some are needed all the same: in emoji, and in scripts that need joiners.
pub fn is_hidden(ch: char) -> bool {
    let next = HIDDEN.partition_point(|it| *it.end() < ch);
    ch >= '\u{ad}' && HIDDEN.get(next).is_some_and(|it| *it.start() <= ch)
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
    use super::{HIDDEN, find_command, is_hidden};

    #[test]
    fn the_table_is_sorted_and_found() {
        assert!(HIDDEN.windows(2).all(|it| it[0].end() < it[1].start()));
        for it in HIDDEN {
            assert!(is_hidden(*it.start()) && is_hidden(*it.end()));
        }
        assert!(!"a é漢😀\u{301}\u{fffc}\u{fffd}~\u{ae}".chars().any(is_hidden));
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
}
