//! The laws that mutations must obey: those of any one text, the meaning of valid, and what repairs and envelopes keep.

use agent_response::json::begins_as_json;
use agent_response::report::Diagnostic;
use agent_response::{Options, Profile, Safety, WrapOptions, fix, unwrap, validate_bytes, wrap};
use serde_json::Value;

use super::removals::{self, letters};
use crate::one_text::{LAWS, Law, Ruler, SOME, Seen, n_errors, wrap_options};

/// All laws.
pub(crate) fn laws() -> Vec<Law> {
    let more = [
        Law { name: "coordinates in payloads agree", check: coordinates_in_payloads_agree },
        Law { name: "a valid file is readable", check: valid_file_is_readable },
        Law { name: "a valid payload is readable", check: valid_payload_is_readable },
        Law { name: "broken bytes are reported", check: broken_bytes_are_reported },
        Law { name: "safe fixes add no error", check: safe_fixes_add_no_error },
        Law { name: "suggestions settle", check: suggestions_settle },
        Law { name: "wrapping keeps the text", check: wrapping_keeps_the_text },
        Law { name: "wrapping settles", check: wrapping_settles },
        Law { name: "Delegator envelopes hold the value", check: delegator_envelopes_hold_the_value },
    ];
    LAWS.iter().chain(&more).chain(removals::LAWS).copied().collect()
}

/// Places inside the first encoded document are places of its decoded text.
fn coordinates_in_payloads_agree(seen: &Seen) -> Result<(), String> {
    let found_inside: Vec<_> = seen.report.diagnostics.iter().filter(|it| !it.inner.is_empty()).collect();
    // The readers may use different members of the same name.
    let is_doubled = seen.report.diagnostics.iter().any(|it| it.code == "duplicate-key");
    if found_inside.is_empty() || is_doubled {
        return Ok(());
    }
    let Ok(Some(file)) = read(seen.text) else { return Ok(()) };
    for found in found_inside {
        let (Some(decoded), Some(inner)) = (file.pointer(&found.pointer).and_then(Value::as_str), found.inner.first())
        else {
            continue;
        };
        let ruler = Ruler::new(decoded);
        let is_right =
            inner.from <= inner.to && ruler.has(inner.range.start, inner.from) && ruler.has(inner.range.end, inner.to);
        if !is_right {
            return Err(format!("{} ({}): {inner:?} of {decoded:?}", found.code, found.message));
        }
    }
    Ok(())
}

/// JSON that is called valid is JSON to another reader, too.
fn valid_file_is_readable(seen: &Seen) -> Result<(), String> {
    let name = seen.options.file_name.as_deref().unwrap_or_default();
    let is_of_records = name.ends_with(".jsonl");
    match (is_valid(seen) && begins_as_json(seen.text), is_of_records) {
        (false, _) => Ok(()),
        (true, true) => seen.text.lines().filter(|it| !it.trim().is_empty()).try_for_each(|it| read(it).map(|_| ())),
        (true, false) => read(seen.text).map(|_| ()),
    }
}

/// And so is its payload.
fn valid_payload_is_readable(seen: &Seen) -> Result<(), String> {
    let is_envelope = seen.report.format.id == Some("agent-response");
    let Ok(Some(file)) = read(seen.text) else { return Ok(()) };
    match file.get("response").and_then(Value::as_str) {
        Some(payload) if is_valid(seen) && is_envelope && begins_as_json(payload) => read(payload).map(|_| ()),
        _ => Ok(()),
    }
}

/// Python reads `NaN`, which the profile `upstream` allows.
fn is_valid(seen: &Seen) -> bool {
    seen.report.valid && seen.options.profile != Profile::Upstream
}

/// The library can read files with bytes that are not UTF-8, but never calls them valid.
fn broken_bytes_are_reported(seen: &Seen) -> Result<(), String> {
    if !seen.text.len().is_multiple_of(SOME) {
        return Ok(());
    }
    let mut bytes = seen.text.as_bytes().to_vec();
    bytes.insert(bytes.len() / 2, 0xFF);
    if validate_bytes(&bytes, seen.options).valid { Err(format!("{bytes:?} is called valid")) } else { Ok(()) }
}

/// The value of a text; `None` if the other reader is stricter than JSON.
fn read(text: &str) -> Result<Option<Value>, String> {
    match serde_json::from_str(text) {
        Ok(value) => Ok(Some(value)),
        Err(error) => {
            let reason = error.to_string();
            let is_stricter = ["surrogate", "hex escape", "recursion limit"].iter().any(|it| reason.contains(it));
            if is_stricter { Ok(None) } else { Err(reason) }
        }
    }
}

fn safe_fixes_add_no_error(seen: &Seen) -> Result<(), String> {
    let (before, after) = (n_errors(&seen.report), n_errors(&seen.fixed.report));
    if after <= before {
        return Ok(());
    }
    let done: Vec<_> = seen.fixed.applied.iter().map(|it| format!("{}: {}", it.code, it.title)).collect();
    Err(format!("{before} errors, {after} after {}: {:?}", done.join("; "), seen.fixed.text))
}

/// A repair with suggestions ends, and a second one has nothing left to do.
fn suggestions_settle(seen: &Seen) -> Result<(), String> {
    let Some(fixed) = seen.repaired() else { return Ok(()) };
    let again = fix(&fixed.text, seen.options, true);
    match again.applied.first() {
        Some(first) if fixed.settled => Err(format!("{:?} is repaired again: {}", fixed.text, first.title)),
        _ => Ok(()),
    }
}

/// The envelope contains the text, or is the text itself, or is the envelope in a text that safe fixes make valid.
fn wrapping_keeps_the_text(seen: &Seen) -> Result<(), String> {
    let Some(envelope) = seen.wrapped().filter(|it| *it != seen.text) else { return Ok(()) };
    let Some(inside) = read(envelope).map_err(|it| format!("the new envelope does not parse: {it}: {envelope:?}"))?
    else {
        return Ok(());
    };
    if unwrap(envelope).is_some_and(|it| it.content == seen.text) {
        return Ok(());
    }
    // Values that come from the request, or that an envelope requires in its fields, do not count as lost.
    let has_request = seen.options.request.is_some() || seen.options.siblings.is_some();
    let is_other = seen.options.format.is_some_and(|it| it != "agent-response");
    let alone = Options { format: Some("agent-response"), request: None, siblings: None, ..seen.options.clone() };
    let fixed = (has_request || is_other).then(|| fix(seen.text, &alone, false));
    let sound = match read(&fixed.as_ref().unwrap_or(&seen.fixed).text) {
        Ok(Some(sound)) => sound,
        // If repairing the envelope reveals faults in its content, `fix` does not repair it.
        Err(_) if holds_letters(envelope, seen.text) => return Ok(()),
        Ok(None) => return Ok(()),
        Err(error) => {
            return Err(format!("an envelope is cut out of a text that does not parse ({error}): {envelope:?}"));
        }
    };
    let Some(lost) = lost(&sound, &inside).filter(|_| !is_repaired_inside(seen)) else { return Ok(()) };
    // What is not an error stays as written, and `fix` repairs it in the envelope as it does in the text.
    match read(&fix(envelope, &alone, false).text) {
        Ok(Some(again)) if self::lost(&sound, &again).is_none() => Ok(()),
        _ => Err(format!("{lost} is lost: {envelope:?}")),
    }
}

/// Whether all letters of a text are in another one, in the same order.
fn holds_letters(whole: &str, part: &str) -> bool {
    let mut rest = letters(whole).into_bytes().into_iter();
    letters(part).bytes().all(|due| rest.any(|it| it == due))
}

/// Finds the object in a value, or encoded in it, of which an envelope lacks the fewest members; returns the first of
/// these.
fn lost(value: &Value, envelope: &Value) -> Option<String> {
    let mut least: Option<Vec<String>> = None;
    let mut all = vec![value.clone()];
    while let Some(value) = all.pop() {
        match value {
            Value::Object(members) => {
                let is_lost = |it: &(&String, &Value)| envelope.get(it.0) != Some(it.1);
                let lost: Vec<_> = members.iter().filter(is_lost).map(|it| format!("{}: {}", it.0, it.1)).collect();
                if least.as_ref().is_none_or(|it| lost.len() < it.len()) {
                    least = Some(lost);
                }
                all.extend(members.into_iter().map(|it| it.1));
            }
            Value::Array(items) => all.extend(items),
            Value::String(text) => all.extend(serde_json::from_str::<Value>(&text).ok().filter(|it| !it.is_string())),
            _ => (),
        }
    }
    least?.into_iter().next()
}

/// Whether safe fixes also change the content, which envelopes keep unchanged.
fn is_repaired_inside(seen: &Seen) -> bool {
    let is_safe = |it: &Diagnostic| it.fixes.first().is_some_and(|it| it.safety == Safety::Safe);
    seen.report.diagnostics.iter().any(|it| !it.inner.is_empty() && is_safe(it))
}

/// An envelope is not wrapped again.
fn wrapping_settles(seen: &Seen) -> Result<(), String> {
    let Some(envelope) = seen.wrapped() else { return Ok(()) };
    match wrap(envelope, &wrap_options()) {
        Ok(again) if again == envelope => Ok(()),
        Ok(again) => Err(format!("{envelope:?} is wrapped again: {again:?}")),
        Err(error) => Err(format!("{envelope:?} is refused: {error}")),
    }
}

/// A Delegator envelope accepts a valid object, and keeps it unchanged.
fn delegator_envelopes_hold_the_value(seen: &Seen) -> Result<(), String> {
    if !seen.text.len().is_multiple_of(SOME) {
        return Ok(());
    }
    let options = WrapOptions {
        format: Some("delegator"),
        tool: Some("codex_local_exec".to_owned()),
        request_id: Some("32ecfadc-2b66-4daa-a7c0-a03c449fcea5".to_owned()),
        ..wrap_options()
    };
    let Ok(envelope) = wrap(seen.text, &options) else { return Ok(()) };
    if envelope == seen.text {
        return Ok(());
    }
    let (Some(value), Some(outside)) = (read(seen.text)?, read(&envelope)?) else { return Ok(()) };
    let is_held = ["data", "error"].iter().any(|key| outside.get(key) == Some(&value));
    let is_taken_out = seen.text.contains(&envelope);
    if is_held || is_taken_out { Ok(()) } else { Err(format!("{envelope:?} holds something else")) }
}
