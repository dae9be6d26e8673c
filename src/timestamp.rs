//! ISO 8601 times, as far as the formats use them.

/// A parsed time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timestamp {
    /// Seconds since 1970-01-01T00:00:00 UTC; a time without zone is taken as UTC.
    pub seconds: i64,
    /// Whether `Z` or an offset was given.
    pub has_zone: bool,
}

/// Why a text is not a time.
pub type Reason = &'static str;

/// Reads `2025-11-24T14:22:45.123456+00:00` and what else ISO 8601 and Python's `fromisoformat` allow: a blank instead
/// of the `T`, no seconds, a fraction, `Z`, offsets with or without colon.
pub fn parse(text: &str) -> Result<Timestamp, Reason> {
    let mut scan = TimestampScan { rest: text.as_bytes(), fault: None };
    const NO_YEAR: Reason = "it does not begin with a four-digit year";
    let year = scan.number(4, (NO_YEAR, NO_YEAR));
    let dashed = scan.joint(b'-', "year, month and day are joined by `-`");
    let month = scan.number(2, ("the month is missing", "the month has two digits"));
    let dashed_again = scan.joint(b'-', "year, month and day are joined by `-`");
    scan.demand(dashed_again || !dashed, "the day is missing");
    let day = scan.number(2, ("the day is missing", "the day has two digits"));
    scan.demand((1..=12).contains(&month), "the month does not exist");
    scan.demand((1..=days_in(year, month)).contains(&day), "the day does not exist");
    let has_time = scan.skip(b"Tt ").is_some();
    scan.demand(has_time, "the time of day is missing");
    let hour = scan.number(2, ("the hour is missing", "the hour has two digits"));
    let coloned = scan.joint(b':', "hours and minutes are joined by `:`");
    let minute = scan.number(2, ("the minutes are missing", "the minutes have two digits"));
    let mut second = 0;
    let has_seconds =
        if coloned { scan.skip(b":").is_some() } else { scan.rest.first().is_some_and(u8::is_ascii_digit) };
    if has_seconds {
        second = scan.number(2, ("the seconds are missing", "the seconds have two digits"));
    }
    if scan.skip(b".,").is_some() {
        let n_digits = scan.digits();
        scan.demand(n_digits > 0, "the digits after the decimal point are missing");
    }
    scan.demand(hour <= 23 && minute <= 59 && second <= 60, "the time of day does not exist");
    let offset = scan.zone();
    scan.demand(scan.rest.is_empty(), "other text follows the time");
    if let Some(fault) = scan.fault {
        return Err(fault);
    }
    let days = days_from_civil(year, month, day);
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset.unwrap_or(0);
    Ok(Timestamp { seconds, has_zone: offset.is_some() })
}

/// The time that a text in another form means: with other marks between the numbers, one-digit numbers, two equal time
/// zones, or the name of one.
pub fn meant(text: &str) -> Option<String> {
    let plain = text.trim();
    let is_day =
        |it: &str| it.len() >= 8 && it.bytes().all(|it| it.is_ascii_digit() || matches!(it, b'/' | b'.' | b'-'));
    let (day, rest) = plain.split_once(['T', ' ']).filter(|it| is_day(it.0))?;
    let rest = rest.trim_start();
    let end = rest.find(|it: char| !it.is_ascii_digit() && !matches!(it, '.' | ':')).unwrap_or(rest.len());
    let (clock, zone) = rest.split_at_checked(end)?;
    let zone = match zone.trim() {
        "UTC" | "GMT" | "+00:00Z" => "Z",
        other => other,
    };
    // A point before a fraction stays.
    let has_colons = clock.contains(':');
    let clock = padded(clock, if has_colons { &[':'] } else { &['.'] }, ":");
    let zone = match zone.strip_prefix(['+', '-']) {
        Some(hours) if hours.find(':') == Some(1) => format!("{}0{hours}", zone.get(..1)?),
        _ => zone.to_owned(),
    };
    let time = format!("{}T{clock}{zone}", padded(day, &['/', '.', '-'], "-"));
    (time != text && parse(&time).is_ok()).then_some(time)
}

/// The numbers between marks, each with at least two digits, joined by another mark.
fn padded(text: &str, marks: &[char], joint: &str) -> String {
    let pad = |it: &str| if it.len() == 1 { format!("0{it}") } else { it.to_owned() };
    text.split(marks).map(pad).collect::<Vec<_>>().join(joint)
}

/// The time as `2025-11-24T14:22:45+00:00`.
pub fn from_unix(seconds: i64) -> String {
    let days = seconds.div_euclid(86_400);
    let time = seconds.rem_euclid(86_400);
    // Days since 0000-03-01, in eras of 400 years; leap days end a year that begins in March.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    // No time that a clock shows is negative.
    let parts = [year, month, day, time / 3600, time / 60 % 60, time % 60];
    let [year, month, day, hour, minute, second] = parts.map(i64::unsigned_abs);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}+00:00")
}

/// Continues after a fault; only the first one is reported, so the steps need not check for it.
struct TimestampScan<'t> {
    rest: &'t [u8],
    fault: Option<Reason>,
}

impl TimestampScan<'_> {
    fn demand(&mut self, is_so: bool, otherwise: Reason) {
        if !is_so && self.fault.is_none() {
            self.fault = Some(otherwise);
        }
    }

    /// Whether the mark that joins two numbers follows; a different one is a fault.
    fn joint(&mut self, mark: u8, otherwise: Reason) -> bool {
        let is_other =
            self.rest.first().is_some_and(|it| matches!(it, b'/' | b'.' | b'-' | b':' | b'_') && *it != mark);
        self.demand(!is_other, otherwise);
        self.skip(&[mark]).is_some()
    }

    /// A number of this many digits; the faults if there is none, and if there are fewer.
    fn number(&mut self, n_digits: usize, (missing, short): (Reason, Reason)) -> i64 {
        let otherwise = if self.rest.first().is_some_and(u8::is_ascii_digit) { short } else { missing };
        let mut value = 0;
        let (mut rest, mut is_number) = (self.rest, true);
        for _ in 0..n_digits {
            let digit = rest.split_off_first().copied().unwrap_or_default();
            is_number &= digit.is_ascii_digit();
            value = value * 10 + i64::from(digit.wrapping_sub(b'0'));
        }
        self.rest = rest;
        self.demand(is_number, otherwise);
        value
    }

    fn digits(&mut self) -> usize {
        let n_digits = self.rest.iter().take_while(|it| it.is_ascii_digit()).count();
        self.rest = self.rest.get(n_digits..).unwrap_or_default();
        n_digits
    }

    fn skip(&mut self, any: &[u8]) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        if !any.contains(first) {
            return None;
        }
        self.rest = rest;
        Some(*first)
    }

    /// Seconds east of Greenwich.
    fn zone(&mut self) -> Option<i64> {
        let sign = self.skip(b"Zz+-")?;
        if matches!(sign, b'Z' | b'z') {
            return Some(0);
        }
        let hours = self.number(2, ("the hours of the offset are missing", "the hours of the offset have two digits"));
        let coloned = self.skip(b":").is_some();
        let has_minutes = coloned || !self.rest.is_empty();
        let reasons = ("the minutes of the offset are missing", "the minutes of the offset have two digits");
        let minutes = if has_minutes { self.number(2, reasons) } else { 0 };
        self.demand(hours <= 23 && minutes <= 59, "the offset does not exist");
        let offset = hours * 3600 + minutes * 60;
        Some(if sign == b'-' { -offset } else { offset })
    }
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let month_from_march = (month + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::{Timestamp, from_unix, meant, parse};

    #[test]
    fn times_are_read() {
        let at = |seconds, has_zone| Ok(Timestamp { seconds, has_zone });
        assert_eq!(parse("1970-01-01T00:00:00Z"), at(0, true));
        assert_eq!(parse("2025-11-24T14:22:45.123456+00:00"), at(1_763_994_165, true));
        assert_eq!(parse("2025-11-24T16:22:45+0200"), at(1_763_994_165, true));
        assert_eq!(parse("2025-11-24 14:22"), at(1_763_994_120, false));
        assert_eq!(parse("20251124T142245Z"), at(1_763_994_165, true));
        assert!(parse("2024-02-29T00:00:00Z").is_ok());
    }

    #[test]
    fn other_texts_are_not_times() {
        let reasons = [
            "2025-02-29T00:00:00Z",
            "2025-13-01T00:00:00Z",
            "2025-11-24",
            "now",
            "2025-11-24T25:00:00Z",
            "2025-11-24T14:22:45 UTC",
            "1763994165",
        ];
        for text in reasons {
            assert!(parse(text).is_err(), "{text}");
        }
        assert_eq!(parse("2025/11/24 14:22"), Err("year, month and day are joined by `-`"));
        assert_eq!(parse("2025-11-24T14.22.45Z"), Err("hours and minutes are joined by `:`"));
        assert_eq!(parse("2025-11-24T14:22:45+5:30"), Err("the hours of the offset have two digits"));
        assert_eq!(parse("2025-11"), Err("the day is missing"));
    }

    #[test]
    fn other_forms_of_times_are_understood() {
        for (text, time) in [
            ("2025/11/24 14:22:45", "2025-11-24T14:22:45"),
            ("2025-11-24T14.22.45Z", "2025-11-24T14:22:45Z"),
            ("2025-1-5 9:05:00 UTC", "2025-01-05T09:05:00Z"),
            ("2025-11-24T14:22:45+5:30", "2025-11-24T14:22:45+05:30"),
            ("2025-11-24T14:22:45.123+00:00Z", "2025-11-24T14:22:45.123Z"),
        ] {
            assert_eq!(meant(text).as_deref(), Some(time), "{text}");
        }
        for text in
            ["24/11/2025 14:22", "2025-11-24T14:22:45Z", "2025-11-24", "2025-13-24 14:22:45", "now", "11/24/25 2:22 PM"]
        {
            assert_eq!(meant(text), None, "{text}");
        }
    }

    #[test]
    fn seconds_become_times() {
        for seconds in [0, 951_782_400, 1_763_994_165, 4_102_444_799] {
            assert_eq!(parse(&from_unix(seconds)), Ok(Timestamp { seconds, has_zone: true }));
        }
    }
}
