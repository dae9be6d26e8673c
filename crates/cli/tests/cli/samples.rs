//! The samples as a person sees them.

use std::path::Path;

use expect_test::{ExpectFile, expect_file};

use crate::run::{Folder, Run, command};

fn check(args: &[&str], expected: ExpectFile) {
    let run = Run::of(command(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")), args).output().unwrap());
    expected.assert_eq(&format!("{}{}exit code {}\n", run.out, run.err, run.code));
}

#[test]
fn good() {
    check(&["check", "samples/good", "--min-severity", "hint"], expect_file!["snapshots/good.txt"]);
}

#[test]
fn result_field() {
    check(&["check", "samples/result-field"], expect_file!["snapshots/result-field.txt"]);
}

#[test]
fn broken_payload() {
    check(&["check", "samples/broken-payload"], expect_file!["snapshots/broken-payload.txt"]);
}

#[test]
fn object() {
    check(&["check", "samples/object"], expect_file!["snapshots/object.txt"]);
}

#[test]
fn missing_fields() {
    check(&["check", "samples/missing-fields"], expect_file!["snapshots/missing-fields.txt"]);
}

#[test]
fn unescaped_quotes() {
    check(&["check", "samples/unescaped-quotes"], expect_file!["snapshots/unescaped-quotes.txt"]);
}

#[test]
fn everything_on_few_lines() {
    check(&["check", "samples", "--format", "concise"], expect_file!["snapshots/concise.txt"]);
}

#[test]
fn a_long_line_is_cut_around_the_mark() {
    let fence = "\\\"".repeat(4_000);
    let text = format!(
        "{{\"status\": \"success\", \"metadata\": \"{fence}\", \"durationSeconds\": 1, \"response\": \"{fence}\"}}"
    );
    let folder = Folder::with(&[(".agent-response-phase8.json", &text)]);
    let run = folder.run(&["check"]);
    assert!(run.out.lines().all(|it| it.chars().count() <= 200 || !it.contains('|')), "{}", run.out);
}
