//! Patterns of paths: `*`, `?`, `**` and `{a,b}`. Not a regular expression: the pattern comes with the folder, and some
//! patterns would keep one busy for hours.

/// A pattern that was found to be right.
#[derive(Clone, Debug)]
pub struct Glob(Vec<GlobStep>);

/// One step of the way through a path.
#[derive(Clone, Debug)]
enum GlobStep {
    Is(char),
    /// Any character but `/`.
    Any,
    /// Characters but `/`, any number of them.
    Name,
    /// Any characters.
    All,
    /// On to each of these steps.
    Either(Vec<usize>),
}

impl Glob {
    /// Reads a pattern, or says what is wrong with it.
    pub fn new(text: &str) -> Result<Self, String> {
        fault(text).map_or_else(|| Ok(Self(steps(text))), Err)
    }

    /// Whether the pattern matches a path, whose folders are separated by `/`.
    pub fn fits(&self, path: &str) -> bool {
        self.matched(path, false)
    }

    /// Whether the pattern matches a path or a folder that it is in.
    pub fn covers(&self, path: &str) -> bool {
        self.matched(path, true)
    }

    fn matched(&self, path: &str, or_folder: bool) -> bool {
        // All steps that the characters so far may have led to: as long as the path times the pattern at most.
        let mut now = vec![false; self.0.len() + 1];
        self.enter(0, &mut now);
        for ch in path.chars() {
            if or_folder && ch == '/' && now.last() == Some(&true) {
                return true;
            }
            let mut next = vec![false; self.0.len() + 1];
            for (at, step) in self.0.iter().enumerate().filter(|(at, _)| now.get(*at) == Some(&true)) {
                match step {
                    GlobStep::Is(it) if *it == ch => self.enter(at + 1, &mut next),
                    GlobStep::Any if ch != '/' => self.enter(at + 1, &mut next),
                    GlobStep::Name if ch != '/' => self.enter(at, &mut next),
                    GlobStep::All => self.enter(at, &mut next),
                    _ => (),
                }
            }
            now = next;
        }
        now.last() == Some(&true)
    }

    /// Marks a step, and those that are reached from it without a character.
    fn enter(&self, at: usize, marks: &mut [bool]) {
        let mut waiting = vec![at];
        while let Some(at) = waiting.pop() {
            let Some(mark) = marks.get_mut(at).filter(|it| !**it) else { continue };
            *mark = true;
            match self.0.get(at) {
                Some(GlobStep::Name | GlobStep::All) => waiting.push(at + 1),
                Some(GlobStep::Either(targets)) => waiting.extend(targets),
                _ => (),
            }
        }
    }
}

/// Paths are not longer either, where it matters; what a pattern costs grows with its length.
const LONGEST: usize = 1000;

/// What is wrong with a pattern.
fn fault(text: &str) -> Option<String> {
    if text.is_empty() {
        return Some("The glob is empty; expected a pattern such as `answers/*.json`".to_owned());
    }
    if text.chars().count() > LONGEST {
        return Some(format!("The glob has more than {LONGEST} characters"));
    }
    if text.contains('\\') {
        return Some("The glob contains `\\`; separate folders with `/`".to_owned());
    }
    if let Some(sign) = text.chars().enumerate().find(|(idx, it)| matches!(it, '[' | ']') || (*idx == 0 && *it == '!'))
    {
        return Some(format!("`{}` has no meaning in a glob; expected `*`, `**`, `?` or `{{a,b}}`", sign.1));
    }
    braces(text).or_else(|| folders(text))
}

fn braces(text: &str) -> Option<String> {
    let mut is_open = false;
    for ch in text.chars() {
        match (ch, is_open) {
            ('{', true) => return Some("A `{` in a glob is inside another one".to_owned()),
            ('}', false) => return Some("A `}` in a glob was never opened".to_owned()),
            ('{', false) => is_open = true,
            ('}', true) => is_open = false,
            _ => (),
        }
    }
    is_open.then(|| "A `{` in a glob is never closed".to_owned())
}

fn folders(text: &str) -> Option<String> {
    let mut names = text.split(['/', '{', ',', '}']);
    if names.any(|it| it.contains("**") && it != "**") {
        return Some("`**` in a glob must be a complete path component, as in `a/**/b`".to_owned());
    }
    text.split('/').any(|it| matches!(it, "" | "." | "..")).then(|| {
        let shown = agent_response::diagnostic::shown(text);
        format!("The glob is `{shown}`; expected a path below this file's folder, such as `answers/*.json`")
    })
}

/// The way through a path for a pattern without a fault. One without a folder is about names in any folder.
fn steps(text: &str) -> Vec<GlobStep> {
    let chars: Vec<char> =
        if text.contains('/') { text.chars().collect() } else { format!("**/{text}").chars().collect() };
    let mut out = Vec::new();
    // Where the group at hand begins, and the ends of its branches.
    let (mut opened, mut ends) = (None, Vec::new());
    let mut rest = chars.as_slice();
    while let Some((first, more)) = rest.split_first() {
        rest = more;
        match (first, rest.first(), opened) {
            ('*', Some('*'), _) => rest = folders_steps(rest, &mut out),
            ('*', ..) => out.push(GlobStep::Name),
            ('?', ..) => out.push(GlobStep::Any),
            ('{', ..) => {
                opened = Some(out.len());
                out.push(GlobStep::Either(vec![out.len() + 1]));
            }
            (',', _, Some(start)) => {
                ends.push(out.len());
                out.push(GlobStep::Either(Vec::new()));
                branch(start, &mut out);
            }
            ('}', ..) => {
                opened = None;
                let end = out.len();
                for at in ends.drain(..) {
                    if let Some(it) = out.get_mut(at) {
                        *it = GlobStep::Either(vec![end]);
                    }
                }
            }
            (it, ..) => out.push(GlobStep::Is(*it)),
        }
    }
    out
}

/// `**/` is any number of folders, including none; `**` at the end is everything below.
fn folders_steps<'c>(rest: &'c [char], out: &mut Vec<GlobStep>) -> &'c [char] {
    let at = out.len();
    match rest {
        ['*', '/', rest @ ..] => {
            out.extend([GlobStep::Either(vec![at + 1, at + 3]), GlobStep::All, GlobStep::Is('/')]);
            rest
        }
        _ => {
            out.push(GlobStep::All);
            rest.get(1..).unwrap_or_default()
        }
    }
}

/// The next step begins another branch of a group.
fn branch(start: usize, out: &mut [GlobStep]) {
    let next = out.len();
    if let Some(GlobStep::Either(targets)) = out.get_mut(start) {
        targets.push(next);
    }
}
