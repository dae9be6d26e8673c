//! `payload-schema` of the project file: which schema applies, where its findings are, what is said of a wrong one.

use crate::run::Folder;

const NAME: &str = "reports/a.agent-response.json";
const CONFIG: &str = "agent-response.toml";
const SCHEMA: &str = r#"{
  "type": "object",
  "required": ["title", "score"],
  "additionalProperties": false,
  "properties": {
    "title": { "type": "string", "minLength": 2 },
    "score": { "type": "number", "maximum": 10 },
    "level": { "enum": ["low", "high"] },
    "tags": { "type": "array", "uniqueItems": true, "items": { "$ref": "common.json#/$defs/tag" } },
    "by": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
    "step": { "oneOf": [
      { "properties": { "kind": { "const": "run" }, "command": { "type": "string" } }, "required": ["kind", "command"] },
      { "properties": { "kind": { "const": "wait" }, "seconds": { "type": "number" } }, "required": ["kind", "seconds"] }
    ] }
  }
}"#;
const COMMON: &str = r#"{ "$defs": { "tag": { "type": "string", "pattern": "^[a-z]+$" } } }"#;
const FILES: &str = "[[files]]\nglob = \"reports/*.json\"\npayload-schema = \"schemas/report.schema.json\"\n";

fn text(payload: &str) -> String {
    let payload = serde_json::to_string(payload).unwrap();
    format!(
        "{{\n  \"request_id\": \"32ecfadc-2b66-4daa-a7c0-a03c449fcea5\",\n  \"version\": \"1.0\",\n  \"status\": \"success\",\n  \"response\": {payload},\n  \"error_message\": null,\n  \"error_type\": null,\n  \"created_at\": \"2025-11-24T14:22:45+00:00\",\n  \"duration_seconds\": 1.5,\n  \"metadata\": {{}}\n}}\n"
    )
}

fn folder(payload: &str) -> Folder {
    Folder::with(&[
        (NAME, &text(payload)),
        (CONFIG, FILES),
        ("schemas/report.schema.json", SCHEMA),
        ("schemas/common.json", COMMON),
    ])
}

/// The findings of the rule: marked text and message.
fn found(payload: &str) -> Vec<(String, String)> {
    let folder = folder(payload);
    let run = folder.run(&["check", "--format", "json", NAME]);
    let text = folder.read(NAME);
    let mut out = Vec::new();
    for it in run.files()[0]["diagnostics"].as_array().unwrap() {
        if it["code"] == "payload-schema" {
            let at = |key: &str| usize::try_from(it["bytes"][key].as_u64().unwrap()).unwrap();
            out.push((text[at("from")..at("to")].to_owned(), it["message"].as_str().unwrap().to_owned()));
        }
    }
    assert_eq!(run.code, i32::from(!out.is_empty()), "{}{}", run.out, run.err);
    out
}

fn check(payload: &str, expected: &[(&str, &str)]) {
    let found = found(payload);
    assert_eq!(found.iter().map(|it| (it.0.as_str(), it.1.as_str())).collect::<Vec<_>>(), expected, "{payload}");
}

#[test]
fn each_violation_is_a_finding_at_its_place() {
    check(r#"{"title": "é😀", "score": 10}"#, &[]);
    check(
        r#"{"tittle": "é😀", "score": 11}"#,
        &[
            (r#"\"tittle\""#, "`tittle` is not a key of the schema; did you mean `title`?"),
            ("11", "`score` is 11; expected at most 10"),
        ],
    );
    check("{}", &[("{", "Missing `title` and `score`; the schema requires them")]);
    check(
        r#"{"title": "x", "score": "9", "level": "hig", "tags": ["a", "B", "a"]}"#,
        &[
            (r#"\"x\""#, "`title` has 1 character; expected at least 2"),
            (r#"\"9\""#, "`score` must be a number, but is a string"),
            (r#"\"hig\""#, "`level` is `hig`; expected `low` or `high`"),
            ("[", "`tags` contains the same item twice"),
            (r#"\"B\""#, "`tags[1]` is `B`; expected text that matches `^[a-z]+$`"),
        ],
    );
    check("[]", &[("[", "The payload must be an object, but is an array")]);
    check("# Done\n\nIt works.", &[("# Done", "The payload must be an object, but is a string")]);
}

#[test]
fn alternatives_are_told_apart() {
    let with = |more: &str| format!(r#"{{"title": "ab", "score": 1, {more}}}"#);
    check(&with(r#""by": 1"#), &[("1", "`by` must be a string or null, but is a number")]);
    check(&with(r#""step": {"kind": "wait"}"#), &[("{", "Missing `seconds`; the schema requires it")]);
    check(&with(r#""step": {"kind": "stop"}"#), &[("{", "`step` matches none of the 2 alternatives of the schema")]);
    check(&with(r#""step": {"kind": "run", "command": 1}"#), &[("1", "`command` must be a string, but is a number")]);
}

#[test]
fn all_formats_of_the_output_and_fix_have_it() {
    let folder = folder(r#"{"tittle": "ab", "score": 1, "tags": []}"#);
    let run = folder.run(&["check", NAME]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("error[payload-schema]: `tittle` is not a key of the schema"), "{}", run.out);
    for format in ["concise", "github", "gitlab", "sarif", "junit", "checkstyle", "rdjson", "azure"] {
        let run = folder.run(&["check", "--format", format, NAME]);
        assert!(run.code == 1 && run.out.contains("payload-schema"), "{format}: {}", run.out);
    }
    assert_eq!(folder.run(&["check", "--rule", "payload-schema=hint", NAME]).code, 0);
    assert_eq!(folder.run(&["check", "--no-config", NAME]).code, 0);
    // All of `reports` has the schema, other folders have none.
    folder.write("other/b.agent-response.json", text("{}"));
    assert_eq!(folder.run(&["check", "other"]).code, 0);

    assert_eq!(folder.run(&["fix", NAME]).code, 1);
    let run = folder.run(&["fix", "--suggestions", NAME]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert_eq!(folder.read(NAME), text(r#"{"title": "ab", "score": 1, "tags": []}"#));
    assert_eq!(folder.run(&["check"]).code, 0);
}

#[test]
fn a_wrong_schema_is_an_error_at_its_place_in_the_project_file() {
    let folder = folder(r#"{"title": "ab", "score": 1}"#);
    let said = |schema: &str| {
        folder.write("schemas/report.schema.json", schema);
        let run = folder.run(&["check", "--format", "concise"]);
        assert_eq!(run.code, 2, "{schema}: {}{}", run.out, run.err);
        assert!(run.out.starts_with("agent-response.toml:3:18:"), "{}", run.out);
        run.out
    };
    for (schema, expected) in [
        ("{", "`schemas/report.schema.json` is not JSON, from line 1, column 1 on"),
        (r#"{"type": "strin"}"#, "is not a valid JSON Schema at `/type`"),
        (r#"{"pattern": "("}"#, "is not a valid JSON Schema"),
        (r##"{"$ref": "#/$defs/none"}"##, "has a reference that leads nowhere"),
        (r#"{"$ref": "none.json"}"#, "refers to `none.json`, which cannot be read"),
        (
            r#"{"$ref": "https://example.com/schema.json"}"#,
            "refers to `https://example.com/schema.json`, which is no file",
        ),
    ] {
        let out = said(schema);
        assert!(out.contains(expected), "{schema}: {out}");
    }
    std::fs::remove_file(folder.path("schemas/report.schema.json")).unwrap();
    let run = folder.run(&["check"]);
    assert!(
        run.code == 2 && run.out.contains("error[config]: `schemas/report.schema.json` cannot be read"),
        "{}",
        run.out
    );
    std::fs::create_dir(folder.path("schemas/report.schema.json")).unwrap();
    assert!(folder.run(&["check"]).out.contains("is a folder; expected a JSON Schema"));
}

#[test]
fn payloads_that_cannot_be_compared_are_said_to_be() {
    let folder = folder("1e999");
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    for payload in ["{\"score\": 1e999}", &deep] {
        folder.write(NAME, text(payload));
        let run = folder.run(&["check", NAME]);
        assert!(run.code == 1 && run.out.contains("payload-schema"), "{}", run.out);
    }
}
