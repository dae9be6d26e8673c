//! The options of the subcommands that make an envelope, or take its content out.

use std::path::PathBuf;

use clap::Args;

use super::values::{FormatChoice, RepairArg, parse_format, parse_number, parse_object};

const REPAIR: &str = "\
JSON is extracted from Markdown fences, from the text around it, from the model's reasoning and from the events that a program \
printed; line numbers and terminal codes are removed; a second encoding as a string and HTML entities are decoded; safe fixes are \
applied. Truncated JSON is rejected, unless suggestions may be applied and only brackets are missing after a complete value. Other \
content that is not JSON stays as it is, and the exit status is 1. An error message is rejected, unless `wrap` is given --status. \
The id comes from the request file next to the output or the input, unless --request or --request-id is given; without any of \
these, it is `auto-wrapped`.";

#[derive(Args, Clone, Default)]
pub(crate) struct EnvelopeFile {
    /// Write the envelope to this file; standard output if absent or `-`
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Replace the output file if it exists
    #[arg(long, requires = "output")]
    pub(crate) overwrite: bool,
}

#[derive(Args, Clone, Default)]
pub(crate) struct AnsweredRequest {
    /// The request file, from which the id is copied [default: the one next to the output or the input]
    #[arg(long, value_name = "FILE")]
    pub(crate) request: Option<PathBuf>,
    /// The id of the request
    #[arg(long, value_name = "ID")]
    pub(crate) request_id: Option<String>,
}

#[derive(Args, Default)]
pub(crate) struct WrapArgs {
    /// The raw content; standard input if absent or `-`
    #[arg(value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) target: EnvelopeFile,
    /// The format of the envelope: agent-response or delegator
    #[arg(long, value_name = "FORMAT", value_parser = parse_format, default_value = "agent-response")]
    pub(crate) format: FormatChoice,
    /// The tool that responds; only for a Delegator envelope
    #[arg(long, value_name = "NAME")]
    pub(crate) tool: Option<String>,
    #[command(flatten)]
    pub(crate) answered: AnsweredRequest,
    /// How the run ended [default: success; for a Delegator envelope, derived from the content]
    #[arg(long, value_parser = ["success", "error", "timeout", "ok"])]
    pub(crate) status: Option<String>,
    /// What went wrong
    #[arg(long, value_name = "TEXT")]
    pub(crate) error_message: Option<String>,
    /// The kind of error
    #[arg(long, value_name = "TEXT")]
    pub(crate) error_type: Option<String>,
    /// When the agent finished, in ISO 8601 [default: now]
    #[arg(long, value_name = "TIME")]
    pub(crate) created_at: Option<String>,
    /// How long the agent ran, in seconds
    #[arg(long, value_name = "NUMBER", value_parser = parse_number, allow_negative_numbers = true)]
    pub(crate) duration_seconds: Option<String>,
    /// Additional data as a JSON object; `meta` in a Delegator envelope
    #[arg(long, value_name = "JSON", value_parser = parse_object)]
    pub(crate) metadata: Option<String>,
    /// Repair the content, too, and list the changes on standard error
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "safe", long_help = format!("Repair the content, too, and list the changes on standard error. {REPAIR}"))]
    pub(crate) repair: Option<RepairArg>,
    /// Wrap the content even if it is already an envelope (which is otherwise returned, and repaired if it has mistakes) or makes a Delegator envelope invalid
    #[arg(long)]
    pub(crate) force: bool,
    /// Whether the command is `recover`.
    #[arg(skip)]
    pub(crate) is_recover: bool,
}

#[derive(Args)]
#[command(
    after_help = "The exit status is 1 if there is no envelope with content, or if its content is truncated or UTF-8 cannot represent it."
)]
pub(crate) struct UnwrapArgs {
    /// The envelope; standard input if absent or `-`
    #[arg(value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = format!("The changes are listed on standard error. {REPAIR}"))]
pub(crate) struct RecoverArgs {
    /// What the model wrote; standard input if absent or `-`
    #[arg(value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) target: EnvelopeFile,
    #[command(flatten)]
    pub(crate) answered: AnsweredRequest,
    /// Also apply suggestions, if the content is not JSON otherwise
    #[arg(long)]
    pub(crate) suggestions: bool,
}
