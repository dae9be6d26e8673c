//! Words for what shows that an object has a format.

use super::Format;

/// Something that shows a format: every mark of `when` matches, and one of each group of `has`, with a different member
/// each time.
#[derive(Debug)]
pub struct Sign {
    /// The marks that must all match.
    pub when: &'static [Mark],
    /// Groups of marks; the first match in each group counts.
    pub has: &'static [&'static [Mark]],
    /// What the object is or has, in half a sentence; empty if it has the members of `has`.
    pub says: &'static str,
    /// Another format that has the same sign.
    pub or: Option<&'static Format>,
}

/// The path that stands for each field of the format in turn.
pub const ANY_FIELD: &str = "*";

/// The step of a path to any item of a list.
pub const ANY_ITEM: &str = "[]";

/// The path of a member, and what it is.
pub type Mark = (&'static str, Is);

/// What a member must be to show a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Is {
    /// Present, whatever its value.
    There,
    /// A string that is not blank.
    Filled,
    /// Not a string, or a blank one, or absent.
    Unfilled,
    /// A string like one of these patterns.
    Like(&'static [&'static str]),
    /// An array.
    Array,
    /// An empty array.
    Empty,
    /// An object.
    #[cfg(feature = "tool-calls")]
    Object,
    /// An object without these members.
    #[cfg(feature = "tool-calls")]
    Lacking(&'static [&'static str]),
    /// Anything else, or nothing; where the path leads into a list, in all of its items.
    No(&'static Is),
    /// A value that only this field has: one of its words, or an object, alone or as the first in an array, with a
    /// member that is required or only its own.
    Own,
    /// The same, or for words, another word that means one of them.
    Meant,
    /// The object itself, if it has the list of the format's sections or some of the sections.
    Listing,
}

/// A member that is present, whatever its value.
pub const fn there(name: &'static str) -> Mark {
    (name, Is::There)
}

/// A sign that is described by these words.
pub const fn sign(says: &'static str, when: &'static [Mark]) -> Sign {
    Sign { when, has: &[], says, or: None }
}

/// A sign that is described by its members.
pub const fn members(has: &'static [&'static [Mark]]) -> Sign {
    Sign { when: &[], has, says: "", or: None }
}

impl Sign {
    /// Only if these match.
    pub const fn when(mut self, marks: &'static [Mark]) -> Self {
        self.when = marks;
        self
    }

    /// With these members, too.
    pub const fn with(mut self, has: &'static [&'static [Mark]]) -> Self {
        self.has = has;
        self
    }

    /// Another format has the same sign.
    pub const fn or(mut self, format: &'static Format) -> Self {
        self.or = Some(format);
        self
    }
}

/// The first name of a path, and the rest of the path. Paths are so short that a search costs more than a loop.
#[inline]
pub(crate) fn step(path: &str) -> (&str, Option<&str>) {
    let end = path.bytes().position(|it| it == b'/').unwrap_or(path.len());
    (path.get(..end).unwrap_or_default(), path.get(end + 1..))
}
