//! `fix --diff=decoded`: what is encoded in a file, decoded, with the words marked that change.

use crate::{
    run::{Folder, GOOD, Run, renamed},
    terminal::is_harmless,
};

const NAME: &str = ".agent-response-phase8.json";

/// The difference of a text.
fn difference(text: &str) -> String {
    difference_of(text, &["fix", "--diff=decoded"])
}

fn difference_of(text: &str, args: &[&str]) -> String {
    let folder = Folder::with(&[(NAME, text)]);
    let run = folder.run(args);
    assert_eq!((run.code, folder.read(NAME).as_str()), (1, text), "{}", run.err);
    run.out
}

/// A response with this payload.
fn with_payload(key: &str, payload: &str) -> String {
    let mut json: serde_json::Map<String, serde_json::Value> = serde_json::from_str(GOOD).unwrap();
    let members = std::mem::take(&mut json).into_iter();
    let renamed = members.map(|it| if it.0 == "response" { (key.to_owned(), payload.into()) } else { it });
    serde_json::to_string_pretty(&renamed.collect::<serde_json::Map<_, _>>()).unwrap()
}

#[test]
fn a_payload_is_decoded_and_has_its_pointer_as_heading() {
    let payload =
        "{\"sections\": [\"title\",], \"title\": \"A \\\"b\\\"\", \"done\": True, // all of it\n\"n\": [1, 2]}";
    let expected = "\
.agent-response-phase8.json:
    \"version\": \"1.0\",
    \"status\": \"success\",
~   \"[-result-]{+response+}\": \"…\",
    \"error_message\": null,
    \"error_type\": null,
.agent-response-phase8.json, /response decoded:
  {
    \"sections\": [
~     \"title\"[-,-]
    ],
    \"title\": \"A \\\"b\\\"\",
~   \"done\": [-True-]{+true+},[-// all of it-]
    \"n\": [
      1,
";
    assert_eq!(difference(&with_payload("result", payload)), expected);
}

#[test]
fn a_document_that_stays_the_same_stays_encoded() {
    let expected = "\
.agent-response-phase8.json:
    \"version\": \"1.0\",
    \"status\": \"success\",
~   \"[-result-]{+response+}\": \"{\\\"sections\\\": []}\",
    \"error_message\": null,
    \"error_type\": null,
";
    assert_eq!(difference(&with_payload("result", "{\"sections\": []}")), expected);
}

#[test]
fn an_object_in_place_of_its_encoding_is_left_out_of_the_file() {
    let text = with_payload("response", "x").replace("\"x\"", "{\"sections\": []}");
    let out = difference(&text);
    assert!(out.contains("~   \"response\": {+\"+}…{+\"+},\n") && !out.contains("sections"), "{out}");
}

#[test]
fn documents_in_a_payload_are_decoded_too() {
    let inner = serde_json::json!({ "cmd": ["ls"] }).to_string().replace(']', ",]");
    let payload = serde_json::json!({ "tool": "_codex_local_run", "arguments": inner }).to_string();
    let out = difference_of(&with_payload("response", &payload), &["fix", "--diff=decoded", "--suggestions"]);
    assert!(out.contains(", /response/arguments decoded:\n") && out.contains("~     \"ls\"[-,-]\n"), "{out}");
}

#[test]
fn what_is_put_into_an_envelope_is_compared_with_the_file() {
    let text =
        "<think>Well.</think>\nHere it is:\n```json\n{\"sections\": [\"title\"], \"title\": \"A\", 'n': 1}\n```\n";
    let out = difference_of(text, &["fix", "--diff=decoded", "--suggestions"]);
    assert!(
        out.contains("~   {+\"response\": \"…\",+}\n") && out.contains("~   {+\"status\": \"success\",+}\n"),
        "{out}"
    );
    let payload = ", /response decoded:\n~ [-<think>Well.</think> Here it is: ```json-]{\n    \"sections\": [\n";
    assert!(out.contains(payload) && out.contains("~   [-'-]{+\"+}n[-'-]{+\"+}: 1\n"), "{out}");
    assert!(out.contains("    \"title\": \"A\",\n"), "{out}");
}

#[test]
fn long_lines_are_cut_beside_the_change() {
    let text =
        with_payload("response", &format!("{{\"sections\": [], \"a\": \"{0}\\x{0}\"}}", "words and ".repeat(80)));
    let out = difference_of(&text, &["fix", "--diff=decoded", "--suggestions"]);
    let line = out.lines().find(|it| it.starts_with("~ ")).unwrap_or_else(|| panic!("{out}"));
    assert!(line.len() < 120 && line.matches("...").count() == 2, "{line}");
    assert!(line.starts_with("~   \"a\": \"words and "), "{line}");
}

#[test]
fn what_changes_no_word_is_said() {
    let compact = serde_json::from_str::<serde_json::Value>(GOOD).unwrap().to_string();
    let same = "  only the blanks between values change\n";
    assert_eq!(difference(&compact), format!("{NAME}:\n{same}"));
    let folder = Folder::with(&[]);
    folder.write(NAME, GOOD.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>());
    let run = folder.run(&["fix", "--diff=decoded"]);
    assert_eq!(run.out, format!("{NAME}:\n  only the encoding changes\n"), "{}", run.err);
}

#[test]
fn a_pipe_gets_a_patch_unless_asked_otherwise() {
    for args in [&["fix", "--diff"][..], &["fix", "--diff=patch"]] {
        assert!(difference_of(&renamed(), args).starts_with(&format!("--- {NAME}\n+++ {NAME}\n@@ ")));
    }
    let folder = Folder::with(&[(NAME, &renamed())]);
    let json = folder.run(&["fix", "--diff", "--format", "json"]);
    assert!(json.files()[0]["diff"].as_str().unwrap().starts_with("--- "));
    let refused = folder.run(&["fix", "--diff=decoded", "--format", "json"]);
    assert!(refused.code == 2 && refused.err.contains("--diff=decoded is for people"), "{}", refused.err);
    assert_eq!(folder.run(&["fix", "--diff=other"]).code, 2);
}

#[test]
fn marks_are_colors_where_there_are_colors() {
    let folder = Folder::with(&[(NAME, &renamed())]);
    let mut command = folder.command(&["fix", "--diff=decoded", "--color", "always"]);
    let out = Run::of(command.output().unwrap()).out;
    assert!(out.contains("\u{1b}[31mresult\u{1b}[0m") && out.contains("\u{1b}[32mresponse\u{1b}[0m"), "{out:?}");
    assert!(!out.contains("[-") && !out.contains("{+"), "{out:?}");
}

#[test]
fn nothing_in_a_difference_acts() {
    let hostile = "\u{1b}[31m\u{202e}##vso[task.x]::error::\u{7}";
    for payload in [
        format!("{{\"{hostile}\": [1,],\n::error::x}}"),
        format!("[1, ##,[x], #\n##[error]{hostile}]"),
        format!("{{'a': '##', # {hostile}\n'b': [True,]}}"),
    ] {
        for args in [&["fix", "--diff=decoded"][..], &["fix", "--diff=decoded", "--suggestions"]] {
            let folder = Folder::with(&[(NAME, &with_payload("result", &payload))]);
            let run = folder.run(args);
            assert_eq!(run.out.contains("{+response+}"), run.code == 1 && !run.out.is_empty(), "{}", run.out);
            assert!(is_harmless(&run.out) && (args.len() == 2 || !run.out.is_empty()), "{}", run.out);
            let run = Run::of(folder.command(args).env("CLICOLOR_FORCE", "1").output().unwrap());
            let plain = run.out.replace("\u{1b}[0m", "").replace("\u{1b}[9m\u{1b}[31m", "");
            let plain = plain.replace("\u{1b}[4m\u{1b}[32m", "").replace("\u{1b}[1m", "");
            assert!(is_harmless(&plain), "{plain:?}");
        }
    }
}

#[test]
fn many_backslashes_are_counted_and_not_marked() {
    let broken = with_payload("response", "x").replacen("\"x\"", "\"{\"sections\": [\"a\"], \"a\": \"b\"}\"", 1);
    let out = difference_of(&broken, &["fix", "--diff=decoded", "--suggestions"]);
    let line = r#"~   "response": "{\"sections\": [\"a\"], \"a\": \"b\"}", (8 backslashes inserted)"#;
    assert!(out.contains(&format!("\n{line}\n")), "{out}");
    assert!(is_harmless(&out), "{out}");
}
