//! The table of cases, which the package and the editor must pass, too. `UPDATE_EXPECT=1` writes the results into it.

use std::{fs, path::Path};

use serde_json::{Map, Value, json};

use super::{Config, NamedContents};
use agent_response::Severity;
use agent_response_project as project;

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/config/cases.json");

#[test]
fn the_table_of_cases() {
    let before = fs::read_to_string(CASES).unwrap();
    let mut cases: Vec<Value> = serde_json::from_str(&before).unwrap();
    cases.iter_mut().for_each(fill);
    let after = format!("{}\n", serde_json::to_string_pretty(&cases).unwrap());
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(CASES, &after).unwrap();
    } else {
        let faults: Vec<_> = before.lines().zip(after.lines()).filter(|(a, b)| a != b).collect();
        assert!(faults.is_empty() && before.len() == after.len(), "{faults:#?}");
    }
}

/// Writes the result for a text into its case.
fn fill(case: &mut Value) {
    let text = case["toml"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect::<Vec<_>>().join("\n");
    let project = project::read(&text);
    let (report, wishes) = (super::report(&project), project.wishes);
    let findings = report.diagnostics.iter().map(|finding| {
        let (start, end) = (finding.range.start, finding.range.end);
        let line = if start.line == end.line { String::new() } else { format!("{}:", end.line + 1) };
        format!("{}:{}-{line}{} {}", start.line + 1, start.character + 1, end.character + 1, finding.message)
    });
    case["findings"] = findings.collect();
    let severity = |it: &Option<Severity>| it.map_or("off", Severity::name);
    let rules: Map<_, _> = wishes.rules.iter().map(|it| (it.0.clone(), json!(severity(&it.1)))).collect();
    let profiles = agent_response::Profile::ALL;
    case["effective"] = json!({
        "profile": wishes.profile.and_then(|wanted| profiles.iter().find(|it| it.1 == wanted)).map(|it| it.0),
        "payloads": wishes.payloads.map(|it| if it { "on" } else { "off" }),
        "rules": rules,
    });
    let config = Config {
        shown: String::new(),
        text,
        report,
        wishes,
        folder: "/project".into(),
        contents: NamedContents::default(),
    };
    for (path, format) in case["files"].as_object_mut().unwrap() {
        let path = Path::new("/project").join(path);
        let entry = config.entry(path.parent().unwrap(), path.file_name().unwrap().to_str().unwrap());
        let is_excluded = config.wishes.excludes(path.strip_prefix("/project").unwrap().to_str().unwrap());
        *format = if is_excluded { json!("excluded") } else { json!(entry.map(|it| it.format.unwrap_or("auto"))) };
    }
}

#[test]
fn nothing_is_too_strange_to_be_read() {
    let cases = [
        "\u{feff}profile = 1".to_owned(),
        "[".repeat(10_000),
        format!("a = {}", "[".repeat(10_000)),
        format!("a = {}", "{b=".repeat(10_000)),
        "a.".repeat(10_000),
        "\"".repeat(10_000),
        "\u{0}\r\r\u{1f600}".to_owned(),
        "x=1\n".repeat(10_000),
        (0..20_000).map(|it| format!("k{it} = 1\n")).collect(),
        " ".repeat(2 << 20),
    ];
    for text in cases {
        let faults = project::read(&text).findings;
        assert!(!faults.is_empty() && faults.len() <= agent_response::MAX_FINDINGS, "{}", &text[..text.len().min(40)]);
        let lies_inside = |from: u32, to: u32| text.get(from as usize..to as usize).is_some();
        assert!(faults.iter().all(|it| lies_inside(it.bytes.from, it.bytes.to)), "{faults:?}");
    }
}
