//! What a file name tells. Knows the names of the bridge's files and nothing of their content.

/// A file name, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileName {
    /// The last part of the path.
    pub name: String,
    /// What the file contains, judging by its name.
    pub kind: FileKind,
    /// The number in `-phase8`.
    pub phase: Option<u32>,
    /// The name that was probably meant, if this one only resembles it.
    pub meant: Option<String>,
    /// What comes before the dot of the stem: `x` in `x.agent-response.json`. Files with different ones are unrelated.
    pub prefix: String,
    /// What comes after the stem, such as `-phase8`.
    rest: String,
}

/// The phases that exist.
pub(crate) const PHASES: std::ops::RangeInclusive<u32> = 1..=8;

/// What a file contains, judging by its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FileKind {
    /// `.agent-request*.json` or `*.agent-request*.json`
    Request,
    /// `.agent-response*.json` or `*.agent-response*.json`
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

    fn other(self) -> Self {
        match self {
            Self::Request => Self::Response,
            Self::Response => Self::Request,
            Self::Other => Self::Other,
        }
    }
}

impl FileName {
    /// Takes a name or a path apart.
    pub fn new(path: &str) -> Self {
        let folder = path.bytes().rposition(|it| matches!(it, b'/' | b'\\'));
        let name = path.get(folder.map_or(0, |it| it + 1)..).unwrap_or_default();
        let mut out = Self { name: name.to_owned(), ..Self::default() };
        let Some(parts) = parts(name) else { return out };
        let number = phase(parts.rest);
        let is_known = parts.rest.is_empty() || number.is_some();
        let rest = number.map_or_else(|| parts.rest.to_owned(), |it| format!("-phase{it}"));
        let expected = format!("{}{}{rest}.json", parts.prefix, parts.kind.stem());
        if name == expected {
            out.kind = parts.kind;
            out.phase = number;
            out.prefix = parts.prefix.to_owned();
            out.rest = rest;
        } else if is_known || parts.has_dot {
            out.meant = Some(expected);
        }
        out
    }

    /// The name of the file this one is paired with.
    pub fn partner(&self) -> Option<String> {
        let Self { kind, prefix, rest, .. } = self;
        (*kind != FileKind::Other).then(|| format!("{prefix}{}{rest}.json", kind.other().stem()))
    }

    /// True for exactly `.agent-request.json` and `.agent-response.json`.
    pub(crate) fn is_unphased(&self) -> bool {
        self.kind != FileKind::Other && self.name == file_name(self.kind, None)
    }
}

/// The name of a request or response of a phase.
pub fn file_name(kind: FileKind, phase: Option<u32>) -> String {
    let stem = kind.stem();
    match phase {
        Some(phase) => format!("{stem}-phase{phase}.json"),
        None => format!("{stem}.json"),
    }
}

/// A name that contains the two words, in any case and with any separators, and has an extension of JSON.
struct Parts<'n> {
    prefix: &'n str,
    /// Whether there is a dot before the words.
    has_dot: bool,
    kind: FileKind,
    rest: &'n str,
}

fn parts(name: &str) -> Option<Parts<'_>> {
    let bare = EXTENSIONS.iter().find_map(|it| without_end(name, it))?;
    // The words begin the name, or follow a dot.
    let starts = std::iter::once(0).chain(bare.match_indices('.').map(|(at, _)| at + 1));
    starts.into_iter().find_map(|start| {
        let rest = without_separator(without_start(bare.get(start..)?, "agent")?);
        let requests = without_start(rest, "request").map(|it| (FileKind::Request, it));
        let (kind, rest) = requests.or_else(|| without_start(rest, "response").map(|it| (FileKind::Response, it)))?;
        let prefix = bare.get(..start.saturating_sub(1))?;
        Some(Parts { prefix, has_dot: start > 0, kind, rest })
    })
}

const EXTENSIONS: [&str; 3] = [".json", ".jsonc", ".json5"];

/// The number in `-phase8`, `_phase_8`, `Phase-8` and the like.
fn phase(rest: &str) -> Option<u32> {
    let digits = without_separator(without_start(without_separator(rest), "phase")?);
    let is_number = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number)
}

fn without_separator(text: &str) -> &str {
    text.strip_prefix(['-', '_', '.', ' ']).unwrap_or(text)
}

/// The text after a word at its start, in any case.
fn without_start<'n>(text: &'n str, word: &str) -> Option<&'n str> {
    let start = text.get(..word.len()).filter(|it| it.eq_ignore_ascii_case(word))?;
    text.get(start.len()..)
}

/// The text before a word at its end, in any case.
fn without_end<'n>(text: &'n str, word: &str) -> Option<&'n str> {
    let at = text.len().checked_sub(word.len())?;
    text.get(at..).filter(|it| it.eq_ignore_ascii_case(word))?;
    text.get(..at)
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
        check("x.agent-response.json", FileKind::Response, None, None);
        check("x.y.agent-request-phase3.json", FileKind::Request, Some(3), None);
        check("x.agent-response.v2.json", FileKind::Response, None, None);
        check("package.json", FileKind::Other, None, None);
        check(".agent-response.json.bak", FileKind::Other, None, None);
        check("my-agent-response.json", FileKind::Other, None, None);
        check("agent-response.schema.json", FileKind::Other, None, None);
        check("agent-response-schema.json", FileKind::Other, None, None);
        check(".agent-response", FileKind::Other, None, None);
        check("", FileKind::Other, None, None);
        check("✅.agent-response.json", FileKind::Response, None, None);
    }

    #[test]
    fn near_misses_name_what_was_meant() {
        let near = |name, meant| check(name, FileKind::Other, None, Some(meant));
        near("agent-response.json", ".agent-response.json");
        near(".agent_response.json", ".agent-response.json");
        near("agentResponse.json", ".agent-response.json");
        near("agent-response-phase-8.json", ".agent-response-phase8.json");
        near(".agent-response-phase-8.json", ".agent-response-phase8.json");
        near(".agent-response-phase08.json", ".agent-response-phase8.json");
        near(".agent-response_phase8.json", ".agent-response-phase8.json");
        near(".Agent-Request.JSON", ".agent-request.json");
        near(".agent-response-phase8.jsonc", ".agent-response-phase8.json");
        near("x.agent_response.json", "x.agent-response.json");
        near("x.agent-response.json5", "x.agent-response.json");
        near(".agent_response-notes.json", ".agent-response-notes.json");
    }

    #[test]
    fn partners_differ_in_one_word() {
        let check = |name: &str, partner| assert_eq!(FileName::new(name).partner().as_deref(), partner, "{name}");
        check(".agent-response-phase8.json", Some(".agent-request-phase8.json"));
        check(".agent-request.json", Some(".agent-response.json"));
        check("x.agent-request.json", Some("x.agent-response.json"));
        check("x.agent-response-notes.json", Some("x.agent-request-notes.json"));
        check("package.json", None);
    }
}
