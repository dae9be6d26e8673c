//! Permissions, tested as a user to whom they apply; they do not apply to root.

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

use super::{Case, NAME, check, is_root, mode};
use crate::run::{GOOD, REQUEST};

fn case(name: &str, args: &[&str]) -> Case {
    let case = Case::new(format!("{args:?}: {name}"), args);
    if is_root() { case.by_nobody() } else { case }
}

fn set(path: &Path, bits: u32) {
    fs::set_permissions(path, mode(bits)).unwrap();
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let mut cases = Vec::new();
    for bits in [0o000, 0o200, 0o111, 0o044] {
        let commands: [&[&str]; 9] = [
            &["check"],
            &["check", NAME],
            &["check", "--format", "github"],
            &["check", "--quiet"],
            &["fix"],
            &["fix", "--diff"],
            &["wrap", NAME],
            &["unwrap", NAME],
            &["recover", NAME],
        ];
        for args in commands {
            let case = case(&format!("{bits:o}"), args).with_fault(NAME);
            cases.push(case.with(|it| set(&it.join(NAME), bits)).code(2).says("ermission denied").says(NAME));
        }
    }
    for (option, file) in [("--request", "r.json"), ("--config", "c.toml")] {
        let case = case("unreadable", &["check", option, file]).with_fault(NAME);
        let make = |it: &Path| {
            fs::write(it.join(file), REQUEST).unwrap();
            set(&it.join(file), 0)
        };
        cases.push(case.with(make).code(2).says("ermission denied").says(file));
    }
    let config = |it: &Path| {
        fs::write(it.join("agent-response.toml"), "").unwrap();
        set(&it.join("agent-response.toml"), 0)
    };
    cases.push(case("project file", &["check"]).with_fault(NAME).with(config).code(2).says("agent-response.toml"));
    check(cases, 39);
}

#[test]
fn what_must_not_be_written_stays() {
    let mut cases = Vec::new();
    for bits in [0o444, 0o400, 0o555] {
        for args in [&["fix"][..], &["fix", NAME], &["fix", "--suggestions"], &["fix", "--format", "json"]] {
            let case = case(&format!("file {bits:o}"), args).with_fault(NAME);
            cases.push(case.with(|it| set(&it.join(NAME), bits)).code(2).says("read-only").says(NAME));
        }
        let args = ["wrap", "--overwrite", "-o", NAME];
        let case = case(&format!("file {bits:o}"), &args).with_fault(NAME).input("{}");
        cases.push(case.with(|it| set(&it.join(NAME), bits)).code(2).says("read-only").says(NAME));
    }
    for bits in [0o555, 0o500] {
        let closed = |it: &Path| set(&it.join("a"), bits);
        let inside = |args: &[&str]| {
            let make = |it: &Path| fs::create_dir(it.join("a")).unwrap();
            case(&format!("folder {bits:o}"), args).with(make).with_fault("a/.agent-response.json").with(closed)
        };
        cases.push(inside(&["fix"]).code(2).says("ermission denied").says("a/.agent-response.json"));
        cases.push(inside(&["fix", "a/.agent-response.json"]).code(2).says("ermission denied"));
        cases.push(inside(&["wrap", "-o", "a/x.json"]).input("{}").code(2).says("ermission denied").says("a/x.json"));
        cases.push(inside(&["init", "a"]).code(2).says("ermission denied").says("agent-response.toml"));
        cases.push(inside(&["check"]).code(1).says("a/.agent-response.json"));
        cases.push(inside(&["fix", "--diff"]).code(1).says("a/.agent-response.json"));
    }
    check(cases, 27);
}

#[test]
fn folders_that_cannot_be_entered_are_named() {
    let mut cases = Vec::new();
    // Without the right to list, with it but without the right to enter, and without both.
    for bits in [0o300, 0o600, 0o000] {
        for (args, code) in
            [(&["check"][..], 2), (&["fix"], 2), (&["check", "--format", "sarif"], 2), (&["check", "a"], 2)]
        {
            let make = |it: &Path| fs::create_dir(it.join("a")).unwrap();
            let case = case(&format!("folder {bits:o}"), args).with(make).with_fault("a/.agent-response.json");
            cases.push(case.with(|it| set(&it.join("a"), bits)).code(code).says("ermission denied"));
        }
    }
    // A file can be named where nothing can be listed.
    let make = |it: &Path| fs::create_dir(it.join("a")).unwrap();
    let blind = |args: &[&str]| {
        let case = case("blind", args).with(make).with_fault("a/.agent-response.json");
        case.with(|it| set(&it.join("a"), 0o300))
    };
    cases.push(blind(&["check", "a/.agent-response.json"]).code(1).says("a/.agent-response.json:5:3"));
    cases.push(blind(&["fix", "a/.agent-response.json"]).fixes("a/.agent-response.json"));
    check(cases, 14);
}

#[test]
fn a_fixed_file_keeps_its_permissions() {
    for bits in [0o600, 0o640, 0o644, 0o664, 0o666, 0o700, 0o755, 0o777] {
        let case = case(&format!("{bits:o}"), &["fix"]).with_fault(NAME).with(|it| set(&it.join(NAME), bits));
        let folder = case.folder.path("");
        let output = case.start();
        assert!(output.status.success(), "{bits:o}: {}", String::from_utf8_lossy(&output.stderr));
        let path = folder.join(NAME);
        assert_eq!(fs::read_to_string(&path).unwrap(), GOOD);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, bits);
    }
}
