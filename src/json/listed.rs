//! Objects one after another: JSON Lines, or an array without its brackets.

use super::{TokenKind, is_sound, tokens};
use crate::text::Span;

/// The objects of the same kind that a text consists of, at least two, separated by commas or each on a line of its own;
/// `None` if anything else is in it. A comma may follow the last.
pub(crate) fn listed(text: &str) -> Option<Vec<Span>> {
    let mut objects: Vec<Span> = Vec::new();
    let (mut start, mut depth, mut is_behind_comma) = (0, 0_usize, false);
    for token in tokens(text).filter(|it| it.kind != TokenKind::Blank) {
        let mark = if token.kind == TokenKind::Mark { token.span.of(text) } else { "" };
        match (mark, depth) {
            ("{", 0) => {
                let is_apart = |it: &Span| {
                    let gap = Span { start: it.end, end: token.span.start };
                    gap.of(text).contains('\n') && !it.of(text).contains('\n')
                };
                if !is_behind_comma && !objects.last().is_none_or(is_apart) {
                    return None;
                }
                (start, depth, is_behind_comma) = (token.span.start, 1, false);
            }
            (",", 0) if !is_behind_comma && !objects.is_empty() => is_behind_comma = true,
            (_, 0) => return None,
            ("{" | "[", _) => depth += 1,
            ("}" | "]", _) => depth -= 1,
            _ => (),
        }
        if mark == "}" && depth == 0 {
            objects.push(Span { start, end: token.span.end });
        }
    }
    let key = first_key(objects.first()?.of(text))?;
    let is_alike = |it: &str| first_key(it) == Some(key) && is_sound(it);
    (depth == 0 && objects.len() > 1 && objects.iter().all(|it| is_alike(it.of(text)))).then_some(objects)
}

/// The key that an object begins with, which objects of the same kind share.
fn first_key(object: &str) -> Option<&str> {
    let first = tokens(object).filter(|it| it.kind != TokenKind::Blank).nth(1);
    first.filter(|it| it.kind == TokenKind::String).map(|it| it.span.of(object))
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn objects_in_a_row_are_found() {
        let check = |text: &str, due: Option<&[&str]>| {
            let found = listed(text).map(|it| it.into_iter().map(|it| it.of(text)).collect::<Vec<_>>());
            assert_eq!(found.as_deref(), due, "{text}");
        };
        const ONE: &str = "{\"a\": {\"b\": [1]}}";
        check("{\"a\": 1}\n{ \"a\": 2}\r\n\n", Some(&["{\"a\": 1}", "{ \"a\": 2}"]));
        check(&format!("{ONE},\n{{\n\"a\": 2\n}} , "), Some(&[ONE, "{\n\"a\": 2\n}"]));
        check(&format!("{ONE}\n{ONE}, {ONE}"), Some(&[ONE, ONE, ONE]));
        // Without a comma, only a line of its own shows where an object ends.
        check(&format!("{ONE} {ONE}"), None);
        check(&format!("{{\n\"a\": 1}}\n{ONE}"), None);
        // Objects with other keys may be parts of one.
        check(&format!("{ONE}, {{\"b\": 1}}"), None);
        check("{}, {}", None);
        // Anything else is not a list of objects.
        check("", None);
        check(&format!("{ONE},"), None);
        for broken in [
            ",{ONE}, {ONE}",
            "{ONE},, {ONE}",
            "{ONE}, 1",
            "{ONE}, {ONE}]",
            "[{ONE}], {ONE}",
            "{ONE}, {ONE} {",
            "{ONE}, // {ONE}",
            "{ONE}, {\"a\": 1",
            "{ONE}, {\"a\": ]}",
            "{ONE}, {\"a\"}",
        ] {
            check(&broken.replace("{ONE}", ONE), None);
        }
    }
}
