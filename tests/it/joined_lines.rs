//! What lines of a file say together: calls in fragments, calls and results of a session.

use agent_response::{Options, Report, report::Diagnostic, validate};
use serde_json::{Value, json};

fn checked(lines: &[Value]) -> (String, Report) {
    let text: String = lines.iter().map(|it| format!("{it}\n")).collect();
    let options = Options { file_name: Some("log.jsonl".to_owned()), ..Options::default() };
    let report = validate(&text, &options);
    (text, report)
}

/// The line, the rule and the marked text of each finding.
pub(crate) fn found(lines: &[Value]) -> Vec<(u32, &'static str, String)> {
    let (text, report) = checked(lines);
    report.diagnostics.iter().map(|it| (it.range.start.line, it.code, marked(&text, it).to_owned())).collect()
}

fn marked<'t>(text: &'t str, it: &Diagnostic) -> &'t str {
    let marked = &text[it.bytes.from as usize..it.bytes.to as usize];
    // Every coordinate names the same place.
    let units = |end: u32| u32::try_from(text[..end as usize].encode_utf16().count()).unwrap();
    assert_eq!((it.from, it.to), (units(it.bytes.from), units(it.bytes.to)), "{it:#?}");
    let line_start = text[..it.bytes.from as usize].rfind('\n').map_or(0, |at| at + 1);
    let line_units = units(u32::try_from(line_start).unwrap());
    assert_eq!(it.range.start.character, it.from - line_units, "{it:#?}");
    marked
}

fn cut(text: &str, n_parts: usize) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    chars.chunks(chars.len().div_ceil(n_parts).max(1)).map(|it| it.iter().collect()).collect()
}

const SCHEMA: &str = r#"{"type": "object", "properties": {"harbor": {"type": "string"}}}"#;

/// A stream with a call whose arguments are in so many fragments, in each API: the line of the first fragment, the lines.
fn streams(arguments: &str, n_parts: usize) -> [(u32, Vec<Value>); 3] {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let chunk = |choice: Value| json!({"id": "c", "object": "chat.completion.chunk", "choices": [choice]});
    let mut chat = vec![
        json!({"messages": [{"role": "user", "content": "."}], "tools": [{"type": "function", "function": {"name": "tides", "parameters": schema}}]}),
        chunk(
            json!({"index": 0, "finish_reason": null, "delta": {"tool_calls": [{"index": 0, "id": "a", "type": "function", "function": {"name": "tides", "arguments": ""}}]}}),
        ),
    ];
    let mut messages = vec![
        json!({"type": "message_start", "message": {"id": "m", "type": "message", "role": "assistant", "content": [], "stop_reason": null}}),
        json!({"type": "content_block_start", "index": 1, "content_block": {"type": "tool_use", "id": "a", "name": "tides", "input": {}}}),
    ];
    let mut events = vec![
        json!({"type": "response.created"}),
        json!({"type": "response.output_item.added", "item": {"type": "function_call", "id": "f", "call_id": "a", "name": "tides", "arguments": ""}}),
    ];
    for part in cut(arguments, n_parts) {
        chat.push(chunk(json!({"index": 0, "finish_reason": null, "delta": {"tool_calls": [{"index": 0, "function": {"arguments": part}}]}})));
        messages.push(json!({"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": part}}));
        events.push(json!({"type": "response.function_call_arguments.delta", "item_id": "f", "delta": part}));
    }
    chat.push(chunk(json!({"index": 0, "finish_reason": "tool_calls", "delta": {}})));
    messages.push(json!({"type": "content_block_stop", "index": 1}));
    events.push(json!({"type": "response.function_call_arguments.done", "item_id": "f", "arguments": arguments}));
    [(2, chat), (2, messages), (2, events)]
}

#[test]
fn sound_arguments_in_fragments_have_no_finding() {
    for arguments in ["{}", r#"{"harbor": "Brevik"}"#, "{\"harbor\": \"Tromsø \\\"north\\\" 🌊\",\n \"n\": [1, 2]}"]
    {
        for n_parts in [1, 2, 7, 100] {
            for (_, lines) in streams(arguments, n_parts) {
                assert_eq!(found(&lines), [], "{lines:#?}");
            }
        }
    }
}

#[test]
fn mistakes_are_in_their_fragments() {
    for n_parts in [1, 2, 5] {
        let arguments = r#"{"harbor": "Brevik", "sent": True}"#;
        for (idx, (first, lines)) in streams(arguments, n_parts).into_iter().enumerate() {
            let (text, report) = checked(&lines);
            let [finding] = &report.diagnostics[..] else { panic!("{lines:#?}: {report:#?}") };
            assert_eq!(finding.code, "python-literal");
            // The end of an event repeats all of them.
            let at = if idx == 2 {
                lines.len() - 1
            } else {
                first as usize + (arguments.find("True").unwrap() / arguments.len().div_ceil(n_parts))
            };
            assert_eq!(finding.range.start.line as usize, at, "{finding:#?}");
            assert!("True".starts_with(marked(&text, finding)), "{finding:#?}");
            let pointer = ["/choices/0/delta/tool_calls/0/function/arguments", "/delta/partial_json", "/arguments"];
            assert_eq!(finding.pointer, pointer[idx]);
        }
    }
}

#[test]
fn fixes_change_the_fragment() {
    let options = Options { file_name: Some("log.jsonl".to_owned()), ..Options::default() };
    for (_, lines) in streams(r#"{"harbor": "Brevik",}"#, 3) {
        let (text, report) = checked(&lines);
        assert_eq!(report.diagnostics.len(), 1, "{report:#?}");
        let fixed = agent_response::fix(&text, &options, false);
        assert_eq!(
            fixed.report.diagnostics.iter().map(|it| it.code).collect::<Vec<_>>(),
            Vec::<&str>::new(),
            "{}",
            fixed.text
        );
        assert_eq!(fixed.text.len() + 1, text.len());
    }
}

#[test]
fn a_name_that_no_tool_has_is_where_the_call_begins() {
    let [(_, lines), _, _] = streams(r#"{"harbor": "Brevik"}"#, 2);
    let text: String = lines.iter().map(|it| format!("{it}\n")).collect();
    let at = text.rfind("\"tides\"").unwrap();
    let (before, after) = text.split_at(at);
    let wrong = format!("{before}{}", after.replacen("tides", "tidez", 1));
    let options = Options { file_name: Some("log.jsonl".to_owned()), ..Options::default() };
    let report = validate(&wrong, &options);
    let found: Vec<_> = report.diagnostics.iter().map(|it| (it.code, marked(&wrong, it))).collect();
    assert_eq!(found, [("unknown-tool", "tidez")]);
    assert_eq!(agent_response::fix(&wrong, &options, true).text, text);
}

#[test]
fn the_end_repeats_what_the_fragments_say() {
    let [_, _, (_, mut lines)] = streams(r#"{"harbor": "Brevik"}"#, 2);
    lines.last_mut().unwrap()["arguments"] = r#"{"harbor": "Larvik"}"#.into();
    assert_eq!(found(&lines), [(4, "value-mismatch", r#"{\"harbor\": \"Larvik\"}"#.to_owned())]);
}

#[test]
fn one_index_is_one_call() {
    let [(_, mut lines), _, _] = streams(r#"{"harbor": "Brevik"}"#, 2);
    let mut other = lines[1].clone();
    other["choices"][0]["delta"]["tool_calls"][0]["id"] = "b".into();
    lines.insert(3, other);
    assert_eq!(found(&lines), [(3, "duplicate-item", "b".to_owned())]);
    let (_, report) = checked(&lines);
    assert_eq!(report.diagnostics[0].message, "Index 0 is used for `a` and `b`");
}

#[test]
fn a_fragment_without_its_number_is_the_only_mistake() {
    let [(_, mut lines), _, _] = streams(r#"{"harbor": "Brevik"}"#, 3);
    lines[3]["choices"][0]["delta"]["tool_calls"][0].as_object_mut().unwrap().remove("index");
    let codes: Vec<_> = found(&lines).into_iter().map(|it| (it.0, it.1)).collect();
    assert_eq!(codes, [(3, "missing-field")]);
}

#[test]
fn a_stream_without_its_end_is_a_warning() {
    for (_, mut lines) in streams(r#"{"harbor": "Brevik"}"#, 2) {
        lines.truncate(3);
        let (_, report) = checked(&lines);
        let [finding] = &report.diagnostics[..] else { panic!("{report:#?}") };
        assert_eq!((finding.code, finding.range.start.line, report.valid), ("truncated", 2, true));
    }
}

fn turn(session: &str, role: &str, id: &str, block: Value) -> Value {
    json!({"type": role, "uuid": format!("{role}{id}{block}"), "parentUuid": null, "sessionId": session, "message": {"role": role, "id": id, "content": [block]}})
}

fn asked(session: &str, id: &str, call: &str) -> Value {
    turn(session, "assistant", id, json!({"type": "tool_use", "id": call, "name": "tides", "input": {}}))
}

fn said(session: &str, role: &str, id: &str) -> Value {
    turn(session, role, id, json!({"type": "text", "text": "."}))
}

fn answered(session: &str, call: &str) -> Value {
    turn(session, "user", "", json!({"type": "tool_result", "tool_use_id": call, "content": "."}))
}

#[test]
fn calls_and_results_of_a_session_are_pairs() {
    // Sessions in turn, calls of one turn in several lines, results in any order, a call that is the last.
    let lines = [
        asked("s", "m1", "toolu_1"),
        asked("s", "m1", "toolu_2"),
        asked("t", "m1", "toolu_1"),
        answered("s", "toolu_2"),
        answered("s", "toolu_1"),
        answered("t", "toolu_1"),
        said("s", "assistant", "m2"),
        asked("s", "m3", "toolu_3"),
    ];
    assert_eq!(found(&lines), []);
}

#[test]
fn sessions_with_a_call_or_result_too_many() {
    let lines = [
        asked("s", "m1", "toolu_1"),
        answered("t", "toolu_0"),
        said("s", "assistant", "m2"),
        asked("s", "m3", "toolu_2"),
        answered("s", "toolu_2"),
        answered("s", "toolu_2"),
        asked("s", "m4", "toolu_2"),
    ];
    let expected =
        [(0, "unanswered-call", "toolu_1"), (5, "duplicate-item", "toolu_2"), (6, "duplicate-item", "toolu_2")];
    assert_eq!(found(&lines), expected.map(|it| (it.0, it.1, format!("\"{}\"", it.2))));
    let (_, report) = checked(&lines);
    assert!(report.valid, "{report:#?}");
    assert_eq!(report.diagnostics[0].pointer, "/message/content/0/id");
}

#[test]
fn a_misspelled_id_is_one_mistake() {
    let lines = [asked("s", "m1", "toolu_0111"), answered("s", "toolu_0112"), said("s", "assistant", "m2")];
    assert_eq!(found(&lines), [(1, "orphan-result", "\"toolu_0112\"".to_owned())]);
    let (_, report) = checked(&lines);
    assert_eq!(report.diagnostics[0].fixes[0].edits[0].text, "\"toolu_0111\"");
}

#[test]
fn an_interrupted_call_is_an_info() {
    let lines = [asked("s", "m1", "toolu_1"), said("s", "user", ""), said("s", "assistant", "m2")];
    let (_, report) = checked(&lines);
    assert_eq!(report.diagnostics.iter().map(|it| it.severity).collect::<Vec<_>>(), [agent_response::Severity::Info]);
}

#[test]
fn two_records_on_a_line_are_two_records() {
    let [(_, lines), _, _] = streams(r#"{"harbor": "Brevik"}"#, 2);
    let text = format!("{} {}\n", lines[1], lines[2]);
    let options = Options { file_name: Some("log.jsonl".to_owned()), ..Options::default() };
    let report = validate(&text, &options);
    let codes: Vec<_> = report.diagnostics.iter().map(|it| (it.code, it.range.start.line)).collect();
    // The stream has no end, either.
    assert_eq!(codes, [("trailing-content", 0), ("truncated", 0)]);
    let fixed = agent_response::fix(&text, &options, true);
    assert_eq!(fixed.text, format!("{}\n{}\n", lines[1], lines[2]));
    let text = "{}\n{\"ä\": 1} {,}\n";
    let report = validate(text, &options);
    let errors = report.diagnostics.iter().filter(|it| it.severity == agent_response::Severity::Error);
    assert_eq!(errors.map(|it| marked(text, it)).collect::<Vec<_>>(), ["{", ","]);
}
