//! One fault in a payload of which no specification speaks: it is found, at its place, and nothing else is said.

use agent_response::{Options, Profile, Severity, validate};
use serde_json::{Value, json};

use Severity::{Error, Hint, Info, Warning};

/// A finding in the strict profile: rule, severity, and the text under it in the payload.
type Expected<'a> = (&'static str, Severity, &'a str);

fn confidence(level: &str, percentage: f64) -> Value {
    json!({"level": level, "percentage": percentage, "reasoning": "The files say so"})
}

fn analysis() -> Value {
    json!({
        "technology": {"primary_language": "Rust", "frameworks": ["axum"], "testing_frameworks": [{"name": "nextest"}],
            "build_tools": [], "databases": [], "infrastructure": [], "confidence": confidence("high", 95.0)},
        "architecture": {"patterns": [], "architectural_style": "Layers", "layers": [{"name": "Core"}],
            "key_abstractions": [], "dependency_flow": "Inward", "confidence": confidence("medium", 89.9)},
        "quality": {"overall_score": 70, "solid_compliance": 0, "dry_compliance": 100, "yagni_compliance": 62.5,
            "test_coverage": null, "code_smells": [], "strengths": [], "improvements": [],
            "confidence": confidence("low", 50.0)},
        "example_files": [{"path": "src/lib.rs", "purpose": "The library"}],
        "metadata": {"template_name": "axum"},
    })
}

fn agents() -> Value {
    let agent = |name: &str| {
        json!({"name": name, "description": "Handlers", "reason": "There are handlers", "technologies": ["axum"],
            "priority": 10})
    };
    json!([agent("axum-specialist"), agent("http-2-specialist")])
}

fn enhancement() -> Value {
    json!({
        "sections": ["quick_start"],
        "quick_start": "## Quick Start\n\nRun it.",
        "frontmatter_metadata": {
            "stack": ["rust", "cross-stack"],
            "phase": "review",
            "capabilities": ["Reads", "Writes", "Tests"],
            "keywords": ["axum", "tower", "http", "json", "tokio"],
        },
    })
}

fn envelope(payload: &Value) -> String {
    let text = serde_json::to_string(payload).unwrap();
    serde_json::to_string_pretty(&json!({
        "request_id": "32ecfadc-2b66-4daa-a7c0-a03c449fcea5", "version": "1.0", "status": "success", "response": text,
        "error_message": null, "error_type": null, "created_at": "2025-11-24T14:22:45+00:00", "duration_seconds": 1.0,
        "metadata": {},
    }))
    .unwrap()
}

fn options(phase: u32, profile: Profile) -> Options {
    let rules = ["boundaries-missing", "few-sections"].map(|it| (it.to_owned(), None)).to_vec();
    Options { file_name: Some(format!(".agent-response-phase{phase}.json")), profile, rules, ..Options::default() }
}

/// What is found in the strict profile is found in the default one, where it is information at most, and not at all
/// where payloads are not judged.
fn check(phase: u32, payload: &Value, expected: &[Expected]) -> String {
    let text = envelope(payload);
    let inner = serde_json::to_string(payload).unwrap();
    let report = validate(&text, &options(phase, Profile::Strict));
    let found: Vec<_> = report
        .diagnostics
        .iter()
        .map(|it| {
            let place = it.inner.last().expect("a place in the payload");
            let under = &inner[place.from as usize..place.to as usize];
            (it.code, it.severity, under)
        })
        .collect();
    assert_eq!(found, expected, "{inner}");
    for profile in [Profile::Default, Profile::Upstream] {
        let report = validate(&text, &options(phase, profile));
        let soft: Vec<_> = report.diagnostics.iter().map(|it| (it.code, it.severity)).collect();
        let capped: Vec<_> = expected.iter().map(|it| (it.0, it.1.max(Info))).collect();
        assert_eq!(soft, capped, "{inner}");
        let silent = Options { payloads: false, ..options(phase, profile) };
        assert_eq!(validate(&text, &silent).diagnostics, [], "{inner}");
    }
    report.diagnostics.first().map(|it| it.message.clone()).unwrap_or_default()
}

fn changed(mut value: Value, pointer: &str, new: Value) -> Value {
    *value.pointer_mut(pointer).expect(pointer) = new;
    value
}

fn without(mut value: Value, pointer: &str, key: &str) -> Value {
    value.pointer_mut(pointer).and_then(Value::as_object_mut).expect(pointer).remove(key).expect(key);
    value
}

fn renamed(mut value: Value, pointer: &str, (key, new): (&str, &str)) -> Value {
    let object = value.pointer_mut(pointer).and_then(Value::as_object_mut).expect(pointer);
    let old = object.remove(key).expect(key);
    object.insert(new.to_owned(), old);
    value
}

#[test]
fn sound_payloads_have_no_findings() {
    check(1, &analysis(), &[]);
    check(5, &agents(), &[]);
    check(8, &enhancement(), &[]);
}

#[test]
fn a_field_of_an_analysis_that_is_absent() {
    for (pointer, keys) in [("", 5), ("/technology", 7), ("/architecture", 6), ("/quality", 9)] {
        let object = analysis().pointer(pointer).and_then(Value::as_object).cloned().unwrap();
        assert_eq!(object.len(), keys);
        for key in object.keys() {
            let expected: &[Expected] = if key == "example_files" { &[("missing-field", Error, "{")] } else { &[] };
            check(1, &without(analysis(), pointer, key), expected);
        }
    }
    for part in ["technology", "architecture", "quality"] {
        let pointer = format!("/{part}/confidence");
        check(1, &without(analysis(), &pointer, "reasoning"), &[]);
        for key in ["level", "percentage"] {
            let message = check(1, &without(analysis(), &pointer, key), &[("missing-field", Error, "{")]);
            assert!(message.contains(key), "{message}");
        }
    }
}

#[test]
fn a_list_of_an_analysis_that_is_none() {
    let lists = [
        ("technology", &["frameworks", "testing_frameworks", "build_tools", "databases", "infrastructure"][..]),
        ("architecture", &["patterns", "layers", "key_abstractions"]),
        ("quality", &["code_smells", "strengths", "improvements"]),
    ];
    for (part, names) in lists {
        for name in names {
            let pointer = format!("/{part}/{name}");
            for (value, under) in
                [(json!({"a": [1]}), r#"{"a":[1]}"#), (json!("axum"), "\"axum\""), (json!(null), "null")]
            {
                check(1, &changed(analysis(), &pointer, value), &[("wrong-type", Error, under)]);
            }
        }
    }
    check(1, &changed(analysis(), "/example_files", json!([])), &[("empty-value", Error, "[")]);
    check(1, &changed(analysis(), "/example_files", json!(null)), &[("wrong-type", Error, "null")]);
}

#[test]
fn numbers_of_an_analysis() {
    for name in ["overall_score", "solid_compliance", "dry_compliance", "yagni_compliance", "test_coverage"] {
        let pointer = format!("/quality/{name}");
        for value in [-1, 101] {
            let under = value.to_string();
            check(1, &changed(analysis(), &pointer, json!(value)), &[("out-of-range", Error, &under)]);
        }
        check(1, &changed(analysis(), &pointer, json!({"score": 7})), &[("wrong-type", Error, r#"{"score":7}"#)]);
        check(1, &changed(analysis(), &pointer, json!(100)), &[]);
    }
    for part in ["technology", "architecture", "quality"] {
        let pointer = format!("/{part}/confidence");
        for value in [json!(0.9), json!("high"), json!([])] {
            let under = value.to_string();
            check(1, &changed(analysis(), &pointer, value), &[("wrong-type", Error, &under)]);
        }
        for value in [100.5, -0.5] {
            let under = value.to_string();
            let value = confidence("high", value);
            check(1, &changed(analysis(), &pointer, value), &[("out-of-range", Error, &under)]);
        }
    }
}

#[test]
fn levels_and_percentages() {
    let levels = [("high", 90.0_f64, 100.0), ("medium", 70.0, 89.99), ("low", 50.0, 69.5), ("uncertain", 0.0, 49.9)];
    for (level, from, to) in levels {
        for (due, _, _) in levels {
            for percentage in [from.max(2.0), to] {
                let value = changed(analysis(), "/quality/confidence", confidence(due, percentage));
                let under = format!("\"{due}\"");
                let expected = [("value-mismatch", Warning, &*under)];
                check(1, &value, if due == level { &[] } else { &expected });
            }
        }
    }
    // A share is no percentage: no level follows from it.
    let share = changed(analysis(), "/quality/confidence", confidence("high", 0.95));
    check(1, &share, &[("value-mismatch", Warning, "0.95")]);
    check(1, &changed(analysis(), "/quality/confidence", confidence("uncertain", 0.0)), &[]);
    let word = changed(analysis(), "/quality/confidence/level", json!("great"));
    check(1, &word, &[("unknown-value", Warning, "\"great\"")]);
}

#[test]
fn names_that_only_resemble_a_field() {
    check(1, &renamed(analysis(), "/architecture", ("architectural_style", "pattern")), &[]);
    let value = renamed(analysis(), "", ("example_files", "exampleFiles"));
    check(1, &value, &[("misnamed-field", Error, "\"exampleFiles\"")]);
    let value = renamed(analysis(), "/technology", ("frameworks", "framework"));
    check(1, &value, &[("misnamed-field", Info, "\"framework\"")]);
}

#[test]
fn faults_of_agents() {
    for key in ["name", "description", "reason", "technologies"] {
        let message = check(5, &without(agents(), "/1", key), &[("missing-field", Warning, "{")]);
        assert!(message.contains(key), "{message}");
        let severity = if key == "technologies" { Error } else { Warning };
        check(5, &changed(agents(), &format!("/1/{key}"), json!({"a": 1})), &[("wrong-type", severity, r#"{"a":1}"#)]);
    }
    check(5, &without(agents(), "/1", "priority"), &[]);
    for value in [json!(1), json!(10), json!(5.5)] {
        check(5, &changed(agents(), "/0/priority", value), &[]);
    }
    for value in [json!(0), json!(11)] {
        let under = value.to_string();
        check(5, &changed(agents(), "/0/priority", value), &[("out-of-range", Warning, &under)]);
    }
    check(5, &changed(agents(), "/0/priority", json!("high")), &[("wrong-type", Warning, "\"high\"")]);
    for value in [json!("axum"), json!(7), json!(null), json!(["axum"])] {
        let under = value.to_string();
        let message = check(5, &changed(agents(), "/1", value), &[("wrong-type", Error, &under)]);
        assert!(message.starts_with("`agents[1]` must be an object"), "{message}");
    }
    for name in ["Axum-Specialist", "axum specialist", "axum_specialist", "-axum"] {
        let under = format!("\"{name}\"");
        check(5, &changed(agents(), "/0/name", json!(name)), &[("unusual-form", Hint, &under)]);
    }
    let twice = changed(agents(), "/1/name", json!("axum-specialist"));
    check(5, &twice, &[("duplicate-item", Hint, "\"axum-specialist\"")]);
    assert_eq!(check(5, &json!([]), &[("empty-value", Warning, "[")]), "`agents` is empty");
}

#[test]
fn faults_of_metadata() {
    let at = "/frontmatter_metadata";
    check(8, &without(enhancement(), "", "frontmatter_metadata"), &[("missing-field", Hint, "{")]);
    for value in [json!("text"), json!(null), json!(["rust"])] {
        let under = value.to_string();
        check(8, &changed(enhancement(), at, value), &[("wrong-type", Warning, &under)]);
    }
    for key in ["stack", "phase", "capabilities", "keywords"] {
        let message = check(8, &without(enhancement(), at, key), &[("missing-field", Hint, "{")]);
        assert_eq!(message, format!("`{key}` is recommended but missing"));
        let severity = if key == "phase" { Warning } else { Hint };
        check(8, &changed(enhancement(), &format!("{at}/{key}"), json!(7)), &[("wrong-type", severity, "7")]);
    }
    for key in ["stack", "capabilities", "keywords"] {
        check(8, &changed(enhancement(), &format!("{at}/{key}/1"), json!(7)), &[("wrong-type", Hint, "7")]);
    }
    for (key, few, many) in [("capabilities", 2, 8), ("keywords", 4, 11)] {
        let words = |n: usize| json!((0..n).map(|it| format!("word {it}")).collect::<Vec<_>>());
        let pointer = format!("{at}/{key}");
        check(8, &changed(enhancement(), &pointer, words(few)), &[("empty-value", Hint, "[")]);
        check(8, &changed(enhancement(), &pointer, words(many)), &[("over-limit", Hint, "[")]);
        check(8, &changed(enhancement(), &pointer, words(few + 1)), &[]);
        check(8, &changed(enhancement(), &pointer, words(many - 1)), &[]);
    }
    check(
        8,
        &changed(enhancement(), "/frontmatter_metadata/phase", json!("ops")),
        &[("unknown-value", Warning, "\"ops\"")],
    );
    for word in ["dotnet-maui", "c#", "node", "pytest", "erroror", "cobol", "Rust"] {
        let under = format!("\"{word}\"");
        let value = changed(enhancement(), "/frontmatter_metadata/stack/0", json!(word));
        check(8, &value, &[("unknown-value", Info, &under)]);
    }
}

#[test]
fn a_payload_that_nobody_reads_is_not_checked() {
    for payload in [json!({"technology": {}, "quality": 7}), json!([{"name": "A", "reason": 7}]), enhancement()] {
        let payload =
            if payload.get("sections").is_some() { without(payload, "", "frontmatter_metadata") } else { payload };
        let text = envelope(&payload)
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
    let rules = vec![("out-of-range".to_owned(), Some(Error))];
    let text = envelope(&changed(agents(), "/0/priority", json!(11)));
    let report = validate(&text, &Options { rules, ..Options::default() });
    assert_eq!(report.diagnostics.first().map(|it| it.severity), Some(Error));
}
