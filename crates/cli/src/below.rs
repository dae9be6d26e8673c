//! Files that a project file names: they are in its folder, or below it, and of a limited size.

use std::path::Path;

use super::{
    host::{self, EntryKind},
    output::words,
};

/// Larger files are no schemas and no lists of tools.
const LARGEST: u64 = 1 << 20;

/// The bytes of a file without its byte order mark, or what is wrong with it, as the end of a sentence; `expected` is what it
/// should be, such as `a JSON Schema`.
pub(super) fn read(folder: &Path, path: &Path, expected: &str) -> Result<Vec<u8>, String> {
    let unreadable = |it: std::io::Error| format!("cannot be read: {}", words(&it));
    match host::kind(path).map_err(unreadable)? {
        EntryKind::File => (),
        EntryKind::Folder => return Err(format!("is a folder; expected {expected}")),
        EntryKind::Link | EntryKind::Other => return Err(format!("is not a file; expected {expected}")),
    }
    let [folder, place] = [folder, path].map(host::canonicalize);
    if !place.map_err(unreadable)?.starts_with(folder.map_err(unreadable)?) {
        return Err("is outside of the folder of the project file".to_owned());
    }
    if host::size(path).map_err(unreadable)? > LARGEST {
        return Err("is larger than 1 MiB".to_owned());
    }
    let mut bytes = host::read(path).map_err(unreadable)?;
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    Ok(bytes)
}
