//! Escapes that JSON has but whose backslash was meant literally: `\b` and `\f`, because text has no backspaces or form
//! feeds, as in `\bfoo\b` and `\frac`; and `\n`, `\r` and `\t` at the beginning of a LaTeX command, as in `\theta`, or in a path of
//! Windows, as in `C:\temp\new`.

use super::strings::double_all;
use crate::diagnostic::Severity;
use crate::document::DocId;
use crate::findings::Findings;
use crate::json::{Flags, Node};
use crate::query::Context;
use crate::rules;
use crate::text::{Span, find_byte, sorted};

/// Commands of LaTeX that begin like an escape. Without their first letter, none is a word with which a line begins or
/// that follows a tab.
const COMMANDS: &[&[u8]] = &[
    b"nabla",
    b"neq",
    b"newcommand",
    b"nolimits",
    b"notin",
    b"nsubseteq",
    b"rho",
    b"right",
    b"rightarrow",
    b"rightharpoonup",
    b"textbf",
    b"textit",
    b"textrm",
    b"texttt",
    b"tfrac",
    b"therefore",
    b"theta",
    b"times",
    b"triangle",
];

/// Those that count only next to other commands.
const SHORT_COMMANDS: &[&[u8]] =
    &[b"ne", b"not", b"nu", b"rangle", b"rm", b"tan", b"tau", b"text", b"tilde", b"to", b"top"];

/// Reports the first one in each string.
pub(super) fn check(ctx: &Context, doc: DocId, out: &mut Findings) {
    let document = ctx.doc(doc);
    // Other wrong escapes in the string may explain these.
    let is_it = |it: &&Node| it.flags.has(Flags::DUBIOUS_ESCAPE) && !it.flags.has(Flags::FAULTY);
    let mut strings = document.tree.strings().filter(is_it).peekable();
    if strings.peek().is_none() {
        return;
    }
    // In a payload, it becomes a raw character, which is an error there.
    let payloads = ctx.bindings.payloads.iter().filter(|it| it.doc == doc);
    let payloads = sorted(payloads.map(|it| document.tree.span(it.node).start).collect(), |it| u64::from(*it));
    for node in strings.filter(|it| payloads.binary_search(&it.span.start).is_err()) {
        let bytes = document.text.as_bytes();
        let literal = literal(bytes, node.span, false);
        let Some(&at) = literal.first() else { continue };
        let span = Span::new(at, at + 2);
        out.report(&rules::BAD_ESCAPE, doc, span, |finding| {
            let escape = span.of(&document.text);
            finding.severity = Severity::Warning;
            finding.say(format_args!(
                "`{escape}` is a {}; double the backslash if it is part of the text",
                character(escape)
            ));
            finding.fix(double_all(&document.text, &literal));
        });
    }
}

fn character(escape: &str) -> &'static str {
    match escape {
        "\\b" => "backspace",
        "\\f" => "form feed",
        "\\n" => "line break",
        "\\r" => "carriage return",
        _ => "tab",
    }
}

/// The backslashes in a string that were meant literally; next to other commands of LaTeX (`has_commands`), short ones count, too.
pub(super) fn literal(bytes: &[u8], string: Span, has_commands: bool) -> Vec<usize> {
    let bytes = bytes.get(..string.end as usize).unwrap_or_default();
    let mut literal = Vec::new();
    let mut at = string.start as usize;
    while let Some(found) = find_byte(bytes, at, b'\\') {
        let word = bytes.get(found + 1..).unwrap_or_default();
        at = found + 2;
        if matches!(word, [b'b' | b'f', ..])
            || is_command(word, COMMANDS)
            || has_commands && is_command(word, SHORT_COMMANDS)
        {
            literal.push(found);
        } else if is_drive(bytes.get(string.start as usize..found).unwrap_or_default()) {
            let path = path(bytes, found);
            at = path.last().map_or(at, |it| it + 2);
            literal.extend(path);
        }
    }
    literal
}

/// Whether a text ends with the drive of a path, such as `C:`.
fn is_drive(text: &[u8]) -> bool {
    matches!(text, [.., before, letter, b':'] if letter.is_ascii_uppercase() && !before.is_ascii_alphanumeric())
}

/// The backslashes of a path whose first one is there; none if it may be a list of lines, as in `Plan B:\nbuild\ntest`.
fn path(bytes: &[u8], first: usize) -> Vec<usize> {
    let rest = bytes.get(first..).unwrap_or_default();
    let len = rest.iter().position(|it| *it <= b' ' || *it == b'"').unwrap_or(rest.len());
    let rest = rest.get(..len).unwrap_or_default();
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(found) = find_byte(rest, at, b'\\') {
        // Each name has at least two characters, the letter of the escape included.
        if !matches!(rest.get(found + 1..), Some([b'b' | b'f' | b'n' | b'r' | b't', next, ..]) if next.is_ascii_alphanumeric())
        {
            return Vec::new();
        }
        out.push(first + found);
        at = found + 2;
    }
    let has_tab = rest.windows(2).any(|it| it == b"\\t");
    let has_extension = rest.iter().rev().take(6).skip(1).any(|it| *it == b'.');
    if out.len() > 1 && (has_tab || has_extension) { out } else { Vec::new() }
}

/// Whether a text begins with one of these commands.
fn is_command(text: &[u8], commands: &[&[u8]]) -> bool {
    let n_letters = text.iter().take_while(|it| it.is_ascii_alphabetic()).count();
    text.get(..n_letters).is_some_and(|it| commands.contains(&it))
}
