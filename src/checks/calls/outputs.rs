//! What tools returned as JSON in a string, compared with the schema that they declare for it.

use std::collections::HashMap;

use super::Tools;
use crate::checks::schema::{in_one_line, place_in};
use crate::findings::Findings;
use crate::json::{self, Kind, decode};
use crate::query::{At, Called, Context, answers, calls};
use crate::rules;
use crate::schema::{Schema, SchemaWords, Violation};
use crate::text::Span;

pub(super) fn check(ctx: &Context, tools: &Tools, out: &mut Findings) {
    if !tools.known.have_output() {
        return;
    }
    let mut by_id: HashMap<String, usize> = HashMap::new();
    let all: Vec<Called> = calls(ctx).collect();
    for (idx, id) in all.iter().enumerate().filter_map(|(idx, it)| Some((idx, it.id()?))) {
        by_id.insert(id.text().into_owned(), idx);
    }
    for (on, role) in answers(ctx).filter(|it| !it.1.text.is_empty()) {
        let called = on.value(role.call).and_then(|it| all.get(*by_id.get(&*it.text())?));
        let tool = called.and_then(|it| tools.known.named(&it.name()?.text()));
        let Some(Some(schema)) = tool.and_then(|it| it.output.as_ref()) else { continue };
        if let Some(output) = on.value(role.text).filter(|it| it.kind() == Kind::String) {
            of_output(output, schema, out);
        }
    }
}

/// Text that is not JSON may say why the tool failed.
fn of_output(output: At, schema: &Schema, out: &mut Findings) {
    let raw = output.tree().raw(output.on().source(), output.member.value);
    let decoded = decode(raw);
    let (tree, errors) = json::parse(&decoded.text, Span::new(0, decoded.text.len()));
    let Some(root) = tree.root().filter(|_| errors.is_empty()) else { return };
    let start = output.tree().content_span(output.member.value).start;
    let outward = |offset: u32| start + decoded.pieces.outward(raw, offset);
    let name = format!("`{}`", output.name());
    let words = SchemaWords { value: &name, ..SchemaWords::default() };
    let json = tree.span(root).of(&decoded.text);
    for Violation { pointer, is_key, message, .. } in schema.violations_of(json, &words) {
        let span = place_in((&tree, &decoded.text), root, &pointer, is_key);
        let span = Span { start: outward(span.start), end: outward(span.end) };
        out.report(&rules::RESULT_SCHEMA, output.object.doc, span, |finding| {
            finding.message = in_one_line(&message);
        });
    }
}
