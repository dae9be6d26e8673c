//! The list of sections: what it names, what it leaves out.

use std::borrow::Cow;

use super::values::MAX_ITEMS;
use super::{Sections, absent};
use crate::bind::{closest, is_ellipsis, same_word};
use crate::checks::type_name;
use crate::diagnostic::{Fix, shown};
use crate::findings::Findings;
use crate::json::{Kind, NodeId, quote};
use crate::rules;
use crate::text::Span;

pub(super) fn check(sections: &Sections, out: &mut Findings) {
    let names = names(sections);
    // Keys that a name in the list only misses by a slip.
    let mut meant: Vec<NodeId> = Vec::new();
    for (idx, (item, name)) in names.iter().enumerate() {
        let before = names.get(..idx).unwrap_or_default();
        if let Some((first, _)) = before.iter().find(|it| it.1 == *name) {
            duplicate(sections, *item, (*first, name), out);
        } else {
            item_alone(sections, *item, name, &names, (&mut meant, out));
        }
    }
    types(sections, out);
    absent::check(sections, &names, &meant, out);
}

/// A string in the list, and what it says.
pub(super) type Name<'t> = (NodeId, Cow<'t, str>);

fn names<'s>(sections: &'s Sections) -> Vec<Name<'s>> {
    let tree = &sections.document.tree;
    let strings = sections.items().filter(|it| tree.kind(*it) == Kind::String);
    strings.take(MAX_ITEMS).map(|it| (it, tree.text(&sections.document.text, it))).collect()
}

fn types(sections: &Sections, out: &mut Findings) {
    let tree = &sections.document.tree;
    for item in sections.items() {
        let node = tree.node(item);
        if !matches!(node.kind, Kind::String | Kind::Broken) {
            out.report(&rules::WRONG_TYPE, sections.object.doc, node.span, |it| {
                it.message = format!("Names of sections should be strings; found {}", type_name(node.kind));
            });
        }
    }
}

fn duplicate(sections: &Sections, item: NodeId, (first, name): (NodeId, &str), out: &mut Findings) {
    let tree = &sections.document.tree;
    out.report(&rules::DUPLICATE_SECTION, sections.object.doc, tree.span(item), |it| {
        let name = shown(name);
        it.message = format!("`{name}` is listed twice and would be put in twice");
        it.note(tree.span(first), "it is listed here first");
        it.fix(removal(sections, item, Fix::safe(format!("remove the second `{name}` from the list"))));
    });
}

/// Takes an item out of the list, with the comma that goes with it.
fn removal(sections: &Sections, item: NodeId, fix: Fix) -> Fix {
    let tree = &sections.document.tree;
    let span = tree.span(item);
    let mut previous = None;
    let mut next = None;
    for other in sections.items().map(|it| tree.span(it)) {
        if other.end <= span.start {
            previous = Some(other);
        } else if other.start >= span.end {
            next = Some(other);
            break;
        }
    }
    fix.delete(match (previous, next) {
        (Some(previous), _) => Span { start: previous.end, end: span.end },
        (None, Some(next)) => Span { start: span.start, end: next.start },
        (None, None) => span,
    })
}

fn item_alone(
    sections: &Sections,
    item: NodeId,
    name: &str,
    names: &[Name],
    (meant, out): (&mut Vec<NodeId>, &mut Findings),
) {
    let doc = sections.object.doc;
    let span = sections.document.tree.span(item);
    let word = shown(name);
    let list = sections.listing.list;
    let is_item = sections.list != Some(item);
    if sections.listing.not_sections.contains(&name) {
        return out.report(&rules::NOT_A_SECTION, doc, span, |it| {
            it.message = format!("`{word}` is not a section; it belongs beside `{list}` and not into the list");
            if is_item {
                it.fix(removal(sections, item, Fix::safe(format!("remove `{word}` from the list"))));
            }
        });
    }
    if is_ellipsis(name) {
        return out.report(&rules::PAYLOAD_PLACEHOLDER, doc, span, |it| {
            it.message = format!("`{word}` is a placeholder; the name of a section belongs here");
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
    names: &[Name],
    (meant, out): (&mut Vec<NodeId>, &mut Findings),
) {
    let doc = sections.object.doc;
    let span = sections.document.tree.span(item);
    let (word, list) = (shown(name), sections.listing.list);
    let is_item = sections.list != Some(item);
    let near = near_key(sections, name, names);
    // A name that is listed again would be without its field again.
    let is_once = names.iter().filter(|it| it.1 == name).count() == 1;
    out.report(&rules::SECTION_WITHOUT_FIELD, doc, span, |it| {
        it.message = format!("`{list}` lists `{word}`, but there is no field `{word}`");
        if let Some((key, other)) = &near {
            meant.push(*key);
            it.note(sections.document.tree.span(*key), "this may be meant");
            if is_once {
                it.fix(Fix::guess(format!("list `{}`", shown(other))).replace(span, quote(other)));
            }
        } else if is_item && is_once {
            it.fix(removal(sections, item, Fix::guess(format!("remove `{word}` from the list"))));
        }
    });
}

/// A key that is not listed and differs from the name by its case, its joints or one letter.
fn near_key<'s>(sections: &'s Sections, name: &str, names: &[Name]) -> Option<(NodeId, Cow<'s, str>)> {
    let document = sections.document;
    let members = sections.object.members.iter().filter(|it| it.field.is_none()).take(MAX_ITEMS);
    let keys = members.map(|it| (it.key, document.tree.text(&document.text, it.key)));
    let free: Vec<_> = keys.filter(|it| !names.iter().any(|other| other.1 == it.1)).collect();
    let word = closest(name, free.iter().map(|it| &*it.1))?.to_owned();
    free.into_iter().find(|it| *it.1 == word)
}

/// A section that is there, under a name that readers do not know.
fn spelling(sections: &Sections, item: NodeId, name: &str, names: &[Name], out: &mut Findings) {
    let known = || sections.listing.sections.iter().map(|it| it.name);
    if known().any(|it| it == name) {
        return;
    }
    let doc = sections.object.doc;
    let span = sections.document.tree.span(item);
    let word = shown(name);
    let rename = |fix: Fix, to: &str| {
        let key = sections.member(name).map(|it| sections.document.tree.span(it.key))?;
        let is_free = sections.member(to).is_none() && !names.iter().any(|it| it.1 == to);
        is_free.then(|| fix.replace(span, quote(to)).replace(key, quote(to)))
    };
    if !is_snake_case(name) {
        let same = known().find(|it| same_word(it, name)).map(str::to_owned);
        let fixed = same.or_else(|| snake_case(name));
        return out.report(&rules::SECTION_NAME_STYLE, doc, span, |it| {
            it.message = match &fixed {
                Some(fixed) => format!("`{word}` is not in snake_case; expected `{fixed}`"),
                None => format!("`{word}` is not in snake_case"),
            };
            let fix = fixed.and_then(|it| rename(Fix::safe(format!("rename to `{it}`")), &it));
            fix.into_iter().for_each(|fix| it.fix(fix));
        });
    }
    out.report(&rules::UNKNOWN_SECTION, doc, span, |it| {
        let near = closest(name, known());
        it.message = match near {
            Some(near) => format!("`{word}` is none of the known sections; `{near}` may be meant"),
            None => format!("`{word}` is none of the known sections; it goes to the end of the extended file"),
        };
        let fix = near.and_then(|it| rename(Fix::guess(format!("rename to `{it}`")), it));
        fix.into_iter().for_each(|fix| it.fix(fix));
    });
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
