//! The time of the machine, in the form that the files use.

use std::time::Duration;

use super::host;
use agent_response::{Timeout, timestamp::from_unix};

/// The current time, such as `2025-11-24T14:22:45.123456+00:00`.
pub(super) fn now() -> String {
    iso(host::now())
}

/// A timeout by the clock of the machine.
pub(super) fn timeout(after: Duration) -> Timeout {
    Timeout::new(millis(after), || millis(host::now()))
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A time since 1970.
pub(super) fn iso(since_epoch: Duration) -> String {
    let seconds = from_unix(since_epoch.as_secs().cast_signed());
    seconds.replace('+', &format!(".{:06}+", since_epoch.subsec_micros()))
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
