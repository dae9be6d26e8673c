//! Things that are easy to forget: layers, lengths of files, pages, generated parts of documents.

use std::{collections::BTreeSet, fs, path::Path, path::PathBuf};

use agent_response::{Severity, formats, rules};
use expect_test::expect_file;

use crate::examples::{files, root};

/// Which modules of the core a module may use; `surface` may use all.
#[rustfmt::skip] // One row per module, from the bottom to the top.
const LAYERS: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("timestamp", &[]),
    ("names", &[]),
    ("severity", &[]),
    ("rules", &["severity"]),
    ("spec", &["severity"]),
    ("formats", &["severity", "spec"]),
    ("json", &["text"]),
    ("explain", &["text", "json", "timestamp", "severity", "spec", "formats"]),
    ("document", &["text", "json", "explain"]),
    ("diagnostic", &["text", "document", "severity", "rules"]),
    ("options", &["diagnostic"]),
    ("findings", &["text", "document", "diagnostic", "rules", "options"]),
    ("bind", &["text", "json", "document", "spec"]),
    ("detect", &["text", "json", "document", "diagnostic", "spec", "formats", "names", "options", "bind"]),
    ("envelope", &["json", "formats"]),
    ("query", &["text", "json", "document", "diagnostic", "severity", "timestamp", "names", "options", "spec", "bind", "detect"]),
    ("checks", &["text", "json", "document", "diagnostic", "timestamp", "names", "spec", "bind", "detect", "envelope", "findings", "query", "rules"]),
    ("doubt", &["diagnostic", "document"]),
    ("removal", &["text", "json", "document", "diagnostic"]),
    ("report", &["diagnostic"]),
    ("resolve", &["text", "json", "document", "diagnostic", "rules", "detect", "findings", "doubt", "removal", "report"]),
    ("pipeline", &["json", "document", "names", "options", "spec", "bind", "detect", "findings", "query", "checks", "report", "resolve"]),
    ("fix", &["text", "diagnostic", "options", "findings", "report", "resolve", "pipeline"]),
    ("unpack", &["text", "json", "rules"]),
    ("wrap", &["text", "json", "document", "diagnostic", "names", "options", "spec", "formats", "detect", "envelope", "rules", "report", "resolve", "pipeline", "fix", "unpack"]),
    ("emit", &["severity", "diagnostic", "json", "spec", "formats", "rules"]),
];

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|it| it == "rs") {
            out.push(path);
        }
    }
}

fn core_files() -> Vec<(String, String)> {
    let mut paths = Vec::new();
    sources(&root().join("src"), &mut paths);
    paths.sort();
    let read = |path: &PathBuf| {
        let name = path.strip_prefix(root().join("src")).unwrap().to_str().unwrap().to_owned();
        (name, fs::read_to_string(path).unwrap())
    };
    paths.iter().map(read).collect()
}

#[test]
fn layers_are_kept() {
    let mut faults = Vec::new();
    for (name, text) in core_files() {
        let module = name.split(['/', '.']).next().unwrap();
        if matches!(module, "lib" | "main" | "surface") {
            continue;
        }
        let Some((_, allowed)) = LAYERS.iter().find(|it| it.0 == module) else {
            faults.push(format!("{name}: the module is in no layer"));
            continue;
        };
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (idx, _) in code.match_indices("crate::") {
            let rest = &code[idx + "crate::".len()..];
            let used: Vec<&str> = if let Some(list) = rest.strip_prefix('{') {
                list.split('}').next().unwrap().split(',').map(|it| it.trim().split("::").next().unwrap()).collect()
            } else {
                vec![rest.split(|it: char| !it.is_alphanumeric() && it != '_').next().unwrap()]
            };
            for it in used.into_iter().filter(|it| !it.is_empty() && *it != module && !allowed.contains(it)) {
                faults.push(format!("{name} uses {it}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn files_are_short_and_finished() {
    let mut faults = Vec::new();
    for (name, text) in core_files() {
        let n_lines = text.split("#[cfg(test)]\nmod tests").next().unwrap().lines().count();
        if n_lines > 350 {
            faults.push(format!("{name} has {n_lines} lines"));
        }
        if !text.starts_with("//!") {
            faults.push(format!("{name} does not say what it knows"));
        }
        for word in ["todo!", "unimplemented!", "dbg!", "FIXME"] {
            if text.contains(word) {
                faults.push(format!("{name} has {word}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_module_stands_in_the_architecture() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let cells: String = text.lines().filter_map(|it| it.strip_prefix("| ")?.split(" | ").next()).collect();
    let modules = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let modules =
        modules.lines().filter_map(|it| it.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'));
    let missing: Vec<_> = modules.filter(|it| !cells.contains(&format!("`{it}`"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn no_check_names_a_format() {
    // As they are written in the options, and as the tables are named in the code.
    let ids = formats().iter().flat_map(|it| [it.id.to_owned(), it.id.replace('-', "_").to_uppercase()]);
    let ids: Vec<_> = ids.collect();
    for (name, text) in core_files().into_iter().filter(|it| it.0.starts_with("checks")) {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let code: String = code.lines().filter(|it| !it.trim_start().starts_with("//")).collect();
        for id in &ids {
            assert!(
                !code.contains(&format!("\"{id}\"")) && !code.contains(&format!("formats::{id}")),
                "{name} names {id}"
            );
        }
    }
}

#[test]
fn ids_are_kebab_case_and_have_a_page() {
    let mut ids = BTreeSet::new();
    for rule in rules() {
        assert!(rule.id.bytes().all(|it| it.is_ascii_lowercase() || it == b'-' || it.is_ascii_digit()), "{}", rule.id);
        assert!(ids.insert(rule.id), "{} appears twice", rule.id);
        let page = root().join(format!("src/rules/{}.md", rule.id));
        let text = fs::read_to_string(page).unwrap();
        assert!(text.lines().count() > 3, "the page of {} is empty", rule.id);
    }
}

/// Phrases that a user should never read, because nobody would say them.
const STILTED: [&str; 13] = [
    " stands ",
    " stand in",
    "asked for",
    " is due",
    " no one ",
    "told ",
    "one too many",
    "not there",
    "to be there",
    "taken for",
    " mend",
    " beside ",
    " behind ",
];

#[test]
fn messages_and_pages_are_plain_english() {
    let mut paths: Vec<PathBuf> = ["src/rules", "src/formats"].into_iter().flat_map(files).collect();
    sources(&root().join("src"), &mut paths);
    let mut faults = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let sentences: Vec<&str> = if path.extension().is_some_and(|it| it == "md") {
            text.split("```").step_by(2).collect()
        } else {
            // What is between quotes, in code that ships.
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let lines = code.lines().filter(|it| !it.trim_start().starts_with("//"));
            lines.flat_map(|it| it.split('"').skip(1).step_by(2)).collect()
        };
        let found = STILTED.iter().filter(|phrase| sentences.iter().any(|it| it.contains(**phrase)));
        faults.extend(found.map(|it| format!("{}: {it:?}", path.display())));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The table in `docs/rules.md`, written by this test: `UPDATE_EXPECT=1 cargo test table_of_rules`.
#[test]
fn table_of_rules_is_fresh() {
    let path = root().join("docs/rules.md");
    let page = fs::read_to_string(&path).unwrap();
    let (begin, end) = ("<!-- rules -->\n", "<!-- /rules -->");
    let (before, rest) = page.split_once(begin).expect("a mark before the table");
    let (_, after) = rest.split_once(end).expect("a mark after the table");
    let mut table = "| rule | severity | finds |\n|---|---|---|\n".to_owned();
    for rule in rules() {
        let severity = match rule.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
            Severity::Hint => "hint",
        };
        table.push_str(&format!(
            "| [`{0}`](../src/rules/{0}.md) | {severity} | {1} |\n",
            rule.id,
            rule.summary.replace('|', "\\|")
        ));
    }
    expect_file![path].assert_eq(&format!("{before}{begin}{table}{end}{after}"));
}
