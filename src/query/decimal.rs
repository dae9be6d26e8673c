//! Numbers in decimal: their values, and how people write them. The library's own functions need tables and code of
//! twenty kilobytes, of which nothing but the last digits of long numbers would be used.

/// Digits that are read; the rest is only counted.
const MOST_DIGITS: usize = 19;
/// The first digits of the least number that is rounded to infinity, which has 309 digits before the point.
const INFINITE: (u64, i32) = (1_797_693_134_862_315_807, 309);
/// Whole numbers below it, and powers of ten up to this one, are exact.
const EXACT: (u64, i32) = (1 << 53, 22);

/// The value of a JSON number; NaN if the text is not a number. It is the nearest one with up to nineteen digits of which up
/// to nineteen are behind the point, and otherwise close to it.
pub(crate) fn number(text: &str) -> f64 {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let size = value(digits).unwrap_or(f64::NAN);
    if digits.len() < text.len() { -size } else { size }
}

fn value(text: &str) -> Option<f64> {
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, self::exponent(exponent)?),
        None => (text, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let (mut value, mut n_digits, mut n_behind) = (0_u64, 0, 0_i64);
    for (idx, digit) in whole.bytes().chain(fraction.bytes()).enumerate() {
        let digit = u64::from(char::from(digit).to_digit(10)?);
        if n_digits < MOST_DIGITS {
            value = value * 10 + digit;
            n_digits += usize::from(value > 0);
            n_behind += i64::from(idx >= whole.len());
        } else {
            n_behind -= i64::from(idx < whole.len());
        }
    }
    // Equal numbers are read alike, however they are written.
    while value % 10 == 0 && value > 0 {
        (value, n_digits, n_behind) = (value / 10, n_digits - 1, n_behind - 1);
    }
    Some(scaled(value, n_digits as i32, (exponent - n_behind).clamp(-400, 400) as i32))
}

/// The exponent of a number, or a larger one than any number has.
fn exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
    let size = is_number.then(|| digits.parse().unwrap_or(i64::MAX / 2))?;
    Some(if text.starts_with('-') { -size } else { size })
}

/// A number with so many digits, times a power of ten.
fn scaled(value: u64, n_digits: i32, power: i32) -> f64 {
    if value >= EXACT.0 && (-19..0).contains(&power) {
        // Sixty-four bits more than are needed, the last of which tells whether more would follow.
        let divisor = 10_u128.pow(power.unsigned_abs());
        let many = u128::from(value) << 64;
        return ((many / divisor) | u128::from(many % divisor != 0)) as f64 / (1_u128 << 64) as f64;
    }
    let least = INFINITE.0 / 10_u64.pow((MOST_DIGITS as i32 - n_digits).unsigned_abs());
    if value > 0 && (n_digits + power > INFINITE.1 || n_digits + power == INFINITE.1 && value > least) {
        return f64::INFINITY;
    }
    let (mut out, mut left) = (value as f64, power);
    while left != 0 {
        let step = left.clamp(-EXACT.1, EXACT.1);
        let factor = (0..step.abs()).fold(1.0, |it, _| it * 10.0);
        out = if step > 0 { (out * factor).min(f64::MAX) } else { out / factor };
        left -= step;
    }
    out
}

/// A number as people write it: with at most three decimal places, without a fraction of zero.
pub(crate) fn shown_number(value: f64) -> String {
    let thousandths = (value.abs() * 1000.0 + 0.5) as u64;
    let sign = if value < 0.0 { "-" } else { "" };
    let (whole, rest) = (thousandths / 1000, thousandths % 1000);
    if rest == 0 {
        return format!("{sign}{whole}");
    }
    let mut text = format!("{sign}{whole}.{rest:03}");
    while text.ends_with('0') {
        text.pop();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{number, shown_number};

    #[test]
    fn numbers_are_short() {
        assert_eq!(shown_number(305.0), "305");
        assert_eq!(shown_number(-1.5), "-1.5");
        assert_eq!(shown_number(96.05), "96.05");
    }

    /// As the library reads it, to the last bit.
    fn check(text: &str) {
        assert_eq!(number(text).to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
    }

    #[test]
    fn numbers_are_exact() {
        for text in
            ["0", "-0", "-0.0e9", "1.", ".5", "007", "1E+2", "5e-1", "4.35", "0.30000000000000004", "1e22", "1e23"]
        {
            check(text);
        }
        for text in
            ["9007199254740993", "100.00000000000001", "999999999999999.9999", "1e-400", "1e99999999999999999999"]
        {
            check(text);
            check(&format!("-{text}"));
        }
        let mut seed = 1_u64;
        for round in 0..20_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let digits = (seed >> 1) % 10_u64.pow(1 + round % 19);
            check(format!("{}.{digits:019}", round % 10).get(..3 + seed as usize % 18).unwrap());
            check(&format!("{}", digits as f64 / 1000.0));
        }
    }

    #[test]
    fn large_numbers_are_infinite_as_in_the_library() {
        let is_infinite = |text: &str| (number(text).is_infinite(), text.parse::<f64>().unwrap().is_infinite());
        for text in ["1e309", "1.7976931348623159e308", "17976931348623159e292", "0.1e310", "2e308"] {
            assert_eq!(is_infinite(text), (true, true), "{text}");
        }
        let long = format!("1{}", "0".repeat(308));
        for text in ["1e308", "1.7976931348623157e308", "17976931348623157e292", "0.1e309", &long] {
            assert_eq!(is_infinite(text), (false, false), "{text}");
            assert!((number(text) / text.parse::<f64>().unwrap() - 1.0).abs() < 1e-14, "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_not_read() {
        for text in
            ["", "-", ".", "-.", "e5", "1e", "1e+", "1e5.0", "+1", "--1", "inf", "NaN", "1_0", "0x1", "1 ", "1.2.3"]
        {
            assert!(number(text).is_nan(), "{text}");
        }
    }
}
