//! Signals at any moment of a run that writes.

use std::{
    fs,
    io::Read,
    os::unix::process::ExitStatusExt,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{NAME, Thing, contents};
use crate::run::{Folder, GOOD, command, renamed};

/// Those that end a process and that it can answer, and the one that it cannot.
const SIGNALS: [(&str, i32); 6] = [("HUP", 1), ("INT", 2), ("QUIT", 3), ("TERM", 15), ("XCPU", 24), ("KILL", 9)];

/// Moments per signal and kind of run.
const MOMENTS: u32 = 16;

fn send(signal: &str, process: u32) {
    // The process may be gone already.
    let _ = Command::new("sh").args(["-c", &format!("kill -{signal} {process} 2>/dev/null")]).status();
}

/// A file of 128 KiB, or many small ones.
fn make(is_large: bool) -> (Folder, Vec<(String, String, String)>) {
    let folder = Folder::with(&[]);
    let filled = |text: &str| {
        text.replacen("\"metadata\": {", &format!("\"metadata\": {{\"x\": \"{}\", ", "y".repeat(1 << 17)), 1)
    };
    let files: Vec<_> = if is_large {
        vec![(NAME.to_owned(), filled(&renamed()), filled(GOOD))]
    } else {
        (0..60).map(|n| (format!("{n}.agent-response.json"), renamed(), GOOD.to_owned())).collect()
    };
    files.iter().for_each(|(name, old, _)| folder.write(name, old));
    (folder, files)
}

/// Every file has its old bytes or its new ones, and there is nothing else; how many have the new ones.
fn fixed(folder: &Path, files: &[(String, String, String)], may_leave: bool) -> Result<usize, String> {
    let there = contents(folder);
    let mut count = 0;
    for (name, old, new) in files {
        match there.get(Path::new(name)) {
            Some(Thing::File(bytes)) if bytes == new.as_bytes() => count += 1,
            Some(Thing::File(bytes)) if bytes == old.as_bytes() => (),
            _ => return Err(format!("{name} is neither as before nor complete")),
        }
    }
    let more = there.len() - files.len();
    // Nobody can answer SIGKILL; at most the file that was being written is left.
    if more > usize::from(may_leave) { Err(format!("{more} files are left behind")) } else { Ok(count) }
}

fn run(is_large: bool, signal: (&str, i32), delay: Duration) -> Result<usize, String> {
    let (folder, files) = make(is_large);
    let mut command = command(&folder.path(""), &["fix"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    thread::sleep(delay);
    send(signal.0, child.id());
    let status = child.wait().unwrap();
    let is_ended = status.signal() == Some(signal.1);
    if !is_ended && !status.success() {
        return Err(format!("ends with {status}"));
    }
    fixed(&folder.path(""), &files, signal.1 == 9)
}

#[test]
fn a_signal_leaves_old_files_or_new_ones() {
    let mut faults = Vec::new();
    let mut halves = 0;
    for is_large in [true, false] {
        let (folder, files) = make(is_large);
        let start = Instant::now();
        assert!(command(&folder.path(""), &["fix"]).stdout(Stdio::null()).status().unwrap().success());
        let length = start.elapsed();
        assert_eq!(fixed(&folder.path(""), &files, false), Ok(files.len()));
        for signal in SIGNALS {
            for moment in 0..MOMENTS {
                match run(is_large, signal, length * moment / MOMENTS) {
                    Ok(count) => halves += usize::from(count > 0 && count < files.len()),
                    Err(why) => faults.push(format!("{} at {moment}, large: {is_large}: {why}", signal.0)),
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(halves > 0, "no signal came while files were written");
}

/// As with `nohup`.
#[test]
fn a_signal_that_is_ignored_changes_nothing() {
    let (folder, files) = make(false);
    let inner = command(&folder.path(""), &["fix"]);
    let mut outer = Command::new("sh");
    let script = "trap '' HUP INT TERM; echo; exec \"$@\" > /dev/null";
    outer.args(["-c", script, "sh"]).arg(inner.get_program()).args(inner.get_args());
    let mut child = outer.current_dir(folder.path("")).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // From this line on, the shell ignores them.
    child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    for signal in ["HUP", "INT", "TERM"].repeat(5) {
        send(signal, child.id());
    }
    assert!(child.wait().unwrap().success());
    assert_eq!(fixed(&folder.path(""), &files, false), Ok(files.len()));
    fs::remove_dir_all(folder.path("")).unwrap();
}
