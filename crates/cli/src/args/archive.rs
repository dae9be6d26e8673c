//! Archives: one response per line.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[derive(Args)]
#[command(next_help_heading = "Archives")]
pub(crate) struct ArchiveArgs {
    /// Check each line of a file as a response; `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "stdin_filename", "request"], long_help = ABOUT)]
    pub(crate) ndjson: Option<PathBuf>,
    /// Begin at this line of the archive
    #[arg(long, value_name = "NUMBER", requires = "ndjson", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) from_line: Option<u64>,
    /// Print counts by rule and by day (or =hour) of `created_at` instead of findings
    #[arg(long, value_name = "STEP", value_enum, requires = "ndjson", num_args = 0..=1, require_equals = true, default_missing_value = "day", long_help = SUMMARY)]
    pub(crate) summary: Option<Step>,
}

/// How long a row of a summary is.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Step {
    /// By day, in UTC
    Day,
    /// By hour, in UTC
    Hour,
}

const ABOUT: &str = "\
Check each line of a file as a response; `-` for standard input

The archive is NDJSON (JSON Lines): one response, request or other known format per line, of up to 16 MiB. It is read in \
pieces, so it may be of any size. Findings are printed in the order of the lines, or when a later line shows them, with the line of the archive and the \
column in it; a damaged line does not affect the others, and empty lines are skipped. The formats are human, concise, json, github \
and azure. With --format json, the output is NDJSON, too: a line for each line with findings, another one if later lines show more, and at the end \
{\"version\": 1, \"summary\"}.";

const SUMMARY: &str = "\
Print counts by rule and by day (or =hour) of `created_at` instead of findings

Times are counted in UTC. The formats are human and json. Findings are counted from the severity on from which they would be \
printed.";
