//! Paths as build services expect them: from the root of the repository, with `/` between folders.

use std::path::{Component, Path, PathBuf};

use super::{config::real, host};

/// Where the command runs, and the root of the repository around it.
pub(super) struct Root {
    here: PathBuf,
    root: PathBuf,
}

impl Root {
    /// The nearest folder with `.git`; without one, the current folder.
    pub(super) fn find() -> Self {
        let here = real(Path::new(""));
        let root = here.ancestors().find(|it| host::exists(&it.join(".git"))).unwrap_or(&here).to_owned();
        Self { here, root }
    }

    /// A path on the command line, relative to the root; for a file elsewhere, the absolute path.
    pub(super) fn path(&self, path: &str) -> String {
        if path == "<stdin>" {
            return path.to_owned();
        }
        let whole = plain(&self.here.join(path));
        let below = whole.strip_prefix(&self.root).map(Path::to_owned);
        let names = below.or_else(|_| real(&whole).strip_prefix(&self.root).map(Path::to_owned)).unwrap_or(whole);
        let text = names.to_string_lossy().into_owned();
        if cfg!(windows) { text.replace('\\', "/") } else { text }
    }
}

/// The path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => (),
            Component::ParentDir => drop(out.pop()),
            _ => out.push(component),
        }
    }
    out
}

#[cfg(all(test, unix))]
mod tests {
    use super::Root;

    #[test]
    fn paths_begin_at_the_root() {
        let root = Root { here: "/w/project/sub".into(), root: "/w/project".into() };
        let check = |path: &str, expected: &str| assert_eq!(root.path(path), expected);
        check(".agent-response.json", "sub/.agent-response.json");
        check("./a/../b.json", "sub/b.json");
        check("../c.json", "c.json");
        check("/w/project/d.json", "d.json");
        check("/elsewhere/e.json", "/elsewhere/e.json");
        check("<stdin>", "<stdin>");
    }
}
