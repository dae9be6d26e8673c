//! Control tokens of chat templates around the arguments of a call.

/// Tokens without the marks of most.
const WORDS: &[&str] = &[
    "</tool_call>",
    "<tool_call>",
    "[TOOL_CALLS]",
    "[/TOOL_CALLS]",
    "[ARGS]",
    "<function_call>",
    "</function_call>",
    "</function>",
    "</function_calls>",
    "</invoke>",
    "</parameter>",
    "<start_of_turn>",
    "<end_of_turn>",
    "<s>",
    "</s>",
];
/// Tokens that words follow, such as a role.
const BEFORE_WORDS: &[&str] = &["start", "channel", "constrain", "im_start", "start_header_id"];

/// The text after the control token that a text begins with, and whether it may be followed by words that belong to it.
fn after(text: &str) -> Option<(&str, bool)> {
    if let Some(rest) = WORDS.iter().find_map(|it| text.strip_prefix(it)) {
        return Some((rest, false));
    }
    let bars = [("<|", "|>"), ("<｜", "｜>")];
    let (name, rest) = bars.iter().find_map(|it| text.strip_prefix(it.0)?.split_once(it.1))?;
    let is_name = name.len() < 40 && !name.contains(char::is_whitespace);
    is_name.then(|| (rest, BEFORE_WORDS.contains(&name)))
}

/// How many bytes of control tokens are before the object in a text.
pub(crate) fn before(text: &str) -> usize {
    let mut rest = text.trim_start();
    let mut is_some = false;
    while let Some((next, has_words)) = after(rest) {
        is_some = true;
        let is_word = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '.' | '-' | '=' | ' ' | '\n');
        let next = if has_words { next.trim_start_matches(is_word) } else { next };
        rest = next.trim_start();
    }
    if is_some && rest.starts_with('{') { text.len() - rest.len() } else { 0 }
}

/// Whether a text is nothing but control tokens.
pub(crate) fn are_all(text: &str) -> bool {
    let mut rest = text.trim();
    let is_some = !rest.is_empty();
    while !rest.is_empty() {
        let Some((next, _)) = after(rest) else { return false };
        rest = next.trim_start();
    }
    is_some
}
