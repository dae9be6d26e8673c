//! Markdown pages with JSON blocks, each of which is a test.
//!
//! A block that begins with `json` or `text` and is not marked otherwise is checked; its findings are in it, each on a
//! line of carets under its place. Words after `json` say how: a format's id · `file=NAME` · `profile=strict` ·
//! `now=TIME` · `bom` · `crlf` · `latin1` · `utf16` · `cr` · `files=a,b` are the existing files · `sibling=NAME` and
//! `request` are files for the next checked block; `fixed` is its text after all safe fixes, `suggested` after the
//! first fix of its first finding; `plain` is not checked.

use agent_response::{Options, Profile, Report};

/// A page, in pieces: prose and blocks in turn.
pub(crate) struct Page {
    pub(crate) pieces: Vec<Piece>,
}

pub(crate) enum Piece {
    /// Lines that are copied unchanged, including the fences of blocks.
    Lines(String),
    Block(Block),
}

#[derive(Clone, Default)]
pub(crate) struct Block {
    pub(crate) words: Vec<String>,
    /// The content with its lines of carets.
    pub(crate) content: String,
    /// The last heading above it.
    pub(crate) heading: String,
}

impl Page {
    pub(crate) fn read(text: &str) -> Self {
        let mut pieces = Vec::new();
        let mut lines = String::new();
        let mut open: Option<(String, Block)> = None;
        let mut heading = String::new();
        for line in text.split_inclusive('\n') {
            let word = line.trim_end();
            match &mut open {
                Some((fence, block)) if word == fence.as_str() => {
                    pieces.push(Piece::Block(std::mem::take(block)));
                    lines = line.to_owned();
                    open = None;
                }
                Some((_, block)) => block.content.push_str(line),
                None => {
                    lines.push_str(line);
                    if let Some(title) = word.strip_prefix("## ") {
                        heading = title.to_owned();
                    }
                    let n_ticks = word.len() - word.trim_start_matches('`').len();
                    let words: Vec<String> = word[n_ticks..].split_whitespace().map(str::to_owned).collect();
                    let is_ours = matches!(words.first().map(String::as_str), Some("json" | "text"));
                    if n_ticks >= 3 && is_ours {
                        pieces.push(Piece::Lines(std::mem::take(&mut lines)));
                        let block = Block { words, heading: heading.clone(), ..Block::default() };
                        open = Some(("`".repeat(n_ticks), block));
                    } else if n_ticks >= 3 && !word[n_ticks..].is_empty() {
                        // A block in another language counts as prose, including any `json` line inside it.
                        pieces.push(Piece::Lines(std::mem::take(&mut lines)));
                        let block = Block { words: vec!["other".into(), "plain".into()], ..Block::default() };
                        open = Some(("`".repeat(n_ticks), block));
                    }
                }
            }
        }
        assert!(open.is_none(), "a block is never closed");
        pieces.push(Piece::Lines(lines));
        Self { pieces }
    }

    pub(crate) fn text(&self) -> String {
        let piece = |it: &Piece| match it {
            Piece::Lines(lines) => lines.clone(),
            Piece::Block(block) => block.content.clone(),
        };
        self.pieces.iter().map(piece).collect()
    }
}

impl Block {
    pub(crate) fn has(&self, word: &str) -> bool {
        self.words.iter().any(|it| it == word)
    }

    pub(crate) fn value(&self, key: &str) -> Option<&str> {
        self.words.iter().find_map(|it| it.strip_prefix(key)?.strip_prefix('='))
    }

    pub(crate) fn is_checked(&self) -> bool {
        let other = ["plain", "fixed", "suggested", "request"];
        !other.iter().any(|it| self.has(it)) && self.value("sibling").is_none()
    }

    /// The content without carets.
    pub(crate) fn source(&self) -> String {
        let lines = self.content.split_inclusive('\n');
        lines.filter(|it| !it.trim_start().starts_with('^')).collect()
    }

    /// The bytes of the file that the block describes.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut text = self.source();
        if self.has("crlf") {
            text = text.replace('\n', "\r\n");
        }
        if self.has("cr") {
            text = text.replace('\n', "\r");
        }
        if self.has("bom") {
            text.insert(0, '\u{feff}');
        }
        if self.has("latin1") {
            return text.chars().map(|it| u8::try_from(u32::from(it)).unwrap()).collect();
        }
        if self.has("utf16") {
            let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
            return units.flat_map(u16::to_le_bytes).collect();
        }
        text.into_bytes()
    }
}

/// The options of a checked block; `above` are the blocks before it that belong to it.
pub(crate) fn options(block: &Block, above: &[Block]) -> Options {
    let siblings: Vec<(String, String)> =
        above.iter().filter_map(|it| Some((it.value("sibling")?.to_owned(), it.source()))).collect();
    let format = agent_response::known_formats().iter().map(|it| it.id).find(|it| block.has(it));
    Options {
        file_name: block.value("file").map(str::to_owned),
        format,
        profile: block.value("profile").map_or(Profile::Default, |it| Profile::from_name(it).expect("a profile")),
        request: above.iter().find(|it| it.has("request")).map(Block::source),
        now: block.value("now").map(str::to_owned),
        files: block.value("files").map(|it| it.split(',').map(str::to_owned).collect()),
        siblings: (!siblings.is_empty() || block.has("alone")).then_some(siblings),
        ..Options::default()
    }
}

/// The source with a line of carets under each finding.
pub(crate) fn annotated(source: &str, report: &Report) -> String {
    let mut out = String::new();
    let lines: Vec<&str> = source.split_inclusive('\n').collect();
    let n_lines = lines.len().max(1);
    for idx in 0..n_lines {
        let line = lines.get(idx).copied().unwrap_or_default();
        out.push_str(line);
        let is_last = idx + 1 == n_lines;
        for found in &report.diagnostics {
            let start = found.range.start.line as usize;
            if start != idx && !(is_last && start > idx) {
                continue;
            }
            if !out.ends_with('\n') && !out.is_empty() {
                out.push('\n');
            }
            let text = line.trim_end_matches(['\n', '\r']);
            let column = chars(text, found.range.start.character);
            let same_line = found.range.end.line == found.range.start.line;
            let end = if same_line { chars(text, found.range.end.character) } else { text.chars().count() };
            let carets = "^".repeat(end.saturating_sub(column).max(1));
            let more = if same_line { "" } else { "…" };
            let inner = found.inner.last().map_or_else(String::new, |it| {
                format!(" @ {}{}:{}", inner_path(found), it.range.start.line + 1, it.range.start.character + 1)
            });
            out.push_str(&format!(
                "{}{carets}{more} {}[{}]: {}{inner}\n",
                " ".repeat(column),
                found.severity.name(),
                found.code,
                found.message,
            ));
        }
    }
    out
}

fn inner_path(found: &agent_response::report::Diagnostic) -> String {
    let pointers: Vec<&str> =
        std::iter::once(found.pointer.as_str()).chain(found.inner.iter().map(|it| it.pointer.as_str())).collect();
    format!("{} ", pointers.join(" → "))
}

/// Characters in the first UTF-16 units of a line.
fn chars(line: &str, utf16: u32) -> usize {
    let mut units = 0;
    line.chars()
        .take_while(|it| {
            let before = units;
            units += it.len_utf16();
            before < utf16 as usize
        })
        .count()
}
