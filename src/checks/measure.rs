//! Numbers taken of values.

use super::{Context, number, numbers};
use crate::bind::{Found, Member, Object};
use crate::json::{Flags, Kind};
use crate::spec::{Measure, Relation, Shape, Term};
use crate::timestamp;

/// The number of a value; none where it has none.
pub(super) fn of(ctx: &Context, (object, member): (&Object, &Member), how: Measure) -> Option<f64> {
    let document = ctx.doc(object.doc);
    let (tree, text) = (&document.tree, &*document.text);
    let value = member.value;
    let number = match (how, tree.kind(value)) {
        (Measure::Number, Kind::Number) => {
            let number = number(tree.raw(text, value));
            let shape = member.field.map(|it| it.shape.inner());
            // Of what is out of its range only that is said.
            if let Some(Shape::Number(limits)) = shape
                && numbers::broken(limits, number).is_some()
            {
                return None;
            }
            number
        }
        // Nobody knows how much was omitted.
        (Measure::Items, Kind::Array) if !tree.node(value).flags.has(Flags::INCOMPLETE) => {
            // An array among the items may hold more of them.
            let nan_if_odd = |it| if tree.kind(it) == Kind::Array { f64::NAN } else { 1.0 };
            tree.children(value).fold(0.0, |sum, it| sum + nan_if_odd(it))
        }
        (Measure::Bytes, Kind::String) => tree.text(text, value).len() as f64,
        (Measure::Chars, Kind::String) => tree.text(text, value).chars().fold(0.0, |it, _| it + 1.0),
        (Measure::Seconds, Kind::String) => timestamp::parse(&tree.text(text, value)).ok()?.seconds as f64,
        (Measure::Before(words), Kind::String) => before(&tree.text(text, value), words)?,
        _ => return None,
    };
    (!number.is_nan()).then_some(number)
}

/// The number before words that begin so.
fn before(text: &str, words: &[&str]) -> Option<f64> {
    let mut found = text.split_ascii_whitespace();
    while let Some(digits) = found.next() {
        let mut behind = found.clone();
        let mut begins = |it: &&str| {
            let word = behind.next().unwrap_or_default();
            word.get(..it.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(it))
        };
        if digits.bytes().all(|it| it.is_ascii_digit()) && words.iter().all(&mut begins) {
            return Some(number(digits));
        }
    }
    None
}

/// A number and the terms together; none where one of them is not there.
pub(super) fn sum(ctx: &Context, from: &Object, plus: i32, terms: &[Term]) -> Option<f64> {
    let mut sum = f64::from(plus);
    for (path, how, factor) in terms {
        let Found::Value(object, member) = ctx.bindings.find(from, path) else { return None };
        sum += of(ctx, (object, member), *how)? * f64::from(*factor);
    }
    Some(sum)
}

/// Whether two numbers are as they should be.
pub(super) fn compare(left: f64, relation: Relation, right: f64) -> bool {
    match relation {
        Relation::Near(tolerance) => (left - right).abs() <= f64::from(tolerance),
        Relation::AtLeast => left >= right,
        Relation::AtMost => left <= right,
        Relation::Below => left < right,
    }
}

/// A number as people write it: without a fraction of nothing.
pub(super) fn shown(value: f64) -> String {
    // Formatting a float is much code; numbers are shown with at most three decimal places.
    let thousandths = (value.abs() * 1000.0 + 0.5) as u64;
    let sign = if value < 0.0 { "-" } else { "" };
    let (whole, rest) = (thousandths / 1000, thousandths % 1000);
    if rest == 0 {
        return format!("{sign}{whole}");
    }
    let mut text = format!("{sign}{whole}.{rest:03}");
    while text.ends_with('0') {
        text.pop();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn numbers_are_short() {
        assert_eq!(shown(305.0), "305");
        assert_eq!(shown(-1.5), "-1.5");
        assert_eq!(shown(96.05), "96.05");
    }
}
