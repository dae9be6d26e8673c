//! Editors' questions. In these texts, `$0` is the cursor.

mod any_text;
mod at_cursor;
mod structure;

use agent_response::Options;
use agent_response::ide::{InnerEdit, Opened, Place, View, apply_edits};
use agent_response::report::TextEdit;

/// An envelope with a payload, given as JSON and encoded here.
fn envelope(payload: &str) -> String {
    let response = serde_json::Value::from(payload).to_string();
    format!(
        r#"{{
  "request_id": "32ecfadc-2b66-4daa-a7c0-a03c449fcea5",
  "version": "1.0",
  "status": "success",
  "response": {response},
  "error_message": null,
  "error_type": null,
  "created_at": "2025-11-24T14:22:45+00:00",
  "duration_seconds": 12.5,
  "metadata": {{}}
}}"#
    )
}

const PAYLOAD: &str = r###"{"sections": ["quick_start", "examples"], "quick_start": "## Quick Start\n\n- \u00e9 😀\n\n### Steps\n\nGo.", "boundaries": "## Boundaries"}"###;

fn at_cursor(marked: &str) -> (Opened, u32) {
    at_cursor_with(marked, Options::default())
}

fn at_cursor_with(marked: &str, options: Options) -> (Opened, u32) {
    let offset = marked.find("$0").expect("a cursor");
    (Opened::new(marked.replacen("$0", "", 1), options), u32::try_from(offset).unwrap())
}

fn text<'t>(view: &View<'t>, place: &Place) -> &'t str {
    &view.text()[place.bytes.from as usize..place.bytes.to as usize]
}

fn applied(text: &str, edits: &[TextEdit]) -> String {
    let edit = |it: &TextEdit| InnerEdit { from: it.bytes.from, to: it.bytes.to, text: it.text.clone() };
    apply_edits(text, &edits.iter().map(edit).collect::<Vec<_>>()).unwrap()
}
