//! Declared tools: their names and their form.

use crate::diagnostic::{Fix, Severity, listed, shown};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{Kind, NodeId, quote};
use crate::query::{
    At, Context, Declared, FUNCTION, On, OtherForm, answers, calls, chosen, declared, needs, other_form,
};
use crate::rules;
use crate::spec::{CallRole, Conversation, DeclaredTool, ToolNames};
use crate::text::Span;

/// What other APIs call the schema of a tool.
const PARAMETERS: &str = "parameters";

/// So many tools of a file can be renamed.
const MOST_RENAMED: usize = 100;

/// Gives a tool another name, wherever it is named.
fn renamed(tool: Declared, from: &str, to: &str) -> Option<Fix> {
    let ctx = tool.on.ctx;
    let declared = declared(ctx).into_iter().map(|it| (it.name, it.name.member.value));
    let called = calls(ctx).filter_map(|it| it.name()).map(|it| (it, it.member.value));
    let results = answers(ctx).filter_map(|it| it.0.member("name")).map(|it| (it, it.member.value));
    let mut fix = Fix::guess(format_args!("Rename to `{}`, also where it is called", shown(to)));
    for (at, node) in declared.chain(called).chain(results).chain(chosen(ctx)) {
        let (tree, source) = (at.tree(), at.on().source());
        if tree.is_text(source, node, to) || at.object.doc != tool.on.object.doc {
            return None;
        }
        if tree.is_text(source, node, from) {
            fix = fix.replace(tree.span(node), quote(to));
        }
    }
    Some(fix)
}

impl ToolNames {
    fn is_plain(&self, ch: char) -> bool {
        ch.is_ascii_alphanumeric() || self.marks.contains(ch)
    }

    fn may_begin(&self, name: &str) -> bool {
        !self.begins_with_letter || name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
    }

    /// A similar name that is accepted.
    fn accepted(&self, name: &str) -> Option<String> {
        let plain: String = name.chars().map(|it| if self.is_plain(it) { it } else { '_' }).collect();
        let plain = if self.may_begin(&plain) { plain } else { format!("_{plain}") };
        let says_something = plain.contains(|it: char| it.is_ascii_alphanumeric());
        Some(plain).filter(|it| says_something && it.len() <= self.longest as usize)
    }
}

/// A name that the API does not accept.
pub(super) fn check_name(tool: Declared, rules: &Conversation, n_renamed: &mut usize, out: &mut Findings) {
    let (names, text) = (&rules.names, tool.name.text());
    let n_chars = text.chars().count();
    let (is_plain, may_begin) = (text.chars().all(|it| names.is_plain(it)), names.may_begin(&text));
    if is_plain && may_begin && n_chars <= names.longest as usize {
        return elsewhere(tool, rules, out);
    }
    out.report(&rules::TOOL_NAME, tool.on.object.doc, tool.name.span(), |finding| {
        finding.severity = names.severity;
        if !is_plain {
            finding.say(format_args!("`{}` may contain only {}", shown(&text), names.in_words));
        } else if !may_begin {
            finding.say(format_args!("`{}` must begin with a letter or `_`", shown(&text)));
        } else {
            let is_accepted = n_chars <= names.accepted as usize;
            if is_accepted {
                finding.severity = Severity::Warning;
            }
            let most = if is_accepted { names.longest } else { names.accepted };
            return finding.say(format_args!("The name has {n_chars} characters; the API accepts {most}"));
        }
        *n_renamed += 1;
        let other = names.accepted(&text).filter(|_| *n_renamed <= MOST_RENAMED);
        finding.fixes.extend(other.and_then(|it| renamed(tool, &text, &it)));
    });
}

/// A name that is accepted here, but not by what takes it over.
fn elsewhere(tool: Declared, rules: &Conversation, out: &mut Findings) {
    let text = tool.name.text();
    let Some(names) = rules.names.elsewhere else { return };
    let mark = text.chars().find(|it| !names.is_plain(*it));
    let n_chars = text.chars().count();
    if mark.is_none() && n_chars <= names.longest as usize {
        return;
    }
    out.report(&rules::TOOL_NAME, tool.on.object.doc, tool.name.span(), |finding| {
        finding.severity = Severity::Info;
        match mark {
            Some(mark) => finding.say(format_args!("Model APIs reject `{mark}` in tool names")),
            None => finding.say(format_args!(
                "The name has {n_chars} characters; not all APIs of models accept more than {}",
                names.longest
            )),
        }
    });
}

/// A member next to the function of a tool that belongs in it, where it has no effect.
pub(super) fn check_place(tool: Declared, out: &mut Findings) {
    let Some((holder, name)) = tool.role.strict.split_once('/') else { return };
    let Some(at) = tool.on.members().find(|it| it.member.field.is_none() && it.key() == name) else { return };
    out.report(&rules::MISPLACED_FIELD, tool.on.object.doc, at.key_span(), |finding| {
        finding.say(format_args!("`{name}` belongs in `{holder}`; here it has no effect"));
        let is_free = tool.part(tool.role.strict).is_none();
        let last = tool.on.member(holder).and_then(At::inside).and_then(|it| it.members().last());
        if let Some(((last, removed), text)) = last.zip(at.removed()).zip(Some(at.whole())).filter(|_| is_free) {
            let text = format!(", {}", text.of(tool.on.source()));
            finding
                .fix(Fix::guess(format_args!("Move it into `{holder}`")).delete(removed).insert(last.span().end, text));
        }
    });
}

/// Tools and calls in the form of another API.
pub(super) fn check_forms(ctx: &Context, out: &mut Findings) {
    for on in ctx.all() {
        match other_form(on) {
            Some(OtherForm::Flat(moved)) => flat(on, &moved, out),
            Some(OtherForm::Nested(function, role)) => nested(function, role, out),
            Some(OtherForm::Typed(kind)) => typed(kind, out),
            None => other_turn(on, out),
        }
    }
}

/// A tool with a type that says elsewhere that the program runs it.
fn typed(kind: At, out: &mut Findings) {
    out.report(&rules::UNKNOWN_VALUE, kind.object.doc, kind.span(), |finding| {
        finding.say(format_args!("`type` is `{FUNCTION}`; a tool that the program runs needs none here"));
        if let Some(removed) = kind.removed() {
            finding.fix(Fix::guess(Fix::REMOVE).delete(removed));
        }
    });
}

/// Calls and results in messages, where each is an item of its own.
fn other_turn(on: On, out: &mut Findings) {
    let Some(CallRole::OtherAnswer(form)) = on.object.record.role else { return };
    let find = |name: &str| on.members().find(|it| it.key() == name && it.kind() != Kind::Null);
    let Some(role) = on.member("role").filter(|_| find("type").is_none()) else { return };
    if let Some(calls) = find(form.calls).filter(|_| role.is_text("assistant")) {
        out.report(&rules::UNEXPECTED_FIELD, on.object.doc, calls.key_span(), |finding| {
            finding.say(format_args!("A message has no `{}` here; each call is an item of its own", form.calls));
        });
    }
    let fix = Fix::guess(format_args!("Make it an item with `{}`", form.instead)).replace(role.whole(), form.instead);
    let fix = form.names.iter().try_fold(fix, |fix, (from, to)| Some(fix.replace(find(from)?.key_span(), quote(to))));
    if let Some(fix) = fix.filter(|_| role.is_text(form.role) && on.document().is_sure) {
        out.within(&rules::UNKNOWN_VALUE, (on.object.doc, role.span()), &mut |finding| finding.fix(fix.clone()));
    }
}

fn flat(on: On, moved: &[At], out: &mut Findings) {
    let Some(first) = moved.first() else { return };
    out.report(&rules::MISPLACED_FIELD, on.object.doc, first.key_span(), |finding| {
        finding.severity = Severity::Error;
        let names: Vec<String> = moved.iter().map(|it| shown(&it.key())).collect();
        let belong = if names.len() == 1 { "belongs" } else { "belong" };
        let names = listed(names.iter().map(String::as_str), " and ");
        finding.say(format_args!("{names} {belong} in `{FUNCTION}`"));
        let is_moved = |it: &At| moved.iter().any(|other| other.member.key == it.member.key);
        let mut rest = on.members().skip_while(|it| !is_moved(it)).skip(moved.len());
        let is_in_a_row = !rest.any(|it| is_moved(&it));
        let end = moved.last().map(|it| it.span().end).filter(|_| is_in_a_row && on.is_whole());
        if let Some(end) = end {
            let start = format!("{}: {{", quote(FUNCTION));
            finding.fix(
                Fix::guess(format_args!("Move into `{FUNCTION}`")).insert(first.whole().start, start).insert(end, "}"),
            );
        }
    });
}

fn nested(function: At, role: &DeclaredTool, out: &mut Findings) {
    out.report(&rules::MISPLACED_FIELD, function.object.doc, function.key_span(), |finding| {
        finding.severity = Severity::Error;
        finding.say(format_args!("What is in `{FUNCTION}` belongs in the tool itself"));
        let mut inner = function.tree().members(function.member.value);
        let Some((first, last)) = inner.next().map(|it| (it.0, inner.last().unwrap_or(it).1)) else { return };
        let span = |node| function.tree().span(node);
        let (whole, start, end) = (function.whole(), span(first).start, span(last).end);
        let mut fix = Fix::guess(format_args!("Move out of `{FUNCTION}`"))
            .delete(Span { start: whole.start, end: start })
            .delete(Span { start: end, end: whole.end });
        let (tree, on) = (function.tree(), function.on());
        let has_other_name = !role.schema.starts_with(PARAMETERS);
        let schema = tree.members(function.member.value).find(|it| tree.name(on.source(), it.0) == PARAMETERS);
        if let Some((key, _)) = schema.filter(|_| has_other_name) {
            fix = fix.replace(tree.span(key), quote(role.schema));
        }
        // Where only other tools have a type, it would say that this is one.
        let kind = on.member("type").filter(|it| it.is_text(FUNCTION) && !needs(on, "type")).and_then(At::removed);
        finding.fix(kind.into_iter().fold(fix, Fix::delete));
    });
}

/// A tool with the name of another one.
pub(super) fn twice(tool: Declared, first: Option<&Declared>, out: &mut Findings) {
    out.report(&rules::DUPLICATE_ITEM, tool.on.object.doc, tool.name.span(), |finding| {
        finding.say(format_args!("Duplicate tool `{}`", shown(&tool.name.text())));
        if let Some(first) = first.filter(|it| it.on.object.doc == tool.on.object.doc) {
            finding.note(first.name.span(), "first declared here");
        }
    });
}

/// A fix that adds a member at the end of an object.
pub(super) fn with_member(document: &Document, node: NodeId, title: &str, (key, json): (&str, &str)) -> Fix {
    let tree = &document.tree;
    let member = format!("{}: {json}", quote(key));
    let fix = Fix::guess(title);
    match tree.members(node).last() {
        Some((_, value)) => fix.insert(tree.span(value).end, format!(", {member}")),
        None => fix.insert(tree.span(node).start + 1, member),
    }
}
