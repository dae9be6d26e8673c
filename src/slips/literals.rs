//! Numbers, and other languages' words in place of JSON literals.

/// Whether a word is a number that JSON allows.
pub(super) fn is_number(word: &str) -> bool {
    let digits = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    let word = word.strip_prefix('-').unwrap_or(word);
    let (mantissa, exponent) = match word.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (word, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    digits(whole)
        && (whole.len() == 1 || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(digits)
}

/// Whether a word is another language's literal, or a number that JSON writes differently.
pub(super) fn is_odd_literal(word: &str) -> bool {
    const WORDS: &[&str] = &["null", "none", "nil", "undefined", "nan", "true", "false", "infinity", "-infinity"];
    let is_numeric = word.trim_start_matches(['+', '-', '.']).starts_with(|it: char| it.is_ascii_digit())
        && word.bytes().all(|it| it.is_ascii_hexdigit() || b"+-._xXoO".contains(&it));
    let is_ratio = |mark: char| {
        word.contains(mark) && word.split(mark).all(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()))
    };
    is_numeric || is_ratio('/') || is_ratio(':') || WORDS.iter().any(|it| word.eq_ignore_ascii_case(it))
}
