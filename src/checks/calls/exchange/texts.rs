//! The text of a result.

use crate::json::{self, Kind};
use crate::query::{At, On};

/// The only text of a result.
pub(super) fn only_text(result: On) -> Option<At> {
    let blocks = result.member("content")?.inside()?;
    let mut texts =
        blocks.members().filter_map(|it| it.inside()?.member("text")).filter(|it| it.kind() == Kind::String);
    texts.next().filter(|_| texts.next().is_none())
}

/// The same, if it is an object or array in JSON.
pub(super) fn only_json(result: On) -> Option<String> {
    let text = only_text(result)?.text();
    let text = text.trim();
    (text.starts_with(['{', '[']) && json::is_sound(text)).then(|| text.to_owned())
}
