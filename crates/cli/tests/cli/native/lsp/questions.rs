//! What editors ask: each question, at places inside the string, in every encoding.

use serde_json::{Value, json};

use super::client::{Client, edited, utf16};
use crate::run::{Folder, GOOD, REQUEST};

const NAME: &str = ".agent-response-phase8.json";
const ASKED: &str = ".agent-request-phase8.json";

const METHODS: [&str; 8] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/semanticTokens/full",
    "textDocument/formatting",
];

/// The sample, with an emoji before everything else in the payload.
fn text() -> String {
    GOOD.replacen("{\\\"sections\\\"", "{\\\"note\\\": \\\"😀\\\", \\\"sections\\\"", 1)
}

/// The position of some words, in characters of the given width.
fn position(text: &str, words: &str, width: fn(char) -> usize) -> Value {
    let at = text.find(words).unwrap_or_else(|| panic!("{words}"));
    let start = text[..at].rfind('\n').map_or(0, |it| it + 1);
    let character: usize = text[start..at].chars().map(width).sum();
    json!({"line": text[..at].matches('\n').count(), "character": character})
}

fn in_utf16(text: &str, words: &str) -> Value {
    position(text, words, char::len_utf16)
}

fn marked<'t>(text: &'t str, range: &Value) -> &'t str {
    &text[utf16(text, &range["start"])..utf16(text, &range["end"])]
}

fn opened(capabilities: Value, text: &str) -> Client {
    let mut client = Client::with(Folder::with(&[(ASKED, REQUEST)]), capabilities);
    client.open(NAME, text);
    client
}

fn ask(client: &mut Client, method: &str, at: &Value) -> Value {
    let document = client.about(NAME);
    client.request(method, json!({"textDocument": document, "position": at}))
}

#[test]
fn hover_says_what_a_field_of_the_payload_is() {
    let text = text();
    let markdown = json!({"textDocument": {"hover": {"contentFormat": ["markdown", "plaintext"]}}});
    for (capabilities, kind) in [(json!({}), "plaintext"), (markdown, "markdown")] {
        let mut client = opened(capabilities, &text);
        let hover = ask(&mut client, "textDocument/hover", &in_utf16(&text, "sections\\\""));
        assert_eq!(hover["contents"]["kind"], kind);
        assert!(hover["contents"]["value"].as_str().unwrap().contains("sections"), "{hover}");
        assert!(marked(&text, &hover["range"]).contains("sections"), "{hover}");
    }
}

#[test]
fn hover_at_an_error_says_what_the_program_does() {
    let text = GOOD.replacen("\"status\"", "\"[a](b)\"", 1);
    let words = "AgentResponse.__init__() got an unexpected keyword argument '[a](b)'";
    let plain = format!("The agent bridge refuses it: Invalid response format: {words}");
    let escape = |it: char| if it.is_ascii_punctuation() { format!("\\{it}") } else { it.to_string() };
    let escaped = plain.chars().map(escape).collect();
    let markdown = json!({"textDocument": {"hover": {"contentFormat": ["markdown", "plaintext"]}}});
    for (capabilities, expected) in [(json!({}), plain), (markdown, escaped)] {
        let mut client = opened(capabilities, &text);
        let hover = ask(&mut client, "textDocument/hover", &in_utf16(&text, "[a](b)"));
        assert!(hover["contents"]["value"].as_str().unwrap().ends_with(&expected), "{hover}");
        let sound = ask(&mut client, "textDocument/hover", &in_utf16(&text, "sections\\\""));
        assert!(!sound["contents"]["value"].as_str().unwrap().contains("bridge"), "{sound}");
    }
}

#[test]
fn hover_says_what_a_key_of_the_project_file_means() {
    const PROJECT: &str = "agent-response.toml";
    let text = "# 😀\n[rules] # 😀\nnot-pretty = \"off\"\n";
    let mut client = Client::plain(&[]);
    client.open(PROJECT, text);
    let document = client.about(PROJECT);
    for (words, place, said) in [("not-pretty", "not-pretty", "`hint`"), ("\"off", "\"off\"", "Not reported")] {
        let at = in_utf16(text, words);
        let hover = client.request("textDocument/hover", json!({"textDocument": document, "position": at}));
        assert_eq!(marked(text, &hover["range"]), place);
        assert!(hover["contents"]["value"].as_str().unwrap().contains(said), "{hover}");
    }
    let comment = json!({"textDocument": document, "position": {"line": 0, "character": 1}});
    assert_eq!(client.request("textDocument/hover", comment), Value::Null);
    assert_eq!(client.request("textDocument/documentSymbol", json!({"textDocument": document})), Value::Null);
}

#[test]
fn a_missing_key_of_the_payload_is_completed() {
    let text = GOOD.replacen("\\\"frontmatter_metadata\\\"", "\\\"\\\"", 1);
    assert_ne!(text, GOOD);
    for has_snippets in [false, true] {
        let capabilities =
            json!({"textDocument": {"completion": {"completionItem": {"snippetSupport": has_snippets}}}});
        let mut client = opened(capabilities, &text);
        let mut at = in_utf16(&text, "\\\"\\\": {\\\"stack");
        at["character"] = json!(at["character"].as_u64().unwrap() + 2);
        let offered = ask(&mut client, "textDocument/completion", &at);
        let items = offered["items"].as_array().unwrap();
        let item = items.iter().find(|it| it["label"] == "frontmatter_metadata").unwrap_or_else(|| panic!("{offered}"));
        assert_eq!(
            item["insertTextFormat"] == 1,
            !has_snippets || item["textEdit"]["newText"].as_str().unwrap().find('$').is_none()
        );
        assert!(item["sortText"].as_str().unwrap() < "$schema", "{item}");
        let uri = client.uri(NAME);
        if !has_snippets {
            let mut edits = vec![item["textEdit"].clone()];
            edits.extend(item["additionalTextEdits"].as_array().unwrap().clone());
            let after = edited(&text, &json!({"changes": {(uri.as_str()): edits}}), &uri);
            assert_eq!(after, GOOD);
        }
    }
}

#[test]
fn definitions_lead_through_the_payload_and_to_the_request() {
    let text = text();
    let mut client = opened(json!({"textDocument": {"definition": {"linkSupport": true}}}), &text);
    let found = ask(&mut client, "textDocument/definition", &in_utf16(&text, "boundaries\\\""));
    assert_eq!(found[0]["targetUri"], client.uri(NAME));
    let origin = utf16(&text, &found[0]["originSelectionRange"]["start"]);
    assert!(utf16(&text, &found[0]["targetRange"]["start"]) > origin, "{found}");
    let found = ask(&mut client, "textDocument/definition", &in_utf16(&text, "7c1f0a52"));
    assert_eq!(found[0]["targetUri"], client.uri(ASKED));
    assert!(marked(REQUEST, &found[0]["targetRange"]).contains("7c1f0a52"), "{found}");
    let mut client = opened(json!({}), &text);
    let found = ask(&mut client, "textDocument/definition", &in_utf16(&text, "7c1f0a52"));
    assert_eq!(found[0]["uri"], client.uri(ASKED));
}

#[test]
fn the_outline_goes_on_into_the_payload() {
    let text = text();
    let names = |capabilities: Value| {
        let mut client = opened(capabilities, &text);
        let document = client.about(NAME);
        client.request("textDocument/documentSymbol", json!({"textDocument": document})).to_string()
    };
    let tree = names(json!({"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": true}}}));
    let list = names(json!({}));
    for name in ["request_id", "response", "boundaries", "frontmatter_metadata", "ALWAYS"] {
        assert!(tree.contains(&format!("\"name\":\"{name}\"")), "{name}: {tree}");
        assert!(list.contains(&format!("\"name\":\"{name}\"")), "{name}: {list}");
    }
    assert!(tree.contains("selectionRange") && list.contains("containerName"));
}

#[test]
fn folds_and_selections_contain_each_other() {
    let text = text();
    let mut client = opened(json!({"textDocument": {"foldingRange": {"lineFoldingOnly": true}}}), &text);
    let document = client.about(NAME);
    let folds = client.request("textDocument/foldingRange", json!({"textDocument": document}));
    let last = text.trim_end().lines().count() - 2;
    assert!(folds.as_array().unwrap().contains(&json!({"startLine": 0, "endLine": last})), "{folds}");
    let at = in_utf16(&text, "boundaries\\\"");
    let selections =
        client.request("textDocument/selectionRange", json!({"textDocument": document, "positions": [at, at]}));
    assert_eq!(selections.as_array().unwrap().len(), 2);
    let (mut selection, mut n_levels) = (&selections[0], 0);
    while let Some(parent) = selection.get("parent") {
        let (inner, outer) = (marked(&text, &selection["range"]), marked(&text, &parent["range"]));
        assert!(outer.contains(inner) && outer.len() > inner.len(), "{inner:?} in {outer:?}");
        (selection, n_levels) = (parent, n_levels + 1);
    }
    assert!(n_levels >= 4, "{selections}");
}

/// The colored texts are the same in every encoding.
#[test]
fn tokens_color_the_payload_in_every_encoding() {
    let text = text();
    let mut all: Vec<Vec<String>> = Vec::new();
    for (name, width) in
        [("utf-8", char::len_utf8 as fn(char) -> usize), ("utf-16", char::len_utf16), ("utf-32", |_| 1)]
    {
        let mut client = opened(json!({"general": {"positionEncodings": [name]}}), &text);
        assert_eq!(client.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"][0], "property");
        let document = client.about(NAME);
        let answer = client.request("textDocument/semanticTokens/full", json!({"textDocument": document}));
        let data: Vec<usize> = answer["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| usize::try_from(it.as_u64().unwrap()).unwrap())
            .collect();
        let lines: Vec<&str> = text.split('\n').collect();
        let (mut line, mut character) = (0, 0);
        let mut texts = Vec::new();
        for token in data.chunks(5) {
            character = if token[0] == 0 { character + token[1] } else { token[1] };
            line += token[0];
            let (mut out, mut at) = (String::new(), 0);
            for ch in lines[line].chars() {
                if at >= character && at < character + token[2] {
                    out.push(ch);
                }
                at += width(ch);
            }
            texts.push(out);
        }
        assert!(texts.len() > 20 && texts.iter().any(|it| it.contains('😀')), "{texts:?}");
        all.push(texts);
    }
    assert!(all[0] == all[1] && all[1] == all[2]);
}

#[test]
fn files_and_payloads_are_indented() {
    let value: Value = serde_json::from_str(&text()).unwrap();
    let flat = value.to_string();
    let mut client = opened(json!({}), &flat);
    let document = client.about(NAME);
    let options = json!({"tabSize": 2, "insertSpaces": true});
    let edits = client.request("textDocument/formatting", json!({"textDocument": document, "options": options}));
    let uri = client.uri(NAME);
    let pretty = edited(&flat, &json!({"changes": {(uri.as_str()): edits}}), &uri);
    assert_eq!(pretty.trim_end(), serde_json::to_string_pretty(&value).unwrap());

    client.request("workspace/executeCommand", json!({"command": "agent-response.formatPayload", "arguments": [uri]}));
    let edit = client.incoming("workspace/applyEdit")["edit"].clone();
    let after: Value = serde_json::from_str(&edited(&flat, &edit, &uri)).unwrap();
    let (before, after) = (value["response"].as_str().unwrap(), after["response"].as_str().unwrap());
    assert!(!before.contains("\n  \"") && after.contains("\n  \"sections\""), "{after}");
    assert_eq!(serde_json::from_str::<Value>(before).unwrap(), serde_json::from_str::<Value>(after).unwrap());
}

/// Ranges of hovers are the same text in every encoding, for every place of the text.
#[test]
fn positions_mean_the_same_in_every_encoding() {
    let text = text();
    let mut all: Vec<Vec<Value>> = Vec::new();
    for (name, width) in
        [("utf-8", char::len_utf8 as fn(char) -> usize), ("utf-16", char::len_utf16), ("utf-32", |_| 1)]
    {
        let mut client = opened(json!({"general": {"positionEncodings": [name]}}), &text);
        let texts = ["note", "😀", "sections\\\"", "✅", "frontmatter_metadata", "agent_name"].map(|words| {
            let hover = ask(&mut client, "textDocument/hover", &position(&text, words, width));
            json!([hover["contents"]["value"], hover["range"]["start"]["line"]])
        });
        all.push(texts.to_vec());
    }
    assert!(all[0] == all[1] && all[1] == all[2], "{all:#?}");
    assert!(all[0].iter().filter(|it| !it[0].is_null()).count() >= 3, "{:#?}", all[0]);
}

#[test]
fn about_other_files_and_impossible_places_there_is_nothing_to_say() {
    let mut client = opened(json!({}), &text());
    client.open("package.json", "{}");
    let all = |uri: &str, position: Value| {
        json!({
            "textDocument": {"uri": uri}, "position": position, "positions": [position],
            "options": {"tabSize": u32::MAX, "insertSpaces": true},
        })
    };
    let (ours, other, closed) = (client.uri(NAME), client.uri("package.json"), client.uri("closed.json"));
    for method in METHODS {
        let start = json!({"line": 0, "character": 0});
        assert_eq!(client.request(method, all(&other, start.clone())), Value::Null, "{method}");
        assert_eq!(client.request(method, all(&closed, start.clone())), Value::Null, "{method}");
        for (line, character) in [(0, u32::MAX), (u32::MAX, 0), (4, 7)] {
            client.request(method, all(&ours, json!({"line": line, "character": character})));
        }
        for params in [Value::Null, json!([]), json!({"textDocument": {"uri": 3}})] {
            assert_eq!(client.refused(method, params).0, -32602, "{method}");
        }
    }
    assert_eq!(client.leave(), 0);
}

/// What the schema of the project says of the payload, inside the string.
#[test]
fn a_schema_of_the_project_is_known() {
    let schema = r#"{"type": "object", "required": ["title"], "properties": {
        "title": {"type": "string", "description": "What the report is called."},
        "level": {"enum": ["low", "high"], "description": "How serious it is."}}}"#;
    let files = "[[files]]\nglob = \"a.json\"\nformat = \"agent-response\"\npayload-schema = \"x.schema.json\"\n";
    let folder = Folder::with(&[("agent-response.toml", files), ("x.schema.json", schema)]);
    let mut client = Client::with(folder, json!({}));
    let text = r#"{"note": "😀", "status": "success", "response": "{\"level\": \"hig\", \"more\": {}}"}"#;
    client.open("a.json", text);
    let published = client.published("a.json");
    let found = |code: &str| {
        let all = published["diagnostics"].as_array().unwrap();
        let ours = all.iter().filter(|it| it["code"] == code);
        ours.map(|it| (marked(text, &it["range"]).to_owned(), it["message"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(
        found("payload-schema"),
        [
            ("{".to_owned(), json!("Missing `title`; the schema requires it")),
            (r#"\"hig\""#.to_owned(), json!("`level` is `hig`; expected `low` or `high`")),
        ]
    );
    let at = |words: &str| json!({"textDocument": {"uri": null}, "position": in_utf16(text, words)});
    let mut ask = |method: &str, words: &str| {
        let mut params = at(words);
        params["textDocument"] = client.about("a.json");
        client.request(method, params)
    };
    let hover = ask("textDocument/hover", "level");
    assert_eq!(hover["contents"]["value"], "`level`: `low` or `high`\nHow serious it is.");
    let offered = ask("textDocument/completion", "hig\\");
    let labels: Vec<_> = offered["items"].as_array().unwrap().iter().map(|it| it["label"].clone()).collect();
    assert_eq!(labels, ["\"low\"", "\"high\""]);
    let offered = ask("textDocument/completion", "level");
    let keys: Vec<_> = offered["items"].as_array().unwrap().iter().map(|it| it["label"].clone()).collect();
    assert!(keys.contains(&json!("title")), "{keys:?}");
    // A schema that is saved counts at once.
    client.folder.write("x.schema.json", "{}");
    client.open("x.schema.json", "{}");
    let document = client.about("x.schema.json");
    client.notify("textDocument/didSave", json!({"textDocument": document}));
    let published = client.published("a.json");
    assert!(!published.to_string().contains("payload-schema"), "{published}");
}
