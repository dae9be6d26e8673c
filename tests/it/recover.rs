//! What models write for known payloads, in thirty ways and more: `recover` returns the payload, or says that it
//! cannot.

pub(crate) mod kinds;

use std::collections::BTreeMap;

use agent_response::text::{Edit, Span, apply};
use agent_response::{Options, Repair, Severity, WrapOptions, recover, unwrap, validate, wrap};
use serde_json::Value;

use crate::random::Random;
use kinds::{Due, KINDS, Kind, agents, payloads};

const N_TEXTS: usize = 1200;
const ID: &str = "32ecfadc-2b66-4daa-a7c0-a03c449fcea5";
const TIME: &str = "2025-11-24T14:22:45+00:00";

pub(crate) fn options(repair: Repair) -> WrapOptions {
    WrapOptions { request_id: Some(ID.to_owned()), created_at: TIME.to_owned(), repair, ..WrapOptions::default() }
}

fn errors(text: &str) -> Vec<&'static str> {
    let report = validate(text, &Options { format: Some("agent-response"), ..Options::default() });
    report.diagnostics.iter().filter(|it| it.severity == Severity::Error).map(|it| it.code).collect()
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Right,
    Wrong,
    Refused,
}

pub(crate) fn judge(text: &str, due: Due, value: &Value, repair: Repair) -> Verdict {
    let Ok(recovered) = recover(text, &options(repair)) else { return Verdict::Refused };
    laws(text, repair);
    let content = unwrap(&recovered.text).unwrap().content;
    let is_word_for_word = content == text;
    match (due, recovered.payload) {
        (Due::Text, "text") | (Due::Cut, "cut") if is_word_for_word => Verdict::Right,
        (Due::Payload, "json") => {
            let allowed = errors(&wrap(&value.to_string(), &options(Repair::None)).unwrap());
            let left = errors(&recovered.text);
            let read: Value = serde_json::from_str(&content).expect("the payload is JSON");
            if read == *value && left == allowed { Verdict::Right } else { Verdict::Wrong }
        }
        (_, "json") => Verdict::Wrong,
        _ => Verdict::Refused,
    }
}

/// A second run changes nothing; the ledger leads from the text to the envelope; `wrap` gives the same result.
pub(crate) fn laws(text: &str, repair: Repair) {
    let options = options(repair);
    let recovered = recover(text, &options).unwrap();
    let mut replayed = text.to_owned();
    for entry in &recovered.applied {
        let edits = entry
            .edits
            .iter()
            .map(|it| Edit { span: Span { start: it.bytes.from, end: it.bytes.to }, text: it.text.clone() });
        replayed = apply(&replayed, &edits.collect::<Vec<_>>());
    }
    assert_eq!(replayed, recovered.text, "the ledger of\n{text}");
    assert_eq!(recover(&recovered.text, &options).unwrap().text, recovered.text, "{text}");
    match wrap(text, &options) {
        Ok(wrapped) => {
            let is_refused = recovered.payload == "cut" && repair != Repair::None;
            assert_eq!((wrapped.as_str(), is_refused), (recovered.text.as_str(), false));
        }
        Err(error) => assert_eq!((error.argument, recovered.payload), ("content", "cut")),
    }
}

#[test]
fn what_models_write_comes_out_right_or_not_at_all() {
    let payloads = payloads();
    for repair in [Repair::All, Repair::Safe] {
        // A new kind does not change the random choices of the others.
        let mut randoms: Vec<Random> = KINDS.iter().map(|it| Random::of(it.name)).collect();
        let mut counts: BTreeMap<usize, [usize; 3]> = BTreeMap::new();
        let mut samples = Vec::new();
        for idx in 0..N_TEXTS {
            let (kind, random) = (&KINDS[idx % KINDS.len()], &mut randoms[idx % KINDS.len()]);
            let agents = agents();
            let value = if kind.name.starts_with("agents") { &agents } else { random.one_of(&payloads) };
            let text = (kind.write)(value, random);
            let verdict = judge(&text, kind.due, value, repair);
            counts.entry(idx % KINDS.len()).or_default()[verdict as usize] += 1;
            if verdict != Verdict::Right {
                samples.push(format!("{verdict:?}, {}: {text}", kind.name));
            }
        }
        let mut table = format!("{repair:?}\n");
        let mut all = [0; 3];
        let mut faults = Vec::new();
        for (idx, [right, wrong, refused]) in counts {
            let Kind { name, least, .. } = KINDS[idx];
            let least = if repair == Repair::All { least.0 } else { least.1 };
            table += &format!("{name:<30} {right:>4} {wrong:>4} {refused:>4}\n");
            all = [all[0] + right, all[1] + wrong, all[2] + refused];
            if right * 100 < least * (right + wrong + refused) {
                faults.push(name);
            }
        }
        println!("{table}{:<30} {:>4} {:>4} {:>4}", "all", all[0], all[1], all[2]);
        println!("{}", samples.join("\n----\n"));
        assert!(faults.is_empty(), "{faults:?}");
        let least = if repair == Repair::All { 99 } else { 95 };
        assert!(all[0] * 100 >= least * N_TEXTS, "{all:?}");
        assert!(all[1] * 1000 <= N_TEXTS, "{all:?}");
    }
}

/// A list within prose is part of it, unless it is longer than the prose.
#[test]
fn small_lists_stay_in_their_texts() {
    let texts = [
        "[section]\nname = \"x\"\nlist = [1, 2]\n",
        "# Report\n\nAll tests pass. See the notes.\n\n[1]\n",
        "x = [1, 2]\nprint(x)\n",
        "\"[\"",
    ];
    for text in texts {
        assert_eq!(content(text), text);
    }
    assert_eq!(content("The items:\n[\"alpha\", \"beta\"]"), "[\"alpha\", \"beta\"]");
}

/// JSON is the answer as long as the words around it are no more than twice as long.
#[test]
fn long_json_is_the_answer_among_many_words() {
    let json =
        format!("{{\"sections\": [\"overview\"], \"overview\": \"## Overview\\n{}\"}}", "It works. ".repeat(200));
    let words = |n: usize| "The text says more. ".repeat(n * json.len() / 40);
    assert_eq!(content(&format!("{}\n\n{json}\n", words(3))), json);
    let text = format!("{}\n\n{json}\n", words(5));
    assert_eq!(content(&text), text);
}

fn content(text: &str) -> String {
    let options = WrapOptions { created_at: TIME.to_owned(), repair: Repair::All, ..WrapOptions::default() };
    unwrap(&recover(text, &options).unwrap().text).unwrap().content
}
