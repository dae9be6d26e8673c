//! Files and input that are not UTF-8: no byte of them is lost, and what is offered is what `fix` does.

use std::fs;

use crate::run::{Folder, GOOD};

const NAME: &str = ".agent-response-phase8.json";

/// A response with a comma too many, which `fix` takes out, and a message that needs an encoding.
const TEXT: &str = r#"{
  "request_id": "7c1f0a52-3d0b-4a5e-9a43-5b0c8f6d2e11",
  "version": "1.0",
  "status": "error",
  "response": null,
  "error_message": "Zoë ’n’",
  "error_type": "timeout",
  "created_at": "2025-11-24T14:22:45.123456+00:00",
  "duration_seconds": 42.5,
  "metadata": {},
}
"#;

fn windows_1252(text: &str) -> Vec<u8> {
    text.chars().map(|it| if it == '’' { 0x92 } else { u8::try_from(u32::from(it)).unwrap() }).collect()
}

fn utf16(text: &str, turn: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(turn).collect()
}

/// Every kind of bytes that cannot be read.
fn unreadable() -> Vec<Vec<u8>> {
    let mut all = vec![windows_1252(TEXT), b"caf\xe9".to_vec(), b"{\xff}".to_vec(), b"\xef\xbb\xbf{\xe9}".to_vec()];
    // A character that is cut off, a lone half in UTF-16, an odd byte after it, UTF-32.
    let mut cut = GOOD.as_bytes().to_vec();
    cut.push(0xC3);
    all.push(cut);
    all.push([&utf16("\u{feff}{\"a\": \"", u16::to_le_bytes), &b"\x00\xd8"[..]].concat());
    all.push([&utf16("\u{feff}{}", u16::to_le_bytes), &b"x"[..]].concat());
    all.push("\u{feff}{}".chars().flat_map(|it| u32::from(it).to_le_bytes()).collect());
    all
}

#[test]
fn bytes_that_cannot_be_read_come_out_as_they_went_in() {
    let folder = Folder::with(&[]);
    for bytes in unreadable() {
        for more in [&[][..], &["--quiet"], &["--rule", "invalid-utf8=off"], &["--rule", "invalid-utf8=hint"]] {
            let output = folder.output_of(&[&["fix", "-"], more].concat(), &bytes);
            let error = String::from_utf8(output.stderr).unwrap();
            assert_eq!((output.status.code(), &output.stdout), (Some(1), &bytes), "{more:?}: {error}");
            assert!(error.contains("not UTF-8, so nothing was fixed"), "{error}");
            assert!(!error.contains("nothing to fix"), "{error}");
        }
        let run = folder.run_with_input(&["fix", "-", "--diff"], &bytes);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{}", run.err);
        let json = folder.run_with_input(&["fix", "-", "--format", "json"], &bytes);
        let file = &json.files()[0];
        assert_eq!((json.code, &file["changed"], file.get("text")), (1, &false.into(), None));
    }
}

#[test]
fn a_file_that_cannot_be_read_is_not_written() {
    let folder = Folder::with(&[]);
    for bytes in unreadable() {
        folder.write(NAME, &bytes);
        for more in [&[][..], &["--diff"], &["--rule", "invalid-utf8=off"]] {
            let run = folder.run(&[&["fix"], more].concat());
            assert_eq!((run.code, &fs::read(folder.path(NAME)).unwrap()), (1, &bytes), "{}", run.out);
            assert!(run.err.contains(&format!("error: {NAME}: not UTF-8")), "{}", run.err);
        }
    }
}

#[test]
fn what_is_offered_for_a_file_is_what_fix_does() {
    let folder = Folder::with(&[]);
    let all = unreadable().into_iter().chain([utf16(TEXT, u16::to_le_bytes), TEXT.as_bytes().to_vec()]);
    for bytes in all {
        for rule in ["--rule=invalid-utf8=off", "--rule=invalid-utf8=error"] {
            folder.write(NAME, &bytes);
            let offered = folder.run(&["check", "--format", "json", rule]).json()["summary"].clone();
            let fixed = folder.run(&["fix", "--format", "json", rule]).json()["summary"].clone();
            assert_eq!(offered["fixable"] == 0, fixed["fixed"] == 0, "{offered} {fixed} {bytes:?}");
            assert_eq!(fixed["fixable"], 0, "{fixed}");
            let fixed = folder.run(&["fix", "--suggestions", "--format", "json", rule]).json()["summary"].clone();
            assert_eq!((&fixed["fixable"], &fixed["fixable_by_suggestion"]), (&0.into(), &0.into()), "{fixed}");
        }
    }
}

#[test]
fn windows_1252_is_a_suggestion() {
    let folder = Folder::with(&[]);
    let expected = folder.run_with_input(&["fix", "-", "--as", "agent-response"], TEXT).out;
    assert!(expected.contains("Zoë ’n’") && !expected.contains(",\n}"), "{expected}");
    folder.write("a.json", windows_1252(TEXT));
    let run = folder.run(&["fix", "a.json", "--suggestions", "--as", "agent-response"]);
    assert_eq!(folder.read("a.json"), expected);
    assert!(run.out.contains("Convert it from Windows-1252 to UTF-8 [invalid-utf8]"), "{}", run.out);
    let piped = folder.run_with_input(&["fix", "-", "--suggestions", "--as", "agent-response"], windows_1252(TEXT));
    assert_eq!(piped.out, expected);
    let run = folder.run_with_input(&["fix", "-", "--diff", "--suggestions"], windows_1252(TEXT));
    assert!(run.out.contains("\n+  \"error_message\": \"Zoë ’n’\",\n"), "{}", run.out);
}

#[test]
fn utf_16_is_written_as_utf_8() {
    let folder = Folder::with(&[]);
    let expected = folder.run_with_input(&["fix", "-"], TEXT).out;
    for turn in [u16::to_le_bytes as fn(u16) -> _, u16::to_be_bytes] {
        for mark in ["", "\u{feff}"] {
            let bytes = utf16(&format!("{mark}{}", TEXT), turn);
            assert_eq!(folder.run_with_input(&["fix", "-"], &bytes).out, expected);
            folder.write("a.json", &bytes);
            folder.run(&["fix", "a.json", "--diff"]);
            assert_eq!(fs::read(folder.path("a.json")).unwrap(), bytes);
            folder.run(&["fix", "a.json", "--as", "agent-response"]);
            assert_eq!(folder.read("a.json"), expected);
            // Without its rule there is no repair, and no byte changes.
            let output = folder.output_of(&["fix", "-", "--rule", "invalid-utf8=off"], &bytes);
            assert_eq!((output.status.code(), output.stdout), (Some(1), bytes));
        }
    }
}
