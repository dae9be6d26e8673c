//! Lossless JSON: reading never fails, every fault has its place, nothing of the text is lost.
//! Knows nothing of formats, rules or fixes.

mod begin;
mod fault;
mod flags;
mod follow;
mod inner;
mod lexer;
mod listed;
mod outline;
mod padded;
mod parser;
mod string;
mod tree;

pub use begin::begins_as_json;
pub(crate) use begin::{begins_in_string, is_ellipsis, is_headless, is_marked, is_omission};
pub use fault::{BracketFault, Expected, SyntaxError, SyntaxErrorKind};
pub(crate) use fault::{known_form, may_be_misread, needs_explaining};
pub use flags::Flags;
pub use follow::{number, unescaped};
pub(crate) use inner::EscapedJson;
pub(crate) use lexer::find_special;
pub use lexer::{Token, TokenKind, tokens};
pub(crate) use listed::listed;
pub use outline::Outline;
pub(crate) use padded::padded;
pub use parser::{MAX_DEPTH, MAX_ERRORS, parse};
pub(crate) use parser::{escapes_each_quote, has_key, is_sound, is_verbatim};
pub use string::{Decoded, Escapes, Pieces, decode, escape_into, quote};
pub(crate) use string::{escaped, unicode_escape};
pub(crate) use tree::LONGEST_NAME;
pub use tree::{Children, Kind, Members, Node, NodeId, Tree};
