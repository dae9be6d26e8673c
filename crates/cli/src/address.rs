//! File URIs and their paths.

use std::path::{Path, PathBuf};

use gen_lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The path of a file URI; `None` for other URIs, such as those of unsaved texts.
pub(super) fn path(uri: &str) -> Option<PathBuf> {
    let (scheme, rest) = uri.split_once(':')?;
    if !scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    // The path follows the name of a machine: this one, or an empty name.
    let path = match rest.strip_prefix("//") {
        Some(it) => it.get(it.find('/')?..)?,
        None => rest,
    };
    let path = percent_decode_str(path).decode_utf8().ok()?;
    let path = if cfg!(windows) && has_drive(&path) { path.get(1..)? } else { &path };
    (!path.contains('\0')).then(|| PathBuf::from(path))
}

/// The URI of a path.
pub(super) fn uri(path: &Path) -> Uri {
    let path = path.to_string_lossy();
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.into_owned() };
    let slash = if path.starts_with('/') { "" } else { "/" };
    Uri(format!("file://{slash}{}", utf8_percent_encode(&path, ESCAPED)))
}

/// The URI of a file in the same folder.
pub(super) fn beside(uri: &str, name: &str) -> Option<Uri> {
    let folder = uri.rfind('/')?;
    Some(Uri(format!("{}/{}", uri.get(..folder)?, utf8_percent_encode(name, ESCAPED))))
}

/// The characters that are escaped.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Whether a path begins like `/c:`.
fn has_drive(path: &str) -> bool {
    matches!(path.as_bytes(), [b'/', drive, b':', ..] if drive.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::{beside, path, uri};
    use std::path::Path;

    #[test]
    fn addresses_of_files_are_paths() {
        for (address, expected) in [
            ("file:///a/.agent-response.json", Some("/a/.agent-response.json")),
            ("file:///a%20b/%C3%A9%F0%9F%98%80.json", Some("/a b/é😀.json")),
            ("file://localhost/a", Some("/a")),
            ("file:/a", Some("/a")),
            ("FILE:///a#part", Some("/a")),
            ("untitled:Untitled-1", None),
            ("file://", None),
            ("file:///%FF", None),
            ("file:///%00", None),
            ("", None),
        ] {
            assert_eq!(path(address).as_deref(), expected.map(Path::new), "{address}");
        }
    }

    #[test]
    fn paths_survive_the_way_there_and_back() {
        for sample in ["/a/.agent-response.json", "/a b/é😀%20#?.json", "/"] {
            assert_eq!(path(&uri(Path::new(sample)).0).as_deref(), Some(Path::new(sample)));
        }
        assert_eq!(beside("file:///a%20b/c.json", "d e.json").unwrap().0, "file:///a%20b/d%20e.json");
    }
}
