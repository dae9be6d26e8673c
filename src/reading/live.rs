//! What no living path needs any longer is dropped, so that a reading takes memory for the faults of the text and not for
//! everything that was tried.

use super::path::{DueLengths, MOST_KEYS, Path, Paths};

/// Lists that are shorter than this are left alone.
const FEW: usize = 1 << 14;
/// Readings with more faults or open containers than this are given up: nobody repairs such a text.
const MOST: usize = 1 << 17;

impl Paths {
    /// Drops what neither a waiting path nor one of these others leads to; false if too much is left.
    pub(super) fn keep_living<'p>(&mut self, others: impl Iterator<Item = &'p mut Path>) -> bool {
        let due = &self.due;
        let are_few = self.log.len() < due.log && self.keys.len() < due.keys && self.frames.len() < due.frames;
        if are_few {
            return true;
        }
        let mut living: Vec<&mut Path> = self.waiting.iter_mut().chain(others.map(|it| &mut *it)).collect();
        let heads = living.iter_mut().map(|it| &mut it.log).collect();
        retain(&mut self.log, heads, None, |it| &mut it.before);
        let heads = living.iter_mut().map(|it| &mut it.top).collect();
        retain(&mut self.frames, heads, None, |it| &mut it.up);
        let heads = self.frames.iter_mut().flat_map(|it| [&mut it.keys, &mut it.plan]).collect();
        retain(&mut self.keys, heads, Some(MOST_KEYS), |it| &mut it.1);
        // Twice what is left: looking through the lists takes no more time than filling them.
        let due = |n_left: usize| n_left.saturating_mul(2).max(FEW);
        self.due = DueLengths { log: due(self.log.len()), keys: due(self.keys.len()), frames: due(self.frames.len()) };
        self.log.len() <= MOST && self.frames.len() <= MOST
    }
}

/// Keeps the entries that chains of links from these heads lead to, or so many of each chain, in their order. Each entry
/// links to an earlier one.
fn retain<T>(
    list: &mut Vec<T>,
    heads: Vec<&mut Option<u32>>,
    most: Option<usize>,
    link: impl Fn(&mut T) -> &mut Option<u32>,
) {
    // For each entry, whether it is kept, and then its new place.
    let mut places: Vec<Option<u32>> = vec![None; list.len()];
    for head in &heads {
        let (mut at, mut n_left) = (**head, most.unwrap_or(usize::MAX));
        while let Some((entry, place)) = at.and_then(|it| list.get_mut(it as usize).zip(places.get_mut(it as usize))) {
            // A whole chain is followed only to where it meets another one.
            if n_left == 0 || most.is_none() && place.is_some() {
                break;
            }
            *place = Some(0);
            n_left -= 1;
            at = *link(entry);
        }
    }
    for (new, place) in (0..).zip(places.iter_mut().flatten()) {
        *place = new;
    }
    let place_of = |old: Option<u32>| old.and_then(|it| *places.get(it as usize)?);
    let mut idx = 0;
    list.retain_mut(|entry| {
        let link = link(entry);
        *link = place_of(*link);
        idx += 1;
        places.get(idx - 1).is_some_and(Option::is_some)
    });
    for head in heads {
        *head = place_of(*head);
    }
}

#[cfg(test)]
mod tests {
    use super::retain;

    #[test]
    fn chains_stay_and_the_rest_goes() {
        let mut list = vec![("a", None), ("x", None), ("b", Some(0)), ("y", Some(1)), ("c", Some(2)), ("d", Some(0))];
        let (mut one, mut other, mut none) = (Some(4), Some(5), None);
        retain(&mut list, vec![&mut one, &mut other, &mut none], None, |it| &mut it.1);
        assert_eq!(list, [("a", None), ("b", Some(0)), ("c", Some(1)), ("d", Some(0))]);
        assert_eq!((one, other, none), (Some(2), Some(3), None));
        retain(&mut list, vec![&mut one], Some(2), |it| &mut it.1);
        assert_eq!((list.as_slice(), one), ([("b", None), ("c", Some(0))].as_slice(), Some(1)));
    }
}
