//! The arguments of a call: whether they are encoded as the format wants, whether they are an object, and whether they
//! match the schema of their tool.

use super::{wrapped, written};
use crate::bind::{Payload, PayloadKind, tokens};
use crate::checks::say::{Shown, type_name};
use crate::checks::{payload, schema};
use crate::diagnostic::{Fix, Safety, Severity, shown};
use crate::document::{DocId, Document, trimmed};
use crate::findings::Findings;
use crate::json::{self, Kind};
use crate::query::{At, Called, Context, Declared, Judged, On, open_bracket};
use crate::rules;
use crate::schema::{Schema, SchemaWords, Violation};
use crate::spec::{CallRole, Conversation, Field, Shape};
use crate::text::Span;
use crate::tools::{KnownTool, KnownTools};

/// The called tool.
#[derive(Clone, Copy)]
pub(super) struct Callee<'t> {
    pub(super) name: &'t str,
    pub(super) tool: &'t KnownTool,
}

pub(super) fn check(at: At, callee: Option<Callee>, rules: &Conversation, out: &mut Findings) {
    let ctx = at.ctx;
    let payload = ctx.bindings.payloads.iter().find(|it| (it.doc, it.node) == (at.object.doc, at.member.value));
    if let Some(payload) = payload {
        encoded(at, payload, callee, out);
        limit(at, rules, out);
    }
    let Some(judged) = ctx.inside(at).filter(|it| !it.is_text) else { return };
    let kind = ctx.doc(judged.doc).tree.kind(judged.node);
    let Some(Callee { name, tool }) = callee.filter(|_| kind == Kind::Object) else { return };
    if let Some(schema) = &tool.schema {
        // What a request repeats of the conversation, its API does not judge.
        return match ctx.is_upstream() && is_repeated(ctx, rules) {
            true => out.as_warnings(|out| violations(at, judged, (name, schema), out)),
            false => violations(at, judged, (name, schema), out),
        };
    }
    // A tool without a schema takes nothing.
    let document = ctx.doc(judged.doc);
    let is_empty = document.tree.members(judged.node).next().is_none();
    if tool.takes_nothing && !is_empty {
        out.report(&rules::ARGUMENTS_SCHEMA, judged.doc, open_bracket(document, judged.node), |finding| {
            finding.severity = Severity::Warning;
            finding.say(format_args!("`{}` declares no arguments", shown(name)));
        });
    }
}

/// Reports arguments under another name next to those that are read.
pub(super) fn twice(at: At, out: &mut Findings) {
    let (tree, source, on) = (at.tree(), at.on().source(), at.on());
    let aliases = at.member.field.map_or(&[][..], |it| it.aliases);
    for (key, value) in tree.members(on.object.node) {
        let is_alias = value != at.member.value && aliases.iter().any(|it| tree.is_text(source, key, it.key));
        if is_alias && matches!(tree.kind(value), Kind::Object | Kind::String) {
            out.report(&rules::UNEXPECTED_FIELD, on.object.doc, tree.span(key), |finding| {
                let other = shown(&tree.name(source, key));
                finding.say(format_args!("`{other}` is not read; the arguments are in `{}`", at.name()));
            });
        }
    }
}

/// Whether the calls of a file are those of the conversation so far.
fn is_repeated(ctx: &Context, rules: &Conversation) -> bool {
    let root = ctx.root_object().map(|it| ctx.on(it));
    !rules.turns.is_empty() && root.is_some_and(|it| it.member(rules.turns).is_some())
}

/// Reports that a call without arguments lacks those that its tool requires, where a call may have none.
pub(super) fn absent(called: Called, Callee { name, tool }: Callee, out: &mut Findings) {
    let may_lack = called.on.object.record.field(called.role.arguments).is_some_and(|it| it.required.is_none());
    let Some((at, schema)) = called.name().zip(tool.schema.as_ref()).filter(|_| may_lack) else { return };
    let tool = format!("`{}`", shown(name));
    let words = SchemaWords { schema: &tool, ..SchemaWords::default() };
    let lacks: Vec<String> = schema.violations_of("{}", &words).into_iter().map(|it| it.message).collect();
    if !lacks.is_empty() {
        out.report(&rules::ARGUMENTS_SCHEMA, at.object.doc, at.span(), |finding| {
            finding.message = schema::in_one_line(&lacks.join("; "));
        });
    }
}

/// Reports examples that the schema of their tool does not accept.
pub(super) fn examples(tool: Declared, tools: &KnownTools, out: &mut Findings) {
    let list = Some(tool.role.examples).filter(|it| !it.is_empty()).and_then(|it| tool.on.value(it));
    let name = tool.name.text();
    let Some(list) = list.filter(|it| it.kind() == Kind::Array) else { return };
    let Some(schema) = tools.named(&name).and_then(|it| it.schema.as_ref()) else { return };
    for node in list.tree().children(list.member.value).filter(|it| list.tree().kind(*it) == Kind::Object) {
        violations(list, Judged { doc: list.object.doc, node, is_text: false }, (&name, schema), out);
    }
}

/// Longer texts are rejected as a whole.
fn limit(at: At, rules: &Conversation, out: &mut Findings) {
    let Some(limit) = rules.longest_arguments.filter(|it| at.raw().len() > *it as usize) else { return };
    let n_chars = at.text().chars().count();
    if n_chars > limit as usize {
        out.report(&rules::OVER_LIMIT, at.object.doc, open_bracket(at.document(), at.member.value), |finding| {
            finding.severity = Severity::Error;
            finding.say(format_args!("`{}` has {n_chars} characters; the API accepts {limit}", at.name()));
        });
    }
}

/// What is in the string.
fn encoded(at: At, payload: &Payload, callee: Option<Callee>, out: &mut Findings) {
    let ctx = at.ctx;
    let doc = payload.inner.last().copied().unwrap_or_default();
    let document = ctx.doc(doc);
    let is_encoded = at.member.field.is_some_and(Field::is_payload);
    match payload.kind {
        PayloadKind::Blank => empty(at, callee, out),
        // A text in place of an object is of the wrong type, whatever it says.
        PayloadKind::Placeholder | PayloadKind::Text if !is_encoded => (),
        PayloadKind::Placeholder => out.report(&rules::PAYLOAD_PLACEHOLDER, at.object.doc, at.span(), |finding| {
            finding.severity = Severity::Error;
            finding.say(format_args!("`{}` is a placeholder; the arguments belong here", Shown(&at.text())));
        }),
        PayloadKind::Text => not_an_object(at, (doc, Span::new(0, document.text.len())), "text", out),
        PayloadKind::Fenced => {
            out.as_errors(|out| payload::fenced(ctx, payload, out));
        }
        PayloadKind::Prose => {
            out.as_errors(|out| payload::prose(ctx, payload, out));
        }
        PayloadKind::Json => around(ctx, doc, callee, out),
    }
    let Some(root) = document.tree.root().filter(|_| payload.kind.is_json()) else { return };
    let kind = document.tree.kind(root);
    if !is_encoded {
        return;
    }
    if !matches!(kind, Kind::Object | Kind::Broken) {
        not_an_object(at, (doc, open_bracket(document, root)), type_name(kind), out);
        return wrapped::in_list(document, (doc, root), callee.and_then(|it| it.tool.schema.as_ref()), out);
    }
    payload::double_encoded(ctx, payload, out);
}

/// The JSON of no arguments, for a value that says that there are none.
pub(in crate::checks) fn no_arguments(at: At, field: &Field) -> Option<&'static str> {
    let is_none = match at.kind() {
        Kind::Null => true,
        Kind::Array => at.tree().children(at.member.value).next().is_none(),
        _ => false,
    };
    at.object.format.conversation.filter(|_| is_none)?;
    match field.shape {
        Shape::Encoded(_) => Some("\"{}\""),
        Shape::Arguments => Some("{}"),
        _ => None,
    }
}

fn empty(at: At, callee: Option<Callee>, out: &mut Findings) {
    out.report(&rules::EMPTY_VALUE, at.object.doc, at.span(), |finding| {
        finding.say(format_args!("`{}` is empty; expected a JSON object such as `{{}}`", at.name()));
        let safety = match callee.map(|it| it.tool) {
            Some(KnownTool { takes_nothing: true, .. }) => Safety::Safe,
            Some(KnownTool { schema: Some(schema), .. }) if schema.known("").members.is_empty() => Safety::Safe,
            // What is missing would be invented.
            Some(KnownTool { schema: Some(schema), .. }) if !schema.violations("{}").is_empty() => return,
            _ => Safety::Suggestion,
        };
        let json = if at.member.field.is_some_and(Field::is_payload) { "\"{}\"" } else { "{}" };
        finding.fix(Fix::new(safety, format_args!("Replace with `{json}`")).replace(at.span(), json));
    });
}

fn not_an_object(at: At, (doc, span): (DocId, Span), what: &str, out: &mut Findings) {
    let span = crate::text::first_line(&at.ctx.doc(doc).text, span);
    out.report(&rules::PAYLOAD_NOT_OBJECT, doc, span, |finding| {
        finding.say(format_args!("`{}` must contain a JSON object, but contains {what}", at.name()));
    });
}

/// Control tokens of a model around the arguments are not text around them.
fn around(ctx: &Context, doc: DocId, callee: Option<Callee>, out: &mut Findings) {
    let document = ctx.doc(doc);
    let Some(root) = document.tree.root() else { return };
    let text = &*document.text;
    let end = document.tree.span(root).end as usize;
    let (before, after) = (document.skipped(), Span::new(end, text.len()));
    let rest = trimmed(text, after);
    let has_after = tokens::are_all(rest.of(text));
    if has_after {
        out.remove(|it| it.doc == doc && it.rule.id == rules::TRAILING_CONTENT.id);
    }
    let mut found = [before, after].into_iter().zip([!before.is_empty(), has_after]).filter(|it| it.1);
    let Some((first, _)) = found.next() else { return };
    let marked = trimmed(text, first);
    if let Some(other) = recipient(before.of(text)).filter(|it| callee.is_some_and(|callee| callee.name != *it)) {
        return out.report(&rules::SPECIAL_TOKEN, doc, marked, |finding| {
            finding.say(format_args!(
                "These arguments are for `{}`, as `{}` says",
                shown(other),
                Shown(marked.of(text))
            ));
        });
    }
    out.report(&rules::SPECIAL_TOKEN, doc, marked, |finding| {
        finding.say(format_args!("`{}` is a control token, not part of the arguments", Shown(marked.of(text))));
        let mut fix = Fix::safe("Remove the control token").replace(first, "");
        if let Some((second, _)) = found.next() {
            finding.note(rest, "so is this");
            fix = fix.replace(second, "");
        }
        // What is removed are the tokens and nothing else, whatever follows from them.
        finding.is_as_found = document.slips.is_empty();
        finding.fix(fix.redundant());
    });
}

/// The tool that control tokens name: `<|channel|>commentary to=functions.save <|message|>`.
fn recipient(tokens: &str) -> Option<&str> {
    let name = tokens.split_once("to=")?.1;
    let name = name.split([' ', '<', '\n']).next().filter(|it| !it.is_empty())?;
    Some(name.strip_prefix("functions.").unwrap_or(name))
}

/// A string in place of an object: whether it has a finding, here or with its call.
pub(crate) fn encoded_object(at: At, out: &mut Findings) -> bool {
    let payloads = &at.ctx.bindings.payloads;
    let Some(payload) = payloads.iter().find(|it| (it.doc, it.node) == (at.object.doc, at.member.value)) else {
        return false;
    };
    if payload.kind == PayloadKind::Blank && is_of_call(at.on()) {
        return true;
    }
    let doc = payload.inner.last().copied().unwrap_or_default();
    let document = at.ctx.doc(doc);
    let Some(root) = document.tree.root().filter(|it| document.tree.kind(*it) == Kind::Object) else { return false };
    out.report(&rules::PAYLOAD_NOT_OBJECT, at.object.doc, at.span(), |finding| {
        finding.say(format_args!("`{}` must be an object, but is a JSON-encoded string", at.name()));
        let json = document.tree.span(root).of(&document.text);
        let is_whole = document.errors.is_empty() && document.slips.is_empty() && json::is_sound(json);
        if is_whole && at.document().is_sure {
            finding.fix(Fix::safe("Decode it").redundant().replace(at.span(), json));
        }
    });
    true
}

/// Whether an object is a call, or in one.
fn is_of_call(on: On) -> bool {
    let is_call = |on: On| matches!(on.object.record.role, Some(CallRole::Call(_)));
    is_call(on) || on.holder().is_some_and(is_call)
}

/// So many violations are compared with what the schema says of the decoded text.
const MOST_TRIED: usize = 20;

/// What the schema of the tool says about the arguments.
fn violations(at: At, judged: Judged, (name, schema): (&str, &Schema), out: &mut Findings) {
    let Some(json) = written::json_of(at.ctx, judged) else { return };
    let document = at.ctx.doc(judged.doc);
    let (value, tool) = (format!("`{}`", at.name()), format!("`{}`", shown(name)));
    let found = schema.violations_of(&json, &SchemaWords { value: &value, schema: &tool });
    if wrapped::in_object(at, judged, (name, schema), !found.is_empty(), out) {
        return;
    }
    for (idx, mut violation) in found.into_iter().enumerate() {
        if idx < MOST_TRIED && again(document, judged, &mut violation, schema, out) {
            continue;
        }
        schema::report(&rules::ARGUMENTS_SCHEMA, document, judged, violation, out);
    }
}

/// Whether a violation is a text that holds the array or object which the schema wants; a number or a literal in a text is
/// what was meant.
fn again(document: &Document, judged: Judged, violation: &mut Violation, schema: &Schema, out: &mut Findings) -> bool {
    let (tree, text) = (&document.tree, &*document.text);
    let (mut value, mut name) = (judged.node, String::new());
    for token in violation.pointer.split('/').skip(1) {
        let Some((_, next)) = tree.step(text, value, token) else { return false };
        // The last name and, of an item, its places in the arrays there.
        name = if tree.kind(value) == Kind::Array { format!("{name}[{token}]") } else { token.to_owned() };
        value = next;
    }
    if violation.is_key || tree.kind(value) != Kind::String {
        return false;
    }
    let says = tree.text(text, value);
    let (parsed, errors) = json::parse(&says, Span::new(0, says.len()));
    let kind = parsed.kind(parsed.root().unwrap_or_default());
    if !errors.is_empty() || kind == Kind::String {
        return false;
    }
    let span = tree.span(value);
    let root = tree.span(judged.node);
    let mut decoded = root.of(text).to_owned();
    decoded.replace_range((span.start - root.start) as usize..(span.end - root.start) as usize, &says);
    let left = schema.violations(&decoded);
    // If the schema wants something else there, it is a text that happens to hold JSON.
    if left.iter().any(|it| it.pointer == violation.pointer && !it.is_key) {
        return false;
    }
    if !matches!(kind, Kind::Array | Kind::Object) {
        violation.meant.get_or_insert_with(|| says.trim().to_owned());
        return false;
    }
    let is_below = |it: &Violation| it.pointer.starts_with(&violation.pointer);
    out.report(&rules::ENCODED_ARGUMENT, judged.doc, span, |finding| {
        let what = type_name(kind);
        finding.say(format_args!("`{}` must be {what}, but is a JSON-encoded string", shown(&name)));
        let safety = if left.iter().any(is_below) { Safety::Suggestion } else { Safety::Safe };
        finding.fix(Fix::new(safety, "Decode it").redundant().replace(span, says.trim()));
    });
    true
}
