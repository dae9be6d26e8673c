//! What the README shows of the command is what it prints.

use crate::run::{Folder, REQUEST};

const README: &str = include_str!("../../../../README.md");

/// The lines of a console block after a command, up to the next one.
fn printed(command: &str) -> &'static str {
    let (_, rest) = README.split_once(&format!("$ {command}\n")).expect(command);
    rest.split_once("$ ").expect("a command after it").0
}

#[test]
fn the_readme_shows_what_check_prints() {
    let expected = printed("agent-response check");
    // The file is the one of the request, but for the line that the README shows.
    let line = expected.lines().find_map(|it| it.strip_prefix("5 | ")).expect("line 5 of the file");
    let request = REQUEST.replace("\"phase\": 8", "\"phase\": 7");
    let response = crate::run::GOOD.lines().map(|it| if it.contains("\"response\"") { line } else { it });
    let response: Vec<_> = response.collect();
    let files = [(".agent-request-phase7.json", &*request), (".agent-response-phase7.json", &*response.join("\n"))];
    let folder = Folder::with(&files);
    assert_eq!(folder.run(&["check"]).out, expected);
    let would_be = folder.run(&["fix", "--diff=decoded"]);
    assert_eq!(would_be.out + &would_be.err, printed("agent-response fix --diff=decoded"));
    let fixed = folder.run(&["fix"]);
    assert_eq!((fixed.code, &*fixed.out), (0, printed("agent-response fix")));
}

#[test]
#[rustfmt::skip] // As in the README.
fn the_readme_shows_rust_that_works() {
    let text = "{}";
    let options = agent_response::Options { file_name: Some(".agent-response-phase8.json".to_owned()), ..Default::default() };
    for finding in &agent_response::validate(text, &options).diagnostics {
        println!("{}: {} {}", finding.range.start.line + 1, finding.code, finding.message);
    }
    let (_, rest) = README.split_once("```rust\n").unwrap();
    for line in rest.split_once("```").unwrap().0.lines() {
        assert!(include_str!("readme.rs").contains(&format!("    {line}\n")), "{line}");
    }
}
