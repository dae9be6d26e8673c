//! File paths: they must lead from the root of the workspace to an existing file in it.

use std::borrow::Cow;

use crate::diagnostic::{Fix, Severity, shown};
use crate::findings::Findings;
use crate::json::{Flags, quote};
use crate::query::At;
use crate::query::files::{has, inside, plain};
use crate::rules;
use crate::spec::is_like_any;

/// Reports what is wrong with a path.
pub(super) fn check(at: At, path: &str, out: &mut Findings) {
    let (ctx, doc, span) = (at.ctx, at.object.doc, at.span());
    let (name, plain) = (at.name(), plain(path));
    match kind(&plain) {
        PathKind::Unfilled => out.report(&rules::PLACEHOLDER, doc, span, |finding| {
            finding.severity = Severity::Info;
            finding.say(format_args!(
                "`{name}` contains a placeholder (`{}`), so the file cannot be looked up",
                shown(path)
            ));
        }),
        PathKind::Absolute => out.report(&rules::OUTSIDE_WORKSPACE, doc, span, |finding| {
            finding.say(format_args!("`{name}` is `{}`; expected a path relative to the workspace root", shown(path)));
            if let Some(inside) = ctx.files.as_deref().and_then(|files| inside(ctx, files, &plain)) {
                finding.fix(Fix::guess(format_args!("Replace with `{inside}`")).replace(span, quote(inside)));
            }
        }),
        PathKind::Outside => out.report(&rules::OUTSIDE_WORKSPACE, doc, span, |finding| {
            finding.say(format_args!("`{name}` is `{}`, which may lead outside the workspace", shown(path)));
        }),
        // Once its escapes are repaired, it is a different path.
        PathKind::Inside if at.node().flags.has(Flags::FAULTY) => (),
        PathKind::Inside => {
            form(at, path, &plain, out);
            existence(at, path, plain, out);
        }
    }
}

/// Reports a path that is written in an unusual way.
fn form(at: At, path: &str, plain: &str, out: &mut Findings) {
    if *plain == *path {
        return;
    }
    out.report(&rules::UNUSUAL_FORM, at.object.doc, at.span(), |finding| {
        let name = at.name();
        finding.say(format_args!("`{name}` is `{}`; it is usually written `{}`", shown(path), shown(plain)));
        // A trailing slash may mean a folder.
        if !path.ends_with(['/', '\\']) {
            finding.fix(Fix::safe(format_args!("Replace with `{plain}`")).replace(at.span(), quote(plain)));
        }
    });
}

/// Reports a path to no file, if the existing files are known, and leaves the path for the host to look up.
fn existence(at: At, path: &str, plain: Cow<str>, out: &mut Findings) {
    if out.is_off(&rules::FILE_NOT_FOUND) {
        return;
    }
    if at.ctx.files.as_deref().is_some_and(|files| !has(at.ctx, files, &plain)) {
        out.report(&rules::FILE_NOT_FOUND, at.object.doc, at.span(), |finding| {
            finding.say(format_args!("`{}` does not exist; list only files that exist", shown(path)));
        });
    }
    out.paths.push(plain.into_owned());
}

/// The kind of a path.
#[derive(PartialEq, Eq)]
enum PathKind {
    /// It is a template that was not filled in.
    Unfilled,
    /// It does not begin at the root of the workspace.
    Absolute,
    /// It leads out of the workspace with `..`.
    Outside,
    /// It leads to a file in the workspace.
    Inside,
}

fn kind(plain: &str) -> PathKind {
    let is = |patterns| is_like_any(plain, patterns);
    if is(&["*{*}*", "*<*>*", "*...*", "*…*"]) {
        PathKind::Unfilled
    } else if is(&["/*", "~*", "file:*", "*:/*"]) {
        PathKind::Absolute
    } else if is(&["..", "../*", "*/../*", "*/.."]) {
        PathKind::Outside
    } else {
        PathKind::Inside
    }
}

#[cfg(test)]
mod tests {
    use super::{PathKind, kind};

    #[test]
    fn paths_are_of_four_kinds() {
        for path in ["a/b.md", ".", ".roomodes", "a..b/c"] {
            assert!(kind(path) == PathKind::Inside, "{path}");
        }
        assert!(["/a", "C:/a", "~/a", "file:a"].iter().all(|it| kind(it) == PathKind::Absolute));
        assert!(["..", "../a", "a/../b", "a/.."].iter().all(|it| kind(it) == PathKind::Outside));
        assert!(["a/{id}/b", "<file>", "a/..."].iter().all(|it| kind(it) == PathKind::Unfilled));
    }
}
