//! The same fault at each place of a text, which is read as a whole.

use agent_response::{Options, fix, json::quote, validate};
use serde_json::{Value, json};

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
