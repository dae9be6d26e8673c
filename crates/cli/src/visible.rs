//! Untrusted text on its way to a terminal or a log: it must not control what shows it, hide text or change its direction.

use std::borrow::Cow;

use agent_response::text::seen;

/// The text with every character that controls a terminal or hides something written out, and without commands for programs
/// that show logs: `##vso[` and `##[` anywhere, `::` at the beginning.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    let begins_command = text.trim_start().starts_with("::");
    if !begins_command && !seen(text).any(|it| it.is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for it in seen(text) {
        if it.is_unsafe {
            push_visible(&mut out, it.ch);
        } else {
            out.push(it.ch);
        }
    }
    if begins_command {
        out = out.replacen("::", ": :", 1);
    }
    Cow::Owned(out)
}

fn push_visible(out: &mut String, ch: char) {
    match ch {
        // The Unicode symbols for control characters are one column wide.
        '\0'..='\x1f' => out.extend(char::from_u32(0x2400 + u32::from(ch))),
        '\x7f' => out.push('\u{2421}'),
        // The second sign of a command.
        '#' => out.push_str(" #"),
        _ => out.push_str(&format!("<U+{:04X}>", u32::from(ch))),
    }
}

#[cfg(test)]
mod tests {
    use super::visible;

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
            ("##vso[task.x]##[y] ❤\u{fe0f}", "# #vso[task.x]# #[y] ❤\u{fe0f}"),
        ] {
            assert_eq!(visible(text), expected);
        }
    }
}
