//! Lossless JSON: reading never fails, every fault has its place, nothing of the text is lost.
//! Knows nothing of formats, rules or fixes.

mod lexer;
mod parser;
mod string;
mod tree;

pub use lexer::{Token, TokenKind, tokens};
pub use parser::{Expected, MAX_DEPTH, Reading, SyntaxError, SyntaxErrorKind, parse};
pub use string::{Decoded, Escapes, Pieces, decode, escape_into, quote};
pub use tree::{Children, Flags, Kind, Members, Node, NodeId, Tree};
