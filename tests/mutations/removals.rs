//! What fixes must not remove: laws about all fixes, whichever check offers them.

use agent_response::report::{DiagnosticFix, TextEdit};
use agent_response::text::{Edit, Span, apply};
use agent_response::{Repair, WrapOptions, recover, unwrap};
use serde_json::Value;

use crate::one_text::{Law, SOME, Seen, replayed, wrap_options};

/// This many characters may be removed silently.
const FEW_CHARS: usize = 40;

/// The laws about what is removed.
pub(crate) const LAWS: &[Law] = &[
    Law { name: "fixes say what they remove", check: fixes_say_what_they_remove },
    Law { name: "the first fix does not remove most", check: first_fix_does_not_remove_most },
    Law { name: "a failure stays one", check: failure_stays_one },
    Law { name: "repairs drop no second value", check: repairs_drop_no_second_value },
    Law { name: "recovering is reported and settles", check: recovering_is_reported_and_settles },
];

fn fixes_say_what_they_remove(seen: &Seen) -> Result<(), String> {
    for found in &seen.report.diagnostics {
        for fix in &found.fixes {
            let n_chars = n_lost(seen.text, fix);
            let title = fix.title.to_lowercase();
            let says = ["remov", "keep", "escape", "encode", "join"].iter().any(|it| title.contains(it));
            if n_chars > FEW_CHARS && !says {
                return Err(format!("{}: {} removes {n_chars} characters: {:?}", found.code, fix.title, fix.edits));
            }
        }
    }
    Ok(())
}

fn first_fix_does_not_remove_most(seen: &Seen) -> Result<(), String> {
    for found in &seen.report.diagnostics {
        let sizes: Vec<usize> = found.fixes.iter().map(|it| n_lost(seen.text, it)).collect();
        let (Some(first), Some(least)) = (sizes.first(), sizes.iter().min()) else { continue };
        if *first > FEW_CHARS && first > least {
            return Err(format!("{}: {sizes:?} characters go with {:?}", found.code, found.fixes));
        }
    }
    Ok(())
}

/// How many letters and digits are removed, minus those inserted.
fn n_lost(text: &str, fix: &DiagnosticFix) -> usize {
    let gone: usize = fix.edits.iter().map(|it| letters(span_of(it).of(text)).chars().count()).sum();
    let come: usize = fix.edits.iter().map(|it| letters(&it.text).chars().count()).sum();
    gone.saturating_sub(come)
}

/// The letters and digits of a text, without those of its escapes and of HTML entities.
pub(super) fn letters(text: &str) -> String {
    const N_HEX: usize = 4;
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(ch) = chars.next() {
        if ch == '&' {
            let is_name = |it: &char| it.is_ascii_alphanumeric() || *it == '#';
            let n_name = chars.clone().take_while(is_name).count();
            if chars.clone().nth(n_name) == Some(';') {
                chars.nth(n_name);
            }
            continue;
        }
        if ch != '\\' {
            out.extend(Some(ch).filter(|it| it.is_alphanumeric()));
            continue;
        }
        // Of several backslashes, the last is the one that escapes.
        while chars.as_str().starts_with('\\') {
            chars.next();
        }
        if chars.next() == Some('u') && chars.clone().take(N_HEX).filter(char::is_ascii_hexdigit).count() == N_HEX {
            chars.nth(N_HEX - 1);
        }
    }
    out
}

fn span_of(edit: &TextEdit) -> Span {
    Span { start: edit.bytes.from, end: edit.bytes.to }
}

/// A text that reports a failure still does after all repairs.
fn failure_stays_one(seen: &Seen) -> Result<(), String> {
    let Some(repaired) = seen.repaired().filter(|_| has_failed(seen.text)) else { return Ok(()) };
    // A guess may turn broken JSON into an envelope around a text that mentions the failure.
    let is_content = repaired.applied.iter().any(|it| it.code == "missing-envelope")
        && serde_json::from_str::<Value>(seen.text).is_err();
    let content = unwrap(&repaired.text).filter(|_| is_content).map(|it| it.content);
    if has_succeeded(content.as_ref().unwrap_or(&repaired.text)) {
        let done: Vec<_> = repaired.applied.iter().map(|it| format!("{}: {}", it.code, it.title)).collect();
        return Err(format!("{}: {:?}", done.join("; "), repaired.text));
    }
    Ok(())
}

/// Whether a text mentions a failure and no success, not even a success whose word lost its first or last letters.
fn has_failed(text: &str) -> bool {
    let is_failure = n_failures(text) > 0 && statuses(text).iter().all(|it| FAILURES.contains(&it.as_str()));
    let lower = text.to_lowercase();
    // The key of the word may be misspelled, too.
    let is_ok = lower.split(|it: char| !it.is_alphanumeric()).any(|it| it == "ok");
    is_failure && !is_ok && !["succ", "ucces"].iter().any(|it| lower.contains(it))
}

const FAILURES: &[&str] = &["error", "timeout", "failed", "failure", "fail", "cancelled", "canceled", "exception"];

fn n_failures(text: &str) -> usize {
    statuses(text).iter().filter(|it| FAILURES.contains(&it.as_str())).count()
}

fn has_succeeded(text: &str) -> bool {
    statuses(text).iter().any(|it| ["success", "ok"].contains(&it.as_str()))
}

/// The ledger gives the result, one run is enough, and a failure stays one.
fn recovering_is_reported_and_settles(seen: &Seen) -> Result<(), String> {
    // Recovering tries many ways to read a text.
    if !seen.text.len().is_multiple_of(4 * SOME) {
        return Ok(());
    }
    for repair in [Repair::Safe, Repair::All] {
        let options = WrapOptions { repair, ..wrap_options() };
        let Ok(recovered) = recover(seen.text, &options) else { continue };
        let told = recovered.applied.iter().fold(seen.text.to_owned(), |text, entry| replayed(&text, entry));
        if told != recovered.text {
            return Err(format!("{repair:?}: the ledger gives {told:?}, not {:?}", recovered.text));
        }
        let again = recover(&recovered.text, &options).map(|it| it.text).map_err(|it| it.to_string())?;
        if again != recovered.text {
            return Err(format!("{repair:?}: {:?} is recovered again: {again:?}", recovered.text));
        }
        // Content is in an envelope of a success, whatever it reports itself.
        let is_content = recovered.applied.iter().any(|it| it.code == "missing-envelope");
        let content = if is_content { unwrap(&recovered.text).map(|it| it.content) } else { Some(recovered.text) };
        let is_turned = content.is_some_and(|it| has_succeeded(&it) && n_failures(&it) < n_failures(seen.text));
        if is_turned && has_failed(seen.text) {
            return Err(format!("{repair:?}: a failure becomes a success: {again:?}"));
        }
    }
    Ok(())
}

/// The words after the key `status`, in lower case.
fn statuses(text: &str) -> Vec<String> {
    let is_part = |it: char| it.is_alphanumeric() || it == '_';
    let lower = text.to_lowercase();
    let behind = lower.match_indices("status").filter_map(|it| lower.get(it.0 + it.1.len()..));
    let word = |rest: &str| -> String {
        // `error_message` is the name of a field, and what follows a comma is another one.
        let value = rest.split(',').next().unwrap_or_default();
        value.trim_start_matches(|it| !is_part(it)).chars().take_while(|it| is_part(*it)).collect()
    };
    behind.map(word).filter(|it| !it.is_empty() && !it.starts_with('_')).collect()
}

/// If a text has several values, only its author knows which one is meant.
fn repairs_drop_no_second_value(seen: &Seen) -> Result<(), String> {
    let Some(repaired) = seen.repaired() else { return Ok(()) };
    let mut text = seen.text.to_owned();
    for entry in &repaired.applied {
        let edits: Vec<Edit> = entry.edits.iter().map(|it| Edit { span: span_of(it), text: it.text.clone() }).collect();
        let next = apply(&text, &edits);
        let left = letters(&next);
        let gone = edits.iter().flat_map(|it| values(it.span.of(&text)));
        let lost: Vec<&str> = gone.filter(|it| !left.contains(&letters(it))).collect();
        if lost.len() > 1 {
            return Err(format!("{}: {} drops {lost:?} of {text:?}", entry.code, entry.title));
        }
        text = next;
    }
    Ok(())
}

/// The objects and arrays in a text that are not empty and parse, one after the other.
fn values(text: &str) -> Vec<&str> {
    const MOST: usize = 16;
    let mut out = Vec::new();
    let mut at = 0;
    for _ in 0..MOST {
        let Some(bracket) = text[at..].find(['{', '[']) else { break };
        at += bracket;
        let mut stream = serde_json::Deserializer::from_str(&text[at..]).into_iter::<Value>();
        let is_value = matches!(stream.next(), Some(Ok(_)));
        let len = if is_value { stream.byte_offset() } else { 1 };
        out.extend(text.get(at..at + len).filter(|it| is_value && !letters(it).is_empty()));
        at += len;
    }
    out
}
