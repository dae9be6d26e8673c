//! One slip, one finding, the file restored: rates over seeded slips, which may only improve.

use agent_response::severity::RuleGroup;
use agent_response::{Options, validate};

use crate::blocks::{Page, Piece};
use crate::examples::{files, root};
use crate::random::{few, is_quick};
use crate::slips::{File, Mark, Plan, Tally, found_in, made, measure, read};

/// How many slips of each source are measured.
const N: usize = 2000;

/// The least percentage of slips that have a mark, in files made from a seed, and in the project's own examples. Raise
/// them when the rates rise.
#[rustfmt::skip] // A row for each mark.
const FLOORS: &[(Mark, f64, f64)] = &[
    (Mark::Found, 100.0, 100.0),
    (Mark::One,    98.0,  96.0),
    (Mark::Place,  98.0,  96.5),
    // If a slip is undone by a guess, no fix is safe: safe fixes alone undo few slips. A raw line break among escaped
    // ones may have lost its backslash or come from a terminal that wrapped the line: nobody can be sure.
    (Mark::Safe,    3.5,   5.0),
    (Mark::Best,   99.0,  95.0),
];

/// The greatest percentage. Lower them when the rates fall.
#[rustfmt::skip] // A row for each mark.
const CEILINGS: &[(Mark, f64, f64)] = &[
    (Mark::Harm,  0.0, 0.0),
    (Mark::Wrong, 0.3, 2.0),
    (Mark::Valid, 0.0, 0.0),
];

#[test]
fn slips_in_made_files_are_explained_and_undone() {
    let tally = measure(&made(4), &plan(4), |_, _, _| ());
    check(&tally, |row| row.1);
}

#[test]
fn slips_in_examples_are_explained_and_undone() {
    let mut examples = found_in(&root().join("samples"));
    examples.extend(examples_of_pages());
    assert!(examples.len() > 20, "only {} examples", examples.len());
    let tally = measure(&examples, &plan(2), |_, _, _| ());
    check(&tally, |row| row.2);
}

fn plan(seed: u64) -> Plan {
    Plan { seed, n: N, n_slips: 1, kind: None }
}

fn check(tally: &Tally, limit: impl Fn(&(Mark, f64, f64)) -> f64) {
    assert_eq!(tally.n(), N, "the dice show too few slips");
    let too_low = FLOORS.iter().filter(|it| tally.percent(it.0) < limit(it));
    let too_high = CEILINGS.iter().filter(|it| tally.percent(it.0) > limit(it));
    let missed: Vec<_> = too_low.chain(too_high).map(|it| (it.0.name(), tally.percent(it.0), limit(it))).collect();
    assert!(missed.is_empty(), "name, percent, limit: {missed:?}\n{tally}");
}

/// The blocks on pages that are complete files without an error.
fn examples_of_pages() -> Vec<File> {
    let folders = ["src/formats", "src/rules", "tests/cases"];
    folders
        .into_iter()
        .flat_map(files)
        // The rates are those of responses.
        .filter(|path| {
            let id = path.file_stem().unwrap().to_str().unwrap();
            let format = agent_response::formats::by_id(id);
            agent_response::explain(id).is_none_or(|it| it.group != RuleGroup::Calls)
                && format.is_none_or(|it| it.conversation.is_none())
        })
        .flat_map(|path| {
            let page = Page::read(&std::fs::read_to_string(&path).unwrap());
            let origin = path.file_name().unwrap().to_string_lossy().into_owned();
            page.pieces.iter().filter_map(|piece| example(piece, &origin)).collect::<Vec<_>>()
        })
        .collect()
}

fn example(piece: &Piece, origin: &str) -> Option<File> {
    let Piece::Block(block) = piece else { return None };
    let name = block.value("file").unwrap_or(if block.has("agent-response") { ".agent-response.json" } else { "" });
    let text = block.source();
    let options = Options { file_name: Some(name.to_owned()), ..Options::default() };
    let is_whole = block.is_checked() && !block.has("other") && read(&text).is_some_and(|it| it.is_object());
    let is_good = is_whole && validate(&text, &options).valid;
    is_good.then(|| File { name: name.to_owned(), origin: origin.to_owned(), text })
}

/// Several slips may turn a file into another valid one, but then no fix of one of them is safe.
#[test]
fn two_slips_do_no_harm() {
    let mut files = found_in(&root().join("samples"));
    files.extend(examples_of_pages());
    undo_without_harm(&files, &Plan { n_slips: 2, n: few(N), ..plan(31) }, 86.0, 93.0);
    undo_without_harm(&made(33), &Plan { n_slips: 2, n: few(N), ..plan(33) }, 96.0, 97.0);
}

#[test]
fn three_slips_do_no_harm() {
    undo_without_harm(&made(35), &Plan { n_slips: 3, n: few(N / 2), ..plan(35) }, 92.0, 96.5);
}

/// No safe fix changes what a file says, no broken file is valid, and at least these percentages of files are restored, and
/// have a finding where the first slip is.
fn undo_without_harm(files: &[File], plan: &Plan, restored: f64, placed: f64) {
    let mut harmed = Vec::new();
    let tally = measure(files, plan, |good, slip, outcome| {
        if outcome.has(Mark::Harm) || outcome.has(Mark::Valid) {
            harmed.push(format!("{}, from {}:\n{}", good.file.origin, slip.at, slip.text));
        }
    });
    assert!(tally.n() == plan.n && harmed.is_empty(), "{tally}\n{}", harmed.join("\n\n"));
    assert!(is_quick() || tally.percent(Mark::Best) >= restored, "{tally}");
    assert!(is_quick() || tally.percent(Mark::Place) >= placed, "{tally}");
}

/// JSON allows the other key, so only the error after it can show that it is wrong.
#[test]
fn no_fix_is_safe_beside_a_key_that_a_slip_may_have_hit() {
    let texts =
        [("patterns", true), ("pat,terns", false), ("]patterns", false), (" patterns", false), ("pat:terns", false)];
    for (key, is_safe) in texts {
        let text = format!("{{\"{key}\": [\"a\"], \"b\": [1, 2,]}}");
        let fixed = agent_response::fix(&text, &Options::default(), false);
        assert_eq!(fixed.text != text, is_safe, "{text}");
        assert!(agent_response::fix(&text, &Options::default(), true).text.ends_with("[1, 2]}"), "{text}");
    }
}

/// More than ten of a kind are one finding, with the others as related places.
#[test]
fn a_dozen_texts_with_raw_quotes_are_one_finding() {
    let names: Vec<String> = (0..12).map(|it| format!("part{it}")).collect();
    let texts = names.iter().map(|it| format!("\"{it}\": \"Use <div class=\"box\"> and <a href=\"{it}\">this</a>.\""));
    let payload = format!("{{\"sections\": {names:?}, {}}}", texts.collect::<Vec<_>>().join(", "));
    let text = format!("{{\"status\": \"success\", \"response\": {}}}", agent_response::json::quote(&payload));
    let options = Options { format: Some("agent-response"), ..Options::default() };
    let report = validate(&text, &options);
    let slips: Vec<_> = report.diagnostics.iter().filter(|it| it.code == "unescaped-quote").collect();
    assert!(slips.len() == 1 && slips.iter().all(|it| it.related.len() == 11), "{:#?}", report.diagnostics);
    let fixed = agent_response::fix(&text, &options, true);
    let value: serde_json::Value = serde_json::from_str(&fixed.text).unwrap();
    let inner: serde_json::Value = serde_json::from_str(value["response"].as_str().unwrap()).unwrap();
    for name in &names {
        assert_eq!(inner[name], format!("Use <div class=\"box\"> and <a href=\"{name}\">this</a>."));
    }
}

/// Even where nothing has been read yet, whatever the file is.
#[test]
fn a_first_bracket_that_is_replaced_comes_back() {
    let (mut n, mut lost) = (0, Vec::new());
    for File { name, origin, text } in examples_of_pages() {
        let options = Options { file_name: Some(name), ..Options::default() };
        let repaired = |text: &str| read(&agent_response::fix(text, &options, true).text);
        let goods = [read(&text), repaired(&text)];
        let start = text.len() - text.trim_start().len();
        for instead in [",", ":", "}", "]", "[", ";", "(", ""] {
            let mut broken = text.clone();
            broken.replace_range(start..=start, instead);
            n += 1;
            if !goods.contains(&repaired(&broken)) {
                lost.push(format!("{origin} with {instead:?}"));
            }
        }
    }
    let share = 100.0 * lost.len() as f64 / n as f64;
    assert!(n > 100 && share < 5.0, "{share:.1} % of {n}:\n{}", lost.join("\n"));
}
