//! Whether a text is meant as JSON, by how it begins.

/// How much of the content of a string is looked at, in bytes.
const NEAR: usize = 256;

/// Whether a text is meant as a JSON object or array: it begins with a bracket that is not part of prose or markup. A text
/// in quotes may be a quotation.
pub fn begins_as_json(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with(['{', '[']) && mark(text).is_none() && !is_ellipsis(text)
}

/// Whether the content of a string, with its escapes, begins as JSON: what follows its bracket may be there. `[a-z]` and
/// `{name}` do not.
pub(crate) fn begins_in_string(content: &str) -> bool {
    let [bracket @ (b'{' | b'['), inside @ ..] = content.as_bytes() else { return false };
    // This runs for each quote of a string.
    let mut rest = inside.get(..NEAR).unwrap_or(inside);
    while let [b' ' | b'\t' | b'\n' | b'\r', after @ ..] | [b'\\', b'n' | b'r' | b't', after @ ..] = rest {
        rest = after;
    }
    match rest {
        [] | [b'"' | b'\'', ..] | [b'\\', b'"' | b'\\', ..] => true,
        [b'{' | b'[' | b']' | b'-' | b'0'..=b'9', ..] => *bracket == b'[',
        [b'}', ..] => *bracket == b'{',
        _ if *bracket == b'[' => [&b"true"[..], b"false", b"null"].iter().any(|it| rest.starts_with(it)),
        _ => {
            let is_of_name = |it: &&u8| it.is_ascii_alphanumeric() || **it == b'_';
            rest.iter().skip_while(is_of_name).find(|it| **it != b' ') == Some(&b':')
        }
    }
}

/// `...`, `{...}`, `[ … ]` and the like.
pub(crate) fn is_ellipsis(text: &str) -> bool {
    let mut inside = text.trim();
    let in_brackets = |text: &str| {
        let (first, last) = (text.as_bytes().first()?, text.as_bytes().last()?);
        matches!((first, last), (b'{', b'}') | (b'[', b']')).then_some(())
    };
    while in_brackets(inside).is_some() {
        inside = inside.get(1..inside.len() - 1).unwrap_or_default().trim();
    }
    matches!(inside, "..." | "…" | "....")
}

/// Whether a comment may say that content was left out: `// ... 12 more`, `/* remaining rows omitted */`.
pub(crate) fn is_omission(comment: &str) -> bool {
    const WORDS: [&str; 4] = ["omitted", "abbreviated", "elided", "brevity"];
    let words = comment.trim_matches(|it| " /*#<!->".contains(it));
    let has = |word: &str| WORDS.iter().any(|it| word.eq_ignore_ascii_case(it));
    words.starts_with("...")
        || words.ends_with("...")
        || words.contains('…')
        || words.split(|it: char| !it.is_alphabetic()).any(has)
}

/// Whether a text begins with a bracketed word and cannot be JSON by any reading: `[INFO] done`, `[x] done`,
/// `[Notes](https://…)`, `{{name}} …`.
pub(crate) fn is_marked(text: &str) -> bool {
    mark(text).is_some_and(|len| has_only_placeholders(text.get(len..).unwrap_or_default()))
}

/// Whether all braces in a text are around words, as in `{name}`, and none are around JSON.
fn has_only_placeholders(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let inside = rest.get(at..).and_then(|it| it.strip_prefix('{')).and_then(|it| it.split_once('}'));
        let Some((word, behind)) = inside else { return false };
        if word.trim().is_empty() || word.contains(['{', '[', ']', '"', '\'', ':', ',']) {
            return false;
        }
        rest = behind;
    }
    true
}

/// The length of a bracket that belongs to the words after it, as `[INFO]` and `{name}` do. JSON may follow: `[INFO] {"a": 1}`.
pub(crate) fn mark(text: &str) -> Option<usize> {
    const LITERALS: &[&str] = &["true", "false", "null", "none", "nan", "infinity", "undefined"];
    let (open, close) = match text.as_bytes() {
        [b'{', b'{', ..] => ("{{", "}}"),
        [b'{', ..] => ("{", "}"),
        _ => ("[", "]"),
    };
    let inside = text.strip_prefix(open)?;
    // In JSON, one of these comes soon; the bracket may close at the end of the text.
    let end = inside.find(['"', '\'', '`', ',', '{', '}', '[', ']', ':', '\n'])?;
    let (inside, after) = inside.split_at_checked(end)?;
    let rest = after.strip_prefix(close)?;
    let word = inside.trim();
    let is_word =
        word.starts_with(|it: char| it.is_alphabetic()) && !LITERALS.iter().any(|it| word.eq_ignore_ascii_case(it));
    if !is_word && inside != " " {
        return None;
    }
    let len = text.len() - rest.len();
    let words = rest.trim_start_matches([' ', '\t', '\n', '\r', ',', ';', ']', '}']);
    // In `[a], {"b": 1}`, the comma shows that JSON was meant.
    let is_item = rest.contains(['{', '}']) && words.len() < rest.trim_start().len();
    (!words.is_empty() && !is_item).then_some(len)
}

/// Whether a text is JSON without its first bracket: a name in quotes, one of JSON's marks, and a bracket after it or a
/// mark at the end.
pub(crate) fn is_headless(text: &str) -> bool {
    let Some((first, after)) = text.strip_prefix('"').and_then(|it| it.split_once('"')) else { return false };
    // The bracket is after the quote, as in `"{sections": [`, or the quote after the name is missing, as in `"summary:
    // "All`.
    let is_moved = first.starts_with(['{', '[']);
    if (is_moved || first.trim_end().ends_with(':')) && text.trim_end().ends_with(['}', ']']) {
        return true;
    }
    // A quote may be there once too often.
    let after = after.trim_start_matches(['"', '\u{201c}', '\u{201d}', ' ', '\t', '\r', '\n']);
    let value = after.strip_prefix(':').unwrap_or_default().trim_start();
    let is_marked = after.starts_with([':', ',', '{', '}', '[', ']']);
    // The bracket at the end may be missing as well.
    let end: &[char] =
        if value.starts_with('"') { &['{', '}', '[', ']', ',', ':', ';'] } else { &['{', '}', '[', ']'] };
    is_marked && (is_moved || value.starts_with(['{', '[']) || text.trim_end().ends_with(end))
}
