//! What a server returns: a list of tools, or the result of a call.

use super::{CONVERSATION, ID, VERSION};
use crate::severity::Severity::{Error, Warning};
use crate::spec::{
    Absent, CallRole, Choice, DeclaredTool, Field, Form, Format, Is, List, Record, SAID, Shape, Should, Unknown, Words,
    alias, field, format, list, record, sign, text, words,
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

static BLOCKS: List = list(field("", Shape::Choice(&BLOCK), "A block."));

/// What a block is decides what is in it.
static BLOCK: Choice = Choice {
    by: &["./type"],
    cases: &[
        (&["text"], &SAID_BLOCK),
        (&["image", "audio"], &MEDIA),
        (&["resource"], &RESOURCE),
        (&["resource_link"], &LINK),
    ],
    other: &OTHER,
    shown: &[],
};

static OTHER: Record = record("block", &[TYPE]).others(Unknown::Allowed);
const TYPE: Field = field("type", text(Form::Word(&TYPES), Some(Error)), "What it is.").required(Error);

/// The last two are what models say to servers. Newer versions may have more.
static TYPES: Words = Words {
    meant: &[
        ("input_text", "text"),
        ("output_text", "text"),
        ("image_url", "image"),
        ("input_image", "image"),
        ("input_audio", "audio"),
        ("embedded_resource", "resource"),
    ],
    ..words(&["text", "image", "audio", "resource", "resource_link", "tool_use", "tool_result"], Warning)
};

static SAID_BLOCK: Record = record("text block", SAID_FIELDS).others(Unknown::Allowed);
static SAID_FIELDS: &[Field] = &[TYPE, field("text", SAID, "What is said.").required(Error)];

static MEDIA: Record = record("block with data", MEDIA_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static MEDIA_FIELDS: &[Field] = &[
    TYPE,
    field("data", SAID, "The image or the sound, in Base64.").required(Error),
    field("mimeType", SAID, "Its media type, such as `image/png`.").required(Error).aliases(&[alias("mime_type"), alias("media_type"), alias("mediaType")]),
];

static RESOURCE: Record = record("block with a resource", RESOURCE_FIELDS).others(Unknown::Allowed);
static RESOURCE_FIELDS: &[Field] = &[TYPE, field("resource", Shape::Object, "The resource.").required(Error)];

static LINK: Record = record("block with a link", LINK_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static LINK_FIELDS: &[Field] = &[
    TYPE,
    field("uri", SAID, "Where the resource is.").required(Error).aliases(&[alias("url")]),
    field("name", SAID, "What it is called.").required(Error),
];
