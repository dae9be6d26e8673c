//! One row: its text becomes a line of JSON with its findings.

use agent_response::{
    Options, Severity,
    json::escape_into,
    report::{Diagnostic, Position},
    rules::TOO_LARGE,
    text::seen,
    validate_bytes,
};

/// Longer rows are not checked: no response is that long.
pub(crate) const LONGEST: usize = 16 << 20;

/// What a finding says instead of a rule if the options cannot be read: every row has it, so that nobody overlooks it.
const INVALID_OPTIONS: &str = "invalid-options";

/// Appends the findings of a row as a JSON array, `null` for a row that is null.
pub(crate) fn check_row(row: Option<&[u8]>, options: &Result<Options, String>, out: &mut String) {
    let Some(row) = row else { return out.push_str("null") };
    out.push('[');
    match options {
        Ok(options) if row.len() > LONGEST => {
            if let Some(severity) =
                options.rules.iter().rev().find(|it| it.0 == TOO_LARGE.id).map_or(Some(TOO_LARGE.severity), |it| it.1)
            {
                let limit = LONGEST >> 20;
                let message =
                    format!("The row has {} bytes, so it was not checked; the limit is {limit} MiB", row.len());
                push_all(&[Diagnostic::of_text(TOO_LARGE.id, severity, message)], out);
            }
        }
        Ok(options) => push_all(&validate_bytes(row, options).diagnostics, out),
        Err(why) => push_all(&[Diagnostic::of_text(INVALID_OPTIONS, Severity::Error, why.clone())], out),
    }
    out.push(']');
}

fn push_all(findings: &[Diagnostic], out: &mut String) {
    for (idx, Diagnostic { code, severity, message, pointer, range, .. }) in findings.iter().enumerate() {
        if idx > 0 {
            out.push(',');
        }
        out.push_str("{\"code\":\"");
        out.push_str(code);
        out.push_str("\",\"severity\":\"");
        out.push_str(severity.name());
        out.push_str("\",\"message\":\"");
        push_text(message, out);
        out.push_str("\",\"pointer\":\"");
        push_text(pointer, out);
        let Position { line, character } = range.start;
        out.push_str(&format!("\",\"line\":{},\"column\":{}}}", u64::from(line) + 1, u64::from(character) + 1));
    }
}

/// Appends a text as the content of a string; what acts on a terminal or hides is escaped, although JSON allows it.
fn push_text(text: &str, out: &mut String) {
    let mut done = 0;
    for it in seen(text).filter(|it| it.is_unsafe) {
        escape_into(text.get(done..it.at).unwrap_or_default(), out);
        it.push_escape(out);
        done = it.at + it.ch.len_utf8();
    }
    escape_into(text.get(done..).unwrap_or_default(), out);
}
