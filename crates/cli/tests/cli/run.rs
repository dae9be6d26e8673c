//! A folder to work in, and the command started there.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use tempfile::TempDir;

/// A request, and the response to it that nothing is wrong with.
pub(crate) const REQUEST: &str = include_str!("../../../../samples/good/.agent-request-phase8.json");
pub(crate) const GOOD: &str = include_str!("../../../../samples/good/.agent-response-phase8.json");

/// One fault with a safe fix: `result` instead of `response`.
pub(crate) fn renamed() -> String {
    GOOD.replacen("\"response\":", "\"result\":", 1)
}

/// Two faults: a comma before the end, which can be repaired, and a time that is none, which cannot.
pub(crate) fn half_fixable() -> String {
    let text = GOOD.replacen("2025-11-24T14:22:45.123456+00:00", "yesterday", 1);
    let end = text.rfind('}').unwrap();
    format!("{},\n}}\n", text[..end].trim_end())
}

pub(crate) struct Folder(TempDir);

/// How a run ended.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Folder {
    /// A new folder with these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self(TempDir::new().unwrap());
        files.iter().for_each(|(name, text)| folder.write(name, text));
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Everything in the folder.
    pub(crate) fn names(&self) -> Vec<String> {
        let listed = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> = listed.map(|it| it.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// The command in this folder, in a plain environment.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        command(self.0.path(), args)
    }

    pub(crate) fn run(&self, args: &[&str]) -> Run {
        Run::of(self.command(args).output().unwrap())
    }

    pub(crate) fn run_with_input(&self, args: &[&str], input: impl AsRef<[u8]>) -> Run {
        Run::of(self.output_of(args, input))
    }

    /// The same with an output that may be no text.
    pub(crate) fn output_of(&self, args: &[&str], input: impl AsRef<[u8]>) -> Output {
        let mut command = self.command(args);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The command may be done before it has read everything.
        let _ = child.stdin.take().unwrap().write_all(input.as_ref());
        child.wait_with_output().unwrap()
    }
}

/// What the command in Node does not have.
const NATIVE: [&str; 5] = ["completions", "lsp", "man", "mcp", "--watch"];

/// The command in any folder: the native one, or the one in Node if its script is given.
pub(crate) fn command(folder: &Path, args: &[&str]) -> Command {
    // The name of a test is that of its thread, except where all tests run in one.
    let thread = std::thread::current();
    let test = thread.name().filter(|it| it.contains("::"));
    // `mcp` is also the name of a format.
    let is_native = args.first().is_some_and(|it| NATIVE.contains(it)) || args.contains(&"--watch");
    assert!(
        !is_native || test.is_none_or(|it| it.starts_with("native::")),
        "{args:?}: this test belongs in tests/cli/native"
    );
    let mut command = match std::env::var_os("AGENT_RESPONSE_NODE") {
        Some(script) => {
            let mut node = Command::new("node");
            node.arg(script);
            node
        }
        None => Command::new(env!("CARGO_BIN_EXE_agent-response")),
    };
    command.current_dir(folder).args(args).stdin(Stdio::null());
    for name in ["NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
        command.env_remove(name);
    }
    command
}

impl Run {
    pub(crate) fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// The paths of the JSON output, in its order.
    pub(crate) fn paths(&self) -> Vec<String> {
        self.files().iter().map(|it| it["path"].as_str().unwrap().to_owned()).collect()
    }

    pub(crate) fn files(&self) -> Vec<serde_json::Value> {
        self.json()["files"].as_array().unwrap().clone()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|it| panic!("{it}: {}\n{}", self.out, self.err))
    }

    /// The codes of all findings of the JSON output.
    pub(crate) fn codes(&self) -> Vec<String> {
        let findings =
            self.files().into_iter().flat_map(|it| it["diagnostics"].as_array().cloned().unwrap_or_default());
        findings.map(|it| it["code"].as_str().unwrap().to_owned()).collect()
    }
}
