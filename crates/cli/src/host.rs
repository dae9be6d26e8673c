//! What the command needs from the machine: files, folders, streams, the clock, the terminal, the environment. Nothing
//! else in the command accesses them, so it runs wherever this module does: `native` uses the operating system, `node`
//! uses Node, in which the command is WebAssembly.

#[cfg(not(target_family = "wasm"))]
mod native;
#[cfg(target_family = "wasm")]
mod node;

use std::{ffi::OsString, io, path::Path};

#[cfg(not(target_family = "wasm"))]
use self::native as machine;
#[cfg(target_family = "wasm")]
use self::node as machine;

/// A new file next to the one that it replaces; it is removed unless it gets that file's name.
pub(super) use self::machine::Temporary;
/// Something to do before a signal ends the process.
pub(super) use self::machine::before_end;
/// Files and folders: an absolute path without links, what is at a path with and without following a link, the content
/// of a folder in any order, whether a file is marked as read-only or has other
/// names, its size, when it was written (since 1970), and the bytes of a file and of standard input, at once or in pieces.
pub(super) use self::machine::{
    ByteStream, canonicalize, has_other_names, is_read_only, kind, link_kind, list, modified, open_stdin, read_stdin,
    size,
};
/// Standard output and standard error, which are not buffered.
pub(super) use self::machine::{Stderr, Stdout, stderr, stdout};
/// The start of the process, its arguments with the name of the command first, an environment variable, the time since
/// 1970, and the page of a rule.
pub(super) use self::machine::{args, begin, env, now, page};
/// Schemas, which the validator in JavaScript keeps by their numbers.
#[cfg(target_family = "wasm")]
pub(super) use self::machine::{compile_schema, forget_schema, known, violations};
/// The terminal: whether a stream is one, whether it shows colors and the user wants them, whether somebody reads questions and
/// types answers, and the columns of standard output.
pub(super) use self::machine::{has_colors, is_interactive, is_terminal, width};

/// What exists at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    File,
    Folder,
    /// A symbolic link that was not followed.
    Link,
    /// A pipe, a socket or a device: reading it may never end.
    Other,
}

/// Something in a folder.
pub(super) struct FolderEntry {
    pub(super) name: OsString,
    /// Without following a link.
    pub(super) kind: EntryKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stream {
    Out,
    Err,
}

/// More bytes than any response has; a device such as `/dev/zero` never ends.
const LARGEST: usize = 1 << 30;

fn too_large() -> io::Error {
    io::Error::other("larger than 1 GiB, so it was not read")
}

/// The bytes of a file.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    regular(path)?;
    machine::read(path)
}

/// A file to read in pieces, however large it is.
pub(super) fn open(path: &Path) -> io::Result<ByteStream> {
    regular(path)?;
    machine::open(path)
}

/// Refuses what is not a file. Opening a pipe waits for a writer, and a device may never end. A folder is refused when it
/// is read.
fn regular(path: &Path) -> io::Result<()> {
    match kind(path)? {
        EntryKind::Link | EntryKind::Other => {
            Err(io::Error::other("is not a regular file; use `-` to read standard input"))
        }
        EntryKind::File | EntryKind::Folder => Ok(()),
    }
}

/// Whether something exists at a path, after following links.
pub(super) fn exists(path: &Path) -> bool {
    kind(path).is_ok()
}

pub(super) fn is_folder(path: &Path) -> bool {
    kind(path).is_ok_and(|it| it == EntryKind::Folder)
}

/// The path to list a folder by: the current folder may have an empty path.
fn listable(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}
