//! Archives that are larger than the memory, readers who leave early, and signals.

use std::{
    io::{BufRead, BufReader, Read, Write},
    os::unix::process::ExitStatusExt,
    process::{Child, Command, Stdio},
    thread,
};

use crate::{
    ndjson::line,
    run::{Folder, command, renamed},
};

/// The command on standard input, after what a shell does.
fn start(folder: &Folder, shell: &str, more: &[&str]) -> Child {
    let inner = command(&folder.path(""), &[]);
    let mut outer = Command::new("sh");
    outer.args(["-c", &format!("{shell}exec \"$@\""), "sh"]).arg(inner.get_program()).args(["check", "--ndjson", "-"]);
    outer.args(more).current_dir(folder.path("")).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    outer.spawn().unwrap()
}

/// Writes the parts again and again until so many bytes are written, while the output is read.
fn fed(mut child: Child, parts: &[&[u8]], n_bytes: usize) -> (i32, String, String) {
    let mut input = child.stdin.take().unwrap();
    let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let read = |from: &mut dyn Read| {
        let mut text = String::new();
        from.read_to_string(&mut text).unwrap();
        text
    };
    let (out, err) = thread::scope(|scope| {
        let (out, err) = (scope.spawn(move || read(&mut out)), scope.spawn(move || read(&mut err)));
        let mut n_written = 0;
        for part in parts.iter().cycle() {
            // The command may have failed.
            if n_written >= n_bytes || input.write_all(part).is_err() {
                break;
            }
            n_written += part.len();
        }
        drop(input);
        (out.join().unwrap(), err.join().unwrap())
    });
    (child.wait().unwrap().code().unwrap_or(-1), out, err)
}

/// What the command may take, in KiB; half of it is its own code, if that is not optimized.
const LIMIT: usize = 128 << 10;

#[test]
fn memory_does_not_grow_with_the_archive() {
    let folder = Folder::with(&[]);
    let limited = format!("export MALLOC_ARENA_MAX=1; ulimit -v {LIMIT}; ");
    let (bad, blanks, long) = (line(&renamed()), "\n".repeat(100_000), vec![b'['; 3 << 20]);
    // A line of 30 MiB, some responses, many empty lines.
    let mut parts: Vec<&[u8]> = vec![&long; 10];
    parts.extend([b"\n".as_slice(), bad.as_bytes(), bad.as_bytes(), blanks.as_bytes()]);
    let (code, out, err) = fed(start(&folder, &limited, &["--format", "json"]), &parts, 600 << 20);
    let last = out.lines().last().unwrap_or_default();
    assert!(code == 2 && last.starts_with("{\"version\":1,\"summary\":{\"lines\":"), "{code}: {last} {err}");
    assert!(err.lines().count() >= 19 && err.lines().all(|it| it.contains("so it was not checked")), "{err}");

    // The findings take three hundred times as much as the lines.
    let garbage = "x\n".repeat(50_000);
    let (code, out, err) = fed(start(&folder, &limited, &["--format", "json"]), &[garbage.as_bytes()], 100_000);
    assert_eq!((code, out.lines().count(), err.as_str()), (1, 50_001, ""));
}

/// The command ends although its input does not.
#[test]
fn a_reader_that_leaves_ends_the_run() {
    let folder = Folder::with(&[]);
    let bad = line(&renamed());
    for format in ["human", "concise", "json", "github"] {
        let mut child = start(&folder, "", &["--format", format]);
        let (mut input, out) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let writer = thread::spawn({
            let bad = bad.repeat(100);
            move || while input.write_all(bad.as_bytes()).is_ok() {}
        });
        let mut first = String::new();
        BufReader::new(out).read_line(&mut first).unwrap();
        // From here on, nobody reads.
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        assert!(first.contains("misnamed-field"), "{format}: {first}");
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(1), ""), "{format}");
    }
}

#[test]
fn a_full_disk_ends_the_run() {
    let folder = Folder::with(&[]);
    let inner = command(&folder.path(""), &[]);
    let script = "yes '[1,,2]' | \"$@\" check --ndjson - >/dev/full";
    let output = Command::new("sh").args(["-c", script, "sh"]).arg(inner.get_program()).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), err.as_str()), (Some(2), "error: standard output: No space left on device\n"));
}

/// Lines are reported while the input is open, and a signal says where to continue.
#[test]
fn a_signal_says_where_to_continue() {
    for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        for (more, note) in [
            (&["--format", "concise"][..], "note: stopped after line 3; `--from-line 4` continues there\n"),
            (
                &["--format", "concise", "--from-line", "2"],
                "note: stopped after line 3; `--from-line 4` continues there\n",
            ),
        ] {
            let folder = Folder::with(&[]);
            let mut child = start(&folder, "", more);
            let mut input = child.stdin.take().unwrap();
            input.write_all(format!("\n\n{}", line(&renamed())).as_bytes()).unwrap();
            let mut first = String::new();
            BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
            assert!(first.starts_with("<stdin>:3:"), "{first}");
            assert!(Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap().success());
            let output = child.wait_with_output().unwrap();
            drop(input);
            assert_eq!(output.status.signal(), Some(number), "{signal}");
            assert_eq!(String::from_utf8_lossy(&output.stderr), note);
        }
    }
}
