//! Links: in circles, to nothing, to folders, to the same file twice.

use std::{fs, os::unix::fs::symlink, path::Path};

use super::{Case, NAME, check};
use crate::run::{GOOD, renamed};

/// How to create a folder, and the path in it to check.
type Scene = (&'static str, fn(&Path), &'static str);

fn link(folder: &Path, target: &str, name: &str) {
    symlink(target, folder.join(name)).unwrap();
}

fn faulty(folder: &Path, name: &str) {
    fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
    fs::write(folder.join(name), renamed()).unwrap();
}

/// Links that lead to no file.
const BROKEN: [Scene; 12] = [
    ("nothing", |it| link(it, "nowhere", NAME), NAME),
    ("nothing, absolute", |it| link(it, "/nowhere/at/all", NAME), NAME),
    ("itself", |it| link(it, NAME, NAME), NAME),
    ("a circle of two", |it| [(NAME, "b"), ("b", NAME)].iter().for_each(|(from, to)| link(it, to, from)), NAME),
    ("a circle of three", |it| [(NAME, "b"), ("b", "c"), ("c", NAME)].iter().for_each(|(a, b)| link(it, b, a)), NAME),
    (
        "itself, through the folder",
        |it| link(it, &format!("./../{}/{NAME}", it.file_name().unwrap().display()), NAME),
        NAME,
    ),
    ("a chain that ends nowhere", |it| (0..20).for_each(|n| link(it, &format!("l{}", n + 1), &chain(n))), NAME),
    (
        "more links than the system follows",
        |it| {
            (0..60).for_each(|n| link(it, &format!("l{}", n + 1), &chain(n)));
            faulty(it, "l60");
        },
        NAME,
    ),
    ("an empty folder that is gone", |it| link(it, "gone/x.json", NAME), NAME),
    ("a name that is too long", |it| link(it, &"x".repeat(300), NAME), NAME),
    (
        "a file as a folder",
        |it| {
            faulty(it, "file.json");
            link(it, "file.json/x", NAME)
        },
        NAME,
    ),
    ("a name with escapes", |it| link(it, "\u{1b}[31mred\u{202e}", NAME), NAME),
];

fn chain(n: usize) -> String {
    if n == 0 { NAME.to_owned() } else { format!("l{n}") }
}

#[test]
fn broken_links_are_named_and_never_pass() {
    let mut cases = Vec::new();
    for (name, make, path) in BROKEN {
        for args in
            [&["check"][..], &["check", path], &["fix"], &["fix", "--diff", path], &["check", "--format", "json"]]
        {
            cases.push(Case::new(format!("{args:?}, link to {name}"), args).with(make).code(2).says(NAME));
        }
        let args = ["check", "good.agent-response.json", "--request", path];
        let good = |it: &Path| {
            make(it);
            fs::write(it.join("good.agent-response.json"), GOOD).unwrap()
        };
        cases.push(Case::new(format!("request: {name}"), &args).with(good).code(2).says(NAME));
    }
    check(cases, 72);
}

/// Links that lead to the file `there`.
const WHOLE: [Scene; 7] = [
    (
        "a file",
        |it| {
            faulty(it, "there");
            link(it, "there", NAME)
        },
        NAME,
    ),
    (
        "a file, absolute",
        |it| {
            faulty(it, "there");
            link(it, it.join("there").to_str().unwrap(), NAME)
        },
        NAME,
    ),
    (
        "a chain",
        |it| {
            (0..20).for_each(|n| link(it, &format!("l{}", n + 1), &chain(n)));
            link(it, "there", "l20");
            faulty(it, "there")
        },
        NAME,
    ),
    (
        "a file elsewhere",
        |it| {
            faulty(it, "a/b/there");
            link(it, "a/../a/b/there", NAME)
        },
        NAME,
    ),
    (
        "a file in a folder that is a link",
        |it| {
            faulty(it, "a/there");
            link(it, "a", "b");
            link(it, "b/there", NAME)
        },
        NAME,
    ),
    (
        "a file with spaces",
        |it| {
            faulty(it, "a b/there");
            link(it, "a b/there", NAME)
        },
        NAME,
    ),
    (
        "a file with a line break",
        |it| {
            faulty(it, "a\nb/there");
            link(it, "a\nb/there", NAME)
        },
        NAME,
    ),
];

#[test]
fn the_file_that_a_link_leads_to_is_fixed_and_the_link_stays() {
    let mut cases = Vec::new();
    for (name, make, path) in WHOLE {
        let case = |args: &[&str]| Case::new(format!("{args:?}, link to {name}"), args).with(make);
        let whole = case(&[]);
        let there = super::contents(&whole.folder.path("")).into_keys().find(|it| it.ends_with("there")).unwrap();
        cases.push(case(&["check"]).code(1).says(NAME));
        cases.push(case(&["fix"]).fixes(&there));
        cases.push(case(&["fix", path]).fixes(&there));
        cases.push(case(&["fix", path, path, "."]).fixes(&there));
    }
    check(cases, 28);
}

#[test]
fn folders_with_links_are_walked_once() {
    let around = |it: &Path| {
        faulty(it, NAME);
        link(it, ".", "self");
        link(it, "..", "up");
        link(it, "/", "root")
    };
    let outside = |it: &Path| {
        faulty(it, "a/there");
        fs::create_dir(it.join("b")).unwrap();
        link(it, "../a", "b/c")
    };
    let folder = |it: &Path| {
        faulty(it, "a/x");
        link(it, "a", NAME)
    };
    let twice = |it: &Path| {
        faulty(it, NAME);
        fs::hard_link(it.join(NAME), it.join("b.agent-response.json")).unwrap()
    };
    let cases = vec![
        Case::new("links around", &["check"]).with(around).code(1).says("1 error, 1 info in 1 file"),
        Case::new("links around, fixed", &["fix"]).with(around).fixes(NAME),
        Case::new("a folder by its link", &["check", "self/self/self"])
            .with(around)
            .code(1)
            .says("1 error, 1 info in 1 file"),
        Case::new("no link to a folder is followed", &["check", "b"]).with(outside).says("no .agent-response*.json"),
        Case::new("a link to a folder is no file", &["check"]).with(folder).says("no .agent-response*.json"),
        Case::new("a link to a folder is a folder", &["check", NAME]).with(folder).says("no .agent-response*.json"),
        // Each name is replaced by itself.
        Case::new("two names of one file", &["fix"]).with(twice).fixes(NAME).fixes("b.agent-response.json"),
        Case::new("one of two names", &["fix", NAME]).with(twice).fixes(NAME),
    ];
    check(cases, 8);
}
