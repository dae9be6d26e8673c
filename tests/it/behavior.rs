//! What the library makes of the examples of rules and cases, of samples, and of a broken copy of each, one line each: a
//! change of behavior for which nobody wrote an example changes a line of `behavior.txt`.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;

use agent_response::ide::{InnerEdit, Opened, View};
use agent_response::report::Report;
use agent_response::{AgentOptions, Options, Severity, agent_text, fix, recover, repair_prompt, unwrap, wrap};

use crate::examples::root;
use crate::mutations::{mutated, texts};
use crate::one_text::wrap_options;
use crate::random::{Random, hash, is_quick, some};

/// The findings that a line names.
const MOST_NAMED: usize = 6;

/// The places in each text where an editor asks.
const N_QUESTIONS: usize = 3;

/// The lines that are printed if they differ.
const MOST_SHOWN: usize = 10;

/// The facts of which a saved line has hashes.
const COLUMNS: [&str; 5] = ["report", "fixes", "wraps", "inside", "said"];

/// Compares the findings with `behavior.txt`. `BEHAVIOR=save` writes hashes of everything else, too, outside the repository,
/// and `BEHAVIOR=compare` says what differs from them; `BEHAVIOR=KEY` prints everything about the text with this key.
#[test]
fn behavior_is_as_written_down() {
    let asked = std::env::var("BEHAVIOR").unwrap_or_default();
    let (mut named, mut hashed) = (Vec::new(), Vec::new());
    for (text, options) in all() {
        let key = short(&format!("{text}{options:?}"));
        named.push(format!("{key}: {}", findings(&text, &options)));
        if asked.is_empty() {
            continue;
        }
        let facts = facts(&text, &options);
        if key == asked {
            println!("{text}\n\n{options:#?}\n");
            COLUMNS.iter().zip(&facts).for_each(|(name, it)| println!("# {name}\n{it}"));
        }
        hashed.push(format!("{key}: {}", facts.each_ref().map(|it| short(it)).join(" ")));
    }
    let saved = root().join("target/behavior.txt");
    match &*asked {
        "" => compare(&root().join("tests/it/behavior.txt"), "# key: findings", &named),
        "save" => std::fs::write(saved, hashed.join("\n") + "\n").unwrap(),
        "compare" => compare(&saved, &hashed.remove(0), &hashed),
        key => assert!(named.iter().any(|it| it.starts_with(&format!("{key}:"))), "no text has the key {key}"),
    }
}

/// The file is too long for the diff of `expect_test`.
fn compare(path: &Path, title: &str, lines: &[String]) {
    let now: Vec<&str> = std::iter::once(title).chain(lines.iter().map(String::as_str)).collect();
    let before = std::fs::read_to_string(path).unwrap();
    let before: Vec<&str> = before.lines().collect();
    if now == before || is_quick() && now.iter().all(|it| before.contains(it)) {
        return;
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, now.join("\n") + "\n").unwrap();
        return;
    }
    panic!(
        "{}{}{}BEHAVIOR=<key> cargo test-core behavior -- --nocapture, before and after the change, shows what differs; \
        UPDATE_EXPECT=1 cargo test-core behavior accepts it",
        only_in(&before, &now, '-'),
        only_in(&now, &before, '+'),
        if sorted(&now) == sorted(&before) { "only the order differs\n" } else { "" },
    );
}

/// The lines that are in one text more often than in the other, each with a sign.
fn only_in(these: &[&str], those: &[&str], sign: char) -> String {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    those.iter().for_each(|it| *counts.entry(it).or_default() += 1);
    let is_more = |line: &&&str| counts.get_mut(**line).and_then(|it| it.checked_sub(1).map(|n| *it = n)).is_none();
    let lines: Vec<String> = these.iter().filter(is_more).map(|it| format!("{sign} {it}\n")).collect();
    format!("{} lines {sign}\n{}", lines.len(), lines[..lines.len().min(MOST_SHOWN)].concat())
}

fn sorted<'t>(lines: &[&'t str]) -> Vec<&'t str> {
    let mut lines = lines.to_vec();
    lines.sort_unstable();
    lines
}

/// Each example, and one broken copy of it. What is random depends only on the example, so that a new one adds lines and
/// changes none.
fn all() -> Vec<(String, Options)> {
    let mut out = Vec::new();
    for example in texts() {
        let mut random = Random::of(&example.0);
        let (text, options) = mutated(&mut random, std::slice::from_ref(&example));
        let broken = (text, options.clone());
        out.extend([example, broken]);
    }
    some(out)
}

fn findings(text: &str, options: &Options) -> String {
    let Report { diagnostics, .. } = agent_response::validate(text, options);
    let mut named: Vec<_> = diagnostics.iter().map(|it| format!("{}@{}", it.code, it.from)).collect();
    let n_more = named.len().saturating_sub(MOST_NAMED);
    named.truncate(MOST_NAMED);
    if n_more > 0 {
        named.push(format!("+{n_more}"));
    }
    named.join(" ")
}

/// One text for each of `COLUMNS`.
fn facts(text: &str, options: &Options) -> [String; 5] {
    let opened = Opened::new(text, options.clone());
    let fixed = [false, true].map(|it| fix(text, options, it));
    let envelope = wrap_options();
    let wrapped = (wrap(text, &envelope), recover(text, &envelope), unwrap(text));
    let agent = AgentOptions { min_severity: Severity::Hint, ..AgentOptions::default() };
    let said = [agent_text(text, options, &agent), repair_prompt(text, options, &agent)];
    [
        format!("{:#?}", opened.report()),
        format!("{fixed:#?}"),
        format!("{wrapped:#?}"),
        inside(text, &opened),
        said.join("\n"),
    ]
}

/// The answers to an editor, in the file and in each document inside it.
fn inside(text: &str, opened: &Opened) -> String {
    let mut random = Random::of(text);
    let documents = opened.documents();
    let mut out = format!("{documents:#?}\n");
    answer(&mut random, &opened.file(), opened, "", &mut out);
    for it in &documents {
        answer(&mut random, &opened.inside(&it.pointer).unwrap(), opened, &it.pointer, &mut out);
    }
    out
}

fn answer(random: &mut Random, view: &View, opened: &Opened, pointer: &str, out: &mut String) {
    let (text, tokens) = (view.text(), view.tokens());
    writeln!(out, "{:?} {:?}", tokens.data, tokens.offsets).unwrap();
    writeln!(out, "{:#?}\n{:#?}\n{:#?}", view.symbols(), view.folding(), view.format(pointer, "  ")).unwrap();
    for _ in 0..N_QUESTIONS {
        let at = (0..=random.below(text.len() + 1)).rev().find(|it| text.is_char_boundary(*it)).unwrap();
        let at = u32::try_from(at).unwrap();
        writeln!(out, "{:#?}\n{:#?}\n{:#?}", view.hover(at), view.complete(at), view.definition(at)).unwrap();
        writeln!(out, "{:#?}\n{:#?}", view.selection_ranges(&[at]), opened.to_inner(at)).unwrap();
        let typed = InnerEdit { from: at, to: at, text: "\"é\n".to_owned() };
        writeln!(out, "{:#?}", opened.edit(pointer, &[typed])).unwrap();
    }
}

fn short(text: &str) -> String {
    format!("{:06x}", hash(text) >> 40)
}
