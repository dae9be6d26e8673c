//! One to six random changes of characters, tokens, lines and chunks of a text or of a value in it, and texts joined
//! from two.

use std::ops::Range;

use agent_response::Options;

use crate::json_texts::SOUP;
use crate::random::Random;

const MOST_CHANGES: usize = 6;

/// One of the texts with some changes, and its options.
pub(crate) fn mutated<'t>(random: &mut Random, texts: &'t [(String, Options)]) -> (String, &'t Options) {
    // Many short texts find more than a few long ones, which are used only occasionally.
    let some = [0; 4].map(|_| random.one_of(texts));
    let (text, options) = some.into_iter().min_by_key(|it| it.0.len()).unwrap();
    let mut text = if random.below(4) > 0 { part(random, text).to_owned() } else { text.clone() };
    for _ in 0..=random.below(MOST_CHANGES) {
        change(random, &mut text, texts);
    }
    (text, options)
}

/// A value in a text, or all of it: short texts are read much faster, and fail for the same reasons.
fn part<'t>(random: &mut Random, text: &'t str) -> &'t str {
    let starts: Vec<usize> = text.match_indices(['{', '[']).map(|it| it.0).collect();
    if starts.is_empty() {
        return text;
    }
    let start = *random.one_of(&starts);
    let mut depth = 0;
    for (at, ch) in text[start..].char_indices() {
        depth += i32::from(matches!(ch, '{' | '[')) - i32::from(matches!(ch, '}' | ']'));
        if depth == 0 {
            return &text[start..=start + at];
        }
    }
    text
}

fn change(random: &mut Random, text: &mut String, texts: &[(String, Options)]) {
    let at = boundary(random, text);
    match random.below(16) {
        0 | 1 => text.replace_range(character(text, at), ""),
        2 | 3 => text.insert_str(at, random.one_of::<&str>(SOUP)),
        4 | 5 => text.replace_range(character(text, at), random.one_of::<&str>(SOUP)),
        6 => text.replace_range(token(text, at), ""),
        7 => {
            let copy = text[token(text, at)].to_owned();
            let to = boundary(random, text);
            text.insert_str(to, &copy);
        }
        8 => {
            let copy = text[token(text, at)].to_owned();
            let to = boundary(random, text);
            text.replace_range(token(text, to), &copy);
        }
        9 => text.replace_range(line(text, at), ""),
        10 => {
            let copy = text[line(text, at)].to_owned();
            let to = boundary(random, text);
            let to = line(text, to).start;
            text.insert_str(to, &copy);
        }
        11 => {
            let other = &random.one_of(texts).0;
            splice(random, text, other);
        }
        12 => text.truncate(at),
        13 => text.replace_range(..at, ""),
        14 => {
            let chunk = chunk(random, text, at);
            let copy = text[chunk.clone()].to_owned();
            text.insert_str(chunk.end, &copy);
        }
        _ => text.replace_range(chunk(random, text, at), ""),
    }
}

/// The beginning of one text and the end of another.
fn splice(random: &mut Random, text: &mut String, other: &str) {
    let (end, from) = (boundary(random, text), boundary(random, other));
    text.truncate(end);
    text.push_str(&other[from..]);
}

/// An offset between two characters.
fn boundary(random: &mut Random, text: &str) -> usize {
    floor(text, random.below(text.len() + 1))
}

fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0)
}

fn character(text: &str, at: usize) -> Range<usize> {
    at..at + text[at..].chars().next().map_or(0, char::len_utf8)
}

/// The word around the offset, or the mark after it.
fn token(text: &str, at: usize) -> Range<usize> {
    let is_word = |ch: &char| ch.is_alphanumeric() || matches!(ch, '_' | '-' | '.');
    let before: usize = text[..at].chars().rev().take_while(is_word).map(char::len_utf8).sum();
    let behind: usize = text[at..].chars().take_while(is_word).map(char::len_utf8).sum();
    if before + behind == 0 { character(text, at) } else { at - before..at + behind }
}

/// The line around the offset, with its end.
fn line(text: &str, at: usize) -> Range<usize> {
    let from = text[..at].rfind('\n').map_or(0, |it| it + 1);
    from..text[at..].find('\n').map_or(text.len(), |it| at + it + 1)
}

/// Up to a few dozen characters after the offset.
fn chunk(random: &mut Random, text: &str, at: usize) -> Range<usize> {
    at..floor(text, at + random.below(80)).max(at)
}
