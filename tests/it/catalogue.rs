//! The catalogue of faults: each row has a case under a heading with its name, and the case finds what the row lists.

use std::collections::HashMap;

use crate::examples::files;
use crate::pages::run;

/// Each row, and the rules of which one must be reported in its case.
const ROWS: &str = include_str!("catalogue.txt");

/// Rows that no page can show, and the test that covers each.
const ELSEWHERE: &[(&str, &str)] = &[("json-too-large", "linear::above_the_limit_only_the_text_is_checked")];

#[test]
fn every_row_has_a_case() {
    let mut cases: HashMap<String, Vec<&'static str>> = HashMap::new();
    for path in files("tests/cases") {
        for (heading, codes) in run(&path, None).cases {
            cases.entry(heading).or_default().extend(codes);
        }
    }
    let mut faults = Vec::new();
    let mut table = "";
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for line in ROWS.lines().filter(|it| !it.is_empty()) {
        if let Some(name) = line.strip_prefix("# ") {
            table = name;
            counts.push((table, 0));
            continue;
        }
        let (row, rules) = line.split_once(' ').expect("a row and its rules");
        let found = cases.get(row).is_some_and(|it| rules.split(' ').any(|rule| it.contains(&rule)));
        if !found {
            faults.push(format!("{table}: {row}"));
        }
        counts.last_mut().unwrap().1 += 1;
    }
    for (row, _) in ELSEWHERE {
        assert!(!ROWS.lines().any(|it| it.starts_with(row)), "{row} is listed twice");
    }
    println!("elsewhere: {} rows", ELSEWHERE.len());
    for (table, n_rows) in counts {
        println!("{table}: {n_rows} rows");
    }
    assert!(faults.is_empty(), "rows without a case that reports them:\n{}", faults.join("\n"));
}
