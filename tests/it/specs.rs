//! The blocks of the documents that describe the formats, each with what it shows. S0 is the specification of the
//! format, S1 the task that described the format error, S2 the specification of the Delegator, S3 the task about the
//! missing envelope, S4 the specification of the Factory's responses; after it, the line. Where the documents disagree,
//! this is what was decided.

use std::{collections::HashMap, fs};

use agent_response::{Severity, validate_bytes};

use crate::blocks::{Page, Piece, options};
use crate::examples::files;
use crate::pages::run;

/// Complete examples: no error, no warning.
const CLEAN: &[&str] = &[
    "S0:95", "S0:111", "S1:219", "S1:431", "S1:490", "S1:513", "S2:103", "S2:147", "S2:202", "S2:337", "S2:445",
    "S2:510", "S2:592", "S2:628", "S2:662", "S4:36", "S4:95", "S4:118", "S4:141", "S4:154",
];

/// Complete examples that still have to be filled in: warnings, and no error.
const UNFILLED: &[&str] = &["S0:263", "S1:650", "S4:12", "S4:58"];

#[test]
fn blocks_of_the_documents() {
    let found = findings();
    let mut faults = Vec::new();
    for name in CLEAN.iter().chain(UNFILLED) {
        let worst = found.get(*name).expect(name).iter().map(|it| it.1).min();
        let expected = if CLEAN.contains(name) {
            worst.is_none_or(|it| it > Severity::Warning)
        } else {
            worst == Some(Severity::Warning)
        };
        if !expected {
            faults.push(format!("{name}: {:?}", found[*name]));
        }
    }
    for (name, rules) in FINDS {
        let serious = found.get(*name).expect(name).iter().filter(|it| it.1 <= Severity::Warning);
        let mut codes: Vec<&str> = serious.map(|it| it.0).collect();
        let mut expected: Vec<&str> = rules.split(' ').collect();
        codes.sort_unstable();
        codes.dedup();
        expected.sort_unstable();
        if codes != expected {
            faults.push(format!("{name}: expected {expected:?}; found {codes:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let n_named = CLEAN.len() + UNFILLED.len() + FINDS.len();
    assert_eq!(found.len(), n_named, "each block is named here, and each name is that of a block");
}

/// Each block's findings: rule and severity.
fn findings() -> HashMap<String, Vec<(&'static str, Severity)>> {
    let mut out = HashMap::new();
    for path in files("tests/specs") {
        run(&path, None);
        let page = Page::read(&fs::read_to_string(&path).unwrap());
        for piece in &page.pieces {
            let Piece::Block(block) = piece else { continue };
            if block.is_checked() {
                let report = validate_bytes(&block.bytes(), &options(block, &[]));
                let found = report.diagnostics.iter().map(|it| (it.code, it.severity));
                assert!(out.insert(block.heading.clone(), found.collect()).is_none(), "{} stands twice", block.heading);
            }
        }
    }
    out
}

/// What the other blocks show: all rules that report errors or warnings there.
#[rustfmt::skip] // One row per block.
const FINDS: &[(&str, &str)] = &[
    ("S0:16", "missing-field misnamed-field ellipsis"),
    ("S0:23", "missing-field"),
    ("S0:32", "missing-field payload-not-string ellipsis"),
    ("S0:41", "missing-field ellipsis"),
    ("S0:63", "placeholder"),
    ("S0:211", "missing-field misnamed-field"),
    ("S0:216", "missing-field"),
    ("S0:227", "missing-field payload-not-string ellipsis"),
    ("S0:232", "missing-field ellipsis"),
    ("S0:257", "missing-field"),
    ("S0:282", "missing-field wrong-type comment"),
    ("S0:287", "missing-field comment"),
    ("S1:56", "missing-field placeholder misnamed-field comment ellipsis"),
    ("S1:74", "placeholder ellipsis comment"),
    ("S1:95", "missing-field misnamed-field ellipsis comment"),
    ("S1:113", "missing-field payload-not-string comment ellipsis"),
    ("S1:252", "missing-field payload-not-string"),
    ("S1:260", "missing-field"),
    ("S1:449", "misnamed-field comment ellipsis"),
    ("S1:463", "payload-not-string ellipsis comment"),
    ("S1:477", "missing-field comment"),
    ("S1:600", "missing-field misnamed-field"),
    ("S1:605", "missing-field"),
    ("S1:614", "missing-field payload-not-string ellipsis"),
    ("S1:621", "missing-field ellipsis"),
    ("S1:644", "missing-field"),
    ("S1:667", "missing-field wrong-type comment"),
    ("S1:672", "missing-field comment"),
    ("S2:28", "missing-field unknown-value placeholder comment"),
    ("S2:70", "missing-field placeholder"),
    ("S2:775", "missing-field ellipsis placeholder"),
    ("S2:792", "missing-field"),
    ("S3:33", "missing-envelope ellipsis"),
    ("S3:43", "placeholder ellipsis comment"),
    ("S3:68", "placeholder ellipsis"),
    ("S3:120", "missing-envelope ellipsis"),
    ("S3:193", "placeholder angle-placeholder"),
    ("S4:193", "ellipsis"),
    ("another name for the payload", "misnamed-field"),
    ("an object in place of the string", "payload-not-string"),
    ("nothing but the payload text", "missing-field"),
    ("an envelope of its own", "missing-field unknown-field"),
    ("no envelope", "missing-envelope"),
    ("no envelope but an id", "half-envelope"),
    ("an id that was never filled in", "placeholder"),
    ("error fields left out", "missing-field"),
    ("words of a draft", "unknown-value misnamed-field"),
    ("a duration in quotes", "wrong-type"),
    ("a payload that is cut off", "truncated"),
];
