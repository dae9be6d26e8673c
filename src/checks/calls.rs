//! Calls of tools: the tools that are declared, the arguments of each call, and whether each call has its result.

mod arguments;
mod declared;
mod declared_schema;
mod exchange;
mod learning;
mod outputs;
mod pairing;
mod properties;
mod strict;
mod turns;
mod unknown;
mod wrapped;
mod written;

use std::{collections::HashMap, sync::Arc};

use self::arguments::Callee;
pub(super) use self::arguments::{encoded_object, no_arguments};
pub(super) use self::declared_schema::instead as instead_of_schema;
use self::exchange::Structured;
use crate::bind::MOST_READ;
use crate::diagnostic::Fix;
use crate::findings::Findings;
use crate::json::Kind;
use crate::query::{self, At, Called, Context, Declared, calls};
use crate::rules;
use crate::spec::{CallRole, Conversation};
use crate::text::Span;
use crate::tools::KnownTools;

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    let Some(rules) = ctx.detection.format.and_then(|it| it.conversation) else { return };
    let structured = Structured::of(ctx);
    let tools = Tools::new(ctx, (rules, structured), out);
    declared::check_forms(ctx, out);
    declared_schema::of_answers(ctx, rules, out);
    let mut has_arguments = false;
    for called in calls(ctx) {
        has_arguments |= called.on.value(called.role.arguments).is_some();
        check_call(called, &tools, out);
    }
    // Nothing in a session says which tools there are.
    let is_of_session = ctx.detection.format.is_some_and(|it| it.turns.is_some());
    out.lacks_tools = has_arguments && tools.known.is_empty() && !is_of_session;
    if ctx.bindings.payloads.len() >= MOST_READ {
        out.report(&rules::TOO_LARGE, 0, Span::default(), |finding| {
            finding.say(format_args!("Only the arguments of the first {MOST_READ} calls were read"));
        });
    }
    if tools.are_all() {
        unknown::chosen(ctx, &tools.known, out);
    }
    unknown::forms(ctx, (rules, &tools.known), out);
    turns::several(ctx, out);
    turns::spoken(ctx, rules, out);
    turns::ended(ctx, rules, out);
    pairing::check(ctx, rules, out);
    outputs::check(ctx, &tools, out);
    exchange::check(ctx, structured, out);
    learning::batch(ctx, out);
    if rules.learns {
        learning::example(ctx, rules.turns, out);
    }
}

/// Whether a value is what a tool returned, where the API wants a text.
pub(super) fn is_result_text(at: At) -> bool {
    let is_answer = matches!(at.object.record.role, Some(CallRole::Answer(_)));
    let name = at.member.field.map_or("", |it| it.name);
    is_answer && matches!(name, "content" | "output")
}

/// Puts what looks like a part of a result into the list that it belongs in.
pub(super) fn as_part(at: At) -> Option<Fix> {
    let (tree, source) = (at.tree(), at.on().source());
    let kind = tree.get(source, at.member.value, "type")?;
    let is_part = tree.kind(kind) == Kind::String;
    is_part.then(|| Fix::guess("Put it in an array").replace(at.span(), format!("[{}]", at.raw())))
}

fn check_call(called: Called, tools: &Tools, out: &mut Findings) {
    let tool = called.name().and_then(|name| {
        let text = name.text();
        let tool = tools.known.named(&text);
        if tool.is_none() && tools.are_all() {
            unknown::report((name.object.doc, name.span()), &text, &tools.known, out);
        }
        tool.map(|it| (text, it))
    });
    if let Some(arguments) = called.on.value(called.role.arguments).filter(|_| !called.role.arguments.is_empty()) {
        let callee = tool.as_ref().map(|it| Callee { name: &it.0, tool: it.1 });
        arguments::check(arguments, callee, tools.rules, out);
        arguments::twice(arguments, out);
    } else if let Some((text, tool)) = &tool {
        arguments::absent(called, Callee { name: text, tool }, out);
    }
    let limit = called.id().zip(tools.rules.longest_id);
    if let Some((id, (limit, severity))) = limit.filter(|it| it.0.text().chars().count() > it.1.0 as usize) {
        out.report(&rules::OVER_LIMIT, called.on.object.doc, id.span(), |finding| {
            finding.severity = severity;
            let n_chars = id.text().chars().count();
            finding.say(format_args!("`{}` has {n_chars} characters; the API accepts {limit}", id.name()));
        });
    }
}

/// Whether a record says itself which tools its model had: a request, an example, or a line of a batch. What comes after it
/// belongs to it, and not to those before.
fn stands_alone(ctx: &Context, rules: &Conversation) -> bool {
    let Some(root) = ctx.root_object().map(|it| ctx.on(it)) else { return false };
    let turns = Some(rules.turns).filter(|it| !it.is_empty());
    let is_alone = ["request", "body", "custom_id", "preferred_output", "tools"]
        .into_iter()
        .chain(turns)
        .any(|it| root.member(it).is_some());
    if let Some(session) = ctx.session.filter(|_| is_alone) {
        session.borrow_mut().tools = Arc::default();
    }
    is_alone
}

/// The tools of a list, with those of the pages before it, as the next lines know them.
fn remembered(ctx: &Context, mut known: KnownTools) -> Arc<KnownTools> {
    let Some(session) = ctx.session else { return Arc::new(known) };
    let mut session = session.borrow_mut();
    if std::mem::replace(&mut session.has_more_tools, has_next_page(ctx)) {
        session.tools.all().for_each(|(name, tool)| known.add(name.to_owned(), tool.clone()));
    }
    session.tools = Arc::new(known);
    session.tools.clone()
}

/// Whether the list of tools goes on in another answer (MCP).
fn has_next_page(ctx: &Context) -> bool {
    let Some(root) = ctx.root_object().map(|it| ctx.on(it)) else { return false };
    let (tree, source) = (root.tree(), root.source());
    let result = tree.get(source, root.object.node, "result").unwrap_or(root.object.node);
    tree.get(source, result, "nextCursor").is_some_and(|it| tree.kind(it) == Kind::String)
}

/// The member with the schema of structured results.
const STRUCTURED: &str = "outputSchema";

/// The tools that may be called: those that the text declares, or else those that earlier lines of its file declared, or
/// those that the caller knows.
struct Tools {
    rules: &'static Conversation,
    known: Arc<KnownTools>,
    /// The model has others, too.
    has_others: bool,
}

impl Tools {
    fn new(ctx: &Context, (rules, structured): (&'static Conversation, Structured), out: &mut Findings) -> Self {
        let list: Vec<Declared> = query::declared(ctx);
        let has_others = query::has_built_in(ctx);
        if list.is_empty() {
            let earlier = ctx.session.filter(|_| !stands_alone(ctx, rules)).map(|it| it.borrow().tools.clone());
            let earlier = earlier.filter(|it| !it.is_empty());
            let known = earlier.or_else(|| ctx.options.tools.clone()).unwrap_or_default();
            return Self { rules, known, has_others };
        }
        let mut known = KnownTools::default();
        let mut first: HashMap<String, usize> = HashMap::with_capacity(list.len());
        let mut n_renamed = 0;
        for (idx, tool) in list.iter().enumerate() {
            declared::check_name(*tool, rules, &mut n_renamed, out);
            declared::check_place(*tool, out);
            // Only the protocol with revisions has results that are no text.
            let other = if tool.role.output == STRUCTURED { structured.other() } else { None };
            let sound = declared_schema::check(*tool, rules, other, out);
            let at = *first.entry(tool.name.text().into_owned()).or_insert(idx);
            if at != idx {
                // A response repeats the tools of its request.
                let first = list.get(at).filter(|it| it.on.object.holder == tool.on.object.holder);
                if first.is_some() {
                    declared::twice(*tool, first, out);
                }
                continue;
            }
            let (it, skipped) = query::known(*tool, sound);
            if let Some(pattern) = skipped {
                declared_schema::without_patterns(*tool, pattern, out);
            }
            known.add(tool.name.text().into_owned(), it);
        }
        for tool in &list {
            arguments::examples(*tool, &known, out);
        }
        Self { rules, known: remembered(ctx, known), has_others }
    }

    /// Whether some tools are known, and no others may be called.
    fn are_all(&self) -> bool {
        !self.known.is_empty() && !self.has_others
    }
}
