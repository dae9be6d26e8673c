//! What helps with the command itself: a first project file, colors.

use crate::run::{Folder, GOOD, REQUEST, Run, renamed};

#[test]
fn init_writes_a_project_file_that_changes_nothing() {
    let folder = Folder::with(&[(".agent-response-phase8.json", GOOD), (".agent-request-phase8.json", REQUEST)]);
    let before = folder.run(&["check", "--format", "json"]).out;
    let run = folder.run(&["init"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""));
    assert_eq!(folder.run(&["check", "--format", "json"]).out, before);
    let text = folder.read("agent-response.toml");
    // Each setting can be turned on as it is.
    let on: Vec<_> =
        text.lines().map(|it| it.strip_prefix('#').filter(|it| !it.starts_with(' ')).unwrap_or(it)).collect();
    folder.write("agent-response.toml", on.join("\n"));
    let run = folder.run(&["check"]);
    assert_eq!((run.code, run.out.as_str()), (0, "no findings in 2 files\n"), "{}", on.join("\n"));
    let run = folder.run(&["init"]);
    assert_eq!((run.code, run.err.as_str()), (2, "error: ./agent-response.toml: already exists\n"));
    assert_eq!(folder.run(&["init", "nowhere"]).code, 2);
}

#[test]
fn recover_is_wrap_with_repair() {
    let folder = Folder::with(&[
        ("answer.md", "Here it is:\n```json\n{\"sections\": [],}\n```\n"),
        (".agent-request-phase8.json", REQUEST),
    ]);
    let run = folder.run(&["recover", "answer.md"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("\\\"sections\\\": []") && run.out.contains("7c1f0a52"), "{}", run.out);
    assert!(run.err.contains("using the request") && run.err.contains("fixes"), "{}", run.err);
    let run = folder.run_with_input(&["recover"], "Error: 429 Too Many Requests\n");
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    let why = "error: content is an error message, `Error: 429 Too Many Requests`; ";
    let how = "use `wrap --repair --status error`, or `--status success` if this is the answer\n";
    assert_eq!(run.err, format!("{why}{how}"));
    let run = folder.run_with_input(&["wrap"], "Error: 429 Too Many Requests\n");
    assert_eq!(run.err, format!("{why}{}", how.replace("wrap --repair ", "")));
    let page = "<!DOCTYPE html>\n<title>502 Bad Gateway</title>\n<h1>502 Bad Gateway</h1>\n";
    let run = folder.run_with_input(&["recover"], page);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert_eq!(run.err, format!("error: content is an error message, `502 Bad Gateway`; {how}"));
    let run = folder.run_with_input(&["check", "-"], page);
    assert!(!run.out.contains("model"), "{}", run.out);
    for (args, how) in [(&["recover"][..], "wrap --repair --status error"), (&["wrap"], "--status error")] {
        let run = folder.run_with_input(args, " \n");
        assert_eq!(run.err, format!("error: content is empty; to report a failure, use `{how}`\n"));
    }
    let run = folder.run_with_input(&["wrap", "--repair", "--status", "error"], "");
    assert_eq!((run.code, &run.json()["status"]), (0, &"error".into()));
}

#[test]
fn colors_are_chosen_by_option_and_environment() {
    let folder = Folder::with(&[(".agent-response.json", &renamed())]);
    let has_colors = |variables: &[(&str, &str)], args: &[&str]| {
        let run = Run::of(folder.command(args).envs(variables.iter().copied()).output().unwrap());
        run.out.contains('\u{1b}')
    };
    assert!(has_colors(&[], &["check", "--color", "always"]));
    assert!(has_colors(&[], &["--color", "always", "explain"]));
    assert!(has_colors(&[("NO_COLOR", "1")], &["check", "--color", "always"]), "the option counts most");
    assert!(!has_colors(&[("CLICOLOR_FORCE", "1")], &["check", "--color", "never"]));
    assert!(has_colors(&[("FORCE_COLOR", "1")], &["check"]));
    assert!(has_colors(&[("FORCE_COLOR", "1")], &["--help"]));
    assert!(!has_colors(&[("FORCE_COLOR", "0")], &["check"]));
    assert!(!has_colors(&[("FORCE_COLOR", "1"), ("NO_COLOR", "1")], &["check"]));
    assert!(!has_colors(&[("FORCE_COLOR", "1")], &["check", "--color", "auto"]));
}
