//! The Responses API with tools: requests, responses and events. The arguments of a call are JSON in a string, but for
//! a search among tools.

mod batch;
mod item;

use crate::rules;
use crate::severity::Severity::{Error, Warning};
use crate::spec::{
    AnswerSchema, CallFile, CallRole, CallStream, Choice, ChoiceForms, Condition, Conversation, DeclaredTool, Field,
    Form, Format, Is, List, Mark, Order, Record, SAID, SCHEMAS, SchemaRules, Shape, Should, Sign, StreamEnd,
    TurnRecords, Unknown, Words, alias, check, field, format, list, members, record, sign, text, there, words,
};

/// What a program asks, and the conversation so far.
pub(super) static FORMAT: Format = Format {
    signs: REQUEST,
    reader: "the program that asks the model",
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, RECORD)
};

const RECORD: Record = record("Responses request", FIELDS).conditions(CONDITIONS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per condition.
static CONDITIONS: &[Condition] = &[
    check("tool_choice", Should::Be(&["none", "auto", "required", "any"]))
        .or(Error, &rules::UNKNOWN_VALUE, "`tool_choice` is `{found}`; expected `none`, `auto`, `required` or an object that names a tool"),
];

/// The other kinds of its files, the more telling ones first.
pub(super) static KINDS: &[&Format] =
    &[&batch::INPUT, &batch::OUTPUT, &batch::LOG, &RESPONSE, &ITEM_EVENT, &EVENT, &ROLLOUT, &batch::ITEMS];

const ID: &str = "responses-api";
const VERSION: &str = "2026-08";

static REQUEST: &[Sign] = &[
    sign(
        "an item of the type `function_call`",
        &[("input/[]/type", Is::Like(&["function_call", "function_call_output"]))],
    ),
    sign(
        "an `input`, and `tools` with their `type` and `name`",
        &[
            ("model", Is::There),
            ("input", Is::There),
            ("tools/[]/type", Is::Like(&["function"])),
            ("tools/[]/name", Is::There),
        ],
    ),
    members(&[&[("input", Is::Array)], WEAK]),
];

/// Members that few other formats have next to an `input`.
const WEAK: &[Mark] = &[
    ("tools/[]/parameters", Is::There),
    there("previous_response_id"),
    there("instructions"),
    there("parallel_tool_calls"),
];

static CONVERSATION: Conversation = RULES;

const RULES: Conversation = Conversation {
    turns: "input",
    order: Order::After,
    results_by: "",
    calls_by: "",
    ends_with_calls: None,
    answers: "",
    earlier: &["previous_response_id", "conversation"],
    reference: "item_reference",
    names: super::chat_completion::NAMES,
    longest_id: Some((64, Error)),
    longest_arguments: Some(1 << 20),
    schemas: SchemaRules {
        needs_items: true,
        strict_refused: super::chat_completion::STRICT_REFUSED,
        strict_requires_all: true,
        ..SCHEMAS
    },
    renewing: &[],
    choice: Some(&CHOICE_FORMS),
    learns: false,
};

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("model",                text(Form::Free, Some(Error)), "The model that answers."),
    field("input",                INPUT,                         "The conversation so far, or a text.").required(Error),
    field("tools",                Shape::List(&TOOLS),           "The tools that the model may call."),
    field("tool_choice",          CHOICE,                        "Whether a tool must be called: `none`, `auto`, `required`, or an object that names one."),
    field("parallel_tool_calls",  Shape::Flag,                   "Whether a turn may have several calls."),
    field("previous_response_id", Shape::Nullable(&SAID_SHAPE), "The response before; its items are not repeated."),
    field("conversation",         Shape::Any,                    "The conversation that holds the earlier items."),
    field("prompt",               Shape::Any,                    "A stored prompt, which may name the model."),
    field("text",                 TEXT,                          "How the answer is written, such as JSON with a schema."),
];

const TEXT: Shape = Shape::Either(&[Shape::Record(&WRITTEN), Shape::Any]);
static WRITTEN: Record = record("form of the answer", WRITTEN_FIELDS).others(Unknown::Allowed);
static WRITTEN_FIELDS: &[Field] = &[field("format", ANSWER_FORMAT, "What the answer must be.")];
const ANSWER_FORMAT: Shape = Shape::Either(&[Shape::Record(&ANSWER), Shape::Any]);
static ANSWER: Record = record("format of the answer", ANSWER_FIELDS).others(Unknown::Allowed).role(&ANSWERS);
static ANSWERS: CallRole = CallRole::Answers(AnswerSchema { schema: "schema", strict: "strict" });

#[rustfmt::skip] // One row per field.
static ANSWER_FIELDS: &[Field] = &[
    field("schema", Shape::Any, "The JSON Schema."),
    field("strict", Shape::Any, "Whether the answer must match the schema, which must then be in the strict subset."),
];

static SAID_SHAPE: Shape = SAID;
const INPUT: Shape = Shape::Either(&[SAID, Shape::List(&item::LIST)]);

static CHOICE_FORMS: ChoiceForms = ChoiceForms {
    field: "tool_choice",
    named: r#"{"type": "function", "name": $}"#,
    words: &[(&["auto"], "\"auto\""), (&["none"], "\"none\""), (&["required", "any"], "\"required\"")],
};

const CHOICE: Shape = Shape::Either(&[text(Form::Free, None), Shape::Choice(&CHOICE_BY_TYPE)]);
static CHOICE_BY_TYPE: Choice = Choice {
    by: &["./type"],
    cases: &[(&["function", "custom"], &CHOSEN), (&["allowed_tools"], &ALLOWED)],
    other: &OTHER_CHOICE,
    shown: &[],
};
static OTHER_CHOICE: Record = record("tool choice", OTHER_FIELDS).others(Unknown::Allowed);
static CHOSEN: Record = record("named tool choice", CHOSEN_FIELDS).others(Unknown::Allowed).role(&CHOSEN_ROLE);
static CHOSEN_ROLE: CallRole = CallRole::Chosen("name");
static CHOSEN_FIELDS: &[Field] =
    &[TYPE, field("name", text(Form::Free, Some(Error)), "The name of the tool.").required(Error)];
static ALLOWED: Record = record("choice among tools", ALLOWED_FIELDS).others(Unknown::Allowed);
static ALLOWED_FIELDS: &[Field] = &[TYPE, field("tools", Shape::List(&CHOICES), "The tools that may be called.")];
static CHOICES: List = list(field("", Shape::Choice(&ALLOWED_BY_TYPE), "A tool."));
static ALLOWED_BY_TYPE: Choice =
    Choice { by: &["./type"], cases: &[(&["function", "custom"], &CHOSEN)], other: &OTHER_ALLOWED, shown: &[] };
static OTHER_ALLOWED: Record = record("allowed tool", OTHER_FIELDS).others(Unknown::Allowed);

pub(super) static TOOLS: List = list(field("", Shape::Choice(&BY_TYPE), "A tool."));

/// Only functions have a schema in the file.
static BY_TYPE: Choice = Choice {
    by: &["./type"],
    cases: &[(&["function"], &TOOL), (&["custom"], &CUSTOM), (&["namespace"], &GROUP)],
    other: &OTHER,
    shown: &[],
};

static GROUP: Record = record("group of tools", GROUP_FIELDS).others(Unknown::Allowed);
static GROUP_FIELDS: &[Field] = &[TYPE, field("tools", Shape::List(&FUNCTIONS), "The functions in it.")];
static FUNCTIONS: List = list(field("", Shape::Record(&TOOL), "A function."));

static OTHER: Record = record("tool", OTHER_FIELDS).others(Unknown::Allowed);
static OTHER_FIELDS: &[Field] = &[TYPE];
const TYPE: Field = field("type", text(Form::Free, Some(Error)), "What it is.").required(Error);

static TOOL: Record = record("tool", TOOL_FIELDS).others(Unknown::Allowed).role(&DECLARED);
static DECLARED: CallRole = CallRole::Tool(DeclaredTool {
    name: "name",
    description: "description",
    schema: "parameters",
    output: "output_schema",
    strict: "strict",
    examples: "",
});

#[rustfmt::skip] // One row per field.
static TOOL_FIELDS: &[Field] = &[
    TYPE,
    field("name",          text(Form::Free, Some(Error)), "The name by which the model calls it.").required(Error),
    field("description",   Shape::Nullable(&SAID_SHAPE),  "What it is for."),
    field("parameters",    Shape::Nullable(&SCHEMA),      "The JSON Schema of its arguments; without it, there are none.").aliases(&[alias("input_schema"), alias("inputSchema")]),
    field("strict",        Shape::Nullable(&FLAG),        "Whether the arguments must match the schema, which must then be in the strict subset."),
    field("output_schema", Shape::Nullable(&SCHEMA),      "The JSON Schema of the JSON in its outputs.").aliases(&[alias("outputSchema")]),
];

static SCHEMA: Shape = Shape::Object;
static FLAG: Shape = Shape::Flag;

static CUSTOM: Record = record("custom tool", TOOL_FIELDS).others(Unknown::Allowed).role(&CUSTOM_DECLARED);
static CUSTOM_DECLARED: CallRole = CallRole::Tool(DeclaredTool {
    name: "name",
    description: "description",
    schema: "",
    output: "",
    strict: "",
    examples: "",
});

/// A response.
static RESPONSE: Format = Format {
    signs: &[
        sign("the `object` of a response", &[("object", Is::Like(&["response"])), ("output", Is::Array)]),
        sign(
            "an `output` with a call",
            &[("output/[]/type", Is::Like(&["function_call", "function_call_output", "tool_search_call"]))],
        ),
    ],
    reader: "the program that asked the model",
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, RESPONSE_RECORD)
};

const RESPONSE_RECORD: Record = record("Responses response", RESPONSE_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static RESPONSE_FIELDS: &[Field] = &[
    field("id",     SAID,                       "The id of the response.").required(Warning),
    field("object", text(Form::Word(&OBJECT), None),  "What it is.").required(Warning),
    field("status", text(Form::Word(&STATUS), None),  "Whether it is complete.").required(Warning),
    field("output", Shape::List(&item::LIST),         "What the model says and calls.").required(Error),
    field("tools",  Shape::List(&TOOLS),              "The tools that the model could call."),
    field("parallel_tool_calls", Shape::Flag,         "Whether a turn could have several calls."),
];

static OBJECT: Words = words(&["response"], Error);
static STATUS: Words = Words {
    is_open: true,
    ..words(&["completed", "failed", "in_progress", "cancelled", "queued", "incomplete"], Warning)
};

/// A line of a session, whose shape is no stable interface: only the items in it are judged.
static ROLLOUT: Format = Format {
    signs: &[sign(
        "the `type`, the `timestamp` and the `payload` of a line of a session",
        &[
            ("timestamp", Is::There),
            ("payload", Is::There),
            ("type", Is::Like(&["response_item", "session_meta", "turn_context", "event_msg", "compacted"])),
        ],
    )],
    reader: "the assistant that continues the session",
    turns: Some(&TurnRecords { keys: &[], turn: "", other_call: "payload/call_id" }),
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, record("line of a session", ROLLOUT_FIELDS).others(Unknown::Allowed))
};

static ROLLOUT_FIELDS: &[Field] = &[field("payload", Shape::Choice(&item::BY_TYPE), "What happened.")];

/// The event that repeats a complete item.
static ITEM_EVENT: Format = Format {
    signs: &[sign("the `type` of an event", &[("type", Is::Like(&["response.output_item.done"]))])],
    reader: "the program that joins the stream",
    stream: Some(&STREAM),
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, record("event of an item", ITEM_EVENT_FIELDS).others(Unknown::Allowed))
};

static ITEM_EVENT_FIELDS: &[Field] = &[TYPE, field("item", Shape::Choice(&item::BY_TYPE), "The item.")];

/// An event of a stream.
static EVENT: Format = Format {
    signs: &[sign("the `type` of an event", &[("type", Is::Like(&["response.*"]))])],
    reader: "the program that joins the stream",
    stream: Some(&STREAM),
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, record("event of a Responses stream", EVENT_FIELDS).others(Unknown::Allowed))
};

static STREAM: CallStream = CallStream {
    begins: Some("response.created"),
    lists: &[],
    keys: &[&["item_id", "item/id"]],
    kind: Some("response.function_call_arguments.delta"),
    id: "item/call_id",
    name: "item/name",
    fragment: "delta",
    end: StreamEnd {
        level: 0,
        path: "type",
        is: Some("response.function_call_arguments.done"),
        whole: Some("arguments"),
    },
    repeats: Some("response.output_item.done"),
};

static EVENT_FIELDS: &[Field] = &[TYPE, field("response", Shape::Record(&SO_FAR), "The response so far.")];
static SO_FAR: Record = record("response so far", SO_FAR_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static SO_FAR_FIELDS: &[Field] = &[
    field("output", Shape::List(&item::LIST), "What the model says and calls."),
    field("tools",  Shape::List(&TOOLS),      "The tools that the model may call."),
];

/// A call alone.
pub(super) const LONE_CALL: CallFile = CallFile {
    format: FORMAT.id,
    is_of_lines: false,
    parts: [r#"{"model": "", "tools": "#, r#", "input": ["#, "]}"],
    at: "/input/0",
    name: &["name"],
    arguments: &["arguments"],
    input: &["input"],
};
