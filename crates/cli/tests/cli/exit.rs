//! The exit status: what fails a run, and that nothing unchecked goes unnoticed.

use crate::run::{Folder, GOOD, REQUEST, Run, half_fixable, renamed};

const NAME: &str = ".agent-response-phase8.json";

fn folder(text: &str) -> Folder {
    Folder::with(&[(".agent-request-phase8.json", REQUEST), (NAME, text)])
}

/// One warning: a time without a zone.
fn warned() -> String {
    GOOD.replacen("45.123456+00:00", "45.123456", 1)
}

#[test]
fn findings_that_are_less_severe_can_fail_the_run() {
    let folder = folder(&warned());
    let code = |args: &[&str]| folder.run(&[&["check"], args].concat()).code;
    assert_eq!(code(&[]), 0);
    assert_eq!(code(&["--error-on", "error"]), 0);
    assert_eq!(code(&["--error-on", "warning"]), 1);
    assert_eq!(code(&["--error-on", "info"]), 1);
    assert_eq!(code(&["--error-on", "warning", "--quiet"]), 1, "also if they are not shown");
    assert_eq!(code(&["--error-on", "warning", "--rule", "no-time-zone=off"]), 0);
    assert_eq!(code(&["--max-warnings", "0"]), 1);
    assert_eq!(code(&["--max-warnings", "1"]), 0);
    assert_eq!(folder.run(&["fix", "--max-warnings", "0"]).code, 1);
}

#[test]
fn findings_can_be_reported_without_failing() {
    let folder = folder(&renamed());
    let run = folder.run(&["check", "--exit-zero"]);
    assert!(run.code == 0 && run.out.contains("error[misnamed-field]"), "{}", run.out);
    assert_eq!(folder.run(&["check", "--exit-zero", "--max-warnings", "0"]).code, 2, "they contradict each other");
    assert_eq!(folder.run(&["check", "--exit-zero", "nowhere"]).code, 2);
    assert_eq!(folder.run(&["fix", "--diff", "--exit-zero"]).code, 0);
}

#[test]
fn a_folder_without_files_can_fail_the_run() {
    let folder = Folder::with(&[("a.json", "{}")]);
    assert_eq!(folder.run(&["check"]).code, 0);
    for format in ["human", "json", "sarif", "junit", "github"] {
        let run = folder.run(&["check", "--error-on-no-files", "--format", format]);
        assert!(run.code == 2 && run.err.starts_with("error: no .agent-response*.json"), "{format}: {}", run.err);
    }
    assert_eq!(folder.run(&["check", "--error-on-no-files", "a.json"]).code, 0);
}

#[test]
fn a_diff_fails_if_something_would_be_fixed() {
    let folder = folder(&renamed());
    for args in [&["fix", "--diff"][..], &["fix", "--diff", "--format", "json"], &["fix", "--diff", "-q"]] {
        assert_eq!(folder.run(args).code, 1, "{args:?}");
    }
    assert_eq!(folder.run(&["fix"]).code, 0);
    let run = folder.run(&["fix", "--diff"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""));
    folder.write(NAME, half_fixable());
    assert_eq!(folder.run(&["fix", "--diff"]).code, 1);
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused_at_once() {
    let folder = folder(GOOD);
    assert!(std::process::Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
    for args in [
        &["check", "pipe"][..],
        &["fix", "pipe"],
        &["wrap", "pipe"],
        &["unwrap", "pipe"],
        &["recover", "pipe"],
        &["check", NAME, "--request", "pipe"],
        &["check", "/dev/zero"],
        &["wrap", "/dev/tty"],
        &["check", "--quiet", "pipe"],
    ] {
        // Without an end, the test would be ended by the limit of its runner.
        let run = Run::of(folder.command(args).output().unwrap());
        assert!(run.code == 2 && run.err.contains("is not a regular file"), "{args:?}: {} {}", run.code, run.err);
    }
}

/// The limit for files is reached while the new text is written.
#[cfg(unix)]
#[test]
fn no_temporary_file_is_left_when_the_disk_is_full() {
    let long = renamed().replacen("\"metadata\": {", &format!("\"metadata\": {{\"x\": \"{}\", ", "y".repeat(4000)), 1);
    let folder = folder(&long);
    let before = (folder.names(), folder.read(NAME));
    let command = format!("ulimit -f 2; exec '{}' fix", env!("CARGO_BIN_EXE_agent-response"));
    let mut shell = std::process::Command::new("sh");
    let output = shell.args(["-c", &command]).current_dir(folder.path("")).output().unwrap();
    let run = Run::of(output);
    assert!(run.code == 2 && run.err.contains("File too large"), "{} {}", run.code, run.err);
    assert_eq!((folder.names(), folder.read(NAME)), before);
}
