//! Full disks and limits of the system.

use std::{fs, path::Path, process::Command, sync::OnceLock};

use super::{Case, NAME, check};
use crate::run::{GOOD, renamed};

/// A file of about this many bytes with a mistake, and the same without.
fn large(bytes: usize) -> (String, String) {
    let filled = |text: &str| {
        text.replacen("\"metadata\": {", &format!("\"metadata\": {{\"x\": \"{}\", ", "y".repeat(bytes)), 1)
    };
    (filled(&renamed()), filled(GOOD))
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let mut cases = Vec::new();
    let (old, new) = large(8000);
    // In blocks of 512 bytes: from none to enough.
    for blocks in 0..=24 {
        let shell = format!("ulimit -f {blocks}; exec \"$@\"");
        let fits = new.len() <= blocks * 512;
        let make = |it: &Path| fs::write(it.join(NAME), &old).unwrap();
        let case = Case::new(format!("fix, {blocks} blocks"), &["fix"]).with(make).shell(&shell);
        cases.push(if fits { case.becomes(NAME, new.clone()) } else { case.code(2).says(NAME).says("File too large") });
        let case = Case::new(format!("wrap, {blocks} blocks"), &["wrap", "--overwrite", "-o", NAME]).with(make);
        // The envelope is longer than its content.
        let case = case.shell(&shell).input(format!("[\"{}\"]", "z".repeat(16000)));
        cases.push(case.code(2).says(NAME).says("File too large"));
    }
    let case = Case::new("init", &["init"]).shell("ulimit -f 0; exec \"$@\"");
    cases.push(case.code(2).says("agent-response.toml").says("File too large"));
    check(cases, 51);
}

/// Whether a small disk can be made for a process: not everybody may do that.
fn has_small_disks() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| {
        let script = "mount -t tmpfs -o size=64k none /mnt";
        Command::new("unshare").args(["-m", "sh", "-c", script]).output().is_ok_and(|it| it.status.success())
    })
}

/// Runs the command on a disk with little room: what was in the folder is copied there, and back in the end. Where no
/// disk can be made, the limit for files does the same.
fn on_a_full_disk(room: usize, case: Case) -> Case {
    if !has_small_disks() {
        return case.shell("ulimit -f 8; exec \"$@\"");
    }
    let script = format!(
        "mount -t tmpfs -o size=64k none /mnt; cp -a . /mnt/; here=$PWD; cd /mnt; \
         head -c 70000 /dev/zero >filler 2>/dev/null; truncate -s -{room} filler; \
         \"$@\"; code=$?; rm filler; cp -a /mnt/. \"$here\"; exit $code"
    );
    case.shell(&format!("exec unshare -m sh -c '{script}' sh \"$@\""))
}

#[test]
fn a_full_disk_loses_nothing() {
    let mut cases = Vec::new();
    let (old, _) = large(20_000);
    for room in [0, 1, 4096, 8192, 12_288, 16_384] {
        for args in [&["fix"][..], &["fix", NAME], &["fix", "--suggestions", "--quiet"], &["fix", "--format", "json"]] {
            let case = Case::new(format!("{args:?}, {room} bytes left"), args);
            let case = case.with(|it| fs::write(it.join(NAME), &old).unwrap());
            cases.push(on_a_full_disk(room, case).code(2).says(NAME));
        }
        let case = Case::new(format!("wrap, {room} bytes left"), &["wrap", "-o", "new.json"]).with_fault(NAME);
        cases.push(
            on_a_full_disk(room, case).input("[\"z\"]".replace('z', &"z".repeat(20_000))).code(2).says("new.json"),
        );
    }
    check(cases, 30);
}

#[test]
fn few_open_files_and_little_time_are_errors_or_enough() {
    let mut cases = Vec::new();
    for files in 4..=16 {
        let many =
            |it: &Path| (0..40).for_each(|n| fs::write(it.join(format!("{n}.agent-response.json")), GOOD).unwrap());
        let case = Case::new(format!("{files} open files"), &["check", "--format", "concise"]).with(many);
        cases.push(case.shell(&format!("ulimit -n {files}; exec \"$@\"")).codes(&[0, 2, 127]));
    }
    let deep = |it: &Path| fs::write(it.join(NAME), format!("{{\"response\": {}", "[".repeat(200_000))).unwrap();
    for kib in [256, 512, 1024, 8192] {
        let shell = format!("ulimit -s {kib}; exec \"$@\"");
        cases.push(Case::new(format!("{kib} KiB of stack"), &["check"]).with(deep).shell(&shell).code(1).says(NAME));
        cases
            .push(Case::new(format!("{kib} KiB, fix"), &["fix", "--diff"]).with(deep).shell(&shell).code(1).says(NAME));
    }
    let huge = |it: &Path| fs::File::create(it.join(NAME)).unwrap().set_len(5 << 30).unwrap();
    cases.push(Case::new("5 GiB", &["check", NAME]).code(2).says("larger than 1 GiB").says(NAME));
    let case = cases.pop().unwrap();
    let folder = case.folder.path("");
    huge(&folder);
    // Its bytes are not compared.
    let output = case.start();
    fs::remove_file(folder.join(NAME)).unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    assert!(output.status.code() == Some(2) && said.contains("larger than 1 GiB") && said.contains(NAME), "{said}");
    check(cases, 21);
}

/// Texts with faults everywhere, most of about a megabyte, need no more than the limits in docs/security.md.
#[test]
fn a_text_does_not_decide_how_much_memory_it_takes() {
    let mut cases = Vec::new();
    let (check_only, fix, model) =
        ((128, &["check"][..]), (320, &["fix", "--diff"][..]), (320, &["check", "--format", "agent"][..]));
    let lines = format!("[{}", "x\n".repeat(500_000));
    let pairs = format!("[{}", "a:1,".repeat(250_000));
    let members = format!("{{{}", "\"a\" 1 ".repeat(160_000));
    // Without optimization, reading a megabyte of these takes half a minute.
    let lists = format!("{{{}", "\"k: [1 2, \"x\" y}\n".repeat(4_000));
    let runs = [(&lines, check_only), (&lines, fix), (&pairs, check_only), (&members, check_only), (&members, model)];
    for (text, (megabytes, args)) in runs.into_iter().chain([(&lists, check_only), (&lists, fix)]) {
        let shell = format!("export MALLOC_ARENA_MAX=1; ulimit -v {}; exec \"$@\"", megabytes << 10);
        let begin: String = text.chars().take(20).collect();
        let case = Case::new(format!("{begin:?}, {args:?}"), args).with(|it| fs::write(it.join(NAME), text).unwrap());
        cases.push(case.shell(&shell).raw().codes(&[1, 2]));
    }
    check(cases, 7);
}
