//! What the server extracts from a task's output. The specification shows it but does not define it: nothing is
//! required, other members are allowed, and different words in the server's code are known.

use crate::rules;
use crate::severity::Severity::{Error, Info, Warning};
use crate::spec::{
    Condition, Field, Form, List, Lookup, Measure, Record, Relation, Shape, Should, Stray, Unknown, at_most, check,
    count, field, list, number, record, stray, term, text,
};

/// The metadata of a task.
pub(super) static METADATA: Record = record("metadata object", FIELDS).conditions(CONDITIONS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("duration", Shape::Number(number("seconds").from(0, Error)), "How long the task ran, in seconds."),
    field("file_operations", Shape::Nullable(&Shape::Record(&FILES)), "What happened to files.").mistyped(Warning),
    field("test_results", Shape::Nullable(&Shape::Record(&TESTS)), "The results of the tests.").mistyped(Warning),
    field("thread_info", Shape::Nullable(&Shape::Record(&THREAD)), "The conversation in which the task ran.").mistyped(Warning),
    field("error_context", Shape::Nullable(&Shape::Record(&ERROR_CONTEXT)), "Why the task failed, and where to look; null when it did not.").mistyped(Warning),
    field("task_status", text(Form::Free, None), "The state of the task again.")
        .follows(&STATE_OF_TASK).instead(&Shape::Record(&TASK_STATUS), Info),
];

#[rustfmt::skip] // One row per condition.
static CONDITIONS: &[Condition] = &[
    check("error_context", Should::BeThere).when(&[("../state", Should::Be(&["failed", "timeout"]))])
        .or(Warning, &rules::MISSING_FIELD, "Missing `error_context`, where a task reports why it failed or how far it got"),
    check("error_context", Should::BeAbsent).when(&[("../state", Should::Be(&["completed", "cancelled"]))])
        .or(Warning, &rules::UNEXPECTED_FIELD, "`error_context` is allowed only when `state` is `failed` or `timeout`"),
];

static FILES: Record = record(
    "file operations object",
    &[
        field("modified_files", PATHS, "Files that were changed.").mistyped(Warning),
        field("added_files", PATHS, "Files that are new.").mistyped(Warning),
        field("deleted_files", PATHS, "Files that are gone.").mistyped(Warning),
        field("lines_changed", count(Error), "How many lines differ."),
    ],
)
.strays(OTHER_FILES)
.others(Unknown::Allowed);

const PATHS: Shape = Shape::List(&PATH_LIST);
static PATH_LIST: List = list(field("", text(Form::Free, None), "A path in the workspace.").mistyped(Warning));

/// Keys used by the server and by its documents.
static OTHER_FILES: &[Stray] = &[
    stray("files_changed", Info, MODIFIED),
    stray("files_modified", Info, MODIFIED),
    stray("modified", Info, MODIFIED),
    stray("files_added", Info, ADDED),
    stray("added", Info, ADDED),
    stray("files_deleted", Info, DELETED),
    stray("deleted", Info, DELETED),
    stray("lines_added", Info, LINES),
    stray("lines_deleted", Info, LINES),
];

const MODIFIED: &str = "; the specification calls it `modified_files`";
const ADDED: &str = "; the specification calls it `added_files`";
const DELETED: &str = "; the specification calls it `deleted_files`";
const LINES: &str = "; the specification calls it `lines_changed`";

static TESTS: Record = record(
    "test results",
    &[
        field("passed", count(Error), "How many tests passed."),
        field("failed", count(Error), "How many tests failed."),
        field("skipped", count(Error), "How many tests were skipped."),
        field("failed_tests", Shape::List(&ANYTHING), "The tests that failed.").mistyped(Warning),
    ],
)
.conditions(FAILED_TESTS)
.others(Unknown::Allowed);

static ANYTHING: List = list(field("", Shape::Any, "One of them."));

#[rustfmt::skip] // One row per condition.
static FAILED_TESTS: &[Condition] = &[
    check("failed_tests", Should::Compare(Measure::Items, Relation::AtMost, 0, &[term("failed", Measure::Number, 1)]))
        .or(Info, &rules::COUNT_MISMATCH, "`failed_tests` lists {found}, but `failed` is {other}"),
    check("failed", at_most(0)).when(&[("../../state", Should::Be(&["completed"]))])
        .or(Info, &rules::VALUE_MISMATCH, "`failed` is `{found}`, but `state` is `completed`"),
];

static THREAD: Record = record(
    "thread info object",
    &[
        field("thread_id", text(Form::Free, None), "The id of the conversation.").mistyped(Warning),
        field(
            "cache_hit_rate",
            Shape::Number(number("").from(0, Error).up_to(100, Error)),
            "The fraction of the input that was cached, from 0 to 1; the server writes a percentage, up to 100.",
        ),
        field("token_usage", Shape::Nullable(&Shape::Record(&TOKENS)), "How many tokens were used.").mistyped(Warning),
    ],
)
.conditions(SHARE)
.strays(&[stray("tokens", Info, "; the specification calls it `token_usage`")])
.others(Unknown::Allowed);

#[rustfmt::skip] // One row per condition.
static SHARE: &[Condition] = &[
    check("cache_hit_rate", at_most(1))
        .or(Info, &rules::OUT_OF_RANGE, "`cache_hit_rate` is `{found}`; the specification expects a fraction from 0 to 1"),
];

static TOKENS: Record = record(
    "token usage",
    &[
        field("input_tokens", count(Error), "How many tokens went in."),
        field("cached_input_tokens", count(Error), "How many of these were cached."),
        field("output_tokens", count(Error), "How many tokens came out."),
    ],
)
.conditions(CACHED)
.others(Unknown::Allowed);

#[rustfmt::skip] // One row per condition.
static CACHED: &[Condition] = &[
    check("cached_input_tokens", Should::Compare(Measure::Number, Relation::AtMost, 0, &[term("input_tokens", Measure::Number, 1)]))
        .or(Info, &rules::VALUE_MISMATCH, "`cached_input_tokens` is `{found}`; expected at most the {other} of `input_tokens`"),
];

static ERROR_CONTEXT: Record = record(
    "error context",
    &[
        field("error_message", text(Form::Free, None), "What the task said.").mistyped(Warning),
        field("error_type", text(Form::Free, None), "The kind of error.").mistyped(Warning),
        field("failed_files", PATHS, "Files in which it failed.").mistyped(Warning),
        field("error_locations", Shape::List(&LOCATIONS), "Places where it failed.").mistyped(Warning),
        field("suggestions", Shape::List(&ANYTHING), "What to do next.").mistyped(Warning),
    ],
)
.others(Unknown::Allowed);

static LOCATIONS: List = list(field("", Shape::Record(&LOCATION), "A place in a file.").mistyped(Warning));

static LOCATION: Record = record(
    "location",
    &[
        field("file", text(Form::Free, None), "The file.").mistyped(Warning),
        field("line", PLACE, "The line, from 1.").mistyped(Warning),
        field("column", PLACE, "The column, from 1.").mistyped(Warning),
    ],
)
.others(Unknown::Allowed);

const PLACE: Shape = Shape::Number(number("").whole(Warning).from(1, Warning));

/// The server writes an object with the state in it.
static TASK_STATUS: Record = record(
    "task status",
    &[field("status", text(Form::Free, None), "The state of the task again.").mistyped(Info).follows(&STATE_OF_TASK)],
)
.others(Unknown::Allowed);

static STATE_OF_TASK: Lookup = Lookup {
    by: &["../state", "../../state"],
    rows: &[
        (&["completed"], "completed"),
        (&["failed"], "failed"),
        (&["cancelled"], "cancelled"),
        (&["timeout"], "timeout"),
    ],
    severity: Info,
    is_usual: true,
    softer: &[],
};
