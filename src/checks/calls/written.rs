//! Arguments whose syntax has faults that leave no doubt, written as JSON: a schema judges them, too, so that no fix uncovers
//! what is wrong with them.

use crate::bind::tokens;
use crate::document::Document;
use crate::json::{Flags, Kind, NodeId, SyntaxError, SyntaxErrorKind, is_sound, quote};
use crate::query::{Context, Judged};
use crate::slips::Slip;

/// A part that is still to be written.
enum JsonPart {
    Value(NodeId),
    Text(String),
}

/// The value as JSON; `None` if a fault leaves in doubt what it is.
pub(super) fn json_of(ctx: &Context, judged: Judged) -> Option<String> {
    let document = ctx.doc(judged.doc);
    ctx.json_of(judged).or_else(|| written(document, judged.node).filter(|_| leaves_no_doubt(document)))
}

fn leaves_no_doubt(document: &Document) -> bool {
    use SyntaxErrorKind as Fault;
    let is_plain = |kind: Fault| {
        matches!(
            kind,
            Fault::Comment
                | Fault::TrailingComma
                | Fault::MissingComma
                | Fault::PythonLiteral
                | Fault::ControlCharacter(_)
                | Fault::OddBlank
                | Fault::LoneSurrogate
                | Fault::WrongQuotes
                | Fault::UnquotedKey
        )
    };
    // What tokens surround is whole.
    let is_token = |it: &SyntaxError| it.kind.is_around() && tokens::are_all(it.span.of(&document.text));
    document.errors.iter().all(|it| is_plain(it.kind) || is_token(it))
        && document.slips.iter().all(Slip::leaves_no_doubt)
}

fn written(document: &Document, node: NodeId) -> Option<String> {
    let tree = &document.tree;
    let mut out = String::new();
    let mut todo = vec![JsonPart::Value(node)];
    while let Some(part) = todo.pop() {
        let node = match part {
            JsonPart::Value(node) => node,
            JsonPart::Text(text) => {
                out.push_str(&text);
                continue;
            }
        };
        let flags = tree.node(node).flags;
        if tree.is_inside() || flags.has(Flags::UNCLOSED) || flags.has(Flags::INCOMPLETE) {
            return None;
        }
        match tree.kind(node) {
            Kind::Object | Kind::Array => todo.extend(parts(document, node).into_iter().rev()),
            Kind::String => out.push_str(&quote(&tree.text(&document.text, node))),
            Kind::Null => out.push_str("null"),
            Kind::True => out.push_str("true"),
            Kind::False => out.push_str("false"),
            Kind::Number => out.push_str(tree.span(node).of(&document.text)),
            Kind::Broken => return None,
        }
    }
    is_sound(&out).then_some(out)
}

/// What an object or array is written with.
fn parts(document: &Document, node: NodeId) -> Vec<JsonPart> {
    let (tree, text) = (&document.tree, &*document.text);
    let is_object = tree.kind(node) == Kind::Object;
    let (open, close) = if is_object { ("{", "}") } else { ("[", "]") };
    let mut out = vec![JsonPart::Text(open.to_owned())];
    let comma = |idx: usize| if idx > 0 { "," } else { "" };
    if is_object {
        for (idx, (key, value)) in tree.members(node).enumerate() {
            out.push(JsonPart::Text(format!("{}{}:", comma(idx), quote(&tree.name(text, key)))));
            out.push(JsonPart::Value(value));
        }
    } else {
        for (idx, value) in tree.children(node).enumerate() {
            out.push(JsonPart::Text(comma(idx).to_owned()));
            out.push(JsonPart::Value(value));
        }
    }
    out.push(JsonPart::Text(close.to_owned()));
    out
}
