//! Reading: an archive in pieces of whole lines, of which few are in memory at any time.

use std::io::{self, Read};

use crate::output::words;
use agent_response::text::find_byte;

/// Longer lines are not checked, and not kept in memory: no response is that long.
pub(super) const LONGEST: usize = 16 << 20;

/// How much is read at once. What is found in broken lines may be some hundred times as long as they are.
const AT_ONCE: usize = 32 << 10;

/// A part of an archive.
pub(super) struct ArchivePiece {
    /// The number of its first line, from one.
    pub(super) line: u64,
    /// The number of its last line.
    pub(super) last: u64,
    /// How many bytes had been read with it.
    pub(super) end: u64,
    pub(super) content: Content,
}

pub(super) enum Content {
    /// Whole lines, with what ends them. Those before the first that is wanted may be missing.
    Lines(Vec<u8>),
    /// A line of so many bytes.
    TooLong(u64),
    /// Why nothing more can be read.
    Failure(String),
}

/// The pieces of an archive.
pub(super) struct Lines<R> {
    source: R,
    /// The first line that is wanted.
    first: u64,
    /// The number of the next line.
    line: u64,
    /// What was read and not passed on.
    rest: Vec<u8>,
    n_read: u64,
    is_over: bool,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(source: R, first: u64) -> Self {
        Self { source, first, line: 1, rest: Vec::new(), n_read: 0, is_over: false }
    }

    /// Reads some more bytes, as many as there are; none at the end.
    fn read(&mut self, into: &mut Vec<u8>) -> io::Result<usize> {
        let before = into.len();
        into.resize(before + AT_ONCE, 0);
        let outcome = loop {
            match self.source.read(into.get_mut(before..).unwrap_or_default()) {
                Err(it) if it.kind() == io::ErrorKind::Interrupted => (),
                outcome => break outcome,
            }
        };
        let n = *outcome.as_ref().unwrap_or(&0);
        into.truncate(before + n);
        self.n_read += n as u64;
        self.is_over |= n == 0;
        outcome
    }

    /// The next lines; at the end, none.
    fn content(&mut self) -> io::Result<Option<Content>> {
        let mut bytes = std::mem::take(&mut self.rest);
        let mut searched = 0;
        loop {
            let new = bytes.get(searched..).unwrap_or_default();
            if let Some(at) = new.iter().rposition(|it| *it == b'\n') {
                self.rest = bytes.split_off(searched + at + 1);
                return Ok(Some(Content::Lines(bytes)));
            }
            searched = bytes.len();
            // One more for the return before the line feed.
            if searched > LONGEST + 1 {
                drop(bytes);
                return self.skip(searched as u64).map(Some);
            }
            if self.read(&mut bytes)? == 0 {
                return Ok((searched > 0).then_some(Content::Lines(bytes)));
            }
        }
    }

    /// Reads to the end of a line that is too long.
    fn skip(&mut self, mut length: u64) -> io::Result<Content> {
        let mut bytes = Vec::new();
        while self.read(&mut bytes)? > 0 {
            if let Some(at) = find_byte(&bytes, 0, b'\n') {
                self.rest = bytes.split_off(at + 1);
                return Ok(Content::TooLong(length + at as u64));
            }
            length += bytes.len() as u64;
            bytes.clear();
        }
        Ok(Content::TooLong(length))
    }
}

/// How compressed files begin, and what decompresses them.
const COMPRESSED: [(&[u8], &str); 3] =
    [(b"\x1f\x8b\x08", "gzip"), (b"\x28\xb5\x2f\xfd", "zstd"), (b"\xfd7zXZ\0", "xz")];

/// The beginning of an archive, unless it is compressed.
fn plain(content: Option<Content>) -> io::Result<Option<Content>> {
    let Some(Content::Lines(bytes)) = &content else { return Ok(content) };
    match COMPRESSED.iter().find(|it| bytes.starts_with(it.0)) {
        Some((_, name)) => Err(io::Error::other(format!(
            "the archive is compressed; pipe the output of `{name} -dc` into `agent-response check --ndjson -`"
        ))),
        None => Ok(content),
    }
}

impl<R: Read> Iterator for Lines<R> {
    type Item = ArchivePiece;

    fn next(&mut self) -> Option<ArchivePiece> {
        if self.is_over {
            return None;
        }
        let line = self.line;
        let content = self.content().and_then(|it| if line == 1 { plain(it) } else { Ok(it) });
        let mut content = content.unwrap_or_else(|it| {
            self.is_over = true;
            Some(Content::Failure(words(&it)))
        })?;
        self.line += match &content {
            Content::Lines(bytes) => {
                let n_ends = bytes.iter().filter(|it| **it == b'\n').count();
                n_ends as u64 + u64::from(!bytes.ends_with(b"\n"))
            }
            Content::TooLong(_) => 1,
            Content::Failure(_) => 0,
        };
        if self.line <= self.first && !matches!(content, Content::Failure(_)) {
            content = Content::Lines(Vec::new());
        }
        Some(ArchivePiece { line, last: self.line - 1, end: self.n_read, content })
    }
}
