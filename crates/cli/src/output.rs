//! Standard output and standard error, and their width and colors.

use std::{
    collections::BTreeSet,
    fmt::Display,
    io::{self, BufWriter, ErrorKind, Write},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU8, Ordering},
    },
};

use clap::{
    ValueEnum,
    builder::styling::{AnsiColor, Effects, Style},
};

use super::{
    Trouble,
    fold::folded,
    host::{self, Stream},
    visible::visible,
};
use agent_response::diagnostic::Severity;

/// Buffered standard output. A reader that stops early, such as `head`, does not change what the command does.
pub(super) type BufferedStdout = BufWriter<Unbroken<host::Stdout>>;

/// Standard output. Without colors, every byte is passed on as it is.
pub(super) fn stdout(colors: bool) -> BufferedStdout {
    BufWriter::with_capacity(64 * 1024, Unbroken(host::stdout(colors)))
}

/// Prints a result to standard output, byte for byte.
pub(super) fn print(text: &str) -> Result<(), Trouble> {
    let mut out = stdout(false);
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Trouble::stdout)
}

/// When output has colors.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorArg {
    /// If the terminal shows them
    Auto,
    Always,
    Never,
}

/// The choice: automatic, always or never.
static CHOICE: AtomicU8 = AtomicU8::new(0);

/// Chooses colors by the option, or else by NO_COLOR and FORCE_COLOR.
pub(super) fn choose_colors(option: Option<ColorArg>) {
    let variable = |name| host::env(name).filter(|it| !it.is_empty());
    let forced = || variable("FORCE_COLOR").map(|it| it != "0" && it != "false");
    let choice = match option {
        Some(ColorArg::Always) => Some(true),
        Some(ColorArg::Never) => Some(false),
        Some(ColorArg::Auto) => None,
        None if variable("NO_COLOR").is_some() => Some(false),
        None => forced(),
    };
    CHOICE.store(choice.map_or(0, |it| if it { 1 } else { 2 }), Ordering::Relaxed);
}

/// Whether a stream has colors; if nothing was chosen, whether a terminal shows them.
pub(super) fn has_colors(stream: Stream) -> bool {
    match CHOICE.load(Ordering::Relaxed) {
        0 => host::has_colors(stream),
        choice => choice == 1,
    }
}

/// Standard error, for notes with or without colors.
pub(super) use host::{Stderr, stderr};

/// Prints a line on standard error, for messages that are not results.
pub(super) fn tell(kind: &str, text: impl Display) {
    // Nothing can be done if standard error is closed.
    let _ = writeln!(stderr(false), "{kind}: {}", visible(&text.to_string()));
}

/// Writes a note that repeated walks would repeat.
pub(super) fn tell_once(note: String) {
    static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if TOLD.lock().unwrap_or_else(PoisonError::into_inner).insert(note.clone()) {
        tell("note", note);
    }
}

/// The system's message about a failure, without its number and the names of our own temporary files.
pub(super) fn words(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error ").next().unwrap_or_default().to_owned()
}

/// Why a named file could not be read.
pub(super) fn unreadable(name: &str, error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => does_not_exist(name),
        _ => format!("{name}: {}", words(error)),
    }
}

/// Says that a named file or folder does not exist.
pub(super) fn does_not_exist(name: &str) -> String {
    format!("`{name}` does not exist")
}

/// Passes everything on, and discards it once the other end is closed.
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

/// The columns of a line: those of the terminal, or else `COLUMNS`, for what reads a pipe.
pub(super) fn width() -> usize {
    known_width().unwrap_or(100)
}

fn known_width() -> Option<usize> {
    let columns = || host::env("COLUMNS").and_then(|it| it.parse().ok());
    let is_known = |it: &usize| *it > 0;
    host::width().filter(is_known).or_else(|| columns().filter(is_known))
}

/// How text is laid out for its reader.
#[derive(Clone, Copy)]
pub(super) struct Look {
    /// Columns of a line.
    pub(super) width: usize,
    /// Whether sentences are broken, too: where nobody knows the width, a program may search them for words.
    folds: bool,
    /// Whether escape sequences for colors are supported and wanted.
    pub(super) colors: bool,
}

impl Look {
    /// The look for standard output.
    pub(super) fn of_stdout() -> Self {
        Self { width: width().clamp(40, 160), folds: known_width().is_some(), colors: has_colors(Stream::Out) }
    }

    /// The look for standard error.
    pub(super) fn of_stderr() -> Self {
        Self { colors: has_colors(Stream::Err), ..Self::of_stdout() }
    }

    /// The text in lines that fit beside so many columns; all but the first are indented by so many blanks.
    pub(super) fn fold(self, text: &str, indent: usize, beside: usize) -> String {
        if self.folds { folded(text, indent, self.width.saturating_sub(beside)) } else { text.to_owned() }
    }

    /// The columns of a line, if sentences are broken.
    pub(super) fn folded_width(self) -> Option<usize> {
        self.folds.then_some(self.width)
    }

    /// The text in a style, if styles are shown.
    pub(super) fn paint(self, style: Style, text: impl Display) -> String {
        if self.colors { format!("{style}{text}{style:#}") } else { text.to_string() }
    }
}

/// The style of headings.
pub(super) const BOLD: Style = Style::new().effects(Effects::BOLD);

/// The color of a severity.
pub(super) fn style_of(severity: Severity) -> Style {
    let color = match severity {
        Severity::Error => AnsiColor::BrightRed,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Info => AnsiColor::BrightBlue,
        Severity::Hint => AnsiColor::BrightGreen,
    };
    color.on_default().effects(Effects::BOLD)
}

/// The lines of a text, each written out.
pub(super) fn visible_lines(text: &str) -> String {
    text.split_inclusive('\n')
        .map(|it| match it.strip_suffix('\n') {
            Some(line) => format!("{}\n", visible(line)),
            None => visible(it).into_owned(),
        })
        .collect()
}
