//! The commands that go on where others stop: each is run as it was printed.

use crate::run::{Folder, GOOD, REQUEST, Run};

const ANSWER: &str = "<think>Well.</think>\nHere it is:\n```json\n{\"sections\": [\"title\"], \"title\": \"A\", 'n': True,}\n```\nBye!\n";

/// The command in backticks after these words.
fn command_after(output: &str, words: &str) -> Vec<String> {
    let (_, rest) = output.split_once(words).unwrap_or_else(|| panic!("{words}: {output}"));
    let command = rest.split_once('`').and_then(|it| it.1.split_once('`')).unwrap().0;
    let words = command.strip_prefix("agent-response ").unwrap().split_inclusive(' ');
    // The only quoted argument of the tests is a name with one blank in it.
    let joined = words.collect::<String>().replace("'my answer.md'", "my\u{1}answer.md");
    joined.split(' ').map(|it| it.replace('\u{1}', " ")).collect()
}

fn run(folder: &Folder, args: &[String]) -> Run {
    folder.run(&args.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn check_and_fix_lead_from_an_answer_to_recover() {
    for command in ["check", "fix"] {
        let folder = Folder::with(&[("my answer.md", ANSWER)]);
        let checked = folder.run(&[command, "my answer.md"]);
        let args = command_after(&checked.out, "note: my answer.md looks like the answer of a model: ");
        assert_eq!(args, ["recover", "my answer.md"]);
        assert_eq!(checked.out.matches("looks like").count(), 1);
        let recovered = run(&folder, &args);
        assert_eq!(recovered.code, 0, "{}", recovered.err);
        let unwrapped = folder.run_with_input(&["unwrap"], &recovered.out);
        assert_eq!(unwrapped.out, "{\"sections\": [\"title\"], \"title\": \"A\", \"n\": true}");
    }
}

#[test]
fn a_response_is_recovered_in_its_place() {
    let name = ".agent-response-phase8.json";
    let folder = Folder::with(&[(name, ANSWER), (".agent-request-phase8.json", REQUEST)]);
    let args = command_after(&folder.run(&["check"]).out, "looks like the answer of a model: ");
    assert_eq!(args, ["recover", name, "-o", name, "--overwrite"]);
    assert_eq!(run(&folder, &args).code, 0);
    let again = folder.run(&["check"]);
    assert!(again.code == 0 && !again.out.contains("looks like"), "{}", again.out);
}

#[test]
fn standard_input_is_recovered_by_the_same_input() {
    let checked = Folder::with(&[]).run_with_input(&["check", "-"], ANSWER);
    let note = "note: this looks like the answer of a model: `agent-response recover`, with the same input, ";
    assert!(checked.out.contains(note), "{}", checked.out);
}

#[test]
fn a_text_that_is_cut_off_leads_to_what_a_model_is_asked() {
    let name = ".agent-response-phase8.json";
    let folder = Folder::with(&[(name, &GOOD[..GOOD.len() / 2]), (".agent-request-phase8.json", REQUEST)]);
    for command in ["check", "fix"] {
        let args = command_after(&folder.run(&[command]).out, "ends too early: ");
        assert_eq!(args, ["check", "--format", "prompt", name]);
        assert!(run(&folder, &args).out.contains("cut off"));
    }
    let whole = Folder::with(&[(name, GOOD), (".agent-request-phase8.json", REQUEST)]);
    assert!(!whole.run(&["check"]).out.contains("too early"));
}

#[test]
fn prose_leads_to_wrap() {
    const PROSE: &str = "I looked at everything.\n\nSee [the notes](notes.md).\n";
    for command in ["check", "fix"] {
        let folder = Folder::with(&[("my answer.md", PROSE)]);
        let checked = folder.run(&[command, "my answer.md"]);
        let args = command_after(&checked.out, "note: my answer.md looks like the answer of a model: ");
        assert_eq!(args, ["wrap", "my answer.md"]);
        let wrapped = run(&folder, &args);
        assert_eq!((wrapped.code, &wrapped.json()["response"]), (0, &PROSE.into()), "{}", wrapped.err);
    }
    let checked = Folder::with(&[]).run_with_input(&["check", "-"], PROSE);
    assert!(checked.out.contains("`agent-response wrap`, with the same input, makes an envelope"), "{}", checked.out);
    // There, a fix does it.
    let named = Folder::with(&[(".agent-response-phase5.json", PROSE)]).run(&["check"]);
    assert!(named.out.contains("= help: Wrap it in an envelope") && !named.out.contains("looks like"), "{}", named.out);
}

#[test]
fn what_recover_would_not_help_has_no_hint() {
    for text in [
        "{\"sections\": []}",
        "word\n",
        "a: 1\nb: 2\n",
        "Error: 429 Too Many Requests",
        "Words, and {broken json",
        GOOD,
        "Error: 429\n{\"a\": 1}",
        "\0\0\0{\"a\": 1}",
    ] {
        let folder = Folder::with(&[("answer.md", text)]);
        for command in ["check", "fix"] {
            let run = folder.run(&[command, "answer.md"]);
            assert!(!(run.out + &run.err).contains("looks like the"), "{text}");
        }
    }
    let folder = Folder::with(&[("answer.md", ANSWER)]);
    for more in [&["--quiet"][..], &["--format", "json"], &["--format", "concise"], &["--format", "agent"]] {
        let run = folder.run(&[&["check", "answer.md"], more].concat());
        assert!(!(run.out + &run.err).contains("looks like"), "{more:?}");
    }
}

#[test]
fn wrap_names_the_command_with_all_its_arguments() {
    let folder = Folder::with(&[("my answer.md", ANSWER)]);
    let wrapped = folder.run(&["wrap", "my answer.md", "-o", "out.json", "--request-id", "x"]);
    let args = command_after(&wrapped.err, "note: ");
    assert_eq!(args.join(" "), "wrap --repair my answer.md -o out.json --request-id x --overwrite");
    let again = run(&folder, &args);
    assert_eq!((again.code, again.err.contains("would repair")), (0, false), "{}", again.err);
    assert!(folder.read("out.json").contains("\\\"n\\\": true"), "{}", folder.read("out.json"));
}

#[test]
fn recover_names_the_way_to_guesses() {
    let folder = Folder::with(&[("a.json", "{\"a\": [1, 2], \"b\" \"x\"}")]);
    for (command, more) in [("recover", "--suggestions"), ("wrap", "--repair=all")] {
        let first = folder.run(&[command, "a.json"]);
        let note = format!("note: `agent-response {command} {more} a.json` would repair the content: 1 fix");
        assert!(first.err.contains(&note), "{}", first.err);
        let again = folder.run(&[command, more, "a.json"]);
        assert_eq!(again.json()["response"], "{\"a\": [1, 2], \"b\": \"x\"}", "{}", again.err);
        assert!(!again.err.contains("would repair"), "{}", again.err);
    }
}

#[test]
fn a_refused_envelope_names_the_repair_that_helps() {
    let fenced = format!("Here it is:\n```json\n{GOOD}```\n");
    let folder = Folder::with(&[("m.md", &fenced), ("cut.json", &GOOD.trim_end()[..GOOD.trim_end().len() - 1])]);
    for (args, expected) in [
        (
            &["wrap", "m.md", "--request-id", "7c1f0a52-3d0b-4a5e-9a43-5b0c8f6d2e11"][..],
            "wrap --repair m.md --request-id",
        ),
        (&["wrap", "cut.json"], "wrap --repair=all cut.json"),
        (&["wrap", "--repair", "cut.json"], "wrap --repair=all cut.json"),
        (&["recover", "cut.json"], "recover --suggestions cut.json"),
    ] {
        let refused = folder.run(args);
        assert_eq!((refused.code, refused.out.as_str()), (1, ""), "{}", refused.err);
        let begin = "error: content is already an envelope, but has an error that needs more repair than requested: ";
        assert!(refused.err.starts_with(begin), "{}", refused.err);
        let args = command_after(&refused.err, "\nnote: ");
        assert!(args.join(" ").starts_with(expected), "{args:?}");
        let again = run(&folder, &args);
        assert_eq!((again.code, &again.json()["status"]), (0, &"success".into()), "{}", again.err);
    }
}

#[test]
fn a_refused_envelope_is_written_by_the_command_that_is_named() {
    let name = ".agent-response.json";
    let folder = Folder::with(&[(name, &GOOD.trim_end()[..GOOD.trim_end().len() - 1])]);
    let refused = folder.run(&["recover", name, "-o", name, "--overwrite"]);
    let args = command_after(&refused.err, "\nnote: ");
    assert_eq!(args, ["recover", "--suggestions", name, "-o", name, "--overwrite"]);
    assert_eq!(run(&folder, &args).code, 0);
    assert_eq!(folder.run(&["check"]).code, 0);
}

#[test]
fn a_format_that_is_no_subcommand_leads_to_the_option() {
    for format in ["prompt", "agent", "json", "sarif"] {
        let run = Folder::with(&[]).run(&[format]);
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        let tip = format!("  tip: `agent-response check --format {format}` prints this format\n");
        assert!(run.err.contains(&tip) && run.err.contains("unrecognized subcommand"), "{}", run.err);
        assert_eq!(run.err.matches("tip:").count(), 1, "{}", run.err);
    }
}

#[test]
fn what_looks_like_an_envelope_and_is_none_is_said_to_be_the_content() {
    for (content, meant) in [
        (r#"{"result": {"a": 1}}"#, "`result` should be `response` and must be a JSON-encoded string"),
        (r#"{"response": {"a": 1}}"#, "`response` must be a JSON-encoded string, but is an object"),
        (r#"{"response": "a"}"#, "its other fields are missing"),
    ] {
        let run = Folder::with(&[]).run_with_input(&["recover"], content);
        let note = format!("note: all of the content is in `response`; if it was meant as an envelope: {meant}\n");
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(run.err.contains(&note), "{}", run.err);
        assert_eq!(run.json()["response"].as_str().map(str::trim), Some(content));
    }
    let run = Folder::with(&[]).run_with_input(&["recover"], r##"{"sections": ["title"], "title": "# A"}"##);
    assert!(!run.err.contains("meant as"), "{}", run.err);
}
