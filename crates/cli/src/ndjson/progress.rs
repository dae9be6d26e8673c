//! How far the check of an archive is, in a line at the end of a terminal that is written over again and again.

use std::{io::Write, time::Duration};

use crate::{
    host::{self, Stream},
    output::stderr,
};

/// How often the line is written.
const PAUSE: Duration = Duration::from_millis(200);

/// The line, if standard error is a terminal.
pub(super) struct Progress {
    is_on: bool,
    /// Whether standard output is on a terminal, too.
    is_shared: bool,
    /// The bytes of the archive, if known.
    total: Option<u64>,
    start: Duration,
    drawn: Duration,
    /// The columns that are taken.
    width: usize,
}

impl Progress {
    pub(super) fn new(total: Option<u64>, is_quiet: bool) -> Self {
        let start = host::now();
        let is_on = !is_quiet && host::is_terminal(Stream::Err);
        Self { is_on, is_shared: host::is_terminal(Stream::Out), total, start, drawn: start, width: 0 }
    }

    /// Shows the bytes that were read, and the line that they end with.
    pub(super) fn draw(&mut self, n_bytes: u64, line: u64) {
        if !self.is_on {
            return;
        }
        let now = host::now();
        if now.saturating_sub(self.drawn) < PAUSE {
            return;
        }
        self.drawn = now;
        let words = words(n_bytes, self.total, line, now.saturating_sub(self.start));
        let width = words.len();
        // Nothing can be done if standard error is closed.
        let _ = write!(stderr(false), "\r{words:<before$}", before = self.width);
        self.width = width;
    }

    /// Removes the line if something is printed there on standard output or on standard error.
    pub(super) fn make_room(&mut self, has_out: bool, has_err: bool) {
        if has_err || has_out && self.is_shared {
            self.clear();
        }
    }

    /// Removes the line.
    pub(super) fn clear(&mut self) {
        if self.width > 0 {
            let _ = write!(stderr(false), "\r{:1$}\r", "", self.width);
            self.width = 0;
        }
    }
}

/// `34 %, line 120000, 51 MB/s, 12 s left`, or without the total `34 MB, line 120000, 51 MB/s`.
fn words(n_bytes: u64, total: Option<u64>, line: u64, time: Duration) -> String {
    let rate = n_bytes as f64 / time.as_secs_f64().max(0.001);
    let speed = format!("line {line}, {:.0} MB/s", rate / 1e6);
    match total.filter(|it| *it > 0) {
        Some(total) => {
            let left = total.saturating_sub(n_bytes) as f64 / rate.max(1.0);
            format!("{} %, {speed}, {} left", n_bytes.min(total) * 100 / total, span(left as u64))
        }
        None => format!("{} MB, {speed}", n_bytes / 1_000_000),
    }
}

fn span(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        _ => format!("{} h", seconds / 3600),
    }
}

#[cfg(test)]
mod tests {
    use super::words;
    use std::time::Duration;

    #[test]
    fn the_line_fits_a_narrow_terminal() {
        let ten = Duration::from_secs(10);
        assert_eq!(words(500_000_000, Some(2_000_000_000), 12_345, ten), "25 %, line 12345, 50 MB/s, 30 s left");
        assert_eq!(words(500_000_000, None, 12_345, ten), "500 MB, line 12345, 50 MB/s");
        assert_eq!(words(0, Some(10), 1, Duration::ZERO), "0 %, line 1, 0 MB/s, 10 s left");
        assert!(words(u64::MAX / 200, Some(u64::MAX / 100), 1 << 40, ten).len() < 60);
    }
}
