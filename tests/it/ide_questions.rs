//! Questions at a cursor, which is `$0` in the text: what is there, what can be inserted, what belongs together.

use agent_response::Options;
use agent_response::ide::{DocumentSymbol, InnerEdit, Language, Opened, Place, TOKEN_TYPES, View, apply_edits};
use agent_response::report::TextEdit;
use expect_test::{Expect, expect};

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

fn check_hover(marked: &str, expected: &Expect) {
    let (opened, offset) = at_cursor(marked);
    let view = opened.file();
    let shown = view.hover(offset).map(|it| {
        let rules: Vec<_> = it.rules.iter().map(|it| it.code).collect();
        format!("{}: {}\n{}", text(&view, &it.place), rules.join(" "), it.markdown)
    });
    expected.assert_eq(&shown.unwrap_or_default());
}

/// What is offered, and the text around the cursor after the first of it.
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
            \u202e: 
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

fn outline(symbols: &[DocumentSymbol], level: usize, out: &mut String) {
    for it in symbols {
        *out += &format!("{}{} {:?} {} {}\n", "  ".repeat(level), it.name, it.kind, it.detail, it.pointer);
        outline(&it.children, level + 1, out);
    }
}

#[test]
fn the_outline_goes_through_all_levels() {
    let opened = Opened::new(envelope(PAYLOAD), Options::default());
    let mut out = String::new();
    outline(&opened.file().symbols(), 0, &mut out);
    expect![[r#"
        request_id String 32ecfadc-2b66-4daa-a7c0-a03c449fcea5 /request_id
        version String 1.0 /version
        status String success /status
        response Object  /response
          sections Array 2 items /response/sections
            0 String quick_start /response/sections/0
            1 String examples /response/sections/1
          quick_start Section Quick Start /response/quick_start
            Quick Start Heading  /response/quick_start
              Steps Heading  /response/quick_start
          boundaries Section Boundaries /response/boundaries
            Boundaries Heading  /response/boundaries
        error_message Null null /error_message
        error_type Null null /error_type
        created_at String 2025-11-24T14:22:45+00:00 /created_at
        duration_seconds Number 12.5 /duration_seconds
        metadata Object  /metadata
    "#]]
    .assert_eq(&out);
    let mut out = String::new();
    outline(&opened.inside("/response/quick_start").unwrap().symbols(), 0, &mut out);
    expect![[r#"
        Quick Start Heading  
          Steps Heading  
    "#]]
    .assert_eq(&out);
    let view = opened.inside("/response").unwrap();
    let symbols = view.symbols();
    assert_eq!(text(&view, &symbols[0].place), "\"sections\": [\"quick_start\", \"examples\"]");
    assert_eq!(text(&view, &symbols[0].selection), "\"sections\"");
}

#[test]
fn names_lead_to_what_they_name() {
    let check = |marked: &str, options: Options, expected: &str| {
        let (opened, offset) = at_cursor_with(marked, options);
        let view = opened.file();
        let show = |it: agent_response::ide::Definition| match it.target {
            agent_response::ide::DefinitionTarget::File => text(&view, &it.place).to_owned(),
            agent_response::ide::DefinitionTarget::Request | agent_response::ide::DefinitionTarget::Response => {
                format!("{:?} {}..{}", it.name, it.place.from, it.place.to)
            }
        };
        let found: Vec<_> = view.definition(offset).into_iter().map(show).collect();
        assert_eq!(found.join(" "), expected);
    };
    let file = envelope(PAYLOAD);
    check(&file.replacen("quick_start", "quick$0_start", 1), Options::default(), "\\\"quick_start\\\"");
    check(&file.replacen("quick_start\\\":", "quick$0_start\\\":", 1), Options::default(), "\\\"quick_start\\\"");
    check(&file.replacen("boundaries", "boun$0daries", 1), Options::default(), "");
    let request = "{\"request_id\": \"32ecfadc-2b66-4daa-a7c0-a03c449fcea5\"}";
    let siblings = Some(vec![(".agent-request-phase8.json".into(), request.into())]);
    let options = Options { file_name: Some(".agent-response-phase8.json".into()), siblings, ..Options::default() };
    check(&file.replacen("32ecfadc", "32e$0cfadc", 1), options, "Some(\".agent-request-phase8.json\") 15..53");
    // And from the request to the response.
    let siblings = Some(vec![(".agent-response-phase8.json".into(), file.clone())]);
    let options = Options { file_name: Some(".agent-request-phase8.json".into()), siblings, ..Options::default() };
    check(&request.replacen("32ecfadc", "32e$0cfadc", 1), options, "Some(\".agent-response-phase8.json\") 18..56");
    // From the id of a task to the other entries that have it.
    let task = r#"{"schema_id": "codex/v3.6/status_snapshot/v1", "tool": "_codex_local_status",
        "tool_category": "status_snapshot", "status": "ok", "data": {"tasks": [{"task_id": "T-local-a$01"}],
        "queue": [{"task_id": "T-local-b2"}], "recently_completed": [{"task_id": "T-local-a1"}]}}"#;
    let (opened, offset) = at_cursor(task);
    let [found] = &*opened.file().definition(offset) else { panic!("one entry") };
    let text = opened.text();
    assert_eq!(found.place.bytes.from as usize, text.rfind("\"T-local-a1\"").unwrap());
    assert_eq!(found.origin.bytes.from as usize, text.find("\"T-local-a1\"").unwrap());
    // A guide is Markdown by its table.
    let guide = r##"{"schema_id": "codex/v3.6/registry_info/v1", "tool": "_codex_cloud_github_setup",
        "tool_category": "registry_info", "status": "ok", "data": {"guide": "All of it", "steps": ["One"]}}"##;
    let documents = Opened::new(guide, Options::default()).documents();
    assert_eq!(documents.len(), 1);
    assert_eq!((&*documents[0].pointer, documents[0].language), ("/data/guide", Language::Markdown));
}

#[test]
fn what_can_be_folded_is_found_in_every_document() {
    let opened = Opened::new(envelope(PAYLOAD), Options::default());
    let view = opened.file();
    let shown: Vec<_> =
        view.folding().iter().map(|it| format!("{:?} {}", it.kind, text(&view, &it.place).len())).collect();
    expect![[r#"
        Object 420
        Object 163
        Array 31
        Section 58
        Section 18
        Section 13"#]]
    .assert_eq(&shown.join("\n"));
    let view = opened.inside("/response/quick_start").unwrap();
    let shown: Vec<_> = view.folding().iter().map(|it| text(&view, &it.place).replace('\n', "|")).collect();
    expect![[r#"
        ## Quick Start||- é 😀||### Steps||Go.
        ### Steps||Go."#]]
    .assert_eq(&shown.join("\n"));
}

#[test]
fn selections_grow_through_the_levels() {
    let (opened, offset) = at_cursor(&envelope(PAYLOAD).replace("Go.", "G$0o."));
    let view = opened.file();
    let ranges = view.selection_ranges(&[offset, 0]);
    let shown: Vec<_> = ranges[0].iter().map(|it| text(&view, it).chars().take(30).collect::<String>()).collect();
    expect![[r###"
        Go
        Go.
        ## Quick Start\\n\\n- \\u00e9 
        \"## Quick Start\\n\\n- \\u00e
        \"quick_start\": \"## Quick St
        \"sections\": [\"quick_start\"
        {\"sections\": [\"quick_start\
        "{\"sections\": [\"quick_start
        "response": "{\"sections\": [\

          "request_id": "32ecfadc-2b6
        {
          "request_id": "32ecfadc-2b"###]]
    .assert_eq(&shown.join("\n"));
    for pair in ranges[0].windows(2) {
        assert!(pair[1].from <= pair[0].from && pair[0].to <= pair[1].to && pair[0] != pair[1]);
    }
    assert_eq!(ranges[1].len(), 1);
}

#[test]
fn tokens_are_in_order_and_in_the_encoded_documents() {
    let opened = Opened::new(envelope(PAYLOAD), Options::default());
    for view in [opened.file(), opened.inside("/response").unwrap(), opened.inside("/response/quick_start").unwrap()] {
        let tokens = view.tokens();
        let units: Vec<u16> = view.text().encode_utf16().collect();
        let mut end = 0;
        let mut shown = String::new();
        for token in tokens.offsets.chunks(3) {
            let [from, to, kind] = token else { unreachable!() };
            assert!(end <= *from && from < to, "{from} {to} after {end}");
            end = *to;
            let text = String::from_utf16(&units[*from as usize..*to as usize]).unwrap();
            shown += &format!("{} {text}\n", TOKEN_TYPES[*kind as usize]);
        }
        assert_eq!(tokens.data.len() / 5, tokens.offsets.len() / 3);
        if view.text().starts_with("##") {
            assert_eq!(shown, "heading ## Quick Start\nheading ### Steps\n");
        } else if view.text().len() == PAYLOAD.len() {
            expect![[r#"
                property "sections"
                string "quick_start"
                string "examples"
                property "quick_start"
                heading ## Quick Start
                heading ### Steps
                property "boundaries"
                heading ## Boundaries
            "#]]
            .assert_eq(&shown);
        }
    }
}

#[test]
fn format_only_indents() {
    let compact = envelope("{\"a\":[1.50,{}],\"b\":{\"c\":\"x\\u00e9 , :\"},\"a\":[]}");
    let opened = Opened::new(compact.as_str(), Options::default());
    let after = applied(&compact, &opened.file().format("/response", "  ").unwrap());
    let text = Opened::new(after.as_str(), Options::default()).text_of("/response").unwrap().to_owned();
    let expected =
        "{\n  \"a\": [\n    1.50,\n    {}\n  ],\n  \"b\": {\n    \"c\": \"x\\u00e9 , :\"\n  },\n  \"a\": []\n}";
    assert_eq!(text, expected);
    let view = opened.inside("/response").unwrap();
    assert_eq!(applied(view.text(), &view.format("/response", "  ").unwrap()), expected);
    // Once is enough, and what is broken stays.
    let opened = Opened::new(after.as_str(), Options::default());
    assert_eq!(opened.file().format("/response", "  ").unwrap(), []);
    let broken = Opened::new(envelope("{\"a\":[1,}"), Options::default());
    assert_eq!(broken.file().format("/response", "  ").unwrap(), []);
    assert!(broken.file().format("/none", "  ").is_err());
    // Many edits become one.
    let long = format!("[{}0]", "[1],".repeat(500));
    let opened = Opened::new(envelope(&long), Options::default());
    let edits = opened.file().format("/response", "\t").unwrap();
    assert_eq!(edits.len(), 1);
    let after = Opened::new(applied(opened.text(), &edits), Options::default());
    let text = after.text_of("/response").unwrap();
    assert_eq!(text.split_whitespace().collect::<String>(), long);
    assert!(text.starts_with("[\n\t[\n\t\t1\n\t],\n"));
}

#[test]
fn any_question_has_an_answer_on_any_text() {
    let mut random = crate::random::Random::new(3);
    for _ in 0..300 {
        let opened = Opened::new(crate::json_texts::damaged(&mut random, &envelope(PAYLOAD)), Options::default());
        let pointers = std::iter::once(String::new()).chain(opened.documents().into_iter().map(|it| it.pointer));
        for pointer in pointers.collect::<Vec<_>>() {
            let view = opened.inside(&pointer).unwrap();
            let end = u32::try_from(view.text().len()).unwrap();
            let is_in = |it: &Place| {
                it.bytes.from <= it.bytes.to && it.bytes.to <= end && text(&view, it).len() <= view.text().len()
            };
            for _ in 0..8 {
                let mut offset = random.below(view.text().len() + 1);
                while !view.text().is_char_boundary(offset) {
                    offset -= 1;
                }
                let offset = u32::try_from(offset).unwrap();
                assert!(view.hover(offset).is_none_or(|it| is_in(&it.place)));
                for offer in view.complete(offset) {
                    let mut edits = offer.more.clone();
                    edits.push(offer.edit);
                    applied(view.text(), &edits);
                }
                assert!(view.definition(offset).iter().all(|it| is_in(&it.origin)));
                assert!(view.selection_ranges(&[offset])[0].iter().all(is_in));
            }
            assert!(view.folding().iter().all(|it| is_in(&it.place)));
            assert!(view.symbols().iter().all(|it| is_in(&it.place)));
            assert!(view.tokens().offsets.chunks(3).all(|it| it[0] < it[1] && it[1] <= end));
            let edits = view.format(&pointer, " ").unwrap();
            applied(view.text(), &edits);
        }
    }
}
