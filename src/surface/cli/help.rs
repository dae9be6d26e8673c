//! What `--help` says below the options.

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0  no finding of error severity
  1  findings of error severity
  2  wrong usage, a wrong project file, or a file that cannot be read or written
  3  a bug in this program";

pub(super) const EXAMPLES: &str = "\
Examples:
  agent-response check                          check what the agents wrote below this folder
  agent-response fix --diff                     show what would be repaired
  agent-response wrap answer.json --request .agent-request-phase8.json
  agent-response unwrap .agent-response-phase8.json
  agent-response explain missing-field";
