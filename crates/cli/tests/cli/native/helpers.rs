//! What helps with the native command: completions, the manual page, watching.

use std::{
    io::{BufRead, BufReader},
    process::Stdio,
};

use crate::run::{Folder, GOOD, REQUEST, renamed};

#[test]
fn shells_complete_subcommands_and_options() {
    let folder = Folder::with(&[]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = folder.run(&["completions", shell]);
        assert_eq!(run.code, 0);
        for word in ["recover", "max-warnings"] {
            assert!(run.out.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(folder.run(&["completions", "tcsh"]).code, 2);
}

/// What bash offers for a line.
#[cfg(unix)]
fn completed(folder: &Folder, line: &[&str]) -> String {
    let words = line.iter().map(|it| format!("'{it}'")).collect::<Vec<_>>().join(" ");
    let (last, before) = (line[line.len() - 1], line[line.len() - 2]);
    let script = format!(
        "source ./completions.bash; COMP_WORDS=({words}); COMP_CWORD={}; \
         complete=$(complete -p agent-response); complete=${{complete##*-F }}; \
         ${{complete%% *}} agent-response '{last}' '{before}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        line.len() - 1
    );
    let output =
        std::process::Command::new("bash").args(["-euc", &script]).current_dir(folder.path("")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[cfg(unix)]
#[test]
fn bash_completes_what_was_begun() {
    let folder = Folder::with(&[]);
    folder.write("completions.bash", folder.run(&["completions", "bash"]).out);
    assert_eq!(completed(&folder, &["agent-response", "ch"]), "check\n");
    assert_eq!(completed(&folder, &["agent-response", "check", "--max-w"]), "--max-warnings\n");
    assert_eq!(completed(&folder, &["agent-response", "check", "--format", "gi"]), "github\ngitlab\n");
}

#[test]
fn the_manual_page_has_all_subcommands() {
    let run = Folder::with(&[]).run(&["man"]);
    assert_eq!(run.code, 0);
    assert!(
        run.out.contains(".TH agent\\-response 1") || run.out.contains(".TH agent-response 1"),
        "{}",
        &run.out[..300]
    );
    for name in ["CHECK", "FIX", "WRAP", "UNWRAP", "RECOVER", "EXPLAIN", "INIT"] {
        assert!(run.out.contains(&format!(".SH \"{name}\"")), "{name}");
    }
    assert!(run.out.contains("max\\-warnings"));
}

/// Every line that is waited for comes because of a change that was made before.
#[test]
fn watching_checks_again_after_each_change() {
    let folder = Folder::with(&[("a/.agent-response-phase8.json", GOOD), ("a/.agent-request-phase8.json", REQUEST)]);
    let mut child = folder.command(&["check", "--watch"]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut wait = |words: &str| assert!(lines.any(|it| it.contains(words)), "the output ended before: {words}");
    wait("no findings in 2 files");
    folder.write("a/.agent-response-phase8.json", renamed());
    wait("1 error in 1 of 2 files");
    folder.write("b/.agent-response-phase8.json", renamed());
    wait("2 errors");
    folder.write("agent-response.toml", "[rules]\nmisnamed-field = \"off\"\n");
    wait("1 info in 1 of 3 files");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(folder.run(&["check", "--watch", "-"]).code, 2);
    assert_eq!(folder.run(&["check", "--watch", "nowhere"]).code, 2);
}
