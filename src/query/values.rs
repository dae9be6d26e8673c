//! What a text is: a placeholder, an id.

use crate::bind::is_stand_in;
use crate::spec::{Field, Form, Shape};

/// Whether the value of a field is a UUID.
pub(crate) fn is_id(field: &Field) -> bool {
    matches!(field.shape.inner(), Shape::Text(it) if matches!(it.form, Form::Uuid))
}

/// Whether a text is a placeholder that templates have in place of a value.
pub(crate) fn is_placeholder(text: &str, field: &Field) -> bool {
    let plain = text.trim();
    let id_words = ["uuid", "uuid-here", "your-uuid-here", "uuid-from-request-file", "todo", "none", "null"];
    is_stand_in(plain)
        || plain.eq_ignore_ascii_case("placeholder")
        || (is_id(field) && (id_words.iter().any(|it| plain.eq_ignore_ascii_case(it)) || is_variable(plain)))
}

/// Whether a text is a variable that was not replaced: `${REQUEST_ID}`, `$REQUEST_ID`, `{request_id}`, `{{ id }}`,
/// `%REQUEST_ID%`.
fn is_variable(text: &str) -> bool {
    let name = match text.as_bytes() {
        [b'$', ..] | [b'{', .., b'}'] | [b'%', .., b'%'] => {
            text.trim_start_matches(['$', '{', '%', ' ']).trim_end_matches(['}', '%', ' '])
        }
        _ => "",
    };
    !name.is_empty()
        && !is_uuid(name)
        && name.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'.' | b'-'))
}

/// Whether a text has eight, four, four, four and twelve hexadecimal digits.
pub(crate) fn is_uuid(text: &str) -> bool {
    let fits =
        |(idx, it): (usize, u8)| if matches!(idx, 8 | 13 | 18 | 23) { it == b'-' } else { it.is_ascii_hexdigit() };
    text.len() == 36 && text.bytes().enumerate().all(fits)
}

/// The UUID in a text of another form: in braces, after `urn:uuid:`, or without hyphens.
pub(crate) fn uuid_in(text: &str) -> Option<String> {
    let plain = text.trim();
    let plain = plain.strip_prefix("urn:uuid:").unwrap_or(plain).trim_matches(['{', '}', '<', '>', '(', ')', '"']);
    if is_uuid(plain) {
        return Some(plain.to_owned());
    }
    let is_bare = plain.len() == 32 && plain.bytes().all(|it| it.is_ascii_hexdigit());
    let part = |from: usize, to: usize| plain.get(from..to).filter(|_| is_bare);
    Some([part(0, 8)?, part(8, 12)?, part(12, 16)?, part(16, 20)?, part(20, 32)?].join("-"))
}

#[cfg(test)]
mod tests {
    use super::{is_uuid, uuid_in};

    #[test]
    fn uuids_have_five_groups() {
        assert!(is_uuid("32ecfadc-2b66-4daa-a7c0-a03c449fcea5"));
        assert!(!is_uuid("32ecfadc-2b66-4daa-a7c0-a03c449fcea"));
        assert!(!is_uuid("32ecfadc2b664daaa7c0a03c449fcea5"));
        let id = Some("32ecfadc-2b66-4daa-a7c0-a03c449fcea5".to_owned());
        assert_eq!(uuid_in("{32ecfadc-2b66-4daa-a7c0-a03c449fcea5}"), id);
        assert_eq!(uuid_in("urn:uuid:32ecfadc-2b66-4daa-a7c0-a03c449fcea5"), id);
        assert_eq!(uuid_in("32ecfadc2b664daaa7c0a03c449fcea5"), id);
        assert_eq!(uuid_in("req-42"), None);
    }
}
