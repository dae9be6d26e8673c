//! Checks each part: its heading, its bullets, its signs, and how many rules it has.

use std::fmt::{Display, Formatter};

use super::JudgedSection;
use super::read::{BoundaryHeading, BoundaryRule, RuleSign};
use crate::checks::say::When;
use crate::diagnostic::{Fix, listed};
use crate::document::trimmed;
use crate::findings::Findings;
use crate::rules;
use crate::spec::TextPart;
use crate::text::{Span, hash};

/// Judges the parts; true when one has too few rules.
pub(super) fn check(judged: &JudgedSection, out: &mut Findings) -> bool {
    let mut is_short = false;
    headings(judged, out);
    for (idx, part) in judged.parts.iter().enumerate() {
        let Some(heading) = judged.found.headings.iter().find(|it| it.part == idx) else { continue };
        let rules = those(&judged.found.rules, |it| it.part == idx);
        is_short |= rules.len() < part.min;
        count(judged, (part, heading), rules.len(), out);
        bullets(judged, &rules, out);
        missing_signs(judged, part, &rules, out);
        misread_signs(judged, part, &rules, out);
        wrong_signs(judged, part, &rules, out);
        bare_signs(judged, part, &rules, out);
        empty(judged, part, &rules, out);
        duplicates(judged, part, &rules, out);
    }
    is_short
}

/// The rules that meet a condition.
fn those(rules: &[BoundaryRule], is_so: impl Fn(&BoundaryRule) -> bool) -> Vec<BoundaryRule> {
    let mut out = Vec::new();
    for rule in rules {
        if is_so(rule) {
            out.push(*rule);
        }
    }
    out
}

fn headings(judged: &JudgedSection, out: &mut Findings) {
    let headings = &judged.found.headings;
    let mut before: Option<&BoundaryHeading> = None;
    let mut is_ordered = true;
    for (idx, heading) in headings.iter().enumerate() {
        let Some(part) = judged.parts.get(heading.part) else { continue };
        if !heading.is_exact {
            form(judged, heading, part, out);
        }
        let first = headings.iter().take(idx).find(|it| it.part == heading.part);
        if let Some(first) = first {
            out.report(&rules::BOUNDARIES_DUPLICATE_PART, judged.doc, heading.span, |finding| {
                finding.say(format_args!("Duplicate heading `### {}`", part.heading));
                finding.note(first.span, "first used here");
            });
            continue;
        }
        if let Some(before) = before.filter(|it| is_ordered && heading.part < it.part) {
            is_ordered = false;
            order(judged, heading, before, out);
        }
        before = Some(heading);
    }
}

fn order(judged: &JudgedSection, heading: &BoundaryHeading, before: &BoundaryHeading, out: &mut Findings) {
    out.report(&rules::BOUNDARIES_ORDER, judged.doc, heading.span, |finding| {
        let mut order: Vec<&str> = Vec::new();
        for part in judged.parts {
            order.push(part.heading);
        }
        let word = |it: &BoundaryHeading| order.get(it.part).copied().unwrap_or_default();
        let (this, before) = (word(heading), word(before));
        finding.say(format_args!("`{this}` comes after `{before}`; the expected order is {}", listed(&order, ", ")));
    });
}

fn form(judged: &JudgedSection, heading: &BoundaryHeading, part: &TextPart, out: &mut Findings) {
    out.report(&rules::BOUNDARIES_HEADING, judged.doc, heading.span, |finding| {
        let mut right = format!("### {}", part.heading);
        finding.say(format_args!("Readers may not recognize this heading; expected `{right}`"));
        let rest = heading.rest.of(judged.text);
        if !rest.is_empty() {
            right.push(' ');
            right.push_str(rest);
        }
        finding.fix(Fix::safe(format_args!("Replace with `{right}`")).replace(heading.span, &right));
    });
}

fn count(judged: &JudgedSection, (part, heading): (&TextPart, &BoundaryHeading), n_rules: usize, out: &mut Findings) {
    if (part.min..=part.max).contains(&n_rules) {
        return;
    }
    out.report(&rules::BOUNDARIES_RULE_COUNT, judged.doc, heading.span, |finding| {
        let plural = if n_rules == 1 { "" } else { "s" };
        let (name, min, max) = (part.heading, part.min, part.max);
        finding.say(format_args!("`{name}` has {n_rules} rule{plural}; expected {min} to {max}"));
    });
}

/// The beginning of a message about rules: their number, and the verb for one and for several.
struct These(usize, &'static str, &'static str);

impl Display for These {
    fn fmt(&self, out: &mut Formatter) -> std::fmt::Result {
        match self.0 {
            1 => out.write_fmt(format_args!("This rule {}", self.1)),
            n_rules => out.write_fmt(format_args!("This rule and {} more {}", n_rules - 1, self.2)),
        }
    }
}

/// Puts the same text into all rules.
fn in_all(mut fix: Fix, rules: &[BoundaryRule], place: fn(&BoundaryRule) -> Span, text: &str) -> Fix {
    for rule in rules {
        fix = fix.replace(place(rule), text);
    }
    fix
}

fn bullets(judged: &JudgedSection, rules: &[BoundaryRule], out: &mut Findings) {
    let found = those(rules, |it| !it.is_dash);
    let Some(first) = found.first() else { return };
    let place = if first.bullet.is_empty() { first.sign_span } else { first.bullet.shrunk(0, 1) };
    out.report(&rules::BOUNDARIES_BULLET, judged.doc, place, |finding| {
        let these = These(found.len(), "does", "do");
        finding.say(format_args!("{these} not start with `- ` and will not be counted"));
        finding.fix(in_all(Fix::safe("Replace with `- `"), &found, |it| it.bullet, "- "));
    });
}

fn missing_signs(judged: &JudgedSection, part: &TextPart, rules: &[BoundaryRule], out: &mut Findings) {
    let found = those(rules, |it| it.sign == RuleSign::Missing && !it.text.is_empty());
    let Some(first) = found.first() else { return };
    out.report(&rules::BOUNDARIES_SIGN_MISSING, judged.doc, first.bullet.shrunk(0, 1), |finding| {
        let these = These(found.len(), "lacks", "lack");
        finding.say(format_args!("{these} the sign `{}` and will not be counted", part.sign));
        // Another symbol may replace the sign; only the writer knows which of the two is right.
        let has_symbol = found.iter().any(|rule| {
            let text = rule.text.of(judged.text).trim_start_matches(['*', '_', '[']);
            text.starts_with(|ch: char| !ch.is_ascii() && !ch.is_alphanumeric())
        });
        if !has_symbol {
            let fix = Fix::safe(format_args!("Insert `{}`", part.sign));
            finding.fix(in_all(fix, &found, |it| Span::empty(it.text.start), &format!("{} ", part.sign)));
        }
    });
}

fn misread_signs(judged: &JudgedSection, part: &TextPart, rules: &[BoundaryRule], out: &mut Findings) {
    let found = those(rules, |it| it.sign == RuleSign::Misread);
    let Some(first) = found.first() else { return };
    out.report(&rules::BOUNDARIES_SIGN_MISSING, judged.doc, first.sign_span, |finding| {
        let these = These(found.len(), "has", "have");
        finding.say(format_args!("{these} the sign `{}` in the wrong encoding and will not be counted", part.sign));
        let fix = Fix::guess(format_args!("Replace with `{}`", part.sign));
        finding.fix(in_all(fix, &found, |it| it.sign_span, part.sign).redundant());
    });
}

fn wrong_signs(judged: &JudgedSection, part: &TextPart, rules: &[BoundaryRule], out: &mut Findings) {
    let found = those(rules, |it| matches!(it.sign, RuleSign::Of(_)));
    let Some(first) = found.first() else { return };
    out.report(&rules::BOUNDARIES_SIGN_WRONG, judged.doc, first.sign_span, |finding| {
        let other = match first.sign {
            RuleSign::Of(idx) => judged.parts.get(idx).map_or("", |it| it.heading),
            RuleSign::Right | RuleSign::Bare | RuleSign::Misread | RuleSign::Missing => "",
        };
        let sign = first.sign_span.of(judged.text);
        let n_more = found.len() - 1;
        let more = When(n_more > 0, format_args!(" (this rule and {n_more} more)"));
        let (heading, own) = (part.heading, part.sign);
        finding.say(format_args!("`{sign}` is the sign for `{other}`; rules under `{heading}` use `{own}`{more}"));
        finding.fix(in_all(Fix::guess(format_args!("Replace with `{own}`")), &found, |it| it.sign_span, own));
    });
}

fn bare_signs(judged: &JudgedSection, part: &TextPart, rules: &[BoundaryRule], out: &mut Findings) {
    let found = those(rules, |it| it.sign == RuleSign::Bare);
    let Some(first) = found.first() else { return };
    out.report(&rules::BOUNDARIES_SIGN_VARIANT, judged.doc, first.sign_span, |finding| {
        let these = These(found.len(), "uses", "use");
        finding.say(format_args!("{these} `{}` without the emoji selector U+FE0F and will not be counted", part.sign));
        let fix = Fix::safe("Append the emoji selector");
        finding.fix(in_all(fix, &found, |it| it.sign_span, part.sign));
    });
}

fn empty(judged: &JudgedSection, part: &TextPart, rules: &[BoundaryRule], out: &mut Findings) {
    for (idx, rule) in rules.iter().enumerate() {
        if rule.text.is_empty() {
            let span = trimmed(judged.text, Span { start: rule.bullet.start, end: rule.sign_span.end });
            out.report(&rules::BOUNDARIES_EMPTY_RULE, judged.doc, span, |finding| {
                finding.say(format_args!("Rule {} of `{}` has no text", idx + 1, part.heading));
            });
        }
    }
}

fn duplicates(judged: &JudgedSection, part: &TextPart, rules: &[BoundaryRule], out: &mut Findings) {
    let mut words: Vec<(u64, u32)> = Vec::new();
    for (idx, rule) in (0..).zip(rules) {
        if !rule.text.is_empty() {
            words.push((hash(rule.text.of(judged.text)), idx));
        }
    }
    words.sort_unstable();
    let mut first = (0, 0);
    for word in words {
        if word.0 != first.0 {
            first = word;
            continue;
        }
        let (one, other) = (first.1 as usize, word.1 as usize);
        let (Some(before), Some(rule)) = (rules.get(one), rules.get(other)) else { continue };
        if before.text.of(judged.text) != rule.text.of(judged.text) {
            continue;
        }
        out.report(&rules::BOUNDARIES_DUPLICATE_RULE, judged.doc, rule.text, |finding| {
            finding.say(format_args!("Rule {} of `{}` repeats rule {}", other + 1, part.heading, one + 1));
            finding.note(before.text, "first used here");
        });
    }
}
