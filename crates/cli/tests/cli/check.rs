//! `check`: exit codes, severities, standard input.

use crate::run::{Folder, GOOD, REQUEST, Run, command, half_fixable, renamed};

const NAME: &str = ".agent-response-phase8.json";

fn folder(text: &str) -> Folder {
    Folder::with(&[(".agent-request-phase8.json", REQUEST), (NAME, text)])
}

#[test]
fn a_name_that_no_program_looks_for_is_said_with_the_right_one() {
    let folder =
        Folder::with(&[("answer.json", GOOD), (".agent-response-phase8.json", GOOD), ("x.agent-response.json", GOOD)]);
    let words = "does not look for `answer.json`, only for names such as `.agent-response-phase8.json`";
    let run = folder.run(&["check", "answer.json"]);
    let note = format!("note: the program that reads responses {words}\n");
    assert!(run.code == 0 && run.out.contains(&note), "{}", run.out);
    let run = folder.run(&["check", "--reader", "answer.json"]);
    let line = format!("answer.json: the agent bridge, like the loader of the specification, {words}\n");
    assert_eq!(run.out, format!("{line}\nno findings in 1 file\n"));
    for args in [&["check"][..], &["check", ".agent-response-phase8.json"], &["check", "--quiet", "answer.json"]] {
        assert!(!folder.run(args).out.contains("does not look for"), "{args:?}");
    }
}

#[test]
fn the_readers_say_what_they_do_in_their_own_words() {
    let folder = Folder::with(&[(".agent-response-phase8.json", &renamed()), (".agent-request-phase8.json", REQUEST)]);
    let words = "AgentResponse.__init__() got an unexpected keyword argument 'result'";
    let run = folder.run(&["check", "--reader"]);
    let line = format!(".agent-response-phase8.json: the agent bridge refuses it: Invalid response format: {words}\n");
    assert!(run.out.contains(&line), "{}", run.out);
    folder.write(".agent-response-phase8.json", GOOD);
    let run = folder.run(&["check", "--reader"]);
    let line = ".agent-response-phase8.json: the agent bridge, like the loader of the specification, reads 3 sections and 13 \
                boundary rules, and deletes the file\n";
    assert_eq!((run.code, run.out), (0, format!("{line}\nno findings in 2 files\n")));
    assert_eq!(folder.run(&["check", "--reader", "--format", "concise"]).out, line);
    let json = folder.run(&["check", "--reader", "--format", "json"]).out;
    assert!(
        json.contains(r#""readers":[{"reader":"bridge","title":"the agent bridge","outcome":"reads","words":"#),
        "{json}"
    );
    assert!(!folder.run(&["check", "--format", "json"]).out.contains("readers"));
    for format in ["agent", "prompt", "github", "sarif", "gitlab", "junit", "checkstyle", "rdjson", "azure"] {
        let run = folder.run(&["check", "--reader", "--format", format]);
        let why = format!("error: --reader cannot be combined with --format {format}; ");
        assert_eq!(
            (run.code, run.out, run.err),
            (2, String::new(), why + "the formats `human`, `concise` and `json` have its lines\n")
        );
    }
}

#[test]
fn of_a_file_that_no_known_program_reads_the_reader_says_whom_it_is_for() {
    let folder = Folder::with(&[("factory.json", r#"{"status": "questions", "questions": [{"id": "q1"}]}"#)]);
    let note =
        "note: no public program is known that reads the format `factory`; it is for the program that ran the agent\n";
    let run = folder.run(&["check", "--reader", "factory.json"]);
    assert!(run.out.contains(note), "{}", run.out);
    for args in [&["check", "factory.json"][..], &["check", "--reader"]] {
        assert!(!folder.run(args).out.contains("no public program"), "{args:?}");
    }
}

#[test]
fn a_clean_file_is_only_counted() {
    let run = folder(GOOD).run(&["check"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with("no findings in 2 files"), "{}", run.out);
    assert_eq!(run.out.lines().count(), 1);
}

#[test]
fn an_error_is_shown_at_its_place_and_gives_exit_code_1() {
    let run = folder(&renamed()).run(&["check"]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    assert!(run.out.contains("error[misnamed-field]"), "{}", run.out);
    assert!(run.out.contains(" --> .agent-response-phase8.json:5:3\n"), "{}", run.out);
    assert!(run.out.contains("1 error in 1 of 2 files; 1 can be fixed with `agent-response fix`"), "{}", run.out);
}

#[test]
fn warnings_leave_the_exit_code_at_0() {
    let run = folder(&GOOD.replacen("45.123456+00:00", "45.123456", 1)).run(&["check", "--format", "json"]);
    assert_eq!((run.code, run.codes()), (0, vec!["no-time-zone".to_owned()]));
}

#[test]
fn findings_come_in_the_order_of_their_places() {
    let run = folder(&half_fixable()).run(&["check", "--format", "concise"]);
    let codes: Vec<_> = run.out.lines().map(|it| it.split(['[', ']']).nth(1).unwrap()).collect();
    assert_eq!((run.code, codes), (1, vec!["bad-timestamp", "trailing-comma"]));
}

#[test]
fn a_rule_gets_another_severity_or_is_switched_off() {
    let folder = folder(&renamed());
    assert_eq!(folder.run(&["check", "--rule", "misnamed-field=warning"]).code, 0);
    assert_eq!(folder.run(&["check", "--rule", "misnamed-field=hint"]).out.lines().count(), 1);
    assert_eq!(
        folder.run(&["check", "--rule", "misnamed-field=off", "--format", "json"]).json()["summary"]["errors"],
        0
    );
}

#[test]
fn wrong_usage_gives_exit_code_2_and_says_what_would_be_right() {
    let folder = folder(GOOD);
    let check = |args: &[&str], words: &str| {
        let run = folder.run(args);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.contains(words), "{args:?}: {}", run.err);
    };
    check(&["check", "--rule", "missnamed-field=off"], "did you mean `misnamed-field`?");
    check(&["check", "--rule", "misnamed-field=loud"], "error, warning, info, hint or off");
    check(&["check", "--rule", "misnamed-field"], "RULE=SEVERITY");
    check(&["check", "--as", "agent"], "`agent-response`");
    check(&["check", "--profile", "lax"], "upstream");
    check(&["check", "--request", "nowhere.json"], "nowhere.json");
    check(&["check", "--quiet", "--min-severity", "hint"], "cannot be used with");
    check(&["check", "--stdin-filename", "x.json"], "requires the path `-`");
    check(&["chekc"], "check");
}

#[test]
fn help_and_version_give_exit_code_0() {
    let folder = folder(GOOD);
    for args in [["--help"], ["--version"], ["-h"]] {
        let run = folder.run(&args);
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        assert!(run.out.contains("agent-response"), "{}", run.out);
    }
    for command in ["check", "fix", "wrap", "unwrap", "explain", "formats"] {
        let run = folder.run(&[command, "--help"]);
        assert_eq!(run.code, 0);
        assert!(run.out.lines().all(|it| it.chars().count() <= 100), "{}", run.out);
    }
    assert!(folder.run(&["help", "unwrap"]).out.contains("agent-response unwrap [OPTIONS] [FILE]"));
    let of_fix = folder.run(&["fix", "--help"]).out;
    assert!(["\"changed\"", "\"settled\"", "\"applied\"", "\"text\""].iter().all(|it| of_fix.contains(it)), "{of_fix}");
    let help = folder.run(&["check", "--help"]).out;
    assert!(help.contains("configures how the file is\nchecked; for standard input"), "no line ends early: {help}");
}

#[test]
fn less_serious_findings_are_left_out() {
    let folder =
        folder(&GOOD.replacen("\"boundaries\\\"]", "\"boundaries\\\", \\\"title\\\"]", 1).replacen("+00:00", "", 1));
    let severities = |args: &[&str]| {
        let run = folder.run(&[&["check", "--format", "concise"], args].concat());
        let words = run.out.lines().map(|it| it.split_once(": ").unwrap().1.split('[').next().unwrap().to_owned());
        words.collect::<Vec<_>>()
    };
    assert_eq!(severities(&["--min-severity", "error"]), ["error"]);
    assert_eq!(severities(&["--min-severity", "warning"]), ["error", "warning"]);
    assert_eq!(severities(&["--quiet"]), ["error"]);
    let quiet = folder.run(&["check", "--quiet"]);
    assert!(quiet.code == 1 && !quiet.out.contains(" in 1 of"), "{}", quiet.out);
}

#[test]
fn what_fix_would_repair_is_counted_also_where_it_is_not_shown() {
    let folder = folder(&GOOD.replace('\n', " "));
    let hidden = "nothing to report in 2 files (1 not shown, which `agent-response fix` fixes; see --min-severity)\n";
    assert_eq!(folder.run(&["check"]).out, hidden);
    folder.write(NAME, renamed().replace('\n', " "));
    let both = folder.run(&["check"]).out;
    let end = "1 error in 1 of 2 files (1 not shown, which `agent-response fix` fixes; see --min-severity); 1 can be \
               fixed with `agent-response fix`\n";
    assert!(both.ends_with(end), "{both}");
    folder.write(NAME, GOOD.replacen("45.123456+00:00", "45.123456", 1).replace('\n', " "));
    let one = folder.run(&["check", "--min-severity", "warning"]).out;
    assert!(one.ends_with("1 not shown, which `agent-response fix` fixes; see --min-severity)\n"), "{one}");
    folder.write(NAME, GOOD.replace('\n', " "));
    let shown = folder.run(&["check", "--min-severity", "hint"]).out;
    assert!(shown.ends_with("1 hint in 1 of 2 files; 1 can be fixed with `agent-response fix`\n"), "{shown}");
}

#[test]
fn standard_input_is_taken_for_the_file_named() {
    let folder = Folder::with(&[(".agent-request-phase8.json", &REQUEST.replacen("7c1f0a52", "00000000", 1))]);
    let unnamed = folder.run_with_input(&["check", "-", "--format", "json"], GOOD);
    assert_eq!((unnamed.code, unnamed.paths()), (0, vec!["<stdin>".to_owned()]));
    let named = folder.run_with_input(&["check", "-", "--stdin-filename", NAME, "--format", "json"], GOOD);
    assert_eq!((named.code, named.paths()), (1, vec![NAME.to_owned()]));
    assert_eq!(named.codes(), ["pair-id"]);
}

#[test]
fn a_request_elsewhere_is_compared_when_given() {
    let folder = Folder::with(&[("a.json", GOOD), ("b/request.json", &REQUEST.replacen("7c1f0a52", "00000000", 1))]);
    assert_eq!(folder.run(&["check", "a.json"]).code, 0);
    let run = folder.run(&["check", "a.json", "--request", "b/request.json", "--format", "json"]);
    assert_eq!((run.code, run.codes()), (1, vec!["pair-id".to_owned()]));
    // Too little to be recognized, but there is an id to compare.
    folder.write("id.json", r#"{"request_id": "x"}"#);
    assert_eq!(folder.run(&["check", "a.json", "--request", "id.json"]).code, 1);
}

#[test]
fn what_is_given_as_a_request_has_to_be_one() {
    let folder = Folder::with(&[("a.json", GOOD), ("b.json", "[1]")]);
    let run = folder.run(&["check", "a.json", "--request", "a.json"]);
    let why = "a.json is not a request: the object has `request_id`, `version` and `status`";
    assert_eq!((run.code, run.err), (2, format!("error: {why}\n")));
    let run = folder.run(&["check", "a.json", "--request", "b.json"]);
    assert_eq!((run.code, run.err.as_str()), (2, "error: b.json is not a request: the content matches no format\n"));
}

#[test]
fn bytes_that_are_no_text_are_a_finding() {
    let folder = Folder::with(&[]);
    folder.write(NAME, b"{\"status\": \"\xff\xfe\"}");
    let run = folder.run(&["check", "--format", "json"]);
    assert_eq!(run.code, 1);
    assert!(run.codes().contains(&"invalid-utf8".to_owned()), "{}", run.out);
    assert_eq!(folder.run(&["check"]).code, 1);
    assert_eq!(folder.run(&["fix"]).code, 1);
}

#[test]
fn files_that_a_response_claims_are_looked_up() {
    let response = r#"{"status": "success", "deliverables": [
        {"path": "docs/plan.md", "type": "rules", "description": "The plan"},
        {"path": "./docs/rules.md", "type": "rules", "description": "The rules"},
        {"path": "docs", "type": "rules", "description": "The folder"},
        {"path": "../docs/other.md", "type": "rules", "description": "The others"}
    ], "summary": "Wrote the plan and the rules", "next_action": "ready_for_review"}"#;
    let folder = Folder::with(&[("answers/one.json", response), ("docs/rules.md", "# Rules\n")]);
    let codes = || folder.run(&["check", "--format", "json", "answers/one.json"]).codes().join(" ");
    assert_eq!(codes(), "file-not-found unusual-form outside-workspace");
    folder.write("docs/plan.md", "# Plan\n");
    assert_eq!(codes(), "unusual-form outside-workspace");
}

#[test]
fn files_that_a_response_claims_are_looked_up_from_the_root() {
    let response = r#"{"status": "success", "deliverables": [
        {"path": "docs/plan.md", "type": "rules", "description": "The plan"}
    ], "summary": "Wrote the plan and the rules", "next_action": "ready_for_review"}"#;
    let codes_in = |folder: &Folder, from: &str, file: &str| {
        let args = ["check", "--format", "json", file];
        Run::of(command(&folder.path(from), &args).output().unwrap()).codes().join(" ")
    };
    let plan = ("docs/plan.md", "# Plan\n");
    for root in ["agent-response.toml", ".git/HEAD", ".factory/mode"] {
        let folder = Folder::with(&[("answers/one.json", response), plan, (root, "")]);
        assert_eq!(codes_in(&folder, "answers", "one.json"), "", "{root}");
        assert_eq!(codes_in(&folder, "docs", "../answers/one.json"), "", "{root}");
        assert_eq!(codes_in(&folder, "docs", folder.path("answers/one.json").to_str().unwrap()), "", "{root}");
    }
    // The project file decides before what lies nearer, and the nearest of the others before the current folder.
    let both = Folder::with(&[("answers/one.json", response), plan, ("agent-response.toml", ""), ("answers/.git", "")]);
    assert_eq!(codes_in(&both, ".", "answers/one.json"), "");
    let nearer = Folder::with(&[("answers/one.json", response), plan, ("answers/.git", "")]);
    assert_eq!(codes_in(&nearer, ".", "answers/one.json"), "file-not-found");
}

#[test]
fn a_report_that_ends_early_is_counted_as_such() {
    let fields: String = (0..1_500).map(|it| format!(", \"field{it}\": {it}")).collect();
    let text = format!("{{\"version\": \"1.0\"{fields}}}");
    let run = Folder::with(&[(".agent-response-phase8.json", &text)]).run(&["check"]);
    let summary = run.out.lines().last().unwrap();
    assert!(summary.starts_with("998+ errors, 1+ info in 1 file ("), "{summary}");
}
