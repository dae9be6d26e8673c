//! What programs print around the answer of a model: lists of content blocks, messages of interfaces, streams of events.

use super::work::{LedgerEntry, Work};
use crate::json::{Kind, NodeId, Tree, parse};
use crate::rules;
use crate::text::Span;
use crate::unpack::error_line;

/// A value that holds an answer, a piece of it, or a failure.
struct OutputShape {
    /// The members that it has, by their paths, and their values.
    when: &'static [(&'static str, &'static str)],
    /// The path of the text.
    at: &'static str,
    role: OutputRole,
}

/// What the text of a shape is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OutputRole {
    /// All of the answer; the last one counts.
    Answer,
    /// What follows the pieces before it.
    Piece,
    /// Why there is no answer.
    Failure,
}

use OutputRole::{Answer, Failure, Piece};

#[rustfmt::skip] // One row per shape; the first that fits counts.
static SHAPES: &[OutputShape] = &[
    // Command-line agents that print their events as lines of JSON.
    OutputShape { when: &[("type", "result"), ("is_error", "true")], at: "result", role: Failure },
    OutputShape { when: &[("type", "result")], at: "result", role: Answer },
    OutputShape { when: &[("type", "assistant")], at: "message/content", role: Answer },
    OutputShape { when: &[("type", "turn.failed")], at: "error/message", role: Failure },
    OutputShape { when: &[("type", "item.completed"), ("item/type", "agent_message")], at: "item/text", role: Answer },
    // Interfaces of models, whole and as events.
    OutputShape { when: &[("type", "error")], at: "error/message", role: Failure },
    OutputShape { when: &[("type", "message"), ("role", "assistant")], at: "content", role: Answer },
    OutputShape { when: &[("type", "content_block_delta"), ("delta/type", "text_delta")], at: "delta/text", role: Piece },
    OutputShape { when: &[("object", "chat.completion")], at: "choices/0/message/content", role: Answer },
    OutputShape { when: &[("object", "chat.completion.chunk")], at: "choices/0/delta/content", role: Piece },
    OutputShape { when: &[("type", "response.output_text.delta")], at: "delta", role: Piece },
    OutputShape { when: &[("type", "response.output_text.done")], at: "text", role: Answer },
];

/// The answer in the output of a program, be it JSON or not. A value that is JSON as a whole is only given up for the JSON in it.
pub(super) fn answer(text: &str, is_json: impl Fn(&str) -> bool) -> Option<Work> {
    let (answer, what) = match events(text) {
        Some(events) => (last_of(&events)?, "The answer is in a stream of events"),
        None => {
            let value = OutputValue::of(text.trim())?;
            let answer = value.shape().filter(|it| it.role == Answer).and_then(|it| value.text_at(it.at));
            (answer.or_else(|| value.blocks(0)).filter(|it| is_json(it))?, "The answer is in what a program printed")
        }
    };
    let mut work = Work::new(text);
    work.replace(LedgerEntry::safe(&rules::LEADING_TEXT, what, "Keep only the answer"), &answer);
    Some(work)
}

/// Why the output of a program has no answer: the message of its error.
pub(super) fn failure(text: &str) -> Option<String> {
    let value = |it: &OutputValue| {
        let shape = it.shape().filter(|it| it.role != Piece)?;
        Some((shape.role, it.text_at(shape.at)))
    };
    let last = match events(text) {
        Some(events) => events.iter().rev().find_map(value),
        None => OutputValue::of(text.trim()).as_ref().and_then(value),
    };
    if let Some((role, message)) = last {
        return (role == Failure).then(|| message.unwrap_or_else(|| "no message".to_owned()));
    }
    if let Some(message) = OutputValue::of(text.trim()).and_then(|it| it.error_body()) {
        return Some(message);
    }
    error_line(text).map(str::to_owned)
}

/// The values of a stream of events: one JSON object in each line, also with the marks of server-sent events.
fn events(text: &str) -> Option<Vec<OutputValue<'_>>> {
    let mut out = Vec::new();
    for line in text.lines() {
        match data(line)?.trim() {
            "" | "[DONE]" => (),
            line => out.push(OutputValue::of(line).filter(|it| it.tree.kind(0) == Kind::Object)?),
        }
    }
    (out.len() > 1).then_some(out)
}

/// The data in a line of a stream; nothing in a line that only names an event. `None` if it is no such line.
fn data(line: &str) -> Option<&str> {
    const NAMES: &[&str] = &["event:", "id:", "retry:"];
    if NAMES.iter().any(|it| line.starts_with(it)) {
        return Some("");
    }
    let data = line.strip_prefix("data:").unwrap_or(line);
    (data.trim().is_empty() || data.trim_start().starts_with(['{', '['])).then_some(data)
}

/// The last whole answer in a stream, or else its pieces. `None` if results are not only at its end: then they are records.
fn last_of(events: &[OutputValue]) -> Option<String> {
    let (mut last, mut pieces) = (None, String::new());
    for (idx, event) in events.iter().enumerate() {
        let Some(shape) = event.shape() else { continue };
        let text = event.text_at(shape.at);
        match shape.role {
            Answer if shape.at == "result" && idx + 1 < events.len() => return None,
            Answer => last = text.or(last),
            Piece => pieces.push_str(&text.unwrap_or_default()),
            Failure => return None,
        }
    }
    last.or((!pieces.is_empty()).then_some(pieces))
}

/// A valid JSON object or array.
struct OutputValue<'t> {
    text: &'t str,
    tree: Tree,
}

impl<'t> OutputValue<'t> {
    fn of(text: &'t str) -> Option<Self> {
        if !text.starts_with(['{', '[']) {
            return None;
        }
        let (tree, errors) = parse(text, Span::new(0, text.len()));
        errors.is_empty().then_some(Self { text, tree })
    }

    /// The first shape that it has.
    fn shape(&self) -> Option<&'static OutputShape> {
        let has = |it: &(&str, &str)| self.at(it.0).is_some_and(|id| self.word(id) == it.1);
        SHAPES.iter().find(|it| it.when.iter().all(has))
    }

    /// The message, if all that the value says is that there was an error.
    fn error_body(&self) -> Option<String> {
        let is_of_error = |key: NodeId| matches!(&*self.word(key), "error" | "type" | "status" | "code" | "request_id");
        let is_error = self.tree.kind(0) == Kind::Object && self.tree.members(0).all(|it| is_of_error(it.0));
        self.text_at("error/message").filter(|_| is_error)
    }

    fn at(&self, path: &str) -> Option<NodeId> {
        path.split('/').try_fold(0, |id, key| match key {
            "0" => self.tree.children(id).next(),
            _ => self.tree.get(self.text, id, key),
        })
    }

    /// A short value as it is compared.
    fn word(&self, id: NodeId) -> std::borrow::Cow<'_, str> {
        match self.tree.kind(id) {
            Kind::String => self.tree.text(self.text, id),
            _ => self.tree.raw(self.text, id).into(),
        }
    }

    /// The text of the string or of the content blocks at a path.
    fn text_at(&self, path: &str) -> Option<String> {
        let id = self.at(path)?;
        match self.tree.kind(id) {
            Kind::String => Some(self.tree.text(self.text, id).into_owned()),
            _ => self.blocks(id),
        }
    }

    /// The text of a list of content blocks; `None` if it is another list, or if no block is text.
    fn blocks(&self, list: NodeId) -> Option<String> {
        let Self { text, tree } = self;
        if tree.kind(list) != Kind::Array {
            return None;
        }
        let mut out = None;
        for block in tree.children(list) {
            let kind = tree.get(text, block, "type")?;
            if matches!(&*self.word(kind), "text" | "output_text") {
                out.get_or_insert_with(String::new).push_str(&tree.text(text, tree.get(text, block, "text")?));
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::{answer, failure};
    use crate::unpack::is_json;

    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(answer(text, is_json).map(|it| it.text).as_deref(), expected, "{text}");
    }

    #[test]
    fn the_answer_of_a_program_is_found() {
        let result = r#"{"type":"system"}
{"type":"assistant","message":{"content":[{"type":"text","text":"Working"}]}}
{"type":"result","is_error":false,"result":"{\"n\": 3}"}
"#;
        check(result, Some("{\"n\": 3}"));
        check("{\"type\":\"system\"}\n{\"type\":\"result\",\"result\":\"Done.\"}", Some("Done."));
        let pieces = r#"event: message_start
data: {"type":"message_start"}

data: {"type":"content_block_delta","delta":{"type":"text_delta","text":"{\"a\""}}
data: {"type":"content_block_delta","delta":{"type":"text_delta","text":": 1}"}}
data: {"type":"message_stop"}
"#;
        check(pieces, Some("{\"a\": 1}"));
        let chunks = r#"data: {"object":"chat.completion.chunk","choices":[{"delta":{"role":"assistant"}}]}
data: {"object":"chat.completion.chunk","choices":[{"delta":{"content":"[1, 2]"}}]}
data: [DONE]
"#;
        check(chunks, Some("[1, 2]"));
        check(r#"{"object":"chat.completion","choices":[{"message":{"content":"{\"a\": 1}"}}]}"#, Some("{\"a\": 1}"));
        check(r#"[{"type":"reasoning","reasoning":"Easy."},{"type":"text","text":"{\"a\": 1}"}]"#, Some("{\"a\": 1}"));
    }

    #[test]
    fn other_values_stay() {
        check(r#"[{"type":"text","text":"words"}]"#, None);
        check(r#"{"type":"message","role":"assistant","content":"words"}"#, None);
        check(r#"[{"text":"{\"a\": 1}"}]"#, None);
        check("{\"n\": 1}\n{\"n\": 2}\n", None);
        check("{\"type\":\"result\",\"result\":\"a\"}\n{\"type\":\"result\",\"result\":\"b\"}\n", None);
        check("words", None);
    }

    #[test]
    fn failures_are_no_answers() {
        let of = |text: &str| failure(text);
        assert_eq!(of("Error: 429 Too Many Requests\n").as_deref(), Some("Error: 429 Too Many Requests"));
        assert_eq!(
            of("Traceback (most recent call last):\n  …").as_deref(),
            Some("Traceback (most recent call last):")
        );
        let limit = "{\"type\":\"system\"}\n{\"type\":\"result\",\"is_error\":true,\"result\":\"Limit reached\"}\n";
        assert_eq!(of(limit).as_deref(), Some("Limit reached"));
        let body = r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#;
        assert_eq!(of(body).as_deref(), Some("Overloaded"));
        for text in [
            "Error: 429 {\"error\": {\"message\": \"rate\"}}",
            "openai.RateLimitError: Error code: 429 - {'error': 1}",
            "RateLimitError: {\"error\": 1}",
            "429 {\"error\": \"x\"}",
            "⚠ Error: quota",
            "HTTP 429 Too Many Requests",
            "Internal Server Error",
        ] {
            let words = text.trim_start_matches("⚠ ");
            assert_eq!(of(text).as_deref(), Some(words));
        }
        assert_eq!(of(r#"{"error": {"message": "Rate limit", "code": 429}}"#).as_deref(), Some("Rate limit"));
        let turns = r#"{"type":"result","subtype":"error_max_turns","is_error":true}"#;
        assert_eq!(of(turns).as_deref(), Some("no message"));
        let example = "The body of the answer is:\n{\"type\":\"error\",\"error\":{\"message\":\"Overloaded\"}}\n";
        for text in [
            example,
            "500 users",
            "429 of them: {}",
            r#"["Error: 404 means that nothing was found"]"#,
            r#"{"TypeError: x": 2}"#,
            "- Error: never shown again\n- TypeError: gone",
            "Errors: none",
            "The TypeError: fixed",
            r#"{"error": {"message": "Rate limit"}, "n": 3}"#,
            "No error: all is well",
            "{\"error\": null}",
            "",
            "{\"type\":\"result\",\"result\":\"Error: none\"}",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
