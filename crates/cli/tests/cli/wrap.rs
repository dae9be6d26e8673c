//! `wrap` and `unwrap`.

use crate::run::{Folder, GOOD, REQUEST};

pub(crate) const RAW: &str =
    "{\"sections\": [\"title\"],\t\"title\": \"caf\u{e9} \u{1f600} \\u2705 \\\"x\\\"\", \"n\": 1.0}";

#[test]
fn content_comes_back_byte_for_byte() {
    let folder = Folder::with(&[]);
    for content in
        [RAW, "plain\r\nwords\n\n", "\u{feff}x", "[1e400, 10000000000000000000000000]", "\u{1b}[31m\u{0}\u{2028}"]
    {
        folder.write("raw", content);
        let wrapped = folder.run(&["wrap", "raw", "--request-id", "x"]);
        assert_eq!((wrapped.code, wrapped.err.as_str()), (0, ""), "{content:?}");
        let unwrapped = folder.run_with_input(&["unwrap"], &wrapped.out);
        assert_eq!((unwrapped.code, unwrapped.out.as_str()), (0, content));
    }
}

#[test]
fn options_fill_the_fields() {
    let folder = Folder::with(&[]);
    let args = [
        "wrap",
        "--request-id",
        "abc",
        "--status",
        "error",
        "--error-message",
        "no \"luck\"",
        "--error-type",
        "E",
        "--created-at",
        "2025-11-24T14:22:45Z",
    ];
    let run = folder.run_with_input(&args, "x");
    let json = run.json();
    let expected = ["abc", "error", "no \"luck\"", "E", "2025-11-24T14:22:45Z"];
    let fields = ["request_id", "status", "error_message", "error_type", "created_at"];
    fields.iter().zip(expected).for_each(|(field, value)| assert_eq!(json[field], value));
}

#[test]
fn the_time_is_now() {
    let json = Folder::with(&[]).run_with_input(&["wrap"], "x").json();
    let time = json["created_at"].as_str().unwrap();
    assert!(time.len() == 32 && time.starts_with("20") && time.ends_with("+00:00"), "{time}");
}

#[test]
fn an_envelope_comes_back_unchanged_unless_forced() {
    let folder = Folder::with(&[("e.json", GOOD)]);
    assert_eq!(folder.run(&["wrap", "e.json"]).out, GOOD);
    let under_key = format!("{{\"agent_response\": {}}}", GOOD.trim_end());
    assert_eq!(folder.run_with_input(&["wrap"], &under_key).out, GOOD.trim_end());
    let forced = folder.run(&["wrap", "e.json", "--force"]);
    assert_eq!(folder.run_with_input(&["unwrap", "-"], &forced.out).out, GOOD);
}

#[test]
fn options_must_not_contradict_an_envelope() {
    let folder = Folder::with(&[("e.json", GOOD), ("r.json", "{\"request_id\": \"other\"}")]);
    let id = serde_json::from_str::<serde_json::Value>(GOOD).unwrap()["request_id"].as_str().unwrap().to_owned();
    assert_eq!(folder.run(&["wrap", "e.json", "--request-id", &id, "--status", "success"]).out, GOOD);
    // What differs from one call to the next is no contradiction.
    let again = ["wrap", "e.json", "--duration-seconds", "77", "--metadata", "{\"a\": 1}"];
    assert_eq!(folder.run(&again).out, GOOD);
    let cases = [
        ("--request-id", "other"),
        ("--request", "r.json"),
        ("--error-type", "nothing"),
        ("--error-message", "null"),
        ("--status", "error"),
        ("--error-message", "no"),
        ("--error-type", "E"),
        ("--tool", "_codex_local_run"),
    ];
    for (option, value) in cases {
        let run = folder.run(&["wrap", "e.json", option, value]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{option}");
        assert!(run.err.contains(&format!("{option} does not match the content")), "{}", run.err);
        assert_eq!(
            folder.run(&["wrap", "e.json", option, value, "--force"]).code,
            if option == "--tool" { 2 } else { 0 }
        );
    }
}

#[test]
fn an_envelope_that_nobody_else_can_repair_is_refused() {
    let text = GOOD.replacen("2025-11-24T14:22:45.123456+00:00", "yesterday", 1);
    for args in [&["wrap", "--repair=all"][..], &["wrap", "--repair"], &["wrap"], &["recover"]] {
        let run = Folder::with(&[]).run_with_input(args, &text);
        assert_eq!((run.code, run.out.as_str()), (1, ""));
        let words = "error: content is already an envelope, but has an error that only its author can fix: ";
        assert!(run.err.starts_with(words) && run.err.contains("yesterday"), "{}", run.err);
        assert!(!run.err.contains("note:"), "{}", run.err);
    }
}

#[test]
fn an_envelope_with_faults_is_repaired_and_completed() {
    let folder = Folder::with(&[("request.json", REQUEST)]);
    let without = |text: &str, key: &str| {
        let mut json: serde_json::Value = serde_json::from_str(text).unwrap();
        json.as_object_mut().unwrap().shift_remove(key);
        json.to_string()
    };
    let lacking = without(&without(&without(GOOD, "request_id"), "created_at"), "status");
    let args =
        ["wrap", "--request", "request.json", "--created-at", "2025-11-24T14:22:45Z", "--duration-seconds", "2.50"];
    let lacking = without(&lacking, "duration_seconds");
    for text in [lacking.clone(), format!("```json\n{lacking}\n```\n"), format!("{{\"data\": {lacking}}}")] {
        let run = folder.run_with_input(&args, &text);
        assert_eq!(run.code, 0, "{}", run.err);
        let told = ["Insert `request_id` [missing-field]", "Insert `created_at`, `duration_seconds` and `status` ["];
        assert!(told.iter().all(|it| run.err.contains(it)), "{}", run.err);
        assert!(run.out.contains("2.50"), "{}", run.out);
        assert_eq!(run.json()["response"], serde_json::from_str::<serde_json::Value>(GOOD).unwrap()["response"]);
        let checked = folder.run_with_input(&["check", "-", "--as", "agent-response", "--format", "json"], &run.out);
        assert_eq!(checked.json()["summary"]["errors"], 0, "{}", checked.out);
        assert_eq!(folder.run_with_input(&args, &run.out).out, run.out);
    }
}

#[test]
fn repairs_are_listed() {
    let folder = Folder::with(&[("answer.md", "<think>{\"a\"}</think>\nHere it is:\n{'done': True,}\n")]);
    let kept = folder.run(&["wrap", "answer.md"]);
    assert_eq!(folder.run_with_input(&["unwrap"], &kept.out).out, folder.read("answer.md"));
    let hint = "note: `agent-response wrap --repair answer.md` would repair the content: 5 fixes\n";
    assert!(kept.err.ends_with(hint), "{}", kept.err);
    let run = folder.run(&["wrap", "answer.md", "--repair"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(folder.run_with_input(&["unwrap"], &run.out).out, "{\"done\": true}");
    let told = "\
note: found no request file next to the output or the input; name one with --request
answer.md: 5 fixes
  line 1, column 1: Remove the reasoning [leading-text]
    dropped `<think>{\"a\"}</think>` (20 characters)
  line 2, column 1: Keep only the JSON; this removes 11 characters around it [leading-text]
    dropped `Here it is:` (11 characters)
";
    assert!(run.err.starts_with(told), "{}", run.err);
    assert!(run.err.contains("  line 3, column 10: ") && run.err.contains("[python-literal]"), "{}", run.err);
}

#[test]
fn guesses_are_made_only_with_all() {
    let folder = Folder::with(&[]);
    let content = "{\"a\": [\"b\"]";
    let safe = folder.run_with_input(&["wrap", "--repair"], content);
    assert_eq!((safe.code, safe.out.as_str()), (1, ""));
    assert!(safe.err.contains("the content is truncated"), "{}", safe.err);
    let all = folder.run_with_input(&["wrap", "--repair=all"], content);
    assert_eq!(folder.run_with_input(&["unwrap"], &all.out).out, "{\"a\": [\"b\"]}");
    assert_eq!(folder.run_with_input(&["wrap", "--repair=some"], content).code, 2);
    // A quote that a backslash hides leaves a string open, but nothing is missing at the end.
    let path = "{\"path\": \"D:\\\"}";
    let safe = folder.run_with_input(&["wrap", "--repair"], path);
    assert_eq!((safe.code, &safe.json()["response"]), (1, &path.into()));
    assert!(safe.err.contains("the content has errors, which remain in the envelope"), "{}", safe.err);
    let all = folder.run_with_input(&["wrap", "--repair=all"], path);
    assert_eq!(all.json()["response"], "{\"path\": \"D:\\\\\"}");
    // Words are words.
    let run = folder.run_with_input(&["wrap", "--repair=all"], "I [really] did it.");
    assert_eq!((run.code, &run.json()["response"]), (1, &"I [really] did it.".into()));
    let warning =
        "warning: nothing was repaired: the content has no JSON in it that could be repaired; it stays text\n";
    assert!(run.err.ends_with(warning), "{}", run.err);
}

#[test]
fn half_a_character_is_reported() {
    let folder = Folder::with(&[]);
    let text =
        |content: &str| format!("{{\"request_id\": \"a\", \"status\": \"success\", \"response\": \"{content}\"}}");
    let run = folder.run_with_input(&["unwrap"], text("a\\ud800b"));
    assert_eq!((run.code, run.out.as_str()), (1, "a\u{fffd}b"));
    assert!(run.err.starts_with("warning: the content contains half of a surrogate pair"), "{}", run.err);
    // In the JSON inside it is an escape, which stays as it is.
    let run = folder.run_with_input(&["unwrap"], text("{\\\"a\\\": \\\"\\\\ud800\\\"}"));
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "{\"a\": \"\\ud800\"}", ""));
}

#[test]
fn truncated_content_is_reported() {
    let folder = Folder::with(&[]);
    let bridge = r#"{"request_id": "a", "status": "success", "response": "{\"a\": [1"#;
    let delegator = r#"{"tool": "_codex_local_run", "status": "ok", "data": {"a": [1"#;
    for (text, content) in [(bridge, r#"{"a": [1"#), (delegator, r#"{"a": [1"#), (&bridge[..bridge.len() - 10], "")] {
        let run = folder.run_with_input(&["unwrap"], text);
        assert_eq!((run.code, run.out.as_str()), (1, content));
        assert!(run.err.starts_with("warning: the content is truncated"), "{}", run.err);
    }
    // What is broken inside, and whole as a string, comes out as it is.
    let run = folder.run_with_input(&["unwrap"], format!("{bridge}\"}}"));
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, r#"{"a": [1"#, ""));
}

#[test]
fn what_follows_an_envelope_is_not_dropped_silently() {
    let folder = Folder::with(&[]);
    let text = r#"{"request_id": "a", "status": "success", "response": "{}"}"#;
    for more in ["\n{\"response\": \"[]\"}", "\nDone."] {
        let run = folder.run_with_input(&["unwrap"], format!("{text}{more}"));
        assert_eq!((run.code, run.out.as_str()), (0, "{}"));
        assert!(run.err.starts_with("warning: text after the envelope"), "{}", run.err);
    }
    // The same inside the string is its content.
    let inside = r#"{"request_id": "a", "status": "success", "response": "{} {}"}"#;
    let run = folder.run_with_input(&["unwrap"], inside);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "{} {}", ""));
}

#[test]
fn a_file_is_overwritten_only_on_request() {
    let folder = Folder::with(&[("raw", RAW), ("out.json", "mine")]);
    let run = folder.run(&["wrap", "raw", "-o", "out.json"]);
    assert_eq!((run.code, folder.read("out.json").as_str()), (2, "mine"));
    assert!(run.err.contains("--overwrite"), "{}", run.err);
    // What would be changed is not listed if nothing is written.
    folder.write("answer.md", "Here it is:\n{'done': True,}\n");
    for (output, why) in [("out.json", "already exists"), (".", "not a regular file"), ("no/where", "does not exist")] {
        let refused = folder.run(&["recover", "answer.md", "-o", output]);
        assert!(refused.code == 2 && refused.err.lines().count() == 1, "{}", refused.err);
        assert!(refused.err.contains(why), "{}", refused.err);
    }
    std::fs::remove_file(folder.path("answer.md")).unwrap();
    assert_eq!(folder.run(&["wrap", "raw", "-o", "out.json", "--overwrite"]).code, 0);
    assert_eq!(folder.run(&["unwrap", "out.json"]).out, RAW);
    assert_eq!(folder.names(), ["out.json", "raw"]);
}

#[cfg(unix)]
#[test]
fn a_new_file_has_the_usual_mode() {
    use std::os::unix::fs::MetadataExt;
    let folder = Folder::with(&[("raw", RAW)]);
    folder.run(&["wrap", "raw", "-o", "out.json"]);
    let mode = |name| std::fs::metadata(folder.path(name)).unwrap().mode() & 0o777;
    assert_eq!(mode("out.json"), mode("raw"));
}

#[test]
fn wrong_values_are_refused() {
    let folder = Folder::with(&[]);
    let cases = [
        ["--duration-seconds", "soon", "number"],
        ["--duration-seconds", "-1", "negative"],
        ["--duration-seconds", "NaN", "number"],
        ["--metadata", "[]", "object"],
        ["--metadata", "{", "expected a JSON object, such as {\"model\": \"x\"}\n"],
        ["--status", "done", "timeout"],
        ["--created-at", "yesterday", "yesterday"],
        ["--request", "nowhere.json", "error: `nowhere.json` does not exist\n"],
        ["--output", "nowhere/x.json", "error: `nowhere` does not exist\n"],
        ["--request-id", "", "--request-id is blank"],
        ["--request-id", " \t", "--request-id is blank"],
    ];
    for [option, value, words] in cases {
        let run = folder.run_with_input(&["wrap", option, value], RAW);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{option} {value}");
        assert!(run.err.contains(words), "{option} {value}: {}", run.err);
    }
}

#[test]
fn nothing_is_no_success() {
    let folder = Folder::with(&[]);
    for nothing in ["", " \n", "\0\0"] {
        for args in [&["wrap"][..], &["recover"], &["recover", "--suggestions"]] {
            let run = folder.run_with_input(args, nothing);
            assert_eq!((run.code, run.out.as_str()), (1, ""), "{args:?}");
            assert!(run.err.contains("error: content is empty; to report a failure"), "{args:?}: {}", run.err);
        }
        assert_eq!(
            folder.run_with_input(&["wrap", "--status", "error", "--error-message", "no output"], nothing).code,
            0
        );
    }
}

#[test]
fn a_dash_is_standard_output() {
    let folder = Folder::with(&[]);
    let run = folder.run_with_input(&["wrap", "-", "--output", "-"], RAW);
    assert_eq!((run.code, folder.names().len()), (0, 0));
    assert_eq!(folder.run_with_input(&["unwrap", "-"], &run.out).out, RAW);
}

#[test]
fn what_is_not_utf8_is_refused() {
    let folder = Folder::with(&[]);
    folder.write("utf16.json", b"\xff\xfe{\0}\0");
    assert_eq!(folder.run(&["wrap", "utf16.json"]).err, "error: utf16.json is encoded as UTF-16 LE; expected UTF-8\n");
    let run = folder.run_with_input(&["unwrap"], b"{\xff}");
    assert_eq!((run.code, run.err.as_str()), (2, "error: standard input is not valid UTF-8 at offset 1\n"));
    // Nothing is printed, and no file is made or replaced, for what could not be read.
    for (args, input) in [(&["wrap"][..], &b"caf\xe9"[..]), (&["unwrap"], b"{\xff}"), (&["wrap"], b"\xff\xfea\0")] {
        let run = folder.run_with_input(args, input);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
    }
    folder.write("old.json", "old");
    let run = folder.run_with_input(&["wrap", "--output", "old.json", "--overwrite"], b"caf\xe9");
    assert_eq!((run.code, folder.read("old.json").as_str()), (2, "old"));
    let run = folder.run_with_input(&["wrap", "--request", "utf16.json"], b"x");
    assert_eq!((run.code, run.out.as_str()), (2, ""));
}

#[test]
fn what_is_no_envelope_has_no_content() {
    let folder = Folder::with(&[]);
    for text in ["", "words", "{}", "{\"response\": {\"a\": 1}}", "[\"response\"]"] {
        let run = folder.run_with_input(&["unwrap"], text);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{text}");
        assert!(run.err.contains("no envelope"), "{}", run.err);
    }
    assert_eq!(folder.run(&["unwrap", "nowhere.json"]).code, 2);
    // What the fix for one mistake makes an envelope is named.
    let run = folder.run_with_input(&["unwrap"], "{\"status\": \"success\", \"result\": {\"a\": 1}}");
    let why = "`result` should be `response` and must be a JSON-encoded string";
    let message = format!("error: found no envelope with content: {why}; run `agent-response check` for details\n");
    assert_eq!((run.code, run.err), (1, message));
}

#[test]
fn errors_in_the_content_are_reported() {
    let run = Folder::with(&[]).run_with_input(&["wrap", "--request-id", "x"], "{\"sections\": [\"title\"");
    assert_eq!(run.code, 0);
    assert!(run.err.starts_with("warning: the content has errors, which remain in the envelope: "), "{}", run.err);
    // Safe fixes do not help.
    let hint = "\nnote: `agent-response wrap --repair=all --request-id x`, with the same input, would repair the content: \
                1 fix; review them, because some are guesses\n";
    assert!(run.err.ends_with(hint) && run.err.lines().count() == 2, "{}", run.err);
}
