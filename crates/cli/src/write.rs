//! Writing files: each is replaced as a whole or not at all.

use std::{
    io::{self, ErrorKind},
    path::Path,
};

use super::{
    host::{self, EntryKind, Temporary},
    output::tell,
};

/// Replaces the text of a file whose content was `old` when read. Links, permissions and owner are kept, and extended
/// attributes where the system has them. Another name of the file (a hard link) keeps the old text, and the user is told:
/// writing in place would change all names, but could leave half a file.
pub(super) fn replace(path: &Path, old: &[u8], new: &str) -> io::Result<()> {
    let path = host::canonicalize(path)?;
    may_replace(&path)?;
    let file = Temporary::new(folder(&path), new.as_bytes(), Some(&path))?;
    if host::read(&path)? != old {
        return Err(io::Error::other("was changed by someone else in the meantime, so it is not written"));
    }
    let is_separated = host::has_other_names(&path);
    file.replace(&path)?;
    if is_separated {
        let path = path.to_string_lossy();
        tell("note", format!("{path}: the other names (hard links) of this file keep the old text"));
    }
    Ok(())
}

fn may_replace(path: &Path) -> io::Result<()> {
    if host::kind(path)? != EntryKind::File {
        return Err(io::Error::other("is not a regular file, so it is not written"));
    }
    if host::is_read_only(path)? {
        return Err(io::Error::new(ErrorKind::PermissionDenied, "is read-only, so it is not written"));
    }
    Ok(())
}

/// Writes a new file; an existing one is replaced only on request.
pub(super) fn create(path: &Path, text: &str, overwrite: bool) -> io::Result<()> {
    if overwrite && host::exists(path) {
        return replace(path, &host::read(path)?, text);
    }
    Temporary::new(folder(path), text.as_bytes(), None)?.create(path).map_err(|it| match it.kind() {
        ErrorKind::AlreadyExists => already_exists(),
        _ => it,
    })
}

/// Why `create` would refuse to write, as far as that is known without writing.
pub(super) fn may_create(path: &Path, overwrite: bool) -> io::Result<()> {
    match host::kind(path) {
        Ok(EntryKind::File) if !overwrite => Err(already_exists()),
        Ok(_) => may_replace(path),
        Err(_) if folder(path).as_os_str().is_empty() => Ok(()),
        Err(_) => host::kind(folder(path)).map(drop),
    }
}

fn already_exists() -> io::Error {
    io::Error::new(ErrorKind::AlreadyExists, "already exists; use --overwrite to replace it")
}

fn folder(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}
