//! Where the JSON is in a text: after a byte order mark, in a Markdown fence, or all of it.

use std::borrow::Cow;

use crate::text::{Span, begins_json};

/// The place of the JSON in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// A byte order mark at the start.
    pub mark: Option<Span>,
    /// The JSON, with blanks around it.
    pub body: Span,
    /// The Markdown fence around it.
    pub fence: Option<Fence>,
}

/// A Markdown code fence around JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fence {
    /// The line that opens it, its line end included.
    pub open: Span,
    /// The line that closes it, with the line end before it; `None` if it is never closed.
    pub close: Option<Span>,
    /// How many fenced blocks with JSON the text has.
    pub n_blocks: usize,
    /// The line that opens the next of them.
    pub next: Option<Span>,
}

impl Layout {
    /// The layout of the first JSON after this many bytes, or of everything after them.
    pub(super) fn from(text: &str, from: usize, has_fences: bool) -> Self {
        let mark = text.starts_with('\u{feff}').then(|| Span::new(0, 3));
        let start = mark.map_or(0, |it| it.end as usize).max(from);
        let whole = Self { mark, body: Span::new(start, text.len()), fence: None };
        let is_json = begins_json(text.get(start..).unwrap_or_default());
        if is_json || !has_fences || text.find("```").is_none() {
            return whole;
        }
        let (mut n_blocks, mut found, mut next) = (0, None, None);
        for block in fenced_blocks(text) {
            let is_json = block.info.of(text).trim().eq_ignore_ascii_case("json");
            if (block.open.start as usize) < start
                || !is_json && !block.body.of(text).trim_start().starts_with(['{', '['])
            {
                continue;
            }
            n_blocks += usize::from(is_json);
            if is_json && n_blocks == 2 {
                next = Some(block.open);
            }
            // The first block that is marked as JSON, or else the first that looks like it.
            if found.is_none() || is_json && n_blocks == 1 {
                found = Some(block);
            }
        }
        let Some(Block { open, body, close, .. }) = found else { return whole };
        Self { mark, body, fence: Some(Fence { open, close, n_blocks: n_blocks.max(1), next }) }
    }

    /// Where reading continues after the JSON.
    pub(super) fn behind(&self, json: Span) -> usize {
        let fence = self.fence.as_ref().map(|it| it.close.unwrap_or(self.body));
        fence.unwrap_or(json).end as usize
    }

    /// The text before the fence, without blanks around it.
    pub fn before(&self, text: &str) -> Span {
        let start = self.mark.map_or(0, |it| it.end);
        let end = self.fence.as_ref().map_or(start, |it| it.open.start);
        trimmed(text, Span { start, end })
    }

    /// The text after the fence, without blanks around it.
    pub fn after(&self, text: &str) -> Span {
        let close = self.fence.as_ref().and_then(|it| it.close);
        let start = close.map_or(text.len(), |it| it.end as usize);
        trimmed(text, Span::new(start, text.len()))
    }
}

/// The span without blanks at both ends.
pub fn trimmed(text: &str, span: Span) -> Span {
    let inside = span.of(text);
    let start = inside.len() - inside.trim_start().len();
    let start = span.start as usize + start;
    Span::new(start, start + inside.trim().len())
}

struct Block {
    info: Span,
    open: Span,
    body: Span,
    close: Option<Span>,
}

/// A text without the fenced blocks of other languages than JSON.
pub(crate) fn without_code(text: &str) -> Cow<'_, str> {
    if text.find("```").is_none() {
        return text.into();
    }
    let (mut out, mut at) = (String::new(), 0);
    for Block { info, open, close, .. } in fenced_blocks(text) {
        let language = info.of(text).trim();
        if let Some(close) = close.filter(|_| !language.is_empty() && !language.eq_ignore_ascii_case("json")) {
            out.push_str(text.get(at..open.start as usize).unwrap_or_default());
            at = close.end as usize;
        }
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out.into()
}

/// The fenced code blocks of a Markdown text; fences count only on lines of their own.
fn fenced_blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut is_open = false;
    let mut start = 0;
    for line in text.split('\n') {
        let end = (start + line.len() + 1).min(text.len());
        let word = line.trim();
        match blocks.last_mut().filter(|_| is_open) {
            Some(block) if word.starts_with("```") && word.trim_start_matches('`').is_empty() => {
                block.body.end = Span::new(0, start).end;
                // The line end before the closing fence belongs to it.
                let before = text.get(..start).unwrap_or_default();
                let body_end = before.strip_suffix('\n').map_or(start, |it| it.strip_suffix('\r').unwrap_or(it).len());
                let close_start = body_end.max(block.body.start as usize);
                block.body.end = Span::new(0, close_start).end;
                block.close = Some(Span::new(close_start, start + line.trim_end_matches('\r').len()));
                is_open = false;
            }
            Some(_) => (),
            None if word.starts_with("```") && !(word.trim_start_matches('`')).contains('`') => {
                let indent = line.len() - line.trim_start().len();
                let ticks = word.len() - word.trim_start_matches('`').len();
                let info = Span::new(start + indent + ticks, start + indent + word.len());
                blocks.push(Block { info, open: Span::new(start, end), body: Span::new(end, text.len()), close: None });
                is_open = true;
            }
            None => (),
        }
        start = end;
    }
    blocks
}
