//! A call with a timeout ends early, and says so.

use std::cell::Cell;

use agent_response::{Options, Timeout, fix, json::quote, validate};

thread_local! {
    static NOW: Cell<u64> = const { Cell::new(0) };
}

/// A clock that advances by a millisecond whenever it is read.
fn clock() -> u64 {
    NOW.set(NOW.get() + 1);
    NOW.get()
}

fn within(millis: u64) -> Options {
    Options { timeout: Some(Timeout::new(millis, clock)), ..Options::DEFAULT }
}

#[test]
fn the_search_for_repairs_and_the_checks_end_early() {
    let text = r#"{"request_id": "x, "status": "success", "response": "{\"sections\": [\"a\"]}", "version": 1}"#;
    let whole = validate(text, &Options::default());
    assert_eq!(validate(text, &within(u64::MAX / 2)), whole);
    let mut n_late = 0;
    for millis in (0..4000).step_by(7) {
        let report = validate(text, &within(millis));
        let is_late = report.diagnostics.iter().any(|it| it.code == "too-large");
        n_late += u32::from(is_late);
        assert!(is_late || report == whole, "{millis}: {:?}", report.diagnostics);
        assert!(!report.valid, "{millis}");
    }
    assert!(n_late > 1 && n_late < 500, "{n_late}");
}

/// Several calls for one answer have one limit.
#[test]
fn calls_within_a_time_limit_share_it() {
    let text = r#"{"statuss": "success", "versionn": "1.0", "result": "x"}"#;
    let is_late = || validate(text, &within(u64::MAX / 2)).diagnostics.iter().any(|it| it.code == "too-large");
    let running = Timeout::new(100, clock).begin();
    let n_in_time = (0..200).take_while(|_| !is_late()).count();
    assert!((1..100).contains(&n_in_time), "{n_in_time}");
    drop(running);
    assert!(!is_late());
}

#[test]
fn fix_ends_after_the_round_that_is_under_way() {
    let text = r#"{"statuss": "success", "versionn": "1.0", "result": "x"}"#;
    let fixed = fix(text, &within(3), true);
    assert!(!fixed.settled);
    assert!(fix(text, &within(u64::MAX / 2), true).settled);
    assert!(fix(text, &Options::default(), true).settled);
}

/// The clock is read at every step of a reading: where one of several readings is ahead and the rest of the text is JSON, nothing
/// else is tried.
#[test]
fn few_steps_are_taken_after_a_missing_comma() {
    let items = |n: usize| vec!["\"it's one, and more\""; n].join(", ");
    let members = |n: usize| (0..n).map(|it| format!("\"key{it}\": \"it's one\"")).collect::<Vec<_>>().join(", ");
    let nested = quote(&"{\"a\": 1}, {\"b\": \"c\"}\n".repeat(300));
    for (name, most, text) in [
        ("items", 2_000, format!("{{\"notes\": [\"a\" {}]}}", items(4_000))),
        ("later items", 2_000, format!("{{\"notes\": [{}, \"a\" {}]}}", items(1_000), items(3_000))),
        ("members", 60_000, format!("{{\"a\": true \"b\": 1, {}}}", members(4_000))),
        ("JSON in a text", 25_000, format!("{{\"a\": true \"b\": {nested}, {}}}", members(1_000))),
    ] {
        NOW.set(0);
        let report = validate(&text, &within(u64::MAX));
        assert!(report.diagnostics.iter().any(|it| it.code == "missing-comma"), "{name}");
        assert!(NOW.get() < most, "{name}: {} steps", NOW.get());
    }
}
