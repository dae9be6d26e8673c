//! The characters that messages write out, for what is not compiled from Rust.

use agent_response::text::is_hidden;

/// A module of TypeScript with a regular expression that finds them.
pub fn unprintable() -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for code in (char::MIN..=char::MAX).filter(|it| is_hidden(*it)).map(u32::from) {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == code => *last = code,
            _ => ranges.push((code, code)),
        }
    }
    let shown = |(first, last): (u32, u32)| match first == last {
        true => format!("\\u{{{first:x}}}"),
        false => format!("\\u{{{first:x}}}-\\u{{{last:x}}}"),
    };
    let ranges: String = ranges.into_iter().map(shown).collect();
    format!("{BEFORE}{ranges}{AFTER}")
}

const BEFORE: &str = "\
// Generated from `src/text/hidden.rs`; see CONTRIBUTING.md.

/** Characters that control a terminal, and those that nobody sees. */
export const UNPRINTABLE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each of them is meant alone.
  /[\\p{Cc}";
const AFTER: &str = "]/gu;
";
