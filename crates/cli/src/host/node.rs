//! Access to the machine through Node. `node.js` calls Node's functions; here are their types, and what its errors
//! mean.

use std::{
    ffi::OsString,
    io::{self, ErrorKind, Read, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use js_sys::Reflect;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use super::{EntryKind, FolderEntry, LARGEST, Stream, listable, too_large};
use agent_response::schema::SchemaWords;

#[wasm_bindgen(module = "/src/host/node.js")]
extern "C" {
    #[wasm_bindgen(js_name = args)]
    fn js_args() -> Vec<String>;
    #[wasm_bindgen(js_name = env)]
    fn js_env(name: &str) -> Option<String>;
    #[wasm_bindgen(js_name = now)]
    fn js_now() -> f64;
    #[wasm_bindgen(js_name = hasColors)]
    fn js_has_colors(fd: u32) -> bool;
    #[wasm_bindgen(js_name = isTerminal)]
    fn js_is_terminal(fd: u32) -> bool;
    #[wasm_bindgen(js_name = width)]
    fn js_width() -> Option<u32>;
    #[wasm_bindgen(js_name = page)]
    fn js_page(id: &str) -> Option<String>;
    #[wasm_bindgen(catch, js_name = write)]
    fn js_write(fd: u32, bytes: &[u8]) -> Result<(), JsValue>;
    /// Nothing if there are more bytes than `most`.
    #[wasm_bindgen(catch, js_name = readStdin)]
    fn js_read_stdin(most: u32) -> Result<Option<Vec<u8>>, JsValue>;
    #[wasm_bindgen(catch, js_name = read)]
    fn js_read(path: &str, most: u32) -> Result<Option<Vec<u8>>, JsValue>;
    #[wasm_bindgen(catch, js_name = open)]
    fn js_open(path: &str) -> Result<u32, JsValue>;
    /// The next bytes, at most as many as fit; 0 at the end.
    #[wasm_bindgen(catch, js_name = readSome)]
    fn js_read_some(fd: u32, bytes: &mut [u8]) -> Result<u32, JsValue>;
    #[wasm_bindgen(js_name = close)]
    fn js_close(fd: u32);
    /// Each name after the letter of its kind.
    #[wasm_bindgen(catch, js_name = list)]
    fn js_list(folder: &str) -> Result<Vec<String>, JsValue>;
    #[wasm_bindgen(catch, js_name = kind)]
    fn js_kind(path: &str, follow: bool) -> Result<char, JsValue>;
    #[wasm_bindgen(catch, js_name = canonicalize)]
    fn js_canonicalize(path: &str) -> Result<String, JsValue>;
    #[wasm_bindgen(catch, js_name = isReadOnly)]
    fn js_is_read_only(path: &str) -> Result<bool, JsValue>;
    #[wasm_bindgen(catch, js_name = nameCount)]
    fn js_name_count(path: &str) -> Result<f64, JsValue>;
    #[wasm_bindgen(catch, js_name = size)]
    fn js_size(path: &str) -> Result<f64, JsValue>;
    #[wasm_bindgen(catch, js_name = modified)]
    fn js_modified(path: &str) -> Result<f64, JsValue>;
    #[wasm_bindgen(catch, js_name = createTemporary)]
    fn js_create_temporary(folder: &str, bytes: &[u8], like: Option<String>) -> Result<String, JsValue>;
    #[wasm_bindgen(catch, js_name = rename)]
    fn js_rename(from: &str, to: &str, replace: bool) -> Result<(), JsValue>;
    #[wasm_bindgen(js_name = remove)]
    fn js_remove(path: &str);
    #[wasm_bindgen(catch, js_name = compileSchema)]
    fn js_compile_schema(schema: &str) -> Result<u32, JsValue>;
    #[wasm_bindgen(js_name = violations)]
    fn js_violations(schema: u32, value: &str, called: &str, by: &str) -> String;
    #[wasm_bindgen(js_name = known)]
    fn js_known(schema: u32, pointer: &str) -> String;
    #[wasm_bindgen(js_name = forgetSchema)]
    fn js_forget_schema(schema: u32);
}

/// The number of a schema, or why nothing can be checked with it, in half a sentence.
pub(crate) fn compile_schema(schema: &str) -> Result<u32, String> {
    let said = |it: JsValue| Reflect::get(&it, &"message".into()).ok()?.as_string();
    js_compile_schema(schema).map_err(|it| said(it).unwrap_or_else(|| "cannot be compiled".to_owned()))
}

/// The violations of a value, as JSON.
pub(crate) fn violations(schema: u32, value: &str, words: &SchemaWords) -> String {
    js_violations(schema, value, words.value, words.schema)
}

/// What is known about the value at a pointer, as JSON.
pub(crate) fn known(schema: u32, pointer: &str) -> String {
    js_known(schema, pointer)
}

/// Frees a schema.
pub(crate) fn forget_schema(schema: u32) {
    js_forget_schema(schema);
}

/// Runs the command with the arguments of the process; the result is its exit status.
#[allow(unreachable_pub)] // JavaScript reaches it.
#[wasm_bindgen]
pub fn run() -> u8 {
    crate::status()
}

/// The message of a panic. The instance then runs no further code.
#[allow(unreachable_pub)]
#[wasm_bindgen(js_name = lastPanic)]
pub fn last_panic() -> String {
    crate::guard::last_panic()
}

pub(crate) type Stdout = Fd;
pub(crate) type Stderr = Fd;

/// A stream of the process.
pub(crate) struct Fd(u32);

impl Write for Fd {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        js_write(self.0, bytes).map(|()| bytes.len()).map_err(error)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) fn stdout(_colors: bool) -> Stdout {
    Fd(1)
}

pub(crate) fn stderr(_colors: bool) -> Stderr {
    Fd(2)
}

pub(crate) fn has_colors(stream: Stream) -> bool {
    js_has_colors(number(stream))
}

pub(crate) fn is_terminal(stream: Stream) -> bool {
    js_is_terminal(number(stream))
}

pub(crate) fn is_interactive() -> bool {
    js_is_terminal(0) && js_is_terminal(2)
}

fn number(stream: Stream) -> u32 {
    match stream {
        Stream::Out => 1,
        Stream::Err => 2,
    }
}

pub(crate) fn width() -> Option<usize> {
    js_width().map(|it| it as usize)
}

/// Node does this itself.
pub(crate) fn begin() {}

/// While this code runs, Node calls no handler.
pub(crate) fn before_end(_: impl FnMut() + Send + 'static) {}

pub(crate) fn args() -> Vec<OsString> {
    js_args().into_iter().map(OsString::from).collect()
}

pub(crate) fn env(name: &str) -> Option<String> {
    js_env(name)
}

pub(crate) fn now() -> Duration {
    Duration::from_secs_f64(js_now().max(0.0) / 1000.0)
}

/// The package has the pages as separate files.
pub(crate) fn page(id: &str) -> Option<String> {
    js_page(id)
}

pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    js_read(&text(path), LARGEST as u32).map_err(error)?.ok_or_else(too_large)
}

pub(crate) fn read_stdin() -> io::Result<Vec<u8>> {
    js_read_stdin(LARGEST as u32).map_err(error)?.ok_or_else(too_large)
}

/// Something that is read in pieces, by its file descriptor.
pub(crate) struct ByteStream(u32);

impl Read for ByteStream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        js_read_some(self.0, bytes).map(|it| it as usize).map_err(error)
    }
}

impl Drop for ByteStream {
    fn drop(&mut self) {
        js_close(self.0);
    }
}

pub(crate) fn open(path: &Path) -> io::Result<ByteStream> {
    js_open(&text(path)).map(ByteStream).map_err(error)
}

pub(crate) fn open_stdin() -> ByteStream {
    ByteStream(0)
}

pub(crate) fn list(folder: &Path) -> io::Result<Vec<FolderEntry>> {
    let listed = js_list(&text(listable(folder))).map_err(error)?;
    let entry = |listed: &String| {
        let mut chars = listed.chars();
        let kind = kind_of(chars.next()?);
        Some(FolderEntry { name: chars.as_str().into(), kind })
    };
    Ok(listed.iter().filter_map(entry).collect())
}

pub(crate) fn kind(path: &Path) -> io::Result<EntryKind> {
    js_kind(&text(path), true).map(kind_of).map_err(error)
}

pub(crate) fn link_kind(path: &Path) -> io::Result<EntryKind> {
    js_kind(&text(path), false).map(kind_of).map_err(error)
}

fn kind_of(letter: char) -> EntryKind {
    match letter {
        'f' => EntryKind::File,
        'd' => EntryKind::Folder,
        'l' => EntryKind::Link,
        _ => EntryKind::Other,
    }
}

pub(crate) fn canonicalize(path: &Path) -> io::Result<PathBuf> {
    js_canonicalize(&text(listable(path))).map(PathBuf::from).map_err(error)
}

pub(crate) fn is_read_only(path: &Path) -> io::Result<bool> {
    js_is_read_only(&text(path)).map_err(error)
}

pub(crate) fn has_other_names(path: &Path) -> bool {
    js_name_count(&text(path)).is_ok_and(|it| it > 1.0)
}

pub(crate) fn size(path: &Path) -> io::Result<u64> {
    js_size(&text(path)).map(|it| it as u64).map_err(error)
}

pub(crate) fn modified(path: &Path) -> io::Result<Duration> {
    js_modified(&text(path)).map(|it| Duration::from_secs_f64(it.max(0.0) / 1000.0)).map_err(error)
}

pub(crate) struct Temporary(String);

impl Temporary {
    /// Creates a file with the permissions and owner of another file, or else the usual ones of a new file.
    pub(crate) fn new(folder: &Path, bytes: &[u8], like: Option<&Path>) -> io::Result<Self> {
        js_create_temporary(&text(listable(folder)), bytes, like.map(text)).map(Self).map_err(error)
    }

    /// Takes the name of an existing file, atomically.
    pub(crate) fn replace(self, path: &Path) -> io::Result<()> {
        js_rename(&self.0, &text(path), true).map_err(error)
    }

    /// Takes a name that no file has yet.
    pub(crate) fn create(self, path: &Path) -> io::Result<()> {
        js_rename(&self.0, &text(path), false).map_err(error)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        js_remove(&self.0);
    }
}

/// Paths come from JavaScript, so they are valid text.
fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// What a Node error means, in the words of the operating system.
#[allow(clippy::needless_pass_by_value)] // an argument of `map_err`
fn error(error: JsValue) -> io::Error {
    let member = |name: &str| Reflect::get(&error, &name.into()).ok().and_then(|it| it.as_string()).unwrap_or_default();
    let code = member("code");
    match ERRORS.iter().find(|it| it.0 == code) {
        Some((_, kind, words)) => io::Error::new(*kind, *words),
        None => io::Error::other(member("message")),
    }
}

/// File errors, as Node and as Linux name them.
#[rustfmt::skip] // One row per error.
const ERRORS: &[(&str, ErrorKind, &str)] = &[
    ("EACCES", ErrorKind::PermissionDenied, "Permission denied"),
    ("EBADF", ErrorKind::Other, "Bad file descriptor"),
    ("EBUSY", ErrorKind::ResourceBusy, "Device or resource busy"),
    ("EDQUOT", ErrorKind::QuotaExceeded, "Disk quota exceeded"),
    ("EEXIST", ErrorKind::AlreadyExists, "File exists"),
    ("EFBIG", ErrorKind::FileTooLarge, "File too large"),
    ("EINVAL", ErrorKind::InvalidInput, "Invalid argument"),
    ("EIO", ErrorKind::Other, "Input/output error"),
    ("EISDIR", ErrorKind::IsADirectory, "Is a directory"),
    ("ELOOP", ErrorKind::Other, "Too many levels of symbolic links"),
    ("EMFILE", ErrorKind::Other, "Too many open files"),
    ("ENAMETOOLONG", ErrorKind::InvalidFilename, "File name too long"),
    ("ENODEV", ErrorKind::Other, "No such device"),
    ("ENOENT", ErrorKind::NotFound, "No such file or directory"),
    ("ENOSPC", ErrorKind::StorageFull, "No space left on device"),
    ("ENOTDIR", ErrorKind::NotADirectory, "Not a directory"),
    ("ENXIO", ErrorKind::Other, "No such device or address"),
    ("EPERM", ErrorKind::PermissionDenied, "Operation not permitted"),
    ("EPIPE", ErrorKind::BrokenPipe, "Broken pipe"),
    ("EROFS", ErrorKind::ReadOnlyFilesystem, "Read-only file system"),
    ("ETXTBSY", ErrorKind::ExecutableFileBusy, "Text file busy"),
];
