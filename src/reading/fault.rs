//! The faults that a reading may contain, and what they cost.

/// A fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum ReadingFault {
    /// A quote in a text, not escaped.
    RawQuote,
    /// A raw line break in a string.
    RawLine,
    /// Another raw control character in a string.
    RawControl,
    /// A backslash before a character that cannot be escaped.
    Backslash,
    /// Other quotes than `"`.
    OtherQuotes,
    /// A closing quote of another kind than the opening one.
    OtherClosingQuote,
    /// A key without quotes.
    BareKey,
    /// A text without quotes.
    BareText,
    /// A comma before a closing bracket.
    TrailingComma,
    /// No comma between two values on a line.
    NoComma,
    /// No comma at the end of a line.
    NoCommaAtEnd,
    /// More than one comma.
    ExtraComma,
    /// Another sign in place of a colon or comma.
    OtherSign,
    /// A comment.
    Comment,
    /// No closing quote.
    NoClosingQuote,
    /// Words that belong to nothing.
    Stray,
    /// What texts for people have around values: the mark of a citation, a number before an item, a remark.
    Citation,
    /// Doubled braces.
    DoubledBrace,
    /// A literal of another language.
    OtherLiteral,
    /// Round brackets.
    RoundBracket,
    /// A number that JSON does not allow.
    BadNumber,
    /// A call of a function, or a string with a prefix.
    Call,
    /// `...` in place of content.
    Ellipsis,
    /// A wrong or missing closing bracket.
    Closer,
    /// A closing bracket that is missing at the end.
    End,
    /// A missing opening bracket.
    Opener,
    /// A missing colon.
    NoColon,
    /// A missing value.
    NoValue,
    /// The text ends in a string.
    Cut,
    /// A quote around a text that is escaped.
    EscapedQuote,
    /// A quote that is there twice.
    DoubledQuote,
    /// A sign and the character before it, swapped: `ab"c,`.
    Swapped,
    /// No opening quote.
    NoOpeningQuote,
    /// Another character in place of a sign.
    Replaced,
    /// One backslash too many before a quote of JSON in a string.
    ExtraBackslash,
}

/// What a fault costs, in hundredths.
impl ReadingFault {
    pub(crate) const fn cost(self) -> i32 {
        match self {
            Self::Comment | Self::OtherLiteral => 40,
            Self::RawLine
            | Self::RawControl
            | Self::Backslash
            | Self::OtherQuotes
            | Self::OtherClosingQuote
            | Self::TrailingComma => 80,
            Self::RoundBracket | Self::Ellipsis => 80,
            Self::DoubledQuote => 90,
            Self::RawQuote
            | Self::NoCommaAtEnd
            | Self::OtherSign
            | Self::DoubledBrace
            | Self::BadNumber
            | Self::Citation
            | Self::Call => 100,
            Self::ExtraBackslash | Self::NoOpeningQuote => 150,
            Self::BareKey | Self::NoComma | Self::ExtraComma | Self::NoValue => 150,
            Self::Swapped => 180,
            Self::End | Self::EscapedQuote => 200,
            Self::Replaced => 185,
            Self::BareText | Self::Stray => 220,
            Self::NoClosingQuote | Self::Closer | Self::Opener | Self::Cut => 250,
            Self::NoColon => 300,
        }
    }

    /// What it costs if the reading has it before: a tenth, but more for what is rarely a habit.
    pub(crate) const fn cost_again(self) -> i32 {
        match self {
            Self::Stray | Self::Closer | Self::Opener => self.cost() * 6 / 10,
            Self::Replaced | Self::Swapped | Self::NoOpeningQuote | Self::Cut | Self::End => self.cost(),
            _ => self.cost() / 10,
        }
    }

    /// Slips of a hand or a tokenizer, which a text with a habit hardly ever has as well.
    pub(crate) const SLIPS: u64 = Self::Replaced.bit() | Self::Swapped.bit() | Self::NoOpeningQuote.bit();

    pub(crate) const fn bit(self) -> u64 {
        1 << self as u8
    }

    /// Whether the JSON reader knows it by its form and goes on after it in the same way.
    pub(crate) const fn is_known(self) -> bool {
        matches!(
            self,
            Self::RawLine
                | Self::RawControl
                | Self::Backslash
                | Self::OtherQuotes
                | Self::BareKey
                | Self::TrailingComma
                | Self::Comment
                | Self::OtherLiteral
                | Self::BadNumber
                | Self::RoundBracket
                | Self::OtherSign
                | Self::Ellipsis
        )
    }
}
