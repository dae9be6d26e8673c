//! Editors' questions about a place: hover, completion, definitions. And their questions about a whole text: outline,
//! folding, highlighting, indentation. All of them extend into the strings; `ide` answers them, in bytes.

use gen_lsp_types::{Position, Range};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::{
    address,
    documents::{CheckedText, OpenDocument},
    findings::span,
    lines::{Encoding, LineStarts, PositionCounter},
    records::{RecordText, is_of_records},
    rpc::Refusal,
    session::Session,
    shapes,
};
use crate::readers;
use agent_response::{
    Severity,
    ide::{Definition, DefinitionTarget, FoldKind, Opened},
    report::TextEdit,
    text::Span,
};
use agent_response_project as project;
use agent_response_readers::Reading;

/// The requests that are answered here.
pub(super) const METHODS: [&str; 8] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/semanticTokens/full",
    "textDocument/formatting",
];

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct About {
    text_document: Identifier,
}

#[derive(Deserialize)]
struct Identifier {
    uri: String,
}

#[derive(Deserialize)]
struct AtPosition {
    position: Position,
}

#[derive(Deserialize)]
struct AtPositions {
    positions: Vec<Position>,
}

#[derive(Deserialize)]
struct Formatting {
    options: FormattingOptions,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FormattingOptions {
    tab_size: usize,
    insert_spaces: bool,
}

/// A text and its parsed form.
struct OpenedText<'s> {
    session: &'s Session,
    document: &'s OpenDocument,
    opened: &'s Opened,
}

/// Answers a question. For files that are not agent files, there is no answer.
pub(super) fn answer(session: &mut Session, method: &str, params: &Value) -> Result<Value, Refusal> {
    let uri = read::<About>(params)?.text_document.uri;
    let checked = session.checked(&uri);
    if let Some(CheckedText::Project(_)) = checked.as_deref() {
        let is_hover = method == "textDocument/hover";
        return Ok(if is_hover { about_project(session, &uri, read(params)?) } else { Value::Null });
    }
    let opened = checked.as_ref().and_then(|it| it.opened());
    let Some((document, opened)) = session.documents.get(&uri).zip(opened) else { return Ok(Value::Null) };
    if is_of_records(document) {
        return of_record(session, document, opened, method, params);
    }
    let asked = OpenedText { session, document, opened };
    Ok(match method {
        "textDocument/hover" => asked.hover(read(params)?),
        "textDocument/completion" => asked.completion(read(params)?),
        "textDocument/definition" => asked.definition(read(params)?),
        "textDocument/documentSymbol" => asked.symbols(),
        "textDocument/foldingRange" => asked.folding(),
        "textDocument/selectionRange" => asked.selection(read(params)?),
        "textDocument/semanticTokens/full" => asked.tokens(),
        _ => asked.formatting(read(params)?),
    })
}

/// Answers a question about a place in a file with a record in each line. There is no answer about all records.
fn of_record(
    session: &Session,
    document: &OpenDocument,
    opened: &Opened,
    method: &str,
    params: &Value,
) -> Result<Value, Refusal> {
    type Question<'s> = fn(&OpenedText<'s>, AtPosition) -> Value;
    let question: Question = match method {
        "textDocument/hover" => OpenedText::hover,
        "textDocument/completion" => OpenedText::completion,
        "textDocument/definition" => OpenedText::definition,
        _ => return Ok(Value::Null),
    };
    let Position { line, character } = read::<AtPosition>(params)?.position;
    let Some(record) = RecordText::at(document, opened.options(), line) else { return Ok(Value::Null) };
    let asked = OpenedText { session, document: &record.document, opened: &record.opened };
    Ok(record.in_file(question(&asked, AtPosition { position: Position { line: 0, character } })))
}

/// What a key of a project file means.
fn about_project(session: &Session, uri: &str, AtPosition { position }: AtPosition) -> Value {
    let Some(document) = session.documents.get(uri) else { return Value::Null };
    let mut places = document.places(session.client.encoding);
    let Some(known) = project::hover(&document.text, places.byte(position) as usize) else { return Value::Null };
    let range = places.range(Span::new(known.span.start, known.span.end));
    let is_markdown = session.client.shows_markdown;
    let text = if is_markdown { known.markdown } else { known.markdown.replace("**", "") };
    card(&text, is_markdown, range)
}

fn card(text: &str, is_markdown: bool, range: Range) -> Value {
    let kind = if is_markdown { "markdown" } else { "plaintext" };
    json!({ "contents": { "kind": kind, "value": text }, "range": range })
}

fn read<T: DeserializeOwned>(params: &Value) -> Result<T, Refusal> {
    T::deserialize(params).map_err(|it| Refusal::invalid_params(it.to_string()))
}

impl<'s> OpenedText<'s> {
    /// What the programs that read the file do with it.
    fn readings(&self) -> Vec<Reading> {
        let name = self.opened.options().file_name.as_deref();
        readers::of(name, self.opened.text().as_bytes(), self.opened.report())
    }

    fn encoding(&self) -> Encoding {
        self.session.client.encoding
    }

    fn places(&self) -> PositionCounter<'s> {
        self.document.places(self.encoding())
    }

    fn byte(&self, AtPosition { position }: AtPosition) -> u32 {
        self.places().byte(position)
    }

    fn hover(&self, at: AtPosition) -> Value {
        let Some(hover) = self.opened.file().hover(self.byte(at)) else { return Value::Null };
        let is_markdown = self.session.client.shows_markdown;
        let is_error = hover.rules.iter().any(|it| it.severity == Severity::Error);
        let mut text = if is_markdown { hover.markdown } else { hover.text };
        for rule in hover.rules {
            let code = if is_markdown { format!("`{}`", rule.code) } else { rule.code.to_owned() };
            text += &format!("{}{code}: {}", if text.is_empty() { "" } else { "\n\n" }, rule.summary);
        }
        if let Some(reading) = self.readings().first().filter(|_| is_error) {
            text += &format!("\n\n{}", readers::paragraph(reading, is_markdown));
        }
        card(&text, is_markdown, self.places().range(span(hover.place.bytes)))
    }

    fn completion(&self, at: AtPosition) -> Value {
        let offered = self.opened.file().complete(self.byte(at));
        let mut places = self.places();
        let has_snippets = self.session.client.has_snippets;
        let items = offered.iter().enumerate().map(|(idx, it)| shapes::completion(it, idx, has_snippets, &mut places));
        json!({ "isIncomplete": false, "items": items.collect::<Vec<_>>() })
    }

    fn definition(&self, at: AtPosition) -> Value {
        let found = self.opened.file().definition(self.byte(at));
        let mut places = self.places();
        found.iter().filter_map(|it| self.location(it, &mut places)).collect()
    }

    /// The place of a definition; `None` if it is in a file without a name.
    fn location(&self, found: &Definition, places: &mut PositionCounter) -> Option<Value> {
        let (uri, range) = match found.target {
            DefinitionTarget::File => (self.document.uri.clone(), places.range(span(found.place.bytes))),
            DefinitionTarget::Request | DefinitionTarget::Response => {
                let name = found.name.as_deref()?;
                let siblings = self.opened.options().siblings.as_deref()?;
                let text = &siblings.iter().find(|it| it.0 == name)?.1;
                let lines = LineStarts::of(text);
                let range = PositionCounter::new(text, &lines, self.encoding()).range(span(found.place.bytes));
                (address::beside(&self.document.uri.0, name)?, range)
            }
        };
        if !self.session.client.has_links {
            return Some(json!({ "uri": uri, "range": range }));
        }
        let origin = places.range(span(found.origin.bytes));
        Some(json!({
            "originSelectionRange": origin, "targetUri": uri, "targetRange": range, "targetSelectionRange": range,
        }))
    }

    fn symbols(&self) -> Value {
        let symbols = self.opened.file().symbols();
        let mut places = self.places();
        match self.session.client.has_outlines {
            true => shapes::outline(&symbols, &mut places),
            false => shapes::list(&symbols, &self.document.uri, &mut places),
        }
    }

    fn folding(&self) -> Value {
        let mut places = self.places();
        let is_by_line = self.session.client.folds_by_line;
        let fold = |fold: agent_response::ide::Fold| {
            let Range { start, end } = places.range(span(fold.place.bytes));
            if !is_by_line {
                return Some(json!({
                    "startLine": start.line, "startCharacter": start.character,
                    "endLine": end.line, "endCharacter": end.character,
                }));
            }
            // The line of the closing bracket stays visible.
            let is_open = matches!(fold.kind, FoldKind::Object | FoldKind::Array);
            let last = if is_open || end.character == 0 { end.line.saturating_sub(1) } else { end.line };
            (start.line < last).then(|| json!({ "startLine": start.line, "endLine": last }))
        };
        self.opened.file().folding().into_iter().filter_map(fold).collect()
    }

    fn selection(&self, AtPositions { positions }: AtPositions) -> Value {
        let mut places = self.places();
        let offsets: Vec<u32> = positions.iter().map(|it| places.byte(*it)).collect();
        let mut out = Vec::new();
        for (around, at) in self.opened.file().selection_ranges(&offsets).into_iter().zip(positions) {
            let mut selection = Value::Null;
            for place in around.iter().rev() {
                let range = places.range(span(place.bytes));
                selection = if selection.is_null() {
                    json!({ "range": range })
                } else {
                    json!({ "range": range, "parent": selection })
                };
            }
            // There is one answer for each position.
            out.push(if selection.is_null() { json!({ "range": Range { start: at, end: at } }) } else { selection });
        }
        Value::Array(out)
    }

    fn tokens(&self) -> Value {
        let tokens = self.opened.file().tokens();
        let data = match self.encoding() {
            Encoding::Utf16 => tokens.data,
            Encoding::Utf8 | Encoding::Utf32 => {
                shapes::tokens(&tokens.offsets, &self.document.text, &mut self.places())
            }
        };
        json!({ "data": data })
    }

    /// Indents the file. Its payload is indented only by a command, since that changes its content.
    fn formatting(&self, Formatting { options }: Formatting) -> Value {
        let indent = if options.insert_spaces { " ".repeat(options.tab_size.min(16)) } else { "\t".to_owned() };
        let edits = self.opened.file().format("", &indent).unwrap_or_default();
        let mut places = self.places();
        let edit = |it: &TextEdit| json!({ "range": places.range(span(it.bytes)), "newText": it.text });
        edits.iter().map(edit).collect()
    }
}
