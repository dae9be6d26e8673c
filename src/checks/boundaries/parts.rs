//! Each part by itself: its heading, its bullets, its signs, and how many rules it has.

use super::Judged;
use super::read::{Heading, Rule, Sign};
use crate::diagnostic::{Finding, Fix, listed};
use crate::findings::Findings;
use crate::rules;
use crate::spec::Part;

/// Judges the parts; true when one has too few rules.
pub(super) fn check(judged: &Judged, out: &mut Findings) -> bool {
    let mut is_short = false;
    headings(judged, out);
    for (idx, part) in judged.parts.iter().enumerate() {
        let Some(heading) = judged.found.headings.iter().find(|it| it.part == idx) else { continue };
        let rules = || judged.found.rules.iter().filter(move |it| it.part == idx);
        let n_rules = rules().count();
        is_short |= n_rules < part.min;
        count(judged, (part, heading), n_rules, out);
        bullets(judged, rules, out);
        missing_signs(judged, part, rules, out);
        wrong_signs(judged, part, rules, out);
        bare_signs(judged, part, rules, out);
        empty(judged, part, rules, out);
        duplicates(judged, rules, out);
    }
    is_short
}

fn headings(judged: &Judged, out: &mut Findings) {
    let headings = &judged.found.headings;
    let is_first = |idx: usize, it: &Heading| headings.iter().take(idx).all(|before| before.part != it.part);
    for (idx, heading) in headings.iter().enumerate() {
        let Some(part) = judged.parts.get(heading.part) else { continue };
        if !heading.is_exact {
            form(judged, heading, part, out);
        }
        if !is_first(idx, heading) {
            out.report(&rules::BOUNDARIES_DUPLICATE_PART, judged.doc, heading.span, |it| {
                it.message = format!("`### {}` stands here a second time", part.heading);
                let first = headings.iter().find(|it| it.part == heading.part);
                first.into_iter().for_each(|first| it.note(first.span, "it stands here first"));
            });
        }
    }
    let mut firsts = headings.iter().enumerate().filter(|(idx, it)| is_first(*idx, it)).map(|it| it.1);
    let Some(mut before) = firsts.next() else { return };
    for heading in firsts {
        if heading.part < before.part {
            return out.report(&rules::BOUNDARIES_ORDER, judged.doc, heading.span, |it| {
                let word = |it: &Heading| judged.parts.get(it.part).map_or("", |it| it.heading);
                let order = listed(judged.parts.iter().map(|it| it.heading), ", ");
                it.message = format!("`{}` stands behind `{}`; the order is {order}", word(heading), word(before));
            });
        }
        before = heading;
    }
}

fn form(judged: &Judged, heading: &Heading, part: &Part, out: &mut Findings) {
    out.report(&rules::BOUNDARIES_HEADING, judged.doc, heading.span, |it| {
        let mut right = format!("### {}", part.heading);
        it.message = format!("This heading is not recognised; expected `{right}`");
        let rest = heading.rest.of(judged.text);
        if !rest.is_empty() {
            right.push(' ');
            right.push_str(rest);
        }
        it.fix(Fix::safe(format!("write `{right}`")).replace(heading.span, right));
    });
}

/// `one rule` or `3 rules`.
fn rules_of(n_rules: usize) -> String {
    if n_rules == 1 { "1 rule".to_owned() } else { format!("{n_rules} rules") }
}

fn count(judged: &Judged, (part, heading): (&Part, &Heading), n_rules: usize, out: &mut Findings) {
    if (part.min..=part.max).contains(&n_rules) {
        return;
    }
    out.report(&rules::BOUNDARIES_RULE_COUNT, judged.doc, heading.span, |it| {
        let found = rules_of(n_rules);
        it.message = format!("`{}` has {found}; {} to {} are asked for", part.heading, part.min, part.max);
    });
}

/// Says one thing of several rules, at the first of them.
fn of_all<'r>(
    judged: &Judged,
    rule: &'static rules::Rule,
    found: impl Iterator<Item = &'r Rule> + Clone,
    out: &mut Findings,
    (place, build): (fn(&Rule) -> crate::text::Span, impl FnOnce(&mut Finding, usize)),
) {
    let Some(first) = found.clone().next() else { return };
    out.report(rule, judged.doc, place(first), |it| build(it, found.count()));
}

/// What a message about several rules begins with.
fn these(n_rules: usize) -> String {
    if n_rules == 1 { "This rule".to_owned() } else { format!("This rule and {} more", n_rules - 1) }
}

fn bullets<'r, I: Iterator<Item = &'r Rule> + Clone>(judged: &Judged, rules: impl Fn() -> I, out: &mut Findings) {
    let found = rules().filter(|it| !it.is_dash);
    let edits = found.clone();
    let place = |it: &Rule| if it.bullet.is_empty() { it.sign_span } else { it.bullet.shrunk(0, 1) };
    of_all(
        judged,
        &rules::BOUNDARIES_BULLET,
        found,
        out,
        (place, |it: &mut Finding, n_rules| {
            let verb = if n_rules == 1 { "begins" } else { "begin" };
            it.message = format!("{} {verb} without `- ` and will not be counted", these(n_rules));
            it.fix(edits.fold(Fix::safe("write `- `"), |fix, rule| fix.replace(rule.bullet, "- ")));
        }),
    );
}

fn missing_signs<'r, I: Iterator<Item = &'r Rule> + Clone>(
    judged: &Judged,
    part: &Part,
    rules: impl Fn() -> I,
    out: &mut Findings,
) {
    let found = rules().filter(|it| it.sign == Sign::Missing && !it.text.is_empty());
    let edits = found.clone();
    let place = |it: &Rule| it.bullet.shrunk(0, 1);
    of_all(
        judged,
        &rules::BOUNDARIES_SIGN_MISSING,
        found,
        out,
        (place, |it: &mut Finding, n_rules| {
            let verb = if n_rules == 1 { "lacks" } else { "lack" };
            it.message = format!("{} {verb} the sign `{}` and will not be counted", these(n_rules), part.sign);
            // Another symbol may stand for the sign; which of the two is right only the writer knows.
            let has_symbol = |rule: &Rule| {
                let text = rule.text.of(judged.text).trim_start_matches(['*', '_', '[']);
                text.starts_with(|ch: char| !ch.is_alphanumeric() && !ch.is_ascii())
            };
            let sign = format!("{} ", part.sign);
            if !edits.clone().any(has_symbol) {
                let fix = Fix::safe(format!("insert `{}`", part.sign));
                it.fix(edits.fold(fix, |fix, rule| fix.insert(rule.text.start, sign.clone())));
            }
        }),
    );
}

fn wrong_signs<'r, I: Iterator<Item = &'r Rule> + Clone>(
    judged: &Judged,
    part: &Part,
    rules: impl Fn() -> I,
    out: &mut Findings,
) {
    let found = rules().filter(|it| matches!(it.sign, Sign::Of(_)));
    let Some(first) = found.clone().next() else { return };
    let edits = found.clone();
    let other = match first.sign {
        Sign::Of(idx) => judged.parts.get(idx).map_or("", |it| it.heading),
        Sign::Right | Sign::Bare | Sign::Missing => "",
    };
    let sign = first.sign_span.of(judged.text);
    of_all(
        judged,
        &rules::BOUNDARIES_SIGN_WRONG,
        found,
        out,
        (
            |it| it.sign_span,
            |it: &mut Finding, n_rules| {
                let more = if n_rules == 1 { String::new() } else { format!(" (this rule and {} more)", n_rules - 1) };
                let (heading, own) = (part.heading, part.sign);
                it.message = format!("`{sign}` marks the rules of `{other}`; `{heading}` has `{own}`{more}");
                it.fix(edits.fold(Fix::guess(format!("write `{own}`")), |fix, rule| fix.replace(rule.sign_span, own)));
            },
        ),
    );
}

fn bare_signs<'r, I: Iterator<Item = &'r Rule> + Clone>(
    judged: &Judged,
    part: &Part,
    rules: impl Fn() -> I,
    out: &mut Findings,
) {
    let found = rules().filter(|it| it.sign == Sign::Bare);
    let edits = found.clone();
    of_all(
        judged,
        &rules::BOUNDARIES_SIGN_VARIANT,
        found,
        out,
        (
            |it| it.sign_span,
            |it: &mut Finding, n_rules| {
                let verb = if n_rules == 1 { "has its" } else { "have their" };
                let these = these(n_rules);
                it.message = format!("{these} {verb} sign without the emoji selector U+FE0F and will not be counted");
                let fix = Fix::safe("append the emoji selector");
                it.fix(edits.fold(fix, |fix, rule| fix.replace(rule.sign_span, part.sign)));
            },
        ),
    );
}

fn empty<'r, I: Iterator<Item = &'r Rule>>(judged: &Judged, part: &Part, rules: impl Fn() -> I, out: &mut Findings) {
    for (idx, rule) in rules().enumerate().filter(|it| it.1.text.is_empty()) {
        let span = crate::text::Span { start: rule.bullet.start, end: rule.sign_span.end };
        let span = crate::document::trimmed(judged.text, span);
        out.report(&rules::BOUNDARIES_EMPTY_RULE, judged.doc, span, |it| {
            it.message = format!("Rule {} of `{}` says nothing", idx + 1, part.heading);
        });
    }
}

fn duplicates<'r, I: Iterator<Item = &'r Rule>>(judged: &Judged, rules: impl Fn() -> I, out: &mut Findings) {
    let words = rules().enumerate().map(|(idx, it)| (it.text.of(judged.text), idx, it.text));
    let mut words: Vec<_> = words.filter(|it| !it.0.is_empty()).collect();
    words.sort_unstable_by_key(|it| (it.0, it.1));
    let mut first = 0;
    for idx in 1..words.len() {
        let (Some(one), Some(other)) = (words.get(first), words.get(idx)) else { continue };
        if one.0 != other.0 {
            first = idx;
            continue;
        }
        out.report(&rules::BOUNDARIES_DUPLICATE_RULE, judged.doc, other.2, |it| {
            it.message = format!("Rule {} repeats rule {}", other.1 + 1, one.1 + 1);
            it.note(one.2, "it stands here first");
        });
    }
}
