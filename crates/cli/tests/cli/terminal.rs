//! What reaches a terminal: colours where they are wanted, and nothing that acts.

use std::process::Stdio;

use agent_response::{diagnostic::is_unprintable, text::find_command};

use crate::{
    formats::FORMATS,
    run::{Folder, Run, renamed},
};

/// Sequences that colour, ring and turn, characters that hide, one of each range, and commands for what shows logs; in keys,
/// values and file names.
const HOSTILE: &str = "\u{1b}[31mred\u{7}\u{202e}turned\u{9b}2J\u{7f}\u{200b}\u{feff}\u{ad}\u{34f}\u{61c}\u{115f}\u{17b4}\u{180b}\u{2060}\u{206a}\
    \u{2800}\u{3164}\u{e000}\u{fe00}\u{fe0f}\u{ffa0}\u{fff9}\u{fffe}\u{ffff}\u{13430}\u{16fe4}\u{1bca0}\u{1d159}\u{1d173}\
    \u{1ffff}\u{dfffe}\u{e0001}\u{e0100}\u{e1000}\u{f0000}\u{100000}\u{10ffff}##vso[task.x]y##[error]z";

/// Whether nothing in an output acts on who shows it, but for the commands of the formats that consist of commands.
pub(crate) fn is_harmless(text: &str) -> bool {
    text.lines().all(|line| {
        let is_own = line.starts_with("##vso[task.logissue ")
            || ["::error ", "::warning ", "::notice "].iter().any(|it| line.starts_with(it));
        let said =
            if is_own { line.split_once(']').filter(|_| line.starts_with('#')).map_or(line, |it| it.1) } else { line };
        let begins_command = !is_own && line.trim_start().starts_with("::");
        !begins_command && find_command(said).is_none() && !hides(line)
    })
}

/// Whether a line has a character that nobody sees and that belongs to no emoji.
fn hides(line: &str) -> bool {
    let before = std::iter::once(' ').chain(line.chars());
    let is_needed = |before: char, it| it == '\t' || it == '\u{fe0f}' && !before.is_ascii();
    before.zip(line.chars()).any(|(before, it)| is_unprintable(it) && !is_needed(before, it))
}

#[test]
fn colours_go_to_terminals_only() {
    let folder = Folder::with(&[(".agent-response.json", &renamed())]);
    let run = |variables: &[(&str, &str)], args: &[&str]| {
        Run::of(folder.command(args).envs(variables.iter().copied()).output().unwrap())
    };
    for args in [&["check"][..], &["check", "--format", "concise"], &["fix", "--diff"], &["explain", "missing-field"]] {
        let plain = run(&[], args);
        assert!(!(plain.out + &plain.err).contains('\u{1b}'), "{args:?}");
        let forced = run(&[("CLICOLOR_FORCE", "1")], args);
        assert!(forced.out.contains('\u{1b}'), "{args:?}");
        let refused = run(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], args);
        assert!(!(refused.out + &refused.err).contains('\u{1b}'), "{args:?}");
    }
    assert!(!run(&[("CLICOLOR_FORCE", "1")], &["check", "--format", "json"]).out.contains('\u{1b}'));
}

#[test]
fn output_fits_the_width() {
    let long = "x\u{65e5}\t".repeat(60);
    let text = format!("{{\"{long}\": 1, \"status\": [\"{long}\",\n\n1], \"metadata\": \"{long}\"}}");
    let folder = Folder::with(&[(".agent-response-phase8.json", &text)]);
    let check = ["check", "--min-severity", "hint"];
    for (width, args) in [50, 60, 100].into_iter().flat_map(|it| [(it, &check[..]), (it, &["--help"])]) {
        let run = Run::of(folder.command(args).env("COLUMNS", width.to_string()).output().unwrap());
        // Sentences are wrapped by the terminal; a line with its mark would no longer be below each other.
        let is_kept =
            |it: &&str| args.len() == 1 || it.trim_start_matches(|it: char| it.is_ascii_digit()).starts_with(" |");
        let wide = |it: char| usize::from(it == '\u{65e5}');
        let columns = |it: &str| it.chars().map(|it| 1 + wide(it)).sum::<usize>();
        let lines: Vec<_> = run.out.lines().filter(is_kept).collect();
        assert!(lines.len() >= 4, "{}", run.out);
        lines.iter().for_each(|it| assert!(columns(it) <= width, "{width}: {it}"));
    }
}

#[test]
fn sentences_are_broken_where_the_width_is_known() {
    let folder = Folder::with(&[(".agent-response-phase8.json", "{\"status\": \"success\", \"result\": \"{}\"}\n")]);
    let run =
        |columns: &str, args: &[&str]| Run::of(folder.command(args).env("COLUMNS", columns).output().unwrap()).out;
    let fits = |text: &str| text.lines().all(|it| it.chars().count() <= 50);
    // The title of a finding stays in one line, and so does the last one.
    let is_title = |it: &&str| ["error[", "info["].iter().any(|begin| it.starts_with(begin)) || it.contains(" can be ");
    let checked = run("50", &["check", "--reader"]);
    let sentences: String = checked.lines().filter(|it| !is_title(it)).map(|it| format!("{it}\n")).collect();
    assert!(fits(&sentences) && sentences.contains("refuses it:"), "{sentences}");
    assert!(checked.contains("\n  = help: Insert `version`, `error_message`,\n          `error_type`"), "{checked}");
    let piped = run("", &["check", "--reader"]);
    let join = |it: &str| it.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(join(&piped).len(), join(&checked).len());
    assert!(piped.lines().any(|it| it.len() > 100), "a program finds a sentence in one line: {piped}");
    for page in ["agent-response", "chat-completion", "missing-comma", "config"] {
        let (page, piped) = (run("50", &["explain", page]), run("", &["explain", page]));
        let mut is_code = false;
        let prose: Vec<&str> = page
            .lines()
            .filter(|it| {
                is_code ^= it.starts_with("```");
                !is_code && it.contains(' ') && !it.contains("](")
            })
            .collect();
        assert!(prose.iter().all(|it| it.chars().count() <= 50), "{prose:#?}");
        assert!(piped.lines().any(|it| it.chars().count() > 100), "{piped}");
    }
    for list in ["explain", "formats"] {
        assert!(fits(&run("50", &[list])), "{}", run("50", &[list]));
    }
}

#[test]
fn examples_stay_apart_from_what_they_do() {
    let help =
        |columns: &str| Run::of(Folder::with(&[]).command(&["--help"]).env("COLUMNS", columns).output().unwrap()).out;
    let wide = help("100");
    assert!(wide.contains("  agent-response check                          check the agent files"), "{wide}");
    let narrow = help("50");
    let both = "  agent-response fix --diff\n      show what would be fixed\n";
    assert!(narrow.contains(both), "{narrow}");
    assert!(narrow.contains("  1  errors, findings that --error-on or\n     --max-warnings"), "{narrow}");
    assert!(narrow.contains("answer.json --request\n      .agent-request-phase8.json\n"), "{narrow}");
}

#[test]
fn causes_come_first_and_arrows_are_below_each_other() {
    let text = renamed();
    let folder = Folder::with(&[(".agent-response-phase8.json", &text)]);
    let run = folder.run(&["check"]);
    let titles: Vec<_> = run.out.lines().filter_map(|it| it.split_once('[')).map(|it| it.0).collect();
    let levels: Vec<_> = titles.into_iter().filter(|it| ["error", "warning", "info"].contains(it)).collect();
    assert!(levels.contains(&"info") && levels.contains(&"error") && levels.is_sorted(), "{}", run.out);
    assert!(run.out.lines().all(|it| it.find("-->").is_none_or(|it| it == 1)), "{}", run.out);
}

#[test]
fn hostile_text_is_written_out() {
    let text = format!("{{\"status\": \"{HOSTILE}\", \"{HOSTILE}\": 1, {HOSTILE} }}\n{HOSTILE}");
    let folder = Folder::with(&[(".agent-response.json", &text)]);
    for format in FORMATS.into_iter().chain(["human", "concise", "json", "agent", "prompt"]) {
        let run = folder.run(&["check", "--min-severity", "hint", "--format", format]);
        assert_eq!(run.code, 1);
        assert!(is_harmless(&run.out) && is_harmless(&run.err), "{format}: {:?}", run.out);
    }
    let run = Run::of(folder.command(&["fix", "--diff"]).env("CLICOLOR_FORCE", "1").output().unwrap());
    assert!(!run.out.contains("\u{1b}[31mred") && !run.out.contains('\u{202e}'), "{:?}", run.out);
}

/// Commands that no string holds, so that marks begin, end and lie in them.
const BARE: [&str; 8] = [
    "##vso[task.setvariable variable=PATH]/evil",
    "##VSO[task.x]y",
    "##[set-env name=PATH]/evil",
    "###[error]",
    "##vso[task.x]\t##[error]y",
    "\t##[error]\"",
    "#\u{200d}##[error]",
    "\u{1b}##vso[task.x]\u{202e}",
];

#[test]
fn commands_across_marks_are_written_out() {
    let around = |bare| [(bare, ""), (bare, "#"), (bare, "é \u{2800}")];
    let texts: Vec<String> = BARE
        .into_iter()
        .flat_map(around)
        .flat_map(|(bare, around)| {
            let json = format!("{{\"status\": {around}{bare}\n, \"version\": 1}}");
            let inside = format!("{{\"response\": \"{{\\\"a\\\": {around}{}, }}\"}}", bare.escape_default());
            [json, inside, format!("{{}}{around}{bare}\n{bare}")]
        })
        .collect();
    let folder = Folder::with(&[]);
    for (idx, text) in texts.iter().enumerate() {
        folder.write(&format!("{idx}/.agent-response.json"), text);
    }
    let harmless = |args: &[&str], text: &str, run: Run| {
        assert!(is_harmless(&run.out) && is_harmless(&run.err), "{args:?} {text:?}: {}{}", run.out, run.err);
    };
    for format in FORMATS.into_iter().chain(["human", "concise", "json", "agent", "prompt"]) {
        let args = ["check", "--min-severity", "hint", "--format", format];
        harmless(&args, "", folder.run(&args));
    }
    for text in &texts {
        for args in [&["check", "-"][..], &["fix", "-"], &["recover"]] {
            let run = folder.run_with_input(args, text);
            // What these print is the text itself.
            let out = if ["fix", "recover"].contains(&args[0]) { String::new() } else { run.out };
            harmless(args, text, Run { out, ..run });
        }
    }
    harmless(&["fix"], "", folder.run(&["fix"]));
}

#[cfg(unix)]
#[test]
fn hostile_names_are_written_out() {
    let name = format!(".agent-response-\n{HOSTILE}.json");
    let folder = Folder::with(&[(&name, &renamed())]);
    std::os::unix::fs::symlink("nowhere", folder.path(&format!(".agent-response-broken{HOSTILE}.json"))).unwrap();
    let formats = FORMATS.into_iter().chain(["human", "concise", "json", "agent", "prompt"]);
    let checks = formats.map(|it| vec!["check", "--min-severity", "hint", "--format", it]);
    let others =
        [vec!["check", &name], vec!["fix", "--diff"], vec!["fix"], vec!["check", HOSTILE], vec!["check", "::error::x"]];
    for args in checks.chain(others) {
        let run = folder.run(&args);
        assert_ne!(run.code, 0);
        assert!(is_harmless(&run.out) && is_harmless(&run.err), "{args:?}: {:?} {:?}", run.out, run.err);
    }
}

#[test]
fn a_reader_that_stops_early_gets_no_error() {
    let folder = Folder::with(&[]);
    (0..300).for_each(|it| folder.write(&format!("{it}/.agent-response.json"), renamed()));
    for args in [&["check"][..], &["check", "--format", "json"], &["explain"], &["--help"]] {
        let mut child = folder.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(i32::from(args[0] == "check")), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let folder = Folder::with(&[(".agent-response.json", &renamed())]);
    for args in [&["check"][..], &["check", "--format", "json"], &["explain"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let run = Run::of(folder.command(args).stdout(full).output().unwrap());
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.err.contains("standard output"), "{}", run.err);
    }
}
