//! Fixes of which somebody decides each.

use agent_response::{Options, Severity, StepwiseFix, fix, validate};

use crate::examples::examples;
use crate::one_text::replayed;
use crate::random::Random;

/// More decisions than any example needs.
const MOST: usize = 400;

/// Decides about every fix, and counts the decisions.
fn decided(steps: &mut StepwiseFix, mut decide: impl FnMut(&mut StepwiseFix)) -> usize {
    let mut n_decided = 0;
    while steps.offer().is_some() {
        decide(steps);
        n_decided += 1;
        assert!(n_decided < MOST, "{}", steps.text());
    }
    n_decided
}

#[test]
fn what_is_declined_is_neither_done_nor_offered_again() {
    for (text, options) in examples() {
        let mut steps = StepwiseFix::new(&text, &options, Severity::Hint);
        let mut seen = Vec::new();
        decided(&mut steps, |steps| {
            let offer = steps.offer().unwrap();
            let place = (offer.diagnostic.code, offer.diagnostic.from, offer.diagnostic.to);
            assert!(!seen.contains(&place), "{place:?} in {text}");
            seen.push(place);
            steps.decline();
        });
        let result = steps.finish();
        assert_eq!((result.text, result.applied.len(), result.settled), (text.clone(), 0, true));
        assert_eq!(result.report, validate(&text, &options));
    }
}

#[test]
fn an_offer_says_what_accepting_it_does() {
    let mut n_accepted = 0;
    for (text, options) in examples() {
        let mut steps = StepwiseFix::new(&text, &options, Severity::Hint);
        n_accepted += decided(&mut steps, |steps| {
            let after = steps.offer().unwrap().after;
            steps.accept();
            // What was there before is not done again.
            assert!(steps.text() == after || after == text, "{text}");
        });
        let result = steps.finish();
        let end = result.applied.iter().fold(text.clone(), |text, entry| replayed(&text, entry));
        assert_eq!(end, result.text, "{text}");
        assert_eq!(result.report, validate(&result.text, &options));
        let places = result.applied.iter().all(|it| it.bytes.to as usize <= text.len());
        assert!(places, "places of the given text: {text}");
    }
    assert!(n_accepted > 500, "{n_accepted}");
}

#[test]
fn any_decisions_end_and_replay() {
    let mut random = Random::new(7);
    for (text, options) in examples() {
        let mut steps = StepwiseFix::new(&text, &options, Severity::Hint);
        decided(&mut steps, |steps| match random.below(3) {
            0 => steps.accept(),
            1 => steps.decline(),
            _ => steps.accept_rule(),
        });
        let result = steps.finish();
        let end = result.applied.iter().fold(text.clone(), |text, entry| replayed(&text, entry));
        assert_eq!(end, result.text, "{text}");
    }
}

#[test]
fn a_rule_is_fixed_but_for_what_was_declined() {
    let text = r#"{"metadata": {"a": [1,], "b": [2,], "c": [3,], "d": True}}"#;
    let options = Options::default();
    let mut steps = StepwiseFix::new(text, &options, Severity::Hint);
    assert_eq!(steps.offer().map(|it| it.n_open), Some(4));
    steps.decline();
    steps.accept_rule();
    assert_eq!(steps.offer().map(|it| (it.diagnostic.code, it.n_open)), Some(("python-literal", 1)));
    steps.decline();
    assert!(steps.offer().is_none());
    let result = steps.finish();
    assert_eq!(result.text, r#"{"metadata": {"a": [1,], "b": [2], "c": [3], "d": True}}"#);
    assert_eq!(result.applied.iter().map(|it| it.bytes.from).collect::<Vec<_>>(), [32, 43]);
}

#[test]
fn a_rule_at_once_is_what_fix_does() {
    let many = (0..2_000).map(|it| format!("\"k{it}\": [{it},]")).collect::<Vec<_>>().join(", ");
    let text = format!("{{\"metadata\": {{{many}}}}}");
    let options = Options::default();
    let mut steps = StepwiseFix::new(&text, &options, Severity::Hint);
    steps.accept_rule();
    assert!(steps.offer().is_none());
    let (result, expected) = (steps.finish(), fix(&text, &options, false));
    assert_eq!((result.text, result.applied.len()), (expected.text, 2_000));
}

#[test]
fn less_serious_findings_are_not_offered() {
    let text = r#"{"request_id": "a", "status": "success", "result": "{}"}"#;
    let options = Options::default();
    let codes = |least| {
        let (mut steps, mut codes) = (StepwiseFix::new(text, &options, least), Vec::new());
        while let Some(offer) = steps.offer() {
            codes.push(offer.diagnostic.severity);
            steps.decline();
        }
        codes
    };
    assert!(codes(Severity::Hint).contains(&Severity::Hint));
    assert!(codes(Severity::Error).iter().all(|it| *it == Severity::Error) && !codes(Severity::Error).is_empty());
}
