//! The existing files: their paths, and whether a path is among them.

use std::borrow::Cow;

use super::Context;
use crate::text::{find_byte, hash};

/// The path with `/` between its parts, without `./` before and `/` after it.
pub(crate) fn plain(path: &str) -> Cow<'_, str> {
    let mut from = 0;
    let bytes = path.as_bytes();
    let is_slash = |at: usize| matches!(bytes.get(at), Some(b'/' | b'\\'));
    while bytes.get(from) == Some(&b'.') && is_slash(from + 1) && from + 2 < bytes.len() {
        from += 2;
    }
    let mut to = bytes.len();
    while to > from + 1 && is_slash(to - 1) {
        to -= 1;
    }
    let inside = path.get(from..to).unwrap_or_default();
    if !inside.contains('\\') {
        return Cow::Borrowed(inside);
    }
    let mut out = String::with_capacity(inside.len());
    inside.chars().for_each(|it| out.push(if it == '\\' { '/' } else { it }));
    Cow::Owned(out)
}

/// Folders deeper than this are not looked up: their paths would be hashed too often.
const DEEPEST: usize = 64;

/// Files and the folders they are in, sorted by the hashes of their paths, so that each path is found quickly.
pub(crate) fn sorted(files: &[String]) -> Vec<(u64, u32)> {
    let mut out: Vec<(u64, u32)> = Vec::with_capacity(files.len());
    let mut previous = Cow::Borrowed("");
    for (nth, file) in files.iter().enumerate() {
        let nth = u32::try_from(nth).unwrap_or(u32::MAX);
        let path = plain(file);
        out.push((hash(&path), nth));
        let mut from = 0;
        for _ in 0..DEEPEST {
            let Some(cut) = find_byte(path.as_bytes(), from, b'/') else { break };
            // Adjacent files are usually in the same folders.
            if previous.get(..=cut) != path.get(..=cut) {
                out.push((hash(path.get(..cut).unwrap_or_default()), nth));
            }
            from = cut + 1;
        }
        previous = path;
    }
    out.sort_unstable();
    out
}

/// Whether a path belongs to a file, or to a folder with files.
pub(crate) fn has(ctx: &Context, files: &[(u64, u32)], path: &str) -> bool {
    let hashed = hash(path);
    let first = files.partition_point(|it| it.0 < hashed);
    let same = files.get(first..).unwrap_or_default().iter().take_while(|it| it.0 == hashed);
    let all = ctx.options.files.as_deref().unwrap_or_default();
    let is_it = |file: &str| file.strip_prefix(path).is_some_and(|it| it.is_empty() || it.starts_with('/'));
    same.filter_map(|it| all.get(it.1 as usize)).any(|it| is_it(&plain(it)))
}

/// The file at the end of a path that does not begin at the root of the workspace.
pub(crate) fn inside<'p>(ctx: &Context, files: &[(u64, u32)], path: &'p str) -> Option<&'p str> {
    let mut rest = path;
    for _ in 0..DEEPEST {
        rest = rest.split_once('/')?.1;
        if has(ctx, files, rest) {
            return Some(rest);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn paths_are_written_as_the_workspace_does() {
        for (path, expected) in
            [("a/b.md", "a/b.md"), (".\\a\\b.md", "a/b.md"), ("././a/", "a"), (".", "."), ("./", ".")]
        {
            assert_eq!(plain(path), expected);
        }
    }
}
