//! What is no file: pipes, sockets, devices, folders.

use std::{
    fs,
    os::unix::{fs::symlink, net::UnixListener},
    path::Path,
    process::Command,
};

use super::{Case, NAME, check};
use crate::run::GOOD;

fn pipe(folder: &Path, name: &str) {
    assert!(Command::new("mkfifo").arg(folder.join(name)).status().unwrap().success());
}

/// What is at a path, how it is made, and the path; nothing is made for devices.
type Thing = (&'static str, fn(&Path, &str), &'static str);

const NOTHING: fn(&Path, &str) = |_, _| ();

const THINGS: [Thing; 11] = [
    ("a pipe", pipe, NAME),
    ("a socket", |folder, name| drop(UnixListener::bind(folder.join(name)).unwrap()), NAME),
    (
        "a link to a pipe",
        |folder, name| {
            pipe(folder, "p");
            symlink("p", folder.join(name)).unwrap()
        },
        NAME,
    ),
    ("a link to a device", |folder, name| symlink("/dev/zero", folder.join(name)).unwrap(), NAME),
    ("zeros", NOTHING, "/dev/zero"),
    ("nothing", NOTHING, "/dev/null"),
    ("a full device", NOTHING, "/dev/full"),
    ("randomness", NOTHING, "/dev/urandom"),
    ("a terminal", NOTHING, "/dev/tty"),
    ("a pseudo-terminal", NOTHING, "/dev/ptmx"),
    ("standard input, by name", NOTHING, "/dev/stdin"),
];

#[test]
fn what_is_no_file_is_refused_at_once() {
    let mut cases = Vec::new();
    for (thing, make, path) in THINGS {
        let commands: [&[&str]; 9] = [
            &["check", path],
            &["check", "--format", "junit", path],
            &["check", ".", path],
            &["fix", path],
            &["wrap", path],
            &["unwrap", path],
            &["recover", path],
            &["check", "good.agent-response.json", "--request", path],
            &["check", "good.agent-response.json", "--config", path],
        ];
        for args in commands {
            let case = Case::new(format!("{args:?}: {thing}"), args);
            let case = case.with(|it| {
                fs::write(it.join("good.agent-response.json"), GOOD).unwrap();
                make(it, path)
            });
            cases.push(case.code(2).says("is not a regular file").says(path));
        }
    }
    check(cases, 99);
}

#[test]
fn nothing_but_a_file_is_overwritten() {
    let mut cases = Vec::new();
    for (thing, make, path) in THINGS {
        for args in
            [&["wrap", "-o", path][..], &["wrap", "--overwrite", "-o", path], &["recover", "--overwrite", "-o", path]]
        {
            let case = Case::new(format!("{args:?}: {thing}"), args).with(|it| make(it, path));
            cases.push(case.input("{}").code(2).says(path));
        }
    }
    check(cases, 33);
}

#[test]
fn folders_are_walked_past_what_is_no_file() {
    let mut cases = Vec::new();
    for (thing, make, path) in THINGS.into_iter().filter(|it| it.2 == NAME) {
        let case = |args: &[&str]| {
            let case = Case::new(format!("{args:?} beside {thing}"), args).with_fault("x.agent-response.json");
            case.with(|it| make(it, path))
        };
        cases.push(case(&["check"]).code(1).says("1 error in 1 file"));
        cases.push(case(&["fix"]).fixes("x.agent-response.json"));
        cases.push(case(&["check", "x.agent-response.json"]).code(1));
    }
    let folder = |it: &Path| fs::create_dir(it.join(NAME)).unwrap();
    cases.push(Case::new("a folder with the name of a file", &["check"]).with(folder).says("no .agent-response*.json"));
    cases.push(Case::new("a file as a folder", &["check", "a.json/b"]).with_fault("a.json").code(2).says("a.json/b"));
    cases.push(Case::new("wrap of a folder", &["wrap", NAME]).with(folder).code(2).says(NAME));
    cases.push(Case::new("output to a folder", &["wrap", "-o", NAME]).with(folder).input("{}").code(2).says(NAME));
    check(cases, 16);
}
