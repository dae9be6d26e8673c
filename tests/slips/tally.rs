//! How many slips of each kind had which outcome.

use std::{collections::BTreeMap, fmt};

use super::outcome::{Mark, Outcome};

/// Outcomes by kind of slip.
#[derive(Default)]
pub(crate) struct Tally {
    kinds: BTreeMap<String, Row>,
    all: Row,
}

#[derive(Default)]
struct Row {
    n: usize,
    of_mark: [usize; Mark::ALL.len()],
}

impl Row {
    fn add(&mut self, outcome: &Outcome) {
        self.n += 1;
        for (count, mark) in self.of_mark.iter_mut().zip(Mark::ALL) {
            *count += usize::from(outcome.has(mark));
        }
    }
}

impl Tally {
    pub(crate) fn add(&mut self, kind: &str, outcome: &Outcome) {
        self.kinds.entry(kind.to_owned()).or_default().add(outcome);
        self.all.add(outcome);
    }

    /// How many slips there were.
    pub(crate) fn n(&self) -> usize {
        self.all.n
    }

    /// How many of them have the mark.
    pub(crate) fn count(&self, mark: Mark) -> usize {
        self.all.of_mark[mark as usize]
    }

    /// How many of them have the mark, in percent.
    pub(crate) fn percent(&self, mark: Mark) -> f64 {
        self.count(mark) as f64 * 100.0 / self.n().max(1) as f64
    }
}

/// The table, with all kinds together in one line.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:<50} {:>6}", "slip", "n")?;
        Mark::ALL.iter().try_for_each(|it| write!(f, " {:>7}", it.name()))?;
        writeln!(f)?;
        for (kind, row) in &self.kinds {
            write!(f, "{kind:<50} {:>6}", row.n)?;
            row.of_mark.iter().try_for_each(|it| write!(f, " {it:>7}"))?;
            writeln!(f)?;
        }
        write!(f, "{:<50} {:>6}", "all", self.n())?;
        Mark::ALL.iter().try_for_each(|it| write!(f, " {:>6.1}%", self.percent(*it)))?;
        let percent = |mark| self.percent(mark);
        write!(
            f,
            "\n{} slips: found {:.1}%, one {:.1}%, place {:.1}%, restored {:.1}% (by safe fixes alone {:.1}%), harm {}, \
             wrong {:.1}%, valid {}",
            self.n(),
            percent(Mark::Found),
            percent(Mark::One),
            percent(Mark::Place),
            percent(Mark::Best),
            percent(Mark::Safe),
            self.count(Mark::Harm),
            percent(Mark::Wrong),
            self.count(Mark::Valid),
        )
    }
}
