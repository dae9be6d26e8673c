//! Writing: a file is replaced whole or not at all.

use std::{
    fs,
    io::{self, ErrorKind, Write},
    path::Path,
};

use tempfile::{Builder, NamedTempFile};

/// Replaces the text of a file that was read before as `old`. Links, permissions and owner stay as they are.
pub(super) fn replace(path: &Path, old: &[u8], new: &str) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let metadata = fs::metadata(&path)?;
    if !metadata.is_file() {
        return Err(io::Error::other("is not a regular file, so it is not written"));
    }
    if metadata.permissions().readonly() {
        return Err(io::Error::new(ErrorKind::PermissionDenied, "is read-only, so it is not written"));
    }
    let mut file = beside(&path, new, &mut Builder::new())?;
    keep_owner(file.as_file(), &metadata);
    file.as_file().set_permissions(metadata.permissions())?;
    file.flush()?;
    if fs::read(&path)? != old {
        return Err(io::Error::other("was changed by someone else in the meantime, so it is not written"));
    }
    file.persist(&path)?;
    Ok(())
}

/// Writes a new file; an existing one is replaced only when asked.
pub(super) fn create(path: &Path, text: &str, overwrite: bool) -> io::Result<()> {
    if overwrite && path.exists() {
        return replace(path, &fs::read(path)?, text);
    }
    let file = beside(path, text, usual_permissions(&mut Builder::new()))?;
    match file.persist_noclobber(path) {
        Ok(_) => Ok(()),
        Err(it) if it.error.kind() == ErrorKind::AlreadyExists => {
            Err(io::Error::new(ErrorKind::AlreadyExists, "exists already; --overwrite replaces it"))
        }
        Err(it) => Err(it.error),
    }
}

/// A file with the text in the folder of `path`, which goes away unless it is given its name.
fn beside(path: &Path, text: &str, builder: &mut Builder) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = builder.prefix(".agent-response-").suffix(".tmp").tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    Ok(file)
}

#[cfg(unix)]
fn keep_owner(file: &fs::File, metadata: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    // Only the owner of the machine may give files away; for everybody else the file is their own.
    let _ = fchown(file, Some(metadata.uid()), Some(metadata.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &fs::File, _: &fs::Metadata) {}

/// Those of a file made by any other program; temporary files are for their owner's eyes only.
#[cfg(unix)]
fn usual_permissions<'a, 'b, 'c>(builder: &'c mut Builder<'a, 'b>) -> &'c mut Builder<'a, 'b> {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn usual_permissions<'a, 'b, 'c>(builder: &'c mut Builder<'a, 'b>) -> &'c mut Builder<'a, 'b> {
    builder
}
