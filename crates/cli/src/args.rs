//! The command line: subcommands, options and their help.

mod archive;
mod values;
mod wrapping;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

pub(super) use self::archive::{ArchiveArgs, Step};
pub(super) use self::values::{DiffArg, FormatChoice, ProfileArg, RepairArg, SeverityArg, SwitchArg};
use self::values::{parse_format, parse_number, parse_rule, parse_time};
pub(super) use self::wrapping::{RecoverArgs, UnwrapArgs, WrapArgs};
use super::format::OutputFormat;
use super::help::{EXAMPLES, EXIT_CODES};
use super::output::ColorArg;
use agent_response::diagnostic::Severity;

/// Check and fix agent response files, including the JSON that is encoded inside them as a string.
#[derive(Parser)]
#[command(name = "agent-response", version)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}\n\nColors follow NO_COLOR, FORCE_COLOR, CLICOLOR and CLICOLOR_FORCE."))]
#[command(arg_required_else_help = true)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
    /// When to use colors: auto, always or never [default: auto]
    #[arg(long, global = true, value_enum, value_name = "WHEN", hide_possible_values = true, display_order = 1000)]
    pub(super) color: Option<ColorArg>,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Report every mistake at its exact place
    Check(CheckArgs),
    /// Fix what can be fixed without guessing
    Fix(FixArgs),
    /// Put raw content into an envelope
    Wrap(WrapArgs),
    /// Print the content of an envelope
    Unwrap(UnwrapArgs),
    /// Extract JSON from a model's answer, repair it, and wrap it in an envelope
    Recover(RecoverArgs),
    /// Print the page of a rule or a format, or list all rules
    Explain(ExplainArgs),
    /// List the known formats
    Formats,
    #[cfg(not(target_family = "wasm"))]
    /// Start the language server for editors, on standard input and output
    Lsp(LspArgs),
    /// Check the file that a coding assistant just wrote (run as its hook)
    Hook(HookArgs),
    /// Start an MCP server on standard input and output
    #[cfg(not(target_family = "wasm"))]
    Mcp,
    /// Create agent-response.toml with every setting commented out
    Init(InitArgs),
    /// Print the completion script for a shell
    #[cfg(not(target_family = "wasm"))]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    #[cfg(not(target_family = "wasm"))]
    Man,
}

const FOLDERS: &str = "\
    In folders, files named .agent-response*.json, *.agent-response*.json, .agent-request*.json and \
    *.agent-request*.json are checked, even if .gitignore excludes them, and files with almost such a name if they \
    contain a response or request. Folders named .git and node_modules are skipped. Links to files are followed, links to \
    folders are not. Requests and responses in the same folder are compared.";

#[derive(Args)]
pub(super) struct Selection {
    /// Files and folders, or `-` for standard input
    #[arg(value_name = "PATH", default_value = ".", long_help = format!("Files and folders, or `-` for standard input\n\n{FOLDERS}"))]
    pub(super) paths: Vec<PathBuf>,
    /// Check standard input as if it were the file at this path; only with `-`
    #[arg(long, value_name = "PATH")]
    pub(super) stdin_filename: Option<PathBuf>,
}

const PROJECT_FILE: &str = "\
The nearest agent-response.toml, in the folder of a file or above it, configures how the file is checked; \
for standard input, it is the one of the current folder. Options given here override it. It contains \
`profile`, `payloads`, a table `rules`, and `[[files]]`: more files to check, each with a `glob` and a \
`format`. Run `agent-response explain config` for details.";

#[derive(Args, Default)]
#[command(next_help_heading = "Checking")]
pub(super) struct Checking {
    /// Check the files as this format, one of `agent-response formats`, instead of detecting it [default: auto]
    #[arg(long = "as", value_name = "FORMAT", value_parser = parse_format)]
    pub(super) taken_as: Option<FormatChoice>,
    /// How strict to be [default: default]
    #[arg(long, value_enum)]
    pub(super) profile: Option<ProfileArg>,
    /// Report hints and info about payload fields that no specification defines [default: on]
    #[arg(long, value_enum)]
    pub(super) payloads: Option<SwitchArg>,
    /// Change the severity of a rule: error, warning, info, hint or off; can be repeated
    #[arg(long = "rule", value_name = "RULE=SEVERITY", value_parser = parse_rule)]
    pub(super) rules: Vec<(String, Option<Severity>)>,
    /// The request file, if it is not in the same folder as the response
    #[arg(long, value_name = "FILE")]
    pub(super) request: Option<PathBuf>,
    /// Use this project file for all files, wherever they are
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub(super) config: Option<PathBuf>,
    /// Ignore agent-response.toml files
    #[arg(long)]
    pub(super) no_config: bool,
}

#[derive(Args)]
#[command(next_help_heading = "Output")]
pub(super) struct Showing {
    /// How to report the findings
    #[arg(long, value_enum, default_value = "human")]
    pub(super) format: &'static OutputFormat,
    /// Ignore findings below this severity; `fix` does not fix them [default: info, but hint for what `fix` fixes, and warning with --format agent or prompt]
    #[arg(long, value_name = "SEVERITY", value_enum)]
    pub(super) min_severity: Option<SeverityArg>,
    /// Print only errors, and no summary
    #[arg(long, short, conflicts_with = "min_severity")]
    pub(super) quiet: bool,
    /// With --format agent or prompt, show at most this many findings per file
    #[arg(long, value_name = "NUMBER", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) max_findings: u16,
}

#[derive(Args)]
#[command(next_help_heading = "Exit status")]
pub(super) struct Failing {
    /// Exit with 1 on findings that are at least this severe [default: error]
    #[arg(long, value_name = "SEVERITY", value_enum)]
    pub(super) error_on: Option<SeverityArg>,
    /// Exit with 1 if there are more warnings than this number
    #[arg(long, value_name = "NUMBER")]
    pub(super) max_warnings: Option<usize>,
    /// Exit with 0 even if there are findings
    #[arg(long, conflicts_with_all = ["error_on", "max_warnings"])]
    pub(super) exit_zero: bool,
    /// Exit with 2 if there is no file to check
    #[arg(long)]
    pub(super) error_on_no_files: bool,
}

// Lines of at most 96 columns: narrower terminals wrap them, wider ones do not join them.
const JSON: &str = "\
With --format json, the output is one JSON document with all findings:
  {\"version\": 1, \"files\": [FILE, ...], \"summary\": SUMMARY}
  FILE is {\"path\", \"valid\", \"format\", \"diagnostics\"}, or {\"path\", \"failure\"} if it cannot be
  read. An invalid project file is a FILE, too; its diagnostics have the code \"config\".
  A diagnostic has \"code\", \"severity\", \"message\", \"docs\" (its page), \"range\" (lines and UTF-16
  characters from zero), \"from\" and \"to\" (UTF-16 characters from the start), \"bytes\",
  \"pointer\", \"inner\" (the place in the decoded texts), \"related\" and \"fixes\".
  With --reader, a FILE has \"readers\": each with \"reader\", \"title\", \"outcome\" (reads, differs or
  refuses) and \"words\".
  In a path that is not UTF-8, invalid bytes become U+FFFD.
  SUMMARY counts \"files\", \"files_with_findings\", \"errors\", \"warnings\", \"infos\", \"hints\",
  \"fixable\", \"fixable_in_part\", \"fixable_by_suggestion\", \"fixed\", \"fixed_in_part\", \"files_changed\" and \"failures\".";

const FIX_JSON: &str = "\
With --format json, the output is one JSON document as printed by `check`, about what remains after fixing. A FILE \
also has \"changed\", \"settled\" (false: fixing it again fixes more), \"applied\" (each fix with its \"code\", \
\"title\", \"safety\", place in the file before all fixes, and \"edits\"), \"diff\" with --diff, and \"text\" for standard \
input, unless its encoding cannot be read.";

#[derive(Args)]
#[command(after_help = EXIT_CODES, after_long_help = format!("{PROJECT_FILE}\n\n{JSON}\n\n{EXIT_CODES}"))]
pub(super) struct CheckArgs {
    #[command(flatten)]
    pub(super) selection: Selection,
    /// Check again whenever a file changes, until interrupted
    #[cfg(not(target_family = "wasm"))]
    #[arg(long, conflicts_with = "ndjson")]
    pub(super) watch: bool,
    /// Also say what the programs that read agent responses do with each file, in their own words; with --format human, concise or json
    #[arg(long, conflicts_with = "ndjson")]
    pub(super) reader: bool,
    #[command(flatten)]
    pub(super) archive: ArchiveArgs,
    #[command(flatten)]
    pub(super) checking: Checking,
    #[command(flatten)]
    pub(super) showing: Showing,
    #[command(flatten)]
    pub(super) failing: Failing,
}

#[derive(Args)]
#[command(after_help = format!("{EXIT_CODES}\n\n{AFTER_REPAIR}"), after_long_help = format!("{FIX_JSON}\n\n{EXIT_CODES}\n\n{AFTER_REPAIR}"))]
pub(super) struct FixArgs {
    #[command(flatten)]
    pub(super) selection: Selection,
    /// Show the changes without writing them: as a patch, or decoded, with the words marked that changed [default: decoded on a terminal, else patch]
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "auto")]
    pub(super) diff: Option<DiffArg>,
    /// Also apply suggestions: guesses that you should review
    #[arg(long)]
    pub(super) suggestions: bool,
    /// Ask about each fix and each suggestion; nothing is written before the last answer
    #[arg(long, short, conflicts_with = "suggestions")]
    pub(super) interactive: bool,
    #[command(flatten)]
    pub(super) complete: CompleteArgs,
    #[command(flatten)]
    pub(super) checking: Checking,
    #[command(flatten)]
    pub(super) showing: Showing,
    #[command(flatten)]
    pub(super) failing: Failing,
}

#[derive(Args)]
pub(super) struct CompleteArgs {
    /// Also insert what no file says: `created_at`, and the duration if --duration-seconds gives it
    #[arg(long)]
    pub(super) complete: bool,
    /// When the agent finished, in ISO 8601 [default: when the file was written]
    #[arg(long, value_name = "TIME", requires = "complete", value_parser = parse_time)]
    pub(super) created_at: Option<String>,
    /// How long the agent ran, in seconds
    #[arg(long, value_name = "NUMBER", requires = "complete", value_parser = parse_number, allow_negative_numbers = true)]
    pub(super) duration_seconds: Option<String>,
}

const AFTER_REPAIR: &str = "\
The exit status reflects what remains after fixing; with --diff, it is 1 if something would be fixed. In a file whose encoding is unknown, \
nothing is fixed: its bytes stay as they are, and the exit status is not 0.";

#[derive(Args)]
pub(super) struct ExplainArgs {
    /// The rule, as printed in brackets after the severity, or a format; without it, all rules are listed
    #[arg(value_name = "RULE")]
    pub(super) name: Option<String>,
}

#[derive(Args)]
#[command(after_help = "The exit status is 1 if the editor exits without a shutdown request.")]
pub(super) struct LspArgs {
    /// Accepted because many editors pass it: the server always uses standard input and output
    #[arg(long)]
    pub(super) stdio: bool,
    /// The process id of the editor; ignored, because the server exits at the end of its input
    #[arg(long = "clientProcessId", value_name = "ID", hide = true)]
    pub(super) client_process_id: Option<u32>,
}

#[derive(Args)]
pub(super) struct InitArgs {
    /// The folder
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub(super) folder: PathBuf,
}

const HOOK: &str = "\
Reads the message that an assistant sends to a hook from standard input: Claude Code, Codex, Gemini CLI, GitHub Copilot, \
VS Code, Cursor or Windsurf. If it is about a file that `check` would check, the answer contains the findings and the \
edits that repair the file; other files and events are ignored. In its configuration, the command runs after a tool has \
written a file, for example as `PostToolUse`.";

const HOOK_STATUS: &str = "\
Exit status:
  0  nothing to report, or the answer is on standard output
  1  the message or a file that an option names could not be read, or the arguments are wrong; assistants continue
  2  only for Windsurf: the findings are on standard error";

#[derive(Args)]
#[command(after_help = HOOK_STATUS, after_long_help = format!("{HOOK}\n\n{HOOK_STATUS}"))]
pub(super) struct HookArgs {
    /// Ignore less severe findings [default: warning]
    #[arg(long, value_name = "SEVERITY", value_enum)]
    pub(super) min_severity: Option<SeverityArg>,
    #[command(flatten)]
    pub(super) checking: Checking,
}
