//! Values of files, read by a parser other than the library's.

use serde_json::{Map, Number, Value};

/// How many characters of a text a slip may have destroyed for good.
const MOST_LOST: usize = 4;

/// The value of a file with its payload decoded; `None` if one of them does not parse.
pub(crate) fn read(text: &str) -> Option<Value> {
    let mut file: Value = serde_json::from_str(text.strip_prefix('\u{feff}').unwrap_or(text)).ok()?;
    if let Some(response) = file.get_mut("response")
        && let Some(payload) = response.as_str().map(str::trim).filter(|it| it.starts_with(['[', '{', '"']))
    {
        *response = serde_json::from_str(payload).ok()?;
    }
    Some(file)
}

/// Whether two values are the same except for a few characters in at most `n_slips` places of texts or numbers: what a
/// slip destroyed cannot be restored. Keys, types, order and nesting must be the same.
pub(crate) fn is_near(found: Option<&Value>, good: Option<&Value>, n_slips: usize) -> bool {
    let (Some(found), Some(good)) = (found, good) else { return false };
    let mut n_left = n_slips;
    is_same(found, good, &mut n_left)
}

fn is_same(one: &Value, other: &Value, n_left: &mut usize) -> bool {
    match (one, other) {
        (Value::String(one), Value::String(other)) => is_same_text(one, other, n_left),
        (Value::Number(one), Value::Number(other)) => {
            let (one, other) = (shown(one), shown(other));
            is_same_text(&one, &other, n_left)
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other, n_left))
        }
        (Value::Object(one), Value::Object(other)) => is_same_object(one, other, n_left),
        _ => one == other,
    }
}

fn is_same_object(one: &Map<String, Value>, other: &Map<String, Value>, n_left: &mut usize) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|(one, other)| one.0 == other.0 && is_same(one.1, other.1, n_left))
}

/// The number as JavaScript prints it: `1.0` is `1`.
fn shown(number: &Number) -> String {
    number.as_f64().map_or_else(|| number.to_string(), |it| it.to_string())
}

/// Compares two texts; several slips may be in one text.
fn is_same_text(one: &str, other: &str, n_left: &mut usize) -> bool {
    let n_needed = (0..=*n_left).find(|n_slips| is_same_but_for(one, other, *n_slips));
    *n_left -= n_needed.unwrap_or_default();
    n_needed.is_some()
}

/// Whether two texts are equal except for this many places with a few characters each.
fn is_same_but_for(one: &str, other: &str, n_places: usize) -> bool {
    let (one, other) = differing(one, other);
    if one.is_empty() && other.is_empty() {
        return true;
    }
    let Some(n_more) = n_places.checked_sub(1) else { return false };
    let starts = |text: &str| -> Vec<usize> {
        text.char_indices().map(|it| it.0).chain([text.len()]).take(MOST_LOST + 1).collect()
    };
    let behind = |from: usize, to: usize| is_same_but_for(&one[from..], &other[to..], n_more);
    starts(one).into_iter().any(|from| starts(other).into_iter().any(|to| behind(from, to)))
}

/// Both texts without their common beginning and end.
pub(crate) fn differing<'t>(one: &'t str, other: &'t str) -> (&'t str, &'t str) {
    let front = one.chars().zip(other.chars()).take_while(|it| it.0 == it.1).map(|it| it.0.len_utf8()).sum::<usize>();
    let (one, other) = (&one[front..], &other[front..]);
    let back = one.chars().rev().zip(other.chars().rev()).take_while(|it| it.0 == it.1);
    let back = back.map(|it| it.0.len_utf8()).sum::<usize>();
    (&one[..one.len() - back], &other[..other.len() - back])
}
