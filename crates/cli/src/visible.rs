//! Untrusted text on its way to a terminal or a log: it must not control what shows it, hide text or change its direction.

use std::borrow::Cow;

use agent_response::{
    diagnostic::is_unprintable,
    text::{find_command, is_hidden},
};

/// The text with every character that controls a terminal or is invisible written out, and without commands for programs that
/// show logs: `##vso[` and `##[` anywhere, `::` at the beginning.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    let begins_command = |it: &str| it.trim_start().starts_with("::");
    if !text.chars().any(is_unprintable) && find_command(text).is_none() && !begins_command(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(ch) = rest.next() {
        // One selector belongs to an emoji; more of them carry something else.
        let is_again = is_selector(ch) && out.ends_with(is_selector);
        if !is_again && is_needed(ch, before, rest.peek().copied().unwrap_or(' ')) {
            out.push(ch);
        } else {
            push_visible(&mut out, ch);
        }
        before = if is_selector(ch) { before } else { ch };
    }
    if begins_command(&out) {
        out = out.replacen("::", ": :", 1);
    }
    Cow::Owned(without_commands(&out))
}

/// The text with a blank in every command that a log may contain.
pub(super) fn without_commands(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = find_command(rest).and_then(|it| rest.split_at_checked(it + 1)) {
        out.push_str(before);
        out.push(' ');
        rest = after;
    }
    out + rest
}

fn push_visible(out: &mut String, character: char) {
    if !is_unprintable(character) {
        return out.push(character);
    }
    match character {
        // The Unicode symbols for control characters are one column wide.
        '\0'..='\x1f' => out.extend(char::from_u32(0x2400 + u32::from(character))),
        '\x7f' => out.push('\u{2421}'),
        _ => out.push_str(&format!("<U+{:04X}>", u32::from(character))),
    }
}

/// How emoji are shown.
fn is_selector(ch: char) -> bool {
    matches!(ch, '\u{fe0e}' | '\u{fe0f}')
}

/// Whether a character that nobody sees belongs to an emoji or joins letters of a script that needs it.
fn is_needed(ch: char, before: char, after: char) -> bool {
    let is_letter = |it: char| !it.is_ascii() && !it.is_whitespace() && !is_hidden(it);
    match ch {
        _ if is_selector(ch) => is_emoji(before) || matches!(before, '#' | '*' | '0'..='9'),
        '\u{200d}' if is_emoji(before) && is_emoji(after) => true,
        '\u{200c}' | '\u{200d}' => is_letter(before) && is_letter(after),
        _ => false,
    }
}

fn is_emoji(ch: char) -> bool {
    matches!(ch, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}' | '©' | '®' | '‼' | '⁉' | '™' | '〰' | '〽' | '㊗' | '㊙')
        && !is_hidden(ch)
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn what_emoji_and_scripts_need_stays() {
        for text in [
            "❤\u{fe0f} 1\u{fe0f}\u{20e3} 👩🏽\u{200d}💻 🏳\u{fe0f}\u{200d}🌈",
            "می\u{200c}خواهم",
            "क\u{94d}\u{200d}ष",
            "# a [b] c::d",
        ] {
            assert_eq!(visible(text), text);
        }
    }

    #[test]
    fn what_hides_or_acts_is_written_out() {
        for (text, expected) in [
            ("a\u{fe0f}b", "a<U+FE0F>b"),
            ("a\u{200d}b", "a<U+200D>b"),
            ("❤\u{fe0f}\u{fe0f}\u{fe0e}", "❤\u{fe0f}<U+FE0F><U+FE0E>"),
            ("\u{ad}\u{34f}\u{e0100}\u{2800}", "<U+00AD><U+034F><U+E0100><U+2800>"),
            ("a\u{1b}[1m", "a\u{241b}[1m"),
            ("::error::x", ": :error::x"),
            (" ::x", " : :x"),
            ("##vso[task.x]##[y]", "# #vso[task.x]# #[y]"),
        ] {
            assert_eq!(visible(text), expected);
        }
    }
}
