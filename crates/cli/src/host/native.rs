//! Access to the machine through the operating system.

mod signals;

use std::{
    ffi::OsString,
    fs::{self, File, FileType, Permissions},
    io::{self, IsTerminal, Read, Write},
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use anstream::{AutoStream, ColorChoice};
use tempfile::{Builder, NamedTempFile};

use super::{EntryKind, FolderEntry, LARGEST, Stream, listable, too_large};

pub(crate) type Stdout = AutoStream<io::Stdout>;
pub(crate) type Stderr = AutoStream<io::Stderr>;

/// Without colors, every byte is passed on as it is.
pub(crate) fn stdout(colors: bool) -> Stdout {
    AutoStream::new(io::stdout(), choice(colors))
}

pub(crate) fn stderr(colors: bool) -> Stderr {
    AutoStream::new(io::stderr(), choice(colors))
}

fn choice(colors: bool) -> ColorChoice {
    if colors { ColorChoice::Always } else { ColorChoice::AlwaysAnsi }
}

pub(crate) fn has_colors(stream: Stream) -> bool {
    let choice = match stream {
        Stream::Out => AutoStream::choice(&io::stdout()),
        Stream::Err => AutoStream::choice(&io::stderr()),
    };
    choice != ColorChoice::Never
}

pub(crate) fn is_terminal(stream: Stream) -> bool {
    match stream {
        Stream::Out => io::stdout().is_terminal(),
        Stream::Err => io::stderr().is_terminal(),
    }
}

pub(crate) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

pub(crate) fn width() -> Option<usize> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0))
}

pub(crate) fn begin() {
    signals::begin();
}

pub(crate) fn before_end(work: impl FnMut() + Send + 'static) {
    signals::before_end(work);
}

pub(crate) fn args() -> Vec<OsString> {
    std::env::args_os().collect()
}

pub(crate) fn env(name: &str) -> Option<String> {
    std::env::var_os(name).map(|it| it.to_string_lossy().into_owned())
}

pub(crate) fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

pub(crate) fn page(id: &str) -> Option<String> {
    let page = agent_response::explain(id).map(|it| it.page).or_else(|| agent_response::formats::page(id))?;
    Some(page.to_owned())
}

pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let length = usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX);
    if length > LARGEST {
        return Err(too_large());
    }
    read_all(file, length)
}

pub(crate) fn read_stdin() -> io::Result<Vec<u8>> {
    read_all(io::stdin().lock(), 0)
}

/// Something that is read in pieces.
pub(crate) type ByteStream = Box<dyn Read + Send>;

pub(crate) fn open(path: &Path) -> io::Result<ByteStream> {
    Ok(Box::new(File::open(path)?))
}

pub(crate) fn open_stdin() -> ByteStream {
    Box::new(io::stdin())
}

/// Reads to the end; `length` is the expected size.
fn read_all(from: impl Read, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(length + 1);
    from.take(LARGEST as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > LARGEST { Err(too_large()) } else { Ok(bytes) }
}

pub(crate) fn list(folder: &Path) -> io::Result<Vec<FolderEntry>> {
    let entry = |it: io::Result<fs::DirEntry>| it.and_then(|it| Ok((it.file_type()?, it.file_name())));
    let entry = |it| entry(it).map(|(file_type, name)| FolderEntry { name, kind: kind_of(file_type) });
    fs::read_dir(listable(folder))?.map(entry).collect()
}

pub(crate) fn kind(path: &Path) -> io::Result<EntryKind> {
    fs::metadata(path).map(|it| kind_of(it.file_type()))
}

pub(crate) fn link_kind(path: &Path) -> io::Result<EntryKind> {
    fs::symlink_metadata(path).map(|it| kind_of(it.file_type()))
}

fn kind_of(file_type: FileType) -> EntryKind {
    match file_type {
        it if it.is_file() => EntryKind::File,
        it if it.is_dir() => EntryKind::Folder,
        it if it.is_symlink() => EntryKind::Link,
        _ => EntryKind::Other,
    }
}

pub(crate) fn canonicalize(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(listable(path))
}

pub(crate) fn is_read_only(path: &Path) -> io::Result<bool> {
    fs::metadata(path).map(|it| it.permissions().readonly())
}

pub(crate) fn size(path: &Path) -> io::Result<u64> {
    fs::metadata(path).map(|it| it.len())
}

pub(crate) fn modified(path: &Path) -> io::Result<Duration> {
    let modified = fs::metadata(path)?.modified()?;
    modified.duration_since(UNIX_EPOCH).map_err(io::Error::other)
}

pub(crate) struct Temporary(NamedTempFile);

impl Temporary {
    /// Creates a file with the permissions and owner of another file, or else the usual ones of a new file.
    pub(crate) fn new(folder: &Path, bytes: &[u8], like: Option<&Path>) -> io::Result<Self> {
        let mut builder = Builder::new();
        builder.prefix(".agent-response-").suffix(".tmp");
        if like.is_none() {
            usual_permissions(&mut builder);
        }
        let mut file = signals::with_temporary(|path| {
            let file = builder.tempfile_in(listable(folder))?;
            *path = Some(file.path().to_owned());
            Ok(file)
        })?;
        file.write_all(bytes)?;
        if let Some(like) = like {
            let metadata = fs::metadata(like)?;
            keep_owner(file.as_file(), &metadata);
            file.as_file().set_permissions(metadata.permissions())?;
            keep_attributes(file.as_file(), like);
        }
        // A system that crashes after the renaming must not leave an empty file.
        file.as_file().sync_all()?;
        Ok(Self(file))
    }

    /// Takes the name of an existing file, atomically.
    pub(crate) fn replace(self, path: &Path) -> io::Result<()> {
        signals::with_temporary(|_| self.0.persist(path).map(drop).map_err(|it| it.error))?;
        sync_folder(path);
        Ok(())
    }

    /// Takes a name that no file has yet.
    pub(crate) fn create(self, path: &Path) -> io::Result<()> {
        signals::with_temporary(|_| self.0.persist_noclobber(path).map(drop).map_err(|it| it.error))?;
        sync_folder(path);
        Ok(())
    }
}

#[cfg(unix)]
fn keep_owner(file: &File, metadata: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    // Only root may give files away; for everybody else, the file stays their own.
    let _ = fchown(file, Some(metadata.uid()), Some(metadata.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) {}

/// Copies the extended attributes, among them access control lists on Linux.
#[cfg(unix)]
fn keep_attributes(file: &File, like: &Path) {
    use xattr::FileExt;
    // Some belong to the system or only to root, and not every file system has them.
    for name in xattr::list(like).into_iter().flatten() {
        if let Ok(Some(value)) = xattr::get(like, &name) {
            let _ = file.set_xattr(&name, &value);
        }
    }
}

#[cfg(not(unix))]
fn keep_attributes(_: &File, _: &Path) {}

/// Writes the new name to the disk. The file itself is there already, so a folder that cannot be synced is no failure.
#[cfg(unix)]
fn sync_folder(path: &Path) {
    let folder = path.parent().unwrap_or(Path::new(""));
    let _ = File::open(listable(folder)).and_then(|it| it.sync_all());
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) {}

/// Whether the file has other names, which are hard links.
#[cfg(unix)]
pub(crate) fn has_other_names(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).is_ok_and(|it| it.nlink() > 1)
}

#[cfg(not(unix))]
pub(crate) fn has_other_names(_: &Path) -> bool {
    false
}

/// By default, only the owner can read a temporary file.
#[cfg(unix)]
fn usual_permissions(builder: &mut Builder) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn usual_permissions(_: &mut Builder) {}
