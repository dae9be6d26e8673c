//! `fix --interactive`, at a terminal of its own.

use std::{
    fs::File,
    io::{Read, Write},
    process::{Child, ExitStatus, Stdio},
};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::run::{Folder, GOOD, REQUEST, renamed};

const NAME: &str = ".agent-response-phase8.json";
const PROMPT: &str = "[y,n,a,q,?] ";

/// The command at a terminal, on which somebody answers.
struct Session {
    terminal: File,
    child: Child,
    seen: String,
}

impl Session {
    /// Standard output goes to a pipe.
    fn begin(folder: &Folder, args: &[&str]) -> Self {
        Self::with_columns(folder, args, 0)
    }

    /// The same in so many columns; 0 if nobody knows how many.
    fn with_columns(folder: &Folder, args: &[&str], columns: usize) -> Self {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&terminal).unwrap();
        unlockpt(&terminal).unwrap();
        let name = ptsname(&terminal, Vec::new()).unwrap();
        let other_end = File::options().read(true).write(true).open(name.to_str().unwrap()).unwrap();
        let mut command = folder.command(args);
        command.stdin(other_end.try_clone().unwrap()).stderr(other_end).stdout(Stdio::piped());
        command.env("NO_COLOR", "1").env("COLUMNS", columns.to_string());
        let child = command.spawn().unwrap();
        Self { terminal: terminal.into(), child, seen: String::new() }
    }

    /// What is shown until the next question or the end.
    fn question(&mut self) -> String {
        let (mut shown, mut bytes) = (Vec::new(), [0; 4096]);
        // Once nobody has the other end, reading fails.
        while let Ok(1..) = self.terminal.read(&mut bytes).inspect(|n| shown.extend(&bytes[..*n])) {
            if shown.ends_with(PROMPT.as_bytes()) {
                break;
            }
        }
        let shown = String::from_utf8(shown).unwrap().replace("\r\n", "\n");
        self.seen += &shown;
        shown
    }

    /// Types something and waits for the next question.
    fn answer(&mut self, keys: &str) -> String {
        self.terminal.write_all(keys.as_bytes()).unwrap();
        self.question()
    }

    /// Waits for the end; standard output is the result.
    fn end(mut self) -> (ExitStatus, String, String) {
        while !self.question().is_empty() {}
        let output = self.child.wait_with_output().unwrap();
        (output.status, String::from_utf8(output.stdout).unwrap(), self.seen)
    }
}

/// A safe fix and two suggestions.
fn three_fixes() -> String {
    renamed().replacen("42.5", "425000", 1).replacen("\"success\"", "\"sucess\"", 1)
}

fn folder(text: &str) -> Folder {
    Folder::with(&[(".agent-request-phase8.json", REQUEST), (NAME, text)])
}

#[test]
fn each_fix_is_shown_decoded_and_applied_if_wanted() {
    let folder = folder(&three_fixes());
    let mut session = Session::begin(&folder, &["fix", "-i"]);
    let first = session.question();
    let shown = format!("\n\nerror[misnamed-field]: `result` should be `response`\n --> {NAME}:5:3\n{NAME}:\n");
    assert!(first.starts_with("Answers:\n  y  apply this fix\n") && first.contains(&shown), "{first}");
    assert!(first.contains("~   \"[-result-]{+response+}\": \""), "{first}");
    assert!(first.ends_with("(1/3) Rename to `response` (safe)? [y,n,a,q,?] "), "{first}");
    let second = session.answer("y\n");
    assert!(!second.contains("Answers:"), "they are explained once");
    assert!(second.contains("(2/3) Replace with `\"success\"` (suggestion)? ["), "{second}");
    assert!(session.answer("no\n").contains("(3/3) "), "{}", session.seen);
    assert_eq!(folder.read(NAME), three_fixes(), "nothing is written before the last answer");
    session.answer("y\n");
    let (status, out, _) = session.end();
    assert_eq!(status.code(), Some(1));
    assert!(out.contains(&format!("{NAME}: 2 fixes\n  line 5, column 3: Rename to `response`")), "{out}");
    assert!(
        out.ends_with("2 findings fixed in 1 of 2 files; 1 error, 1 info left; 1 can be fixed with `--suggestions`\n"),
        "{out}"
    );
    let text = folder.read(NAME);
    assert!(text.contains("\"response\": ") && text.contains("\"sucess\"") && !text.contains("425000"), "{text}");
}

#[test]
fn a_rule_is_decided_once_for_all_files() {
    let folder = folder(&renamed());
    folder.write(".agent-response-phase9.json", renamed());
    folder.write("more/.agent-response-phase8.json", renamed());
    let mut session = Session::begin(&folder, &["fix", "--interactive"]);
    assert!(session.question().contains("(1/1) "));
    session.answer("a\n");
    let (_, out, seen) = session.end();
    assert_eq!(seen.matches(PROMPT).count(), 1, "{seen}");
    assert!(out.contains("3 findings fixed in 3 of 4 files"), "{out}");
    assert_eq!(folder.read("more/.agent-response-phase8.json"), GOOD);
}

#[test]
fn the_questions_of_each_file_are_counted() {
    let folder = folder(&three_fixes());
    folder.write(".agent-response-phase9.json", three_fixes());
    let mut session = Session::begin(&folder, &["fix", "-i"]);
    assert!(session.question().contains("(1/3) "));
    assert!(session.answer("a\n").contains("(2/3) "), "{}", session.seen);
    // The rule is decided in the file that follows, too.
    for expected in ["(3/3) ", "(1/2) ", "(2/2) "] {
        assert!(session.answer("n\n").contains(expected), "{expected}: {}", session.seen);
    }
    session.answer("n\n");
    assert_eq!(session.end().2.matches(PROMPT).count(), 5);
}

#[test]
fn places_are_those_of_the_file() {
    let text = renamed().replacen("  \"version\": \"1.0\",\n", "", 1);
    let text = text.replacen("\n  \"error_message\"", " \"version\": 1.0, \"error_message\"", 1);
    let folder = folder(&text);
    let mut session = Session::begin(&folder, &["fix", "-i"]);
    assert!(session.question().contains("error[misnamed-field]"), "{}", session.seen);
    // The first fix makes the line longer that the second one is about.
    let second = session.answer("y\n");
    let (line, content) = text.lines().enumerate().find(|it| it.1.contains("1.0")).unwrap();
    let column = content.split("1.0").next().unwrap().chars().count() + 1;
    assert!(second.contains(&format!("\n --> {NAME}:{}:{column}\n", line + 1)), "{second}");
    session.answer("q\n");
    session.end();
}

#[test]
fn questions_fit_the_terminal() {
    let folder = folder(&GOOD.replacen("45.123456+00:00", "45.123456", 1).replacen("\"success\"", "\"sucess\"", 1));
    let mut session = Session::with_columns(&folder, &["fix", "-i"], 40);
    session.question();
    session.answer("?\n");
    session.answer("q\n");
    let (_, _, seen) = session.end();
    let lines = seen.lines().filter(|it| it.ends_with(PROMPT) || it.starts_with("     ") || it.starts_with("  y"));
    let lines: Vec<_> = lines.collect();
    assert!(lines.len() > 4 && lines.iter().all(|it| it.chars().count() <= 40), "{seen}");
}

#[test]
fn what_was_accepted_before_quitting_is_written() {
    let folder = folder(&three_fixes());
    let mut session = Session::begin(&folder, &["fix", "-i"]);
    session.question();
    assert!(session.answer("y\n").contains("(2/3)"));
    session.answer("q\n");
    let (status, out, seen) = session.end();
    assert_eq!((status.code(), seen.matches(PROMPT).count()), (Some(1), 2));
    assert!(out.contains("1 finding fixed"), "{out}");
    assert_eq!(folder.read(NAME), three_fixes().replacen("\"result\":", "\"response\":", 1));
}

#[test]
fn other_answers_print_the_list_and_ask_again() {
    let folder = folder(&renamed());
    let mut session = Session::begin(&folder, &["fix", "-i"]);
    let question = session.question();
    for keys in ["?\n", "\n", "maybe\n", "\u{1b}[A\n"] {
        let again = session.answer(keys);
        assert!(again.contains("Answers:\n  y  apply this fix\n"), "{again}");
        assert!(again.ends_with(question.lines().last().unwrap()), "{again}");
    }
    session.answer("n\n");
    let (status, out, _) = session.end();
    assert_eq!((status.code(), folder.read(NAME)), (Some(1), renamed()));
    assert!(out.contains("nothing fixed in 2 files; 1 error"), "{out}");
}

#[test]
fn the_end_of_the_input_writes_nothing() {
    let folder = folder(&three_fixes());
    let mut session = Session::begin(&folder, &["fix", "-i"]);
    session.question();
    session.answer("y\n");
    // Control-D.
    session.answer("\u{4}");
    let (status, out, seen) = session.end();
    assert_eq!((status.code(), out.as_str()), (Some(2), ""));
    assert!(seen.ends_with("error: the input ended before the last answer, so nothing was written\n"), "{seen}");
    assert_eq!((folder.read(NAME), folder.names().len()), (three_fixes(), 2));
}

#[test]
fn an_interruption_writes_nothing() {
    use std::os::unix::process::ExitStatusExt;
    let folder = folder(&three_fixes());
    let mut session = Session::begin(&folder, &["fix", "-i"]);
    session.question();
    session.answer("y\n");
    let id = rustix::process::Pid::from_child(&session.child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let (status, out, _) = session.end();
    assert_eq!((status.signal(), out.as_str()), (Some(2), ""));
    assert_eq!((folder.read(NAME), folder.names().len()), (three_fixes(), 2));
}

#[test]
fn what_was_chosen_can_become_a_patch() {
    let folder = folder(&three_fixes());
    let mut session = Session::begin(&folder, &["fix", "-i", "--diff"]);
    session.question();
    session.answer("y\n");
    session.answer("q\n");
    let (status, out, _) = session.end();
    assert_eq!((status.code(), folder.read(NAME)), (Some(1), three_fixes()));
    assert!(out.starts_with("--- ") && out.contains("\n+  \"response\": ") && !out.contains("\"success\""), "{out}");
}

#[test]
fn without_a_fix_there_is_no_question() {
    let (status, out, seen) = Session::begin(&folder(GOOD), &["fix", "-i"]).end();
    assert_eq!((status.code(), out.as_str(), seen.as_str()), (Some(0), "nothing to fix in 2 files\n", ""));
}

#[test]
fn questions_need_a_terminal_and_a_person() {
    let folder = folder(&renamed());
    let run = folder.run_with_input(&["fix", "-i"], "y\n");
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.starts_with("error: --interactive needs a terminal"), "{}", run.err);
    for (more, why) in [
        (&["-"][..], "so it cannot fix `-`"),
        (&["--format", "json"], "cannot be combined with --format json"),
        (&["--format", "agent"], "cannot be combined with --format agent"),
        (&["--suggestions"], "cannot be used with '--suggestions'"),
    ] {
        let (status, _, seen) = Session::begin(&folder, &[&["fix", "-i"][..], more].concat()).end();
        assert_eq!(status.code(), Some(2));
        assert!(seen.contains(why), "{seen}");
    }
    assert_eq!(folder.read(NAME), renamed());
}

#[test]
fn a_file_that_is_not_utf8_is_left_alone() {
    let folder = folder("");
    folder.write(NAME, renamed().encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>());
    let (status, _, seen) = Session::begin(&folder, &["fix", "-i", NAME]).end();
    assert_eq!(status.code(), Some(2));
    assert!(seen.contains("not UTF-8; run `agent-response fix` without --interactive first"), "{seen}");
}
