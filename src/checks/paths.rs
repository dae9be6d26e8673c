//! Paths of files: that they lead from the root of the workspace to a file in it, and that the file is there.

use std::borrow::Cow;

use super::Context;
use crate::diagnostic::{Fix, Severity, shown};
use crate::document::DocId;
use crate::findings::Findings;
use crate::json::quote;
use crate::rules;
use crate::spec::is_like_any;
use crate::text::{Span, find_byte, hash};

/// Reports what is wrong with a path in a field of that name.
pub(super) fn check(ctx: &Context, (doc, span): (DocId, Span), (name, path): (&str, &str), out: &mut Findings) {
    let plain = plain(path);
    match kind(&plain) {
        Kind::Unfilled => out.report(&rules::PLACEHOLDER, doc, span, |it| {
            it.severity = Severity::Info;
            it.say(format_args!(
                "`{name}` contains a placeholder (`{}`), so the file cannot be looked up",
                shown(path)
            ));
        }),
        Kind::Absolute => out.report(&rules::OUTSIDE_WORKSPACE, doc, span, |it| {
            it.say(format_args!("`{name}` is `{}`; expected a path relative to the workspace root", shown(path)));
            if let Some(inside) = ctx.files.as_deref().and_then(|files| inside(ctx, files, &plain)) {
                it.fix(Fix::guess(format_args!("Replace with `{inside}`")).replace(span, quote(inside)));
            }
        }),
        Kind::Outside => out.report(&rules::OUTSIDE_WORKSPACE, doc, span, |it| {
            it.say(format_args!("`{name}` is `{}`, which may lead outside the workspace", shown(path)));
        }),
        Kind::Inside => {
            if *plain != *path {
                out.report(&rules::UNUSUAL_FORM, doc, span, |it| {
                    it.say(format_args!("`{name}` is `{}`; it is usually written `{}`", shown(path), shown(&plain)));
                    // A slash at the end may say that a folder is meant.
                    if !path.ends_with(['/', '\\']) {
                        it.fix(Fix::safe(format_args!("Replace with `{plain}`")).replace(span, quote(&plain)));
                    }
                });
            }
            let Some(files) = ctx.files.as_deref() else {
                if !out.is_off(&rules::FILE_NOT_FOUND) {
                    out.paths.push(plain.into_owned());
                }
                return;
            };
            if !has(ctx, files, &plain) {
                out.report(&rules::FILE_NOT_FOUND, doc, span, |it| {
                    it.say(format_args!("`{}` does not exist; list only files that exist", shown(path)));
                });
            }
        }
    }
}

/// What a path is.
#[derive(PartialEq, Eq)]
enum Kind {
    /// A template, not filled in.
    Unfilled,
    /// It does not begin at the root of the workspace.
    Absolute,
    /// It goes up.
    Outside,
    /// It leads to a file of the workspace.
    Inside,
}

fn kind(plain: &str) -> Kind {
    let is = |patterns| is_like_any(plain, patterns);
    if is(&["*{*}*", "*<*>*", "*...*", "*…*"]) {
        Kind::Unfilled
    } else if is(&["/*", "~*", "file:*", "*:/*"]) {
        Kind::Absolute
    } else if is(&["..", "../*", "*/../*", "*/.."]) {
        Kind::Outside
    } else {
        Kind::Inside
    }
}

/// The path with `/` between its parts, without `./` before and `/` after it.
pub(super) fn plain(path: &str) -> Cow<'_, str> {
    let mut from = 0;
    let bytes = path.as_bytes();
    let is_slash = |at: usize| matches!(bytes.get(at), Some(b'/' | b'\\'));
    while bytes.get(from) == Some(&b'.') && is_slash(from + 1) && from + 2 < bytes.len() {
        from += 2;
    }
    let mut to = bytes.len();
    while to > from + 1 && is_slash(to - 1) {
        to -= 1;
    }
    let inside = path.get(from..to).unwrap_or_default();
    if !inside.contains('\\') {
        return Cow::Borrowed(inside);
    }
    let mut out = String::with_capacity(inside.len());
    inside.chars().for_each(|it| out.push(if it == '\\' { '/' } else { it }));
    Cow::Owned(out)
}

/// Folders deeper than this are not looked up: their paths would be hashed too often.
const DEEPEST: usize = 64;

/// Files, and the folders they are in, by what their paths hash to, so that each path is looked up soon.
pub(super) fn sorted(files: &[String]) -> Vec<(u64, u32)> {
    let mut out: Vec<(u64, u32)> = Vec::with_capacity(files.len());
    let mut previous = Cow::Borrowed("");
    for (nth, file) in files.iter().enumerate() {
        let nth = u32::try_from(nth).unwrap_or(u32::MAX);
        let path = plain(file);
        out.push((hash(&path), nth));
        let mut from = 0;
        for _ in 0..DEEPEST {
            let Some(cut) = find_byte(path.as_bytes(), from, b'/') else { break };
            // Adjacent files are mostly in the same folders.
            if previous.get(..=cut) != path.get(..=cut) {
                out.push((hash(path.get(..cut).unwrap_or_default()), nth));
            }
            from = cut + 1;
        }
        previous = path;
    }
    out.sort_unstable();
    out
}

/// Whether a path is that of a file, or of a folder with files.
fn has(ctx: &Context, files: &[(u64, u32)], path: &str) -> bool {
    let hashed = hash(path);
    let first = files.partition_point(|it| it.0 < hashed);
    let same = files.get(first..).unwrap_or_default().iter().take_while(|it| it.0 == hashed);
    let all = ctx.options.files.as_deref().unwrap_or_default();
    let is_it = |file: &str| file.strip_prefix(path).is_some_and(|it| it.is_empty() || it.starts_with('/'));
    same.filter_map(|it| all.get(it.1 as usize)).any(|it| is_it(&plain(it)))
}

/// The file at the end of a path that does not begin at the root of the workspace.
fn inside<'p>(ctx: &Context, files: &[(u64, u32)], path: &'p str) -> Option<&'p str> {
    let mut rest = path;
    for _ in 0..DEEPEST {
        rest = rest.split_once('/')?.1;
        if has(ctx, files, rest) {
            return Some(rest);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Kind, kind, plain};

    #[test]
    fn paths_are_written_as_the_workspace_does() {
        for (path, expected) in
            [("a/b.md", "a/b.md"), (".\\a\\b.md", "a/b.md"), ("././a/", "a"), (".", "."), ("./", ".")]
        {
            assert_eq!(plain(path), expected);
        }
    }

    #[test]
    fn paths_are_of_four_kinds() {
        for path in ["a/b.md", ".", ".roomodes", "a..b/c"] {
            assert!(kind(path) == Kind::Inside, "{path}");
        }
        assert!(["/a", "C:/a", "~/a", "file:a"].iter().all(|it| kind(it) == Kind::Absolute));
        assert!(["..", "../a", "a/../b", "a/.."].iter().all(|it| kind(it) == Kind::Outside));
        assert!(["a/{id}/b", "<file>", "a/..."].iter().all(|it| kind(it) == Kind::Unfilled));
    }
}
