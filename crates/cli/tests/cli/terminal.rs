//! What reaches a terminal: colours where they are wanted, and nothing that acts.

use std::process::Stdio;

use crate::{
    formats::FORMATS,
    run::{Folder, Run, renamed},
};

/// Sequences that colour, ring, hide and turn; in keys, values and file names.
const HOSTILE: &str = "\u{1b}[31mred\u{7}\u{202e}turned\u{9b}2J\u{7f}\u{200b}\u{feff}";

pub(crate) fn is_harmless(text: &str) -> bool {
    text.chars().all(|it| it == '\n' || !(it.is_control() || matches!(it, '\u{202e}' | '\u{200b}' | '\u{feff}')))
}

#[test]
fn colours_go_to_terminals_only() {
    let folder = Folder::with(&[(".agent-response.json", &renamed())]);
    let run = |variables: &[(&str, &str)], args: &[&str]| {
        Run::of(folder.command(args).envs(variables.iter().copied()).output().unwrap())
    };
    for args in [&["check"][..], &["check", "--format", "concise"], &["fix", "--diff"], &["explain", "missing-field"]] {
        let plain = run(&[], args);
        assert!(!(plain.out + &plain.err).contains('\u{1b}'), "{args:?}");
        let forced = run(&[("CLICOLOR_FORCE", "1")], args);
        assert!(forced.out.contains('\u{1b}'), "{args:?}");
        let refused = run(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], args);
        assert!(!(refused.out + &refused.err).contains('\u{1b}'), "{args:?}");
    }
    assert!(!run(&[("CLICOLOR_FORCE", "1")], &["check", "--format", "json"]).out.contains('\u{1b}'));
}

#[test]
fn hostile_text_is_written_out() {
    let text = format!("{{\"status\": \"{HOSTILE}\", \"{HOSTILE}\": 1, {HOSTILE} }}\n{HOSTILE}");
    let folder = Folder::with(&[(".agent-response.json", &text)]);
    for args in [
        &["check"][..],
        &["check", "--format", "concise"],
        &["check", "--format", "json"],
        &["check", "--min-severity", "hint"],
    ] {
        let run = folder.run(args);
        assert_eq!(run.code, 1);
        assert!(is_harmless(&run.out) && is_harmless(&run.err), "{args:?}: {:?}", run.out);
    }
    for format in FORMATS {
        let run = folder.run(&["check", "--min-severity", "hint", "--format", format]);
        assert_eq!(run.code, 1);
        assert!(is_harmless(&run.out) && is_harmless(&run.err), "{format}: {:?}", run.out);
    }
    let run = Run::of(folder.command(&["fix", "--diff"]).env("CLICOLOR_FORCE", "1").output().unwrap());
    assert!(!run.out.contains("\u{1b}[31mred") && !run.out.contains('\u{202e}'), "{:?}", run.out);
}

#[cfg(unix)]
#[test]
fn hostile_names_are_written_out() {
    let name = format!(".agent-response-\n{HOSTILE}.json");
    let folder = Folder::with(&[(&name, &renamed())]);
    std::os::unix::fs::symlink("nowhere", folder.path(&format!(".agent-response-broken{HOSTILE}.json"))).unwrap();
    for args in [
        &["check"][..],
        &["check", "--format", "concise"],
        &["check", "--format", "json"],
        &["check", "--format", "github"],
        &["check", "--format", "azure"],
        &["check", "--format", "sarif"],
        &["check", "--format", "gitlab"],
        &["check", "--format", "junit"],
        &["check", "--format", "checkstyle"],
        &["check", "--format", "rdjson"],
        &["check", &name],
        &["fix", "--diff"],
        &["fix"],
        &["check", HOSTILE],
    ] {
        let run = folder.run(args);
        assert_ne!(run.code, 0);
        assert!(is_harmless(&run.out) && is_harmless(&run.err), "{args:?}: {:?} {:?}", run.out, run.err);
    }
}

#[test]
fn a_reader_that_stops_early_gets_no_error() {
    let folder = Folder::with(&[]);
    (0..300).for_each(|it| folder.write(&format!("{it}/.agent-response.json"), renamed()));
    for args in [&["check"][..], &["check", "--format", "json"], &["explain"], &["--help"]] {
        let mut child = folder.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(i32::from(args[0] == "check")), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let folder = Folder::with(&[(".agent-response.json", &renamed())]);
    for args in [&["check"][..], &["check", "--format", "json"], &["explain"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let run = Run::of(folder.command(args).stdout(full).output().unwrap());
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.err.contains("standard output"), "{}", run.err);
    }
}
