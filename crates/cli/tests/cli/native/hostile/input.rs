//! Standard input.

use super::{Case, NAME, check};
use crate::run::{GOOD, renamed};

#[test]
fn any_bytes_can_come_from_standard_input() {
    let utf16: Vec<u8> = [0xff, 0xfe].into_iter().chain(GOOD.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let inputs: [(&str, Vec<u8>, i32); 14] = [
        ("nothing", vec![], 1),
        ("a space", b" ".to_vec(), 1),
        ("a line break", b"\n".to_vec(), 1),
        ("zeros", vec![0; 5000], 1),
        ("no UTF-8", vec![0xff; 5000], 1),
        ("a byte order mark", "\u{feff}".into(), 1),
        ("a byte order mark before JSON", format!("\u{feff}{GOOD}").into(), 1),
        ("UTF-16", utf16, 1),
        ("escapes", b"\x1b[31m\x07\x1b]0;x\x07".to_vec(), 1),
        ("a mistake", renamed().into(), 1),
        ("one long line", format!("{{\"response\": \"{}\"", "x".repeat(1 << 20)).into(), 1),
        ("many lines", "\n".repeat(1 << 18).into(), 1),
        ("deep", "[".repeat(200_000).into(), 1),
        ("half a character", b"{\"a\": \"\xe2\x9c".to_vec(), 1),
    ];
    let mut cases = Vec::new();
    let name = format!("--stdin-filename={NAME}");
    for (what, input, code) in inputs {
        let check = Case::new(format!("check - < {what}"), &["check", "-", &name]).input(input.clone());
        cases.push(check.code(code).says(NAME));
        let json = Case::new(format!("check - --format json < {what}"), &["check", "-", "--format", "json", &name]);
        cases.push(json.input(input.clone()).code(code).says(NAME));
        cases.push(
            Case::new(format!("fix - < {what}"), &["fix", "-", &name]).input(input.clone()).raw().codes(&[0, code]),
        );
        cases.push(Case::new(format!("unwrap < {what}"), &["unwrap"]).raw().input(input.clone()).codes(&[0, 1, 2]));
        cases.push(Case::new(format!("recover < {what}"), &["recover"]).raw().input(input).codes(&[0, 1, 2]));
    }
    check(cases, 70);
}

#[test]
fn a_folder_is_no_standard_input() {
    let mut cases = Vec::new();
    for args in [&["check", "-"][..], &["fix", "-"], &["wrap"], &["unwrap"], &["recover"], &["wrap", "-"]] {
        let case = Case::new(format!("{args:?} < folder"), args).shell("exec \"$@\" <.");
        cases.push(case.code(2).says("Is a directory").says(if args[0] == "wrap" || args.len() == 1 {
            "standard input"
        } else {
            "<stdin>"
        }));
    }
    cases.push(Case::new("twice", &["check", "-", "-"]).input(renamed()).code(1).says("in 1 file"));
    cases.push(Case::new("a name without it", &["check", "--stdin-filename", "x"]).code(2).says("--stdin-filename"));
    cases.push(Case::new("watched", &["check", "--watch", "-"]).code(2).says("cannot be watched"));
    check(cases, 9);
}
