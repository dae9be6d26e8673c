//! JSON in another notation or that ends too early, and near misses: each text with all its findings.

use agent_response::{Options, fix, validate};

/// A text, and its findings: each rule with the marked text.
type Case = (&'static str, &'static [(&'static str, &'static str)]);

#[rustfmt::skip] // One row per text.
const CASES: &[Case] = &[
    // Only an unclosed comment explains why the text ends.
    (r#"{"a": 1 /* b"#, &[("comment", "/* b")]),
    (r#"{"a": 1 /* b */"#, &[("syntax", "/*"), ("comment", "/* b */")]),
    // The string begins late enough that its offset cannot be mistaken for the length of its quote.
    ("{\"long key\": “ab", &[("single-quotes", "“ab"), ("truncated", "“ab")]),
    (r#"{"a" 'b'}"#, &[("syntax", "'b'"), ("single-quotes", "'b'")]),
    // Without its last bracket, it may be plain text.
    (r#"'{"a": 1}'"#, &[("syntax", "'")]),
    (r#"'{"a": 1'"#, &[("single-quotes", r#"'{"a": 1'"#)]),
    // The backslashes of one word are one mistake.
    (r#"{"pattern": "^\d+\.\w{2,}\s*$"}"#, &[("bad-escape", r"\d")]),
    // A missing last bracket is reported at the end, even after an equal one.
    (r#"{"a": {}"#, &[("syntax", "")]),
    // Braces around words are placeholders.
    ("[INFO] done {x}", &[("syntax", "[INFO] done {x}")]),
    ("\"```json\n{\"a\": 1}\n```\"", &[("unescaped-quote", "\"")]),
];

#[test]
fn each_text_has_its_findings() {
    for (text, expected) in CASES {
        let found = validate(text, &Options::default()).diagnostics;
        let found = found.iter().filter(|it| it.code != "unknown-format");
        let shown: Vec<_> = found.map(|it| (it.code, &text[it.bytes.from as usize..it.bytes.to as usize])).collect();
        assert_eq!(shown, *expected, "{text}");
    }
}

#[test]
fn signs_of_other_languages_become_colons() {
    for text in [r#"{"a" = 1, "b" => 2}"#, "{a = 1, b => 2}", r#"{"a": 1, b = 2}"#, r#"{"a" == 1, "b" ==> 2}"#] {
        let options = Options::default();
        assert_eq!(fix(text, &options, false).text, text, "nothing is certain");
        let fixed = fix(text, &options, true).text;
        assert_eq!(fixed.replace(' ', ""), r#"{"a":1,"b":2}"#, "{text}");
    }
}
