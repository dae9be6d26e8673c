//! Keys that the object does not know, and fields that do not belong in it.

use crate::bind::{How, Object, accepts};
use crate::diagnostic::{Fix, Severity, shown};
use crate::findings::Findings;
use crate::json::{Flags, Kind, Node, NodeId, quote};
use crate::query::{At, On, described};
use crate::rules;
use crate::spec::{Field, Unknown};
use crate::text::hash;

pub(super) fn unknown(on: On, out: &mut Findings) {
    let record = on.object.record;
    if !knows_others(on.object) {
        return;
    }
    let mut taker = None;
    let mut is_made = false;
    for at in on.members().filter(|it| it.member.how == How::Foreign) {
        let key = at.key();
        let stray = record.strays.iter().find(|it| it.key.is_empty() || it.key == key);
        let (severity, takes) = match (stray, record.unknown) {
            (Some(stray), _) => (stray.severity, None),
            (None, Unknown::Reported(severity, takes)) => (severity, takes),
            (None, _) => (Severity::Hint, None),
        };
        if let Some(place) = place(at) {
            misplaced(at, place, severity, &mut is_made, out);
            continue;
        }
        if stray.is_none() && !matches!(record.unknown, Unknown::Reported(..)) {
            continue;
        }
        out.report(&rules::UNKNOWN_FIELD, on.object.doc, at.key_span(), |finding| {
            finding.severity = severity;
            finding.say(format_args!("`{}` is not a field of {}", shown(&key), record.title_with_article()));
            finding.message.push_str(stray.map_or("", |it| it.advice));
            if let Some(name) = takes {
                finding.message.push_str(&format!("; additional data belongs in `{name}`"));
                let taker = taker.get_or_insert_with(|| Taker::new(on.member(name)?));
                let fix = Fix::guess(format_args!("Move it into `{name}`"));
                finding.fixes.extend(taker.as_ref().and_then(|taker| taker.take(at, fix)));
            }
        });
    }
}

/// Whether keys that are not fields are reported; never for the items of a list.
fn knows_others(object: &Object) -> bool {
    !object.record.strays.is_empty() || matches!(object.record.unknown, Unknown::Reported(..))
}

/// A sibling field that holds an object, and the field of that object that a key is meant for.
type NestedField = (&'static Field, &'static Field);

/// The field next to an unknown key, and the field of its object that the key is meant for: one that is expected there
/// but missing.
fn place(at: At) -> Option<NestedField> {
    let key = at.key();
    at.object.record.fields.iter().find_map(|taker| {
        let on = at.on();
        let field = on.record_of(taker)?.field(&key).filter(|it| it.required.is_some())?;
        let is_there = on.inside(taker).is_some_and(|it| it.member(field.name).is_some());
        let is_out_of_place = taker.otherwise.is_some() && !on.holds(taker.when);
        (!is_there && !is_out_of_place && accepts(&field.shape, at.kind())).then_some((taker, field))
    })
}

/// A key that belongs in a sibling object. If there is none, it is created, once.
fn misplaced(at: At, (taker, field): NestedField, severity: Severity, is_made: &mut bool, out: &mut Findings) {
    out.report(&rules::MISPLACED_FIELD, at.object.doc, at.key_span(), |finding| {
        let (holder, due) = at.on().inside(taker).map_or((at.on(), taker), |it| (it, field));
        finding.severity = severity.min(due.required.filter(|_| holder.is_required(due)).unwrap_or(severity));
        finding.say(format_args!("`{}` belongs in `{}`", field.name, taker.name));
        let fix = Fix::safe(format_args!("Move it into `{}`", taker.name));
        match at.on().member(taker.name) {
            _ if !at.document().is_sure => (),
            Some(there) => finding.fixes.extend(Taker::new(there).and_then(|taker| taker.take(at, fix))),
            None if *is_made => (),
            None => {
                *is_made = true;
                let text = format!("{}: {{{}}}", quote(taker.name), at.whole().of(at.on().source()));
                finding.fix(fix.replace(at.whole(), text));
            }
        }
    });
}

/// An object that takes members from the one around it. Its keys are collected once: both objects may hold thousands.
struct Taker {
    /// The hashes of its keys, sorted.
    keys: Vec<(u64, NodeId)>,
    /// The offset after its last member, or else after its bracket.
    end: u32,
}

impl Taker {
    fn new(at: At) -> Option<Self> {
        let (tree, text) = (at.tree(), at.on().source());
        let Node { kind, flags, span, .. } = at.node();
        let mut taker = Self { keys: Vec::new(), end: span.start + 1 };
        for (key, value) in tree.members(at.member.value) {
            taker.keys.push((hash(&tree.name(text, key)), key));
            taker.end = tree.span(value).end;
        }
        taker.keys.sort_unstable();
        (*kind == Kind::Object && !flags.has(Flags::UNCLOSED)).then_some(taker)
    }

    /// Moves a member into it, unless it has one of the same name.
    fn take(&self, at: At, fix: Fix) -> Option<Fix> {
        let key = hash(&at.key());
        let place = self.keys.partition_point(|it| it.0 < key);
        if self.keys.get(place).is_some_and(|it| it.0 == key) {
            return None;
        }
        let inside = at.whole().of(at.on().source());
        let insert = if self.keys.is_empty() { inside.to_owned() } else { format!(", {inside}") };
        Some(fix.delete(at.removed()?).insert(self.end, insert))
    }
}

/// Members that contradict the value of another field.
pub(super) fn unexpected(on: On, out: &mut Findings) {
    for at in on.members() {
        let Some((field, severity)) = at.member.field.and_then(|it| Some((it, it.otherwise?))) else { continue };
        let Some(test) = on.failing(field.when) else { continue };
        out.report(&rules::UNEXPECTED_FIELD, on.object.doc, at.key_span(), |finding| {
            finding.say(format_args!("`{}` is allowed only when {}", field.name, described(test)));
            let is_nothing = match at.kind() {
                Kind::Null => true,
                Kind::String => at.is_blank(),
                Kind::Array | Kind::Object => at.tree().children(at.member.value).next().is_none(),
                _ => false,
            };
            finding.message.push_str(if is_nothing { "; remove it" } else { "" });
            finding.severity = if is_nothing { severity.max(Severity::Warning) } else { severity };
            if let Some(span) = at.removed().filter(|_| is_nothing) {
                finding.fix(Fix::safe(format_args!("Remove `{}`", field.name)).delete(span).redundant());
            }
        });
    }
}

/// Whether an object is in a field that does not belong where it is, so that the object need not contain anything.
pub(super) fn is_out_of_place(on: On) -> bool {
    let Some(holder) = on.holder().filter(|it| it.object.list.is_none()) else { return false };
    on.field().is_some_and(|it| it.otherwise.is_some() && holder.failing(it.when).is_some())
}

/// Whether a key for an absent field, or for a field of its object, is in this object or the one around it, and so is
/// reported there.
pub(super) fn is_beside(on: On, field: &Field) -> bool {
    let is_meant = |from: On| {
        let is_it = |it: NestedField| std::ptr::eq(it.0, field) || std::ptr::eq(it.1, field);
        // In a list, every item would search all of them.
        let mut foreign = from.members().filter(|it| it.member.how == How::Foreign);
        knows_others(from.object) && foreign.any(|it| place(it).is_some_and(is_it))
    };
    is_meant(on) || on.holder().is_some_and(is_meant)
}
