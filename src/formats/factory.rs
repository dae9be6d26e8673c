//! What the Factory's agents answer to their orchestrator: a success, questions or a failure; a critic's success has a
//! verdict.

mod failure;
mod questions;
mod success;
mod verdict;

use super::AGENT_RESPONSE;
use crate::rules;
use crate::severity::Severity::{Error, Hint, Info, Warning};
use crate::spec::{
    Absent, Condition, Field, Form, Format, Is, Mark, Measure, Record, Relation, Shape, Should, Sign, Test, Text,
    Unknown, Words, at_least, check, count, field, format, members, record, sign, term, text, there, words,
};
use failure::{ERROR, KINDS};
use questions::{PARTIAL_WORK, QUESTIONS};
use success::{DELIVERABLES, METRICS};
use verdict::{CONCERNS, ISSUES};

/// The three kinds of answer.
pub static FORMAT: Format = Format {
    #[cfg(not(target_family = "wasm"))]
    shown_by: &[
        &[ANSWERED, ("deliverables", Should::BeThere)],
        &[ANSWERED, ("questions", Should::BeThere)],
        &[ANSWERED, ("partial_work", Should::BeThere)],
        &[ANSWERED, ("verdict", Should::BeThere)],
        &[ANSWERED, ("blocking_issues", Should::BeThere)],
        &[ANSWERED, ("error/type", Should::BeThere)],
    ],
    signs: SIGNS,
    markdown: Some((Info, "Plain Markdown is allowed here but cannot be checked; only JSON can")),
    text_around: Some((Info, "Only the JSON inside this text is checked; the orchestrator extracts it the same way")),
    reader: "the program that ran the agent",
    ..format("factory", "1.0", RECORD)
};

const RECORD: Record = record("Factory response", FIELDS).conditions(CONDITIONS).others(Unknown::Reported(Hint, None));

/// One of the three statuses, or a word meant for one, and a member that goes with it; or no status, and two members
/// that only this format has, or an error and what was attempted. A file with any other status belongs to another
/// program.
static SIGNS: &[Sign] = &[
    members(&[STATUS, PARTS]),
    sign("`status` and an `error` with its type", &[]).with(&[STATUS, ERRORS]),
    members(&[STATUS, WORDS]).when(&[("status", Is::Like(&["success"]))]).or(&AGENT_RESPONSE),
    members(&[STATUS, WORDS]),
    members(&[ERRORS, OTHERS]).when(MEANT),
    members(&[OWN_PARTS, OTHERS]).when(MEANT),
    // Other programs have a confidence, and a quiz has questions and a verdict.
    members(&[ERRORS, &[DELIVERY, QUESTIONS_ASKED, WORK, VERDICT, ISSUE, NO_ISSUE, NEXT, ATTEMPT]]).when(NO_STATUS),
    members(&[&[DELIVERY], &[QUESTIONS_ASKED, WORK, VERDICT, ISSUE, NO_ISSUE, NEXT]]).when(NO_STATUS),
    members(&[&[QUESTIONS_ASKED], &[WORK, ISSUE, NO_ISSUE, NEXT]]).when(NO_STATUS),
    members(&[&[WORK, VERDICT, ISSUE, NO_ISSUE], &[VERDICT, ISSUE, NO_ISSUE, NEXT]]).when(NO_STATUS),
];

const STATUS: &[Mark] = &[("status", Is::Own)];
const MEANT: &[Mark] = &[("status", Is::Meant)];
const NO_STATUS: &[Mark] = &[("status", Is::Unfilled)];
const ERRORS: &[Mark] = &[("error/recoverable", Is::There), ("error/type", Is::Like(KINDS))];
const PARTS: &[Mark] =
    &[there("deliverables"), there("questions"), there("partial_work"), there("verdict"), there("blocking_issues")];
const WORDS: &[Mark] = &[there("summary"), there("next_action"), there("confidence"), there("recommendation")];
#[rustfmt::skip] // Parts, then words.
const OTHERS: &[Mark] = &[
    there("deliverables"), there("questions"), there("partial_work"), there("verdict"), there("blocking_issues"),
    there("summary"), there("next_action"), there("confidence"), there("recommendation"), there("attempted"),
];
const OWN_PARTS: &[Mark] = &[DELIVERY, QUESTIONS_ASKED, WORK, ("verdict", Is::Meant), ISSUE, NO_ISSUE];
const DELIVERY: Mark = ("deliverables", Is::Own);
const QUESTIONS_ASKED: Mark = ("questions", Is::Own);
const WORK: Mark = ("partial_work", Is::Own);
const VERDICT: Mark = ("verdict", Is::Own);
const ISSUE: Mark = ("blocking_issues", Is::Own);
const NO_ISSUE: Mark = ("blocking_issues", Is::Empty);
const NEXT: Mark = ("next_action", Is::Like(&["ready_for_*", "proceed_to_*", "return_to_*"]));
const ATTEMPT: Mark = ("attempted", Is::Filled);

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("status", text(Form::Word(&STATUSES), None), "How the run ended.")
        .required(Error).absent(STATUS_BY_CONTENT),
    field("confidence", text(Form::Word(&LEVELS), None), "How confident the agent is; `low` asks a person to review the work.")
        .mistyped(Warning),
    field("confidence_notes", Shape::Nullable(&FREE), "Why the agent is not more confident; may be null.")
        .required(Info).when(UNSURE),
    field("deliverables", Shape::List(&DELIVERABLES), "The files that were made or changed.")
        .required(Error).when(DELIVERS),
    field("summary", text(Form::Free, Some(Warning)), "What was done, in a sentence.")
        .required(Warning).when(SUCCEEDED).mistyped(Warning),
    field("metrics", Shape::Record(&METRICS), "Numbers about the work, under any names."),
    field("next_action", text(Form::Free, None), "A hint about the next step, such as `ready_for_review`.")
        .required(Info).when(SUCCEEDED).mistyped(Warning),
    field("verdict", text(Form::Word(&VERDICTS), None), "What a critic thinks of the work; the status says only that the review ran.")
        .required(Warning).when(JUDGED).absent(BLOCKING_BY_ISSUES),
    field("requirements_checked", count(Error), "How many requirements the critic looked at."),
    field("blocking_issues", Shape::List(&ISSUES), "What must change before the work can continue.")
        .required(Error).when(BLOCKED),
    field("concerns", Shape::List(&CONCERNS), "What could be improved without blocking the work."),
    field("questions", Shape::List(&QUESTIONS), "What the agent needs to know before it can continue.")
        .required(Error).when(ASKS).not_otherwise(Warning),
    field("partial_work", Shape::Record(&PARTIAL_WORK), "What is already done, and what waits for the answers.")
        .mistyped(Warning),
    field("recommendation", text(Form::Free, None), "What the agent recommends.")
        .required(Info).when(STOPPED).mistyped(Warning),
    field("error", Shape::Record(&ERROR), "What went wrong.")
        .required(Error).when(FAILED).not_otherwise(Warning),
    field("attempted", text(Form::Free, None), "What was tried.")
        .required(Info).when(FAILED).mistyped(Warning),
];

#[cfg(not(target_family = "wasm"))]
const ANSWERED: Test = ("status", Should::BeThere);
const SUCCEEDED: &[Test] = &[("status", Should::Be(&["success"]))];
const ASKS: &[Test] = &[("status", Should::Be(&["questions"]))];
const FAILED: &[Test] = &[("status", Should::Be(&["failure"]))];
const STOPPED: &[Test] = &[("status", Should::Be(&["questions", "failure"]))];
const UNSURE: &[Test] = &[("confidence", Should::Be(&["medium", "low"]))];
/// A critic delivers its verdict.
const DELIVERS: &[Test] =
    &[("status", Should::Be(&["success"])), ("verdict", Should::BeAbsent), ("blocking_issues", Should::BeAbsent)];
const UNJUDGED: &[Test] = &[("status", Should::Be(&["success"])), ("verdict", Should::BeAbsent)];
const UNDELIVERED: &[Test] =
    &[("status", Should::Be(&["success"])), ("verdict", Should::BeAbsent), ("deliverables", Should::BeAbsent)];
const JUDGED: &[Test] = &[("blocking_issues", Should::BeThere)];
const PASSED: &[Test] = &[("verdict", Should::Be(&["PASS"]))];
const BLOCKED: &[Test] = &[("verdict", Should::Be(&["BLOCKING"]))];
const WITH_ISSUES: &[Test] = &[("blocking_issues", ANY)];
const BLOCKED_BY_ISSUES: &[Test] = &[("verdict", Should::Be(&["BLOCKING"])), ("blocking_issues", ANY)];
const SUMMED_UP: &[Test] = &[("summary", Should::NotBeBlank)];
const COUNTED: &[Test] = &[("metrics/files_created", at_least(0))];
const COUNTED_ALONE: &[Test] = &[("metrics/files_created", at_least(0)), ("metrics/files_modified", Should::BeAbsent)];

/// At least one item.
const ANY: Should = Should::Compare(Measure::Items, Relation::AtLeast, 1, &[]);

const STATUS_BY_CONTENT: Absent =
    Absent::JsonBeside(&[("deliverables", "\"success\""), ("questions", "\"questions\""), ("error", "\"failure\"")]);
const BLOCKING_BY_ISSUES: Absent = Absent::JsonBeside(&[("blocking_issues", "\"BLOCKING\"")]);

static FREE: Shape = text(Form::Free, None);

static STATUSES: Words = Words {
    meant: &[
        ("blocked", "questions"),
        ("paused", "questions"),
        ("question", "questions"),
        ("failed", "failure"),
        ("error", "failure"),
        ("timeout", "failure"),
        ("timed_out", "failure"),
        ("cancelled", "failure"),
        ("canceled", "failure"),
        ("done", "success"),
        ("complete", "success"),
        ("completed", "success"),
        ("ok", "success"),
    ],
    never_beside: &[("success", &["error"])],
    ..words(&["success", "questions", "failure"], Error)
};

static LEVELS: Words =
    Words { shares: &[(80, "high"), (50, "medium"), (0, "low")], ..words(&["high", "medium", "low"], Warning) };

static VERDICTS: Words = Words {
    meant: &[
        ("BLOCKING_ISSUES", "BLOCKING"),
        ("BLOCK", "BLOCKING"),
        ("BLOCKED", "BLOCKING"),
        ("PASSED", "PASS"),
        ("APPROVED", "PASS"),
    ],
    sure_when: &[("BLOCKING", &[]), ("PASS", &[])],
    never_beside: &[("PASS", &["blocking_issues"])],
    ..words(&["PASS", "BLOCKING"], Error)
};

/// A text that must not be blank.
const FILLED: Text = Text { form: Form::Free, blank: Some(Error), placeholder: Warning, max_bytes: None };

#[rustfmt::skip] // One row per condition.
static CONDITIONS: &[Condition] = &[
    check("deliverables", ANY).when(UNJUDGED)
        .or(Error, &rules::EMPTY_VALUE, "`deliverables` is empty"),
    check("blocking_issues", ANY).when(UNDELIVERED)
        .or(Error, &rules::EMPTY_VALUE, "`blocking_issues` is empty, so a success without `verdict` requires `deliverables`"),
    check("questions", ANY).when(ASKS)
        .or(Error, &rules::EMPTY_VALUE, "`questions` is empty"),
    check("deliverables", Should::BeAbsent).when(FAILED)
        .or(Warning, &rules::UNEXPECTED_FIELD, "`deliverables` is allowed only when `status` is `success` or `questions`"),
    check("verdict", Should::BeAbsent).when(STOPPED)
        .or(Warning, &rules::UNEXPECTED_FIELD, "`verdict` is allowed only when `status` is `success`, which means that the review was completed"),
    check("confidence", Should::NotBe(&["low"]))
        .or(Info, &rules::LOW_CONFIDENCE, "The agent reports low confidence; a person should review the work"),
    check("summary", Should::Compare(Measure::Chars, Relation::AtLeast, 10, &[])).when(SUMMED_UP)
        .or(Warning, &rules::VAGUE_TEXT, "`summary` is too vague; say what was done"),
    check("summary", Should::Compare(Measure::Before(&["blocking", "issue"]), Relation::Near(0), 0, &[term("blocking_issues", Measure::Items, 1)])).when(BLOCKED_BY_ISSUES)
        .or(Info, &rules::COUNT_MISMATCH, "`summary` says {found}, but `blocking_issues` lists {other}"),
    check("next_action", Should::Be(&["ready_for_review", "proceed_to_*", "return_to_*"]))
        .or(Hint, &rules::UNKNOWN_VALUE, "`next_action` is `{found}`; common values are `ready_for_review`, `proceed_to_…` and `return_to_…`"),
    check("next_action", Should::NotBe(&["proceed_to_* *", "proceed_to_*-*", "proceed_to_*^*", "return_to_* *", "return_to_*-*", "return_to_*^*"]))
        .or(Hint, &rules::UNUSUAL_FORM, "`next_action` is `{found}`; expected lowercase words joined by `_`"),
    check("next_action", Should::NotBe(&["proceed_to_*"])).when(BLOCKED)
        .or(Warning, &rules::VALUE_MISMATCH, "`next_action` is `{found}`, but the verdict is `BLOCKING`"),
    check("next_action", Should::NotBe(&["return_to_*"])).when(PASSED)
        .or(Warning, &rules::VALUE_MISMATCH, "`next_action` is `{found}`, but the verdict is `PASS`"),
    check("verdict", Should::NotBe(&["PASS"])).when(WITH_ISSUES)
        .or(Error, &rules::VALUE_MISMATCH, "`verdict` is `PASS`, but `blocking_issues` is not empty; other issues belong in `concerns`"),
    check("blocking_issues", ANY).when(BLOCKED)
        .or(Error, &rules::EMPTY_VALUE, "`blocking_issues` is empty, but the verdict is `BLOCKING`"),
    check("metrics/files_created", Should::Compare(Measure::Number, Relation::AtLeast, 0, &[term("deliverables", Measure::Items, 1), term("metrics/files_modified", Measure::Number, -1)])).when(COUNTED)
        .or(Info, &rules::COUNT_MISMATCH, "`files_created` is {found}, but `deliverables` lists {other} besides the modified files"),
    check("metrics/files_created", Should::Compare(Measure::Number, Relation::AtLeast, 0, &[term("deliverables", Measure::Items, 1)])).when(COUNTED_ALONE)
        .or(Info, &rules::COUNT_MISMATCH, "`files_created` is {found}, but `deliverables` lists {other}"),
];
