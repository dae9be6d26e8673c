//! Readers who leave early, and streams that are closed or full.

use super::{Case, NAME, check};
use crate::formats::FORMATS;

/// Commands with output, and how they end.
fn commands() -> Vec<(Vec<&'static str>, i32)> {
    let mut commands = vec![
        (vec!["check"], 1),
        (vec!["check", "--format", "concise"], 1),
        (vec!["check", "--format", "json"], 1),
        (vec!["check", "--color", "always"], 1),
        (vec!["fix", "--diff"], 1),
        (vec!["explain"], 0),
        (vec!["explain", "missing-comma"], 0),
        (vec!["formats"], 0),
        (vec!["unwrap", "good.json"], 0),
        (vec!["wrap", NAME], 0),
        (vec!["recover", NAME], 0),
        (vec!["completions", "bash"], 0),
        (vec!["man"], 0),
        (vec!["--help"], 0),
        (vec!["check", "--help"], 0),
        (vec!["--version"], 0),
    ];
    commands.extend(FORMATS.map(|it| (vec!["check", "--format", it], 1)));
    commands
}

/// In a folder with more findings than a pipe holds.
fn case(what: &str, args: &[&str]) -> Case {
    Case::new(format!("{args:?}: {what}"), args).with_fault(NAME).with(|it| {
        std::fs::write(it.join("good.json"), crate::run::GOOD).unwrap();
        (0..150).for_each(|n| {
            std::fs::write(it.join(format!("{n}.agent-response.json")), "{\"status\": \"success\", \"result\": 1}")
                .unwrap();
        });
    })
}

#[test]
fn readers_may_leave_early() {
    let mut cases = Vec::new();
    for (args, _) in commands() {
        // The status is that of the command.
        let shell = "{ { \"$@\"; echo $? >&3; } | head -n 1 >/dev/null; } 3>&1";
        cases.push(case("| head -1", &args).shell(shell).code(0));
        let shell = "{ { \"$@\"; echo $? >&3; } | true; } 3>&1";
        cases.push(case("| true", &args).shell(shell).code(0));
    }
    for case in &cases {
        let output = case.start();
        let (said, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(!err.contains("panicked") && !err.contains("roken pipe"), "{}: {err}", case.name);
        let wanted = commands().iter().find(|it| it.0.iter().eq(case.args.iter())).unwrap().1;
        assert_eq!(said.trim(), wanted.to_string(), "{}", case.name);
    }
    assert!(cases.len() >= 46, "{}", cases.len());
}

#[test]
fn closed_and_full_streams_are_errors_or_nothing() {
    let mut cases = Vec::new();
    for (args, code) in commands() {
        let case = |what: &str, args: &[&str]| {
            if args.contains(&"always") { case(what, args).raw() } else { case(what, args) }
        };
        cases.push(case("no output", &args).shell("exec \"$@\" >&-").codes(&[code, 2]));
        cases.push(case("no errors", &args).shell("exec \"$@\" 2>&-").code(code));
        cases.push(case("no input", &args).shell("exec \"$@\" <&-").code(code));
        cases.push(case("full", &args).shell("exec \"$@\" >/dev/full").code(2).says("standard output"));
    }
    cases.push(case("fix, no streams at all", &["fix", NAME]).shell("exec \"$@\" <&- >&- 2>&-").fixes(NAME));
    cases.push(case("fix, full", &["fix", NAME]).shell("exec \"$@\" >/dev/full 2>/dev/full").code(2).fixes(NAME));
    check(cases, 94);
}
