//! Files in which models call tools: their content shows it. In those with a record in each line, questions are about a record.

use gen_lsp_types::{Position, Range};
use serde_json::Value;

use super::documents::OpenDocument;
use crate::tools::has_ending;
use agent_response::{Options, ide::Opened};

/// Whether the name of a file says that each line is a record.
pub(super) fn is_of_records(document: &OpenDocument) -> bool {
    document.path.as_deref().is_some_and(|it| has_ending(it, &["jsonl", "ndjson"]))
}

/// A record of a file, as a text of its own.
pub(super) struct RecordText {
    pub(super) document: OpenDocument,
    pub(super) opened: Opened,
    line: u32,
}

impl RecordText {
    /// The one in a line.
    pub(super) fn at(document: &OpenDocument, options: &Options, line: u32) -> Option<Self> {
        let start = |line| Position { line, character: 0 };
        let range = Range { start: start(line), end: start(line.saturating_add(1)) };
        let span = document.lines.span(&document.text, range, super::lines::Encoding::Utf8);
        let text = span.of(&document.text).trim_end_matches(['\n', '\r']).to_owned();
        let options = Options { file_name: Some("record.json".to_owned()), ..options.clone() };
        let opened = Opened::new(text.as_str(), options);
        let own = OpenDocument::of_file(document.path.as_deref()?, text);
        Some(Self { document: OpenDocument { uri: document.uri.clone(), ..own }, opened, line })
    }

    /// An answer with the places in the file.
    pub(super) fn in_file(&self, mut answer: Value) -> Value {
        move_lines(&mut answer, self.line);
        answer
    }
}

/// Moves all positions of an answer down.
fn move_lines(value: &mut Value, by: u32) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|it| move_lines(it, by)),
        Value::Object(members) => {
            let line = members.get("line").and_then(Value::as_u64).filter(|_| members.contains_key("character"));
            if let Some(line) = line {
                members.insert("line".to_owned(), Value::from(line + u64::from(by)));
            } else {
                members.values_mut().for_each(|it| move_lines(it, by));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => (),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use crate::tools::has_signs;

    const CASES: &str = include_str!("../../../../tests/tool-calls/cases.jsonl");

    /// A text that none of the words is in is not looked at.
    #[test]
    fn each_case_has_a_telling_word() {
        let cases: Vec<Value> = CASES.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
        for case in cases.iter().filter(|it| it["format"].is_string()) {
            assert!(has_signs(case["input"].as_str().unwrap()), "{}", case["id"]);
        }
        assert!(!has_signs("{\"response\": \"Done with \\\"roles\\\"\", \"status\": \"success\"}"));
    }
}
