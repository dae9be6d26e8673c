//! What a file name says. Knows the names of the bridge's files and nothing of their content.

/// A file name, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FileName {
    /// The last part of the path.
    pub(crate) name: String,
    /// What the file holds by its name.
    pub(crate) kind: FileKind,
    /// The number in `-phase8`.
    pub(crate) phase: Option<u32>,
    /// The name the readers look for, when this one only looks like it.
    pub(crate) meant: Option<String>,
}

/// The phases that exist.
pub(crate) const PHASES: std::ops::RangeInclusive<u32> = 1..=8;

/// What a file holds by its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum FileKind {
    /// `.agent-request*.json`
    Request,
    /// `.agent-response*.json`
    Response,
    /// Any other name.
    #[default]
    Other,
}

impl FileKind {
    /// The word in the file's name.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Response => "response",
            Self::Other => "",
        }
    }

    /// What the file's name begins with.
    fn stem(self) -> &'static str {
        match self {
            Self::Request => ".agent-request",
            Self::Response => ".agent-response",
            Self::Other => ".agent-",
        }
    }
}

impl FileName {
    /// Takes a name or a path apart.
    pub(crate) fn new(path: &str) -> Self {
        let folder = path.bytes().rposition(|it| matches!(it, b'/' | b'\\'));
        let name = path.get(folder.map_or(0, |it| it + 1)..).unwrap_or_default();
        let mut plain = String::with_capacity(name.len());
        for ch in name.chars() {
            plain.push(if ch == '_' { '-' } else { ch.to_ascii_lowercase() });
        }
        let plain = plain.strip_prefix('.').unwrap_or(&plain);
        let parts = plain.strip_suffix(".json").and_then(|it| {
            let request = it.strip_prefix("agent-request").map(|rest| (FileKind::Request, rest));
            request.or_else(|| it.strip_prefix("agent-response").map(|rest| (FileKind::Response, rest)))
        });
        let mut out = Self { name: name.to_owned(), ..Self::default() };
        let Some((kind, rest)) = parts else { return out };
        let number = rest.strip_prefix("-phase").map(|it| it.strip_prefix('-').unwrap_or(it));
        let phase = number.and_then(|it| it.parse::<u32>().ok());
        let canonical = file_name(kind, phase);
        let is_known = rest.is_empty() || phase.is_some();
        if name == canonical {
            out.kind = kind;
            out.phase = phase;
        } else if is_known {
            out.meant = Some(canonical);
        } else if rest.starts_with('-') && name.starts_with(kind.stem()) {
            // `.agent-response-notes.json`: ours by its glob, without a phase.
            out.kind = kind;
        }
        out
    }

    /// The name of the file this one is paired with.
    pub(crate) fn partner(&self) -> Option<String> {
        match self.kind {
            FileKind::Request => Some(file_name(FileKind::Response, self.phase)),
            FileKind::Response => Some(file_name(FileKind::Request, self.phase)),
            FileKind::Other => None,
        }
    }

    /// True for exactly `.agent-request.json` and `.agent-response.json`.
    pub(crate) fn is_unphased(&self) -> bool {
        self.kind != FileKind::Other && self.name == file_name(self.kind, None)
    }
}

/// The name of a request or response of a phase.
pub(crate) fn file_name(kind: FileKind, phase: Option<u32>) -> String {
    let stem = kind.stem();
    match phase {
        Some(phase) => format!("{stem}-phase{phase}.json"),
        None => format!("{stem}.json"),
    }
}

#[cfg(test)]
mod tests {
    use super::{FileKind, FileName};

    fn check(path: &str, kind: FileKind, phase: Option<u32>, meant: Option<&str>) {
        let name = FileName::new(path);
        assert_eq!((name.kind, name.phase, name.meant.as_deref()), (kind, phase, meant), "{path}");
    }

    #[test]
    fn names_are_taken_apart() {
        check("a/b/.agent-response.json", FileKind::Response, None, None);
        check("C:\\x\\.agent-request-phase8.json", FileKind::Request, Some(8), None);
        check(".agent-response-notes.json", FileKind::Response, None, None);
        check("agent-response.json", FileKind::Other, None, Some(".agent-response.json"));
        check(".agent_response.json", FileKind::Other, None, Some(".agent-response.json"));
        check(".agent-response-phase-8.json", FileKind::Other, None, Some(".agent-response-phase8.json"));
        check("package.json", FileKind::Other, None, None);
        check(".agent-response.json.bak", FileKind::Other, None, None);
    }
}
