//! One kind of fault at each place where a text can have it, read as a whole. The rates may only improve.

#[path = "../../tests/it/random.rs"]
mod random;

use serde_json::{Map, Value, json};

use super::read;
use crate::json::quote;
use crate::text::apply;
use random::{Random, few};

/// How somebody writes a string.
type StringWriter = fn(&str) -> String;

/// How somebody writes JSON.
#[derive(Clone, Copy)]
struct WritingHabit {
    name: &'static str,
    /// What the texts contain.
    texts: &'static [&'static str],
    text: StringWriter,
    key: StringWriter,
    colon: &'static str,
    comma: &'static str,
    /// Opens and closes an object.
    braces: (&'static str, &'static str),
    /// Behind the last member.
    last: &'static str,
    on_lines: bool,
}

const PLAIN: &[&str] =
    &["Return early, log once", "Note: keep {id} and [tag]", "it's 100% sure", "see (a), (b); then c", "第一步"];
const WORDS: &[&str] =
    &["Use \"strict\" mode", "\"a.ts\" comes first, then \"b.ts\"", "rename it to \"x\"", "done", "(see \"y\")"];
const INCHES: &[&str] = &["desk 27\" wide", "a 3/8\" drill, 5' long", "the wall is 55\" high", "Return early"];

const JSON: WritingHabit = WritingHabit {
    name: "",
    texts: PLAIN,
    text: quote,
    key: quote,
    colon: ": ",
    comma: ", ",
    braces: ("{", "}"),
    last: "",
    on_lines: false,
};

fn raw(text: &str) -> String {
    format!("\"{text}\"")
}

fn single(text: &str) -> String {
    format!("'{}'", text.replace('\'', "\\'"))
}

const HABITS: &[WritingHabit] = &[
    WritingHabit { name: "raw quotes", texts: WORDS, text: raw, ..JSON },
    WritingHabit { name: "raw quotes on lines", texts: WORDS, text: raw, on_lines: true, ..JSON },
    WritingHabit { name: "inches", texts: INCHES, text: raw, ..JSON },
    WritingHabit { name: "leading quote doubled", text: |it| format!("\"{}", quote(it)), ..JSON },
    WritingHabit { name: "last quote doubled", text: |it| format!("{}\"", quote(it)), ..JSON },
    WritingHabit { name: "no closing quote", text: |it| format!("\"{it}"), on_lines: true, ..JSON },
    WritingHabit { name: "equal signs", colon: " = ", ..JSON },
    WritingHabit { name: "arrows", colon: " => ", on_lines: true, ..JSON },
    WritingHabit { name: "semicolons", comma: "; ", ..JSON },
    WritingHabit { name: "no commas", comma: " ", on_lines: true, ..JSON },
    WritingHabit { name: "keys without quotes", key: str::to_owned, ..JSON },
    WritingHabit { name: "single quotes", text: single, key: single, ..JSON },
    WritingHabit { name: "doubled braces", braces: ("{{", "}}"), ..JSON },
    WritingHabit { name: "ellipses", last: ", ...", ..JSON },
    WritingHabit { name: "trailing commas", last: ",", ..JSON },
    WritingHabit { name: "comments", comma: ", // note\n", ..JSON },
    WritingHabit { name: "raw quotes and trailing commas", texts: WORDS, text: raw, last: ",", ..JSON },
];

/// Writes a value in this way.
fn write(habit: &WritingHabit, value: &Value, depth: usize, out: &mut String) {
    let line = |depth: usize| if habit.on_lines { format!("\n{}", "  ".repeat(depth)) } else { String::new() };
    let comma = if habit.on_lines { habit.comma.trim_end_matches(' ') } else { habit.comma };
    match value {
        Value::String(text) => out.push_str(&(habit.text)(text)),
        Value::Object(members) => {
            out.push_str(habit.braces.0);
            for (idx, (key, value)) in members.iter().enumerate() {
                out.push_str(if idx > 0 { comma } else { "" });
                *out += &line(depth + 1);
                *out += &(habit.key)(key);
                *out += habit.colon;
                write(habit, value, depth + 1, out);
            }
            *out += habit.last;
            *out += &line(depth);
            *out += habit.braces.1;
        }
        Value::Array(items) => {
            out.push('[');
            for (idx, item) in items.iter().enumerate() {
                out.push_str(if idx > 0 { comma } else { "" });
                *out += &line(depth + 1);
                write(habit, item, depth + 1, out);
            }
            *out += &line(depth);
            out.push(']');
        }
        other => *out += &other.to_string(),
    }
}

/// Some records, all with the same fields.
fn payload(habit: &WritingHabit, dice: &mut Random) -> Value {
    const NAMES: &[&str] = &["title", "note", "detail"];
    let n_texts = 1 + dice.below(NAMES.len());
    let n_rows = 1 + dice.below(8);
    let row = |dice: &mut Random| {
        let mut row = Map::new();
        for name in NAMES.iter().take(n_texts) {
            row.insert((*name).to_owned(), json!(dice.one_of(habit.texts)));
        }
        row.insert("n".to_owned(), json!(dice.below(100)));
        row.insert("done".to_owned(), json!(dice.below(2) == 0));
        Value::Object(row)
    };
    json!({ "rows": (0..n_rows).map(|_| row(dice)).collect::<Vec<_>>(), "total": n_rows })
}

#[test]
fn a_fault_that_is_everywhere_is_repaired_everywhere() {
    const N: usize = 60;
    let mut dice = Random::new(11);
    let (mut n, mut n_restored, mut missed) = (0, 0, Vec::new());
    let mut n_wrong = 0;
    for habit in HABITS {
        for _ in 0..few(N) {
            let value = payload(habit, &mut dice);
            let mut text = String::new();
            write(habit, &value, 0, &mut text);
            if serde_json::from_str::<Value>(&text).is_ok() {
                continue;
            }
            n += 1;
            let reading = read(&text, &[]).filter(|it| it.is_certain());
            let edits: Vec<_> = reading.iter().flat_map(|it| &it.faults).map(|it| it.edit.clone()).collect();
            let repaired = apply(&text, &edits);
            let found = serde_json::from_str::<Value>(&repaired).ok();
            n_restored += usize::from(found.as_ref() == Some(&value));
            n_wrong += usize::from(found.as_ref().is_some_and(|it| *it != value));
            if found != Some(value) {
                missed.push(format!("{}:\n{text}\n{repaired}", habit.name));
            }
        }
    }
    let percent = |part: usize| 100.0 * part as f64 / n as f64;
    let (restored, wrong) = (percent(n_restored), percent(n_wrong));
    missed.truncate(6);
    assert!(n > few(N) * 10, "the dice show too few texts");
    assert!(restored >= 99.0 && wrong <= 0.2, "{restored:.1} % restored, {wrong:.1} % wrong\n{}", missed.join("\n\n"));
}
