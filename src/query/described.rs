//! Describes in words what a table's tests require.

use super::decimal::shown_number;
use crate::diagnostic::listed;
use crate::spec::{Measure, Relation, Should, Test};

/// What some tests require.
pub(crate) fn described_all(tests: &[Test]) -> String {
    let mut out = String::new();
    for (idx, test) in tests.iter().enumerate() {
        out.push_str(match tests.len() - idx {
            _ if idx == 0 => "",
            1 => " and ",
            _ => ", ",
        });
        out.push_str(&described(test));
    }
    out
}

/// What a test requires of the value it names.
pub(crate) fn described(test: &Test) -> String {
    let path = test.0.trim_start_matches(['.', '/']);
    let mut name = path;
    while let Some((_, rest)) = name.split_once('/') {
        name = rest;
    }
    let name = match path.get(..path.len() - name.len()).map(|it| it.trim_end_matches('/')) {
        Some("") | None => format!("`{name}`"),
        Some(object) => format!("`{name}` in `{object}`"),
    };
    match test.1 {
        Should::BeNull => format!("{name} is null"),
        Should::NotBeNull | Should::BeThere | Should::BeFilled => format!("{name} is present"),
        Should::NotBeBlank => format!("{name} is not empty"),
        Should::BeAbsent => format!("{name} is absent"),
        Should::Be(words) => format!("{name} is {}", listed(words, " or ")),
        Should::NotBe(words) => format!("{name} is not {}", listed(words, " or ")),
        Should::BeAmong(other) => format!("{name} is one of `{other}`"),
        Should::Compare(how, relation, plus, _) => {
            let limit = match relation {
                Relation::AtLeast => "at least ",
                Relation::AtMost => "at most ",
                Relation::Below => "less than ",
                Relation::Near(_) => "",
            };
            let number = shown_number(f64::from(plus));
            match how {
                Measure::Items if plus == 1 => format!("{name} has {limit}{number} item"),
                Measure::Items => format!("{name} has {limit}{number} items"),
                _ => format!("{name} is {limit}{number}"),
            }
        }
    }
}
