//! `wrap` and the request that it takes its id from.

use crate::run::{Folder, GOOD, REQUEST};
use crate::wrap::RAW;

const SECTIONS: &str = "{\"sections\": []}";
const FOUND: &str = "note: using the request .agent-request-phase8.json\n";

#[test]
fn the_envelope_takes_its_id_from_the_request_and_passes_the_check() {
    let folder = Folder::with(&[(".agent-request-phase8.json", REQUEST)]);
    let request = ["--request", ".agent-request-phase8.json", "--output", ".agent-response-phase8.json"];
    let run = folder.run_with_input(
        &[&["wrap", "-", "--duration-seconds", "12.50", "--metadata", "{\"a\": 1.0}"], &request[..]].concat(),
        RAW,
    );
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
    let text = folder.read(".agent-response-phase8.json");
    assert!(text.contains("7c1f0a52") && text.contains("12.50") && text.contains("1.0"), "{text}");
    let checked = folder.run(&["check", "--format", "json"]);
    assert_eq!(checked.json()["summary"]["errors"], 0, "{}", checked.out);
}

#[test]
fn an_id_that_stands_for_no_request_is_told() {
    const NOTE: &str = "note: found no request file next to the output or the input; name one with --request\n";
    let folder = Folder::with(&[]);
    let run = folder.run_with_input(&["wrap"], "hello");
    assert_eq!((run.code, run.err.as_str()), (0, NOTE));
    let named = folder.run_with_input(&["wrap", "--request-id", "7c1f0a52-3d0b-4a5e-9a43-5b0c8f6d2e11"], "hello");
    assert_eq!((named.code, named.err.as_str()), (0, ""));
    // An envelope keeps its id.
    assert_eq!(folder.run_with_input(&["wrap"], &named.out).err, "");
}

#[test]
fn the_request_beside_is_used() {
    let id = serde_json::from_str::<serde_json::Value>(REQUEST).unwrap()["request_id"].clone();
    let folder = Folder::with(&[("answer.md", SECTIONS), (".agent-request-phase8.json", REQUEST)]);
    let by_input = folder.run(&["wrap", "answer.md", "--repair"]);
    assert_eq!((&by_input.json()["request_id"], by_input.err.as_str()), (&id, FOUND));
    let by_output = ["wrap", "--repair", "-o", ".agent-response-phase8.json"];
    let run = folder.run_with_input(&by_output, SECTIONS);
    assert_eq!((run.code, run.err.as_str()), (0, FOUND));
    assert!(folder.read(".agent-response-phase8.json").contains(id.as_str().unwrap()));
    // Another id than that of the envelope.
    folder.write(".agent-response-phase8.json", GOOD.replacen(id.as_str().unwrap(), "other", 1));
    let run = folder.run(&["wrap", "--repair", ".agent-response-phase8.json"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("error: the id in .agent-request-phase8.json does not match the content"), "{}", run.err);
    // What is named wins, and beside another response no request is looked for.
    let named = folder.run(&["wrap", "answer.md", "--repair", "--request-id", "mine"]);
    assert_eq!((&named.json()["request_id"], named.err.as_str()), (&"mine".into(), ""));
    let beside = folder.run(&["wrap", "answer.md"]);
    assert_eq!(beside.json()["request_id"], "auto-wrapped");
    assert!(beside.err.contains(".agent-request-phase8.json has a response already"), "{}", beside.err);
}

#[test]
fn an_empty_response_is_none() {
    // A shell creates the file that it redirects to before the command runs.
    let folder = Folder::with(&[("answer.md", SECTIONS), (".agent-request-phase8.json", REQUEST)]);
    folder.write(".agent-response-phase8.json", String::new());
    let run = folder.run(&["wrap", "answer.md"]);
    assert_eq!((run.code, run.err.as_str()), (0, FOUND));
}

#[test]
fn a_request_that_is_not_used_is_named() {
    let other = REQUEST.replace("\"phase\": 8", "\"phase\": 7");
    let folder = Folder::with(&[("answer.md", SECTIONS), (".agent-request-phase8.json", REQUEST)]);
    folder.write(".agent-request-phase7.json", other);
    let run = folder.run(&["wrap", "answer.md"]);
    let told = "note: cannot tell which of 2 request files is answered; name it with --request\n";
    assert_eq!((&run.json()["request_id"], run.err.as_str()), (&"auto-wrapped".into(), told));
    let run = folder.run(&["wrap", "answer.md", "-o", ".agent-response-phase8.json"]);
    assert_eq!(run.err, FOUND);
}

#[test]
fn a_request_without_an_id_gives_none() {
    let folder = Folder::with(&[("request.json", "{\"request_id\": \" \"}")]);
    let run = folder.run_with_input(&["wrap", "--request", "request.json"], "x");
    assert_eq!((run.code, &run.json()["request_id"]), (0, &"auto-wrapped".into()));
    assert!(run.err.starts_with("warning: request.json has no `request_id`"), "{}", run.err);
    let named = folder.run_with_input(&["wrap", "--request", "request.json", "--request-id", "a"], "x");
    assert_eq!((&named.json()["request_id"], named.err.as_str()), (&"a".into(), ""));
}

/// Also without `--repair`: an id that is there is not made up.
#[test]
fn the_request_next_to_the_input_is_used_or_missed_aloud() {
    let folder = Folder::with(&[("a.json", "{}"), (".agent-request-phase8.json", REQUEST)]);
    let run = folder.run(&["wrap", "a.json"]);
    assert!(run.err.starts_with("note: using the request .agent-request-phase8.json\n"), "{}", run.err);
    assert_eq!(run.code, 0);
    assert!(run.out.contains("\"7c1f0a52"), "{}", run.out);

    let folder = Folder::with(&[("a.json", "{}"), ("a.agent-request.json", REQUEST), ("b.agent-request.json", "{}")]);
    let run = folder.run(&["wrap", "a.json"]);
    assert!(run.err.starts_with("note: using the request a.agent-request.json\n"), "{}", run.err);

    let folder = Folder::with(&[("a.json", "{}")]);
    let run = folder.run(&["wrap", "a.json"]);
    assert_eq!(run.code, 0);
    assert!(run.err.starts_with("note: found no request file next to the output or the input"), "{}", run.err);
}
