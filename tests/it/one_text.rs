//! Laws that hold for any one text: the tests call them over generated texts, the fuzzer over its own.

use agent_response::text::{Edit, Span, Utf16Index, Utf16Place, apply};
use agent_response::{Options, fix, validate};

/// Every place of every finding lies in the text, on character boundaries, and all its coordinates agree.
pub(crate) fn places_lie_in_it(text: &str, options: &Options) {
    let utf16: Vec<u16> = text.encode_utf16().collect();
    for it in validate(text, options).diagnostics {
        let (from, to) = (it.bytes.from as usize, it.bytes.to as usize);
        assert!(from <= to && text.is_char_boundary(from) && text.is_char_boundary(to), "{it:#?}\n{text}");
        let marked = String::from_utf16_lossy(&utf16[it.from as usize..it.to as usize]);
        assert_eq!(marked, text[from..to], "{it:#?}\n{text}");
        let line_start = text[..from].rfind(['\n', '\r']).map_or(0, |it| it + 1);
        let character = text[line_start..from].encode_utf16().count();
        assert_eq!(it.range.start.character as usize, character, "{it:#?}\n{text}");
        for edit in it.fixes.iter().flat_map(|it| &it.edits) {
            assert!(text.get(edit.bytes.from as usize..edit.bytes.to as usize).is_some(), "{it:#?}\n{text}");
        }
    }
}

/// All safe fixes together settle at once, the ledger gives the same bytes, and the report is that of the result.
pub(crate) fn fixes_settle(text: &str, options: &Options) {
    let result = fix(text, options, false);
    let mut replayed = text.to_owned();
    for entry in &result.applied {
        let mut index = Utf16Index::new(&replayed);
        for it in &entry.edits {
            for (byte, position, offset) in
                [(it.bytes.from, it.range.start, it.from), (it.bytes.to, it.range.end, it.to)]
            {
                let place = index.at(byte);
                let told = Utf16Place { line: position.line, character: position.character, offset };
                assert_eq!(told, place, "{entry:#?}\n{replayed:?}\nfrom\n{text:?}");
            }
        }
        let edits = entry
            .edits
            .iter()
            .map(|it| Edit { span: Span { start: it.bytes.from, end: it.bytes.to }, text: it.text.clone() });
        replayed = apply(&replayed, &edits.collect::<Vec<_>>());
    }
    assert_eq!(replayed, result.text, "the ledger of\n{text}");
    let again = fix(&result.text, options, false);
    assert!(again.applied.is_empty(), "not settled: {:#?}\n{text}\n=>\n{}", again.applied, result.text);
    assert!(result.settled, "more can be repaired of\n{text}");
    assert_eq!(result.report, validate(&result.text, options));
}
