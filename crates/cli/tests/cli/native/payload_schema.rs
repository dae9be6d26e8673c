//! `payload-schema` of the project file: which schema applies, where its findings are, what is said of a wrong one.

use serde_json::Value;

use crate::run::Folder;

pub(super) const NAME: &str = "reports/a.agent-response.json";
pub(super) const CONFIG: &str = "agent-response.toml";
const FILES: &str = "[[files]]\nglob = \"reports/*.json\"\npayload-schema = \"schemas/report.schema.json\"\n";

/// A schema, the files next to it that it refers to, and what is found in payloads by it or by another schema.
fn table() -> Value {
    serde_json::from_str(include_str!("../../../../../tests/payload-schema/cases.json")).unwrap()
}

pub(super) fn text(payload: &str) -> String {
    let payload = serde_json::to_string(payload).unwrap();
    format!(
        "{{\n  \"request_id\": \"32ecfadc-2b66-4daa-a7c0-a03c449fcea5\",\n  \"version\": \"1.0\",\n  \"status\": \"success\",\n  \"response\": {payload},\n  \"error_message\": null,\n  \"error_type\": null,\n  \"created_at\": \"2025-11-24T14:22:45+00:00\",\n  \"duration_seconds\": 1.5,\n  \"metadata\": {{}}\n}}\n"
    )
}

pub(super) fn folder(payload: &str) -> Folder {
    let table = table();
    Folder::with(&[
        (NAME, &text(payload)),
        (CONFIG, FILES),
        ("schemas/report.schema.json", &table["schema"].to_string()),
        ("schemas/common.json", &table["files"]["common.json"].to_string()),
    ])
}

/// The findings of the rule: marked text and message.
fn found(payload: &str, schema: &Value) -> Vec<(String, String)> {
    let folder = folder(payload);
    folder.write("schemas/report.schema.json", schema.to_string());
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

/// The extension passes the same table.
#[test]
fn each_violation_is_a_finding_at_its_place() {
    let table = table();
    let cases = table["cases"].as_array().unwrap();
    assert!(cases.len() > 50);
    for case in cases {
        let payload = case["payload"].as_str().unwrap();
        let expected: Vec<(String, String)> = serde_json::from_value(case["findings"].clone()).unwrap();
        let schema = case.get("schema").unwrap_or(&table["schema"]);
        assert_eq!(found(payload, schema), expected, "{schema} {payload}");
    }
}

#[test]
fn all_formats_of_the_output_and_fix_have_it() {
    let folder = folder(r#"{"tittle": "ab", "score": 1, "tags": []}"#);
    let run = folder.run(&["check", NAME]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("error[payload-schema]: `tittle` is not allowed by the schema"), "{}", run.out);
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

/// A schema in which each of `n` definitions refers twice to the next one.
fn doubled(keyword: &str, n: usize, last: &str) -> String {
    let defs: Vec<_> = (0..n)
        .map(|it| {
            format!(r##""d{it}": {{"{keyword}": [{{"$ref": "#/$defs/d{0}"}}, {{"$ref": "#/$defs/d{0}"}}]}}"##, it + 1)
        })
        .collect();
    format!(r##"{{"$ref": "#/$defs/d0", "$defs": {{{}, "d{n}": {last}}}}}"##, defs.join(", "))
}

/// Whoever writes a schema decides neither how long a check takes nor how much memory it has.
#[test]
fn a_schema_has_a_budget() {
    let nested = |n: usize| format!("{}1{}", r#"{"a": "#.repeat(n), "}".repeat(n));
    let objects: Vec<_> = (0..8_000).map(|it| format!(r#"{{"id": {it}}}"#)).collect();
    let both = r##"{"properties": {"a": {"oneOf": [{"$ref": "#"}, {"$ref": "#"}]}}, "maxProperties": 9}"##;
    let budget = "takes more than 1,000,000 steps";
    let types = vec![r#"{"type": "string"}"#; 10_000].join(", ");
    let anchors: Vec<_> = (0..30)
        .map(|it| format!(r##""d{it}": {{"allOf": [{{"$dynamicRef": "#d{0}"}}, {{"$dynamicRef": "#d{0}"}}], "$dynamicAnchor": "d{it}"}}"##, it + 1))
        .collect();
    let names: Vec<_> = (0..4_000).map(|it| format!(r#"{{"pattern": "a{it}$"}}"#)).collect();
    for (schema, payload, code, expected) in [
        (doubled("allOf", 30, r#"{"type": "string"}"#), "1".to_owned(), 2, budget),
        (doubled("anyOf", 30, r#"{"type": "string"}"#), "1".to_owned(), 2, budget),
        (doubled("oneOf", 30, r#"{"type": "string"}"#), "\"a\"".to_owned(), 2, budget),
        (doubled("allOf", 30, "true"), "{}".to_owned(), 2, budget),
        (both.to_owned(), nested(26), 1, "cannot be compared with its schema"),
        (r#"{"uniqueItems": true}"#.to_owned(), format!("[{}]", objects.join(",")), 0, ""),
        (
            format!(
                r##"{{"$ref": "#/$defs/d0", "$defs": {{{}, "d30": {{"$dynamicAnchor": "d30", "type": "string"}}}}}}"##,
                anchors.join(", ")
            ),
            "1".to_owned(),
            2,
            budget,
        ),
        // Each error has a copy of the value.
        (
            format!(r#"{{"anyOf": [{{"allOf": [{types}]}}, {{"type": "null"}}]}}"#),
            format!(r#"["{}"]"#, "x".repeat(1 << 20)),
            1,
            "cannot be compared with its schema",
        ),
        (
            format!(r#"{{"propertyNames": {{"allOf": [{}]}}}}"#, names.join(", ")),
            format!(r#"{{"{}": 1}}"#, "a".repeat(200_000)),
            1,
            "cannot be compared with its schema",
        ),
        (r##"{"$ref": "#"}"##.to_owned(), "{}".to_owned(), 2, "refers to itself without going into the value"),
        (r##"{"allOf": [{"$ref": "#"}]}"##.to_owned(), "{}".to_owned(), 2, "refers to itself without going"),
        (r##"{"properties": {"a": {"$ref": "#"}}, "type": ["object", "integer"]}"##.to_owned(), nested(100), 0, ""),
        // Only what a linear engine takes is a pattern.
        (
            r#"{"properties": {"a": {"pattern": "^(a+)+$"}}}"#.to_owned(),
            format!(r#"{{"a": "{}!"}}"#, "a".repeat(5_000)),
            1,
            "expected text that matches",
        ),
        (
            r#"{"properties": {"a": {"pattern": "^(?=a)(a+)+$"}}}"#.to_owned(),
            r#"{"a": "a"}"#.to_owned(),
            2,
            "at `/properties/a/pattern`",
        ),
        (r#"{"pattern": "(a{1000}){1000}"}"#.to_owned(), "\"a\"".to_owned(), 2, "with more than 50,000 states"),
        (format!(r#"{{"enum": [{}1]}}"#, "1,".repeat(60_000)), "1".to_owned(), 2, "has more than 50,000 parts"),
        (format!(r#"{{"title": "{}"}}"#, "x".repeat(1 << 20)), "1".to_owned(), 2, "is larger than 1 MiB"),
    ] {
        let folder = folder(&payload);
        folder.write("schemas/report.schema.json", &schema);
        let started = std::time::Instant::now();
        let run = folder.run(&["check", NAME]);
        let took = started.elapsed();
        let start = schema.get(..60).unwrap_or(&schema);
        assert!(run.code == code && run.out.contains(expected), "{start}: {} {}{}", run.code, run.out, run.err);
        assert!(took < std::time::Duration::from_secs(20), "{start}: {took:?}");
    }
    // As many violations as can be read.
    let folder = folder(&format!("[{}1]", "\"a\",".repeat(5_000)));
    folder.write("schemas/report.schema.json", r#"{"items": {"type": "integer"}}"#);
    let run = folder.run(&["check", "--format", "json", NAME]);
    assert_eq!(run.codes().iter().filter(|it| *it == "payload-schema").count(), 100);
}

#[test]
fn schemas_stay_in_the_folder_of_the_project_file() {
    let folder = folder("1");
    let outside = Folder::with(&[("secret.json", r#"{"type": "hunter2"}"#)]);
    let outside = outside.path("secret.json");
    let expected = "is outside of the folder of the project file";
    let said = || {
        let run = folder.run(&["check"]);
        assert!(run.code == 2 && !run.out.contains("hunter2"), "{}", run.out);
        run.out
    };
    std::fs::remove_file(folder.path("schemas/report.schema.json")).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&outside, folder.path("schemas/report.schema.json")).unwrap();
        assert!(said().contains(expected), "{}", said());
        std::fs::remove_file(folder.path("schemas/report.schema.json")).unwrap();
    }
    let address = outside.display().to_string();
    folder.write("schemas/report.schema.json", format!(r#"{{"$ref": "file://{address}"}}"#));
    assert!(said().contains(expected), "{}", said());
    // What is wrong with it is said without its values.
    folder.write("schemas/report.schema.json", r#"{"type": "hunter2"}"#);
    assert!(said().contains("at `/type`"), "{}", said());
}
