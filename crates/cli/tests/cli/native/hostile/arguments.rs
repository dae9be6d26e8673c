//! Many arguments, long ones, and those that mean nothing.

use std::{fs, path::Path};

use super::{Case, NAME, check};

#[test]
fn long_lists_of_arguments_work() {
    let many = |it: &Path| (0..3000).for_each(|n| fs::write(it.join(format!("{n}.json")), "{}").unwrap());
    let paths: Vec<_> = (0..3000).map(|n| format!("{n}.json")).collect();
    let paths: Vec<_> = paths.iter().map(String::as_str).collect();
    let rules: Vec<_> = (0..2000).map(|_| "--rule=misnamed-field=off").collect();
    let cases = vec![
        Case::new("3000 files", &[&["check"], paths.as_slice()].concat()).with(many).says(" in 3000 of 3000 files"),
        Case::new("3000 files, fixed", &[&["fix"], paths.as_slice()].concat()).with(many),
        Case::new("one file 5000 times", &[&["check"], [NAME; 5000].as_slice()].concat())
            .with_fault(NAME)
            .code(1)
            .says("1 error, 1 info in 1 file"),
        Case::new("fixed 5000 times", &[&["fix"], [NAME; 5000].as_slice()].concat()).with_fault(NAME).fixes(NAME),
        Case::new("one folder 2000 times", &[&["check"], ["."; 2000].as_slice()].concat())
            .with_fault(NAME)
            .code(1)
            .says("1 error, 1 info in 1 file"),
        Case::new("2000 rules", &[&["check"], rules.as_slice()].concat()).with_fault(NAME).code(0),
        Case::new("5000 files that are not there", &[&["check"], ["x"; 5000].as_slice()].concat())
            .code(2)
            .says("`x` does not exist (and 4999 more)"),
    ];
    check(cases, 7);
}

#[test]
fn long_arguments_are_shown_or_refused() {
    let long = "x".repeat(100_000);
    let mut cases = Vec::new();
    for (option, code) in [
        ("--config", 2),
        ("--request", 2),
        ("--as", 2),
        ("--rule", 2),
        ("--profile", 2),
        ("--format", 2),
        ("--min-severity", 2),
        ("--max-warnings", 2),
        ("--error-on", 2),
        ("--color", 2),
    ] {
        cases.push(Case::new(format!("long {option}"), &["check", option, &long]).with_fault(NAME).code(code));
        cases.push(Case::new(format!("empty {option}"), &["check", &format!("{option}=")]).with_fault(NAME).code(code));
        let escapes = format!("{option}=\u{1b}[31m\u{202e}\n");
        cases.push(Case::new(format!("escapes in {option}"), &["check", &escapes]).with_fault(NAME).code(code));
    }
    for path in [&long, &"a/".repeat(3000), &"../".repeat(2000), "", "\u{1b}[31m", "a\nb"] {
        let shown: String = path.escape_debug().take(20).collect();
        let codes: &[i32] = if path.starts_with("..") { &[0, 1, 2] } else { &[2] };
        if !path.starts_with("..") {
            cases.push(Case::new(format!("path {shown}"), &["check", path]).with_fault(NAME).codes(codes));
            cases.push(Case::new(format!("fix {shown}"), &["fix", path]).with_fault(NAME).codes(codes));
        }
    }
    for name in [&long[..], "", "\u{1b}[31m", "missing-comma\n"] {
        cases.push(Case::new("rule", &["explain", name]).code(2));
        cases.push(Case::new("subcommand", &[name]).code(2));
    }
    check(cases, 48);
}

#[test]
fn deep_folders_are_walked() {
    let mut cases = Vec::new();
    for depth in [100, 500, 1000] {
        let place = "a/".repeat(depth) + NAME;
        let make = |it: &Path| {
            fs::create_dir_all(it.join(&place).parent().unwrap()).unwrap();
            fs::write(it.join(&place), crate::run::renamed()).unwrap();
        };
        cases.push(Case::new(format!("{depth} folders"), &["check"]).with(make).code(1).says(NAME));
        cases.push(Case::new(format!("{depth} folders, fixed"), &["fix"]).with(make).fixes(&place));
    }
    check(cases, 6);
}
