//! Bytes in any encoding or none: what is offered is what is done, and nothing is in the output that was not in the
//! input.

use agent_response::{Options, Safety, fix_bytes, text, validate_bytes};

use crate::random::Random;

/// Texts in several encodings, with bytes in them that belong to none.
fn files() -> Vec<Vec<u8>> {
    let mut random = Random::new(7);
    let parts: [&[u8]; 12] = [
        b"{\"status\": \"",
        b"caf\xE9",
        "é✅".as_bytes(),
        b"\x93x\x94",
        b"\xF0\x9F",
        b"\x81",
        b"\",",
        b"}",
        b"\xFF\xFE",
        b"\0",
        "\u{fffd}".as_bytes(),
        b",\n",
    ];
    let mut out: Vec<Vec<u8>> = Vec::new();
    for idx in 0..2000 {
        let mut bytes: Vec<u8> = (0..random.below(6)).flat_map(|_| random.one_of(&parts).to_vec()).collect();
        if idx % 4 == 0 {
            bytes = String::from_utf8_lossy(&bytes).encode_utf16().flat_map(u16::to_le_bytes).collect();
        }
        if idx % 16 == 0 {
            bytes.pop();
        }
        out.push(bytes);
    }
    out
}

fn count(text: &str) -> usize {
    text.matches(char::REPLACEMENT_CHARACTER).count()
}

#[test]
fn what_could_not_be_read_is_not_written() {
    let (mut n_read, mut n_guessed, mut n_left) = (0, 0, 0);
    for bytes in files() {
        // In the file itself, not in place of unreadable bytes.
        let there = match text::decode(&bytes) {
            text::DecodedFile::Utf8(it) => count(it),
            text::DecodedFile::Utf16(it, _) => count(&it),
            text::DecodedFile::Broken(..) => bytes.windows(3).filter(|it| *it == [0xEF, 0xBF, 0xBD]).count(),
        };
        for suggestions in [false, true] {
            match fix_bytes(&bytes, &Options::default(), suggestions) {
                Ok(it) => assert!(count(&it.text) <= there, "{bytes:?}: {}", it.text),
                Err(report) => assert!(report.diagnostics.iter().any(|it| it.code == "invalid-utf8"), "{bytes:?}"),
            }
        }
        match text::decode(&bytes) {
            text::DecodedFile::Broken(_, _, edits) if edits.is_empty() => n_left += 1,
            text::DecodedFile::Broken(..) => n_guessed += 1,
            _ => n_read += 1,
        }
    }
    assert!(n_read > 200 && n_guessed > 200 && n_left > 200, "{n_read} {n_guessed} {n_left}");
}

#[test]
fn what_is_offered_is_done() {
    for bytes in files() {
        for off in [false, true] {
            let rules = if off { vec![("invalid-utf8".to_owned(), None)] } else { Vec::new() };
            let options = Options { rules, ..Options::default() };
            let before = validate_bytes(&bytes, &options);
            let mut fixes =
                before.diagnostics.iter().filter_map(|it| it.fixes.first()).filter(|it| !it.edits.is_empty());
            let is_offered = fixes.any(|it| it.safety == Safety::Safe);
            let is_done = fix_bytes(&bytes, &options, false).is_ok_and(|it| !it.applied.is_empty());
            assert_eq!(is_offered, is_done, "{bytes:?}");
        }
    }
}
