//! Names that no declared tool has.

use crate::bind::closest;
use crate::diagnostic::{Fix, shown};
use crate::document::DocId;
use crate::findings::Findings;
use crate::json::{Kind, NodeId, quote};
use crate::query::{At, Context, chosen as all_chosen};
use crate::rules;
use crate::spec::{ChoiceForms, Conversation};
use crate::text::Span;
use crate::tools::KnownTools;

/// A name is compared with so many tools.
const MOST_COMPARED: usize = 1000;

/// Reports a name that no tool has.
pub(super) fn report((doc, span): (DocId, Span), name: &str, tools: &KnownTools, out: &mut Findings) {
    out.report(&rules::UNKNOWN_TOOL, doc, span, |finding| {
        finding.say(format_args!("`{}` is not one of the tools", shown(name)));
        if name == "multi_tool_use.parallel" {
            return finding.message.push_str("; it is a wrapper around several calls that leaked out of the model");
        }
        if let Some(meant) = bare(name).filter(|it| tools.named(it).is_some()) {
            finding.message.push_str(&format!("; the tool is `{}`", shown(meant)));
            let fix = Fix::safe(format_args!("Replace with `{}`", shown(meant))).redundant();
            return finding.fix(fix.replace(span, quote(meant)));
        }
        if let Some(meant) = closest(name, tools.names().take(MOST_COMPARED)) {
            finding.message.push_str(&format!("; did you mean `{}`?", shown(meant)));
            let fix = Fix::guess(format_args!("Replace with `{}`", shown(meant)));
            finding.fix(fix.replace(span, quote(meant)));
        }
    });
}

/// A name without the namespace before it and the control token after it, with which models print their calls: as in
/// `functions.save<|channel|>commentary`.
fn bare(name: &str) -> Option<&str> {
    const NAMESPACES: [&str; 4] = ["functions", "default_api", "tools", "tool"];
    let name = name.split("<|").next()?.trim();
    let inside = name.split_once(['.', ':']).filter(|it| NAMESPACES.contains(&it.0)).map_or(name, |it| it.1);
    Some(inside)
}

/// The tools that the model must or may call.
pub(super) fn chosen(ctx: &Context, tools: &KnownTools, out: &mut Findings) {
    for (at, node) in all_chosen(ctx) {
        let (tree, source) = (at.tree(), at.on().source());
        let name = tree.text(source, node);
        if tree.kind(node) == Kind::String && !name.trim().is_empty() && tools.named(&name).is_none() {
            report((at.object.doc, tree.span(node)), &name, tools, out);
        }
    }
}

/// Offers the form of this API for a choice among tools in that of another one.
pub(super) fn forms(ctx: &Context, (rules, tools): (&Conversation, &KnownTools), out: &mut Findings) {
    let Some(forms) = rules.choice else { return };
    for at in ctx.all().filter_map(|it| it.member(forms.field)).filter(|it| it.document().is_sure) {
        let Some(json) = in_form(at, forms, tools) else { continue };
        for rule in [&rules::UNKNOWN_VALUE, &rules::WRONG_TYPE, &rules::MISSING_FIELD] {
            out.within(rule, (at.object.doc, at.span()), &mut |finding| {
                let fix = Fix::guess(format_args!("Replace with `{}`", shown(&json)));
                finding.fixes.clear();
                finding.fix(fix.replace(at.span(), &json));
            });
        }
    }
}

/// The JSON of what is chosen.
fn in_form(at: At, forms: &ChoiceForms, tools: &KnownTools) -> Option<String> {
    let (tree, source, node) = (at.tree(), at.on().source(), at.member.value);
    let of_word = |word: &str| forms.words.iter().find(|it| it.0.contains(&word)).map(|it| it.1.to_owned());
    let named = |name: NodeId| forms.named.replace('$', tree.span(name).of(source));
    if at.kind() == Kind::String {
        let text = at.text();
        let is_tool = tools.named(&text).is_some();
        let words = forms.words.iter().flat_map(|it| it.0.iter().copied());
        return if is_tool { Some(named(node)) } else { of_word(&text).or_else(|| of_word(closest(&text, words)?)) };
    }
    let kind = tree.get(source, node, "type").map(|it| tree.text(source, it))?;
    let holder = tree.get(source, node, "function").unwrap_or(node);
    let name = tree.get(source, holder, "name").filter(|it| tree.kind(*it) == Kind::String);
    match &*kind {
        "function" | "tool" => name.map(named),
        word => of_word(word),
    }
}
