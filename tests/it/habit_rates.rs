//! The same fault at each place of a text, which is read as a whole: rates, which may only improve, and kinds.

use agent_response::{Options, fix, json::quote, validate};
use serde_json::{Value, json};

use crate::habits::{HabitMark, HabitPlan, measure};
use crate::random::few;

#[test]
fn a_fault_that_is_everywhere_is_repaired_everywhere() {
    let mut missed = Vec::new();
    let plan = HabitPlan { seed: 11, n: few(2000), kind: None };
    let tally = measure(&plan, |text, marks| {
        if !marks.contains(&HabitMark::Restored) {
            missed.push(format!("{}, {:?}: {marks:?}\n{}", text.kind, text.form, text.text));
        }
    });
    missed.truncate(6);
    let missed = missed.join("\n\n");
    let percent = |mark| tally.percent(mark);
    assert!(tally.n() > plan.n / 2, "the dice show too few texts");
    assert!(tally.count(HabitMark::Harm) + tally.count(HabitMark::Valid) == 0, "{tally}\n{missed}");
    assert!(percent(HabitMark::Restored) >= 99.5, "{tally}\n{missed}");
    assert!(percent(HabitMark::Lost) <= 0.1, "{tally}\n{missed}");
    assert!(percent(HabitMark::Lost) + percent(HabitMark::Other) <= 0.2, "{tally}\n{missed}");
    assert!(percent(HabitMark::Few) >= 99.5, "{tally}\n{missed}");
}

/// It is one finding with all the places, and one fix.
#[test]
fn a_habit_in_a_payload_is_one_finding() {
    let row = |it: usize| format!("{{\"title\": \"Use \"strict\" mode\", \"n\": {it}}}");
    let payload = format!("{{\"rows\": [{}]}}", (0..30).map(row).collect::<Vec<_>>().join(", "));
    let text = format!("{{\"status\": \"success\", \"response\": {}}}", quote(&payload));
    let options = Options { format: Some("agent-response"), ..Options::default() };
    let report = validate(&text, &options);
    let found: Vec<_> = report.diagnostics.iter().filter(|it| it.code == "unescaped-quote").collect();
    assert!(matches!(&*found, [one] if one.related.len() == 29), "{found:#?}");
    let fixed: Value = serde_json::from_str(&fix(&text, &options, true).text).unwrap();
    let rows: Vec<_> = (0..30).map(|it| json!({ "title": "Use \"strict\" mode", "n": it })).collect();
    let inside: Value = serde_json::from_str(fixed["response"].as_str().unwrap()).unwrap();
    assert_eq!(inside, json!({ "rows": rows }));
}

/// What is written is kept: it is put in quotes or escaped rather than removed or taken for something else.
#[test]
fn nothing_that_is_written_is_lost() {
    for (text, expected) in [
        ("{a/b: 1}", json!({ "a/b": 1 })),
        ("{a b: 1}", json!({ "a b": 1 })),
        (r#"{"re": "a['"]b"}"#, json!({ "re": "a['\"]b" })),
        (r#"{"kind": tree}"#, json!({ "kind": "tree" })),
        (r#"{"name": fake}"#, json!({ "name": "fake" })),
        (r#"{"zip": 02134}"#, json!({ "zip": "02134" })),
        ("[-e5]", json!(["-e5"])),
        (r#"{"n":3,"k","m":4}"#, json!({ "n": 3, "k": null, "m": 4 })),
        (r#"[[1,2],a"]"#, json!([[1, 2], "a"])),
        (r#"["a" 7]"#, json!(["a", 7])),
        (r#"{"size":,"color":"red"}"#, json!({ "size": null, "color": "red" })),
        (r#"{"at": datetime(2025, 1, 2), "n": Decimal("1.5")}"#, json!({ "at": "datetime(2025, 1, 2)", "n": 1.5 })),
        (
            r#"{"a": b"x", "id": ObjectId("7f"), "score": np.float64(0.9)}"#,
            json!({ "a": "x", "id": "7f", "score": 0.9 }),
        ),
        (r#"{"text": "Die n\xE4chste"}"#, json!({ "text": "Die n\u{e4}chste" })),
        (r#"{"text": "Done\! 12 tests"}"#, json!({ "text": "Done! 12 tests" })),
        (r#"{"text": "C:\Übung", "b": "배포 후 \로그"}"#, json!({ "text": "C:\\Übung", "b": "배포 후 로그" })),
        (r#"{\"a\": \"55\\" high\"}"#, json!({ "a": "55\" high" })),
    ] {
        let fixed = fix(text, &Options::default(), true).text;
        assert_eq!(serde_json::from_str::<Value>(&fixed).ok(), Some(expected), "{text}: {fixed}");
    }
}
