//! What a folder from somebody else leads to: nothing outside of it is read, shown or written, unless the user names it.

use std::{
    fs,
    os::unix::fs::{MetadataExt, symlink},
    path::PathBuf,
    time::{Duration, Instant},
};

use serde_json::json;

use super::NAME;
use crate::run::{Folder, GOOD, REQUEST, Run, renamed};

const SECRET: &str = "root:x:0:0:hunter2\n";

/// A folder inside another one, next to a file that is no response and one that is.
fn project() -> (Folder, PathBuf) {
    let folder = Folder::with(&[("secret.txt", SECRET), ("other.json", &renamed()), ("project/own.txt", "")]);
    let project = folder.path("project");
    (folder, project)
}

#[test]
fn links_that_leave_the_folder_are_skipped_unless_they_are_named() {
    let (folder, project) = project();
    symlink("../other.json", project.join(NAME)).unwrap();
    symlink("../secret.txt", project.join(".agent-response-phase7.json")).unwrap();
    for args in [&["fix", "project"][..], &["check", "project"], &["check", "--format", "agent", "project"]] {
        let run = folder.run(args);
        assert!(
            run.err.contains("links to a file outside the folder, so it was skipped; name it to check it"),
            "{}",
            run.err
        );
        assert!(!format!("{}{}", run.out, run.err).contains("hunter2"), "{args:?}: {}", run.out);
        assert_eq!(folder.read("other.json"), renamed());
    }
    // Whoever names it means it.
    assert_eq!(folder.run(&["fix", &format!("project/{NAME}")]).code, 0);
    assert_eq!(folder.read("other.json"), GOOD);
    assert!(project.join(NAME).is_symlink());
    // A link inside the folder is one of its files.
    let run = folder.run(&["check", "--format", "json", "."]);
    assert!(run.paths().contains(&format!("project/{NAME}")), "{:?}", run.paths());
}

#[test]
fn a_link_beside_a_file_that_leaves_the_folder_is_not_read() {
    let (folder, project) = project();
    folder.write("elsewhere.json", REQUEST);
    let link = project.join(".agent-request-phase8.json");
    let in_project = |args: &[&str]| {
        let mut command = folder.command(args);
        Run::of(command.current_dir(&project).output().unwrap())
    };
    folder.write("project/.agent-response-phase8.json", GOOD.replacen(&id_of(REQUEST), "another", 1));
    folder.write("project/answer.json", r#"{"sections": []}"#);
    let is_compared = || in_project(&["check", ".agent-response-phase8.json"]).out.contains("pair-id");
    let wraps = [
        &["wrap", "answer.json", "-o", ".agent-response-phase8.json", "--overwrite"][..],
        &["recover", "answer.json", "-o", ".agent-response-phase8.json", "--overwrite"],
    ];
    let takes_id = |args: &[&str]| {
        fs::remove_file(project.join(".agent-response-phase8.json")).unwrap();
        let run = in_project(args);
        (folder.read("project/.agent-response-phase8.json").contains(&id_of(REQUEST)), run.err)
    };
    symlink("../elsewhere.json", &link).unwrap();
    assert!(!is_compared());
    for args in wraps {
        let (takes_id, said) = takes_id(args);
        assert!(!takes_id && said.contains("name it with --request to use it"), "{args:?}: {said}");
    }
    // Whoever names it means it, and a link in the folder is one of its files.
    assert!(takes_id(&[wraps[0], &["--request", ".agent-request-phase8.json"]].concat()).0);
    fs::remove_file(&link).unwrap();
    folder.write("project/here.json", REQUEST);
    symlink("here.json", &link).unwrap();
    for args in wraps {
        assert!(takes_id(args).0, "{args:?}");
    }
    folder.write("project/.agent-response-phase8.json", GOOD.replacen(&id_of(REQUEST), "another", 1));
    assert!(is_compared());
}

fn id_of(request: &str) -> String {
    serde_json::from_str::<serde_json::Value>(request).unwrap()["request_id"].as_str().unwrap().to_owned()
}

#[test]
fn a_project_file_that_is_a_link_is_not_read() {
    let (folder, project) = project();
    symlink("../secret.txt", project.join("agent-response.toml")).unwrap();
    folder.write(&format!("project/{NAME}"), GOOD);
    let run = folder.run(&["check", "project"]);
    assert!(run.code == 2 && run.out.contains("This is a link, which is not followed"), "{}{}", run.out, run.err);
    assert!(!run.out.contains("hunter2"), "{}", run.out);
}

#[test]
fn a_hook_answers_soon_whatever_it_is_sent() {
    let (folder, project) = project();
    let many: Vec<_> = (0..100_000).map(|it| format!("f{it}/{NAME}")).collect();
    let patch = |files: &[String]| {
        format!(
            "*** Begin Patch\n{}*** End Patch",
            files.iter().map(|it| format!("*** Add File: {it}\n+x\n")).collect::<String>()
        )
    };
    let broken = format!("[{}", "x\n".repeat(50_000));
    folder.write("broken/.agent-response.json", &broken);
    for (message, is_quiet) in [
        (json!({"hook_event_name": "PostToolUse", "cwd": project, "tool_input": {"input": patch(&many)}}), true),
        (json!({"hook_event_name": "stop", "status": "completed", "workspace_roots": ["/"]}), true),
        (
            json!({"hook_event_name": "PostToolUse", "tool_input": {"file_path": folder.path("broken/.agent-response.json")}}),
            false,
        ),
    ] {
        let started = Instant::now();
        let run = folder.run_with_input(&["hook"], message.to_string());
        // Five seconds, on a machine that does something else, too.
        assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
        assert!(is_quiet != run.out.contains("error["), "{}", run.out);
    }
    let run = folder.run_with_input(
        &["hook"],
        json!({"hook_event_name": "stop", "status": "completed", "workspace_roots": ["/"]}).to_string(),
    );
    assert!(run.err.contains("outside the current folder"), "{}{}", run.out, run.err);
}

#[test]
fn a_fix_keeps_attributes_and_tells_of_other_names() {
    let folder = Folder::with(&[(NAME, &renamed())]);
    let path = folder.path(NAME);
    let has_attributes = xattr::set(&path, "user.note", b"mine").is_ok();
    fs::hard_link(&path, folder.path("same.json")).unwrap();
    let run = folder.run(&["fix", NAME]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("the other names (hard links) of this file keep the old text"), "{}", run.err);
    assert_eq!((folder.read(NAME).as_str(), folder.read("same.json")), (GOOD, renamed()));
    assert_eq!(fs::metadata(&path).unwrap().nlink(), 1);
    if has_attributes {
        assert_eq!(xattr::get(&path, "user.note").unwrap().as_deref(), Some(&b"mine"[..]));
    }
}
