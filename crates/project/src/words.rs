//! The known word that a wrong one was meant to be.

/// The name that differs least, or contains the word.
pub fn nearest<'n>(word: &str, names: &[&'n str]) -> Option<&'n str> {
    if word.chars().count() > LONGEST {
        return None;
    }
    let alike = |it: &str| it.to_lowercase().replace(['_', ' '], "-");
    let word = alike(word);
    let (distance, name) = names.iter().map(|it| (distance(&word, &alike(it)), *it)).min()?;
    let containing = names.iter().filter(|it| word.len() > 2 && alike(it).contains(&word)).min_by_key(|it| it.len());
    containing.copied().or((distance <= name.len() / 3).then_some(name))
}

/// A longer word is not a typo.
const LONGEST: usize = 64;

/// How many letters have to be added, dropped or changed to get from one word to the other.
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (idx, a) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(row.first_mut().unwrap_or(&mut 0), idx + 1);
        let mut left = idx + 1;
        for (cell, b) in row.iter_mut().skip(1).zip(to.chars()) {
            left = (diagonal + usize::from(a != b)).min(left + 1).min(*cell + 1);
            diagonal = std::mem::replace(cell, left);
        }
    }
    row.last().copied().unwrap_or_default()
}
