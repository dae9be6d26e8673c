//! The root of a tool's schema, which must be one of objects.

use super::TYPES;
use super::keywords::{self, Takes};
use crate::checks::calls::declared::with_member;
use crate::checks::say::type_name;
use crate::diagnostic::{Fix, Severity};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{Kind, NodeId, is_sound};
use crate::query::{At, On, open_bracket};
use crate::rules;
use crate::spec::{CallRole, Conversation};

/// Reports a schema that does not say `type: object`; false if it says something else. How serious it is to say nothing
/// and to say something else is given.
pub(super) fn check(
    name: &str,
    at: At,
    (rules, [untyped, other]): (&'static Conversation, [Severity; 2]),
    out: &mut Findings,
) -> bool {
    let document = at.document();
    let (tree, text, root) = (&document.tree, &*document.text, at.member.value);
    let kind = tree.get(text, root, "type");
    let says = kind.filter(|it| tree.kind(*it) == Kind::String).map(|it| tree.text(text, it).into_owned());
    let says = if rules.schemas.has_capitals { says.map(|it| it.to_ascii_lowercase()) } else { says };
    // A word that is no type at all has its own finding, and so has a value that is no word.
    let is_judged = match kind.map(|it| tree.kind(it)) {
        None => true,
        Some(Kind::String) => says.as_deref().is_some_and(|it| it != "object" && TYPES.contains(&it)),
        Some(it) => matches!(it, Kind::Array | Kind::Null),
    };
    if !is_judged || !is_plain(document, root) {
        return true;
    }
    out.report(&rules::INVALID_SCHEMA, at.object.doc, open_bracket(document, root), |finding| {
        finding.severity = if kind.is_some() { other } else { untyped };
        finding.say(format_args!("The schema of {name} must have the `type` `object`"));
        match kind {
            None => {
                let member = ("type", "\"object\"");
                finding.fix(with_member(document, root, "Add `\"type\": \"object\"`", member));
            }
            Some(kind) if may_be_objects(document, root, kind) => {
                let fix = Fix::guess("Replace with `\"object\"`");
                finding.fix(fix.replace(tree.span(kind), "\"object\""));
            }
            Some(_) => (),
        }
    });
    kind.is_none()
}

/// Reports properties in place of the schema that has them; whether it is so.
pub(super) fn unwrapped(name: &str, at: At, severity: Severity, out: &mut Findings) -> bool {
    let document = at.document();
    if !has_only_properties(document, at.member.value) {
        return false;
    }
    out.report(&rules::INVALID_SCHEMA, at.object.doc, open_bracket(document, at.member.value), |finding| {
        finding.severity = severity;
        finding.say(format_args!("The schema of {name} must have its properties in `properties`"));
        let (span, start) = (at.span(), "{\"type\": \"object\", \"properties\": ");
        finding.fix(Fix::guess("Put them into `properties`").insert(span.start, start).insert(span.end, "}"));
    });
    true
}

/// Whether each member of an object is the schema of a value, and no keyword takes one there.
fn has_only_properties(document: &Document, root: NodeId) -> bool {
    let (tree, text) = (&document.tree, &*document.text);
    let is_typed = |node: NodeId| {
        let kind = tree.get(text, node, "type").filter(|it| tree.kind(*it) == Kind::String);
        kind.is_some_and(|it| TYPES.contains(&&*tree.text(text, it).to_ascii_lowercase()))
    };
    let may_be_keyword =
        |key: NodeId| matches!(keywords::wanted(&tree.name(text, key)), Some(Takes::Object | Takes::Schema));
    let mut members = tree.members(root).peekable();
    members.peek().is_some() && members.all(|(key, value)| is_typed(value) && !may_be_keyword(key))
}

/// Whether objects are meant by a root of another type.
fn may_be_objects(document: &Document, root: NodeId, kind: NodeId) -> bool {
    let (tree, text) = (&document.tree, &*document.text);
    tree.kind(kind) == Kind::Null
        || tree.get(text, root, "properties").is_some()
        || tree.children(kind).any(|it| tree.is_text(text, it, "object"))
}

/// Whether nothing but its own type can make a schema one of objects.
fn is_plain(document: &Document, root: NodeId) -> bool {
    let (tree, text) = (&document.tree, &*document.text);
    !["$ref", "anyOf", "oneOf", "allOf"].iter().any(|it| tree.get(text, root, it).is_some())
}

/// Reports a value in place of a tool's schema; whether it is in such a place.
pub(in crate::checks) fn instead(at: At, out: &mut Findings) -> bool {
    let on = at.on();
    let tool = |on: On<'_>| match on.object.record.role {
        Some(CallRole::Tool(role)) => Some(role),
        _ => None,
    };
    let Some(role) = tool(on).or_else(|| on.holder().and_then(tool)) else { return false };
    let paths = role.schema.split('|').chain([role.output]).filter(|it| !it.is_empty());
    let name = at.member.field.map_or("", |it| it.name);
    if !paths.into_iter().any(|it| it.rsplit('/').next() == Some(name)) {
        return false;
    }
    out.report(&rules::INVALID_SCHEMA, at.object.doc, at.span(), |finding| {
        let kind = at.kind();
        finding.say(format_args!("`{name}` must be a schema, but is {}", type_name(kind)));
        // Languages without a difference between empty lists and objects write `[]`.
        if kind == Kind::Null || (kind == Kind::Array && at.tree().children(at.member.value).next().is_none()) {
            let json = "{\"type\": \"object\", \"properties\": {}}";
            finding.fix(Fix::guess(format_args!("Replace with `{json}`")).replace(at.span(), json));
        }
        let text = at.text();
        if kind == Kind::String && text.trim_start().starts_with('{') && is_sound(&text) && at.document().is_sure {
            finding.message.push_str(" that contains JSON");
            finding.fix(Fix::guess("Decode it").replace(at.span(), text.trim()));
        }
    });
    true
}
