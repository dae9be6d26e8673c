//! The file as a whole: its detected format, its name, the kind of its outermost value.

use super::envelope::{self, OnlyMember};
use super::pair;
use super::say::{An, Shown, type_name};
use crate::detect::{By, EnvelopeKind, says_nothing};
use crate::diagnostic::{Fix, Safety, Severity};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{Flags, Kind};
use crate::names::{FileKind, PHASES};
use crate::query::{Context, open_bracket};
use crate::rules;
use crate::spec::Format;
use crate::text::{Span, first_line};

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    if ctx.doc(0).tree.is_empty() {
        return name(ctx, out);
    }
    let markdown = ctx.detection.format.and_then(|it| it.markdown).filter(|_| ctx.detection.is_markdown);
    if let Some((severity, message)) = markdown {
        let doc = ctx.detection.root.0;
        let text = &*ctx.doc(doc).text;
        return out.report(&rules::MARKDOWN_REPORT, doc, first_line(text, Span::new(0, text.len())), |finding| {
            finding.severity = severity;
            finding.say(format_args!("{message}"));
        });
    }
    format(ctx, out);
    top_level_type(ctx, out);
    name(ctx, out);
}

/// Whether this line or one before has a known format: a session or a stream has records of other kinds, too.
#[cfg(feature = "tool-calls")]
fn is_of_known_file(ctx: &Context) -> bool {
    let Some(session) = ctx.session else { return false };
    session.borrow_mut().has_format |= ctx.detection.format.is_some();
    session.borrow().has_format
}

#[cfg(not(feature = "tool-calls"))]
fn is_of_known_file(_: &Context) -> bool {
    false
}

fn format(ctx: &Context, out: &mut Findings) {
    let is_of_known_file = is_of_known_file(ctx);
    let (doc, root) = ctx.detection.root;
    let tree = &ctx.doc(doc).tree;
    let node = tree.node(root);
    let start = open_bracket(ctx.doc(doc), root);
    let Some(format) = ctx.detection.format else {
        // Unreadable text is a syntax error, and its format is unknown.
        let is_cut = node.kind == Kind::Broken || node.flags.has(Flags::INCOMPLETE);
        if !is_cut && !is_of_known_file {
            out.report(&rules::UNKNOWN_FORMAT, doc, start, |finding| {
                finding.say(format_args!("This matches no known format, so only the JSON syntax was checked"));
            });
        }
        return;
    };
    wrapper(ctx, format, out);
    if let Some(promised) = ctx.detection.promised {
        out.report(&rules::NAME_MISMATCH, doc, start, |finding| {
            finding.say(format_args!("The file is named like {}, but contains {}", An(promised), An(format)));
        });
    }
    if let Some((other, key)) = ctx.detection.ambiguous.filter(|_| ctx.detection.by == By::Content) {
        out.report(&rules::AMBIGUOUS_FORMAT, doc, start, |finding| {
            let (first, other) = (An(format), An(other));
            finding.say(format_args!("This could be {first} or {other}; it is checked as {first} because of `{key}`"));
        });
    }
}

/// Reports what is around the value that is checked.
fn wrapper(ctx: &Context, format: &'static Format, out: &mut Findings) {
    if ctx.detection.in_mcp_result {
        let result = open_bracket(ctx.doc(0), ctx.doc(0).tree.root().unwrap_or_default());
        out.report(&rules::MCP_WRAPPER, 0, result, |finding| {
            finding.say(format_args!("This is an MCP tool result; its text is {}", An(format)));
        });
    }
    if let Some((around, key)) = ctx.detection.under {
        let Document { tree, text, .. } = ctx.doc(around);
        let outer = tree.root().unwrap_or_default();
        let is_whole = tree.members(outer).next().is_some_and(|it| it.0 == key) && tree.members(outer).nth(1).is_none();
        let is_safe = is_whole && says_nothing(&tree.text(text, key));
        let safety = if is_safe { Safety::Safe } else { Safety::Suggestion };
        let member = OnlyMember { doc: around, object: outer, key };
        envelope::around(ctx, member, ctx.detection.root, (Severity::Error, Some(safety)), out);
    }
}

fn top_level_type(ctx: &Context, out: &mut Findings) {
    let (doc, root) = ctx.detection.root;
    let document = ctx.doc(doc);
    let tree = &document.tree;
    let node = tree.node(root);
    let is_raw = matches!(ctx.detection.envelope, EnvelopeKind::Raw(_));
    let Some(format) = ctx.detection.format else { return };
    let (due, what) = if format.is_list() { (Kind::Array, "array") } else { (Kind::Object, "object") };
    let lacks_brackets = || due == Kind::Array && document.listed().is_some();
    if is_raw || node.kind == due || node.kind == Kind::Broken || lacks_brackets() {
        return;
    }
    let is_container = matches!(node.kind, Kind::Array | Kind::Object);
    let span = if is_container { open_bracket(document, root) } else { node.span };
    out.report(&rules::TOP_LEVEL_TYPE, doc, span, |finding| {
        finding.say(format_args!("Expected {} (an {what}), found {}", An(format), type_name(node.kind)));
        let mut items = tree.children(root);
        let only = items.next().filter(|it| tree.kind(*it) == Kind::Object && items.next().is_none());
        if node.flags.has(Flags::UNCLOSED) {
            return;
        }
        if let Some(only) = only {
            let inside = tree.span(only);
            let fix = Fix::guess("Remove the array around the object");
            let fix = fix.replace(Span { start: node.span.start, end: inside.start }, "");
            finding.fix(fix.replace(Span { start: inside.end, end: node.span.end }, ""));
        } else if is_container {
            envelope::around_value(ctx, finding);
        }
    });
}

fn name(ctx: &Context, out: &mut Findings) {
    let name = ctx.name;
    let holds_bridge = ctx.detection.format.is_some_and(|it| !it.files.is_empty());
    let start = Span::default();
    if let Some(meant) = name.meant.as_deref().filter(|_| holds_bridge) {
        return out.report(&rules::NEAR_MISS_NAME, 0, start, |finding| {
            finding.say(format_args!("Readers look for `{meant}` and will not find `{}`", Shown(&name.name)));
            pair::rename(finding, meant.to_owned());
        });
    }
    if name.kind == FileKind::Other {
        return;
    }
    if let Some(phase) = name.phase.filter(|it| !PHASES.contains(it) && !pair::has_other_name(ctx, out)) {
        out.report(&rules::PHASE_RANGE, 0, start, |finding| {
            finding.say(format_args!("Phase {phase} does not exist; phases are numbered 1 to 8"));
        });
    }
    pair::unphased_name(ctx, out);
}
