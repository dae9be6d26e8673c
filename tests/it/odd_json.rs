//! JSON that is written in another way or ends too early, and what is just not that: each text with all that is found.

use agent_response::{Options, fix, validate};

/// A text, and the rules that are broken in it with what they are about.
type Case = (&'static str, &'static [(&'static str, &'static str)]);

#[rustfmt::skip] // One row per text.
const CASES: &[Case] = &[
    // Only a comment that is never closed says why the text ends.
    (r#"{"a": 1 /* b"#, &[("comment", "/* b")]),
    (r#"{"a": 1 /* b */"#, &[("syntax", "/*"), ("comment", "/* b */")]),
    // The string begins so late that its offset and the length of its quote are not interchangeable.
    ("{\"long key\": “ab", &[("single-quotes", "“ab"), ("truncated", "“ab")]),
    (r#"{"a" 'b'}"#, &[("syntax", "'"), ("single-quotes", "'b'")]),
    // Without its last bracket it may be a text.
    (r#"'{"a": 1}'"#, &[("syntax", "'")]),
    (r#"'{"a": 1'"#, &[("single-quotes", r#"'{"a": 1'"#)]),
    // The backslashes of one word are one mistake.
    (r#"{"pattern": "^\d+\.\w{2,}\s*$"}"#, &[("bad-escape", r"\d")]),
    // A last bracket is missing at the end, even after one that is equal.
    (r#"{"a": {}"#, &[("syntax", "")]),
    // Braces around words are those of placeholders.
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
