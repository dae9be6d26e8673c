//! Whether numbers are in their range.

use crate::diagnostic::{Fix, Severity, shown};
use crate::document::{DocId, Document};
use crate::findings::Findings;
use crate::json::Kind;
use crate::query::{At, broken, number, too_small};
use crate::rules;
use crate::spec::{Field, Number};

/// Compares a number with the limits of its field.
pub(super) fn check(at: At, field: &Field, limits: &Number, out: &mut Findings) {
    let (span, raw) = (at.span(), at.raw());
    let value = number(raw);
    // `NaN`, malformed numbers and those that are read as infinite are syntax errors.
    if value.is_nan() {
        return;
    }
    let is_soft = field.is_unchecked && at.ctx.is_upstream();
    if value.is_infinite() {
        let mut is_reported = false;
        out.within(&rules::NOT_FINITE, (at.object.doc, span), &mut |finding| {
            finding.severity = if is_soft { Severity::Warning } else { Severity::Error };
            is_reported = true;
        });
        if is_reported {
            return;
        }
    }
    let Some(severity) = broken(limits, value) else { return };
    out.report(&rules::OUT_OF_RANGE, at.object.doc, span, |finding| {
        finding.severity = if is_soft { severity.max(Severity::Warning) } else { severity };
        let name = at.name();
        let unit = if limits.unit.is_empty() { String::new() } else { format!(" {}", limits.unit) };
        let found = shown(raw);
        finding.message = match expected(limits, value) {
            Some(expected) => format!("`{name}` is `{found}`; expected {expected}{unit}"),
            None => format!("`{name}` is `{found}`{unit}, more than a day; it may be given in milliseconds"),
        };
        let is_too_small = too_small(limits, value).is_some();
        if limits.may_be_thousandths && !is_too_small && raw.bytes().all(|it| it.is_ascii_digit()) {
            finding.fix(Fix::guess("Divide by 1000").replace(span, thousandths(raw)));
        }
    });
}

/// What a number outside its limits should have been; `None` if it may be the right one in thousandths.
fn expected(limits: &Number, value: f64) -> Option<String> {
    let is_fraction = limits.whole.is_some() && value % 1.0 != 0.0;
    Some(match (limits.min, limits.max) {
        (Some((min, _)), Some((max, _))) if !limits.may_be_thousandths => {
            let whole = if limits.whole.is_some() { "a whole number" } else { "a number" };
            let from = if limits.above_min { format!("above {min} and up") } else { format!("from {min}") };
            format!("{whole} {from} to {max}")
        }
        (Some((min, _)), _) if limits.whole.is_some() => format!("a whole number, at least {min}"),
        _ if is_fraction => "a whole number".to_owned(),
        (Some((min, _)), _) if too_small(limits, value).is_some() => format!("at least {min}"),
        (_, Some((max, _))) if !limits.may_be_thousandths => format!("at most {max}"),
        _ => return None,
    })
}

/// Numbers that JSON allows but readers turn into infinity.
pub(super) fn infinite(document: &Document, doc: DocId, out: &mut Findings) {
    for id in (0..).take(document.tree.len()) {
        let node = document.tree.node(id);
        if node.kind != Kind::Number || node.span.len() < 5 {
            continue;
        }
        let raw = node.span.of(&document.text);
        // None is shorter than `1e309`; without an exponent, one has at least three hundred digits.
        if raw.len() < 300 && !raw.contains(['e', 'E']) || !number(raw).is_infinite() {
            continue;
        }
        out.report(&rules::NOT_FINITE, doc, node.span, |finding| {
            finding.severity = Severity::Warning;
            finding.say(format_args!("`{}` is too large; readers turn it into infinity", shown(raw)));
        });
    }
}

/// A whole number divided by a thousand, digit by digit.
fn thousandths(digits: &str) -> String {
    let cut = digits.len().saturating_sub(3);
    let (whole, rest) = digits.split_at_checked(cut).unwrap_or(("", digits));
    let rest = rest.trim_end_matches('0');
    format!("{}.{}", if whole.is_empty() { "0" } else { whole }, if rest.is_empty() { "0" } else { rest })
}

#[cfg(test)]
mod tests {
    use super::thousandths;

    #[test]
    fn numbers_are_divided_by_their_digits() {
        assert_eq!(thousandths("120000"), "120.0");
        assert_eq!(thousandths("123456"), "123.456");
        assert_eq!(thousandths("90050"), "90.05");
    }
}
