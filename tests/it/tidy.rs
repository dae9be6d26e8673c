//! Things that are easy to forget: layers, file lengths, pages, generated parts of documents.

mod order;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    path::PathBuf,
};

use agent_response::{Severity, known_formats, rules};
use expect_test::expect_file;

use crate::examples::{files, root};

/// Which modules of the core a module may use; the binding may use all. What crates may use is in their manifests.
#[rustfmt::skip] // One row per module, from the bottom to the top.
const LAYERS: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("timestamp", &[]),
    ("names", &[]),
    ("severity", &[]),
    ("rules", &["severity"]),
    ("spec", &["names", "severity", "rules"]),
    ("formats", &["names", "severity", "rules", "spec"]),
    ("json", &["text"]),
    ("deadline", &[]),
    ("reading", &["deadline", "text", "json"]),
    ("slips", &["deadline", "text", "json", "timestamp", "severity", "spec", "formats", "reading"]),
    ("document", &["text", "json", "slips"]),
    ("diagnostic", &["text", "document", "severity", "rules"]),
    ("describe", &["diagnostic", "spec"]),
    ("schema", &[]),
    ("tools", &["schema"]),
    ("options", &["deadline", "diagnostic", "schema", "tools"]),
    ("findings", &["text", "document", "diagnostic", "rules", "options"]),
    ("bind", &["text", "json", "document", "spec"]),
    ("detect", &["text", "json", "document", "diagnostic", "spec", "formats", "names", "options", "bind"]),
    ("envelope", &["json", "spec", "formats"]),
    ("query", &["text", "json", "document", "diagnostic", "severity", "timestamp", "names", "options", "schema", "spec", "bind", "detect", "tools"]),
    ("unpack", &["text", "json", "rules"]),
    ("checks", &["deadline", "text", "json", "document", "diagnostic", "timestamp", "names", "spec", "bind", "detect", "envelope", "findings", "query", "rules", "schema", "slips", "unpack", "tools"]),
    ("doubt", &["diagnostic", "document"]),
    ("removal", &["text", "json", "document", "diagnostic", "unpack"]),
    ("report", &["diagnostic"]),
    ("resolve", &["text", "json", "document", "diagnostic", "rules", "detect", "findings", "doubt", "removal", "report"]),
    ("pipeline", &["deadline", "text", "slips", "json", "document", "diagnostic", "names", "options", "spec", "formats", "bind", "detect", "findings", "query", "rules", "unpack", "checks", "report", "resolve"]),
    ("ide", &["deadline", "text", "json", "document", "diagnostic", "describe", "severity", "names", "options", "spec", "formats", "rules", "bind", "detect", "findings", "query", "report", "resolve", "schema", "pipeline"]),
    ("fix", &["deadline", "text", "diagnostic", "slips", "options", "findings", "report", "resolve", "rules", "pipeline"]),
    ("wrap", &["text", "deadline", "json", "slips", "document", "diagnostic", "names", "options", "spec", "formats", "bind", "detect", "query", "envelope", "rules", "report", "resolve", "pipeline", "fix", "unpack"]),
    ("agent", &["text", "slips", "json", "diagnostic", "describe", "severity", "options", "spec", "formats", "envelope", "rules", "report", "pipeline", "fix", "wrap"]),
    ("calls", &["text", "json", "diagnostic", "spec", "formats", "options", "rules", "report", "pipeline", "fix", "document", "names", "query", "schema", "tools"]),
    ("encoding", &["text", "document", "diagnostic", "options", "findings", "rules", "report", "pipeline", "fix"]),
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

/// The names and texts of the files of a crate.
fn files_of(folder: &str) -> Vec<(String, String)> {
    let folder = root().join(folder);
    let mut paths = Vec::new();
    sources(&folder, &mut paths);
    paths.sort();
    let read = |path: &PathBuf| {
        let name = path.strip_prefix(&folder).unwrap().to_str().unwrap().to_owned();
        (name, fs::read_to_string(path).unwrap())
    };
    paths.iter().map(read).collect()
}

fn core_files() -> Vec<(String, String)> {
    files_of("src")
}

/// The crates other than the core, by their folders, such as `cli`.
fn other_crates() -> Vec<String> {
    let entries = fs::read_dir(root().join("crates")).unwrap();
    let mut names: Vec<_> = entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The folders with the sources of all crates.
fn source_folders() -> Vec<String> {
    let others = other_crates().into_iter().map(|it| format!("crates/{it}/src"));
    ["src".to_owned()].into_iter().chain(others).collect()
}

/// The files of all crates.
fn all_files() -> impl Iterator<Item = (String, String)> {
    source_folders()
        .into_iter()
        .flat_map(|folder| files_of(&folder).into_iter().map(move |(name, text)| (format!("{folder}/{name}"), text)))
}

#[test]
fn layers_are_kept() {
    let mut faults = Vec::new();
    for (name, text) in core_files() {
        let module = name.split(['/', '.']).next().unwrap();
        if matches!(module, "lib" | "wasm") {
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
    for (name, text) in all_files() {
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
fn every_module_is_in_the_architecture() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let cells: String = text.lines().filter_map(|it| it.strip_prefix("| ")?.split(" | ").next()).collect();
    let modules = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let modules =
        modules.lines().filter_map(|it| it.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'));
    let missing: Vec<_> = modules.filter(|it| !cells.contains(&format!("`{it}`"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let missing: Vec<_> = other_crates().into_iter().filter(|it| !text.contains(&format!("crates/{it}:"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// A crate that no alias of Cargo names is tested by nothing; that for Python is tested in Python.
#[test]
fn the_tests_of_every_crate_are_run() {
    let aliases = fs::read_to_string(root().join(".cargo/config.toml")).unwrap();
    let others = other_crates().into_iter().filter(|it| it != "python").map(|it| format!("agent-response-{it}"));
    for name in ["agent-response".to_owned()].into_iter().chain(others) {
        let option = format!("-p {name}");
        let is_tested = |line: &str| line.contains("test ") && line.split([' ', '"']).any(|it| it == name);
        assert!(aliases.lines().any(is_tested), "no alias has {option}");
    }
}

/// The lines in the tour of ARCHITECTURE.md, `name` (`file:line`) or, in the file before, `name` (`:line`), written by this
/// test: `UPDATE_EXPECT=1 cargo test-core tour`.
#[test]
fn the_tour_leads_to_what_it_names() {
    let path = root().join("ARCHITECTURE.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once("## One text on its way\n").expect("the tour");
    let tour = &rest[..rest.find("\n## ").expect("the end of the tour")];
    let (mut words, mut file): (Vec<String>, &str) = (tour.split('`').map(str::to_owned).collect(), "");
    let mut n_places = 0;
    for idx in (1..words.len()).step_by(2) {
        let code = tour.split('`').nth(idx).unwrap();
        if code.starts_with("src/") {
            file = code.split(':').next().unwrap();
            assert!(root().join(file).exists(), "{file} does not exist");
        }
        let Some(line) = code.rsplit_once(':').and_then(|it| it.1.parse::<usize>().ok()) else { continue };
        let name = words[idx - 2].rsplit("::").next().unwrap();
        let source = fs::read_to_string(root().join(file)).unwrap();
        let is_definition = |it: &str| ["(", "<"].iter().any(|after| it.contains(&format!("fn {name}{after}")));
        let lines = (1..).zip(source.lines()).filter(|it| is_definition(it.1)).map(|it| it.0);
        let nearest = lines.min_by_key(|it: &usize| it.abs_diff(line));
        let nearest = nearest.unwrap_or_else(|| panic!("{file} does not define {name}"));
        words[idx] = code.replace(&format!(":{line}"), &format!(":{nearest}"));
        n_places += 1;
    }
    assert!(n_places > 20, "the tour has only {n_places} places");
    let fresh = format!("{before}## One text on its way\n{}{}", words.join("`"), &rest[tour.len()..]);
    expect_file![path].assert_eq(&fresh);
}

#[test]
fn formats_are_named_only_where_they_are() {
    // The ids as written in the options, and as the tables are named in the code.
    let ids = known_formats().iter().flat_map(|it| [it.id.to_owned(), it.id.replace('-', "_").to_uppercase()]);
    let ids: Vec<_> = ids.collect();
    for (name, text) in all_files().filter(|it| !it.0.starts_with("src/formats")) {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let code: String = code.lines().filter(|it| !it.trim_start().starts_with("//")).collect();
        // What is written for users may name a protocol that has the name of a format.
        let plain = code.replace("\\\"", "").replace("'\"'", "");
        let outside = plain.split('"').step_by(2);
        let words: BTreeSet<_> =
            outside.flat_map(|it| it.split(|it: char| !it.is_alphanumeric() && it != '_')).collect();
        for id in &ids {
            // The command and one of its subcommands have the names of formats.
            let is_program = matches!(&**id, "agent-response" | "mcp") && name.starts_with("crates");
            let is_named = code.contains(&format!("\"{id}\"")) && !is_program;
            assert!(!is_named && (id.contains(char::is_lowercase) || !words.contains(&**id)), "{name} names {id}");
        }
    }
}

/// A rule is named by its constant: an id that is misspelled compiles and never matches.
#[test]
fn rules_are_named_by_their_constants() {
    let is_rule = |it: &str| it.split_once('"').is_some_and(|(id, _)| agent_response::explain(id).is_some());
    let compared = |line: &str| ["== \"", "!= \""].iter().any(|it| line.split(it).skip(1).any(is_rule));
    let mut faults = Vec::new();
    for (name, text) in all_files().filter(|it| it.0 != "src/rules.rs" && !it.0.starts_with("crates/emit")) {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        faults.extend(code.lines().filter(|it| compared(it)).map(|it| format!("{name}: {}", it.trim())));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
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

/// Phrases that users should never see, because nobody would say them.
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
    source_folders().iter().for_each(|it| sources(&root().join(it), &mut paths));
    let mut faults = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let sentences: Vec<&str> = if path.extension().is_some_and(|it| it == "md") {
            text.split("```").step_by(2).collect()
        } else {
            // The text between quotes, in code that ships.
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let lines = code.lines().filter(|it| !it.trim_start().starts_with("//"));
            lines.flat_map(|it| it.split('"').skip(1).step_by(2)).collect()
        };
        let found = STILTED.iter().filter(|phrase| sentences.iter().any(|it| it.contains(**phrase)));
        faults.extend(found.map(|it| format!("{}: {it:?}", path.display())));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn words_are_spelled_as_in_the_standard_library() {
    const BRITISH: [&str; 6] = ["behaviour", "colour", "favour", "neighbour", "normalis", "recognis"];
    let has = |text: &str| BRITISH.iter().find(|it| text.to_ascii_lowercase().contains(**it)).copied();
    let faults: Vec<_> = all_files().filter_map(|(name, text)| Some(format!("{name}: {}", has(&text)?))).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The table in `docs/rules.md`, written by this test: `UPDATE_EXPECT=1 cargo test-core table_of_rules`.
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

/// A name means one type in all crates. What an output format writes has the names of that format's specification, and the
/// two machines of `host` define the same types.
#[test]
fn types_have_names_of_their_own() {
    let mut places: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, text) in all_files() {
        let is_report =
            ["gitlab.rs", "rdjson.rs", "sarif.rs"].iter().any(|it| name.ends_with(&format!("/format/{it}")));
        let place = name.replace("/host/native.rs", "/host").replace("/host/node.rs", "/host");
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        let is_ours = |it: &&str| !it.trim_start().starts_with("//") && (!is_report || it.starts_with("pub"));
        for line in code.lines().filter(is_ours) {
            // The associated types of implementations are indented.
            let is_definition = |it: &str| {
                matches!(it, "struct" | "enum" | "trait" | "union") || it == "type" && !line.starts_with(' ')
            };
            let words = line.split(|it: char| !it.is_alphanumeric() && it != '_').filter(|it| !it.is_empty());
            let mut words = words.skip_while(|it| matches!(*it, "pub" | "crate" | "super"));
            if let (true, Some(defined)) = (words.next().is_some_and(is_definition), words.next()) {
                places.entry(defined.to_owned()).or_default().insert(place.clone());
            }
        }
    }
    assert!(places.len() > 300, "only {} types were found", places.len());
    places.retain(|_, it| it.len() > 1);
    assert!(places.is_empty(), "these are names of several types: {places:#?}");
}

#[test]
fn functions_are_short() {
    let mut found = Vec::new();
    for (name, text) in all_files() {
        let lines: Vec<&str> = text.split("#[cfg(test)]\nmod tests").next().unwrap().lines().collect();
        for (start, line) in lines.iter().enumerate() {
            let plain = line.trim_start();
            let words: Vec<&str> = plain.split(['(', '<', ' ']).collect();
            // Not the type of a function, which is inside something else.
            let at = words.iter().position(|it| !matches!(*it, "pub" | "crate)" | "super)" | "const"));
            let at = at.filter(|it| words.get(*it) == Some(&"fn"));
            let Some(at) = at.filter(|_| !plain.starts_with("//") && !line.ends_with(['}', ';'])) else { continue };
            let end = format!("{}}}", &line[..line.len() - plain.len()]);
            let length = 1 + lines[start..].iter().position(|it| *it == end).unwrap_or_default();
            if length > 40 {
                found.push(format!("{name} {}", words[at + 1]));
            }
        }
    }
    assert!(found.is_empty(), "these have more than 40 lines: {found:?}");
}
