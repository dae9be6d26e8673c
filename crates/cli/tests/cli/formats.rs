//! The formats for other programs: places, paths and fingerprints. Their consumers read them in `pkg-tests`.

use serde_json::Value;

use crate::run::{Folder, GOOD, renamed};

const NAME: &str = ".agent-response-phase8.json";

pub(crate) const FORMATS: [&str; 7] = ["github", "sarif", "gitlab", "junit", "checkstyle", "rdjson", "azure"];

/// A mistake inside the string, at the character after `é`.
fn inside() -> String {
    GOOD.replacen("\"response\": \"{", "\"response\": \"{\\\"é\\\": 1,, ", 1)
}

fn run(folder: &Folder, format: &str, more: &[&str]) -> String {
    folder.run(&[&["check", "--format", format], more].concat()).out
}

#[test]
fn places_inside_strings_are_those_in_the_file() {
    let folder = Folder::with(&[("a/.agent-response-phase8.json", &inside())]);
    let json: Value = serde_json::from_str(&run(&folder, "json", &[])).unwrap();
    let finding = &json["files"][0]["diagnostics"].as_array().unwrap();
    let finding = finding.iter().find(|it| !it["inner"].as_array().unwrap().is_empty()).unwrap();
    let start = &finding["range"]["start"];
    let (line, column) = (start["line"].as_u64().unwrap() + 1, start["character"].as_u64().unwrap() + 1);
    let code = finding["code"].as_str().unwrap();

    let sarif: Value = serde_json::from_str(&run(&folder, "sarif", &[])).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let result = results.iter().find(|it| it["ruleId"] == code).unwrap();
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startLine"], &region["startColumn"]), (&line.into(), &column.into()));
    assert_eq!(result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"], "/response");
    assert!(result["message"]["text"].as_str().unwrap().contains("(inside `response`: line 1, column "));

    let rdjson: Value = serde_json::from_str(&run(&folder, "rdjson", &[])).unwrap();
    let results = rdjson["diagnostics"].as_array().unwrap();
    let result = results.iter().find(|it| it["code"]["value"] == code).unwrap();
    let start = &result["location"]["range"]["start"];
    assert_eq!((&start["line"], &start["column"]), (&line.into(), &(column + 1).into()), "é has two bytes");

    for (format, place) in [
        ("github", format!("line={line},endLine={line},col={column},")),
        ("azure", format!("linenumber={line};columnnumber={column};code={code};")),
        ("checkstyle", format!("line=\"{line}\" column=\"{column}\"")),
        ("junit", format!(":{line}:{column}: error: ")),
        ("gitlab", format!("\"lines\":{{\"begin\":{line},")),
    ] {
        let out = run(&folder, format, &[]);
        assert!(out.contains(&place), "{format}: {place}\n{out}");
    }
}

#[test]
fn paths_begin_at_the_root_of_the_repository() {
    let folder = Folder::with(&[(".git/HEAD", ""), ("a b/c/.agent-response-phase8.json", &renamed())]);
    for format in FORMATS {
        let path = if format == "sarif" { "a%20b/c/.agent-response" } else { "a b/c/.agent-response" };
        let mut command = folder.command(&["check", "--format", format, "."]);
        let output = command.current_dir(folder.path("a b/c")).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(path) && !text.contains("./"), "{format}: {text}");
        let whole = folder.path("a b/c/.agent-response-phase8.json");
        assert_eq!(run(&folder, format, &[whole.to_str().unwrap()]), run(&folder, format, &["a b/c"]), "{format}");
    }
}

fn fingerprints(text: &str, format: &str) -> Vec<String> {
    let folder = Folder::with(&[(NAME, text)]);
    let json: Value = serde_json::from_str(&run(&folder, format, &[])).unwrap();
    let (list, key) = match format {
        "gitlab" => (&json, "/fingerprint"),
        _ => (&json["runs"][0]["results"], "/partialFingerprints/primaryLocationLineHash"),
    };
    list.as_array().unwrap().iter().map(|it| it.pointer(key).unwrap().as_str().unwrap().to_owned()).collect()
}

#[test]
fn fingerprints_survive_moved_lines_and_differ_otherwise() {
    let text = renamed().replacen("45.123456+00:00", "45.123456", 1);
    for format in ["gitlab", "sarif"] {
        let before = fingerprints(&text, format);
        assert!(before.len() >= 2, "{before:?}");
        let mut distinct = before.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), before.len(), "each is there once");
        assert_eq!(fingerprints(&format!("\n\n  {text}"), format), before);
        assert_eq!(fingerprints(&text.replace('\n', "\r\n"), format), before);
        let other = text.replacen("\"result\"", "\"output\"", 1);
        assert_ne!(fingerprints(&other, format), before);
    }
}

#[test]
fn a_file_that_could_not_be_checked_is_in_every_format() {
    let folder = Folder::with(&[(NAME, GOOD)]);
    std::fs::create_dir(folder.path("x.agent-response.json")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("nowhere", folder.path(".agent-response-phase7.json")).unwrap();
    #[cfg(unix)]
    for format in FORMATS {
        let run = folder.run(&["check", "--format", format]);
        assert_eq!(run.code, 2, "{format}");
        assert!(run.out.contains(".agent-response-phase7.json"), "{format}: {}", run.out);
    }
    let sarif: Value = serde_json::from_str(&run(&folder, "sarif", &[])).unwrap();
    assert_eq!(sarif["runs"][0]["invocations"][0]["executionSuccessful"], cfg!(not(unix)));
}

#[test]
fn fixes_are_offered_as_replacements() {
    let folder = Folder::with(&[(NAME, &renamed())]);
    let sarif: Value = serde_json::from_str(&run(&folder, "sarif", &[])).unwrap();
    let fix = &sarif["runs"][0]["results"].as_array().unwrap().iter().find(|it| it["ruleId"] == "misnamed-field");
    let change = &fix.unwrap()["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(change["insertedContent"]["text"], "\"response\"");
    assert_eq!(change["deletedRegion"]["startLine"], 5);
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert!(rules.iter().all(|it| it["help"]["markdown"].as_str().unwrap().starts_with("## What it checks")));
}

#[test]
fn warnings_are_failed_tests_only_if_they_fail_the_run() {
    let folder = Folder::with(&[(NAME, &GOOD.replacen("45.123456+00:00", "45.123456", 1))]);
    assert!(!run(&folder, "junit", &[]).contains("<failure"));
    assert!(run(&folder, "junit", &["--error-on", "warning"]).contains("<failure"));
}
