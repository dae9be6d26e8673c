//! The reading of a broken text as a whole: one walk from left to right that keeps the few cheapest readings.
//!
//! A reading is a path through states: the open containers, what is expected next, inside or outside a string. At each place it
//! goes on as the grammar says, which is free, or makes an edit, which costs something. The same edit again costs a tenth:
//! whoever makes a fault makes it in every text. What surrounds a quote is evidence of its own, which is never cheaper: otherwise
//! one long string would swallow the rows after it. Readings that meet in one state are merged, and the cheaper one
//! remembers by how much. This is the algorithm of Viterbi (1967) over a grammar with errors, as in Aho and Peterson, "A minimum
//! distance error-correcting parser for context-free languages" (1972), with a bounded number of paths.

mod bare;
mod calls;
mod classes;
mod closing;
mod comments;
mod dashes;
mod endings;
mod fault;
mod items;
mod live;
mod nested;
mod numbers;
mod odd;
mod path;
mod quotes;
mod replaced;
mod strict;
mod strides;
mod strings;
mod surroundings;
mod swapped;
mod values;
mod walk;

use crate::text::{Edit, Span, key_of, sorted};

pub(crate) use fault::ReadingFault;
use walk::ReadingWalk;

/// A reading of a text.
#[derive(Clone, Debug)]
pub(crate) struct WholeReading {
    /// The faults in the order of the text.
    pub(crate) faults: Vec<ReadFault>,
    /// By how much the best reading with another value is dearer.
    pub(crate) margin: i32,
}

/// One fault and the edit that repairs it.
#[derive(Clone, Debug)]
pub(crate) struct ReadFault {
    pub(crate) fault: ReadingFault,
    pub(crate) edit: Edit,
    /// Where the string begins that it is in.
    pub(crate) string: Option<usize>,
}

/// Readings with a smaller margin are uncertain.
const CERTAIN: i32 = 45;
/// Of so few faults, none of them words, the prices say more.
const FEW: usize = 2;
const CERTAIN_SLIP: i32 = 10;

impl WholeReading {
    /// Whether no other value is nearly as likely, and no word or number is lost.
    pub(crate) fn is_certain(&self, text: &str) -> bool {
        let is_minus = |it: Span| {
            let rest = text.get(it.end as usize..).unwrap_or_default().trim_ascii_start();
            it.of(text) == "-" && rest.starts_with(|it: char| it.is_ascii_digit())
        };
        let is_lost = |it: &ReadFault| {
            let (span, found) = (it.edit.span, it.edit.span.of(text));
            match it.fault {
                ReadingFault::Stray => found.contains(char::is_alphanumeric) || is_minus(span),
                // Words before a key.
                ReadingFault::BareKey => found.contains(" \""),
                _ => false,
            }
        };
        let has_word = self.faults.iter().any(|it| it.fault == ReadingFault::BareText);
        let least = if self.faults.len() <= FEW && !has_word { CERTAIN_SLIP } else { CERTAIN };
        self.margin >= least && !self.faults.iter().any(is_lost)
    }
}

/// Reads a text that is one JSON value with faults in it. `None` if no reading reaches the end of the text.
pub(crate) fn read(text: &str, names: &[&str]) -> Option<WholeReading> {
    let mut walk = ReadingWalk::new(text, names);
    let best = walk.run()?;
    let mut faults = walk.faults(&best);
    faults.reverse();
    let faults = sorted(faults, |it| key_of(it.edit.span.start, it.edit.span.end));
    Some(WholeReading { faults, margin: best.margin })
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::text::apply;

    /// The text with the faults repaired, and whether that is certain.
    fn repaired(text: &str) -> (String, bool) {
        let reading = read(text, &[]).unwrap();
        let edits: Vec<_> = reading.faults.iter().map(|it| it.edit.clone()).collect();
        (apply(text, &edits), reading.is_certain(text))
    }

    #[test]
    fn what_is_json_costs_nothing() {
        for text in [r#"{"a": 1, "b": ["x\"y", null]}"#, "[]", "[{}, {\"a\": -1.5e3}]"] {
            let reading = read(text, &[]).unwrap();
            assert!(reading.faults.is_empty(), "{text}");
        }
    }

    #[test]
    fn the_same_fault_in_several_texts_keeps_them_apart() {
        for (text, expected) in [
            (
                r#"{"r": [{"t": "Use "a" mode", "n": 0}, {"t": "Use "b" mode", "n": 1}]}"#,
                r#"{"r": [{"t": "Use \"a\" mode", "n": 0}, {"t": "Use \"b\" mode", "n": 1}]}"#,
            ),
            (r#"["desk 27" wide", "wall 55" high"]"#, r#"["desk 27\" wide", "wall 55\" high"]"#),
            (r#"{"a" = "x"; "b" = [1; 2]}"#, r#"{"a" : "x", "b" : [1, 2]}"#),
            (r#"{{"a": {{"b": 1}}, "c": {{}}}}"#, r#"{"a": {"b": 1}, "c": {}}"#),
            ("{'f': (3, None), 'g': (True,)}", r#"{"f": [3, null], "g": [true]}"#),
            ("{\"a\": \"one,\n\"b\": \"two,\n\"c\": 3}", "{\"a\": \"one\",\n\"b\": \"two\",\n\"c\": 3}"),
            (r#"{"a": ""x", "b": ""y"}"#, r#"{"a": "x", "b": "y"}"#),
            (r#"{"n": 45%, "m": 1,234, "s": $5}"#, r#"{"n": "45%", "m": 1234, "s": "$5"}"#),
            (r#"{"a": [1, 2, ...], "b": {"c": 1, ...}}"#, r#"{"a": [1, 2], "b": {"c": 1}}"#),
            (r#"{"a": [1，2，], "b": [3，]}"#, r#"{"a": [1,2], "b": [3]}"#),
            ("{'f': {'a', 'b'}, 'n': {}}", r#"{"f": ["a", "b"], "n": {}}"#),
            (r#"{"n": 0. 85, "m": 1. 5}"#, r#"{"n": 0.85, "m": 1.5}"#),
            (r#"[{"n":1{"n":2}]"#, r#"[{"n":1},{"n":2}]"#),
            ("[\nred\nblue\n]", "[\n\"red\",\n\"blue\"\n]"),
            (r#"["a, "b", "c, "d"]"#, r#"["a", "b", "c", "d"]"#),
            (r#"["a", b, "c"]"#, r#"["a", "b", "c"]"#),
            ("[\"red\"\nblue\n\"green\"]", "[\"red\",\n\"blue\",\n\"green\"]"),
            ("{'s': {1, 2}, 't': {3}}", r#"{"s": [1, 2], "t": [3]}"#),
            (r#"{"a": "x"}}, "b": 1}"#, r#"{"a": "x", "b": 1}"#),
            (r#"{"a": "x", "b": [1]}}"#, r#"{"a": "x", "b": [1]}"#),
            ("{'a': '''it's \"x\"'''}", r#"{"a": "it's \"x\""}"#),
            (r#"{"x": OrderedDict([("a", 1)]), "y": set({1, 2})}"#, r#"{"x": [["a", 1]], "y": [1, 2]}"#),
            (r#"{"d": deque([1], maxlen=3)}"#, r#"{"d": "deque([1], maxlen=3)"}"#),
            (r#"{"f": (x) => x + 1, "b": 2}"#, r#"{"f": "(x) => x + 1", "b": 2}"#),
            (r#"{"n": 5[1], "t": "text"[2]}"#, r#"{"n": 5, "t": "text"}"#),
            (r#"{"n": −5, "m": −1.5}"#, r#"{"n": -5, "m": -1.5}"#),
            (r#"{"a": x "b": 2, "c": y z "d": 4}"#, r#"{"a": "x", "b": 2, "c": "y z", "d": 4}"#),
            (r#"["a" true "b"]"#, r#"["a", true, "b"]"#),
            (r#"[[1, 2][3]]"#, r#"[[1, 2],[3]]"#),
            (r#"{"a": 1}, {"a": 2}"#, r#"[{"a": 1}, {"a": 2}]"#),
            (r#"{"a": 1, "b" 'c' and d", "e": 2}"#, r#"{"a": 1, "b": "'c' and d", "e": 2}"#),
        ] {
            assert_eq!(repaired(text), (expected.to_owned(), true), "{text}");
        }
    }

    #[test]
    fn a_replaced_or_swapped_sign_is_one_fault() {
        for (text, expected) in [
            (r#"{"a"; 1, "b": 2}"#, r#"{"a": 1, "b": 2}"#),
            (r#"{"a": 1} "b": 2}"#, r#"{"a": 1, "b": 2}"#),
            (r#"{"a": {"b": 1,, "c": 2}"#, r#"{"a": {"b": 1}, "c": 2}"#),
            (r#"{"a": ;"b": 1}, "c": 2}"#, r#"{"a": {"b": 1}, "c": 2}"#),
            (r#"{"a": ["x", "y'], "b": 1}"#, r#"{"a": ["x", "y"], "b": 1}"#),
            (r#"{"a": ,word", "b": 1}"#, r#"{"a": "word", "b": 1}"#),
            (r#"{"a":1,'b": 2}"#, r#"{"a":1,"b": 2}"#),
            (r#"{"a"":x", "b": 1}"#, r#"{"a":"x", "b": 1}"#),
            (r#"{"a": "wor"d, "b": 1}"#, r#"{"a": "word", "b": 1}"#),
            (r#"{"a": {"b": "x}", "c": 1}"#, r#"{"a": {"b": "x"}, "c": 1}"#),
            (r#"{"a": }{, "b": 1}"#, r#"{"a": {}, "b": 1}"#),
            (r#"{"a": word", "b": 1}"#, r#"{"a": "word", "b": 1}"#),
            ("{\"a\": 1.,5\n\"b\": 2}", "{\"a\": 1.5,\n\"b\": 2}"),
            (r#"{"a": +1.5, "b": 2}"#, r#"{"a": 1.5, "b": 2}"#),
            ("{\"a\": \"x\" (twice),\n\"b\": 1}", "{\"a\": \"x (twice)\",\n\"b\": 1}"),
            (r#"{"a": "D:\"}"#, r#"{"a": "D:\\"}"#),
            (r#"{"a": "{\"b\"" 1}", "c": 2}"#, r#"{"a": "{\"b\": 1}", "c": 2}"#),
            (
                r#"{"a": "{\"b\": \"say \\\"x\\\" \\"y\"}", "c": 2}"#,
                r#"{"a": "{\"b\": \"say \\\"x\\\" \\\"y\"}", "c": 2}"#,
            ),
            (r#"{"a": "{\"b\\": 1}", "c": 2}"#, r#"{"a": "{\"b\": 1}", "c": 2}"#),
            (r#"{"a": "{\"b\": \"say "x\"}", "c": 2}"#, r#"{"a": "{\"b\": \"say \\\"x\"}", "c": 2}"#),
        ] {
            assert_eq!(repaired(text).0, expected, "{text}");
            assert_eq!(read(text, &[]).unwrap().faults.len(), 1, "{text}");
        }
    }

    #[test]
    fn no_word_or_number_is_lost() {
        for text in [
            r#"{"a": {value}}"#,
            r#"{"n": 12, 345}"#,
            r#"{"n": 5, x[1]}"#,
            r#"{"a": true, checked twice "b": 3}"#,
            r#"{"a": true, (checked) "b": 3}"#,
            r#"["a", and then "b", 3]"#,
            r#"["a" or "b", "c"]"#,
        ] {
            assert!(!repaired(text).1, "{text}: {}", repaired(text).0);
        }
    }
}
