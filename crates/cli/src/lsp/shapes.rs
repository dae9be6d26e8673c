//! Converts the answers of `ide` to the protocol's form.

use gen_lsp_types::{Position, Range, Uri};
use serde_json::{Value, json};

use super::{findings::span, lines::PositionCounter};
use agent_response::{
    ide::{Completion, CompletionKind, DocumentSymbol, SymbolKind, TOKEN_TYPES},
    report::TextEdit,
    text::Span,
};

/// The types of semantic tokens; for types that are not in the protocol, those that themes show most similarly.
pub(super) fn token_types() -> Vec<&'static str> {
    let known = |it: &&'static str| match *it {
        "escape" => "macro",
        "heading" => "class",
        other => other,
    };
    TOKEN_TYPES.iter().map(known).collect()
}

pub(super) fn completion(offered: &Completion, idx: usize, has_snippets: bool, places: &mut PositionCounter) -> Value {
    let snippet = offered.snippet.as_ref().filter(|_| has_snippets);
    let mut edit = |it: &TextEdit, text: &str| json!({ "range": places.range(span(it.bytes)), "newText": text });
    let text_edit = edit(&offered.edit, snippet.unwrap_or(&offered.edit.text));
    let more: Vec<_> = offered.more.iter().map(|it| edit(it, &it.text)).collect();
    json!({
        "label": offered.label,
        "kind": match offered.kind {
            CompletionKind::Field => 10,
            CompletionKind::Value => 12,
            CompletionKind::Section => 17,
            CompletionKind::Id => 18,
            CompletionKind::Snippet => 15,
        },
        "detail": offered.detail,
        "documentation": offered.documentation,
        // Editors sort completions, but the order should be ours.
        // Before `$schema`, which servers for JSON propose in every file.
        "sortText": format!("!{idx:04}"),
        "filterText": offered.filter,
        "insertTextFormat": if snippet.is_some() { 2 } else { 1 },
        "textEdit": text_edit,
        "additionalTextEdits": more,
    })
}

/// The outline as a tree.
pub(super) fn outline(symbols: &[DocumentSymbol], places: &mut PositionCounter) -> Value {
    let mut symbol = |symbol: &DocumentSymbol| {
        json!({
            "name": name(symbol),
            "detail": symbol.detail,
            "kind": kind(symbol.kind),
            "range": places.range(span(symbol.place.bytes)),
            "selectionRange": places.range(span(symbol.selection.bytes)),
            "children": outline(&symbol.children, places),
        })
    };
    symbols.iter().map(&mut symbol).collect()
}

/// The outline as a list, for clients that show no tree.
pub(super) fn list(symbols: &[DocumentSymbol], uri: &Uri, places: &mut PositionCounter) -> Value {
    let mut out = Vec::new();
    let mut left: Vec<(&DocumentSymbol, Option<&str>)> = symbols.iter().rev().map(|it| (it, None)).collect();
    while let Some((it, container)) = left.pop() {
        let location = json!({ "uri": uri, "range": places.range(span(it.place.bytes)) });
        let container = container.map(str::to_owned);
        out.push(json!({ "name": name(it), "kind": kind(it.kind), "location": location, "containerName": container }));
        left.extend(it.children.iter().rev().map(|child| (child, Some(it.name.as_str()))));
    }
    Value::Array(out)
}

/// Editors reject symbols without a name.
fn name(entry: &DocumentSymbol) -> &str {
    if entry.name.trim().is_empty() { "\"\"" } else { &entry.name }
}

fn kind(kind: SymbolKind) -> u8 {
    match kind {
        SymbolKind::Object => 19,
        SymbolKind::Array => 18,
        SymbolKind::String | SymbolKind::Heading => 15,
        SymbolKind::Number => 16,
        SymbolKind::Boolean => 17,
        SymbolKind::Null => 21,
        SymbolKind::Section => 3,
    }
}

/// Converts tokens with UTF-16 offsets to the protocol's form, in the encoding of the places.
pub(super) fn tokens(offsets: &[u32], text: &str, places: &mut PositionCounter) -> Vec<u32> {
    let mut cursor = Utf16Cursor { rest: text.char_indices(), byte: 0, utf16: 0, end: text.len() };
    let mut last = Position::default();
    let mut data = Vec::with_capacity(offsets.len() / 3 * 5);
    for token in offsets.chunks_exact(3) {
        let [from, to, kind] = token else { continue };
        let (from, to) = (cursor.byte_at(*from), cursor.byte_at(*to));
        let Range { start, end } = places.range(Span::new(from, to));
        if start.line != end.line {
            continue;
        }
        let lines = start.line - last.line;
        let characters = if lines == 0 { start.character - last.character } else { start.character };
        data.extend([lines, characters, end.character - start.character, *kind, 0]);
        last = start;
    }
    data
}

/// Walks forward through a text in UTF-16.
struct Utf16Cursor<'t> {
    rest: std::str::CharIndices<'t>,
    byte: usize,
    utf16: u32,
    end: usize,
}

impl Utf16Cursor<'_> {
    fn byte_at(&mut self, utf16: u32) -> usize {
        while self.utf16 < utf16 {
            let Some((at, ch)) = self.rest.next() else { return self.end };
            self.utf16 += u32::try_from(ch.len_utf16()).unwrap_or(1);
            self.byte = at + ch.len_utf8();
        }
        self.byte
    }
}
