//! What can be typed: subcommands, options and their help.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::explain;
use super::help::{EXAMPLES, EXIT_CODES};
use crate::{Profile, Repair, diagnostic::Severity};

/// Check and repair the files in which agents answer, also inside the JSON that is encoded as a string.
#[derive(Parser)]
#[command(name = "agent-response", version, max_term_width = 100)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}\n\nColours follow NO_COLOR, CLICOLOR and CLICOLOR_FORCE."))]
#[command(arg_required_else_help = true)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Report every mistake at its exact place
    Check(CheckArgs),
    /// Repair what can be repaired without guessing
    Fix(FixArgs),
    /// Put raw content into an envelope
    Wrap(WrapArgs),
    /// Print the content of an envelope as it is
    Unwrap(UnwrapArgs),
    /// Print the page of a rule, or list all rules
    Explain(ExplainArgs),
    /// List the formats that are known
    Formats,
}

const FOLDERS: &str = "\
    In folders, files named .agent-response*.json and .agent-request*.json are read, also where .gitignore \
    hides them. Folders named .git and node_modules are left out. Links to files are read, links to folders \
    are not followed. Requests and responses that lie in one folder are compared.";

#[derive(Args)]
pub(super) struct Selection {
    /// Files and folders, or `-` for standard input
    #[arg(value_name = "PATH", default_value = ".", long_help = format!("Files and folders, or `-` for standard input\n\n{FOLDERS}"))]
    pub(super) paths: Vec<PathBuf>,
    /// Treat standard input as the content of this file
    #[arg(long, value_name = "PATH")]
    pub(super) stdin_filename: Option<PathBuf>,
}

const PROJECT_FILE: &str = "\
The nearest agent-response.toml, in the folder of a file or above it, says how the file is checked; for \
standard input, the one of the current folder. What is given here wins over it. It holds `profile`, \
`payloads`, a table `rules`, and `[[files]]`: more files that are checked in folders, each with a `glob` \
and a `format`. `agent-response explain config` has the details.";

#[derive(Args)]
#[command(next_help_heading = "What is checked")]
pub(super) struct Checking {
    /// Take the files for this format instead of recognising it [default: auto]
    #[arg(long = "as", value_name = "FORMAT", value_parser = parse_format)]
    pub(super) taken_as: Option<FormatChoice>,
    /// How strict to be [default: default]
    #[arg(long, value_enum)]
    pub(super) profile: Option<ProfileArg>,
    /// Whether to give hints and infos about payload contents that the specifications do not define [default: on]
    #[arg(long, value_enum)]
    pub(super) payloads: Option<SwitchArg>,
    /// Give a rule another severity: error, warning, info, hint or off
    #[arg(long = "rule", value_name = "RULE=SEVERITY", value_parser = parse_rule)]
    pub(super) rules: Vec<(String, Option<Severity>)>,
    /// The request that is answered, when it does not lie beside the response
    #[arg(long, value_name = "FILE")]
    pub(super) request: Option<PathBuf>,
    /// Use this project file for all files, wherever they lie
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub(super) config: Option<PathBuf>,
    /// Look for no agent-response.toml
    #[arg(long)]
    pub(super) no_config: bool,
}

#[derive(Args)]
#[command(next_help_heading = "What is shown")]
pub(super) struct Showing {
    /// How findings are printed
    #[arg(long, value_enum, default_value = "human")]
    pub(super) format: OutputFormat,
    /// Leave out what is less serious; `fix` does not repair it then [default: info, and `fix` repairs hints too]
    #[arg(long, value_name = "SEVERITY", value_enum)]
    pub(super) min_severity: Option<SeverityArg>,
    /// Print errors only, and no summary
    #[arg(long, short, conflicts_with = "min_severity")]
    pub(super) quiet: bool,
}

const JSON: &str = "\
With --format json, one document is printed, and all findings are in it:
  {\"version\": 1, \"files\": [FILE, ...], \"summary\": SUMMARY}
  FILE is {\"path\", \"valid\", \"format\", \"diagnostics\"}, or {\"path\", \"failure\"} when it cannot be read.
  A project file that something is wrong with is a FILE too; its diagnostics have the code \"config\".
  A diagnostic has \"code\", \"severity\", \"message\", \"docs\" (its page), \"range\" (lines and UTF-16 characters
  from zero), \"from\" and \"to\" (UTF-16 characters from the start), \"bytes\", \"pointer\", \"inner\" (the place in
  the decoded texts), \"related\" and \"fixes\".
  A path that is not UTF-8 has U+FFFD for what is wrong in it.
  SUMMARY counts \"files\", \"files_with_findings\", \"errors\", \"warnings\", \"infos\", \"hints\", \"fixable\",
  \"fixable_by_suggestion\", \"fixed\", \"files_changed\" and \"failures\".";

const FIX_JSON: &str = "\
With --format json, one document is printed as by `check`, about what remains after the repair. A FILE has
besides \"changed\", \"settled\" (false: fixing it again repairs more), \"applied\" (each repair with its \"code\",
\"title\", \"safety\" and \"edits\"), \"diff\" with --diff, and \"text\" for standard input, unless it is in no encoding
that can be read.";

#[derive(Args)]
#[command(after_help = EXIT_CODES, after_long_help = format!("{PROJECT_FILE}\n\n{JSON}\n\n{EXIT_CODES}"))]
pub(super) struct CheckArgs {
    #[command(flatten)]
    pub(super) selection: Selection,
    #[command(flatten)]
    pub(super) checking: Checking,
    #[command(flatten)]
    pub(super) showing: Showing,
}

#[derive(Args)]
#[command(after_help = format!("{EXIT_CODES}\n\n{AFTER_REPAIR}"), after_long_help = format!("{FIX_JSON}\n\n{EXIT_CODES}\n\n{AFTER_REPAIR}"))]
pub(super) struct FixArgs {
    #[command(flatten)]
    pub(super) selection: Selection,
    /// Show the changes and write nothing
    #[arg(long)]
    pub(super) diff: bool,
    /// Apply suggestions too: guesses that are worth a look afterwards
    #[arg(long)]
    pub(super) suggestions: bool,
    #[command(flatten)]
    pub(super) checking: Checking,
    #[command(flatten)]
    pub(super) showing: Showing,
}

const AFTER_REPAIR: &str = "\
The exit code is about what remains after the repair, also with --diff. Nothing is repaired in a file whose encoding \
cannot be told; its bytes stay as they are, and the exit code is not 0.";

const REPAIR: &str = "\
Repair the content too, and say on standard error what was changed. JSON is taken out of Markdown fences, of \
the words around it and from behind the model's thoughts, line numbers and other encodings of the whole text \
are undone, and safe fixes are applied. What is no JSON stays as it is. The id is taken from the request file \
beside the output or the input, unless --request or --request-id is given.";

#[derive(Args)]
pub(super) struct WrapArgs {
    /// The raw content; standard input when absent or `-`
    #[arg(value_name = "FILE")]
    pub(super) input: Option<PathBuf>,
    /// Write the envelope to this file; standard output when absent or `-`
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Replace the output file when it exists
    #[arg(long, requires = "output")]
    pub(super) overwrite: bool,
    /// The envelope: agent-response or delegator
    #[arg(long, value_name = "FORMAT", value_parser = parse_format, default_value = "agent-response")]
    pub(super) format: FormatChoice,
    /// The tool that answers, in a delegator envelope
    #[arg(long, value_name = "NAME")]
    pub(super) tool: Option<String>,
    /// The request that is answered; its id is taken over
    #[arg(long, value_name = "FILE")]
    pub(super) request: Option<PathBuf>,
    /// The id of the request
    #[arg(long, value_name = "ID")]
    pub(super) request_id: Option<String>,
    /// How the run ended [default: success; of a delegator envelope what the content is]
    #[arg(long, value_parser = ["success", "error", "timeout", "ok"])]
    pub(super) status: Option<String>,
    /// What went wrong
    #[arg(long, value_name = "TEXT")]
    pub(super) error_message: Option<String>,
    /// The kind of error
    #[arg(long, value_name = "TEXT")]
    pub(super) error_type: Option<String>,
    /// When the agent finished, in ISO 8601 [default: now]
    #[arg(long, value_name = "TIME")]
    pub(super) created_at: Option<String>,
    /// How long the agent ran
    #[arg(long, value_name = "NUMBER", value_parser = parse_number, allow_negative_numbers = true)]
    pub(super) duration_seconds: Option<String>,
    /// Further facts, as a JSON object; `meta` of a delegator envelope
    #[arg(long, value_name = "JSON", value_parser = parse_object)]
    pub(super) metadata: Option<String>,
    /// Repair the content too, and say on standard error what was changed
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "safe", long_help = REPAIR)]
    pub(super) repair: Option<RepairArg>,
    /// Wrap content that is an envelope already, which otherwise comes back repaired, or that makes a Delegator envelope wrong
    #[arg(long)]
    pub(super) force: bool,
}

#[derive(Args)]
#[command(after_help = "Exit code 1 when there is no envelope with a content in it, or no file can hold all of it.")]
pub(super) struct UnwrapArgs {
    /// The envelope; standard input when absent or `-`
    #[arg(value_name = "FILE")]
    pub(super) input: Option<PathBuf>,
}

#[derive(Args)]
pub(super) struct ExplainArgs {
    /// The rule, as it stands in brackets behind the severity; all rules when absent
    pub(super) rule: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum OutputFormat {
    /// For people: with the source line, notes and repairs
    Human,
    /// For people and tools: one line for each finding
    Concise,
    /// For programs: one JSON document with all findings, positions and repairs
    Json,
}

impl OutputFormat {
    pub(super) fn is_json(self) -> bool {
        self == Self::Json
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum SeverityArg {
    Error,
    Warning,
    Info,
    Hint,
}

impl SeverityArg {
    pub(super) fn severity(self) -> Severity {
        match self {
            Self::Error => Severity::Error,
            Self::Warning => Severity::Warning,
            Self::Info => Severity::Info,
            Self::Hint => Severity::Hint,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum ProfileArg {
    /// What the specifications say
    Default,
    /// Also what the specifications only recommend
    Strict,
    /// As soft and as hard as the programs that read the files
    Upstream,
}

impl ProfileArg {
    pub(super) fn profile(self) -> Profile {
        match self {
            Self::Default => Profile::Default,
            Self::Strict => Profile::Strict,
            Self::Upstream => Profile::Upstream,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum RepairArg {
    /// Without guessing
    Safe,
    /// With suggestions where the content is no JSON otherwise
    All,
}

impl RepairArg {
    pub(super) fn repair(self) -> Repair {
        match self {
            Self::Safe => Repair::Safe,
            Self::All => Repair::All,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum SwitchArg {
    /// Give them
    On,
    /// Leave them out
    Off,
}

/// The id of a format, or none for `auto`.
#[derive(Clone, Copy)]
pub(super) struct FormatChoice(pub(super) Option<&'static str>);

fn parse_format(word: &str) -> Result<FormatChoice, String> {
    if word == "auto" {
        return Ok(FormatChoice(None));
    }
    let known = crate::formats().iter().map(|it| it.id);
    known.clone().find(|it| *it == word).map(|it| FormatChoice(Some(it))).ok_or_else(|| {
        let listed: Vec<_> = known.map(|it| format!("`{it}`")).collect();
        format!("expected `auto`, {}", listed.join(", "))
    })
}

fn parse_rule(word: &str) -> Result<(String, Option<Severity>), String> {
    let (code, severity) = word.split_once('=').ok_or("expected RULE=SEVERITY, such as missing-field=warning")?;
    if crate::explain(code).is_none() {
        return Err(explain::unknown(code));
    }
    let severity = match severity {
        "off" => None,
        _ => Some(
            SeverityArg::from_str(severity, false)
                .map_err(|_| "expected error, warning, info, hint or off")?
                .severity(),
        ),
    };
    Ok((code.to_owned(), severity))
}

fn parse_number(word: &str) -> Result<String, String> {
    let number: f64 = serde_json::from_str(word).map_err(|_| "expected a number, such as 1.5")?;
    if number < 0.0 {
        return Err("a duration is not negative".to_owned());
    }
    Ok(word.trim().to_owned())
}

fn parse_object(word: &str) -> Result<String, String> {
    let object: Result<serde_json::Map<String, serde_json::Value>, _> = serde_json::from_str(word);
    object.map(|_| word.trim().to_owned()).map_err(|_| "expected a JSON object, such as {\"model\": \"x\"}".to_owned())
}
