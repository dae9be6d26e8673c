//! `--format json`: one document, complete and stable.

use crate::run::{Folder, GOOD, renamed};

#[test]
fn the_document_has_files_with_reports_and_a_summary() {
    let folder = Folder::with(&[("a/.agent-response.json", &renamed()), ("b/.agent-response.json", GOOD)]);
    let run = folder.run(&["check", "--format", "json"]);
    let json = run.json();
    assert_eq!((run.code, json["version"].as_u64()), (1, Some(1)));
    let first = &run.files()[0];
    assert_eq!(first["path"], "a/.agent-response.json");
    assert_eq!(first["valid"], false);
    assert_eq!(first["format"]["id"], "agent-response");
    let finding = first["diagnostics"].as_array().unwrap().iter().find(|it| it["code"] == "misnamed-field").unwrap();
    assert_eq!(finding["severity"], "error");
    assert_eq!(finding["range"]["start"], serde_json::json!({"line": 4, "character": 2}));
    assert_eq!(finding["fixes"][0]["safety"], "safe");
    let summary = &json["summary"];
    assert_eq!((summary["files"].as_u64(), summary["errors"].as_u64()), (Some(2), Some(1)));
}

#[test]
fn hints_are_always_included() {
    let folder = Folder::with(&[(".agent-response.json", &GOOD.replacen("related_templates", "relatedTemplates", 9))]);
    let run = folder.run(&["check", "--format", "json", "--quiet"]);
    assert!(run.codes().len() > 1 && run.json()["summary"]["hints"].as_u64() > Some(0), "{:?}", run.codes());
}

#[test]
fn keys_have_a_fixed_order_and_a_file_is_on_one_line() {
    let folder = Folder::with(&[("a/.agent-response.json", GOOD), ("b/.agent-response.json", GOOD)]);
    let run = folder.run(&["check", "--format", "json"]);
    let lines: Vec<_> = run.out.lines().collect();
    assert_eq!(lines[0], r#"{"version":1,"files":["#);
    assert!(lines[1].starts_with(r#"{"path":"a/.agent-response.json","valid":true,"format":{"#), "{}", lines[1]);
    assert!(
        lines[2].starts_with(r#"{"path":"b/"#) && lines[3].starts_with(r#"],"summary":{"files":2,"#),
        "{}",
        run.out
    );
    assert_eq!(lines.len(), 4);
}

#[test]
fn a_repair_lists_what_was_done() {
    let folder = Folder::with(&[("a/.agent-response.json", &renamed()), ("b/.agent-response.json", GOOD)]);
    let run = folder.run(&["fix", "--format", "json"]);
    let files = run.files();
    assert_eq!((files[0]["changed"].as_bool(), files[1]["changed"].as_bool()), (Some(true), Some(false)));
    assert_eq!(files[0]["applied"][0]["code"], "misnamed-field");
    assert_eq!(files[0]["valid"], true);
    assert_eq!(run.json()["summary"]["fixed"], 1);
    assert_eq!(folder.read("a/.agent-response.json"), GOOD);
}

#[test]
fn a_repair_of_standard_input_holds_the_text() {
    let folder = Folder::with(&[]);
    let run = folder.run_with_input(&["fix", "-", "--format", "json"], renamed());
    assert_eq!((run.code, run.files()[0]["text"].as_str()), (0, Some(GOOD)));
    let run = folder.run_with_input(&["fix", "-", "--format", "json", "--diff"], renamed());
    assert!(run.files()[0]["diff"].as_str().unwrap().contains("\n+  \"response\": "), "{}", run.out);
}

#[test]
fn every_key_is_in_the_help() {
    let folder = Folder::with(&[(".agent-response.json", &renamed())]);
    for args in [&["check"][..], &["fix", "--diff"]] {
        let help = folder.run(&[args[0], "--help"]).out;
        let json = folder.run(&[args, &["--format", "json"]].concat()).json();
        let of_all = folder.run(&["check", "--help"]).out + &help;
        let summary = json["summary"].as_object().unwrap().keys();
        let file = json["files"][0].as_object().unwrap();
        let findings = file["diagnostics"].as_array().unwrap().iter().flat_map(|it| it.as_object().unwrap().keys());
        let keys = file.keys().chain(findings).chain(summary);
        let missing: Vec<_> = keys.filter(|it| !of_all.contains(&format!("\"{it}\""))).collect();
        assert!(missing.is_empty(), "{args:?}: {missing:?}");
    }
}
