//! What a command line, a file system and a system can do to the command. Each case says how the run ends, what is reported,
//! and what is in the folder afterwards: the old bytes or the new ones, complete, and no temporary file.

mod archives;
mod arguments;
mod input;
mod limits;
mod links;
mod names;
mod outside;
mod permissions;
mod signals;
mod special;
mod streams;
mod together;

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs,
    os::unix::process::{CommandExt, ExitStatusExt},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
};

use tempfile::TempDir;

use crate::{
    run::{Folder, GOOD, command, renamed},
    terminal::is_harmless,
};

/// The usual name of a file.
const NAME: &str = ".agent-response-phase8.json";

/// Nobody, for whom permissions count.
const NOBODY: u32 = 65534;

/// One run of the command in a folder of its own.
struct Case {
    name: String,
    folder: Folder,
    args: Vec<OsString>,
    /// What the shell does before, such as `ulimit -n 20`, and around the command, which is `"$@"`.
    shell: String,
    input: Vec<u8>,
    is_nobody: bool,
    /// Whether the output is the user's text, byte by byte, or has colors.
    is_raw: bool,
    /// The exit status; of a command that a signal ended, 128 and its number.
    codes: Vec<i32>,
    /// What standard output or standard error contains.
    says: Vec<String>,
    /// Files that have these bytes afterwards. All others stay as they are.
    becomes: BTreeMap<PathBuf, Vec<u8>>,
}

impl Case {
    fn new(name: impl Into<String>, args: &[&str]) -> Self {
        Self {
            name: name.into(),
            folder: Folder::with(&[]),
            args: args.iter().map(OsString::from).collect(),
            shell: "\"$@\"".to_owned(),
            input: Vec::new(),
            is_nobody: false,
            is_raw: false,
            codes: vec![0],
            says: Vec::new(),
            becomes: BTreeMap::new(),
        }
    }

    /// With a file that has a mistake with a safe fix.
    fn with_fault(self, name: impl AsRef<Path>) -> Self {
        self.with(|folder| fs::write(folder.join(name), renamed()).unwrap())
    }

    fn with(self, make: impl FnOnce(&Path)) -> Self {
        make(&self.folder.path(""));
        self
    }

    fn arg(mut self, arg: impl Into<OsString>) -> Self {
        self.args.push(arg.into());
        self
    }

    fn shell(self, shell: &str) -> Self {
        Self { shell: shell.to_owned(), ..self }
    }

    fn input(self, input: impl Into<Vec<u8>>) -> Self {
        Self { input: input.into(), ..self }
    }

    fn by_nobody(self) -> Self {
        Self { is_nobody: true, ..self }
    }

    fn raw(self) -> Self {
        Self { is_raw: true, ..self }
    }

    fn code(self, code: i32) -> Self {
        self.codes(&[code])
    }

    fn codes(self, codes: &[i32]) -> Self {
        Self { codes: codes.to_vec(), ..self }
    }

    fn says(mut self, words: &str) -> Self {
        self.says.push(words.to_owned());
        self
    }

    fn becomes(mut self, name: impl AsRef<Path>, bytes: impl Into<Vec<u8>>) -> Self {
        self.becomes.insert(name.as_ref().to_owned(), bytes.into());
        self
    }

    /// The mistake of `with_fault` is fixed.
    fn fixes(self, name: impl AsRef<Path>) -> Self {
        self.becomes(name, GOOD)
    }

    /// Nothing, or what is wrong.
    fn fault(self) -> Option<String> {
        let top = self.folder.path("");
        let mut wanted = contents(&top);
        let output = self.start();
        let code = output.status.code().unwrap_or_else(|| 128 + output.status.signal().unwrap());
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let said = format!("{out}{err}");
        let mut faults = Vec::new();
        if !self.codes.contains(&code) {
            faults.push(format!("exit status {code}, not {:?}", self.codes));
        }
        faults
            .extend(self.says.iter().filter(|it| !said.contains(it.as_str())).map(|it| format!("does not say {it:?}")));
        if said.contains("panicked") || code == 3 {
            faults.push("panics".to_owned());
        }
        if !self.is_raw && !is_harmless(&said) {
            faults.push("writes what acts on a terminal".to_owned());
        }
        wanted.extend(self.becomes.iter().map(|(name, bytes)| (name.clone(), Thing::File(bytes.clone()))));
        faults.extend(differences(&wanted, &contents(&top)));
        let shown: String = said.chars().take(600).collect();
        (!faults.is_empty()).then(|| format!("{}: {}\n  {shown:?}", self.name, faults.join("; ")))
    }

    fn start(&self) -> std::process::Output {
        let inner = command(&self.folder.path(""), &[]);
        let mut outer = Command::new("timeout");
        outer.args(["-k", "1", "30", "sh", "-c", &self.shell, "sh"]);
        if self.is_nobody {
            own(&self.folder.path(""));
            outer.uid(NOBODY).gid(NOBODY).arg(public_binary());
        } else {
            outer.arg(inner.get_program()).args(inner.get_args());
        }
        outer.args(&self.args).current_dir(self.folder.path(""));
        inner.get_envs().for_each(|(name, value)| match value {
            Some(value) => drop(outer.env(name, value)),
            None => drop(outer.env_remove(name)),
        });
        let mut child = outer.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), &self.input);
        child.wait_with_output().unwrap()
    }
}

/// Runs all cases of a table.
fn check(cases: Vec<Case>, at_least: usize) {
    let count = cases.len();
    assert!(count >= at_least, "{count} cases");
    let faults: Vec<_> = cases.into_iter().filter_map(Case::fault).collect();
    assert!(faults.is_empty(), "{} of {count} cases:\n{}", faults.len(), faults.join("\n"));
}

/// What exists at a path.
#[derive(PartialEq)]
enum Thing {
    File(Vec<u8>),
    Other,
}

/// Everything below a folder, without following links.
fn contents(top: &Path) -> BTreeMap<PathBuf, Thing> {
    let mut found = BTreeMap::new();
    let mut folders = vec![top.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            let (path, kind) = (entry.path(), entry.file_type().unwrap());
            let thing = if kind.is_file() { Thing::File(fs::read(&path).unwrap()) } else { Thing::Other };
            found.insert(path.strip_prefix(top).unwrap().to_owned(), thing);
            if kind.is_dir() {
                folders.push(path);
            }
        }
    }
    found
}

fn differences(wanted: &BTreeMap<PathBuf, Thing>, there: &BTreeMap<PathBuf, Thing>) -> Vec<String> {
    let missing = wanted.iter().filter(|(name, thing)| there.get(*name) != Some(thing));
    let more = there.keys().filter(|it| !wanted.contains_key(*it));
    let missing = missing.map(|(name, _)| format!("{} is not as wanted", name.display()));
    missing.chain(more.map(|it| format!("{} is left behind", it.display()))).collect()
}

/// Gives everything to nobody.
fn own(top: &Path) {
    let give = |path: &Path| std::os::unix::fs::lchown(path, Some(NOBODY), Some(NOBODY)).unwrap();
    contents(top).keys().for_each(|it| give(&top.join(it)));
    give(top);
}

/// A copy of the command that everybody can reach.
fn public_binary() -> &'static Path {
    static PLACE: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    let (_, path) = PLACE.get_or_init(|| {
        let folder = tempfile::Builder::new().permissions(mode(0o755)).tempdir().unwrap();
        let path = folder.path().join("agent-response");
        fs::copy(env!("CARGO_BIN_EXE_agent-response"), &path).unwrap();
        (folder, path)
    });
    path
}

fn mode(bits: u32) -> fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(bits)
}

fn is_root() -> bool {
    std::os::unix::fs::MetadataExt::uid(&fs::metadata("/proc/self").unwrap()) == 0
}
