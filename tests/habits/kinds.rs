//! The habits: how somebody writes JSON who does not write JSON.

use agent_response::json::quote;
use serde_json::Value;

/// How somebody writes JSON.
#[derive(Clone, Copy)]
pub(crate) struct Habit {
    pub(crate) name: &'static str,
    /// What the texts contain.
    pub(crate) texts: &'static [&'static str],
    pub(crate) text: fn(&str) -> String,
    pub(crate) key: fn(&str) -> String,
    /// Numbers and literals.
    pub(crate) literal: fn(&Value) -> String,
    pub(crate) colon: &'static str,
    pub(crate) comma: &'static str,
    /// Around an object, and around an array.
    pub(crate) braces: (&'static str, &'static str),
    pub(crate) brackets: (&'static str, &'static str),
    /// After the last member.
    pub(crate) last: &'static str,
    pub(crate) on_lines: bool,
    /// What is done to the whole text.
    pub(crate) whole: fn(&str) -> String,
}

const PLAIN: &[&str] = &[
    "Return early, log once",
    "Note: keep {id} and [tag]",
    "it's 100% sure",
    "see (a), (b); then c",
    "第一步：检查",
    "done",
];
const WORDS: &[&str] =
    &["Use \"strict\" mode", "\"a.ts\" comes first, then \"b.ts\"", "rename it to \"x\"", "done", "(see \"y\") 😀"];
const TITLES: &[&str] =
    &["He read \"Stop, look: listen!\" twice", "\"Well,\" she said, \"let us go.\"", "Return early"];
const CODE: &[&str] = &["print(\"x\")", "if (a == \"b\") { f(\"c\", 1); }", "x = [\"a\"][0]", "Return early"];
const NESTED: &[&str] =
    &["send {\"a\": 1} as the body", "it returned [{\"id\": \"1\"}]", "set \"key\": \"value\" there", "ok"];
const INCHES: &[&str] = &["desk 27\" wide", "a 3/8\" drill, 5' long", "the wall is 55\" high", "Return early"];
const LINES: &[&str] = &["first line\nsecond line", "- one\n- two\n", "Return early", "a\tb"];
const PATHS: &[&str] = &["C:\\Users\\dev\\main.ts", "split on \\s+ or \\d", "\\(K_\\alpha\\)", "Return early"];
const NAMES: &[&str] = &["done", "low", "src/a.rs", "Return early", "v1.2"];
const MARKUP: &[&str] = &["a < b && c > d", "<b>bold</b>", "it's \"quoted\"", "done"];

const JSON: Habit = Habit {
    name: "",
    texts: PLAIN,
    text: quote,
    key: quote,
    literal: Value::to_string,
    colon: ": ",
    comma: ", ",
    braces: ("{", "}"),
    brackets: ("[", "]"),
    last: "",
    on_lines: false,
    whole: str::to_owned,
};

fn raw(text: &str) -> String {
    format!("\"{text}\"")
}

fn single(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

fn curly(text: &str) -> String {
    format!("“{}”", text.replace('"', "\\\""))
}

fn python(value: &Value) -> String {
    match value {
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Null => "None".to_owned(),
        other => other.to_string(),
    }
}

fn thousands(value: &Value) -> String {
    let text = value.to_string();
    match value.as_u64() {
        Some(1000..) => format!("{},{}", &text[..text.len() - 3], &text[text.len() - 3..]),
        _ => text,
    }
}

fn nan(value: &Value) -> String {
    if value.is_null() { "NaN".to_owned() } else { value.to_string() }
}

fn fenced(text: &str) -> String {
    if text.contains('\n') { format!("```\n{}\n```", text.trim_end()) } else { quote(text) }
}

fn entities(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

#[rustfmt::skip] // A row for each habit.
pub(crate) const HABITS: &[Habit] = &[
    Habit { name: "raw quotes: words", texts: WORDS, text: raw, ..JSON },
    Habit { name: "raw quotes: titles, speech", texts: TITLES, text: raw, ..JSON },
    Habit { name: "raw quotes: code", texts: CODE, text: raw, ..JSON },
    Habit { name: "raw quotes: JSON in texts", texts: NESTED, text: raw, ..JSON },
    Habit { name: "raw quotes: inch", texts: INCHES, text: raw, ..JSON },
    Habit { name: "raw quotes, trailing commas", texts: WORDS, text: raw, last: ",", ..JSON },
    Habit { name: "leading quote doubled", text: |it| format!("\"{}", quote(it)), ..JSON },
    Habit { name: "last quote doubled", text: |it| format!("{}\"", quote(it)), ..JSON },
    Habit { name: "no closing quote", text: |it| format!("\"{it}"), on_lines: true, ..JSON },
    Habit { name: "values without quotes", texts: NAMES, text: str::to_owned, ..JSON },
    Habit { name: "raw line breaks, tabs", texts: LINES, text: raw, ..JSON },
    Habit { name: "fenced values", texts: &["x = [1]\ny = {\"a\": 2}", "print(\"hi\")\nreturn", "done"], text: fenced, ..JSON },
    Habit { name: "backslashes", texts: PATHS, text: raw, ..JSON },
    Habit { name: "Python", text: single, key: single, literal: python, ..JSON },
    Habit { name: "Python with tuples", text: single, key: single, literal: python, brackets: ("(", ",)"), ..JSON },
    Habit { name: "keys without quotes", key: str::to_owned, ..JSON },
    Habit { name: "JavaScript", text: single, key: str::to_owned, last: ",", ..JSON },
    Habit { name: "curly quotes", text: curly, key: curly, ..JSON },
    Habit { name: "full-width punctuation", colon: "：", comma: "，", ..JSON },
    Habit { name: "= for :", colon: " = ", ..JSON },
    Habit { name: "=> for :", colon: " => ", ..JSON },
    Habit { name: "; for ,", comma: "; ", ..JSON },
    Habit { name: "no commas at the ends of lines", comma: "", on_lines: true, ..JSON },
    Habit { name: "trailing commas", last: ",", ..JSON },
    Habit { name: "comments", comma: ", // checked \"twice\"\n", ..JSON },
    Habit { name: "ellipses", last: ", ...", ..JSON },
    Habit { name: "doubled braces", braces: ("{{", "}}"), ..JSON },
    Habit { name: "NaN", literal: nan, ..JSON },
    Habit { name: "thousands", literal: thousands, ..JSON },
    Habit { name: "HTML entities", texts: MARKUP, whole: entities, ..JSON },
    Habit { name: "each quote escaped", whole: |it| it.replace('"', "\\\""), ..JSON },
];
