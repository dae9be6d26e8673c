//! Strings in quotes other than JSON's, and keys without quotes.

/// Whether the first string of a text is in quotes other than JSON's, or is a key without quotes.
pub(super) fn is_dialect(text: &str) -> bool {
    !text.trim_start_matches(|it: char| it.is_ascii_whitespace() || matches!(it, '{' | '[')).starts_with(['"', '\\'])
}

/// The length of the nonstandard string, or key without quotes, that a text begins with, and the byte lengths of its
/// quotes. Such a string ends on its line, at a quote that is followed by what belongs after it.
pub(super) fn odd_string(rest: &[u8], is_key: bool) -> Option<(usize, (u8, u8))> {
    let ends = |len: usize| {
        let behind = rest.get(len..)?.iter().find(|it| !it.is_ascii_whitespace());
        let is_end = if is_key { behind == Some(&b':') } else { matches!(behind, Some(b',' | b'}' | b']')) };
        is_end.then_some(len)
    };
    let (open, closers): (u8, &[&[u8]]) = match rest {
        [b'\'', ..] => (1, &[b"'"]),
        [b'`', ..] => (1, &[b"`"]),
        [0xE2, 0x80, 0x98..=0x9B, ..] => (3, &[b"\xE2\x80\x98", b"\xE2\x80\x99"]),
        [0xE2, 0x80, 0x9C..=0x9F, ..] => (3, &[b"\xE2\x80\x9C", b"\xE2\x80\x9D", b"\""]),
        _ => {
            let is_of_word = |it: &&u8| it.is_ascii_alphanumeric() || **it == b'_';
            let len = rest.iter().take_while(is_of_word).count();
            return ends(len).filter(|_| len > 0 && is_key).map(|len| (len, (0, 0)));
        }
    };
    let mut len = usize::from(open);
    loop {
        match rest.get(len)? {
            b'\n' => return None,
            b'\\' => len += 1,
            _ => {
                let close = closers.iter().find(|it| rest.get(len..).is_some_and(|rest| rest.starts_with(it)));
                if let Some((len, close)) = close.and_then(|it| Some((ends(len + it.len())?, it.len()))) {
                    return Some((len, (open, if close == 3 { 3 } else { 1 })));
                }
            }
        }
        len += 1;
    }
}
