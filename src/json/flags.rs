//! What else is known about a node.

/// Facts about a node that its kind does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags(pub(super) u16);

impl Flags {
    /// A string with a backslash in it.
    pub const ESCAPES: Self = Self(1);
    /// A string with an error inside: a raw control character or an unknown escape.
    pub const FAULTY: Self = Self(2);
    /// A key without quotes.
    pub const BARE: Self = Self(4);
    /// A string whose content, including inner quotes, is not escaped.
    pub const VERBATIM: Self = Self(8);
    /// An object or array in which some text had to be skipped.
    pub const INCOMPLETE: Self = Self(16);
    /// A string, object or array without its end.
    pub const UNCLOSED: Self = Self(32);
    /// A string with half of a surrogate pair.
    pub const LONE_SURROGATE: Self = Self(64);
    /// A string without its opening quote, or an object without its opening bracket.
    pub const UNOPENED: Self = Self(128);
    /// A string whose opening quote has three bytes, as in `“…”` and `"""…"""`.
    pub const WIDE_OPEN: Self = Self(256);
    /// A string whose closing quote has three bytes.
    pub const WIDE_CLOSE: Self = Self(512);

    /// A string with `\uXXXX` in it.
    pub const UNICODE: Self = Self(1024);
    /// A string with an escape whose backslash may be meant as text: `\b`, `\f`, or `\t` or `\r` before a small letter.
    pub const DUBIOUS_ESCAPE: Self = Self(2048);

    /// The escaped content of a string, without its quotes.
    pub(in crate::json) const INSIDE: Self = Self(1 | 32 | 128);

    /// The flags of a string whose quotes are not one byte each.
    pub(super) const ODD_QUOTES: Self = Self(4 | 32 | 128 | 256 | 512);

    pub(super) fn has_any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// True when all of `other` are set.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Sets `other` too.
    pub fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }
}
