//! Numbers that JSON writes differently.

use crate::json;

/// The number as JSON writes it, if it is one; without an extra point before or after it.
pub(super) fn plain_number(found: &str) -> Option<String> {
    let (sign, digits) = found.strip_prefix('-').map_or(("", found), |it| ("-", it));
    let only = digits.trim_matches('.');
    let has_point_too_many = only.len() < digits.len() && only.contains('.');
    if has_point_too_many { written(&format!("{sign}{only}")) } else { written(found) }
}

fn written(found: &str) -> Option<String> {
    let plain = without_separators(found);
    let digits = plain.strip_prefix('+').unwrap_or(&plain);
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |it| ("-", it));
    if let Some(hex) = digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        return Some(format!("{sign}{}", of_hex(hex)?));
    }
    // Zeros before it are part of a code, such as a postal one.
    let is_code = digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|it| it.is_ascii_digit());
    if is_code || !digits.starts_with(|it: char| it.is_ascii_digit() || it == '.') {
        return None;
    }
    let number = format!("{sign}{}", decimal(digits));
    let has_digit = found.bytes().any(|it| it.is_ascii_digit());
    (has_digit && json::is_sound(&number)).then_some(number)
}

/// A number without thousands separators, and with a decimal point.
fn without_separators(found: &str) -> String {
    let mut plain = String::with_capacity(found.len() + 2);
    let mut rest = found;
    let n_marks = found.bytes().filter(|it| matches!(it, b',' | b'.')).count();
    let is_below_one = matches!(found.trim_start_matches(['+', '-']).as_bytes(), [b'0', b',' | b'.', ..]);
    // `1.012,5`
    let whole = found.get(..found.find(',').unwrap_or_default()).unwrap_or_default();
    let is_point_first = whole.contains('.');
    let (parting, point) = if is_point_first { ('.', ',') } else { (',', ',') };
    while let Some(ch) = rest.chars().next() {
        rest = rest.get(ch.len_utf8()..).unwrap_or_default();
        match ch {
            '_' | ' ' => (),
            // Before three digits, it separates thousands; a single one before other digits is a decimal comma.
            _ if ch == parting && !is_below_one && rest.bytes().take_while(u8::is_ascii_digit).count() == 3 => (),
            _ if ch == point && (n_marks == 1 || is_point_first) => plain.push('.'),
            _ => plain.push(ch),
        }
    }
    plain
}

/// The value of hexadecimal digits, if they are not more than a number has.
fn of_hex(digits: &str) -> Option<u64> {
    let mut value = 0_u64;
    for digit in digits.chars() {
        value = value << 4 | u64::from(digit.to_digit(16)?);
    }
    let is_short = digits.trim_start_matches('0').len() <= 16;
    (is_short && !digits.is_empty()).then_some(value)
}

/// A number without a sign: a digit before and after its point.
fn decimal(digits: &str) -> String {
    let n_digits = digits.bytes().take_while(u8::is_ascii_digit).count();
    let rest = digits.get(n_digits..).unwrap_or_default();
    let whole = digits.get(..n_digits).unwrap_or_default().trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    // A point must have digits after it, even before an exponent.
    let at = if rest == "." { Some(0) } else { rest.find(".e") };
    let (point, rest) = at.and_then(|it| rest.split_at_checked(it + 1)).unwrap_or(("", rest));
    let zero = if point.is_empty() { "" } else { "0" };
    format!("{whole}{point}{zero}{rest}")
}
