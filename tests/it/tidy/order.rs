//! The order of modules, from what they use.

use std::collections::BTreeSet;

use super::{files_of, source_folders};

/// Sibling modules have an order: none uses one that uses it, directly or through others. A module and those in its
/// folder count as one, and what children use from their parent counts as theirs, too.
#[test]
fn modules_have_an_order() {
    source_folders().iter().for_each(|it| an_order_of(it));
}

fn an_order_of(folder: &str) {
    let files: Vec<(Vec<String>, String)> = files_of(folder)
        .into_iter()
        .map(|(name, text)| (name.trim_end_matches(".rs").split('/').map(str::to_owned).collect(), text))
        .collect();
    let modules: BTreeSet<&Vec<String>> = files.iter().map(|it| &it.0).collect();
    let mut uses: BTreeSet<(Vec<String>, Vec<String>)> = BTreeSet::new();
    for (module, text) in files.iter().filter(|it| !matches!(it.0[0].as_str(), "lib" | "main")) {
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        let code: String = code.lines().map(|it| it.split("//").next().unwrap().to_owned() + "\n").collect();
        for used in paths(&code).iter().filter_map(|it| absolute(module, it, &modules)) {
            let same = module.iter().zip(&used).take_while(|(left, right)| left == right).count();
            if same < module.len() && same < used.len() {
                uses.insert((module[..=same].to_vec(), used[..=same].to_vec()));
            }
        }
    }
    // Modules that none of the remaining ones use cannot be in a cycle, and so on.
    loop {
        let before = uses.len();
        let users: BTreeSet<_> = uses.iter().map(|it| it.0.clone()).collect();
        let used: BTreeSet<_> = uses.iter().map(|it| it.1.clone()).collect();
        uses.retain(|it| used.contains(&it.0) && users.contains(&it.1));
        if uses.len() == before {
            break;
        }
    }
    let found: BTreeSet<String> = uses.iter().map(|it| it.0.join("/")).collect();
    assert!(found.is_empty(), "these use each other in {folder}: {found:?}");
}

/// The paths that a file uses, with those in braces listed separately.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut out = Vec::new();
    let mut rest = code;
    while let Some(at) = rest.find("use ") {
        let statement = &rest[at + 4..];
        let Some(end) = statement.find(';') else { break };
        spread(&[], &statement[..end], &mut out);
        rest = &statement[end..];
    }
    for start in ["crate::", "super::", "self::"] {
        for (at, _) in code.match_indices(start) {
            let path = code[at..].split(|it: char| !it.is_alphanumeric() && it != '_' && it != ':').next().unwrap();
            out.push(path.trim_matches(':').split("::").map(str::to_owned).collect());
        }
    }
    out
}

/// Expands the braces of a `use`.
fn spread(before: &[String], tree: &str, out: &mut Vec<Vec<String>>) {
    let (head, body) = tree.split_once('{').map_or((tree, None), |(head, body)| (head, body.rsplit_once('}')));
    let plain = head.split(" as ").next().unwrap();
    let parts = plain.split("::").map(|it| it.trim().to_owned()).filter(|it| !it.is_empty());
    let path: Vec<String> = before.iter().cloned().chain(parts).collect();
    let Some((body, _)) = body else { return out.push(path) };
    let (mut depth, mut start) = (0, 0);
    for (at, ch) in body.char_indices() {
        match ch {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                spread(&path, &body[start..at], out);
                start = at + 1;
            }
            _ => (),
        }
    }
    spread(&path, &body[start..], out);
}

/// The module that a path leads to, seen from another module.
fn absolute(from: &[String], path: &[String], modules: &BTreeSet<&Vec<String>>) -> Option<Vec<String>> {
    let n_up = path.iter().take_while(|it| *it == "super").count();
    let (base, rest): (&[String], &[String]) = match path.first()?.as_str() {
        "crate" => (&[], &path[1..]),
        "self" => (from, &path[1..]),
        "super" => (&from[..from.len() - n_up], &path[n_up..]),
        _ => (from, path),
    };
    let mut whole = [base, rest].concat();
    while !whole.is_empty() && !modules.contains(&whole) {
        whole.pop();
    }
    (!whole.is_empty()).then_some(whole)
}
