//! Which files are found, in which order, and what is compared with what.

use crate::run::{Folder, GOOD, REQUEST, renamed};

fn paths(folder: &Folder, args: &[&str]) -> Vec<String> {
    folder.run(&[&["check", "--format", "json"], args].concat()).paths()
}

#[test]
fn requests_and_responses_are_found_below_the_current_folder_in_order() {
    let folder = Folder::with(&[
        ("b/.agent-response.json", GOOD),
        ("b/c/.agent-response-phase1.json", GOOD),
        (".agent-response-phase8.json", GOOD),
        (".agent-request-phase8.json", REQUEST),
        ("a/.agent-response-phase10.json", GOOD),
        ("a/.agent-response-phase5.json", GOOD),
        ("a/package.json", "{}"),
        ("a/agent-response.json", "{}"),
        ("a/.agent-response.json.bak", "{}"),
    ]);
    let expected = [
        ".agent-request-phase8.json",
        ".agent-response-phase8.json",
        "a/.agent-response-phase10.json",
        "a/.agent-response-phase5.json",
        "b/.agent-response.json",
        "b/c/.agent-response-phase1.json",
    ];
    assert_eq!(paths(&folder, &[]), expected);
    assert_eq!(paths(&folder, &["."]), expected);
    assert_eq!(
        paths(&folder, &["b", "a/package.json"]),
        ["b/.agent-response.json", "b/c/.agent-response-phase1.json", "a/package.json"]
    );
}

#[test]
fn files_with_a_prefix_are_found_and_paired() {
    let other = REQUEST.replacen("7c1f0a52", "00000000", 1);
    let folder = Folder::with(&[
        ("x.agent-request.json", &other),
        ("x.agent-response.json", GOOD),
        ("y.agent-response-phase8.json", GOOD),
        ("y-agent-response.json", GOOD),
    ]);
    let run = folder.run(&["check", "--format", "json"]);
    assert_eq!(run.paths(), ["x.agent-request.json", "x.agent-response.json", "y.agent-response-phase8.json"]);
    assert_eq!((run.code, run.codes()), (1, vec!["pair-id".to_owned()]), "y is not compared with x");
}

#[test]
fn near_misses_are_found_if_they_hold_what_their_name_resembles() {
    let broken = GOOD.replacen("\"status\":", "\"status\"", 1);
    let folder = Folder::with(&[
        ("a/agent-response-phase-8.json", GOOD),
        ("b/.agent_response.json", &renamed()),
        ("c/.Agent-Response.JSON", GOOD),
        ("d/.agent-response-phase8.jsonc", &broken),
        ("e/agent-response.json", "{\"statusCode\": 200, \"body\": {}}"),
        ("f/agent-request.jsonc", "// settings\n{\"url\": \"x\",}"),
    ]);
    let run = folder.run(&["check", "--format", "concise"]);
    let near: Vec<_> = run.out.lines().filter(|it| it.contains("warning[near-miss-name]")).collect();
    assert_eq!((run.code, near.len()), (1, 4), "{}", run.out);
    assert!(run.out.contains("b/.agent_response.json:5:3: error[misnamed-field]"), "{}", run.out);
    assert!(!run.out.contains("e/") && !run.out.contains("f/"), "{}", run.out);
    assert_eq!(folder.run(&["check", "a"]).code, 0);
    let run = folder.run(&["check", "e", "f"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.out);
    assert_eq!(folder.run(&["check", "f/agent-request.jsonc"]).code, 1, "a file that is named is checked");
    folder.run(&["fix"]);
    assert_eq!(folder.read("b/.agent_response.json"), GOOD);
    assert_eq!(folder.read("f/agent-request.jsonc"), "// settings\n{\"url\": \"x\",}");
}

#[test]
fn the_output_is_the_same_on_every_run() {
    let folder = Folder::with(&[]);
    (0..200).for_each(|it| folder.write(&format!("{}/{it}/.agent-response.json", it % 7), renamed()));
    let first = folder.run(&["check"]);
    assert_eq!(first.code, 1);
    assert!(
        first.out.contains("200 errors") && first.out.contains("in 200 of 200 files"),
        "{}",
        &first.out[first.out.len() - 200..]
    );
    (0..3).for_each(|_| assert_eq!(folder.run(&["check"]).out, first.out));
}

#[test]
fn ignored_files_are_found_but_nothing_in_git_and_node_modules() {
    let folder = Folder::with(&[
        (".gitignore", ".agent-response*.json\n"),
        (".ignore", ".agent-response*.json\n"),
        (".hidden/.agent-response.json", GOOD),
        (".git/.agent-response.json", GOOD),
        ("node_modules/x/.agent-response.json", GOOD),
        ("a/node_modules/.agent-response.json", GOOD),
    ]);
    assert_eq!(paths(&folder, &[]), [".hidden/.agent-response.json"]);
    assert_eq!(paths(&folder, &["node_modules"]), ["node_modules/x/.agent-response.json"]);
}

#[test]
fn a_folder_without_such_files_is_noted_and_is_not_an_error() {
    let folder = Folder::with(&[("a.json", "{}")]);
    let run = folder.run(&["check"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""));
    assert!(run.err.contains(".agent-response*.json"), "{}", run.err);
    assert_eq!(folder.run(&["check", "--format", "json"]).files().len(), 0);
}

#[test]
fn a_path_that_does_not_exist_stops_the_run() {
    let folder = Folder::with(&[(".agent-response.json", &renamed())]);
    for command in ["check", "fix"] {
        let run = folder.run(&[command, ".agent-response.json", "nowhere"]);
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        assert!(run.err.contains("`nowhere`"), "{}", run.err);
    }
    assert_eq!(folder.read(".agent-response.json"), renamed());
}

/// Nothing is read of it: the file has no bytes on the disk, and would take as much memory as it says it has.
#[test]
fn a_file_of_more_than_a_gibibyte_is_not_read() {
    let folder = Folder::with(&[(".agent-response-phase8.json", "")]);
    let file = std::fs::OpenOptions::new().write(true).open(folder.path(".agent-response-phase8.json")).unwrap();
    file.set_len((1 << 30) + 1).unwrap();
    let run = folder.run(&["check"]);
    assert_eq!((run.code, run.out.as_str()), (2, "1 file could not be checked\n"));
    assert_eq!(run.err, "error: .agent-response-phase8.json: larger than 1 GiB, so it was not read\n");
}

#[test]
fn a_path_given_twice_is_checked_once() {
    let folder = Folder::with(&[("a/.agent-response.json", GOOD)]);
    assert_eq!(paths(&folder, &["a", "./a/.agent-response.json", "a"]), ["a/.agent-response.json"]);
}

#[test]
fn a_file_checked_alone_is_compared_with_the_request_beside_it() {
    let other = REQUEST.replacen("7c1f0a52", "00000000", 1);
    let folder = Folder::with(&[("a/.agent-request-phase8.json", &other), ("a/.agent-response-phase8.json", GOOD)]);
    let run = folder.run(&["check", "--format", "json", "a/.agent-response-phase8.json"]);
    assert_eq!((run.code, run.codes(), run.files().len()), (1, vec!["pair-id".to_owned()], 1));
}

#[test]
fn in_a_crowded_folder_namesakes_are_compared() {
    let other = REQUEST.replacen("7c1f0a52", "00000000", 1);
    let folder = Folder::with(&[(".agent-request-phase8.json", &other), (".agent-response-phase8.json", GOOD)]);
    (20..60).for_each(|it| folder.write(&format!(".agent-response-phase{it}.json"), GOOD));
    let run = folder.run(&["check", "--format", "json"]);
    assert!(run.codes().contains(&"pair-id".to_owned()), "{:?}", run.codes());
}

#[cfg(unix)]
mod unix {
    use std::{
        ffi::OsStr,
        fs,
        os::unix::{ffi::OsStrExt, fs::symlink},
        process::{Command, Stdio},
        time::{Duration, Instant},
    };

    use super::paths;
    use crate::run::{Folder, GOOD, REQUEST, Run, renamed};

    #[test]
    fn links_to_files_are_read_and_links_to_folders_not_followed() {
        let folder = Folder::with(&[("a/real/answer.json", GOOD), ("elsewhere/.agent-response.json", GOOD)]);
        symlink("real/answer.json", folder.path("a/.agent-response.json")).unwrap();
        symlink("..", folder.path("a/circle")).unwrap();
        symlink("../elsewhere", folder.path("a/.agent-response-link.json")).unwrap();
        assert_eq!(paths(&folder, &["a"]), ["a/.agent-response.json"]);
        assert_eq!(
            paths(&folder, &["a/.agent-response-link.json"]),
            ["a/.agent-response-link.json/.agent-response.json"]
        );
        assert_eq!(paths(&folder, &["a/circle/a"]), ["a/circle/a/.agent-response.json"]);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_reported_and_the_others_are_checked() {
        let folder = Folder::with(&[("b/.agent-response.json", &renamed())]);
        fs::create_dir(folder.path("a")).unwrap();
        symlink("nowhere", folder.path("a/.agent-response.json")).unwrap();
        let run = folder.run(&["check"]);
        assert_eq!(run.code, 2);
        assert!(run.err.contains("error: a/.agent-response.json: "), "{}", run.err);
        assert!(run.out.contains("b/.agent-response.json:5:3"), "{}", run.out);
        let run = folder.run(&["check", "--format", "json"]);
        assert_eq!(run.code, 2);
        assert!(run.files()[0]["failure"].is_string(), "{}", run.out);
        assert_eq!(run.json()["summary"]["failures"], 1);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_in_the_sums() {
        let folder = Folder::with(&[]);
        symlink("nowhere", folder.path(".agent-response.json")).unwrap();
        assert_eq!(folder.run(&["check"]).out, "1 file could not be checked\n");
        assert_eq!(folder.run(&["fix"]).out, "1 file could not be fixed\n");
        folder.write("b/.agent-response-phase8.json", GOOD);
        folder.write("b/.agent-request-phase8.json", REQUEST);
        assert_eq!(folder.run(&["check"]).out, "no findings in 2 files; 1 file could not be checked\n");
        assert_eq!(folder.run(&["fix"]).out, "nothing to fix in 2 files; 1 file could not be fixed\n");
    }

    /// Nobody writes into the pipe: who reads it waits for ever.
    #[test]
    fn a_pipe_in_a_folder_is_not_read() {
        let folder = Folder::with(&[(".agent-response-phase8.json", GOOD), (".agent-request-phase8.json", REQUEST)]);
        let pipe = folder.path(".agent-response-phase5.json");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        symlink(&pipe, folder.path(".agent-response-phase6.json")).unwrap();
        for path in [".", ".agent-response-phase8.json"] {
            let mut run = folder.command(&["check", path]).stdout(Stdio::piped()).spawn().unwrap();
            let end = Instant::now() + Duration::from_secs(60);
            while run.try_wait().unwrap().is_none() {
                if Instant::now() > end {
                    run.kill().unwrap();
                    panic!("check {path} waits for the pipe");
                }
                std::thread::sleep(Duration::from_millis(5));
            }
            let run = Run::of(run.wait_with_output().unwrap());
            assert_eq!(run.code, 0, "{}", run.out);
        }
    }

    #[test]
    fn names_that_are_not_unicode_are_read() {
        let folder = Folder::with(&[]);
        let name = OsStr::from_bytes(b".agent-response-\xff.json");
        fs::write(folder.path("").join(name), GOOD).unwrap();
        assert_eq!(paths(&folder, &[]), [".agent-response-\u{fffd}.json"]);
    }
}
