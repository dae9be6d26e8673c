//! File names.

use std::{
    ffi::{OsStr, OsString},
    os::unix::ffi::{OsStrExt, OsStringExt},
};

use super::{Case, check};
use crate::run::GOOD;

/// What comes before `.agent-response.json`.
const NAMES: [&[u8]; 36] = [
    b" ",
    b"a b",
    b"  two  ",
    b"\t",
    b"a\nb",
    b"\n",
    b"a\rb",
    b"--",
    b"-",
    b"--help",
    b"-q",
    b"--config=x",
    b"'",
    b"\"",
    b"\\",
    b"\\n",
    b"*",
    b"?[a-z]",
    b"{a,b}",
    b"$(touch run)",
    b"`touch run`",
    b"; touch run",
    b"| touch run",
    b"~",
    b"%00%2F",
    b"#&?=",
    b"\x1b[31mred\x07",
    b"\x01\x7f",
    "é".as_bytes(),
    "e\u{301}".as_bytes(),
    "\u{202e}turned".as_bytes(),
    "\u{200b}\u{feff}".as_bytes(),
    "✅😀".as_bytes(),
    // No UTF-8: a single byte, a character that was cut, and half of a surrogate pair.
    b"\xff",
    b"\xe2\x9c",
    b"\xed\xa0\x80",
];

fn name(before: &[u8]) -> OsString {
    OsString::from_vec([before, b".agent-response.json"].concat())
}

fn named(before: &OsStr, args: &[&str]) -> Case {
    let name = name(before.as_bytes());
    Case::new(format!("{args:?} {name:?}"), args).with_fault(&name)
}

#[test]
fn files_are_named_and_fixed_whatever_they_are_called() {
    let mut cases = Vec::new();
    for before in NAMES.iter().map(|it| OsStr::from_bytes(it)) {
        let name = name(before.as_bytes());
        cases.push(named(before, &["check", "--"]).arg(&name).code(1).says(".agent-response.json:5:3"));
        cases.push(named(before, &["check", "--format", "sarif"]).code(1).says(".agent-response.json"));
        cases.push(named(before, &["fix"]).fixes(&name));
        let below = OsString::from_vec([b"./", name.as_bytes()].concat());
        cases.push(named(before, &["fix", "--quiet"]).arg(below).fixes(&name));
        cases.push(named(before, &["fix", "--diff"]).code(1).says("+++ "));
        let wrap = Case::new(format!("wrap -o {name:?}"), &["wrap", "--created-at", "2025-01-01T00:00:00Z"]);
        let output = OsString::from_vec([b"--output=", name.as_bytes()].concat());
        // An existing file is never replaced without `--overwrite`.
        cases.push(wrap.with_fault(&name).arg(output).input("{}").code(2).says("already exists"));
    }
    check(cases, 216);
}

#[test]
fn names_can_be_as_long_as_the_system_allows() {
    let rest = ".agent-response.json".len();
    let mut cases = Vec::new();
    for unit in ["a", "é", "✅", "😀", "\u{202e}"] {
        let long = unit.repeat((255 - rest) / unit.len());
        let file = format!("{long}.agent-response.json");
        cases.push(named(OsStr::new(&long), &["fix"]).fixes(&file));
        cases.push(named(OsStr::new(&long), &["check"]).code(1).says(".agent-response.json:5:3"));
        // One character more is no name.
        let args = ["check", &format!("{unit}{unit}{unit}{unit}{file}")];
        cases.push(Case::new(format!("too long: {unit}"), &args).code(2).says(".agent-response.json"));
    }
    check(cases, 15);
}

#[test]
fn standard_input_can_have_any_name() {
    let mut cases = Vec::new();
    for before in NAMES.iter().map(|it| OsStr::from_bytes(it)) {
        let option = OsString::from_vec([b"--stdin-filename=", name(before.as_bytes()).as_bytes()].concat());
        let case = Case::new(format!("{option:?}"), &["check", "-"]).arg(option);
        cases.push(
            case.input(GOOD.replacen("\"response\":", "\"result\":", 1)).code(1).says(".agent-response.json:5:3"),
        );
    }
    check(cases, 36);
}
