//! Where words go: standard output and standard error, and how wide and colourful they are.

use std::{
    fmt::Display,
    io::{self, BufWriter, ErrorKind, Write},
};

use anstream::{AutoStream, ColorChoice};
use clap::builder::styling::Style;

use super::visible::visible;

/// Standard output, buffered. A reader who leaves early, such as `head`, does not change what is done.
pub(super) type Stdout = BufWriter<Unbroken<AutoStream<io::Stdout>>>;

/// Standard output. Without colours every byte is passed on as it is.
pub(super) fn stdout(colours: bool) -> Stdout {
    let choice = if colours { ColorChoice::Always } else { ColorChoice::AlwaysAnsi };
    BufWriter::with_capacity(64 * 1024, Unbroken(AutoStream::new(io::stdout(), choice)))
}

/// Standard error.
pub(super) type Stderr = AutoStream<io::Stderr>;

/// Standard error, for notes in colours or without.
pub(super) fn stderr(colours: bool) -> Stderr {
    AutoStream::new(io::stderr(), if colours { ColorChoice::Always } else { ColorChoice::AlwaysAnsi })
}

/// A line on standard error, for what is not a result.
pub(super) fn tell(kind: &str, text: impl Display) {
    // Nothing can be done, and nothing can be said, when standard error is closed.
    let _ = writeln!(io::stderr(), "{kind}: {}", visible(&text.to_string()));
}

/// What the system says of a failure, without its number and the names of our own temporary files.
pub(super) fn words(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error ").next().unwrap_or_default().to_owned()
}

/// Passes everything on, and keeps quiet once the other end is closed.
pub(super) struct Unbroken<W>(W);

impl<W: Write> Write for Unbroken<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.write(bytes) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(bytes.len()),
            outcome => outcome,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.0.flush() {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            outcome => outcome,
        }
    }
}

/// How text is laid out for the reader at the other end.
#[derive(Clone, Copy)]
pub(super) struct Look {
    /// Columns of a line.
    pub(super) width: usize,
    /// Whether escape sequences for colours are understood and wanted.
    pub(super) colours: bool,
}

impl Look {
    /// What suits standard output.
    pub(super) fn of_stdout() -> Self {
        let stdout = io::stdout();
        let width = terminal_size::terminal_size_of(&stdout).map_or(100, |(width, _)| usize::from(width.0));
        Self { width: width.clamp(40, 160), colours: AutoStream::choice(&stdout) != ColorChoice::Never }
    }

    /// What suits standard error.
    pub(super) fn of_stderr() -> Self {
        let stderr = io::stderr();
        Self { colours: AutoStream::choice(&stderr) != ColorChoice::Never, ..Self::of_stdout() }
    }

    /// The text in a style, where styles are shown.
    pub(super) fn paint(self, style: Style, text: impl Display) -> String {
        if self.colours { format!("{style}{text}{style:#}") } else { text.to_string() }
    }
}
