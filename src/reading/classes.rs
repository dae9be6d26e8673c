//! What single bytes of a text may be.

/// A bracket, or what `is_sign` counts.
pub(super) const COUNTED: u8 = 1;
/// What a key follows.
pub(super) const BEFORE_KEY: u8 = 2;

/// What each byte may be: most bytes of a long text are none of this.
static CLASSES: [u8; 256] = {
    let mut all = [0; 256];
    let mut at = 0;
    while at < 128 {
        let byte = at as u8;
        let counted = if is_sign(byte) || step(byte) != 0 { COUNTED } else { 0 };
        let before_key = if matches!(byte, b'{' | b',' | b'\n') { BEFORE_KEY } else { 0 };
        #[allow(clippy::indexing_slicing)] // When it is compiled.
        {
            all[at] = counted | before_key;
        }
        at += 1;
    }
    all
};

pub(super) fn may_be(byte: u8, class: u8) -> bool {
    CLASSES.get(usize::from(byte)).is_some_and(|it| it & class != 0)
}

/// How a byte changes the depth of brackets.
pub(super) const fn step(byte: u8) -> i32 {
    match byte {
        b'{' | b'[' | b'(' => 1,
        b'}' | b']' | b')' => -1,
        _ => 0,
    }
}

/// A sign of JSON, except its commas.
pub(super) const fn is_sign(byte: u8) -> bool {
    matches!(byte, b'"' | b'{' | b'}' | b'[' | b']' | b':')
}
