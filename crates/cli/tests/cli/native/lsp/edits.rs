//! Incremental changes: both sides have the same text, whatever was typed.

use serde_json::{Value, json};

use super::client::Client;
use crate::run::Folder;

#[path = "../../../../../../tests/it/random.rs"]
mod random;

use random::Random;

const NAME: &str = ".agent-response-phase8.json";

/// Pieces of texts: characters of every width, line ends of every kind, and what matters in JSON.
const PIECES: &[&str] = &[
    "",
    "a",
    "\"",
    "\\",
    "\\n",
    "é",
    "✅",
    "😀",
    "👩‍👩‍👧",
    "\n",
    "\r\n",
    "\r",
    "{",
    "}",
    "{\"a\": [1, 2]}",
    " ",
    "\t",
    "\u{2028}",
    "\u{feff}",
    "the quick brown fox",
    "\n\n\n",
    "\u{0}",
];

/// The text of the client, in lines as the protocol counts them.
struct Mirror {
    text: String,
    width: fn(char) -> usize,
}

impl Mirror {
    /// A place at the border of a character that a client can be at: not between CR and LF.
    fn any_place(&self, random: &mut Random) -> usize {
        let is_place = |at: usize| {
            self.text.is_char_boundary(at) && !(self.text[..at].ends_with('\r') && self.text[at..].starts_with('\n'))
        };
        let at = random.below(self.text.len() + 1);
        (0..=at).rev().find(|it| is_place(*it)).unwrap()
    }

    /// The position of a byte, counted from the start.
    fn position(&self, byte: usize) -> Value {
        let (mut line, mut character) = (0, 0);
        let mut chars = self.text[..byte].chars().peekable();
        while let Some(ch) = chars.next() {
            let next = chars.peek().copied().or_else(|| self.text[byte..].chars().next());
            if ch == '\n' || (ch == '\r' && next != Some('\n')) {
                (line, character) = (line + 1, 0);
            } else {
                character += (self.width)(ch);
            }
        }
        json!({"line": line, "character": character})
    }

    fn edit(&mut self, random: &mut Random) -> Value {
        let from = self.any_place(random);
        let mut to = from;
        // Mostly something is typed; sometimes a part is replaced, so that the text stays short.
        if random.below(3) == 0 {
            let other = self.any_place(random);
            to = if other.abs_diff(from) < 40 || random.below(40) == 0 { other } else { from };
        }
        let (from, to) = (from.min(to), from.max(to));
        let new = *random.one_of(PIECES);
        let range = json!({"start": self.position(from), "end": self.position(to)});
        self.text.replace_range(from..to, new);
        json!({"range": range, "text": new})
    }
}

/// What the server has is the content of the envelope that it puts around all of it.
fn text_of_server(client: &mut Client, uri: &str) -> String {
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": u32::MAX, "character": 0}});
    let arguments = json!([{"uri": uri, "range": range}]);
    client.request("workspace/executeCommand", json!({"command": "agent-response.wrap", "arguments": arguments}));
    let edit = client.incoming("workspace/applyEdit")["edit"]["changes"][uri][0].take();
    let envelope: Value = serde_json::from_str(edit["newText"].as_str().unwrap()).unwrap();
    envelope["response"].as_str().unwrap().to_owned()
}

#[test]
fn ten_thousand_edits_keep_both_sides_equal_in_every_encoding() {
    for (seed, name, width) in
        [(1, "utf-8", char::len_utf8 as fn(char) -> usize), (2, "utf-16", char::len_utf16), (3, "utf-32", |_| 1)]
    {
        let mut random = Random::new(seed);
        let mut client = Client::with(Folder::with(&[]), json!({"general": {"positionEncodings": [name]}}));
        let mut mirror = Mirror { text: "x\n".to_owned(), width };
        client.open("any.txt", &mirror.text);
        let uri = client.uri("any.txt");
        let mut version = 1;
        for nth in 0..10_000 / 4 {
            let changes: Vec<_> = (0..4).map(|_| mirror.edit(&mut random)).collect();
            version += 1;
            let document = json!({"uri": uri, "version": version});
            client.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
            if nth % 50 == 49 {
                assert_eq!(text_of_server(&mut client, &uri), mirror.text, "{name}, after {nth} changes");
            }
        }
        assert_eq!(client.leave(), 0);
    }
}

/// Positions that no text has are taken for the nearest ones.
#[test]
fn impossible_positions_do_no_harm() {
    let mut client = Client::plain(&[]);
    client.open(NAME, "{\"a\": \"😀\"}\n");
    for (line, character) in [(0, 7), (0, 1000), (1000, 0), (u32::MAX, u32::MAX)] {
        let at = json!({"line": line, "character": character});
        let change = json!({"range": {"start": at, "end": {"line": 0, "character": 0}}, "text": "x"});
        let document = json!({"uri": client.uri(NAME), "version": null});
        client.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": [change]}));
    }
    client.published(NAME);
    assert_eq!(client.leave(), 0);
}
