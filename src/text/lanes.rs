//! Bytes that are examined side by side: sixteen where WebAssembly has vectors, eight in a number elsewhere.

pub use block::{Lanes, Marks};

/// The position of the first wanted byte: found many bytes at a time, or one by one where fewer are left.
#[inline]
pub fn find_where(
    bytes: &[u8],
    from: usize,
    marks: impl Fn(Lanes) -> Marks,
    is_wanted: impl Fn(u8) -> bool,
) -> Option<usize> {
    let (chunks, rest) = bytes.get(from..)?.as_chunks();
    let mut at = from;
    for chunk in chunks {
        if let Some(idx) = marks(Lanes::of(chunk)).first() {
            return Some(at + idx);
        }
        at += chunk.len();
    }
    rest.iter().position(|it| is_wanted(*it)).map(|it| at + it)
}

/// The position of the next such byte.
#[inline]
pub fn find_byte(bytes: &[u8], from: usize, byte: u8) -> Option<usize> {
    find_where(bytes, from, |it| it.equal(byte), |it| it == byte)
}

/// The position of the next byte that is not ASCII.
pub fn find_wide(bytes: &[u8], from: usize) -> Option<usize> {
    find_where(bytes, from, Lanes::wide, |it| it >= 0x80)
}

/// The number of UTF-16 code units of UTF-8 bytes: one per character, two for characters of four bytes.
pub fn utf16_len(bytes: &[u8]) -> u32 {
    let (chunks, rest) = bytes.as_chunks();
    let many: u32 = chunks.iter().map(|it| Lanes::of(it).utf16_len()).sum();
    let one = |it: &u8| u32::from(it & 0xC0 != 0x80) + u32::from(*it >= 0xF0);
    many + rest.iter().map(one).sum::<u32>()
}

#[cfg(target_feature = "simd128")]
mod block {
    use std::arch::wasm32::{
        i8x16_ge, i8x16_splat, u8x16_bitmask, u8x16_eq, u8x16_ge, u8x16_lt, u8x16_splat, u64x2, v128, v128_or,
    };

    /// Bytes side by side.
    #[derive(Clone, Copy)]
    pub struct Lanes(v128);

    /// Some of them.
    #[derive(Clone, Copy)]
    pub struct Marks(v128);

    impl Lanes {
        pub(super) fn of(bytes: &[u8; 16]) -> Self {
            let bits = u128::from_le_bytes(*bytes);
            Self(u64x2(bits as u64, (bits >> 64) as u64))
        }

        /// Those that are this byte.
        pub fn equal(self, byte: u8) -> Marks {
            Marks(u8x16_eq(self.0, u8x16_splat(byte)))
        }

        /// Those that are less.
        pub fn below(self, limit: u8) -> Marks {
            Marks(u8x16_lt(self.0, u8x16_splat(limit)))
        }

        /// Those that are not ASCII.
        pub fn wide(self) -> Marks {
            Marks(self.0)
        }

        pub(super) fn utf16_len(self) -> u32 {
            // All except continuation bytes, which are the lowest when read as signed.
            let first = u8x16_bitmask(i8x16_ge(self.0, i8x16_splat(-64)));
            first.count_ones() + u8x16_bitmask(u8x16_ge(self.0, u8x16_splat(0xF0))).count_ones()
        }
    }

    impl Marks {
        /// Those of both.
        pub fn or(self, other: Self) -> Self {
            Self(v128_or(self.0, other.0))
        }

        pub(super) fn first(self) -> Option<usize> {
            let bits = u8x16_bitmask(self.0);
            (bits != 0).then(|| bits.trailing_zeros() as usize)
        }
    }
}

#[cfg(not(target_feature = "simd128"))]
mod block {
    /// A one in each byte.
    const ONES: u64 = 0x0101_0101_0101_0101;

    /// Bytes side by side.
    #[derive(Clone, Copy)]
    pub struct Lanes(u64);

    /// Some of them: the highest bit of a byte marks it. Only the lowest mark is certain to be right.
    #[derive(Clone, Copy)]
    pub struct Marks(u64);

    impl Lanes {
        pub(super) fn of(bytes: &[u8; 8]) -> Self {
            Self(u64::from_le_bytes(*bytes))
        }

        /// Those that are this byte.
        pub fn equal(self, byte: u8) -> Marks {
            Self(self.0 ^ (ONES * u64::from(byte))).below(1)
        }

        /// Those that are less than a limit of at most 128. Borrows only go upward, so that marks above the lowest may
        /// be wrong.
        pub fn below(self, limit: u8) -> Marks {
            Marks(self.0.wrapping_sub(ONES * u64::from(limit)) & !self.0)
        }

        /// Those that are not ASCII.
        pub fn wide(self) -> Marks {
            Marks(self.0)
        }

        pub(super) fn utf16_len(self) -> u32 {
            // The bits of each byte that show its place in a character, moved to the lowest bit.
            let (high, second) = (self.0 >> 7, self.0 >> 6);
            let inside = high & !second & ONES;
            let four = high & second & (self.0 >> 5) & (self.0 >> 4) & ONES;
            8 - inside.count_ones() + four.count_ones()
        }
    }

    impl Marks {
        /// Those of both.
        pub fn or(self, other: Self) -> Self {
            Self(self.0 | other.0)
        }

        pub(super) fn first(self) -> Option<usize> {
            let found = self.0 & (ONES << 7);
            (found != 0).then(|| (found.trailing_zeros() / 8) as usize)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{find_byte, find_where, find_wide, utf16_len};

    #[test]
    fn the_first_byte_is_found_at_any_position() {
        for length in 0..70_usize {
            for from in 0..=length {
                for place in from..length {
                    let mut bytes = vec![b'a'; length];
                    // Text before the range does not count, and neither does text after it.
                    if from > 0 {
                        bytes[from - 1] = b'!';
                    }
                    bytes[place] = b'!';
                    if place + 1 < length {
                        bytes[place + 1] = b'!';
                    }
                    assert_eq!(find_byte(&bytes, from, b'!'), Some(place));
                    let lower = find_where(&bytes, from, |it| it.below(b'a').or(it.equal(b'x')), |it| it < b'a');
                    assert_eq!(lower, Some(place));
                }
                assert_eq!(find_byte(&vec![b'a'; length], from, b'!'), None);
            }
            assert_eq!(find_byte(&vec![b'!'; length], length + 1, b'!'), None);
        }
        for byte in 0x80..=0xFF {
            let mut bytes = vec![0x7F; 40];
            bytes[33] = byte;
            assert_eq!(find_wide(&bytes, 0), Some(33));
        }
        // A byte that is less by one, or differs in its highest bit, is not mistaken for it.
        for byte in 0..=255_u8 {
            let others: Vec<u8> = (0..=255).filter(|it| *it != byte).collect();
            assert_eq!(find_byte(&others, 0, byte), None);
        }
    }

    #[test]
    fn units_of_utf16_are_counted() {
        let text = "aé✅😀\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}z".repeat(9);
        for (start, _) in text.char_indices() {
            let rest = text.get(start..).unwrap_or_default();
            assert_eq!(utf16_len(rest.as_bytes()) as usize, rest.encode_utf16().count());
        }
    }
}
