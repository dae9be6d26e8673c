//! What a server returns: a list of tools, or the result of a call.

use super::{CONVERSATION, ID, VERSION};
use crate::severity::Severity::Error;
use crate::spec::{
    Absent, CallRole, DeclaredTool, Field, Form, Format, Is, List, Record, Shape, Should, Unknown, alias, field,
    format, list, record, sign, text,
};

/// A list of tools by itself.
pub(super) static LIST: Format = Format {
    signs: &[sign("`tools` with an `inputSchema`", &[("tools/[]/inputSchema", Is::There)])],
    reader: "the client that calls the tools",
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, RESULT_RECORD)
};

/// The result of a call by itself.
pub(super) static RESULT: Format = Format {
    signs: &[
        sign("`content` and `structuredContent`", &[("content", Is::Array), ("structuredContent", Is::There)]),
        sign("`content` and `isError`", &[("content", Is::Array), ("isError", Is::There)]),
    ],
    reader: "the client that called the tool",
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, RESULT_RECORD)
};

const RESULT_RECORD: Record = record("result of MCP", FIELDS).others(Unknown::Allowed);

/// The result in a message.
pub(super) static ANY: Record = RESULT_RECORD;

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("tools",             Shape::List(&TOOLS),   "The tools of the server."),
    field("content",           CONTENT,               "What the tool returned, for people and models; may be empty.").required(Error).when(OF_CALL).absent(Absent::Json("[]")),
    field("contents",          Shape::Any,            "What a resource holds, in the answer to `resources/read`."),
    field("structuredContent", Shape::Any,            "What the tool returned, for programs.").aliases(&[alias("structured_content")]),
    field("isError",           Shape::Flag,           "Whether the tool failed.").aliases(&[alias("is_error")]),
];

/// What a client answers, as to `elicitation/create`, is one object.
const CONTENT: Shape = Shape::Either(&[Shape::List(&BLOCKS), Shape::Object]);

/// Only the result of a call has it.
const OF_CALL: &[crate::spec::Test] = &[("structuredContent", Should::BeThere)];

static TOOLS: List = list(field("", Shape::Record(&TOOL), "A tool."));
static TOOL: Record = record("tool", TOOL_FIELDS).others(Unknown::Allowed).role(&DECLARED);
static DECLARED: CallRole = CallRole::Tool(DeclaredTool {
    name: "name",
    description: "description",
    schema: "inputSchema",
    output: "outputSchema",
    strict: "",
    examples: "",
});

#[rustfmt::skip] // One row per field.
static TOOL_FIELDS: &[Field] = &[
    field("name",         text(Form::Free, Some(Error)), "The name by which clients call it.").required(Error),
    field("description",  text(Form::Free, None),        "What it is for."),
    field("inputSchema",  Shape::Object,                 "The JSON Schema of its arguments.").required(Error).aliases(&[alias("input_schema"), alias("parameters")]),
    field("outputSchema", Shape::Object,                 "The JSON Schema of its `structuredContent`.").aliases(&[alias("output_schema")]),
];

static BLOCKS: List = list(field("", Shape::Record(&BLOCK), "A block."));
static BLOCK: Record = record("block", BLOCK_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static BLOCK_FIELDS: &[Field] = &[
    field("type", text(Form::Free, Some(Error)), "What it is.").required(Error),
    field("text", text(Form::Free, None),        "What is said."),
];
