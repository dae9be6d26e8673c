//! What belongs together: outlines, names, folding, selections, tokens, indentation.

use agent_response::Options;
use agent_response::ide::{DocumentSymbol, Language, Opened, TOKEN_TYPES};
use expect_test::expect;

use super::{PAYLOAD, applied, at_cursor, at_cursor_with, envelope, text};

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
    // A guide is Markdown, according to its table.
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
    // Indenting twice changes nothing, and broken JSON stays as it is.
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
