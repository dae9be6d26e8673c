//! Slips: a mark left out, doubled, replaced, or swapped with its neighbor; one backslash too few or too many; another
//! language's literal; a missing end.

use std::ops::Range;

use super::good::Good;
use super::places::Place;
use super::values::{differing, read};
use crate::random::Random;

/// A file with a slip.
pub(crate) struct Slip {
    pub(crate) kind: String,
    /// Where it happened; of several, the first that breaks the file by itself.
    pub(crate) at: usize,
    /// The broken file.
    pub(crate) text: String,
}

/// Characters that are typed as well, or instead.
const STRAY: &[&str] = &["\"", ",", "}", "]", "\\", "'", "{", ":"];
const INSTEAD: &[&str] = &["\"", "'", ",", ":", "}", "]", "{", "[", ";", "“", "`"];

/// Two slips are at least this many bytes apart.
const APART: usize = 2;

/// A file with this many slips, none close to another; `None` if a random change turns out not to be a slip.
pub(crate) fn several(random: &mut Random, good: &Good, n_slips: usize) -> Option<Slip> {
    if n_slips == 1 {
        return one(random, good);
    }
    // Those that change nothing but a text have no place that could be named.
    let (mut changes, mut breaks) = (Vec::<(Range<usize>, String)>::new(), Vec::new());
    for _ in 0..50 {
        if changes.len() == n_slips {
            break;
        }
        let Some(slip) = one(random, good) else { continue };
        let (range, new) = change(&good.file.text, &slip.text);
        let is_near = |it: &Range<usize>| range.start <= it.end + APART && it.start <= range.end + APART;
        if !changes.iter().any(|it| is_near(&it.0)) {
            breaks.extend(read(&slip.text).is_none().then_some(range.start));
            changes.push((range, new));
        }
    }
    changes.sort_by_key(|it| std::cmp::Reverse(it.0.start));
    let first = breaks.into_iter().min().unwrap_or(changes.last()?.0.start);
    let shift = |it: &&(Range<usize>, String)| it.0.start < first;
    let moved: isize = changes.iter().filter(shift).map(|it| it.1.len() as isize - it.0.len() as isize).sum();
    let at = first.strict_add_signed(moved);
    let mut text = good.file.text.clone();
    changes.into_iter().for_each(|(range, new)| text.replace_range(range, &new));
    Some(Slip { kind: format!("{n_slips} slips"), at, text })
}

/// The range to replace, and its replacement, to get from one text to the other.
fn change(good: &str, broken: &str) -> (Range<usize>, String) {
    let (old, new) = differing(good, broken);
    let from = old.as_ptr() as usize - good.as_ptr() as usize;
    (from..from + old.len(), new.to_owned())
}

fn one(random: &mut Random, good: &Good) -> Option<Slip> {
    let text = &good.file.text;
    let (class, places) = random.one_of(&good.places);
    let place = *random.one_of(places);
    if random.below(12) == 0 {
        return Some(stray(random, text));
    }
    if random.below(25) == 0 {
        let at = boundary(text, text.trim_end().len() - 1 - random.below(2));
        return Some(Slip { kind: "end missing".to_owned(), at, text: text[..at].to_owned() });
    }
    if class.ends_with("literal") {
        return Some(literal(random, text, place.at));
    }
    let has = &text[place.at..place.at + place.len];
    let to = |name: &str, new: &str| {
        Some(Slip { kind: format!("{name}: {class}"), at: place.at, text: replaced(text, place, new) })
    };
    let is_escaped = place.len > has.chars().next().map_or(0, char::len_utf8) || has == "\\";
    match random.below(if is_escaped { 6 } else { 4 }) {
        0 => to("missing", ""),
        1 => to("doubled", &has.repeat(2)),
        2 => Some(*random.one_of(INSTEAD)).filter(|it| *it != has).and_then(|it| to("replaced", it)),
        3 => swapped(text, place, class),
        4 => to("one backslash too few", &has[1..]),
        _ => to("one backslash too many", &format!("\\{has}")),
    }
}

fn stray(random: &mut Random, text: &str) -> Slip {
    let at = boundary(text, random.below(text.len()));
    let mark = random.one_of(STRAY);
    Slip { kind: format!("insert {mark} anywhere"), at, text: replaced(text, Place { at, len: 0 }, mark) }
}

fn literal(random: &mut Random, text: &str, at: usize) -> Slip {
    let is_end = |ch: char| ch.is_whitespace() || matches!(ch, ',' | '}' | ']' | '\\');
    let has = text[at..].split(is_end).next().unwrap_or_default();
    let (kind, new) = match has {
        "null" => ("of another language", (*random.one_of(&["None", "nil", "undefined"])).to_owned()),
        "true" => ("of another language", (*random.one_of(&["True", "TRUE"])).to_owned()),
        "false" => ("of another language", "False".to_owned()),
        _ => (
            "number form",
            random.one_of(&[format!("{has}."), format!("+{has}"), format!("0{has}"), format!(".{has}")]).clone(),
        ),
    };
    Slip { kind: format!("literal {kind}"), at, text: replaced(text, Place { at, len: has.len() }, &new) }
}

/// The character typed one place too early.
fn swapped(text: &str, place: Place, class: &str) -> Option<Slip> {
    let has = &text[place.at..place.at + place.len];
    let before = text[..place.at].chars().next_back()?;
    let before = &text[place.at - before.len_utf8()..place.at];
    if before == has || before == "\\" || class.contains("escape") {
        return None;
    }
    let at = place.at - before.len();
    let both = Place { at, len: before.len() + place.len };
    Some(Slip { kind: format!("swapped: {class}"), at, text: replaced(text, both, &format!("{has}{before}")) })
}

fn replaced(text: &str, place: Place, new: &str) -> String {
    format!("{}{new}{}", &text[..place.at], &text[place.at + place.len..])
}

/// The nearest character boundary at or before the offset.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0)
}
