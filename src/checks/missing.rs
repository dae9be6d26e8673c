//! Fields that are missing, and what can be inserted for them.

use super::{commented, foreign, lists, lookup};
use crate::bind::is_incomplete;
use crate::diagnostic::{Finding, Fix, Safety, Severity, listed};
use crate::findings::Findings;
use crate::json::{Flags, quote};
use crate::query::{At, On, described_all, is_contradicted};
use crate::rules;
use crate::spec::{Absent, Field, Should};

pub(super) fn check(on: On, has_payload: bool, out: &mut Findings) {
    let mut absent = absent(on, has_payload);
    // A value without its end may have swallowed what follows it.
    let is_cut = |it: At| it.node().flags.has(Flags::UNCLOSED);
    if absent.is_empty()
        || is_incomplete(on.ctx.docs, on.object)
        || on.members().any(is_cut)
        || foreign::is_out_of_place(on)
    {
        return;
    }
    let is_beyond = on.object.is_beyond || absent.iter().all(|it| it.is_beyond());
    if is_beyond && !is_asked_for(on) {
        return;
    }
    #[cfg(feature = "tool-calls")]
    if crate::query::other_form(on).is_some_and(|it| !matches!(it, crate::query::OtherForm::Typed(_))) {
        return;
    }
    commented::claim(on, &mut absent, out);
    if absent.is_empty() {
        return;
    }
    let describe = |finding: &mut Finding| {
        say_missing(on, &absent, finding);
        if finding.severity != Severity::Hint
            && let Some(fix) = insertion(on, &absent)
        {
            finding.fix(fix);
        }
    };
    out.beyond(is_beyond, |out| out.report(&rules::MISSING_FIELD, on.object.doc, on.open(), describe));
}

/// The required fields that the object does not have under any name.
pub(super) fn absent(on: On, has_payload: bool) -> Vec<&'static Field> {
    let is_absent = |field: &&Field| {
        let is_payload = field.is_payload();
        let is_there = on.object.member(field.name).is_some() || (is_payload && has_payload);
        // A field may also be part of an object under another name, which is reported instead.
        on.is_required(field)
            && !is_there
            && !foreign::is_beside(on, field)
            && !on.members().any(|it| it.parts().iter().any(|it| it.1 == field.name))
    };
    on.object.record.fields.iter().filter(is_absent).collect()
}

/// The severity of absent fields, and the fields: the required ones first.
fn say_missing(on: On, absent: &[&Field], finding: &mut Finding) {
    let severity = |field: &Field| field.required.min(on.needs_inside(field).or(field.required));
    finding.severity = absent.iter().filter_map(|it| severity(it)).min().unwrap_or(Severity::Error);
    let names = |fields: &[&Field]| listed(fields.iter().map(|it| it.name), " and ");
    if finding.severity == Severity::Hint {
        let verb = if absent.len() == 1 { "is" } else { "are" };
        return finding.say(format_args!("{} {verb} recommended but missing", names(absent)));
    }
    let (must, should): (Vec<&Field>, Vec<&Field>) =
        absent.iter().partition(|it| severity(it) == Some(Severity::Error));
    let title = on.object.record.title_with_article();
    if must.is_empty() {
        let them = if should.len() == 1 { "it" } else { "them" };
        return finding.say(format_args!("Missing {}; {title} should have {them}", names(&should)));
    }
    match &must[..] {
        // The form of another value does not say why.
        [field] if field.when.iter().any(|it| !matches!(it.1, Should::NotBe(_))) => {
            let when = described_all(field.when);
            finding.say(format_args!("Missing `{}`; it is required when {when}", field.name));
        }
        [field] => finding.say(format_args!("Missing `{}`; {title} requires it", field.name)),
        _ => finding.say(format_args!("Missing {}; {title} requires them", names(&must))),
    }
    if !should.is_empty() {
        finding.message.push_str(&format!("; {} should also be present", names(&should)));
    }
}

/// Whether fields that no specification requires are expected here: in a payload that is read, is apart from its envelope,
/// and is more than a template.
fn is_asked_for(on: On) -> bool {
    let is_apart = on.around().is_none_or(|it| (it.object.doc, it.object.node) != (on.object.doc, on.object.node));
    let is_template = |it: At| it.node().flags.has(Flags::INCOMPLETE);
    is_apart && !on.members().any(is_template) && on.ctx.is_read(on.object)
}

/// Inserts absent fields with known values at the end of the object.
fn insertion(on: On, absent: &[&Field]) -> Option<Fix> {
    let mut known: Vec<(&Field, (String, bool))> =
        absent.iter().filter_map(|it| Some((*it, value_for(on, it)?))).collect();
    // Merely usual values are offered only if nothing is certain.
    let is_safe = known.iter().any(|it| it.1.1);
    if is_safe {
        known.retain(|it| it.1.1);
    }
    // After a fault that leaves extents in doubt, the end of the object is only a guess; and an object with none of the
    // fields is probably not the one they belong in.
    let is_other = !on.object.members.is_empty() && on.object.members.iter().all(|it| it.field.is_none());
    if known.is_empty() || is_other || !on.document().is_sure || on.node().flags.has(Flags::UNCLOSED) {
        return None;
    }
    let names = listed(known.iter().map(|it| it.0.name), " and ");
    let last = on.members().last();
    let gap = gap(on, last);
    let mut text = String::new();
    for (idx, (field, (value, _))) in known.iter().enumerate() {
        if last.is_some() || idx > 0 {
            text.push(',');
            text.push_str(gap);
        }
        text.push_str(&format!("{}: {value}", quote(field.name)));
    }
    let fix = Fix::new(if is_safe { Safety::Safe } else { Safety::Suggestion }, format_args!("Insert {names}"));
    Some(fix.whole_if(known.len() == absent.len()).insert(last.map_or(on.open().end, |it| it.span().end), text))
}

/// The whitespace before a new member, as before the last one: a line break with indentation, or a blank.
fn gap<'a>(on: On<'a>, last: Option<At<'a>>) -> &'a str {
    let before = last.map_or(on.open().end, |it| it.key_span().start);
    let line = on.source().get(..before as usize).unwrap_or_default();
    let blanks = line.get(line.trim_end_matches([' ', '\t', '\n', '\r']).len()..).unwrap_or_default();
    match blanks.rfind('\n') {
        Some(at) => {
            let line_end = blanks.get(..at).unwrap_or_default();
            blanks.get(line_end.strip_suffix('\r').unwrap_or(line_end).len()..).unwrap_or(" ")
        }
        None => " ",
    }
}

/// An object with the agent that the request names.
fn of_request(on: On, field: &Field) -> Option<String> {
    let (asked, (object, key)) = on.object.format.pairing.as_ref()?.agent;
    let request = on.ctx.request.as_ref().filter(|_| on.is_root() && field.name == object)?;
    let agent = request.text(asked).filter(|it| !it.trim().is_empty())?;
    Some(format!("{{{}: {}}}", quote(key), quote(&agent)))
}

/// The value of an absent field, and whether it is certain.
fn value_for(on: On, field: &Field) -> Option<(String, bool)> {
    if field.from_request {
        // A response inside another one answers another request.
        if !on.is_root() {
            return None;
        }
        let id = on.ctx.request.as_ref()?.text(field.name).filter(|it| !it.trim().is_empty())?;
        return Some((quote(&id), true));
    }
    if let Some(followed) = lookup::json(on, field) {
        return Some(followed);
    }
    let certain = match field.absent {
        Absent::Unknown => lists::free_id(on, field).map(|it| quote(&it)),
        // What the caller knows is about the outermost answer.
        Absent::Time => on.ctx.options.created_at.as_deref().filter(|_| on.is_root()).map(quote),
        Absent::Seconds => on.ctx.options.duration_seconds.clone().filter(|_| on.is_root()),
        Absent::JsonBeside(fields) => {
            let is_there = |name: &str| on.member(name).is_some_and(At::says_something);
            let mut there = fields.iter().filter(|it| is_there(it.0));
            let only = there.next().filter(|_| there.next().is_none())?.1;
            let is_contradicted = is_contradicted(on.document(), on.object.node, field, only.trim_matches('"'));
            return (!is_contradicted).then(|| (only.to_owned(), false));
        }
        // An object without its required members is no better than none.
        Absent::Json(json) => {
            on.needs_inside(field).is_none().then(|| of_request(on, field).unwrap_or_else(|| json.to_owned()))
        }
        Absent::JsonWhen([other, value, json]) => on.member(other)?.is_text(value).then(|| (*json).to_owned()),
    };
    Some((certain?, true))
}
