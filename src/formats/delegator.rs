//! What the tools of the MCP Delegator return when JSON is requested: one envelope, and in it the data of a tool or
//! an error.

mod envelope;
mod error;
mod execution_ack;
mod metadata;
mod output;
mod registry_info;
mod result_set;
mod status_snapshot;
mod wait_result;

use crate::rules;
use crate::severity::Severity::{Error, Hint, Info, Warning};
use crate::spec::{
    Builder, Condition, Field, Form, Format, Is, Shape, Should, Stray, Unknown, check, field, format, sign, stray, text,
};

/// The envelope of version 3.6.
pub static FORMAT: Format = Format {
    #[cfg(not(target_family = "wasm"))]
    shown_by: &[&[("schema_id", Should::Be(&["codex/*"]))], &[("tool", Should::Be(&["_codex*"]))]],
    signs: &[
        sign("a `schema_id` of the Delegator", &[("schema_id", Is::Like(&["codex/*"]))]),
        sign("a `tool` of the Delegator", &[("tool", Is::Like(&["_codex*"]))]),
        sign("a `tool` of the Delegator", &[("tool", Is::Like(&["mcp__*"])), ("tool_category", Is::There)]),
        sign("`tool_category`", &[("tool_category", Is::There)]),
    ],
    markdown: Some((
        Error,
        "This is the Markdown form, which programs cannot parse; request the format `json` if the tool supports it",
    )),
    builder: Some(Builder::ToolResult),
    reader: "the client that called the tool",
    ..format("delegator", "3.6", envelope::RECORD)
};

/// The requirement for a task's id, wherever a tool gives one.
const LOCAL_ID: Condition = check("task_id", Should::Be(&["T-local-*"]))
    .when(&[("/tool", Should::Be(&["_codex_local_*"]))])
    .or(Hint, &rules::UNUSUAL_FORM, "`task_id` is `{found}`; the ids of local tasks begin with `T-local-`");

/// Stray keys of responses that contain no output.
static OUTPUT: &[Stray] = &[
    stray("stdout", Warning, USE_RESULTS),
    stray("stderr", Warning, USE_RESULTS),
    stray("output", Warning, USE_RESULTS),
];

const USE_RESULTS: &str = "; use a results tool";

/// Other members of `meta`.
const SCALARS: Unknown = Unknown::Values(&SCALAR);
static SCALAR: Field = field("", Shape::Scalar, "A small fact; anything larger belongs in `data`.").mistyped(Info);

/// Members of `meta` that are times, whatever they are called.
static TIMED: (&[&str], Field) =
    (&["_ts", "_at"], field("", Shape::Nullable(&TIME), "A time: ISO 8601 with a time zone."));
static TIME: Shape = text(Form::Time(Error), None);
