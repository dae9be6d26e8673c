//! The members that all responses have, and what follows from the name of the tool.

use super::error::ERROR;
use super::{SCALARS, TIMED, execution_ack, registry_info, result_set, status_snapshot, wait_result};
use crate::severity::Severity::{Error, Info, Warning};
use crate::spec::{
    Absent, Choice, Field, Form, Lookup, Record, Shape, Should, Softer, Stray, Test, Text, Unknown, Words, alias,
    field, record, stray, text, words,
};

/// The envelope.
pub(super) const RECORD: Record =
    record("Delegator envelope", FIELDS).strays(OTHERS).others(Unknown::Reported(Warning, None));

/// Keys that are not among the ten.
static OTHERS: &[Stray] = &[stray("", Warning, "; small facts belong in `meta`, results in `data`")];

#[rustfmt::skip] // One row per field, like the table in the specification.
static FIELDS: &[Field] = &[
    field("version", text(Form::Word(&VERSIONS), None), "The version of the Delegator.")
        .required(Error).absent(Absent::Json("\"3.6\"")),
    field("schema_id", text(Form::Free, Some(Error)), "The schema of the response, which follows from the tool.")
        .required(Error).follows(&SCHEMA_IDS),
    field("tool", text(Form::Word(&TOOLS), None), "The tool that responds.")
        .required(Error),
    field("tool_category", text(Form::Word(&CATEGORIES), None), "The category of the tool, which says what `data` holds.")
        .required(Error).follows(&CATEGORY_OF_TOOL),
    field("request_id", Shape::Text(REQUEST_ID), "A UUID that the server gives to each call.")
        .required(Error).aliases(&[alias("id")]),
    field("ts", text(Form::Time(Error), None), "When the response was written: ISO 8601 with a time zone.")
        .required(Error).aliases(&[alias("timestamp")]),
    field("status", text(Form::Word(&STATUSES), None), "Whether the tool succeeded.")
        .required(Error),
    field("meta", Shape::Choice(&META), "Small facts about the response, by category; `{}` when there are none.")
        .required(Warning).absent(Absent::Json("{}")).aliases(&[alias("metadata").likely()]),
    field("data", Shape::Choice(&DATA), "What the tool returns, by category; absent when it failed.")
        .required(Error).when(WORKED).not_otherwise(Error).aliases(&[alias("result")]),
    field("error", Shape::Record(&ERROR), "What went wrong; present only when the tool failed.")
        .required(Error).when(FAILED).not_otherwise(Error),
];

const WORKED: &[Test] = &[("status", Should::Be(&["ok"]))];
const FAILED: &[Test] = &[("status", Should::Be(&["error"]))];

/// Documents have placeholders such as `uuid` here, and responses are not looked up by this id.
const REQUEST_ID: Text = Text { form: Form::Uuid, blank: Some(Error), placeholder: Info, max_bytes: None };

static VERSIONS: Words = Words {
    meant: &[("3.6.0", "3.6"), ("v3.6", "3.6"), ("v3.6.0", "3.6")],
    sure_when: &[("3.6", &[])],
    ..words(&["3.6"], Error)
};

static STATUSES: Words = Words {
    meant: &[
        ("success", "ok"),
        ("succeeded", "ok"),
        ("completed", "ok"),
        ("done", "ok"),
        ("failed", "error"),
        ("failure", "error"),
    ],
    sure_when: &[
        ("ok", &[("data", Should::BeThere), ("error", Should::BeAbsent)]),
        ("error", &[("error", Should::BeThere), ("data", Should::BeAbsent)]),
    ],
    never_beside: &[("ok", &["error"])],
    ..words(&["ok", "error"], Error)
};

static CATEGORIES: Words = Words {
    voters: Some((&["schema_id"], "data")),
    ..words(&[EXECUTION_ACK, WAIT_RESULT, STATUS_SNAPSHOT, RESULT_SET, REGISTRY_INFO], Error)
};

const EXECUTION_ACK: &str = "execution_ack";
const WAIT_RESULT: &str = "wait_result";
const STATUS_SNAPSHOT: &str = "status_snapshot";
const RESULT_SET: &str = "result_set";
const REGISTRY_INFO: &str = "registry_info";

static TOOLS: Words = Words {
    are_names: true,
    voters: Some((&["schema_id", "tool_category"], "data")),
    ..words(
        &[
            "_codex_local_run",
            "_codex_local_exec",
            "_codex_local_resume",
            "_codex_cloud_submit",
            "_codex_local_wait",
            "_codex_cloud_wait",
            "_codex_local_status",
            "_codex_cloud_status",
            "_codex_local_results",
            "_codex_cloud_results",
            "_codex_local_cancel",
            "_codex_cloud_cancel",
            "_codex_cleanup_registry",
            "_codex_cloud_list_environments",
            "_codex_cloud_github_setup",
        ],
        Error,
    )
};

// The tools of each category.
const ACK: &[&str] = &["_codex_local_run", "_codex_local_exec", "_codex_local_resume", "_codex_cloud_submit"];
const WAIT: &[&str] = &["_codex_local_wait", "_codex_cloud_wait"];
const STATUS: &[&str] = &["_codex_local_status", "_codex_cloud_status"];
const RESULTS: &[&str] = &["_codex_local_results", "_codex_cloud_results"];
const REGISTRY: &[&str] = &[
    "_codex_local_cancel",
    "_codex_cloud_cancel",
    "_codex_cleanup_registry",
    "_codex_cloud_list_environments",
    "_codex_cloud_github_setup",
];

static CATEGORY_OF_TOOL: Lookup = Lookup {
    by: &["tool"],
    rows: &[
        (ACK, EXECUTION_ACK),
        (WAIT, WAIT_RESULT),
        (STATUS, STATUS_SNAPSHOT),
        (RESULTS, RESULT_SET),
        (REGISTRY, REGISTRY_INFO),
    ],
    severity: Error,
    is_usual: false,
    softer: &[],
};

static SCHEMA_IDS: Lookup = Lookup {
    by: &["tool", "tool_category"],
    rows: &[
        (ACK, "codex/v3.6/execution_ack/v1"),
        (WAIT, "codex/v3.6/wait_result/v1"),
        (STATUS, "codex/v3.6/status_snapshot/v1"),
        (RESULTS, "codex/v3.6/result_set/v1"),
        (REGISTRY, "codex/v3.6/registry_info/v1"),
        (&[EXECUTION_ACK], "codex/v3.6/execution_ack/v1"),
        (&[WAIT_RESULT], "codex/v3.6/wait_result/v1"),
        (&[STATUS_SNAPSHOT], "codex/v3.6/status_snapshot/v1"),
        (&[RESULT_SET], "codex/v3.6/result_set/v1"),
        (&[REGISTRY_INFO], "codex/v3.6/registry_info/v1"),
    ],
    severity: Error,
    is_usual: false,
    softer: SOFTER,
};

/// The released server writes the first for bad parameters; the second belongs to another version.
const SOFTER: &[Softer] = &[
    Softer {
        pattern: "codex/v3.6/error/v1",
        severity: Warning,
        message: "; errors do not have their own schema",
        is_repaired: true,
        apart_from: None,
    },
    Softer {
        pattern: "codex/v#*/*/v1",
        severity: Warning,
        message: "; its version differs from `version`",
        is_repaired: false,
        apart_from: Some(("codex/v", "version")),
    },
];

static DATA: Choice = Choice {
    by: &["tool", "tool_category"],
    cases: &[
        (ACK, &execution_ack::DATA),
        (WAIT, &wait_result::DATA),
        (STATUS, &status_snapshot::DATA),
        (RESULTS, &result_set::DATA),
        (&["_codex_local_cancel", "_codex_cloud_cancel"], &registry_info::CANCELLED),
        (&["_codex_cleanup_registry"], &registry_info::CLEANUP),
        (&["_codex_cloud_list_environments"], &registry_info::ENVIRONMENTS),
        (&["_codex_cloud_github_setup"], &registry_info::SETUP),
        (&[EXECUTION_ACK], &execution_ack::DATA),
        (&[WAIT_RESULT], &wait_result::DATA),
        (&[STATUS_SNAPSHOT], &status_snapshot::DATA),
        (&[RESULT_SET], &result_set::DATA),
    ],
    other: &ANYTHING,
    shown: &[],
};

static META: Choice = Choice {
    by: &["tool", "tool_category"],
    cases: &[
        (ACK, &execution_ack::META),
        (WAIT, &wait_result::META),
        (STATUS, &status_snapshot::META),
        (RESULTS, &result_set::META),
        (REGISTRY, &registry_info::META),
        (&[EXECUTION_ACK], &execution_ack::META),
        (&[WAIT_RESULT], &wait_result::META),
        (&[STATUS_SNAPSHOT], &status_snapshot::META),
        (&[RESULT_SET], &result_set::META),
        (&[REGISTRY_INFO], &registry_info::META),
    ],
    other: &FACTS,
    shown: &[],
};

static ANYTHING: Record = record("data", &[]).others(Unknown::Allowed);
static FACTS: Record = record("meta", &[]).others(SCALARS).ending(&TIMED);
