//! Lines of a text that changes, and places in them in the negotiated encoding. Lines end with LF, CR LF or CR, as in
//! the protocol.

use gen_lsp_types::{Position, Range};

use agent_response::text::{Span, utf16_len};

/// The unit of the characters in a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// A byte.
    Utf8,
    /// Two bytes: the protocol's default unless both sides agree on another.
    #[default]
    Utf16,
    /// A character.
    Utf32,
}

impl Encoding {
    /// The encodings by their names in the protocol. Bytes come first: they need no counting.
    pub(super) const ALL: [(&'static str, Self); 3] =
        [("utf-8", Self::Utf8), ("utf-32", Self::Utf32), ("utf-16", Self::Utf16)];

    pub(super) fn name(self) -> &'static str {
        Self::ALL.iter().find(|it| it.1 == self).map_or("utf-16", |it| it.0)
    }

    fn width_of(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => utf16_len(text.as_bytes()) as usize,
            Self::Utf32 => text.chars().count(),
        }
    }

    fn width(self, character: char) -> usize {
        match self {
            Self::Utf8 => character.len_utf8(),
            Self::Utf16 => character.len_utf16(),
            Self::Utf32 => 1,
        }
    }
}

/// Where the lines of a text start, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LineStarts {
    starts: Vec<usize>,
}

impl LineStarts {
    pub(super) fn of(text: &str) -> Self {
        let mut starts = vec![0];
        push_starts(text.as_bytes(), 1..text.len() + 1, &mut starts);
        Self { starts }
    }

    /// Updates the lines after the bytes from `from` to `to` were replaced by `n_new` others; `text` is the new text.
    pub(super) fn edited(&mut self, text: &str, (from, to): (usize, usize), n_new: usize) {
        // Whether a line starts at a place depends on the bytes before and after it.
        let first = self.starts.partition_point(|it| *it < from.max(1));
        let last = self.starts.partition_point(|it| *it <= to);
        let moved = |it: &usize| it - to + from + n_new;
        let mut behind: Vec<usize> = self.starts.get(last.max(first)..).unwrap_or_default().iter().map(moved).collect();
        self.starts.truncate(first);
        push_starts(text.as_bytes(), from.max(1)..from + n_new + 1, &mut self.starts);
        self.starts.append(&mut behind);
    }

    /// The byte at a position. A position after the end of a line counts as its end, and one inside a character as its
    /// start.
    pub(super) fn byte(&self, text: &str, at: Position, encoding: Encoding) -> usize {
        let Some(&start) = self.starts.get(at.line as usize) else { return text.len() };
        let end = self.starts.get(at.line as usize + 1).copied().unwrap_or(text.len());
        let line = text.get(start..end).unwrap_or_default().trim_end_matches(['\n', '\r']);
        let wanted = at.character as usize;
        if encoding == Encoding::Utf8 || line.is_ascii() {
            return start + line.floor_char_boundary(wanted);
        }
        let mut passed = 0;
        for (idx, it) in line.char_indices() {
            passed += encoding.width(it);
            if passed > wanted {
                return start + idx;
            }
        }
        start + line.len()
    }

    pub(super) fn span(&self, text: &str, range: Range, encoding: Encoding) -> Span {
        let from = self.byte(text, range.start, encoding);
        Span::new(from, self.byte(text, range.end, encoding).max(from))
    }

    /// The line that a byte is in, and where it starts.
    fn line_of(&self, byte: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|it| *it <= byte).saturating_sub(1);
        (line, self.starts.get(line).copied().unwrap_or_default())
    }
}

/// Adds the places among `places` at which a line starts.
fn push_starts(text: &[u8], places: std::ops::Range<usize>, out: &mut Vec<usize>) {
    let from = places.start - 1;
    let before = text.get(from..places.end - 1).unwrap_or_default();
    for (idx, byte) in before.iter().enumerate() {
        let at = from + idx + 1;
        if *byte == b'\n' || (*byte == b'\r' && text.get(at) != Some(&b'\n')) {
            out.push(at);
        }
    }
}

/// Positions in a text. The last one is kept, because the next place usually follows it in the same line.
pub(super) struct PositionCounter<'t> {
    text: &'t str,
    lines: &'t LineStarts,
    encoding: Encoding,
    /// A byte, and the characters of its line before it.
    last: (usize, usize),
}

impl<'t> PositionCounter<'t> {
    pub(super) fn new(text: &'t str, lines: &'t LineStarts, encoding: Encoding) -> Self {
        Self { text, lines, encoding, last: (0, 0) }
    }

    pub(super) fn position(&mut self, byte: u32) -> Position {
        let byte = self.text.floor_char_boundary(byte as usize);
        let (line, start) = self.lines.line_of(byte);
        let (from, n_before) = if (start..=byte).contains(&self.last.0) { self.last } else { (start, 0) };
        let character = n_before + self.encoding.width_of(self.text.get(from..byte).unwrap_or_default());
        self.last = (byte, character);
        Position::new(number(line), number(character))
    }

    /// The byte at a position.
    pub(super) fn byte(&self, at: Position) -> u32 {
        number(self.lines.byte(self.text, at, self.encoding))
    }

    pub(super) fn range(&mut self, span: Span) -> Range {
        Range { start: self.position(span.start), end: self.position(span.end) }
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
