//! Fixes of chosen findings, reports that end early, and URLs of rule pages.

use agent_response::{Only, Options, Report, Safety, fix, fix_bytes_only, fix_only, rules, validate};

use crate::examples::examples;

/// What a caller passes to choose a finding.
fn chosen(it: &agent_response::report::Diagnostic) -> Only {
    Only::Finding { code: it.code.to_owned(), from: it.from, to: it.to }
}

/// The text after applying the entries of a ledger.
fn replayed(text: &str, applied: &[agent_response::report::AppliedFix]) -> String {
    let mut text = text.to_owned();
    for entry in applied {
        for edit in entry.edits.iter().rev() {
            text.replace_range(edit.bytes.from as usize..edit.bytes.to as usize, &edit.text);
        }
    }
    text
}

#[test]
fn all_rules_are_everything() {
    let all: Vec<_> = rules().iter().map(|it| Only::Rule(it.id.to_owned())).collect();
    for (text, options) in examples() {
        assert_eq!(fix_only(&text, &options, true, &all), fix(&text, &options, true), "{text}");
        assert_eq!(fix_only(&text, &options, true, &[]).text, text);
    }
}

#[test]
fn each_finding_is_fixed_where_it_is_and_nothing_else() {
    let mut n_fixed = 0;
    for (text, options) in examples() {
        let report = validate(&text, &options);
        let fixable = |it: &&agent_response::report::Diagnostic| it.fixes.iter().take(1).any(|it| !it.edits.is_empty());
        for finding in report.diagnostics.iter().filter(fixable) {
            let result = fix_only(&text, &options, true, &[chosen(finding)]);
            assert_eq!(result.applied.len(), 1, "{} in {text}", finding.code);
            assert_eq!((result.applied[0].code, &result.applied[0].title), (finding.code, &finding.fixes[0].title));
            assert_eq!(replayed(&text, &result.applied), result.text);
            n_fixed += 1;
            let is_safe = finding.fixes[0].safety == Safety::Safe;
            assert_eq!(fix_only(&text, &options, false, &[chosen(finding)]).applied.len(), usize::from(is_safe));
        }
        // All of them at once: each is fixed if it still exists after the others are.
        let all: Vec<_> = report.diagnostics.iter().filter(fixable).map(chosen).collect();
        let result = fix_only(&text, &options, true, &all);
        assert!(result.applied.len() <= all.len() && (all.is_empty() || !result.applied.is_empty()), "{text}");
        assert_eq!(replayed(&text, &result.applied), result.text);
    }
    assert!(n_fixed > 300, "{n_fixed}");
}

#[test]
fn bytes_keep_their_encoding_unless_it_is_chosen() {
    let text = "{\"metadata\": {\"a\": [1, ]}}";
    let wide: Vec<u8> = std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let rule = |code: &str| Only::Rule(code.to_owned());
    let options = Options::default();
    assert!(fix_bytes_only(&wide, &options, false, &[rule("trailing-comma")]).is_err());
    let fixed = fix_bytes_only(&wide, &options, false, &[rule("trailing-comma"), rule("invalid-utf8")]).unwrap();
    assert_eq!(fixed.text, "{\"metadata\": {\"a\": [1 ]}}");
    let only_encoding = fix_bytes_only(&wide, &options, false, &[rule("invalid-utf8")]).unwrap();
    assert_eq!((only_encoding.text.as_str(), only_encoding.applied.len()), (text, 1));
}

#[test]
fn a_short_report_is_the_beginning_of_a_long_one() {
    for (text, options) in examples() {
        let whole = validate(&text, &options);
        for most in [1, 2, 5] {
            let short: Report = validate(&text, &Options { max_findings: most, ..options.clone() });
            assert_eq!(short.valid, whole.valid);
            if whole.diagnostics.len() <= most {
                assert_eq!(short, whole);
            } else {
                assert_eq!(short.diagnostics[..most], whole.diagnostics[..most]);
                assert_eq!((short.diagnostics.len(), short.diagnostics[most].code), (most + 1, "too-many-findings"));
                let n_more = format!("{}", whole.diagnostics.len() - most);
                assert!(short.diagnostics[most].message.contains(&n_more), "{}", short.diagnostics[most].message);
            }
        }
        // The limit for reported findings does not change what is fixed.
        let fixed = fix(&text, &Options { max_findings: 1, ..options.clone() }, true);
        assert_eq!(fixed.text, fix(&text, &options, true).text);
    }
}

#[test]
fn pages_are_below_the_address_that_is_given() {
    for docs in ["https://example.org", "https://example.org/"] {
        let options = Options { docs: Some(docs.to_owned()), ..Options::default() };
        let report = validate("{\"status\": \"success\",}", &options);
        assert!(report.diagnostics.iter().all(|it| it.docs == format!("https://example.org/rules/{}", it.code)));
    }
}
