//! What is known about the text at an offset.

use std::fmt::Write;

use super::data::{Hover, HoverRule};
use super::places::place;
use super::view::{Spot, View, member_at};
use crate::bind::{How, Member, Object};
use crate::describe;
use crate::diagnostic::{is_unprintable, shown};
use crate::json::{Kind, NodeId, decode};
use crate::query::described_all;
use crate::rules;
use crate::severity::Severity;
use crate::spec::{Absent, Field, Form, Listing, Section, Shape, TextPart};
use crate::text::Span;

impl View<'_> {
    /// What is known about the thing at an offset: a field, a section, an escape, and the rules of the findings there.
    pub fn hover(&self, offset: u32) -> Option<Hover> {
        let spot = self.spot(offset);
        let rules = self.rules_at(offset);
        let escape = self.escape(&spot);
        let about = self.about(&spot);
        let mut lines = Vec::new();
        let mut span = None;
        if let Some((at, said)) = escape {
            lines.push(said);
            span = Some(at);
        }
        if let Some((node, said)) = about {
            lines.extend(said);
            span = span.or_else(|| self.span_of(spot.doc, spot.document.tree.span(node)));
        }
        let schema = self.said_by_schema(&spot);
        #[cfg(feature = "tool-calls")]
        let tool = self.said_of_tool(&spot);
        #[cfg(not(feature = "tool-calls"))]
        let tool: Option<(String, String)> = None;
        if let Some(said) = &schema {
            span = span.or_else(|| self.span_of(spot.doc, spot.document.tree.span(said.node)));
        }
        if lines.is_empty() && rules.is_empty() && schema.is_none() {
            return None;
        }
        let span = span.unwrap_or(Span::empty(offset));
        let mut plain: Vec<String> = lines.iter().map(|it| it.replace("**", "")).collect();
        if let Some(said) = schema {
            lines.extend(said.markdown);
            plain.extend(said.text);
        }
        if let Some((markdown, text)) = tool {
            lines.push(markdown);
            plain.push(text);
        }
        let place = place(&mut self.index(), span);
        Some(Hover { place, markdown: lines.join("\n\n"), text: plain.join("\n"), rules })
    }

    /// The rules of the findings at an offset.
    fn rules_at(&self, offset: u32) -> Vec<HoverRule> {
        let read = &self.opened.read;
        let at = read.to_file(self.window.doc, Span::empty(offset + self.window.base)).start;
        let mut out: Vec<HoverRule> = Vec::new();
        for finding in self.opened.report.diagnostics.iter().filter(|it| it.bytes.from <= at && at <= it.bytes.to) {
            let Some(rule) = rules::by_id(finding.code).filter(|rule| out.iter().all(|it| it.code != rule.id)) else {
                continue;
            };
            let docs = finding.docs.clone();
            out.push(HoverRule { code: rule.id, severity: finding.severity, summary: rule.summary, docs });
        }
        out
    }

    /// What the escape at an offset of a string means.
    fn escape(&self, spot: &Spot) -> Option<(Span, String)> {
        let (found, ch) = if spot.document.tree.is_empty() { in_text(spot) } else { in_string(spot) }?;
        let span = self.span_of_found(spot.doc, found)?;
        let raw = span.of(self.window.text);
        if !raw.starts_with('\\') {
            return None;
        }
        let name = match ch {
            '"' => "a quotation mark".to_owned(),
            '\\' => "a backslash".to_owned(),
            '\n' => "a line feed, the end of a line".to_owned(),
            '\r' => "a carriage return".to_owned(),
            '\t' => "a tab".to_owned(),
            '`' => "a backtick".to_owned(),
            _ if is_unprintable(ch) => "a character that is not visible".to_owned(),
            _ => format!("`{ch}`"),
        };
        Some((span, format!("`{}` is the escape for {name} (U+{:04X}).", shown_code(raw), u32::from(ch))))
    }

    /// What the tables say about the member at an offset.
    fn about(&self, spot: &Spot) -> Option<(NodeId, Vec<String>)> {
        let node = spot.node();
        let Some(object) = self.object_at(spot.doc, spot.read) else { return self.about_section_text(spot) };
        let tree = &spot.document.tree;
        let member = member_at(spot.document, object, spot.read)?;
        let is_key = member.key != member.value && tree.span(member.key).contains(Span::empty(spot.read));
        let node = if is_key { member.key } else { node.filter(|it| is_leaf(tree.kind(*it)))? };
        let text = &*spot.document.text;
        if let Some(field) = member.field {
            let is_name = object.format.listing.as_ref().is_some_and(|it| it.list == field.name);
            if !is_key && node != member.value && !is_name {
                return None;
            }
            if is_key || node == member.value {
                return Some((node, said_of(object, member, field, &shown(&tree.text(text, member.key)))));
            }
        }
        let listing = object.format.listing.as_ref().filter(|_| object.is_outermost())?;
        // In the list of names, the item counts; elsewhere, the key.
        let is_item = member.field.is_some();
        let named = if is_item { node } else { member.key };
        if tree.kind(named) != Kind::String || !is_item && !is_key {
            return None;
        }
        Some((named, said_of_section(listing, &tree.text(text, named))))
    }

    /// What is known about the section, for an offset in its text.
    fn about_section_text(&self, spot: &Spot) -> Option<(NodeId, Vec<String>)> {
        let read = &self.opened.read;
        let section = read.bindings.sections.iter().find(|it| it.doc == spot.doc)?;
        // Only on the first line of the text.
        let is_first = !spot.document.found().get(..spot.found as usize)?.contains('\n');
        let listing = read.bindings.objects.get(section.object)?.format.listing.as_ref().filter(|_| is_first)?;
        let parent = spot.document.parent.as_ref()?;
        let outer = self.document(parent.doc);
        Some((0, said_of_section(listing, &outer.tree.text(&outer.text, section.key))))
    }
}

/// The character at an offset of a text, and its span.
fn in_text(spot: &Spot) -> Option<(Span, char)> {
    let ch = spot.document.found().get(spot.found as usize..)?.chars().next()?;
    Some((Span::new(spot.found as usize, spot.found as usize + ch.len_utf8()), ch))
}

/// The character at an offset of a string, and the span of its spelling.
fn in_string(spot: &Spot) -> Option<(Span, char)> {
    let document = spot.document;
    let node = spot.node().filter(|it| document.tree.kind(*it) == Kind::String)?;
    let content = document.tree.content_span(node);
    let raw = content.of(&document.text);
    let inside = spot.read.checked_sub(content.start).filter(|it| (*it as usize) < raw.len())?;
    let decoded = decode(raw);
    let start = decoded.pieces.inward(raw, inside);
    let ch = decoded.text.get(start as usize..)?.chars().next()?;
    let end = start + u32::try_from(ch.len_utf8()).ok()?;
    let span = Span { start: decoded.pieces.outward(raw, start), end: decoded.pieces.outward(raw, end) };
    Some((document.found_at(span.moved(content.start)), ch))
}

fn is_leaf(kind: Kind) -> bool {
    !matches!(kind, Kind::Object | Kind::Array)
}

/// An escape as it is written; it has only backslashes, letters and digits, so nothing needs escaping.
fn shown_code(raw: &str) -> String {
    raw.chars().take(40).filter(|it| !is_unprintable(*it) && *it != '`').collect()
}

fn said_of(object: &Object, member: &Member, field: &'static Field, key: &str) -> Vec<String> {
    let name = if field.name.is_empty() { key } else { field.name };
    let mut head = if object.list.is_some() { "**Item**".to_owned() } else { format!("**`{name}`**") };
    let _ = write!(head, ": {}", describe::shape(&field.shape));
    if let Some(required) = required(field) {
        let _ = write!(head, "; {required}");
    }
    let mut out = vec![head];
    if matches!(member.how, How::Alias(_) | How::Slip) {
        out.push(format!("`{key}` is read as `{name}`."));
    }
    out.extend(description(field));
    out.extend(example(field).map(|it| format!("Example: `{it}`")));
    out.extend(reader(object, field));
    out
}

/// Who reads the value.
fn reader(object: &Object, field: &Field) -> Option<String> {
    let reader = object.format.reader;
    let of = match (field.is_unchecked, field.from_request) {
        _ if reader.is_empty() => return None,
        (_, true) => " It must be equal to that of the request.",
        (true, false) => " It does not check this value.",
        (false, false) => "",
    };
    Some(format!("Read by {reader}.{of}"))
}

/// The description of a field from its table.
pub(super) fn description(field: &Field) -> Option<String> {
    (!field.doc.is_empty()).then(|| field.doc.to_owned())
}

/// Whether a field is required, expected or optional.
pub(super) fn required(field: &Field) -> Option<String> {
    let word = match field.required? {
        Severity::Error => "required",
        Severity::Warning => "expected",
        Severity::Info | Severity::Hint => "recommended",
    };
    Some(if field.when.is_empty() { word.to_owned() } else { format!("{word} when {}", described_all(field.when)) })
}

/// A permitted value.
pub(super) fn example(field: &Field) -> Option<String> {
    if let Absent::Json(json) = field.absent {
        return Some(json.to_owned());
    }
    let text = match field.shape.inner() {
        Shape::Text(facts) => match facts.form {
            Form::Word(words) => words.known.first()?,
            Form::Uuid => "32ecfadc-2b66-4daa-a7c0-a03c449fcea5",
            Form::Time(_) => "2025-11-24T14:22:45+00:00",
            Form::Path => "src/main.py",
            Form::Hyphened(_) => "api-specialist",
            Form::Free | Form::Markdown => return None,
        },
        Shape::Number(facts) if facts.whole.is_some() => {
            return Some(facts.min.map_or(1, |it| it.0.max(1)).to_string());
        }
        Shape::Number(_) => return Some("12.5".to_owned()),
        Shape::Flag => return Some("true".to_owned()),
        Shape::Encoded(formats) if formats.iter().any(|it| it.listing.is_some()) => {
            return Some(r#""{\"sections\": [\"examples\"], …}""#.to_owned());
        }
        _ => return None,
    };
    Some(format!("\"{text}\""))
}

/// What is known about a section.
pub(super) fn said_of_section(listing: &Listing, name: &str) -> Vec<String> {
    let mut out = vec![format!("**`{}`**: section, in Markdown", shown(name))];
    let known = listing.sections.iter().find(|it| it.name == name);
    out.push(said_of_known(listing, known));
    if let Some(section) = known.filter(|it| !it.parts.is_empty()) {
        let part = |it: &TextPart| format!("{} `### {}` ({} to {} rules)", it.sign, it.heading, it.min, it.max);
        out.push(format!("Parts: {}.", section.parts.iter().map(part).collect::<Vec<_>>().join(", ")));
    }
    out
}

fn said_of_known(listing: &Listing, section: Option<&Section>) -> String {
    let mut out = format!("Read if `{}` lists it.", listing.list);
    let begins = section.map_or(listing.begins, |it| it.begins).trim_end();
    if !begins.is_empty() {
        let _ = write!(out, " It begins with `{begins}`.");
    }
    if let Some(section) = section {
        if section.is_expected {
            out.push_str(" Readers expect it.");
        }
        if section.min_chars > 0 {
            let _ = write!(out, " At least {} characters are expected.", section.min_chars);
        }
    }
    out
}
