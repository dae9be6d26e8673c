//! What is in a folder and below it, in a fixed order, without following links.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::{
    config::real,
    host::{EntryKind, canonicalize, list},
};

/// What was found: a path that is not a folder, or a folder that cannot be listed and why.
pub(super) type Found = Result<(PathBuf, EntryKind), (PathBuf, io::Error)>;

/// Whether a path, after links are resolved, is below a folder. A link that leads nowhere is where it is.
pub(super) fn is_below(path: &Path, folder: &Path) -> bool {
    canonicalize(path).map_or(true, |it| it.starts_with(real(folder)))
}

/// Walks through a folder without what is left out, until the time is over. Its files come before what is in its folders,
/// so that the files of one folder are adjacent.
pub(super) fn walk(
    root: &Path,
    is_left_out: impl Fn(&Path, EntryKind) -> bool + Send,
    is_over: impl Fn() -> bool + Send,
) -> impl Iterator<Item = Found> + Send {
    // The remaining work, the next item at the end.
    let mut waiting = vec![(root.to_owned(), EntryKind::Folder)];
    std::iter::from_fn(move || {
        loop {
            let (path, kind) = waiting.pop().filter(|_| !is_over())?;
            if kind != EntryKind::Folder {
                return Some(Ok((path, kind)));
            }
            let mut entries = match list(&path) {
                Ok(entries) => entries,
                Err(why) => return Some(Err((path, why))),
            };
            entries.sort_by(|a, b| (b.kind == EntryKind::Folder, &b.name).cmp(&(a.kind == EntryKind::Folder, &a.name)));
            waiting.extend(
                entries.into_iter().map(|it| (path.join(it.name), it.kind)).filter(|it| !is_left_out(&it.0, it.1)),
            );
        }
    })
}
