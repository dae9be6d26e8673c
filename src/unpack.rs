//! Undoes what writers and transports do to a whole text, from the outside in.
//! A habit is recognized in all of the text or not at all, and only its own marks are removed.
//! Knows nothing of formats, and does not decide whether the text inside is the one that was meant.

mod failures;
mod values;

pub(crate) use failures::error_line;
pub(crate) use values::{closed, complete, holds_value, values};

use crate::json::{Kind, SyntaxError, SyntaxErrorKind, begins_as_json, decode, escapes_each_quote, is_sound, parse};
use crate::rules::{self, Rule};
use crate::text::Span;

/// A habit and how to undo it.
#[derive(Debug)]
pub(crate) struct Habit {
    /// The rule that its finding would be reported under.
    pub(crate) rule: &'static Rule,
    /// What is wrong with the text.
    pub(crate) message: &'static str,
    /// What undoes it.
    pub(crate) title: &'static str,
    /// Whether undoing it loses nothing, however much shorter the text becomes.
    pub(crate) is_lossless: bool,
    /// The text inside; `None` if the text does not show the habit.
    undo: fn(&str) -> Option<String>,
}

#[rustfmt::skip] // One row per habit.
static HABITS: &[Habit] = &[
    Habit { rule: &rules::SYNTAX, message: "The text contains terminal codes", title: "Remove the terminal codes", is_lossless: true, undo: terminal_codes },
    Habit { rule: &rules::SYNTAX, message: "Every line begins with a line number", title: "Remove the line numbers", is_lossless: true, undo: numbered_lines },
    Habit { rule: &rules::SYNTAX, message: "Every line begins with `+`, as in a patch", title: "Remove the `+` before each line", is_lossless: true, undo: added_lines },
    Habit { rule: &rules::SYNTAX, message: "Every line begins with `>`, as in a quotation", title: "Remove the `>` before each line", is_lossless: true, undo: quoted_lines },
    Habit { rule: &rules::SYNTAX, message: "Every line begins with the same mark, as in a comment", title: "Remove the mark before each line", is_lossless: true, undo: marked_lines },
    Habit { rule: &rules::LEADING_TEXT, message: "Special tokens of a model are around the answer", title: "Keep only the answer", is_lossless: false, undo: special_tokens },
    Habit { rule: &rules::LEADING_TEXT, message: "The model's reasoning precedes the answer", title: "Remove the reasoning", is_lossless: false, undo: thoughts },
    Habit { rule: &rules::DOUBLE_ENCODED, message: "The whole text is encoded as a JSON string", title: "Decode the string", is_lossless: true, undo: string },
    Habit { rule: &rules::SYNTAX, message: "All quotes are escaped, as inside a JSON string", title: "Remove one level of escapes", is_lossless: true, undo: escaped },
    Habit { rule: &rules::SYNTAX, message: "The text is escaped with HTML entities", title: "Decode the HTML entities", is_lossless: true, undo: entities },
    Habit { rule: &rules::SYNTAX, message: "All braces are doubled, as in a template", title: "Write each brace once", is_lossless: true, undo: doubled_braces },
];

/// The text inside, and the habit that hid it.
pub(crate) fn undo(text: &str) -> Option<(&'static Habit, String)> {
    HABITS.iter().find_map(|it| Some((it, (it.undo)(text)?)))
}

/// The text after `<think>…</think>`; some models omit the opening tag, and some think twice.
fn thoughts(text: &str) -> Option<String> {
    const TAGS: &[(&str, &str)] =
        &[("<think>", "</think>"), ("<thinking>", "</thinking>"), ("<reasoning>", "</reasoning>")];
    let begin = text.trim_start();
    let mut rest = begin;
    while let Some((_, end)) = TAGS.iter().find(|it| rest.starts_with(it.0)) {
        rest = rest.get(rest.find(end)? + end.len()..)?.trim_start();
    }
    // JSON may mention the tag in a string.
    if rest.len() == begin.len() && !begin.starts_with(['{', '[', '"', '\'', '`']) {
        const END: &str = "</think>";
        rest = rest.get(rest.find(END)? + END.len()..)?.trim_start();
    }
    (!rest.is_empty() && rest.len() < begin.len()).then(|| rest.to_owned())
}

/// The lines without the numbers that `cat -n`, editors and tools print before them. Lines before and after the
/// numbered ones stay.
fn numbered_lines(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let (mut next, mut is_over) = (None, false);
    for (idx, line) in text.split('\n').enumerate() {
        let numbered = number_before(line, next).filter(|_| !is_over);
        is_over |= numbered.is_none() && next.is_some();
        out.push_str(if idx == 0 { "" } else { "\n" });
        out.push_str(numbered.map_or(line, |it| it.1));
        next = numbered.map(|it| it.0 + 1).or(next);
    }
    next.map(|_| out)
}

/// The lines that a patch adds.
fn added_lines(text: &str) -> Option<String> {
    without_mark(text, "+", "+")
}

/// The lines of a quoted message.
fn quoted_lines(text: &str) -> Option<String> {
    without_mark(text, ">", "> ")
}

/// The lines of a comment, a list or a quotation, if they are JSON without its marks.
fn marked_lines(text: &str) -> Option<String> {
    const MARKS: [&str; 9] = ["//", "#", "--", "-", "*", "|", "»", ";", "%"];
    let inside = MARKS.iter().find_map(|it| without_mark(text, it, &format!("{it} ")))?;
    (begins_as_json(&inside) && inside.trim_end().ends_with(['}', ']'])).then_some(inside)
}

/// The lines without the mark that all of them begin with; blanks at their ends may be missing.
fn without_mark(text: &str, mark: &str, whole: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    for (idx, line) in text.split('\n').enumerate() {
        out.push_str(if idx == 0 { "" } else { "\n" });
        let is_blank = line.trim().is_empty();
        out.push_str(line.strip_prefix(whole).or(line.strip_prefix(mark)).or(is_blank.then_some(line))?);
    }
    text.contains(mark).then_some(out)
}

/// The number at the start of a line and the text after its separator; a number other than the expected one belongs to
/// the line.
fn number_before(line: &str, due: Option<u32>) -> Option<(u32, &str)> {
    let plain = line.trim_start_matches(' ');
    let rest = plain.trim_start_matches(|it: char| it.is_ascii_digit());
    let number = digits(plain.get(..plain.len() - rest.len())?, 10)?;
    if due.is_some_and(|it| it != number) {
        return None;
    }
    // A line without text may have lost the separator, too.
    if due.is_some() && rest.trim().is_empty() {
        return Some((number, rest.strip_prefix('\t').unwrap_or(rest)));
    }
    if let Some(line) = rest.strip_prefix('\t').or(rest.strip_prefix('→')) {
        return Some((number, line));
    }
    let separated = rest.trim_start_matches(' ');
    let numbered = rest.strip_prefix('.').filter(|it| it.starts_with(' '));
    // `10:30` is a time.
    let named = separated.strip_prefix(':').filter(|it| !it.starts_with(|it: char| it.is_ascii_digit()));
    let line = separated.strip_prefix('|').or(named).or(numbered)?;
    Some((number, line.strip_prefix(' ').unwrap_or(line)))
}

/// The content of the string, if the text is one.
fn string(text: &str) -> Option<String> {
    let text = text.trim();
    let inside = text.strip_prefix('"')?.strip_suffix('"')?;
    // A bracket in quotes is a text.
    let is_json = inside.ends_with(['}', ']']) || inside.contains(char::is_alphanumeric);
    (is_json && is_string(text)).then(|| decode(inside).text)
}

/// `{\"a\": 1}`: the inside of a string, or a text in which only the quotes were escaped, also `\\"` for `\"`.
fn escaped(text: &str) -> Option<String> {
    let text = text.trim();
    if !text.starts_with(['{', '[']) || !text.contains("\\\"") {
        return None;
    }
    let inside = is_string(&format!("\"{text}\"")).then(|| decode(text).text);
    if inside.as_deref().is_some_and(is_sound) || !escapes_each_quote(text) {
        return inside;
    }
    Some(text.replace("\\\"", "\"")).filter(|it| is_sound(it)).or(inside)
}

/// Whether a text is one JSON string, which may contain raw line breaks.
fn is_string(text: &str) -> bool {
    let (tree, errors) = parse(text, Span::new(0, text.len()));
    let is_readable = errors.iter().all(|it| matches!(it.kind, SyntaxErrorKind::ControlCharacter(_)));
    tree.kind(0) == Kind::String && is_readable && tree.span(0).len() == text.len()
}

/// The text without its HTML entities, if all its quotes are written as entities. If other characters that HTML escapes are
/// as they are, only the quotes were escaped, and the other entities are content.
fn entities(text: &str) -> Option<String> {
    const QUOTES: &[&str] = &["&quot;", "&#34;", "&#x22;", "&amp;quot;"];
    let is_encoded = QUOTES.iter().any(|it| text.find(it).is_some()) && !text.contains("\"");
    if !is_encoded {
        return None;
    }
    let entity = |part: &'_ str| part.split_once(';').and_then(|(name, _)| Some((character(name)?, name.len() + 1)));
    let is_html = !text.contains(['<', '>']) && text.split('&').skip(1).all(|it| entity(it).is_some());
    let mut parts = text.split('&');
    let mut out = parts.next()?.to_owned();
    for part in parts {
        match entity(part).filter(|it| is_html || matches!(it.0, '"' | '\'')) {
            Some((ch, len)) => {
                out.push(ch);
                out.push_str(part.get(len..)?);
            }
            None => {
                out.push('&');
                out.push_str(part);
            }
        }
    }
    Some(out)
}

/// The character of an entity, without `&` and `;`.
fn character(name: &str) -> Option<char> {
    match name {
        "quot" => Some('"'),
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "apos" => Some('\''),
        "nbsp" => Some('\u{a0}'),
        _ => {
            let number = name.strip_prefix('#')?;
            let hex = number.strip_prefix('x').or(number.strip_prefix('X'));
            char::from_u32(digits(hex.unwrap_or(number), if hex.is_some() { 16 } else { 10 })?)
        }
    }
}

/// `{{"a": {{}}}}`: the text with each brace once, as the program that fills in a template leaves it.
fn doubled_braces(text: &str) -> Option<String> {
    let is_even = |mark: char| text.split(|it| it != mark).all(|run| run.len() % 2 == 0);
    let is_doubled = text.trim_start().starts_with("{{") && is_even('{') && is_even('}');
    is_doubled.then(|| text.replace("{{", "{").replace("}}", "}"))
}

/// The text after the last special token of a chat template, such as `<|message|>`, and before those at the end: what a model
/// says last is its answer.
fn special_tokens(text: &str) -> Option<String> {
    let begin = text.trim();
    let mut inside = begin;
    while let Some(start) = inside.rfind("<|")
        && token_at(inside, start).is_some_and(|it| it.1.is_empty())
    {
        inside = inside.get(..start)?.trim_end();
    }
    let mut answer = inside;
    for (start, _) in inside.match_indices("<|") {
        // JSON may mention a token in a string.
        if is_json(answer) || answer.len() == inside.len() && answer.starts_with(['{', '[', '"', '\'']) {
            break;
        }
        let Some((name, after)) = token_at(inside, start) else { continue };
        answer = match name {
            // The name of a role or channel follows, and no text.
            "start" | "channel" | "constrain" => continue,
            "im_start" => after.trim_start_matches(|it: char| it.is_ascii_lowercase()),
            _ => after,
        }
        .trim_start();
    }
    (!answer.is_empty() && answer.len() < begin.len()).then(|| answer.to_owned())
}

/// The name of the special token at a place, and the text after it.
fn token_at(text: &str, start: usize) -> Option<(&str, &str)> {
    let (name, after) = text.get(start..)?.strip_prefix("<|")?.split_once("|>")?;
    let is_name = !name.is_empty() && name.bytes().all(|it| it.is_ascii_lowercase() || it == b'_');
    is_name.then_some((name, after))
}

/// What begins every code for terminals.
pub(crate) const CODE: &str = "\u{1b}";

/// The text without the codes that a program sent to a terminal for its colors, title and modes. `None` if all codes are inside
/// strings: there they are content. Also `None` if there are others, which move text or remove it.
fn terminal_codes(text: &str) -> Option<String> {
    if !text.contains(CODE) {
        return None;
    }
    let (_, errors) = parse(text, Span::new(0, text.len()));
    let is_code = |it: &SyntaxError| text.get(it.span.start as usize..).is_some_and(|it| it.starts_with(CODE));
    errors.iter().find(|it| !matches!(it.kind, SyntaxErrorKind::ControlCharacter(_)) && is_code(it))?;
    let mut rest = text;
    let mut out = String::with_capacity(text.len());
    while let Some((before, code)) = rest.split_once(CODE) {
        out.push_str(before);
        rest = after_code(code)?;
    }
    out.push_str(rest);
    Some(out)
}

/// What follows a code for terminals (ECMA-48; xterm's title and modes) that neither moves text nor removes any.
fn after_code(code: &str) -> Option<&str> {
    // `tput sgr0` also resets the character set.
    if let Some(rest) = code.strip_prefix("(B") {
        return Some(rest);
    }
    // A title ends with a bell or with `ESC \`.
    if let Some(title) = code.strip_prefix(']') {
        let end = title.find(['\u{7}', '\u{1b}'])?;
        let rest = title.get(end..)?;
        return rest.strip_prefix('\u{7}').or_else(|| rest.strip_prefix("\u{1b}\\"));
    }
    let numbers = code.strip_prefix('[')?;
    // A mode, such as bracketed paste; without `?`, a color, or `K` to clear the rest of a line, as grep does.
    let (numbers, ends) = match numbers.strip_prefix('?') {
        Some(mode) => (mode, ['h', 'l']),
        None => (numbers, ['m', 'K']),
    };
    numbers.trim_start_matches(|it: char| it.is_ascii_digit() || matches!(it, ';' | ':')).strip_prefix(ends)
}

/// A number of at least one digit.
fn digits(text: &str, base: u32) -> Option<u32> {
    let mut out = None;
    for byte in text.bytes() {
        out = Some(out.unwrap_or(0_u32).checked_mul(base)?.checked_add(char::from(byte).to_digit(base)?)?);
    }
    out
}

/// Whether a text is a valid JSON object or array.
pub(crate) fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '[']) && is_sound(text)
}

#[cfg(test)]
mod tests {
    use super::undo;

    fn check(text: &str, inside: &str) {
        assert_eq!(undo(text).map(|it| it.1).as_deref(), Some(inside), "{text}");
    }

    #[test]
    fn habits_are_undone() {
        check("<think>\n{\"a\": \"}\n</think>\n\n{\"b\": 1}", "{\"b\": 1}");
        check("So the answer is {…}.\n</think>\n{\"b\": 1}", "{\"b\": 1}");
        check("     1\t{\n     2\t  \"a\": 1\n     3\t\n     4\t}", "{\n  \"a\": 1\n\n}");
        check("  9→[\n 10→]\n", "[\n]\n");
        check("1 | {\n2 |   \"a\": 1\n3 | }", "{\n  \"a\": 1\n}");
        check("+{\n+  \"a\": 1\n+}\n", "{\n  \"a\": 1\n}\n");
        check("1. {\n2.   \"a\": 1\n3. }", "{\n  \"a\": 1\n}");
        check("// {\n//   \"a\": 1\n//\n// }", "{\n  \"a\": 1\n\n}");
        check("- {\n-   \"a\": 1\n- }\n", "{\n  \"a\": 1\n}\n");
        check("| [\n|   1\n| ]", "[\n  1\n]");
        check("> {\n>   \"a\": 1\n>\n> }", "{\n  \"a\": 1\n\n}");
        check("\"{\\\"a\\\": 1}\"", "{\"a\": 1}");
        check("{\\\"a\\\": \\\"\\\\n\\\"}", "{\"a\": \"\\n\"}");
        check("{\\\"a\\\": \\\"55\\\\\" \\n\\\"}", "{\"a\": \"55\\\" \\n\"}");
        check("\x1b[1;39m{\x1b[0m\x1b[34;1m\"a\"\x1b[0m: \x1b[31m\"\x1b[7mb\"\x1b[m}\x1b[K\n", "{\"a\": \"b\"}\n");
        check("{\"a\": 1}\x1b(B\x1b[m\n", "{\"a\": 1}\n");
        check("{\"a\": \x1b[0;32m1\x1b[0m}", "{\"a\": 1}");
        check("\x1b]0;agent: ready\x07\x1b[?2004h{\"a\": 1}\x1b[?2004l\n", "{\"a\": 1}\n");
        check("\x1b]2;title\x1b\\{\"a\": 1}\n", "{\"a\": 1}\n");
        check(
            "<|channel|>analysis<|message|>Use {x}.<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>{\"a\": 1}<|return|>",
            "{\"a\": 1}",
        );
        check("<|im_start|>assistant\n{\"a\": 1}\n<|im_end|>\n", "{\"a\": 1}");
        check("{\"a\": \"<|b|>\"}\n<|eot_id|>\n", "{\"a\": \"<|b|>\"}");
        check("{&quot;a&quot;: &#39;&amp;&#x2705;&lt;&gt;}", "{\"a\": '&\u{2705}<>}");
        check("{&quot;a&quot;: &#39;&amp;&lt;b&gt;&no;&}", "{\"a\": '&amp;&lt;b&gt;&no;&}");
        check("{{\"a\": {{\"b\": \"{{c}}\"}}}}\n", "{\"a\": {\"b\": \"{c}\"}}\n");
        check("{&quot;a&quot;: &quot;&lt;b&gt; or <i>&quot;}", "{\"a\": \"&lt;b&gt; or <i>\"}");
    }

    #[test]
    fn what_only_looks_like_a_habit_stays() {
        for text in [
            "{\"a\": \"</think>\"}",
            "<think>no end",
            "{\"a\": \"<|b|>\", }",
            "a <| b |> c",
            "plain words",
            "{\"a\": \"&quot;\"}",
            "{\"a\": \"\\\"\"}",
            "{\"a\": \"\x1b[31mred\x1b[0m\"}",
            "\x1b[31",
            "\x1b[31m{\"a\": \"b\x1b[1Cc\"}",
            "\x1b[31m{\"a\": \"b\x1b[ tc\"}",
            "\"a\", \"b\"",
            "[\n10:30,\n11:45]",
            "- one\n- {two}\n",
            "| a | b |\n|---|---|\n| [ | ] |\n",
            "[\n  1,\n  2\n]",
            "[\n  1\n]",
            "{{\"a\": {}}}",
            "{{\"a\": {{}}}",
            "{\"a\": {{}}}",
            "",
        ] {
            assert!(undo(text).is_none(), "{text}");
        }
    }
}
