//! The kinds of texts: known payloads as models write them, and what is expected of each.

use agent_response::json::tokens;
use serde_json::{Value, json};

use super::{ID, TIME};
use crate::random::Random;

/// The expected result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Due {
    /// The payload.
    Payload,
    /// The text, word for word.
    Text,
    /// The text, word for word, marked as cut off.
    Cut,
}

pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) due: Due,
    pub(crate) write: fn(&Value, &mut Random) -> String,
    /// How many in a hundred must be right with all repairs, and with safe ones.
    pub(super) least: (usize, usize),
}

const fn kind(name: &'static str, least: (usize, usize), write: fn(&Value, &mut Random) -> String) -> Kind {
    Kind { name, due: Due::Payload, write, least }
}

#[rustfmt::skip] // One row per kind.
pub(crate) const KINDS: &[Kind] = &[
    kind("plain", (100, 100), |it, _| it.to_string()),
    kind("pretty", (100, 100), |it, _| pretty(it)),
    kind("json fence", (100, 100), |it, random| format!("```json\n{}\n```{}", either(it, random), end(random))),
    kind("fence", (100, 100), |it, random| format!("```\n{}\n```{}", either(it, random), end(random))),
    kind("prose before", (100, 100), |it, random| format!("{}\n\n{}", before(random), either(it, random))),
    kind("prose after", (100, 100), |it, random| format!("{}\n\n{}", either(it, random), after(random))),
    kind("prose around", (100, 100), |it, random| format!("{}\n{}\n{}", before(random), either(it, random), after(random))),
    kind("prose and fence", (100, 100), |it, random| format!("{}\n\n```json\n{}\n```\n\n{}", before(random), pretty(it), after(random))),
    kind("think", (100, 100), |it, random| format!("<think>\n{}\n</think>\n\n{}", thoughts(random), either(it, random))),
    kind("think and fence", (100, 100), |it, random| format!("<think>{}</think>\n```json\n{}\n```", thoughts(random), pretty(it))),
    kind("think without its tag", (100, 100), |it, random| format!("{}\n</think>\n{}", thoughts(random), either(it, random))),
    kind("Python dict", (100, 100), |it, _| python(it)),
    kind("JavaScript object", (100, 100), |it, _| format!("{}\n", javascript(it, 0))),
    kind("// comments", (100, 100), |it, _| commented(&pretty(it), "// checked twice")),
    kind("# comments", (100, 100), |it, _| commented(&pretty(it), "# see above")),
    kind("trailing commas", (100, 100), |it, _| trailing_commas(&pretty(it))),
    kind("line numbers", (100, 100), |it, random| numbered(&pretty(it), random)),
    kind("last brace missing", (80, 0), |it, random| without_end(&either(it, random), 1)),
    kind("two brackets missing", (100, 0), |it, random| without_end(&pretty(it), 1 + random.below(2))),
    kind("encoded once", (100, 100), |it, random| Value::from(either(it, random)).to_string()),
    kind("encoded twice", (100, 100), |it, _| Value::from(Value::from(it.to_string()).to_string()).to_string()),
    kind("escaped", (100, 100), |it, random| inside(&either(it, random))),
    kind("escaped twice", (100, 100), |it, _| inside(&inside(&it.to_string()))),
    kind("smart quotes", (100, 100), |it, _| smart(&pretty(it))),
    kind("envelope with an object", (100, 100), |it, _| envelope(it, |all| all["response"] = it.clone())),
    kind("envelope with a result", (100, 100), |it, _| rename(&envelope(it, |_| ()), "response", "result")),
    kind("envelope without errors", (100, 100), |it, _| envelope(it, |all| remove(all, &["error_message", "error_type"]))),
    kind("envelope without four", (100, 100), |it, _| envelope(it, |all| remove(all, &["version", "created_at", "duration_seconds", "metadata"]))),
    kind("envelope without its id", (100, 100), |it, _| envelope(it, |all| remove(all, &["request_id", "status"]))),
    kind("envelope in a fence", (100, 100), |it, _| format!("```json\n{}\n```\n", envelope(it, |_| ()))),
    kind("envelope in prose", (100, 100), |it, random| format!("{}\n{}\n{}", before(random), envelope(it, |_| ()), after(random))),
    kind("envelope in MCP", (100, 100), |it, _| json!({"content": [{"type": "text", "text": envelope(it, |_| ())}]}).to_string()),
    kind("envelope under data", (100, 100), |it, _| format!("{{\"data\": {}}}", envelope(it, |_| ()))),
    kind("envelope, encoded twice", (100, 100), |it, _| envelope(it, |all| all["response"] = Value::from(Value::from(it.to_string()).to_string()))),
    kind("envelope, trailing comma", (100, 100), |it, _| trailing_commas(&envelope(it, |_| ()))),
    kind("envelope in Python", (100, 100), |it, _| python(&serde_json::from_str(&envelope(it, |_| ())).unwrap())),
    kind("envelope, duration in quotes", (100, 100), |it, _| envelope(it, |all| all["duration_seconds"] = Value::from("1.0"))),
    kind("envelope after think", (100, 100), |it, random| format!("<think>{}</think>\n{}", thoughts(random), envelope(it, |_| ()))),
    kind("envelope, payload in a fence", (100, 100), |it, random| { let text = format!("{}\n```json\n{}\n```", before(random), pretty(it)); envelope(it, |all| all["response"] = Value::from(text)) }),
    kind("agents in prose", (100, 100), |_, random| format!("{}\n{}\n{}", before(random), pretty(&agents()), after(random))),
    kind("raw line breaks", (100, 100), |it, _| it.to_string().replace("\\n", "\n")),
    kind("HTML entities", (100, 100), |it, random| either(it, random).replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")),
    kind("terminal colors", (100, 100), |it, random| colored(&either(it, random))),
    kind("fence on one line", (100, 100), |it, random| format!("{} ```json {it} ``` Done.", before(random))),
    kind("the same twice", (100, 100), |it, random| format!("{it}\n{}\n{}", before(random), either(it, random))),
    kind("code, then JSON", (100, 100), |it, random| format!("```python\nx = [1]\n```\n{}\n```json\n{}\n```\n", before(random), pretty(it))),
    kind("a tag on its line", (100, 100), |it, _| format!("I call it. <tool_call>{it}</tool_call> Done.")),
    kind("special tokens", (100, 100), |it, random| format!("<|channel|>analysis<|message|>{}<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>{it}<|return|>", thoughts(random))),
    kind("end of a turn", (100, 100), |it, random| format!("<|im_start|>assistant\n{}<|im_end|>\n", either(it, random))),
    kind("title of the terminal", (100, 100), |it, random| format!("\u{1b}]0;agent: ready\u{7}\u{1b}[?2004h{}\u{1b}[?2004l\n", either(it, random))),
    kind("content blocks", (100, 100), |it, random| json!([{"type": "reasoning", "reasoning": thoughts(random)}, {"type": "text", "text": either(it, random)}]).to_string()),
    kind("events of an agent", (100, 100), |it, random| format!("{}\n{}\n{}\n", json!({"type": "system", "tools": ["Read"]}), json!({"type": "assistant", "message": {"content": [{"type": "text", "text": before(random)}]}}), json!({"type": "result", "is_error": false, "result": either(it, random)}))),
    kind("events of an interface", (100, 100), |it, random| pieces(&either(it, random))),
    kind("numbers of sources", (100, 100), |it, random| format!("{}[1][2]\n", either(it, random))),
    kind("an empty object first", (100, 100), |it, random| format!("{{}}{}", either(it, random))),
    Kind { due: Due::Text, ..kind("prose", (100, 100), |_, random| format!("{} {}", before(random), after(random))) },
    Kind { due: Due::Cut, ..kind("cut", (100, 100), |it, random| cut(&either(it, random), random)) },
];

pub(crate) fn payloads() -> Vec<Value> {
    let markdown = "## Examples\n\n- Say \"yes\" or 'no'.\n- Braces: {a: [1, 2]}\n\n```json\n{\"a\": 1,}\n```\n\nIt's done — 100 % ✅.";
    let boundaries = "## Boundaries\n\n**Always do:**\n- ✅ Run `cargo test`\n\n**Never do:**\n- 🚫 Push to \"main\", // or # anything";
    vec![
        json!({"sections": ["title", "examples"], "title": "# A \"good\" title", "examples": markdown}),
        json!({"sections": ["overview"], "overview": "## Overview\n\nPath: C:\\temp\\x, regex `\\d+`, tab\tand </think>.", "confidence": 0.75}),
        json!({"sections": ["code"], "code": "## Code\n\n```python\nd = {'a': None, \"b\": True}\nprint(d['a'])  # None\n```"}),
        json!({"sections": ["boundaries"], "boundaries": boundaries}),
        json!({"project_type": "web", "technologies": ["rust", "wasm"], "patterns": [], "summary": "It's a \"library\", mostly.", "files": 120, "is_public": true, "owner": null}),
        json!({"tech_stack": {"languages": ["Rust", "TypeScript"], "frameworks": []}, "architecture": {"style": "layers", "notes": ["text → json", "no `unsafe`"]}, "score": 9.5}),
        json!({"summary": "All tests pass: 12 of 12.", "status_of": {"build": "ok", "lint": null}, "items": [{"id": 1, "done": true}, {"id": 2, "done": false}]}),
        json!({"answer": "Use `a && b`, or <b>bold</b>; see https://example.org/x?a=1&b=2#c", "n": -1.5e3}),
        json!({"nested": {"deep": [[1, 2], [3, [4, {"x": "}{][\",:"}]]]}, "empty": {}, "list": [""]}),
        agents(),
    ]
}

pub(crate) fn agents() -> Value {
    json!([
        {"name": "architect", "description": "Plans \"big\" changes.", "technologies": ["rust"]},
        {"name": "reviewer", "description": "Reads what others wrote;\nsays what's wrong.", "technologies": []},
    ])
}

fn pretty(it: &Value) -> String {
    serde_json::to_string_pretty(it).unwrap()
}

fn either(it: &Value, random: &mut Random) -> String {
    if random.below(2) == 0 { it.to_string() } else { pretty(it) }
}

/// Server-sent events with pieces of a text.
fn pieces(text: &str) -> String {
    let mut out = "event: message_start\ndata: {\"type\": \"message_start\"}\n\n".to_owned();
    for piece in text.chars().collect::<Vec<_>>().chunks(20) {
        let delta = json!({"type": "text_delta", "text": piece.iter().collect::<String>()});
        out += &format!(
            "event: content_block_delta\ndata: {}\n\n",
            json!({"type": "content_block_delta", "delta": delta})
        );
    }
    out + "data: {\"type\": \"message_stop\"}\n"
}

fn end(random: &mut Random) -> &'static str {
    random.one_of::<&str>(&["", "\n", "\n\n"])
}

pub(crate) fn before(random: &mut Random) -> &'static str {
    random.one_of::<&str>(&[
        "Here is the JSON you asked for:",
        "Sure! I've analyzed the project (all 12 files), and here's the result:",
        "I looked at `src/main.rs` and \"README.md\".\n\n**Result:**",
        "Based on [the docs](https://example.org), my answer is:",
    ])
}

pub(crate) fn after(random: &mut Random) -> &'static str {
    random.one_of::<&str>(&[
        "Let me know if you need anything else!",
        "Note: I didn't run the tests.\n- It's untested.\n- The \"owner\" is unknown.",
        "Hope this helps :)",
    ])
}

pub(crate) fn thoughts(random: &mut Random) -> &'static str {
    random.one_of::<&str>(&[
        "The user wants JSON.",
        "I need an object like {\"sections\": [\"a\"]} — it's \"simple\": first {, then }.",
        "Let me think.\n\n1. Read the files\n2. Answer {with braces} and an open [ or \" too\n\n```json\n{\"draft\": true}\n```",
    ])
}

fn python(it: &Value) -> String {
    match it {
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Number(_) => it.to_string(),
        Value::String(text) => {
            let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
            let escaped = text.replace('\\', "\\\\").replace('\n', "\\n").replace('\t', "\\t");
            let escaped = if quote == '\'' { escaped.replace('\'', "\\'") } else { escaped };
            format!("{quote}{escaped}{quote}")
        }
        Value::Array(items) => format!("[{}]", items.iter().map(python).collect::<Vec<_>>().join(", ")),
        Value::Object(all) => {
            let members = all.iter().map(|(key, value)| format!("'{key}': {}", python(value)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
        }
    }
}

fn javascript(it: &Value, depth: usize) -> String {
    let (gap, end) = ("  ".repeat(depth + 1), "  ".repeat(depth));
    match it {
        Value::String(text) => {
            let escaped = text.replace('\\', "\\\\").replace('\n', "\\n").replace('\t', "\\t").replace('\'', "\\'");
            format!("'{escaped}'")
        }
        Value::Array(items) if !items.is_empty() => {
            let items: String = items.iter().map(|it| format!("{gap}{},\n", javascript(it, depth + 1))).collect();
            format!("[\n{items}{end}]")
        }
        Value::Object(all) if !all.is_empty() => {
            let members = all.iter().map(|(key, value)| format!("{gap}{key}: {},\n", javascript(value, depth + 1)));
            format!("{{\n{gap}// made by hand\n{}{end}}}", members.collect::<String>())
        }
        _ => it.to_string(),
    }
}

/// A comment after the first line, on a line of its own, and at the end of another one.
fn commented(text: &str, comment: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = String::new();
    for (idx, line) in lines.iter().enumerate() {
        let has_comment = idx == 0 || line.ends_with(',') && idx % 3 == 0;
        out += &if has_comment { format!("{line} {comment}\n") } else { format!("{line}\n") };
        if idx == 1 {
            out += &format!("  {comment}\n");
        }
    }
    out
}

fn trailing_commas(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = String::new();
    for (idx, line) in lines.iter().enumerate() {
        let closes = lines.get(idx + 1).is_some_and(|it| it.trim_start().starts_with(['}', ']']));
        let comma = if closes && !line.ends_with(['{', '[']) { "," } else { "" };
        out += &format!("{line}{comma}\n");
    }
    out
}

pub(crate) fn numbered(text: &str, random: &mut Random) -> String {
    let style = random.below(3);
    let line = |(idx, line): (usize, &str)| match style {
        0 => format!("{:>6}\t{line}\n", idx + 1),
        1 => format!("{:>5}→{line}\n", idx + 1),
        _ => format!("{:>3} | {line}\n", idx + 1),
    };
    text.lines().enumerate().map(line).collect()
}

fn without_end(text: &str, n_brackets: usize) -> String {
    let mut text = text;
    for _ in 0..n_brackets {
        text = text.trim_end().strip_suffix(['}', ']']).unwrap_or(text);
    }
    text.to_owned()
}

pub(crate) fn inside(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

/// As `jq -C` prints it: colors outside of strings only.
pub(crate) fn colored(text: &str) -> String {
    let tokens = tokens(text).map(|it| format!("\x1b[0;32m{}\x1b[0m", it.span.of(text)));
    format!("\x1b[1;39m{}\x1b[0m\n", tokens.collect::<String>())
}

/// Keys in the quotes of a word processor.
fn smart(text: &str) -> String {
    let each = |line: &str| match line.trim_start().strip_prefix('"').and_then(|it| it.split_once("\": ")) {
        Some((key, rest)) => format!("{}“{key}”: {rest}\n", &line[..line.len() - line.trim_start().len()]),
        None => format!("{line}\n"),
    };
    text.lines().map(each).collect()
}

pub(crate) fn envelope(payload: &Value, change: impl FnOnce(&mut Value)) -> String {
    let mut all = json!({
        "request_id": ID, "version": "1.0", "status": "success", "response": payload.to_string(), "error_message": null,
        "error_type": null, "created_at": TIME, "duration_seconds": 1.0, "metadata": {"model": "x"},
    });
    change(&mut all);
    pretty(&all)
}

fn remove(all: &mut Value, keys: &[&str]) {
    keys.iter().for_each(|it| drop(all.as_object_mut().unwrap().shift_remove(*it)));
}

fn rename(text: &str, from: &str, to: &str) -> String {
    text.replacen(&format!("\"{from}\":"), &format!("\"{to}\":"), 1)
}

/// Ends inside a word or a number.
fn cut(text: &str, random: &mut Random) -> String {
    let is_inside =
        |at: &usize| text.get(at - 1..at + 1).is_some_and(|it| it.bytes().all(|it| it.is_ascii_alphanumeric()));
    let places: Vec<usize> = (8..text.len()).filter(is_inside).collect();
    text[..*random.one_of(&places)].to_owned()
}
