//! The project file: which one counts, what wins over it, what is said when it is wrong.

use crate::run::{Folder, GOOD, REQUEST, renamed};

const NAME: &str = ".agent-response-phase8.json";
const CONFIG: &str = "agent-response.toml";

/// A folder in which `misnamed-field` is a warning, with a file that has it.
fn folder(config: &str) -> Folder {
    Folder::with(&[(".agent-request-phase8.json", REQUEST), (NAME, &renamed()), (CONFIG, config)])
}

#[test]
fn severities_of_the_project_count() {
    let folder = folder("[rules]\nmisnamed-field = \"warning\"\n");
    let run = folder.run(&["check"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("warning[misnamed-field]") && run.out.contains("1 of 2 files"), "{}", run.out);
    assert_eq!(folder.run(&["check", "--no-config"]).code, 1);
}

#[test]
fn flags_win_over_the_file_rule_by_rule() {
    let folder = folder("profile = \"upstream\"\n[rules]\nmisnamed-field = \"off\"\n");
    assert_eq!(folder.run(&["check"]).code, 0);
    assert_eq!(folder.run(&["check", "--rule", "syntax=off"]).code, 0);
    assert_eq!(folder.run(&["check", "--rule", "misnamed-field=error"]).code, 1);

    // The profile `upstream` has nothing against a time without a zone.
    let times = GOOD.replacen("45.123456+00:00", "45.123456", 1);
    folder.write(NAME, times);
    let codes = |args: &[&str]| folder.run(&[&["check", "--format", "json", NAME], args].concat()).codes();
    assert_eq!(codes(&["--profile", "default"]), codes(&["--no-config"]));
    assert_eq!(codes(&[]), codes(&["--no-config", "--profile", "upstream"]));
}

#[test]
fn payloads_are_a_flag_and_an_entry() {
    let folder = folder("payloads = \"off\"\n");
    for args in [&["--payloads", "off"][..], &["--payloads", "on"], &[]] {
        assert_eq!(folder.run(&[&["check"], args].concat()).code, 1, "{args:?}");
    }
    let run = folder.run(&["check", "--payloads", "none"]);
    assert!(run.code == 2 && run.err.contains("off"), "{}", run.err);
}

#[test]
fn the_nearest_file_counts_and_two_are_never_mixed() {
    let off = "[rules]\nmisnamed-field = \"off\"\n";
    let folder = Folder::with(&[
        (CONFIG, off),
        ("a/.agent-response.json", &renamed()),
        ("a/b/.agent-response.json", &renamed()),
        ("a/b/agent-response.toml", "profile = \"default\"\n"),
    ]);
    assert_eq!(folder.run(&["check", "a/.agent-response.json"]).code, 0);
    assert_eq!(folder.run(&["check", "a/b/.agent-response.json"]).code, 1);
    let run = folder.run(&["check", "--format", "concise", "--quiet"]);
    assert!(run.code == 1 && run.out.starts_with("a/b/") && run.out.lines().count() == 1, "{}", run.out);
    assert_eq!(folder.run(&["check", "--config", CONFIG]).code, 0);
}

#[test]
fn a_folder_is_checked_with_the_files_that_globs_name() {
    let folder = Folder::with(&[
        (CONFIG, "[[files]]\nglob = \"answers/*.json\"\nformat = \"agent-response\"\n[[files]]\nglob = \"*.reply\"\n"),
        (NAME, GOOD),
        ("answers/a.json", "{}"),
        ("answers/deep/b.json", "{}"),
        ("answers/c.txt", "{}"),
        ("node_modules/x.reply", "{}"),
        ("other/x.reply", GOOD),
        ("other/y.json", "{}"),
    ]);
    let run = folder.run(&["check", "--format", "json"]);
    assert_eq!(run.paths(), [NAME, "answers/a.json", "other/x.reply"]);
    assert_eq!(run.files()[1]["format"]["id"], "agent-response");
    assert!(run.code == 1 && run.codes().contains(&"missing-field".to_owned()), "{:?}", run.codes());
    assert_eq!(folder.run(&["check", "answers", "--format", "json"]).paths(), ["answers/a.json"]);
    // A file that is named is taken for what the globs say, too.
    assert_eq!(folder.run(&["check", "answers/a.json"]).code, 1);
    assert_eq!(folder.run(&["check", "answers/deep/b.json"]).code, 0);
    assert_eq!(folder.run(&["check", "answers/a.json", "--as", "auto"]).code, 0);
    assert_eq!(folder.run(&["check", "--no-config", "--format", "json"]).paths(), [NAME]);
    let fixed = folder.run(&["fix", "--diff", "--format", "json"]);
    assert_eq!(fixed.paths(), [NAME, "answers/a.json", "other/x.reply"]);
}

#[test]
fn excluded_files_are_skipped_unless_they_are_named() {
    let config = "exclude = [\"fixtures\", \"answers/old-*\"]\n[[files]]\nglob = \"answers/*.json\"\n";
    let folder = Folder::with(&[
        (CONFIG, config),
        (NAME, GOOD),
        ("answers/new.json", GOOD),
        ("answers/old-1.json", "{}"),
        ("deep/fixtures/a/.agent-response.json", "{}"),
        ("deep/fixtures/agent-response.json", "{}"),
        ("deep/.agent-response.json", GOOD),
    ]);
    let paths = |args: &[&str]| folder.run(&[&["check", "--format", "json"], args].concat()).paths();
    assert_eq!(paths(&[]), [NAME, "answers/new.json", "deep/.agent-response.json"]);
    assert_eq!(paths(&["answers"]), ["answers/new.json"]);
    assert_eq!(paths(&["answers/old-1.json"]), ["answers/old-1.json"]);
    // Whoever names a folder that is excluded, or one in it, means what is there.
    assert_eq!(paths(&["deep/fixtures"]), ["deep/fixtures/a/.agent-response.json"]);
    assert_eq!(paths(&["deep/fixtures/a"]), ["deep/fixtures/a/.agent-response.json"]);
    assert!(paths(&["--no-config"]).contains(&"deep/fixtures/a/.agent-response.json".to_owned()));
    assert_eq!(folder.run(&["fix", "--diff", "--format", "json"]).paths(), paths(&[]));
    // A project file that is nearer excludes nothing.
    folder.write("deep/agent-response.toml", "");
    assert_eq!(paths(&["deep"]).len(), 2);
}

#[test]
fn no_glob_names_a_project_file() {
    let config = "[[files]]\nglob = \"**/*\"\nformat = \"agent-response\"\n";
    let folder =
        Folder::with(&[(CONFIG, config), ("a.json", GOOD), ("below/agent-response.toml", "profile = \"strict\"\n")]);
    let run = folder.run(&["check", "--format", "json"]);
    assert_eq!((run.code, run.paths()), (0, vec!["a.json".to_owned()]));
}

#[test]
fn a_wrong_entry_is_shown_at_its_place_and_the_rest_counts() {
    let folder = folder("profil = \"strict\"\n\n[rules]\nmisnamed-field = \"off\"\n");
    let run = folder.run(&["check"]);
    assert_eq!((run.code, run.err.as_str()), (2, ""));
    let expected = "\
error[config]: `profil` is not a key of this file; did you mean `profile`?
 --> agent-response.toml:1:1
  |
1 | profil = \"strict\"
  | ^^^^^^

1 error in 1 of 3 files";
    assert!(run.out.starts_with(expected), "{}", run.out);
    for args in [&["fix", "--diff"][..], &["check", "--quiet"], &["check", NAME]] {
        assert_eq!(folder.run(args).code, 2, "{args:?}");
    }
    assert_eq!(folder.run(&["check", "--no-config"]).code, 1);
    assert_eq!(folder.read(CONFIG), "profil = \"strict\"\n\n[rules]\nmisnamed-field = \"off\"\n");
}

#[test]
fn a_wrong_entry_is_in_the_json_once() {
    let folder = folder("[rules]\nmisnamed-field = \"of\"\n");
    (0..40).for_each(|it| folder.write(&format!("{it}/.agent-response.json"), renamed()));
    for command in ["check", "fix"] {
        let run = folder.run(&[command, "--format", "json"]);
        assert_eq!((run.code, run.paths()[0].as_str(), run.paths().len()), (2, CONFIG, 43));
        let file = &run.files()[0];
        let finding = &file["diagnostics"][0];
        assert_eq!((file["valid"].as_bool(), finding["code"].as_str()), (Some(false), Some("config")));
        assert_eq!(finding["range"]["start"], serde_json::json!({"line": 1, "character": 17}));
        assert_eq!(finding["docs"], "rules/config");
    }
}

#[test]
fn of_a_file_that_is_no_toml_nothing_counts() {
    let folder = folder("[rules]\nmisnamed-field = \"off\"\nsyntax = off\n");
    let run = folder.run(&["check", "--format", "concise"]);
    assert_eq!(run.code, 2);
    let (first, second) = run.out.split_once('\n').unwrap();
    assert_eq!(first, "agent-response.toml:3:10: error[config]: `off` needs quotes");
    assert!(second.contains("error[misnamed-field]"), "{second}");
}

#[test]
fn a_wrong_project_file_is_reported_in_an_empty_folder() {
    // Without its globs nothing is found; silence would look like success.
    let folder = Folder::with(&[(CONFIG, "[[files]\nglob = \"*.json\"\n"), ("a.json", "{}"), ("empty/x/y", "")]);
    for args in [&["check"][..], &["fix"], &["check", "empty/x"], &["check", "--config", CONFIG, "empty"]] {
        let run = folder.run(args);
        assert_eq!(run.code, 2, "{args:?}");
        assert_eq!((run.out + &run.err).matches("error[config]").count(), 1, "{args:?}");
    }
    let folder = Folder::with(&[("a/agent-response.toml", "x = 1"), ("b/agent-response.toml", "y = 1")]);
    assert_eq!(folder.run(&["check", "--format", "json"]).paths(), ["a/agent-response.toml", "b/agent-response.toml"]);
}

#[test]
fn unreadable_files_are_reported() {
    let folder = folder("");
    folder.write(CONFIG, b"# \xff\n");
    let run = folder.run(&["check"]);
    assert_eq!(run.code, 2);
    assert!(run.out.contains("error[config]: The file is not UTF-8\n --> agent-response.toml\n"), "{}", run.out);
    let run = folder.run(&["check", "--config", "nowhere.toml"]);
    assert!(run.code == 2 && run.err.contains("nowhere.toml") && run.out.is_empty(), "{}", run.err);
    let run = folder.run(&["check", "--config", "."]);
    assert!(run.code == 2 && run.out.contains("This is a folder, not a file"), "{}", run.out);
    let run = Folder::with(&[("agent-response.toml/x", ""), (NAME, GOOD)]).run(&["check", NAME]);
    assert_eq!(run.code, 2);
    assert!(run.out.contains("error[config]: This is a folder, not a file\n --> agent-response.toml\n"), "{}", run.out);
    assert_eq!(folder.run(&["check", "--config", "x", "--no-config"]).code, 2);
}

#[test]
fn standard_input_has_the_file_of_the_current_folder() {
    let folder = Folder::with(&[
        (
            CONFIG,
            "[rules]\nmisnamed-field = \"off\"\n[[files]]\nglob = \"{sub,new/deep}/*\"\nformat = \"agent-request\"\n",
        ),
        ("sub/agent-response.toml", ""),
    ]);
    let check = |name: &str| folder.run_with_input(&["check", "-", "--stdin-filename", name, "--format", "json"], GOOD);
    assert_eq!(folder.run_with_input(&["check", "-"], renamed()).code, 0);
    assert_eq!(folder.run_with_input(&["check", "-", "--no-config"], renamed()).code, 1);
    assert_eq!(check("other/x.json").files()[0]["format"]["id"], "agent-response");
    assert_eq!(check("sub/x.json").files()[0]["format"]["id"], "agent-request");
    assert_eq!(check("new/deep/x.json").files()[0]["format"]["id"], "agent-request");
}

#[test]
fn the_page_is_explained() {
    let run = Folder::with(&[]).run(&["explain", "config"]);
    assert!(run.code == 0 && run.out.starts_with("# config\n") && run.out.contains("[[files]]"), "{}", run.out);
}

#[cfg(unix)]
#[test]
fn a_link_to_a_folder_has_the_file_of_the_real_one() {
    let folder = Folder::with(&[
        ("real/agent-response.toml", "[rules]\nmisnamed-field = \"off\"\n[[files]]\nglob = \"x/*.json\"\n"),
        ("real/x/a.json", GOOD),
        ("real/.agent-response.json", &renamed()),
    ]);
    std::os::unix::fs::symlink("real", folder.path("link")).unwrap();
    let run = folder.run(&["check", "link", "--format", "json"]);
    assert_eq!((run.code, run.paths()), (0, vec!["link/.agent-response.json".to_owned(), "link/x/a.json".to_owned()]));
}
