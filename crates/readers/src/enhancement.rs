//! The parser of phase 8, and what is made of what it finds.

use crate::{
    Outcome,
    python::{PythonValue, loads},
    refuses,
    text::{contains, counted, in_fence, joined, split_once},
};

/// What becomes of the content: the JSON in a fence, else all of it, else the first part without braces that has the name.
pub(crate) fn used(text: &str) -> (Outcome, String) {
    let fenced = in_fence(text);
    if let Ok(found) = loads(fenced.unwrap_or(text)) {
        return taken(&found, true);
    }
    let whole = fenced.and_then(|_| loads(text).ok());
    let found = whole.or_else(|| flat(text));
    found.map_or_else(
        || refuses("Could not parse enhancement response. Expected JSON with 'sections' key."),
        |it| taken(&it, false),
    )
}

fn flat(text: &str) -> Option<PythonValue> {
    let begun = text.split('}').filter_map(|it| it.find('{').and_then(|at| it.get(at..)));
    begun.filter(|it| contains(it, "\"sections\"")).find_map(|it| loads(&format!("{it}}}")).ok())
}

/// Missing boundaries are written only if the JSON `is_plain`.
fn taken(found: &PythonValue, is_plain: bool) -> (Outcome, String) {
    let PythonValue::Dict(_) = found else { return refuses("Enhancement must be a dictionary") };
    let sections = match found.get("sections") {
        None => return refuses("Enhancement must contain 'sections' key"),
        Some(PythonValue::List(it)) => it,
        Some(_) => return refuses("'sections' must be a list"),
    };
    let is_listed = sections.iter().any(|it| it.is_text("boundaries"));
    let n_rules = match found.get("boundaries") {
        None if is_listed => {
            return refuses("Enhancement 'sections' list includes 'boundaries' but 'boundaries' field is missing");
        }
        Some(it) if is_listed => Some(it),
        _ if is_plain => None,
        _ => return refuses("Enhancement missing required 'boundaries' field per JSON schema"),
    };
    match n_rules.map(rules).transpose().and_then(|it| Ok((it, written(found, sections)?))) {
        Err(why) => refuses(&why),
        Ok((n_rules, n)) => {
            let is_all = n == sections.len();
            let outcome = if is_all && n_rules.is_some() { Outcome::Reads } else { Outcome::Differs };
            let of = if is_all { String::new() } else { format!("{n} of ") };
            let rules = n_rules.map(|it| format!(" and {it} boundary rules,"));
            let rules = rules.as_deref().unwrap_or(", writes general boundaries itself,");
            (outcome, format!("reads {of}{}{rules} and deletes the file", counted(sections.len(), "section")))
        }
    }
}

/// More names than any payload has are not looked up: each takes the time to read all of it.
const MOST_NAMES: usize = 200;

/// How many sections have a text that is written; blank ones are skipped.
fn written(found: &PythonValue, sections: &[PythonValue]) -> Result<usize, String> {
    let mut n = sections.len().saturating_sub(MOST_NAMES);
    for name in sections.iter().take(MOST_NAMES) {
        let PythonValue::Text(name) = name else { continue };
        match found.get(name) {
            Some(PythonValue::Text(text)) => n += usize::from(!text.trim().is_empty()),
            Some(other) if other.is_truthy() => return Err(has_no_strip(other)),
            _ => (),
        }
    }
    Ok(n)
}

fn has_no_strip(value: &PythonValue) -> String {
    format!("'{}' object has no attribute 'strip'", value.type_name())
}

/// The parts of the boundaries: name, sign, fewest and most rules, and what they are called.
const PARTS: [(&str, &str, usize, usize, &str); 3] =
    [("ALWAYS", "✅", 5, 7, "rule"), ("NEVER", "❌", 5, 7, "rule"), ("ASK", "⚠️", 3, 5, "scenario")];

/// How many rules the three parts have together.
fn rules(boundaries: &PythonValue) -> Result<usize, String> {
    let text = match boundaries {
        PythonValue::Text(text) => text.as_str(),
        other if other.is_truthy() => return Err(has_no_strip(other)),
        _ => "",
    };
    if text.trim().is_empty() {
        return Err("Boundaries section is empty".to_owned());
    }
    let (mut wrong, mut total) = (Vec::new(), 0);
    for (name, ..) in PARTS {
        if part(text, name).is_none() {
            wrong.push(format!("Boundaries section missing '### {name}' subsection"));
        }
    }
    if wrong.is_empty() {
        let mut end = "";
        // Each part ends where the next one begins.
        for (name, sign, least, most, kind) in PARTS.into_iter().rev() {
            let rest = part(text, name).unwrap_or_default();
            let n = count(if end.is_empty() { rest } else { before(rest, end) }, sign);
            if !(least..=most).contains(&n) {
                wrong.push(format!(
                    "{name} section must have {least}-{most} {kind}s, found {n}. Each {kind} should start with '- {sign}'"
                ));
            }
            (end, total) = (name, total + n);
        }
        wrong.reverse();
    }
    if wrong.is_empty() { Ok(total) } else { Err(joined(wrong.iter().map(String::as_str), "; ")) }
}

/// How many lines begin with a bullet and a sign.
fn count(text: &str, sign: &str) -> usize {
    let mut n = 0;
    for line in text.split('\n') {
        let rule = line.trim().strip_prefix('-').unwrap_or_default();
        n += usize::from(rule.strip_prefix(' ').unwrap_or(rule).starts_with(sign));
    }
    n
}

/// The text before the heading of a part, or all of it.
fn before<'t>(text: &'t str, name: &str) -> &'t str {
    split_once(text, &format!("### {name}")).map_or(text, |it| it.0)
}

/// What follows the line with the heading of a part.
fn part<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = split_once(text, &format!("### {name}"))?;
    // If nothing follows, the parser takes all of the text.
    Some(split_once(rest, "\n").map_or(text, |it| it.1))
}
