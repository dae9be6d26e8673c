//! Whether a backslash and an `n` are a line break that was escaped twice, or belong to the text.

use crate::text::Span;

/// Whether an escape is a line break, and whether that is clear by itself. Paths such as `C:\new`, patterns such as
/// `a\n+`, and `\n` as a word of its own are not.
pub(super) fn is_break(text: &str, escape: Span) -> Option<bool> {
    // No path is longer, while a text may be a single long word.
    const LONGEST: usize = 256;
    let end = escape.start as usize;
    let start = text.ceil_char_boundary(end.saturating_sub(LONGEST));
    let before = text.get(start..end).unwrap_or_default();
    let behind = text.get(escape.end as usize..).unwrap_or_default();
    let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    if is_path(word) || is_pattern(before, behind) {
        return None;
    }
    let is_apart = (before.is_empty() || before.ends_with(' ')) && !is_structure(behind);
    let is_word = is_apart && (behind.is_empty() || behind.starts_with([' ', ',', '.', ';', ':']));
    if is_word {
        return None;
    }
    let begins_sentence = behind.starts_with(char::is_uppercase) && !before.ends_with(char::is_uppercase);
    Some(behind.starts_with("\\n") || is_structure(behind) || begins_sentence)
}

/// Whether the word before a backslash begins like a path: with a drive, a share or a variable.
fn is_path(word: &str) -> bool {
    let mut parts = word.split('\\').map(|it| it.trim_start_matches(['"', '\'', '(', '`', '<', '=']));
    let first = parts.next().unwrap_or_default();
    let is_drive = first.len() == 2 && first.ends_with(':') && first.starts_with(|it: char| it.is_ascii_alphabetic());
    is_drive
        || word.starts_with("\\\\")
        || first.starts_with('%') && first.ends_with('%')
        || matches!(first, "." | "..")
}

/// Whether the characters around it are typical of code and patterns, not of the end of a line.
fn is_pattern(before: &str, behind: &str) -> bool {
    let is_list = behind.starts_with("* ") || behind.starts_with("+ ") || behind.starts_with("{%");
    before.ends_with(['[', '(', '"', '\'', '/', '|', '^', '\\'])
        || !is_list
            && behind.starts_with(['+', '*', '?', '{', ']', ')', '"', '\'', '|', '$', '/'])
            && !behind.starts_with("| ")
            && !behind.starts_with("**")
}

/// Whether a text begins like a Markdown line: a heading, an item, a quotation, a table, a fence.
fn is_structure(text: &str) -> bool {
    let text = text.trim_start_matches(' ');
    let digits = text.trim_start_matches(|it: char| it.is_ascii_digit());
    let is_numbered = digits.len() < text.len() && (digits.starts_with(". ") || digits.starts_with(") "));
    is_numbered
        || text.trim_start_matches('#').starts_with(' ') && text.starts_with('#')
        || ["- ", "* ", "+ ", "> ", "| ", "```", "~~~", "**"].iter().any(|it| text.starts_with(it))
}

#[cfg(test)]
mod tests {
    use super::is_break;
    use crate::text::Span;

    fn first(text: &str) -> Option<bool> {
        let at = text.find("\\n").unwrap();
        is_break(text, Span::new(at, at + 2))
    }

    #[test]
    fn line_breaks_are_distinguished_from_paths_and_patterns() {
        for text in [r"## T\n\n- one", r"one\n- two", r"one\n1. two", r"One.\nTwo", r"a\n| b |", r"a\n```"] {
            assert_eq!(first(text), Some(true), "{text}");
        }
        assert_eq!(first(r"one\ntwo"), Some(false));
        let others =
            [r"C:\new", r"see (D:\tools\new)", r"\\host\new", r"%APPDATA%\new", r"/a\n+b/", r"[\n\r]", r"(\n)"];
        for text in
            others.into_iter().chain([r"Use \n for it", r"split('\n')", r"a\n?", r"\n is a break", r"ends in \n"])
        {
            assert_eq!(first(text), None, "{text}");
        }
    }
}
