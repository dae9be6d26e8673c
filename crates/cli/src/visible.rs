//! Untrusted text on its way to a terminal: it must not control the terminal, hide text or change its direction.

use std::borrow::Cow;

/// The text with every character that controls a terminal or is invisible written out.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    text.chars().for_each(|it| push_visible(&mut out, it));
    Cow::Owned(out)
}

/// One character of `visible`.
pub(super) fn push_visible(out: &mut String, character: char) {
    if !is_hidden(character) {
        return out.push(character);
    }
    match character {
        // The Unicode symbols for control characters are one column wide.
        '\0'..='\x1f' => out.extend(char::from_u32(0x2400 + u32::from(character))),
        '\x7f' => out.push('\u{2421}'),
        _ => out.push_str(&format!("<U+{:04X}>", u32::from(character))),
    }
}

/// Control characters, line separators, direction marks and overrides, invisible operators, tags. The joiners and
/// selectors that scripts and emoji need are not included.
pub(super) fn is_hidden(character: char) -> bool {
    match character {
        ' '..='~' => false,
        '\0'..='\x1f' | '\x7f'..='\u{9f}' => true,
        '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}' | '\u{3164}' => true,
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' => true,
        _ => false,
    }
}
