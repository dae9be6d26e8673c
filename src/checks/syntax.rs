//! Faults of the text, as the reader of JSON met them, in the file and in every payload that is JSON.

use super::Context;
use crate::bind::PayloadKind;
use crate::diagnostic::{Finding, Fix, shown};
use crate::document::{DocId, Document, trimmed};
use crate::findings::Findings;
use crate::json::{Expected, Flags, Kind, NodeId, Reading, SyntaxError, SyntaxErrorKind, Tree, quote};
use crate::rules::{self, Rule};
use crate::text::Span;

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    if ctx.detection.format.is_some_and(|it| it.id == "factory") && super::file::is_markdown(ctx) {
        return;
    }
    check_document(ctx, 0, PayloadKind::Json, out);
    if ctx.detection.in_mcp_result {
        check_document(ctx, ctx.detection.root.0, PayloadKind::Json, out);
    }
    for payload in &ctx.bindings.payloads {
        if payload.kind.is_json() {
            payload.inner.iter().for_each(|&doc| check_document(ctx, doc, payload.kind, out));
        }
    }
}

fn check_document(ctx: &Context, doc: DocId, kind: PayloadKind, out: &mut Findings) {
    let document = ctx.doc(doc);
    if let Some(mark) = document.layout.mark {
        out.report(&rules::BYTE_ORDER_MARK, doc, mark, |it| {
            it.message = "A byte order mark stands before the JSON; readers stop at it".to_owned();
            it.fix(Fix::safe("remove the byte order mark").delete(mark));
        });
    }
    if doc == 0 {
        fence(document, out);
    }
    for error in &document.errors {
        let is_around = matches!(error.kind, SyntaxErrorKind::LeadingText | SyntaxErrorKind::TrailingContent);
        if is_around && kind == PayloadKind::Prose {
            continue;
        }
        out.report(rule_of(error.kind), doc, error.span, |it| describe(document, *error, it));
    }
    duplicate_keys(document, doc, out);
}

fn fence(document: &Document, out: &mut Findings) {
    let Some(fence) = &document.layout.fence else { return };
    let marked = trimmed(&document.text, fence.open);
    out.report(&rules::MARKDOWN_FENCE, 0, marked, |it| {
        it.message = "The JSON is wrapped in a Markdown code fence; the file should hold the JSON alone".to_owned();
        let before = document.layout.before(&document.text);
        let after = document.layout.after(&document.text);
        // Words around the fence are not thrown away unasked.
        if before.is_empty() && after.is_empty() {
            let fix = Fix::safe("remove the code fence").delete(fence.open);
            it.fix(match fence.close {
                Some(close) => fix.delete(close),
                None => fix,
            });
        }
    });
}

fn rule_of(kind: SyntaxErrorKind) -> &'static Rule {
    match kind {
        SyntaxErrorKind::Empty => &rules::EMPTY_FILE,
        SyntaxErrorKind::LeadingText => &rules::LEADING_TEXT,
        SyntaxErrorKind::TrailingContent => &rules::TRAILING_CONTENT,
        SyntaxErrorKind::Truncated(..) => &rules::TRUNCATED,
        SyntaxErrorKind::Comment => &rules::COMMENT,
        SyntaxErrorKind::TrailingComma => &rules::TRAILING_COMMA,
        SyntaxErrorKind::MissingComma => &rules::MISSING_COMMA,
        SyntaxErrorKind::SingleQuotes => &rules::SINGLE_QUOTES,
        SyntaxErrorKind::UnquotedKey => &rules::UNQUOTED_KEY,
        SyntaxErrorKind::PythonLiteral => &rules::PYTHON_LITERAL,
        SyntaxErrorKind::NotFinite => &rules::NOT_FINITE,
        SyntaxErrorKind::Ellipsis => &rules::ELLIPSIS,
        SyntaxErrorKind::AnglePlaceholder => &rules::ANGLE_PLACEHOLDER,
        SyntaxErrorKind::ControlCharacter(_) => &rules::CONTROL_CHARACTER,
        SyntaxErrorKind::UnescapedQuote(..) => &rules::UNESCAPED_QUOTE,
        SyntaxErrorKind::BadEscape => &rules::BAD_ESCAPE,
        SyntaxErrorKind::LoneSurrogate => &rules::LONE_SURROGATE,
        SyntaxErrorKind::UnclosedString => &rules::UNCLOSED_STRING,
        SyntaxErrorKind::BadNumber => &rules::BAD_NUMBER,
        SyntaxErrorKind::TooDeep => &rules::TOO_DEEP,
        SyntaxErrorKind::Unexpected(_) => &rules::SYNTAX,
    }
}

fn describe(document: &Document, error: SyntaxError, it: &mut Finding) {
    let text = &*document.text;
    let found = error.span.of(text);
    let whole = if document.parent.is_none() { "The file" } else { "The payload" };
    it.message = match error.kind {
        SyntaxErrorKind::Empty => "The file is empty; the agent may not have finished".to_owned(),
        SyntaxErrorKind::LeadingText => format!("`{}` stands before the JSON", shown(found)),
        SyntaxErrorKind::TrailingContent => format!("`{}` follows the end of the JSON", shown(found)),
        SyntaxErrorKind::Truncated(kind, _) => {
            format!("{whole} ends inside {}; the answer was probably cut off and has to be written again", opened(kind))
        }
        SyntaxErrorKind::Comment => "JSON has no comments; readers stop here".to_owned(),
        SyntaxErrorKind::TrailingComma => "No item follows this comma".to_owned(),
        SyntaxErrorKind::MissingComma => format!("A comma is missing before `{}`", shown(found)),
        SyntaxErrorKind::SingleQuotes => "Strings need double quotes".to_owned(),
        SyntaxErrorKind::UnquotedKey => format!("The key `{}` needs double quotes", shown(found)),
        SyntaxErrorKind::PythonLiteral => format!("`{found}` is Python; JSON writes `{}`", python_as_json(found)),
        SyntaxErrorKind::NotFinite => format!("`{}` is no JSON number; expected a finite one", shown(found)),
        SyntaxErrorKind::Ellipsis => format!("`{}` stands where the real content belongs", shown(found)),
        SyntaxErrorKind::AnglePlaceholder => format!("`{}` was never filled in", shown(found)),
        SyntaxErrorKind::ControlCharacter(content) => control_message(content.of(text), found),
        SyntaxErrorKind::UnescapedQuote(..) => {
            "The string seems to end here too early: this quote belongs to its content and needs a backslash".to_owned()
        }
        SyntaxErrorKind::BadEscape => format!("`{}` is not an escape of JSON", shown(found)),
        SyntaxErrorKind::LoneSurrogate => {
            format!("`{}` is half of a character; it is lost when the text is written as UTF-8", shown(found))
        }
        SyntaxErrorKind::UnclosedString => "The string has no closing quote".to_owned(),
        SyntaxErrorKind::BadNumber => format!("`{}` is not a number as JSON writes it", shown(found)),
        SyntaxErrorKind::TooDeep => format!("Nested deeper than {} levels; many readers give up here", crate::json::MAX_DEPTH),
        SyntaxErrorKind::Unexpected(expected) => format!("Expected {}, found `{}`", expectation(expected), shown(found)),
    };
    if let SyntaxErrorKind::Truncated(kind, opened_at) = error.kind {
        it.note(opened_at, format!("{} begins here", opened(kind)));
    }
    repair(text, error, it);
}

fn repair(text: &str, error: SyntaxError, it: &mut Finding) {
    let span = error.span;
    let found = span.of(text);
    match error.kind {
        SyntaxErrorKind::Comment => it.fix(Fix::safe("remove the comment").delete(whole_comment(text, span))),
        SyntaxErrorKind::TrailingComma => it.fix(Fix::safe("remove the comma").delete(span)),
        SyntaxErrorKind::MissingComma => {
            let before = text.get(..span.start as usize).unwrap_or_default().trim_end().len();
            it.fix(Fix::safe("insert the comma").insert(Span::new(0, before).end, ","));
        }
        SyntaxErrorKind::SingleQuotes => it.fix(Fix::safe("use double quotes").replace(span, requoted(found))),
        SyntaxErrorKind::UnquotedKey => it.fix(Fix::safe("put the key in quotes").replace(span, quote(found))),
        SyntaxErrorKind::PythonLiteral => {
            let json = python_as_json(found);
            it.fix(Fix::safe(format!("write `{json}`")).replace(span, json));
        }
        SyntaxErrorKind::ControlCharacter(content) => it.fix(escape_controls(text, content)),
        SyntaxErrorKind::UnescapedQuote(content, Reading::Json) => {
            it.fix(escape_content(text, content, |byte| matches!(byte, b'"' | b'\\')));
        }
        SyntaxErrorKind::UnescapedQuote(content, Reading::Text) => {
            it.fix(escape_content(text, content, |byte| byte == b'"'));
        }
        SyntaxErrorKind::BadEscape if found == "\\'" => {
            it.fix(Fix::safe("remove the backslash").delete(Span { end: span.start + 1, ..span }));
        }
        SyntaxErrorKind::BadEscape => it.fix(Fix::guess("double the backslash").insert(span.start, "\\")),
        SyntaxErrorKind::UnclosedString => it.fix(Fix::guess("close the string").insert(span.end, "\"")),
        SyntaxErrorKind::Empty
        | SyntaxErrorKind::LeadingText
        | SyntaxErrorKind::TrailingContent
        | SyntaxErrorKind::Truncated(..)
        | SyntaxErrorKind::NotFinite
        | SyntaxErrorKind::Ellipsis
        | SyntaxErrorKind::AnglePlaceholder
        | SyntaxErrorKind::UnescapedQuote(_, Reading::Unclear)
        | SyntaxErrorKind::LoneSurrogate
        | SyntaxErrorKind::BadNumber
        | SyntaxErrorKind::TooDeep
        | SyntaxErrorKind::Unexpected(_) => (),
    }
}

fn opened(kind: Kind) -> &'static str {
    match kind {
        Kind::String => "a string",
        Kind::Array => "an array",
        Kind::Object | Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Broken => "an object",
    }
}

fn expectation(expected: Expected) -> &'static str {
    match expected {
        Expected::Value => "a value",
        Expected::Key => "a key in double quotes",
        Expected::Colon => "`:`",
        Expected::CommaOrBrace => "`,` or `}`",
        Expected::CommaOrBracket => "`,` or `]`",
        Expected::Brace => "`}`",
        Expected::Bracket => "`]`",
    }
}

fn python_as_json(word: &str) -> &'static str {
    match word {
        "True" => "true",
        "False" => "false",
        _ => "null",
    }
}

fn control_message(content: &str, first: &str) -> String {
    let (name, escape) = match first {
        "\n" => ("line break", "\\n".to_owned()),
        "\r" => ("carriage return", "\\r".to_owned()),
        "\t" => ("tab", "\\t".to_owned()),
        _ => ("control character", quote(first).trim_matches('"').to_owned()),
    };
    let more = content.bytes().filter(|it| *it < 0x20).count().saturating_sub(1);
    let more = match more {
        0 => String::new(),
        1 => ", and one more control character".to_owned(),
        _ => format!(", and {more} more control characters"),
    };
    format!("The string holds a raw {name}, which has to be written as `{escape}`{more}")
}

fn escape_controls(text: &str, content: Span) -> Fix {
    escape_into_fix(Fix::safe("escape the control characters"), text, content, |byte| byte < 0x20)
}

/// Escapes what has to be; a quote or backslash that is escaped already stays when only quotes are asked for.
fn escape_content(text: &str, content: Span, needs: impl Fn(u8) -> bool) -> Fix {
    let keeps_escapes = !needs(b'\\');
    let mut is_escaped = false;
    let fix = Fix::guess("escape the quotes inside the string");
    escape_into_fix(fix, text, content, |byte| {
        let skip = is_escaped;
        is_escaped = keeps_escapes && byte == b'\\' && !is_escaped;
        !skip && (needs(byte) || byte < 0x20)
    })
}

fn escape_into_fix(mut fix: Fix, text: &str, content: Span, mut needs: impl FnMut(u8) -> bool) -> Fix {
    for (idx, byte) in content.of(text).bytes().enumerate() {
        if !needs(byte) {
            continue;
        }
        let at = content.start as usize + idx;
        let escaped = quote(Span::new(at, at + 1).of(text));
        let escaped = escaped.get(1..escaped.len() - 1).unwrap_or_default().to_owned();
        fix = fix.replace(Span::new(at, at + 1), escaped);
    }
    fix
}

/// A string in single quotes as one in double quotes; escapes stay as they are.
fn requoted(found: &str) -> String {
    let content = found.strip_prefix('\'').unwrap_or(found);
    let content = content.strip_suffix('\'').unwrap_or(content);
    let mut out = String::with_capacity(content.len() + 2);
    out.push('"');
    let mut chars = content.chars();
    while let Some(ch) = chars.next() {
        match ch {
            '\\' => match chars.next() {
                Some('\'') => out.push('\''),
                Some(next) => out.extend(['\\', next]),
                None => out.push_str("\\\\"),
            },
            '"' => out.push_str("\\\""),
            _ => out.push(ch),
        }
    }
    out.push('"');
    out
}

/// The comment with the blanks before it; with its line when it stands alone there.
fn whole_comment(text: &str, span: Span) -> Span {
    let before = text.get(..span.start as usize).unwrap_or_default();
    let start = before.trim_end_matches([' ', '\t']).len();
    let after = text.get(span.end as usize..).unwrap_or_default();
    let line_end = after.find('\n').filter(|it| after.get(..*it).is_some_and(|it| it.trim().is_empty()));
    let is_alone = start == 0 || before.as_bytes().get(start - 1) == Some(&b'\n');
    match line_end {
        Some(end) if is_alone => Span::new(start, span.end as usize + end + 1),
        _ => Span { start: Span::new(0, start).end, end: span.end },
    }
}

/// Keys that stand twice: sorted where there are many, so that a million keys are no matter.
fn duplicate_keys(document: &Document, doc: DocId, out: &mut Findings) {
    let (tree, text) = (&document.tree, &*document.text);
    let mut keys: Vec<(u64, NodeId)> = Vec::new();
    for id in 0..NodeId::try_from(tree.len()).unwrap_or(NodeId::MAX) {
        if tree.kind(id) != Kind::Object {
            continue;
        }
        keys.clear();
        keys.extend(tree.members(id).map(|(key, _)| (hash(tree, text, key), key)));
        keys.sort_unstable();
        for idx in 1..keys.len() {
            let (Some(&(left, first)), Some(&(right, second))) = (keys.get(idx - 1), keys.get(idx)) else { continue };
            let is_new = idx < 2 || keys.get(idx - 2).is_none_or(|it| it.0 != left);
            if left == right && is_new && tree.text(text, first) == tree.text(text, second) {
                let n_times = keys.iter().skip(idx - 1).take_while(|it| it.0 == left).count();
                report_duplicate(document, doc, (id, first, second), n_times, out);
            }
        }
    }
}

fn report_duplicate(
    document: &Document,
    doc: DocId,
    (object, first, second): (NodeId, NodeId, NodeId),
    n_times: usize,
    out: &mut Findings,
) {
    let (tree, text) = (&document.tree, &*document.text);
    out.report(&rules::DUPLICATE_KEY, doc, tree.span(second), |it| {
        let key = shown(&tree.text(text, second));
        it.message = format!("`{key}` stands {n_times} times in this object; readers keep the last");
        it.note(tree.span(first), "it stands here first");
        let value = |key: NodeId| tree.members(object).find(|it| it.0 == key).map(|it| tree.span(it.1));
        let (Some(kept), Some(gone)) = (value(first), value(second)) else { return };
        if n_times == 2 && kept.of(text) == gone.of(text) {
            // With the comma before it; the first member has none, but it is never the second of its name.
            let before = text.get(..tree.span(second).start as usize).unwrap_or_default();
            let start = before.rfind(',').unwrap_or(before.len());
            it.fix(Fix::guess(format!("remove the second `{key}`")).delete(Span::new(start, gone.end as usize)));
        }
    });
}

/// FNV-1a over what the key says.
fn hash(tree: &Tree, text: &str, key: NodeId) -> u64 {
    let fold = |acc: u64, byte: &u8| (acc ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let start = 0xcbf2_9ce4_8422_2325;
    if tree.node(key).flags.has(Flags::ESCAPES) {
        tree.text(text, key).as_bytes().iter().fold(start, fold)
    } else {
        tree.raw(text, key).as_bytes().iter().fold(start, fold)
    }
}
