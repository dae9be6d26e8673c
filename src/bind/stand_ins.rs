//! Texts that programs, shells and templates leave in the place of a value.

use crate::json;

/// The trace of a payload that a program or a shell lost, and its origin.
pub(crate) fn lost(text: &str) -> Option<&'static str> {
    const LOST: &[(&str, &str)] = &[("undefined", "JavaScript for no value"), ("None", "Python for no value")];
    if text.starts_with("$(") && text.ends_with(')') {
        return Some("a shell command that was never run");
    }
    LOST.iter().find(|it| it.0 == text).map(|it| it.1).or_else(|| lost_object(text))
}

/// The origin of a text that a program wrote in the place of an object.
pub(crate) fn lost_object(text: &str) -> Option<&'static str> {
    let all = |mark: &str| !text.is_empty() && text.split(',').all(|it| it.trim() == mark);
    let is_shell = |text: &str| text.starts_with("@{") && text.ends_with('}') && text.contains('=');
    if all("[object Object]") {
        Some("an object that JavaScript did not encode as JSON")
    } else if is_shell(text) || all("System.Object[]") || all("System.Collections.Hashtable") {
        Some("an object that PowerShell did not encode as JSON")
    } else {
        None
    }
}

/// Placeholders of templates: `...`, `<copy from request>`, `string (…)`, `{{payload}}`, `${payload}`.
pub(crate) fn is_stand_in(text: &str) -> bool {
    let plain = text.trim();
    // Nearly all values begin differently: with a digit, a capital, or most other letters.
    if !plain
        .starts_with(|it| matches!(it, '<' | 's' | 'n' | 'o' | 'I' | '.' | '{' | '[' | '$' | '\u{2000}'..='\u{2fff}'))
    {
        return false;
    }
    // Only one or more words in brackets; markup looks different.
    let in_brackets = plain.strip_prefix('<').and_then(|it| it.strip_suffix('>')).is_some_and(|inside| {
        let is_markup =
            inside.starts_with(['/', '!', '?']) || inside.ends_with('/') || inside.contains(['<', '>', '=', '\n']);
        (1..=100).contains(&inside.len()) && !is_markup
    });
    let is_described = ["string (", "number (", "object ("].iter().any(|it| plain.starts_with(it));
    let in_braces = [("{{", "}}"), ("${", "}")].iter().any(|(open, close)| {
        let name = plain.strip_prefix(open).and_then(|it| it.strip_suffix(close)).unwrap_or_default().trim();
        !name.is_empty() && name.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'.' | b'-'))
    });
    json::is_ellipsis(plain) || in_brackets || in_braces || is_described || plain == "ISO 8601 timestamp"
}
