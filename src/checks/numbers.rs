//! Numbers: whether they are in their range.

use super::{Context, number};
use crate::diagnostic::{Fix, shown};
use crate::document::DocId;
use crate::findings::Findings;
use crate::json::NodeId;
use crate::rules;
use crate::spec::Number;

/// Compares a number with the limits of its field, which is given by name.
pub(super) fn check(ctx: &Context, doc: DocId, node: NodeId, (name, limits): (&str, &Number), out: &mut Findings) {
    let document = ctx.doc(doc);
    let (span, raw) = (document.tree.span(node), document.tree.raw(&document.text, node));
    let value = number(raw);
    // `NaN` and malformed numbers are faults of the text.
    if value.is_nan() {
        return;
    }
    let is_fraction = limits.is_whole && value % 1.0 != 0.0;
    let too_small = limits.min.filter(|(min, _)| {
        let min = *min as f64;
        value < min || (limits.above_min && value <= min)
    });
    let too_large = limits.max.filter(|(max, _)| value > *max as f64);
    let broken = too_small.or(too_large).or(limits.min.filter(|_| is_fraction));
    let Some((_, severity)) = broken else { return };
    out.report(&rules::OUT_OF_RANGE, doc, span, |it| {
        it.severity = severity;
        let unit = if limits.unit.is_empty() { String::new() } else { format!(" {}", limits.unit) };
        let found = shown(raw);
        it.message = match (limits.min, limits.max) {
            (Some((min, _)), Some((max, _))) if !limits.may_be_thousandths => {
                let whole = if limits.is_whole { "a whole number from " } else { "" };
                let from = if limits.above_min { format!("more than {min}, up") } else { format!("{min}") };
                format!("`{name}` is `{found}`; expected {whole}{from} to {max}{unit}")
            }
            (Some((min, _)), _) if too_small.is_some() => {
                format!("`{name}` is `{found}`; expected {min} or more{unit}")
            }
            _ => format!("`{name}` is `{found}`{unit}, more than a day; it may be in milliseconds"),
        };
        if limits.may_be_thousandths && too_small.is_none() && raw.bytes().all(|it| it.is_ascii_digit()) {
            it.fix(Fix::guess("divide by 1000").replace(span, thousandths(raw)));
        }
    });
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
