//! What a task wrote, and its events: in results only on request.

use crate::rules;
use crate::severity::Severity::{Error, Hint, Info, Warning};
use crate::spec::{
    Condition, Field, Form, List, Measure, Record, Relation, Shape, Should, Test, Text, Unknown, at_least, at_most,
    check, count, field, list, record, term, text,
};

/// Facts about the output.
pub(super) static OUTPUT: Record =
    record("output object", FIELDS).conditions(CONDITIONS).others(Unknown::Reported(Info, None));

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("included", Shape::Flag, "Whether the response includes the output.")
        .required(Error),
    field("reason", text(Form::Free, Some(Hint)), "Why it is omitted.")
        .required(Hint).when(LEFT_OUT),
    field("stdout", STREAM, "What the task wrote to standard output."),
    field("stderr", STREAM, "What the task wrote to standard error."),
    field("truncated", Shape::Flag, "Whether its middle was cut out.")
        .required(Error),
    field("max_bytes", count(Error), "The maximum number of bytes per stream; 0 when the output is omitted.")
        .required(Error),
    field("original_size", count(Error), "How many bytes there were before truncation.")
        .required(Warning).when(CUT),
];

/// Programs write anything, including dots and brackets.
const STREAM: Shape = Shape::Text(Text { form: Form::Free, blank: None, placeholder: Info, max_bytes: None });

const IN: Test = ("included", Should::Be(&["true"]));
const OUT: Test = ("included", Should::Be(&["false"]));
const NO_STDOUT: Test = ("stdout", Should::BeAbsent);
const NO_STDERR: Test = ("stderr", Should::BeAbsent);
const LEFT_OUT: &[Test] = &[OUT, NO_STDOUT, NO_STDERR];
const CUT: &[Test] = &[("truncated", Should::Be(&["true"])), IN];

/// The marker where text was cut out.
const MARKED: &[&str] = &["*[truncated]*"];
const NO_MARK: Should = Should::NotBe(MARKED);

/// More than fits, so that something must have been cut.
const TOO_LONG: Should =
    Should::Compare(Measure::Number, Relation::AtLeast, 1, &[term("max_bytes", Measure::Number, 1)]);
const WAS_TOO_LONG: Test = ("original_size", TOO_LONG);
const WAS_CUT: Test = ("truncated", Should::Be(&["true"]));

/// At most the limit, plus room for the marker.
const FITTING: Should = Should::Compare(Measure::Bytes, Relation::AtMost, 64, &[term("max_bytes", Measure::Number, 1)]);
const LIMITED: Test = ("max_bytes", at_least(1));

/// The specification has one limit in a table and another as the default of a parameter.
const SHORT: Should = Should::Compare(Measure::Bytes, Relation::AtMost, 32_768, &[]);
const DEFAULT: Test = ("max_bytes", Should::Be(&["65536"]));

#[rustfmt::skip] // One row per condition.
static CONDITIONS: &[Condition] = &[
    check("included", Should::Be(&["true"])).when(&[("stdout", Should::BeFilled)])
        .suggest("true").or(Warning, &rules::VALUE_MISMATCH, "`included` is `{found}`, but `stdout` is present"),
    check("included", Should::Be(&["true"])).when(&[("stderr", Should::BeFilled), NO_STDOUT])
        .suggest("true").or(Warning, &rules::VALUE_MISMATCH, "`included` is `{found}`, but `stderr` is present"),
    check("included", Should::Be(&["true"])).when(&[("stderr", Should::BeFilled), ("stdout", Should::Be(&[""]))])
        .suggest("true").or(Warning, &rules::VALUE_MISMATCH, "`included` is `{found}`, but `stderr` is present"),
    check("stdout", Should::BeThere).when(&[IN, NO_STDERR])
        .or(Warning, &rules::MISSING_FIELD, "Missing `stdout` and `stderr`, although `included` is true"),
    check("max_bytes", at_most(0)).when(LEFT_OUT)
        .or(Info, &rules::VALUE_MISMATCH, "`max_bytes` is `{found}`; expected 0, because the output is omitted"),
    check("max_bytes", Should::NotBe(&["0"])).when(&[IN, ("stdout", Should::BeThere)])
        .or(Info, &rules::VALUE_MISMATCH, "`max_bytes` is `{found}`, but the output is included"),
    check("max_bytes", Should::NotBe(&["0"])).when(&[IN, ("stderr", Should::BeThere), NO_STDOUT])
        .or(Info, &rules::VALUE_MISMATCH, "`max_bytes` is `{found}`, but the output is included"),
    check("truncated", Should::Be(&["false"])).when(LEFT_OUT)
        .or(Warning, &rules::VALUE_MISMATCH, "`truncated` is `{found}`, but there is no output to truncate"),
    check("truncated", Should::Be(&["true"])).when(&[("stdout", Should::Be(MARKED))])
        .or(Warning, &rules::VALUE_MISMATCH, "`truncated` is `{found}`, but `stdout` contains `[truncated]`"),
    check("truncated", Should::Be(&["true"])).when(&[("stderr", Should::Be(MARKED)), NO_STDOUT])
        .or(Warning, &rules::VALUE_MISMATCH, "`truncated` is `{found}`, but `stderr` contains `[truncated]`"),
    check("truncated", Should::Be(&["true"])).when(&[("stderr", Should::Be(MARKED)), ("stdout", NO_MARK)])
        .or(Warning, &rules::VALUE_MISMATCH, "`truncated` is `{found}`, but `stderr` contains `[truncated]`"),
    check("truncated", Should::Be(&["false"])).when(&[IN, WAS_TOO_LONG, ("stdout", NO_MARK), ("stderr", NO_MARK)])
        .or(Hint, &rules::UNUSUAL_FORM, UNMARKED),
    check("truncated", Should::Be(&["false"])).when(&[IN, WAS_TOO_LONG, ("stdout", NO_MARK), NO_STDERR])
        .or(Hint, &rules::UNUSUAL_FORM, UNMARKED),
    check("truncated", Should::Be(&["false"])).when(&[IN, WAS_TOO_LONG, ("stderr", NO_MARK), NO_STDOUT])
        .or(Hint, &rules::UNUSUAL_FORM, UNMARKED),
    check("original_size", TOO_LONG).when(&[IN, WAS_CUT])
        .or(Warning, &rules::VALUE_MISMATCH, "`original_size` is `{found}`, but truncated output has at least {other} bytes"),
    check("stdout", FITTING).when(&[IN, LIMITED])
        .or(Warning, &rules::OVER_LIMIT, "`stdout` has {found} bytes; `max_bytes` and the truncation marker allow {other}"),
    check("stderr", FITTING).when(&[IN, LIMITED])
        .or(Warning, &rules::OVER_LIMIT, "`stderr` has {found} bytes; `max_bytes` and the truncation marker allow {other}"),
    check("stdout", SHORT).when(&[IN, DEFAULT, ("stdout", FITTING)])
        .or(Info, &rules::OVER_LIMIT, "`stdout` has {found} bytes; the specification limits each stream to {other}"),
    check("stderr", SHORT).when(&[IN, DEFAULT, ("stderr", FITTING)])
        .or(Info, &rules::OVER_LIMIT, "`stderr` has {found} bytes; the specification limits each stream to {other}"),
];

const UNMARKED: &str = "`truncated` is `{found}`, but no stream contains the marker `... [truncated] ...`";

/// Facts about the events.
pub(super) static EVENTS: Record = record("events object", EVENT_FIELDS).conditions(COUNTED).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static EVENT_FIELDS: &[Field] = &[
    field("included", Shape::Flag, "Whether the response includes the events."),
    field("count", count(Error), "How many events there were."),
    field("reason", text(Form::Free, None), "Why they are omitted."),
    field("events", Shape::List(&EVENT_LIST), "The last events, at most 50."),
];

/// The last events.
pub(super) static EVENT_LIST: List = list(field("", Shape::Any, "An event as the tool wrote it.")).at_most(50, Warning);

static COUNTED: &[Condition] = &[check(
    "count",
    Should::Compare(Measure::Number, Relation::AtLeast, 0, &[term("events", Measure::Items, 1)]),
)
.or(Warning, &rules::COUNT_MISMATCH, "`count` is `{found}`, but `events` lists {other}")];
