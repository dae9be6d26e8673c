//! One fault in an otherwise sound value: it is found at its place, as the table of its format requires, and nothing
//! else is reported. The faults are derived from the tables; faults that no table implies have rows of their own.

mod faults;
mod tables;

use std::collections::BTreeMap;
use std::fs;

use agent_response::report::{Diagnostic, Report};
use agent_response::spec::{Field, Format, Record, Shape};
use agent_response::{Options, Profile, Safety, Severity, fix, formats, validate};
use serde_json::{Value, json};

use crate::blocks::{Page, Piece};
use crate::examples::{files, root};
use faults::{Fault, Faults};
use tables::{Due, Parts, due};

use Severity::{Error, Warning};

/// A sound value of a format.
struct Example {
    format: &'static Format,
    value: Value,
}

/// The sound values on the format pages, and others with the fields that are missing there.
fn examples() -> Vec<Example> {
    let mut out = Vec::new();
    for path in files("src/formats").into_iter().chain([root().join("tests/it/single_faults/examples.md")]) {
        for piece in Page::read(&fs::read_to_string(path).unwrap()).pieces {
            let Piece::Block(block) = piece else { continue };
            let is_sound = block.is_checked() && block.source() == block.content;
            let format = formats().iter().find(|it| is_sound && block.has(it.id));
            out.extend(format.map(|it| Example { format: it, value: serde_json::from_str(&block.content).unwrap() }));
        }
    }
    out
}

/// The phase whose payload has the format.
fn phase(format: &Format) -> Option<u32> {
    [("analysis", 1), ("agents", 5), ("enhancement", 8)].into_iter().find(|it| it.0 == format.id).map(|it| it.1)
}

/// The text of a file with the value, in an envelope if it is a payload; and the text that contains the value.
fn written(format: &Format, value: &Value) -> (String, String) {
    let pretty = |it: &Value| serde_json::to_string_pretty(it).unwrap().replace("\\u0001", "");
    if phase(format).is_none() {
        return (pretty(value), pretty(value));
    }
    let inner = value.to_string().replace("\\u0001", "");
    let envelope = json!({
        "request_id": "32ecfadc-2b66-4daa-a7c0-a03c449fcea5", "version": "1.0", "status": "success", "response": inner,
        "error_message": null, "error_type": null, "created_at": "2025-11-24T14:22:45+00:00", "duration_seconds": 1.0,
        "metadata": {},
    });
    (pretty(&envelope), inner)
}

fn options_for(format: &'static Format, profile: Profile) -> Options {
    let Some(phase) = phase(format) else {
        return Options { format: Some(format.id), profile, ..Options::default() };
    };
    let rules = ["boundaries-missing", "few-sections"].map(|it| (it.to_owned(), None)).to_vec();
    Options { file_name: Some(format!(".agent-response-phase{phase}.json")), profile, rules, ..Options::default() }
}

/// The findings in the form of the tables, and the texts that they mark.
fn found(format: &Format, (text, inner): &(String, String), report: &Report) -> Vec<(Due, String)> {
    let each = |it: &Diagnostic| {
        let place = it.inner.last().filter(|_| phase(format).is_some());
        let (pointer, text) = place.map_or((&it.pointer, text), |it| (&it.pointer, inner));
        let (from, to) = place.map_or((it.from, it.to), |it| (it.from, it.to));
        let marked: Vec<u16> = text.encode_utf16().skip(from as usize).take((to - from) as usize).collect();
        let due = Due { pointer: pointer.clone(), code: it.code, severity: it.severity, says: it.message.clone() };
        (due, String::from_utf16(&marked).unwrap())
    };
    let mut out: Vec<_> = report.diagnostics.iter().map(each).collect();
    out.sort_unstable();
    out
}

/// Whether a finding is the expected one, and marks the key, the value or the value's bracket.
fn is_same(root: &Value, (found, marked): &(Due, String), due: &Due) -> bool {
    let of_key = ["misnamed-field", "unknown-field", "unexpected-field", "duplicate-key"].contains(&due.code);
    let is_marked = match root.pointer(&due.pointer) {
        _ if of_key => due.pointer.ends_with(&format!("/{}", marked.trim_matches('"'))),
        Some(Value::Object(_)) if marked == "{" => true,
        Some(Value::Array(_)) if marked == "[" => true,
        Some(Value::String(text)) if text == marked => true,
        value => serde_json::from_str(marked).ok().as_ref() == value,
    };
    (found.code, found.severity, &found.pointer) == (due.code, due.severity, &due.pointer)
        && found.says.contains(&due.says)
        && is_marked
}

/// How the report on a fault differs from what is expected.
fn unlike(format: &'static Format, fault: &Fault) -> Option<String> {
    let texts = written(format, &fault.root);
    let mut expected = fault.due.clone();
    expected.sort_unstable();
    let is_payload = phase(format).is_some();
    let strict = options_for(format, if is_payload { Profile::Strict } else { Profile::Default });
    let report = validate(&texts.0, &strict);
    let got = found(format, &texts, &report);
    let all_same = got.len() == expected.len() && got.iter().zip(&expected).all(|it| is_same(&fault.root, it.0, it.1));
    let wrong = if !all_same {
        format!("expected {expected:?}\n   found {got:?}")
    } else if is_payload && fault.name != "twice" && !is_soft(format, &texts.0, &expected) {
        "not the same in other profiles".to_owned()
    } else {
        unrepaired(&texts.0, &strict, &report)?
    };
    Some(format!("{} {} {}: {wrong}", format.id, fault.name, fault.at))
}

/// Whether findings that no specification covers are at most infos by default, and absent if payloads are not judged.
fn is_soft(format: &'static Format, text: &str, expected: &[Due]) -> bool {
    let mut capped: Vec<_> = expected.iter().map(|it| (it.code, it.severity.max(Severity::Info))).collect();
    capped.sort_unstable();
    [Profile::Default, Profile::Upstream].into_iter().all(|profile| {
        // Today's program refuses what lacks a part of an analysis.
        let is_refused = profile == Profile::Upstream && format.id == "analysis";
        let found = |options: &Options| {
            let list = validate(text, options).diagnostics.into_iter().map(|it| (it.code, it.severity));
            let mut list: Vec<_> = list.filter(|it| !is_refused || it.0 != "payload-kind").collect();
            list.sort_unstable();
            list
        };
        let options = options_for(format, profile);
        found(&options) == capped && found(&Options { payloads: false, ..options }).is_empty()
    })
}

/// What is left after the safe fixes of a finding that is alone, if it has any.
fn unrepaired(text: &str, options: &Options, report: &Report) -> Option<String> {
    let [only] = &report.diagnostics[..] else { return None };
    let is_safe = only.fixes.first().is_some_and(|it| it.safety == Safety::Safe && !it.edits.is_empty());
    let left = if is_safe { fix(text, options, false).report.diagnostics } else { Vec::new() };
    let left: Vec<_> = left.iter().filter(|it| it.severity == Severity::Error || it.code == only.code).collect();
    (!left.is_empty()).then(|| format!("fixed, but then {left:?}"))
}

/// Each field that a sound value of a format may have.
fn fields() -> Vec<&'static Field> {
    let mut out = Vec::new();
    let mut records: Vec<&'static Record> = formats().iter().map(|it| &it.record).collect();
    let mut shapes: Vec<&'static Shape> = formats().iter().filter_map(|it| it.list).map(|it| &it.item.shape).collect();
    let mut seen: Vec<&'static Record> = Vec::new();
    loop {
        match shapes.pop().map(Shape::inner) {
            Some(Shape::Record(record)) => records.push(record),
            Some(Shape::Choice(choice)) => records.extend(choice.cases.iter().map(|it| it.1).chain([choice.other])),
            Some(Shape::List(list)) => shapes.push(&list.item.shape),
            Some(_) => (),
            None => {
                let Some(record) = records.pop() else { return out };
                if !seen.iter().any(|it| std::ptr::eq(*it, record)) {
                    seen.push(record);
                    shapes.extend(record.fields.iter().map(|it| &it.shape));
                    out.extend(record.fields);
                }
            }
        }
    }
}

#[test]
fn each_fault_of_a_sound_value_has_the_finding_of_its_table() {
    let examples = examples();
    let mut unseen = fields();
    let mut donors: Vec<(&'static Field, Value)> = Vec::new();
    for it in &examples {
        for site in Parts::of(&it.value, it.format).sites {
            unseen.retain(|field| !std::ptr::eq(site.field, *field));
            donors.push((site.field, it.value.pointer(&site.pointer()).unwrap().clone()));
        }
    }
    let unseen: Vec<_> = unseen.iter().map(|it| (it.name, it.doc)).collect();
    assert!(unseen.is_empty(), "no example has these fields: {unseen:?}");
    let mut wrong = Vec::new();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for Example { format, value } in &examples {
        let sound = Fault { name: "sound", at: String::new(), root: value.clone(), due: Vec::new() };
        for fault in Faults::of(value, format, &donors).into_iter().chain([sound]) {
            *kinds.entry(fault.name).or_default() += 1;
            wrong.extend(unlike(format, &fault));
        }
    }
    println!("{kinds:?}");
    assert!(wrong.is_empty(), "{} of {kinds:?}:\n{}", wrong.len(), wrong.join("\n"));
}

/// A complete value of the format.
fn whole(id: &str) -> Example {
    examples().into_iter().rfind(|it| it.format.id == id).unwrap()
}

/// Compares the findings after a change with one finding, or none.
fn check(id: &str, found: Option<(&'static str, Severity, &str, &str)>, change: impl FnOnce(&mut Value)) {
    let Example { format, value: mut root } = whole(id);
    change(&mut root);
    let one = |(code, severity, pointer, says): (&'static str, Severity, &str, &str)| Due {
        says: says.to_owned(),
        ..due(code, severity, pointer)
    };
    let fault = Fault { name: "row", at: String::new(), root, due: found.map(one).into_iter().collect() };
    assert_eq!(unlike(format, &fault), None);
}

#[test]
fn an_array_as_a_whole_and_its_items_are_named() {
    check("agents", Some(("empty-value", Warning, "", "`agents` is empty")), |it| *it = json!([]));
    let item = Some(("wrong-type", Error, "/1", "`agents[1]` must be an object"));
    check("agents", item, |it| it[1] = json!(["axum"]));
}

#[test]
fn levels_and_percentages() {
    let levels = [("high", 90.0_f64, 100.0), ("medium", 70.0, 89.99), ("low", 50.0, 69.5), ("uncertain", 0.0, 49.9)];
    let at = "/quality/confidence";
    let set = |level: &str, percentage: f64, found: Option<&str>| {
        let pointer = found.map(|it| format!("{at}/{it}"));
        let found = pointer.as_ref().map(|it| ("value-mismatch", Warning, it.as_str(), ""));
        let value = json!({"level": level, "percentage": percentage});
        check("analysis", found, |it| *it.pointer_mut(at).unwrap() = value);
    };
    for (level, from, to) in levels {
        for (other, ..) in levels {
            for percentage in [from.max(2.0), to] {
                set(other, percentage, (other != level).then_some("level"));
            }
        }
    }
    // A fraction is not a percentage: no level follows from it.
    set("high", 0.95, Some("percentage"));
    set("uncertain", 0.0, None);
}

#[test]
fn a_name_that_only_resembles_a_field() {
    check("analysis", None, |it| {
        let style = it["architecture"].as_object_mut().unwrap().remove("architectural_style").unwrap();
        it["architecture"]["pattern"] = style;
    });
}

/// Each bracket, and each pair, written as round brackets.
#[test]
fn a_round_bracket() {
    let Example { format, value: mut envelope } =
        examples().into_iter().find(|it| it.format.id == "agent-response").unwrap();
    envelope["metadata"] = json!({"a": [[1, 2], [{"b": [3]}], {"c": ["x", {}]}], "d": {"e": [], "f": {"g": [true]}}});
    let (text, _) = written(format, &envelope);
    for (at, found) in text.match_indices(['{', '}', '[', ']']) {
        let rest = text[at + 1..].trim_start();
        // Brackets that are empty or contain only words are just as likely a note.
        let is_payload = text[..at].ends_with("\": \"") || text[at + 1..].starts_with("\",");
        if is_payload || found == "[" && rest.starts_with([']', 't', '"']) || found == "{" && rest.starts_with('}') {
            continue;
        }
        let round = if matches!(found, "}" | "]") { ")" } else { "(" };
        let damaged = format!("{}{round}{}", &text[..at], &text[at + 1..]);
        let options = options_for(format, Profile::Default);
        let report = validate(&damaged, &options);
        let messages: Vec<_> =
            report.diagnostics.iter().map(|it| (it.bytes.from as usize, it.message.as_str())).collect();
        assert_eq!(messages, [(at, &*format!("Expected `{found}`, found `{round}`"))], "{damaged}");
        assert_eq!(fix(&damaged, &options, true).text, text);
    }
}

#[test]
fn a_payload_that_nobody_reads_is_not_checked() {
    for payload in [json!({"technology": {}, "quality": 7}), json!([{"name": "A", "reason": 7}])] {
        let (text, _) = written(whole("analysis").format, &payload);
        let text = text
            .replace(r#""status": "success""#, r#""status": "error""#)
            .replace(r#""error_message": null"#, r#""error_message": "It failed""#)
            .replace(r#""error_type": null"#, r#""error_type": "UNKNOWN""#);
        let report = validate(&text, &Options::default());
        let codes: Vec<_> = report.diagnostics.iter().map(|it| it.code).collect();
        assert_eq!(codes, ["payload-on-failure"], "{payload}");
    }
}

#[test]
fn a_rule_given_another_severity_has_it_here_too() {
    let Example { format, mut value } = whole("agents");
    value[0]["priority"] = json!(11);
    let rules = vec![("out-of-range".to_owned(), Some(Error))];
    let report = validate(&written(format, &value).0, &Options { rules, ..Options::default() });
    assert_eq!(report.diagnostics.first().map(|it| it.severity), Some(Error));
}
