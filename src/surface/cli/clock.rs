//! The time of the machine, as the files write it.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The time now, such as `2025-11-24T14:22:45.123456+00:00`.
pub(super) fn now() -> String {
    iso(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

fn iso(since_epoch: Duration) -> String {
    let seconds = since_epoch.as_secs();
    let (year, month, day) = civil(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    let micros = since_epoch.subsec_micros();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}+00:00")
}

/// Year, month and day of a number of days after 1970-01-01, in the Gregorian calendar.
fn civil(days: u64) -> (u64, u64, u64) {
    // Years are counted from March, so that the leap day is the last day of a year.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::iso;
    use std::time::Duration;

    #[test]
    fn a_time_is_written_with_its_zone() {
        let at = |seconds, micros| iso(Duration::from_secs(seconds) + Duration::from_micros(micros));
        assert_eq!(at(0, 0), "1970-01-01T00:00:00.000000+00:00");
        assert_eq!(at(951_782_400, 0), "2000-02-29T00:00:00.000000+00:00");
        assert_eq!(at(1_764_003_765, 123_456), "2025-11-24T17:02:45.123456+00:00");
        assert_eq!(at(4_107_542_399, 999_999), "2100-02-28T23:59:59.999999+00:00");
        assert_eq!(at(4_107_542_400, 0), "2100-03-01T00:00:00.000000+00:00");
    }
}
