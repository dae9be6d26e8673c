//! Measures values as numbers.

use super::{At, On, number, shown_number};
use crate::json::{Flags, Kind};
use crate::severity::Severity;
use crate::spec::{Measure, Number, Relation, Shape, Should, Term};
use crate::timestamp;

impl At<'_> {
    /// The number of the value, if it has one.
    pub(super) fn measured(self, how: Measure) -> Option<f64> {
        let number = match (how, self.kind()) {
            (Measure::Number, Kind::Number) => {
                let number = number(self.raw());
                let shape = self.member.field.map(|it| it.shape.inner());
                // A value out of range has only that finding.
                if let Some(Shape::Number(limits)) = shape
                    && broken(limits, number).is_some()
                {
                    return None;
                }
                number
            }
            // It is unknown how much was omitted.
            (Measure::Items, Kind::Array) if !self.node().flags.has(Flags::INCOMPLETE) => {
                // An array among the items may contain more of them.
                let nan_if_odd = |it| if self.tree().kind(it) == Kind::Array { f64::NAN } else { 1.0 };
                self.tree().children(self.member.value).fold(0.0, |sum, it| sum + nan_if_odd(it))
            }
            (Measure::Bytes, Kind::String) => self.text().len() as f64,
            (Measure::Chars, Kind::String) => self.text().chars().count() as f64,
            (Measure::Seconds, Kind::String) => timestamp::parse(&self.text()).ok()?.seconds as f64,
            (Measure::Before(words), Kind::String) => before(&self.text(), words)?,
            _ => return None,
        };
        (!number.is_nan()).then_some(number)
    }
}

impl On<'_> {
    /// The sum of a number and the terms; `None` if one of them is absent.
    pub(super) fn sum(self, plus: i32, terms: &[Term]) -> Option<f64> {
        let mut sum = f64::from(plus);
        for term in terms {
            sum += self.value(term.path)?.measured(term.measure)? * f64::from(term.factor);
        }
        Some(sum)
    }

    /// The found and the expected value of a comparison, as people write them.
    pub(crate) fn compared(self, path: &str, should: Should) -> Option<[String; 2]> {
        let Should::Compare(how, _, plus, terms) = should else { return None };
        let shown = |it: Option<f64>| it.map_or_else(String::new, shown_number);
        Some([shown(self.value(path).and_then(|it| it.measured(how))), shown(self.sum(plus, terms))])
    }
}

/// The number before words that begin with one of these.
fn before(text: &str, words: &[&str]) -> Option<f64> {
    let mut found = text.split_ascii_whitespace();
    while let Some(digits) = found.next() {
        let mut behind = found.clone();
        let mut begins = |wanted: &&str| {
            let word = behind.next().unwrap_or_default();
            word.get(..wanted.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(wanted))
        };
        if digits.bytes().all(|it| it.is_ascii_digit()) && words.iter().all(&mut begins) {
            return Some(number(digits));
        }
    }
    None
}

/// Whether two numbers have the required relation.
pub(super) fn compare(left: f64, relation: Relation, right: f64) -> bool {
    match relation {
        Relation::Near(tolerance) => (left - right).abs() <= f64::from(tolerance),
        Relation::AtLeast => left >= right,
        Relation::AtMost => left <= right,
        Relation::Below => left < right,
    }
}

/// The severity of a number that is out of range; `None` if it is in range.
pub(crate) fn broken(limits: &Number, value: f64) -> Option<Severity> {
    let too_large = limits.max.filter(|it| value > f64::from(it.0)).map(|it| it.1);
    let fraction = limits.whole.filter(|_| value % 1.0 != 0.0);
    too_small(limits, value).or(too_large).or(fraction)
}

pub(crate) fn too_small(limits: &Number, value: f64) -> Option<Severity> {
    let (min, severity) = limits.min?;
    let min = f64::from(min);
    (value < min || (limits.above_min && value <= min)).then_some(severity)
}
