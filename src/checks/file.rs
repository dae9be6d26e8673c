//! The file as a whole: what it was taken for, its name, the kind of its outermost value.

use super::{Context, type_name};
use crate::detect::{By, Envelope};
use crate::diagnostic::Fix;
use crate::findings::Findings;
use crate::json::{Flags, Kind};
use crate::names::FileKind;
use crate::rules;
use crate::text::Span;

/// The phases that exist.
const PHASES: std::ops::RangeInclusive<u32> = 1..=8;

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    if ctx.doc(0).tree.is_empty() {
        return name(ctx, out);
    }
    if let Some((severity, message)) = ctx.detection.format.and_then(|it| it.markdown).filter(|_| is_markdown(ctx)) {
        return out.report(&rules::MARKDOWN_REPORT, 0, first_line(ctx), |it| {
            it.severity = severity;
            it.message = message.to_owned();
        });
    }
    format(ctx, out);
    top_level_type(ctx, out);
    name(ctx, out);
}

/// True for a file that begins with words and holds no JSON.
pub(super) fn is_markdown(ctx: &Context) -> bool {
    let document = ctx.doc(0);
    let begins_json = document.text.trim_start().starts_with(['{', '[', '"']);
    !begins_json && document.layout.fence.is_none() && document.tree.kind(0) == Kind::Broken
}

fn first_line(ctx: &Context) -> Span {
    let text = &*ctx.doc(0).text;
    let start = text.len() - text.trim_start().len();
    let line = text.trim_start().lines().next().unwrap_or_default().trim_end();
    Span::new(start, start + line.len())
}

fn format(ctx: &Context, out: &mut Findings) {
    let (doc, root) = ctx.detection.root;
    let tree = &ctx.doc(doc).tree;
    let node = tree.node(root);
    let start = Span { start: node.span.start, end: node.span.start + 1 };
    let Some(format) = ctx.detection.format else {
        // What could not be read is a fault of the text, and of its format nothing is known.
        let is_cut = node.kind == Kind::Broken || node.flags.has(Flags::INCOMPLETE);
        if !is_cut {
            out.report(&rules::UNKNOWN_FORMAT, doc, start, |it| {
                it.message = "This fits none of the known formats, so only its text was checked".to_owned();
            });
        }
        return;
    };
    if ctx.detection.in_mcp_result {
        out.report(&rules::MCP_WRAPPER, 0, Span { start: 0, end: 1 }, |it| {
            it.message = format!("An MCP tool result; the text inside it is {}", format.title_with_article());
        });
    }
    if let Some(promised) = ctx.detection.promised {
        out.report(&rules::NAME_MISMATCH, doc, start, |it| {
            it.message = format!(
                "The file is named like {}, but holds {}",
                promised.title_with_article(),
                format.title_with_article()
            );
        });
    }
    if let Some((other, key)) = ctx.detection.ambiguous.filter(|_| ctx.detection.by == By::Content) {
        out.report(&rules::AMBIGUOUS_FORMAT, doc, start, |it| {
            it.message = format!(
                "This could be {} or {}; taken for the first because of `{key}`",
                format.title_with_article(),
                other.title_with_article()
            );
        });
    }
}

fn top_level_type(ctx: &Context, out: &mut Findings) {
    let (doc, root) = ctx.detection.root;
    let document = ctx.doc(doc);
    let tree = &document.tree;
    let node = tree.node(root);
    let is_raw = matches!(ctx.detection.envelope, Envelope::Raw(_));
    let Some(format) = ctx.detection.format else { return };
    let (due, what) = if format.is_list() { (Kind::Array, "array") } else { (Kind::Object, "object") };
    if is_raw || node.kind == due || node.kind == Kind::Broken {
        return;
    }
    let is_container = matches!(node.kind, Kind::Array | Kind::Object);
    let span = if is_container { Span { end: node.span.start + 1, ..node.span } } else { node.span };
    out.report(&rules::TOP_LEVEL_TYPE, doc, span, |it| {
        it.message = format!("Expected the {what} of {}, found {}", format.title_with_article(), type_name(node.kind));
        let mut items = tree.children(root);
        let only = items.next().filter(|it| tree.kind(*it) == Kind::Object && items.next().is_none());
        if let Some(only) = only.filter(|_| !node.flags.has(Flags::UNCLOSED)) {
            let inside = tree.span(only);
            let fix = Fix::guess("take the object out of the array");
            it.fix(
                fix.delete(Span { start: node.span.start, end: inside.start })
                    .delete(Span { start: inside.end, end: node.span.end }),
            );
        }
    });
}

fn name(ctx: &Context, out: &mut Findings) {
    let name = ctx.name;
    let holds_bridge = ctx.detection.format.is_some_and(|it| !it.files.is_empty());
    let start = Span::default();
    if let Some(meant) = name.meant.as_deref().filter(|_| holds_bridge) {
        return out.report(&rules::NEAR_MISS_NAME, 0, start, |it| {
            it.message =
                format!("The reader looks for `{meant}` and will not find `{}`", crate::diagnostic::shown(&name.name));
            it.fix(Fix::guess(format!("rename the file to `{meant}`")).rename_file(meant));
        });
    }
    if name.kind == FileKind::Other {
        return;
    }
    if let Some(phase) = name.phase.filter(|it| !PHASES.contains(it)) {
        out.report(&rules::PHASE_RANGE, 0, start, |it| {
            it.message = format!("There is no phase {phase}; phases are numbered 1 to 8, and 1, 5, 6 and 8 are in use");
        });
    }
    super::pair::unphased_name(ctx, out);
}
