//! JSON texts made from a seed: valid ones, damaged ones, and random pieces.

use crate::random::Random;

/// The parts of strings: escapes of every kind, characters of one to four bytes.
const BITS: &[&str] = &[
    "a",
    "B",
    "7",
    " ",
    "é",
    "✅",
    "😀",
    "\u{7f}",
    "/",
    "'",
    "{",
    "[",
    ",",
    ":",
    "#",
    "\\n",
    "\\t",
    "\\\"",
    "\\\\",
    "\\/",
    "\\b",
    "\\u0041",
    "\\u00e9",
    "\\u2705",
    "\\ud83d\\ude00",
    "\\u0000",
    "\u{a0}",
    "\u{2028}",
    "“",
    "```",
];

/// Pieces that sometimes look like JSON when they are joined.
pub(crate) const SOUP: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "\"a\"",
    "\"b\": ",
    "1",
    "-2.5e3",
    "01",
    "+1",
    ".5",
    "true",
    "False",
    "None",
    "nul",
    "NaN",
    "-Infinity",
    " ",
    "\n",
    "\r\n",
    "\t",
    "//x\n",
    "/* y */",
    "/*",
    "# z\n",
    "<!--",
    "-->",
    "'c'",
    "'",
    "`",
    "```json\n",
    "```",
    "“d”",
    "”",
    "...",
    "…",
    "<todo>",
    "\\",
    "\\n",
    "\\u12",
    "\\ud800",
    "\\\"",
    "é",
    "😀",
    "\0",
    "\u{1}",
    "\u{a0}",
    "\u{feff}",
    "=",
    ";",
    "word",
    "key:",
    "\"\"\"",
    "\"{\"x\": [1]}\"",
    "\"k\": \"v\",\n",
    "(",
    "@",
];

/// A valid JSON value, on one line or several.
pub(crate) fn value(random: &mut Random, depth: usize) -> String {
    let mut out = String::new();
    write(random, depth, &mut out);
    out
}

fn write(random: &mut Random, depth: usize, out: &mut String) {
    match random.below(if depth == 0 { 6 } else { 10 }) {
        0 => out.push_str(random.one_of::<&str>(&["null", "true", "false"])),
        1 => out.push_str(random.one_of::<&str>(&[
            "0",
            "-1",
            "12",
            "3.25",
            "1e9",
            "-0.5E-3",
            "123456789012345678901234567890",
        ])),
        2..=5 => string(random, out),
        6 | 7 => {
            out.push('[');
            for idx in 0..random.below(4) {
                out.push_str(if idx == 0 { "" } else { "," });
                blank(random, out);
                write(random, depth - 1, out);
            }
            blank(random, out);
            out.push(']');
        }
        _ => {
            out.push('{');
            for idx in 0..random.below(4) {
                out.push_str(if idx == 0 { "" } else { "," });
                blank(random, out);
                string(random, out);
                out.push(':');
                blank(random, out);
                write(random, depth - 1, out);
            }
            blank(random, out);
            out.push('}');
        }
    }
}

fn string(random: &mut Random, out: &mut String) {
    out.push('"');
    for _ in 0..random.below(8) {
        out.push_str(random.one_of::<&str>(BITS));
    }
    out.push('"');
}

fn blank(random: &mut Random, out: &mut String) {
    out.push_str(random.one_of::<&str>(&["", "", " ", "\n  ", "\r\n", "\t"]));
}

/// The text with a few pieces removed, inserted, doubled or cut off.
pub(crate) fn damaged(random: &mut Random, text: &str) -> String {
    let mut out = text.to_owned();
    for _ in 0..=random.below(3) {
        let (from, to) = (boundary(random, &out), boundary(random, &out));
        let (from, to) = (from.min(to), from.max(to));
        let to_near = out.char_indices().map(|it| it.0).find(|it| *it > from).unwrap_or(out.len());
        match random.below(8) {
            0..=2 => out.replace_range(from..to_near, ""),
            3..=5 => out.insert_str(from, random.one_of::<&str>(SOUP)),
            6 => out = format!("{}{}{}", &out[..to], &out[from..to], &out[to..]),
            _ => out.truncate(to),
        }
    }
    out
}

/// Pieces of JSON in random order.
pub(crate) fn soup(random: &mut Random) -> String {
    (0..random.below(40)).map(|_| *random.one_of(SOUP)).collect()
}

/// An offset between two characters.
fn boundary(random: &mut Random, text: &str) -> usize {
    let mut at = random.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
