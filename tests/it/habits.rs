//! One kind of fault at each place where a text can have it: whoever makes a fault makes it everywhere. The rates may only
//! improve.

use agent_response::{Options, fix, json::quote};
use serde_json::{Map, Value, json};

use crate::random::{Random, few};

/// How somebody writes JSON.
#[derive(Clone, Copy)]
struct Habit {
    name: &'static str,
    /// What the texts contain.
    texts: &'static [&'static str],
    text: fn(&str) -> String,
    key: fn(&str) -> String,
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

const JSON: Habit = Habit {
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

const HABITS: &[Habit] = &[
    Habit { name: "raw quotes", texts: WORDS, text: raw, ..JSON },
    Habit { name: "raw quotes on lines", texts: WORDS, text: raw, on_lines: true, ..JSON },
    Habit { name: "inches", texts: INCHES, text: raw, ..JSON },
    Habit { name: "leading quote doubled", text: |it| format!("\"{}", quote(it)), ..JSON },
    Habit { name: "last quote doubled", text: |it| format!("{}\"", quote(it)), ..JSON },
    Habit { name: "no closing quote", text: |it| format!("\"{it}"), on_lines: true, ..JSON },
    Habit { name: "equal signs", colon: " = ", ..JSON },
    Habit { name: "arrows", colon: " => ", on_lines: true, ..JSON },
    Habit { name: "semicolons", comma: "; ", ..JSON },
    Habit { name: "no commas", comma: " ", on_lines: true, ..JSON },
    Habit { name: "keys without quotes", key: str::to_owned, ..JSON },
    Habit { name: "single quotes", text: single, key: single, ..JSON },
    Habit { name: "doubled braces", braces: ("{{", "}}"), ..JSON },
    Habit { name: "ellipses", last: ", ...", ..JSON },
    Habit { name: "trailing commas", last: ",", ..JSON },
    Habit { name: "comments", comma: ", // note\n", ..JSON },
    Habit { name: "raw quotes and trailing commas", texts: WORDS, text: raw, last: ",", ..JSON },
];

/// Writes a value in this way.
fn write(habit: &Habit, value: &Value, depth: usize, out: &mut String) {
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
fn payload(habit: &Habit, dice: &mut Random) -> Value {
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
    let (mut n, mut n_restored, mut wrong) = (0, 0, Vec::new());
    let mut kept = Vec::new();
    for habit in HABITS {
        for _ in 0..few(N) {
            let value = payload(habit, &mut dice);
            let mut text = String::new();
            write(habit, &value, 0, &mut text);
            if serde_json::from_str::<Value>(&text).is_ok() {
                continue;
            }
            n += 1;
            let safe = fix(&text, &Options::default(), false);
            let is_harm = safe.report.valid && serde_json::from_str::<Value>(&safe.text).is_ok_and(|it| it != value);
            assert!(!is_harm, "{}: safe fixes change\n{text}\n{}", habit.name, safe.text);
            let result = fix(&text, &Options::default(), true);
            match serde_json::from_str::<Value>(&result.text) {
                Ok(found) if found == value => n_restored += 1,
                Ok(_) => wrong.push(format!("{}:\n{text}\n{}", habit.name, result.text)),
                Err(_) => kept.push(format!("{}:\n{text}", habit.name)),
            }
        }
    }
    let percent = |part: usize| 100.0 * part as f64 / n as f64;
    let (restored, changed) = (percent(n_restored), percent(wrong.len()));
    wrong.append(&mut kept);
    wrong.truncate(12);
    assert!(n > few(N) * 10, "the dice show too few texts");
    assert!(
        restored >= 99.0 && changed <= 0.2,
        "{restored:.1} % restored, {changed:.1} % wrong\n{}",
        wrong.join("\n\n")
    );
}

/// The same in the payload of a file: its finding is one, with all the places.
#[test]
fn a_habit_in_a_payload_is_one_finding() {
    let habit = HABITS[0];
    let rows: Vec<_> = (0..30).map(|it| json!({ "title": "Use \"strict\" mode", "n": it })).collect();
    let (value, mut payload) = (json!({ "rows": rows }), String::new());
    write(&habit, &value, 0, &mut payload);
    let text = format!("{{\"status\": \"success\", \"response\": {}}}", quote(&payload));
    let options = Options { format: Some("agent-response"), ..Options::default() };
    let report = agent_response::validate(&text, &options);
    let found: Vec<_> = report.diagnostics.iter().filter(|it| it.code == "unescaped-quote").collect();
    assert!(matches!(&*found, [one] if one.related.len() == 29), "{found:#?}");
    let fixed: Value = serde_json::from_str(&fix(&text, &options, true).text).unwrap();
    assert_eq!(serde_json::from_str::<Value>(fixed["response"].as_str().unwrap()).unwrap(), value);
}
