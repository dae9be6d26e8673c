//! From pointers (RFC 6901) to nodes.

use super::{Kind, NodeId, Tree};

impl Tree {
    /// The member or item that a token of a pointer names, with the key of a member. If a key appears twice, it is the
    /// last one, as in readers.
    pub(crate) fn step(&self, text: &str, from: NodeId, token: &str) -> Option<(Option<NodeId>, NodeId)> {
        match self.kind(from) {
            Kind::Object => {
                let name = unescaped(token);
                let named = self.members(from).filter(|it| self.is_text(text, it.0, &name));
                named.last().map(|(key, value)| (Some(key), value))
            }
            Kind::Array => self.children(from).nth(number(token)?).map(|it| (None, it)),
            _ => None,
        }
    }
}

/// The index in a token that is an item's index.
pub fn number(token: &str) -> Option<usize> {
    let is_number = token == "0" || (!token.starts_with('0') && token.bytes().all(|it| it.is_ascii_digit()));
    token.parse().ok().filter(|_| is_number)
}

/// A token of a pointer without its escapes, `~1` for `/` and `~0` for `~`.
pub fn unescaped(token: &str) -> String {
    let mut out = String::with_capacity(token.len());
    let mut chars = token.chars().peekable();
    while let Some(ch) = chars.next() {
        let meant = match (ch, chars.peek()) {
            ('~', Some('1')) => '/',
            ('~', Some('0')) => '~',
            _ => {
                out.push(ch);
                continue;
            }
        };
        chars.next();
        out.push(meant);
    }
    out
}
