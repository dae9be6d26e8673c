//! What is at the cursor, and what can be inserted there.

use agent_response::Options;
use agent_response::ide::Opened;
use expect_test::{Expect, expect};

use super::{PAYLOAD, applied, at_cursor, at_cursor_with, envelope, text};

fn check_hover(marked: &str, expected: &Expect) {
    let (opened, offset) = at_cursor(marked);
    let view = opened.file();
    let shown = view.hover(offset).map(|it| {
        let rules: Vec<_> = it.rules.iter().map(|it| it.code).collect();
        format!("{}: {}\n{}", text(&view, &it.place), rules.join(" "), it.markdown)
    });
    expected.assert_eq(&shown.unwrap_or_default());
}

/// The completions, and the text around the cursor after the first one is inserted.
fn check_complete(marked: &str, options: Options, expected: &Expect) {
    let (opened, offset) = at_cursor_with(marked, options);
    let view = opened.file();
    let offers = view.complete(offset);
    let mut shown = String::new();
    for offer in offers.iter().take(6) {
        let detail = offer.detail.as_deref().unwrap_or_default();
        shown +=
            &format!("{:?} {}{}: {detail}\n", offer.kind, offer.label, if offer.required { " (required)" } else { "" });
    }
    if let Some(first) = offers.first() {
        let mut edits = first.more.clone();
        edits.push(first.edit.clone());
        let after = applied(view.text(), &edits);
        let line = view.text()[..offset as usize].matches('\n').count();
        shown += &format!("{}\n", after.lines().nth(line).unwrap_or_default().trim());
        shown += &format!("{}\n{}\n", first.filter, first.snippet.as_deref().unwrap_or("-"));
    }
    expected.assert_eq(&shown);
}

#[test]
fn hover_says_what_the_tables_say() {
    let file = envelope(PAYLOAD);
    check_hover(
        &file.replace("\"status\"", "\"sta$0tus\""),
        &expect![[r#"
        "status": 
        **`status`**: `success`, `error` or `timeout`; required

        How the run ended.

        Example: `"success"`

        Read by the program that wrote the request, which takes every member as a named argument and then deletes the file."#]],
    );
    check_hover(
        &file.replace("\"request_id\"", "$0\"request_id\""),
        &expect![[r#"
        "request_id": 
        **`request_id`**: UUID; required

        The id of the request, copied from the request file.

        Example: `"32ecfadc-2b66-4daa-a7c0-a03c449fcea5"`

        Read by the program that wrote the request, which takes every member as a named argument and then deletes the file. It must be equal to that of the request."#]],
    );
    check_hover(
        &file.replace("\"duration_seconds\": 12.5", "\"duration_seconds\": 1$02.5"),
        &expect![[r#"
        12.5: 
        **`duration_seconds`**: number of seconds, from 0 up to 86400; required

        How long the run took, in seconds.

        Example: `12.5`

        Read by the program that wrote the request, which takes every member as a named argument and then deletes the file. It does not check this value."#]],
    );
    check_hover(
        &file.replace("\"success\"", "\"do$0ne\""),
        &expect![[r#"
        "done": unknown-value
        **`status`**: `success`, `error` or `timeout`; required

        How the run ended.

        Example: `"success"`

        Read by the program that wrote the request, which takes every member as a named argument and then deletes the file."#]],
    );
    check_hover(
        &file.replace("\"response\"", "\"resp$0onse\""),
        &expect![[r#"
        "response": 
        **`response`**: JSON-encoded string, or null; required

        What the agent returned, as JSON in a string; null when there is nothing.

        Example: `"{\"sections\": [\"examples\"], …}"`

        Read by the program that wrote the request, which takes every member as a named argument and then deletes the file."#]],
    );
    check_hover(
        &file.replace("\\\"sections\\\"", "\\\"sec$0tions\\\""),
        &expect![[r#"
        \"sections\": 
        **`sections`**: array of strings

        The names of the sections, in the order in which they are inserted.

        Read by the program that writes the agent's file."#]],
    );
    check_hover(
        &file.replace("\\\"boundaries\\\"", "\\\"$0boundaries\\\""),
        &expect![[r#"
        \"boundaries\": unlisted-section
        **`boundaries`**: section, in Markdown

        Read if `sections` lists it. It begins with `##`. Readers expect it. At least 500 characters are expected.

        Parts: ✅ `### ALWAYS` (5 to 7 rules), ❌ `### NEVER` (5 to 7 rules), ⚠️ `### ASK` (3 to 5 rules)."#]],
    );
    check_hover(
        &file.replace("\\\"examples\\\"", "\\\"exa$0mples\\\""),
        &expect![[r#"
        \"examples\": section-without-field
        **`examples`**: section, in Markdown

        Read if `sections` lists it. It begins with `##`. Readers expect it. At least 100 characters are expected."#]],
    );
    check_hover(
        &file.replace("Start\\\\n", "Start$0\\\\n"),
        &expect![[r#"
        \\n: 
        `\\n` is the escape for a line feed, the end of a line (U+000A).

        **`quick_start`**: section, in Markdown

        Read if `sections` lists it. It begins with `##`."#]],
    );
    check_hover(
        &file.replace("\\\\u00e9", "\\\\u0$00e9"),
        &expect![[r#"
        \\u00e9: ascii-escapes
        `\\u00e9` is the escape for `é` (U+00E9)."#]],
    );
    check_hover(
        &file.replace("{}", "{\"a\": \"x\\$0u202e`\"}"),
        &expect![[r#"
            \u202e: invisible-characters
            `\u202e` is the escape for a character that is not visible (U+202E)."#]],
    );
    check_hover("{\"a$0\": 1}", &expect![[""]]);
}

#[test]
fn completion_offers_what_is_missing() {
    let request = Options {
        request: Some("{\"request_id\": \"11111111-2222-4333-8444-555555555555\"}".into()),
        now: Some("2025-11-24T15:00:00+00:00".into()),
        file_name: Some(".agent-response.json".into()),
        ..Options::default()
    };
    let file = envelope(PAYLOAD);
    let none = Options::default;
    check_complete(
        &file.replace("\n  \"version\": \"1.0\",", "\n  $0"),
        none(),
        &expect![[r#"
        Field version (required): required; `1.0`
        "version": "1.0",
        "version"
        -
    "#]],
    );
    check_complete(
        "{\n  \"status\": \"success\"\n  \"req$0\n}",
        request.clone(),
        &expect![[r#"
        Field request_id (required): required; UUID
        Field version (required): required; `1.0`
        Field response (required): required; JSON-encoded string, or null
        Field error_message (required): required; string, or null
        Field error_type (required): required; string such as `timeout`, `TimeoutError`, `AgentInvocationError`, `InvocationError`, `AGENT_NOT_FOUND`, `INVOCATION_FAILED`, `TIMEOUT`, `PARSE_ERROR`, `VALIDATION_ERROR` or `UNKNOWN`, or null
        Field created_at (required): required; ISO 8601 time
        "request_id": "11111111-2222-4333-8444-555555555555"
        "request_id"
        -
    "#]],
    );
    check_complete(
        &file.replace("\"success\"", "\"su$0\""),
        none(),
        &expect![[r#"
        Value "success": 
        Value "error": 
        Value "timeout": 
        "status": "success",
        "success"
        -
    "#]],
    );
    check_complete(
        &file.replace("\"32ecfadc-2b66-4daa-a7c0-a03c449fcea5\"", "$0"),
        request.clone(),
        &expect![[r#"
        Id "11111111-2222-4333-8444-555555555555": the id in the request
        "request_id": "11111111-2222-4333-8444-555555555555",
        "11111111-2222-4333-8444-555555555555"
        -
    "#]],
    );
    check_complete(
        &file.replace("\"2025-11-24T14:22:45+00:00\"", "\"$0\""),
        request.clone(),
        &expect![[r#"
        Value "2025-11-24T15:00:00+00:00": 
        "created_at": "2025-11-24T15:00:00+00:00",
        "2025-11-24T15:00:00+00:00"
        -
    "#]],
    );
    check_complete(
        &file.replace("\\\"boundaries\\\":", "\\\"b$0\\\":"),
        none(),
        &expect![[r###"
        Section examples (required): section; listed, but missing
        Field frontmatter_metadata: recommended; object: frontmatter metadata
        Section frontmatter: section
        Section title: section
        Section boundaries: section
        Section capabilities: section
        "response": "{\"sections\": [\"quick_start\", \"examples\"], \"quick_start\": \"## Quick Start\\n\\n- \\u00e9 😀\\n\\n### Steps\\n\\nGo.\", \"examples\": \"## Boundaries\"}",
        \"examples\"
        -
    "###]],
    );
    check_complete(
        &file.replace("{\\\"sections\\\"", "{$0\\\"sections\\\""),
        none(),
        &expect![[r###"
        Section examples (required): section; listed, but missing
        Field frontmatter_metadata: recommended; object: frontmatter metadata
        Field sections: array of strings
        Section frontmatter: section
        Section title: section
        Section capabilities: section
        "response": "{\"examples\": \"## Examples\\n\\n\",\"sections\": [\"quick_start\", \"examples\"], \"quick_start\": \"## Quick Start\\n\\n- \\u00e9 😀\\n\\n### Steps\\n\\nGo.\", \"boundaries\": \"## Boundaries\"}",
        \"examples\"
        \\"examples\\": \\"## Examples\\\\n\\\\n$1\\",
    "###]],
    );
    check_complete(
        &file.replace(", \\\"examples\\\"]", ", $0]"),
        none(),
        &expect![[r###"
        Section boundaries: section
        Section frontmatter: section; its text is missing
        Section title: section; its text is missing
        Section capabilities: section; its text is missing
        Section phase_integration: section; its text is missing
        Section loading_instruction: section; its text is missing
        "response": "{\"sections\": [\"quick_start\", \"boundaries\"], \"quick_start\": \"## Quick Start\\n\\n- \\u00e9 😀\\n\\n### Steps\\n\\nGo.\", \"boundaries\": \"## Boundaries\"}",
        \"boundaries\"
        -
    "###]],
    );
    check_complete(
        &envelope("$0"),
        none(),
        &expect![[r#"
        Snippet enhancement: all required fields
        Snippet analysis: all required fields
        Snippet agent: all required fields
        "response": "{\n  \"sections\": []\n}",
        {\n  \"sections\": []\n}
        {\\n  \\"sections\\": [$1]\\n\}
    "#]],
    );
    check_complete(
        "$0",
        request,
        &expect![[r#"
        Snippet agent response: all required fields
        {
        {
          "request_id": "11111111-2222-4333-8444-555555555555",
          "version": "1.0",
          "status": "success",
          "response": null,
          "error_message": null,
          "error_type": null,
          "created_at": "2025-11-24T15:00:00+00:00",
          "duration_seconds": 0,
          "metadata": {}
        }
        {
          "request_id": "11111111-2222-4333-8444-555555555555",
          "version": "1.0",
          "status": "${1|success,error,timeout|}",
          "response": ${2:null},
          "error_message": null,
          "error_type": null,
          "created_at": "2025-11-24T15:00:00+00:00",
          "duration_seconds": ${3:0},
          "metadata": {\}
        \}
    "#]],
    );
    check_complete(&file.replace("## Quick", "## $0Quick"), none(), &expect![[""]]);
}

#[test]
fn completion_in_a_document_is_encoded_for_it() {
    let (opened, _) = at_cursor(&(envelope("{\"sections\": [\"examples\"], }") + "$0"));
    let view = opened.inside("/response").unwrap();
    let offers = view.complete(u32::try_from(view.text().len() - 1).unwrap());
    let after = applied(view.text(), &[offers[0].edit.clone()]);
    assert_eq!(after, "{\"sections\": [\"examples\"], \"examples\": \"## Examples\\n\\n\"}");
    assert_eq!(offers[0].snippet.as_deref(), Some("\"examples\": \"## Examples\\\\n\\\\n$1\""));
    // The same, seen from the file.
    let offset = opened.to_file("/response", offers[0].edit.bytes.from, offers[0].edit.bytes.from).unwrap();
    let in_file = opened.file().complete(offset.bytes.from);
    let after = Opened::new(applied(opened.text(), &[in_file[0].edit.clone()]), Options::default());
    assert_eq!(after.text_of("/response"), Some("{\"sections\": [\"examples\"], \"examples\": \"## Examples\\n\\n\"}"));
}
