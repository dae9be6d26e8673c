//! Slips that were undone to read a text: the rule of each and the edits that undo it.

use crate::checks::say::Shown;
use crate::diagnostic::{Finding, Fix};
use crate::document::{DocId, Document};
use crate::findings::Findings;
use crate::json::Kind;
use crate::rules::{self, Rule};
use crate::slips::Slip;
use crate::text::{Edit, Span, common_end, common_start};

/// Up to this many slips of one kind are each reported at their place.
const FEW: usize = 10;

/// Reports the slips of a document. Many of a kind are one finding: whoever makes a fault makes it everywhere.
pub(super) fn check(document: &Document, doc: DocId, out: &mut Findings) {
    let all = document.slips.iter().filter_map(|slip| {
        let quote = slip.edits.iter().find(|it| is_quote(document, it));
        let change = Change::new(document, quote.or(slip.edits.first())?);
        Some(ReportedSlip { slip, change })
    });
    let mut kinds: Vec<(String, Vec<ReportedSlip>)> = Vec::new();
    for reported in all {
        let kind = format!("{} {}", reported.change.rule().id, title(document, &reported.slip.edits));
        match kinds.iter_mut().find(|it| it.0 == kind) {
            Some((_, all)) => all.push(reported),
            None => kinds.push((kind, vec![reported])),
        }
    }
    for (_, all) in kinds {
        match all.as_slice() {
            [first, rest @ ..] if rest.len() >= FEW => first.report_all(rest, doc, out),
            few => few.iter().for_each(|it| it.report(doc, out)),
        }
    }
}

/// A slip and the edit at whose place it is reported.
struct ReportedSlip<'d> {
    slip: &'d Slip,
    change: Change<'d>,
}

impl ReportedSlip<'_> {
    fn report(&self, doc: DocId, out: &mut Findings) {
        let Self { slip, change } = self;
        out.report(change.rule(), doc, change.span(), |finding| {
            finding.is_as_found = true;
            change.say(finding);
            let fix = Fix::guess(title(change.document, &slip.edits)).of_reading(doc);
            finding.fix(slip.edits.iter().fold(fix, |fix, edit| fix.replace(edit.span, edit.text.clone())));
        });
    }

    /// Reports this one and others of its kind as one.
    fn report_all(&self, rest: &[Self], doc: DocId, out: &mut Findings) {
        let change = &self.change;
        out.report(change.rule(), doc, change.span(), |finding| {
            finding.is_as_found = true;
            change.say(finding);
            let n_more = rest.len();
            finding.message += &format!("; the same at {n_more} more places");
            let title = format!("{} at all {} places", title(change.document, &self.slip.edits), n_more + 1);
            let edits = std::iter::once(self).chain(rest).flat_map(|it| &it.slip.edits);
            let fix = Fix::guess(title).of_reading(doc);
            finding.fix(edits.fold(fix, |fix, edit| fix.replace(edit.span, edit.text.clone())));
            for other in rest {
                finding.note(other.change.span(), "also here");
            }
        });
    }
}

fn title(document: &Document, edits: &[Edit]) -> String {
    match edits {
        [one] => Change::new(document, one).title(),
        all if all.iter().all(|it| is_quote(document, it)) => "Escape the quotes inside the string".to_owned(),
        [open, close] if open.span.is_empty() && matches!(&*open.text, "{" | "[") => {
            format!("Insert `{}` and `{}`", open.text, close.text)
        }
        _ => "Escape the quotes and control characters inside the string".to_owned(),
    }
}

fn is_quote(document: &Document, edit: &Edit) -> bool {
    edit.span.of(document.found()) == "\""
}

/// An edit without its unchanged parts.
struct Change<'d> {
    document: &'d Document<'d>,
    at: Span,
    old: &'d str,
    new: &'d str,
}

impl<'d> Change<'d> {
    fn new(document: &'d Document<'d>, edit: &'d Edit) -> Self {
        let (old, new) = (edit.span.of(document.found()), edit.text.as_str());
        let front = common_start(old, new);
        // A quote and the backslashes before it are reported as one.
        let front = old.get(..front).map_or(front, |it| it.trim_end_matches('\\').len());
        let (old, new) = (old.get(front..).unwrap_or(old), new.get(front..).unwrap_or(new));
        let is_escape = new.ends_with("\\\"") && old.ends_with('"');
        let back = if is_escape { 0 } else { common_end(old, new) };
        let start = edit.span.start as usize + front;
        Self {
            document,
            at: Span::new(start, edit.span.end as usize - back),
            old: old.get(..old.len() - back).unwrap_or(old),
            new: new.get(..new.len() - back).unwrap_or(new),
        }
    }

    /// The text after the place, up to the next blank or mark.
    fn next(&self) -> Span {
        let text = self.document.found();
        let rest = text.get(self.at.end as usize..).unwrap_or_default();
        let start = self.at.end as usize + rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        let inside = rest.char_indices().skip(1).find(|it| " \t\r\n,:{}[]\"".chars().any(|mark| mark == it.1));
        let len = inside.map_or(rest.len(), |it| it.0 + usize::from(it.1 == '"' && rest.starts_with('"')));
        Span::new(start, start + len)
    }

    fn span(&self) -> Span {
        if self.at.is_empty() && !self.is_closing() { self.next() } else { self.at }
    }

    /// Whether it inserts a missing quote at the end of a string.
    fn is_closing(&self) -> bool {
        let tree = &self.document.tree;
        let read = self.document.read_offset(self.at.start);
        let node = tree.begun_before(read).map(|it| tree.node(it));
        self.new == "\"" && node.is_some_and(|it| it.kind == Kind::String && it.span.start < read)
    }

    fn is_swap(&self) -> bool {
        let (mut old, new) = (self.old.chars(), self.new.chars());
        matches!((old.next(), old.next(), old.next()), (Some(a), Some(b), None) if new.eq([b, a]))
    }

    fn is_unescaped(&self) -> bool {
        let is_only_backslashes = !self.new.is_empty() && self.new.bytes().all(|it| it == b'\\');
        self.old == "\"" && self.new.ends_with("\\\"") || self.old.is_empty() && is_only_backslashes
    }

    /// Whether the inserted backslash, together with those around it, escapes a quote.
    fn escapes_quote(&self) -> bool {
        let text = self.document.found();
        let is_backslash = |it: &char| *it == '\\';
        let before = text.get(..self.at.start as usize).unwrap_or_default().chars().rev().take_while(is_backslash);
        let behind = text.get(self.at.end as usize..).unwrap_or_default();
        let rest = behind.trim_start_matches('\\');
        let n = before.count() + self.new.len() + behind.len() - rest.len();
        self.old == "\"" || rest.starts_with('"') && n % 2 == 1
    }

    /// Whether it puts a word in quotes.
    fn is_quoted(&self) -> bool {
        self.new.strip_prefix('"').and_then(|it| it.strip_suffix('"')) == Some(self.old) && !self.old.is_empty()
    }

    /// The replaced text, without blanks around it.
    fn words(&self) -> &'d str {
        Some(self.old.trim_matches(' ')).filter(|it| !it.is_empty()).unwrap_or(self.old)
    }

    /// The text after a string, if the edit moves the closing quote to the end of that text.
    fn takes_in(&self) -> Option<&'d str> {
        self.old.strip_prefix('"').filter(|it| !it.is_empty() && self.new.strip_suffix('"') == Some(*it)).map(str::trim)
    }

    fn is_cut(&self) -> bool {
        self.new.len() > 1 && self.new.starts_with('"') && self.is_at_end()
    }

    /// Whether it is about the backslash before a quote that closes a string.
    fn hides_quote(&self) -> bool {
        let text = self.document.found();
        let before = text.get(..self.at.start as usize).unwrap_or_default();
        let opens = before.ends_with(['{', '[', ',', ':', ' ', '\n']);
        !opens && self.document.found().get(self.at.end as usize..).is_some_and(|it| it.starts_with('"'))
    }

    fn is_comment(&self) -> bool {
        self.new.is_empty() && ["//", "/*", "#"].iter().any(|it| self.old.starts_with(it))
    }

    /// Whether it is after the value.
    fn is_behind(&self) -> bool {
        let root = self.document.tree.root().map(|it| self.document.tree.span(it));
        root.is_some_and(|it| it.end <= self.document.read_offset(self.at.start))
    }

    fn is_at_end(&self) -> bool {
        self.document.found().get(self.at.end as usize..).is_none_or(|it| it.trim().is_empty())
    }

    fn rule(&self) -> &'static Rule {
        match (self.old, self.new) {
            _ if self.is_unescaped() => &rules::UNESCAPED_QUOTE,
            ("", ",") => &rules::MISSING_COMMA,
            ("", "\"") => &rules::UNCLOSED_STRING,
            ("\\", "") if self.hides_quote() => &rules::UNCLOSED_STRING,
            _ if self.is_comment() => &rules::COMMENT,
            (_, "") if self.is_behind() => &rules::TRAILING_CONTENT,
            ("\\", _) => &rules::BAD_ESCAPE,
            ("'" | "`" | "“" | "”", "\"") => &rules::SINGLE_QUOTES,
            ("\n" | "\r" | "\t", _) if self.new.starts_with('\\') => &rules::CONTROL_CHARACTER,
            _ if self.is_cut() => &rules::TRUNCATED,
            _ => &rules::SYNTAX,
        }
    }

    fn say(&self, finding: &mut Finding) {
        let text = self.document.found();
        let whole = if self.document.parent.is_none() { "The file" } else { "The payload" };
        let next = Shown(self.next().of(text));
        let (old, new) = (Shown(self.words()), Shown(self.new));
        match (self.old, self.new) {
            _ if self.is_of_string() => self.say_of_string(finding),
            ("", ",") => finding.say(format_args!("Missing comma before `{next}`")),
            ("", "\"") if self.is_closing() => finding.say(format_args!("The string has no closing quote")),
            ("", "\"") => finding.say(format_args!("The string has no opening quote")),
            ("", _) if self.is_cut() => {
                finding.say(format_args!("{whole} ends inside a string; it was probably cut off"));
            }
            ("", _) if self.is_at_end() => finding.say(format_args!("{whole} ends without its closing `{new}`")),
            ("", " null") => finding.say(format_args!("Expected a value, found `{next}`")),
            ("", ": null") => finding.say(format_args!("Expected `:` and a value, found `{next}`")),
            ("", _) => finding.say(format_args!("Missing `{new}` before `{next}`")),
            ("\\", "") if self.hides_quote() => {
                finding
                    .say(format_args!("The string does not end here, because a backslash escapes its closing quote"));
            }
            ("\\", "") => finding.say(format_args!("Unexpected backslash")),
            _ if self.is_comment() => finding.say(format_args!("JSON does not allow comments; readers stop here")),
            (_, "") if self.is_behind() => finding.say(format_args!("`{old}` follows the JSON")),
            (_, "") => finding.say(format_args!("Unexpected `{old}`")),
            ("\\", _) => finding.say(format_args!("This backslash needs a second one before it")),
            _ if self.is_swap() => {
                let mut marks = self.old.chars();
                let (first, second) = (marks.next().unwrap_or_default(), marks.next().unwrap_or_default());
                finding.say(format_args!(
                    "`{}` and `{}` are swapped",
                    Shown(first.encode_utf8(&mut [0; 4])),
                    Shown(second.encode_utf8(&mut [0; 4]))
                ));
            }
            _ => finding.say(format_args!("Expected `{new}`, found `{old}`")),
        }
    }

    /// Whether it is about a whole string and not about one of its marks.
    fn is_of_string(&self) -> bool {
        self.is_quoted() || self.takes_in().is_some() || self.is_unescaped()
    }

    fn say_of_string(&self, finding: &mut Finding) {
        if self.is_quoted() {
            finding.say(format_args!("`{}` needs double quotes", Shown(self.words())));
        } else if let Some(text) = self.takes_in() {
            finding.say(format_args!("`{}` follows the string", Shown(text)));
        } else {
            finding.say(format_args!(
                "This quote ends the string too early; escape it with a backslash if it is part of the text"
            ));
        }
    }

    fn title(&self) -> String {
        let (old, new) = (Shown(self.words()), Shown(self.new));
        match (self.old, self.new) {
            _ if self.is_quoted() => "Put it in quotes".to_owned(),
            _ if self.takes_in().is_some() => "Move it into the string".to_owned(),
            _ if self.is_unescaped() && self.escapes_quote() => "Escape the quote".to_owned(),
            _ if self.is_unescaped() => "Escape the backslash".to_owned(),
            ("", ",") => "Insert a comma".to_owned(),
            ("", "\"") if self.is_closing() => "Close the string".to_owned(),
            ("", "\"") => "Open the string".to_owned(),
            ("", _) if self.is_cut() => {
                "Close the open strings and brackets; the missing text is not restored".to_owned()
            }
            ("", _) => format!("Insert `{}`", self.new.trim_start()),
            ("\\", "") => "Remove the backslash".to_owned(),
            _ if self.is_comment() => "Remove the comment".to_owned(),
            (_, "") => format!("Remove `{old}`"),
            _ if self.is_swap() => "Swap them".to_owned(),
            _ => format!("Replace `{old}` with `{new}`"),
        }
    }
}
