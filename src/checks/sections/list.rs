//! The list of sections: what it names and what it omits.

use std::borrow::Cow;

use super::{ListedName, Sections, absent};
use crate::bind::{is_slip, same_word};
use crate::checks::say::Shown;
use crate::checks::say::type_name;
use crate::diagnostic::{Finding, Fix, Safety, shown};
use crate::findings::Findings;
use crate::json::{self, Kind, NodeId, quote};
use crate::rules;
use crate::text::Span;

/// A longer word is not a name that was listed.
const LONGEST_NAME: usize = 64;

pub(super) fn check(sections: &Sections, names: &[ListedName], out: &mut Findings) {
    // Keys that a name in the list misses only by a slip.
    let mut meant: Vec<NodeId> = Vec::new();
    for (idx, (item, name)) in names.iter().enumerate() {
        let before = names.get(..idx).unwrap_or_default();
        if let Some((first, _)) = before.iter().find(|it| it.1 == *name) {
            duplicate(sections, *item, (*first, name), out);
        } else {
            item_alone(sections, *item, name, names, (&mut meant, out));
        }
    }
    types(sections, out);
    absent::check(sections, names, &meant, out);
}

/// A list of names is short; more items are not looked up.
const MAX_ITEMS: usize = 256;

/// The strings in the list.
pub(super) fn names<'s>(sections: &'s Sections) -> Vec<ListedName<'s>> {
    let tree = &sections.document.tree;
    let mut out = Vec::with_capacity(sections.items.len().min(MAX_ITEMS));
    for item in &sections.items {
        if tree.kind(*item) == Kind::String && out.len() < MAX_ITEMS {
            out.push((*item, tree.text(&sections.document.text, *item)));
        }
    }
    out
}

fn types(sections: &Sections, out: &mut Findings) {
    let tree = &sections.document.tree;
    for item in &sections.items {
        let node = tree.node(*item);
        if !matches!(node.kind, Kind::String | Kind::Broken) {
            out.report(&rules::WRONG_TYPE, sections.object.doc, node.span, |finding| {
                finding.say(format_args!("A section name must be a string, but this is {}", type_name(node.kind)));
            });
        }
    }
}

fn duplicate(sections: &Sections, item: NodeId, (first, name): (NodeId, &str), out: &mut Findings) {
    let tree = &sections.document.tree;
    out.report(&rules::DUPLICATE_SECTION, sections.object.doc, tree.span(item), |finding| {
        let name = shown(name);
        finding.say(format_args!("`{name}` is listed twice, so readers insert it twice"));
        finding.note(tree.span(first), "first listed here");
        let fix = Fix::safe(format_args!("Remove the second `{name}` from the list"));
        finding.fix(fix.replace(with_comma(sections, item), "").redundant());
    });
}

/// An item of the list, with its comma.
fn with_comma(sections: &Sections, item: NodeId) -> Span {
    let tree = &sections.document.tree;
    let span = tree.span(item);
    let idx = sections.items.iter().position(|it| *it == item).unwrap_or_default();
    let neighbor = |idx: Option<usize>| idx.and_then(|it| sections.items.get(it)).map(|it| tree.span(*it));
    if let Some(previous) = neighbor(idx.checked_sub(1)) {
        return Span { start: previous.end, end: span.end };
    }
    Span { start: span.start, end: neighbor(Some(idx + 1)).map_or(span.end, |it| it.start) }
}

fn item_alone(
    sections: &Sections,
    item: NodeId,
    name: &str,
    names: &[ListedName],
    (meant, out): (&mut Vec<NodeId>, &mut Findings),
) {
    let doc = sections.object.doc;
    let span = sections.document.tree.span(item);
    let list = sections.listing.list;
    if sections.listing.not_sections.contains(&name) {
        return out.report(&rules::NOT_A_SECTION, doc, span, |finding| {
            let word = Shown(name);
            finding.say(format_args!("`{word}` is not a section; it belongs next to `{list}`, not in the list"));
            let fix = Fix::safe(format_args!("Remove `{word}` from the list"));
            finding.fix(fix.replace(with_comma(sections, item), "").redundant());
        });
    }
    if json::is_ellipsis(name) {
        return out.report(&rules::PAYLOAD_PLACEHOLDER, doc, span, |finding| {
            finding.say(format_args!("`{}` is a placeholder; a section name belongs here", Shown(name)));
        });
    }
    if sections.member(name).is_some() {
        return spelling(sections, item, name, names, out);
    }
    if !sections.is_incomplete {
        without_field(sections, item, name, names, (meant, out));
    }
}

fn without_field(
    sections: &Sections,
    item: NodeId,
    name: &str,
    names: &[ListedName],
    (meant, out): (&mut Vec<NodeId>, &mut Findings),
) {
    let span = sections.document.tree.span(item);
    out.report(&rules::SECTION_WITHOUT_FIELD, sections.object.doc, span, |finding| {
        let (word, list) = (Shown(name), sections.listing.list);
        finding.say(format_args!("`{list}` lists `{word}`, but there is no field `{word}`"));
        // Text that a broken string swallowed is not a name, and is not thrown away.
        let is_name = name.len() <= LONGEST_NAME && !name.contains(['"', '\n']);
        // A name that is listed twice would still lack its field.
        let is_once = names.iter().filter(|it| it.1 == name).count() == 1;
        if let Some((key, other)) = near_key(sections, name, names) {
            meant.push(key);
            finding.note(sections.document.tree.span(key), "this may be the field");
            if is_once && holds_word(&other, name) {
                let fix = Fix::guess(format_args!("Rename the field to `{word}`"));
                finding.fix(fix.replace(sections.document.tree.span(key), quote(name)));
            } else if is_once {
                finding.fix(Fix::guess(format_args!("List `{}` instead", Shown(&other))).replace(span, quote(&other)));
            }
        } else if is_once && is_name {
            finding
                .fix(Fix::guess(format_args!("Remove `{word}` from the list")).replace(with_comma(sections, item), ""));
        }
    });
}

/// The marks around a name that was copied from Markdown or JSON.
const MARKS: [char; 6] = ['*', '#', '"', '\'', '`', ' '];

/// An unlisted key that differs from the name by case, separators or one letter, or else the only one that begins like
/// the name: `boundaries` for `boundary`.
fn near_key<'s>(sections: &'s Sections, name: &str, names: &[ListedName]) -> Option<(NodeId, Cow<'s, str>)> {
    let document = sections.document;
    let name = name.trim_matches(MARKS);
    let mut slip = None;
    let mut alike = Vec::new();
    for member in sections.object.members.iter().filter(|it| it.field.is_none()).take(MAX_ITEMS) {
        let key = document.tree.text(&document.text, member.key);
        if names.iter().any(|it| it.1 == key) {
            continue;
        }
        if same_word(name, &key) {
            return Some((member.key, key));
        }
        if slip.is_none() && is_slip(name, &key) {
            slip = Some((member.key, key));
        } else if begins_alike(name, &key) || holds_word(&key, name) {
            alike.push((member.key, key));
        }
    }
    slip.or_else(|| alike.pop().filter(|_| alike.is_empty()))
}

/// Whether two words share a prefix of more than half of their letters.
fn begins_alike(one: &str, other: &str) -> bool {
    let n_common = one.bytes().zip(other.bytes()).take_while(|it| it.0.eq_ignore_ascii_case(&it.1)).count();
    n_common >= 4 && 2 * n_common > one.len().max(other.len())
}

/// Whether a key has more words than the name of a section: `the "overview" key`.
fn holds_word(key: &str, name: &str) -> bool {
    key.len() > name.len() && key.split(|it: char| !it.is_alphanumeric() && it != '_').any(|it| it == name)
}

/// The known section that a name misses only by case, separators or one letter, and whether a letter is wrong.
fn near_known(sections: &Sections, name: &str) -> Option<(&'static str, bool)> {
    let mut slip = None;
    for known in sections.listing.sections {
        if same_word(name, known.name) {
            return Some((known.name, false));
        }
        if slip.is_none() && is_slip(name, known.name) {
            slip = Some((known.name, true));
        }
    }
    slip
}

/// Reports a section that exists under a name that readers do not know.
fn spelling(sections: &Sections, item: NodeId, name: &str, names: &[ListedName], out: &mut Findings) {
    if sections.listing.sections.iter().any(|it| it.name == name) {
        return;
    }
    let doc = sections.object.doc;
    let span = sections.document.tree.span(item);
    let word = Shown(name);
    let near = near_known(sections, name);
    if !is_snake_case(name) {
        return out.report(&rules::SECTION_NAME_STYLE, doc, span, |finding| {
            finding.say(format_args!("`{word}` is not in snake_case"));
            let same = near.filter(|it| !it.1).map(|it| it.0.to_owned());
            if let Some(fixed) = same.or_else(|| snake_case(name)) {
                finding.message.push_str(&format!("; expected `{fixed}`"));
                rename(sections, (item, name), &fixed, names, (finding, Safety::Safe));
            }
        });
    }
    out.report(&rules::UNKNOWN_SECTION, doc, span, |it| match near {
        Some((near, _)) => {
            it.say(format_args!("`{word}` is not a known section; did you mean `{near}`?"));
            rename(sections, (item, name), near, names, (it, Safety::Suggestion));
        }
        None => it.say(format_args!("`{word}` is not a known section; readers append it to the end of the file")),
    });
}

/// Renames a section in the list and in the object, if the name is free.
fn rename(
    sections: &Sections,
    (item, name): (NodeId, &str),
    to: &str,
    names: &[ListedName],
    (it, safety): (&mut Finding, Safety),
) {
    let Some(member) = sections.member(name) else { return };
    if sections.member(to).is_some() || names.iter().any(|it| it.1 == to) {
        return;
    }
    let tree = &sections.document.tree;
    let quoted = quote(to);
    let fix = Fix::new(safety, format_args!("Rename to `{to}`"));
    it.fix(fix.replace(tree.span(item), &quoted).replace(tree.span(member.key), &quoted));
}

fn is_snake_case(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|it| it.is_ascii_lowercase())
        && bytes.all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'_')
}

/// `quickStart`, `Quick Start` and `quick-start` as `quick_start`.
fn snake_case(name: &str) -> Option<String> {
    let mut out = String::with_capacity(name.len() + 4);
    let mut before = ' ';
    for ch in name.trim().chars() {
        let is_joint = matches!(ch, '_' | '-' | ' ' | '.' | '/');
        let is_hump = ch.is_ascii_uppercase() && (before.is_ascii_lowercase() || before.is_ascii_digit());
        if (is_joint || is_hump) && !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
        if !is_joint {
            out.push(ch.to_ascii_lowercase());
        }
        before = ch;
    }
    is_snake_case(&out).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::snake_case;

    #[test]
    fn names_become_snake_case() {
        for name in ["quickStart", "Quick Start", "quick-start", "QuickStart", "QUICK_START"] {
            assert_eq!(snake_case(name).as_deref(), Some("quick_start"), "{name}");
        }
        assert_eq!(snake_case("häufig"), None);
        assert_eq!(snake_case("---"), None);
    }
}
