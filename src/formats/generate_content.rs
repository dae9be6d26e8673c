//! Contents with function calls, as Gemini reads and writes them. The arguments of a call are an object, and schemas may
//! write their types in capitals.

mod log;

use crate::rules;
use crate::severity::Severity::Error;
use crate::spec::{
    Call, CallFile, CallResult, CallRole, Condition, Conversation, DeclaredTool, Field, Form, Format, Is, List, Order,
    Record, SCHEMAS, SchemaRules, Shape, Should, ToolNames, Unknown, Words, alias, check, field, format, list, record,
    sign, text, words,
};

/// What a program asks, and the conversation so far.
pub(super) static FORMAT: Format = Format {
    signs: &[
        sign("a `functionCall`", &[("contents/[]/parts/[]/functionCall", Is::There)]),
        sign("a `functionResponse`", &[("contents/[]/parts/[]/functionResponse", Is::There)]),
        sign("`functionDeclarations`", &[("tools/[]/functionDeclarations", Is::There)]),
        sign("a `function_call`", &[("contents/[]/parts/[]/function_call", Is::There)]),
        sign("a `function_response`", &[("contents/[]/parts/[]/function_response", Is::There)]),
        sign("`function_declarations`", &[("tools/[]/function_declarations", Is::There), ("contents", Is::There)]),
        sign(
            "`contents` with `parts`, and a `generationConfig`",
            &[("contents/[]/parts", Is::Array), ("generationConfig", Is::There)],
        ),
    ],
    reader: "the program that asks the model",
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, RECORD)
};

const RECORD: Record = record("request for content", FIELDS).others(Unknown::Allowed);

/// The other kinds of its files.
pub(super) static KINDS: &[&Format] = &[&log::FORMAT, &RESPONSE, &log::CONTENTS];

const ID: &str = "generate-content";
const VERSION: &str = "2026-08";

static CONVERSATION: Conversation = RULES;

const RULES: Conversation = Conversation {
    turns: "contents",
    order: Order::Together,
    results_by: "",
    calls_by: "",
    ends_with_calls: None,
    answers: "candidates",
    earlier: &[],
    reference: "",
    names: ToolNames {
        marks: "_.:-",
        in_words: "letters, digits, `_`, `.`, `:` and `-`",
        longest: 64,
        accepted: 64,
        severity: Error,
        begins_with_letter: true,
        elsewhere: None,
    },
    longest_id: None,
    longest_arguments: None,
    schemas: SchemaRules { has_capitals: true, ..SCHEMAS },
    renewing: &[],
    choice: None,
    learns: false,
};

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("contents", Shape::Either(&[Shape::List(&CONTENTS), Shape::Object, text(Form::Free, None)]), "The conversation so far.").required(Error),
    field("tools",    Shape::Nullable(&TOOLS_SHAPE), "The tools that the model may call."),
    field("toolConfig",  Shape::Nullable(&CONFIG_SHAPE), "Whether tools must be called, and which."),
    field("tool_config", Shape::Nullable(&CONFIG_SHAPE), "The same, as SDKs write it."),
];

static CONFIG: Record = record("tool configuration", CONFIG_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static CONFIG_FIELDS: &[Field] = &[
    field("functionCallingConfig",   Shape::Record(&CALLING), "Whether functions must be called, and which."),
    field("function_calling_config", Shape::Record(&CALLING_TOO), "The same, as SDKs write it."),
];

static CALLING: Record =
    record("configuration of calls", CALLING_FIELDS).conditions(MODES).others(Unknown::Allowed).role(&CHOSEN);
static CHOSEN: CallRole = CallRole::Chosen("allowedFunctionNames");
static CALLING_FIELDS: &[Field] =
    &[MODE, field("allowedFunctionNames", Shape::Names, "The functions that may be called.")];
const MODE: Field =
    field("mode", text(Form::Free, None), "`AUTO`, `ANY` if one must be called, `NONE` or `VALIDATED`.");

/// What other APIs call `required`.
#[rustfmt::skip] // One row per condition.
static MODES: &[Condition] = &[
    check("mode", Should::NotBe(&["REQUIRED", "required"])).suggest("\"ANY\"")
        .or(Error, &rules::UNKNOWN_VALUE, "`mode` is `{found}`; expected `AUTO`, `ANY`, `NONE` or `VALIDATED`"),
];
static CALLING_TOO: Record = record("configuration of calls in snake case", CALLING_TOO_FIELDS)
    .conditions(MODES)
    .others(Unknown::Allowed)
    .role(&CHOSEN_TOO);
static CHOSEN_TOO: CallRole = CallRole::Chosen("allowed_function_names");
static CALLING_TOO_FIELDS: &[Field] =
    &[MODE, field("allowed_function_names", Shape::Names, "The functions that may be called.")];

static CONTENTS: List = list(field("", Shape::Record(&CONTENT), "A content."));
static CONTENT: Record = record("content", CONTENT_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static CONTENT_FIELDS: &[Field] = &[
    field("role",  Shape::Nullable(&ROLE),        "Who speaks: `user` or `model`."),
    field("parts", Shape::Nullable(&PARTS_SHAPE), "What is said, called or returned.").aliases(&[alias("content")]),
];

static ROLE: Shape = text(Form::Word(&ROLES), None);
static ROLES: Words = Words {
    meant: &[("assistant", "model"), ("ai", "model"), ("bot", "model"), ("human", "user"), ("tool", "user")],
    ..words(&["user", "model", "function", "system"], Error)
};

/// A single part needs no list.
static PARTS_SHAPE: Shape = Shape::Either(&[Shape::List(&PARTS), Shape::Record(&PART)]);
static PARTS: List = list(field("", Shape::Record(&PART), "A part."));
static PART: Record = record("part", PART_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static PART_FIELDS: &[Field] = &[
    field("functionCall",     Shape::Nullable(&CALL_SHAPE),   "A call."),
    field("functionResponse", Shape::Nullable(&RESULT_SHAPE), "What a call returned."),
    field("function_call",     Shape::Nullable(&CALL_SHAPE),   "A call, as SDKs write it."),
    field("function_response", Shape::Nullable(&RESULT_SHAPE), "What a call returned, as SDKs write it."),
];

/// The API accepts null for what is absent, as some SDKs write it.
static CALL_SHAPE: Shape = Shape::Record(&CALL);
static RESULT_SHAPE: Shape = Shape::Record(&RESULT);
static ANY_TEXT: Shape = text(Form::Free, None);
static OBJECT: Shape = Shape::Object;

static CALL: Record = record("function call", CALL_FIELDS).others(Unknown::Allowed).role(&CALLED);
static CALLED: CallRole = CallRole::Call(Call { id: "id", name: "name", arguments: "args" });

#[rustfmt::skip] // One row per field.
static CALL_FIELDS: &[Field] = &[
    field("name", text(Form::Free, Some(Error)), "The name of the tool.").required(Error),
    field("args", Shape::Arguments,              "The arguments of the tool; none if absent.").aliases(&[alias("arguments"), alias("input")]),
    field("id",   Shape::Nullable(&ANY_TEXT),    "The id that the response repeats, in newer files."),
];

static RESULT: Record = record("function response", RESULT_FIELDS).others(Unknown::Allowed).role(&ANSWERS);
static ANSWERS: CallRole = CallRole::Answer(CallResult { call: "id", text: "" });

#[rustfmt::skip] // One row per field.
static RESULT_FIELDS: &[Field] = &[
    field("name",     text(Form::Free, Some(Error)), "The name of the tool.").required(Error),
    field("response", Shape::Object,                 "What the tool returned.").required(Error),
    field("id",       Shape::Nullable(&ANY_TEXT),    "The id of the call, in newer files."),
];

static TOOLS_SHAPE: Shape = Shape::List(&TOOLS);
static CONFIG_SHAPE: Shape = Shape::Record(&CONFIG);
static TOOLS: List = list(field("", Shape::Record(&GROUP), "A group of tools."));
static GROUP: Record = record("group of tools", GROUP_FIELDS).others(Unknown::Allowed).role(&BUILT_IN);
static BUILT_IN: CallRole = CallRole::BuiltIn(&["computerUse", "computer_use", "mcpServers", "mcp_servers"]);

#[rustfmt::skip] // One row per field.
static GROUP_FIELDS: &[Field] = &[
    field("functionDeclarations",  Shape::List(&DECLARATIONS), "The functions."),
    field("function_declarations", Shape::List(&DECLARATIONS), "The same, as SDKs write it."),
    field("computerUse",  Shape::Nullable(&OBJECT), "Functions such as `click_at`, which the model knows."),
    field("computer_use", Shape::Nullable(&OBJECT), "The same, as SDKs write it."),
    field("mcpServers",   Shape::Any,               "Servers whose tools the model may call."),
    field("mcp_servers",  Shape::Any,               "The same, as SDKs write it."),
];

static DECLARATIONS: List = list(field("", Shape::Record(&TOOL), "A function."));
static TOOL: Record = record("function", TOOL_FIELDS).conditions(CONDITIONS).others(Unknown::Allowed).role(&DECLARED);

#[rustfmt::skip] // One row per condition.
static CONDITIONS: &[Condition] = &[
    check("parametersJsonSchema", Should::BeAbsent).when(&[("parameters", Should::BeThere)])
        .or(Error, &rules::UNEXPECTED_FIELD, "A function has either `parameters` or `parametersJsonSchema`"),
];
static DECLARED: CallRole = CallRole::Tool(DeclaredTool {
    name: "name",
    description: "description",
    schema: "parameters|parametersJsonSchema|parameters_json_schema",
    output: "",
    strict: "",
    examples: "",
});

#[rustfmt::skip] // One row per field.
static TOOL_FIELDS: &[Field] = &[
    field("name",        text(Form::Free, Some(Error)), "The name by which the model calls it.").required(Error),
    field("description", Shape::Nullable(&ANY_TEXT),        "What it is for."),
    field("parameters",  Shape::Nullable(&OBJECT),      "The schema of its arguments; without it, there are none.").aliases(&[alias("input_schema"), alias("inputSchema")]),
    field("parametersJsonSchema", Shape::Nullable(&OBJECT), "The same as JSON Schema."),
    field("parameters_json_schema", Shape::Nullable(&OBJECT), "The same, as SDKs write it."),
];

/// A response.
static RESPONSE: Format = Format {
    signs: &[
        sign("`candidates` with a `functionCall`", &[("candidates/[]/content/parts/[]/functionCall", Is::There)]),
        sign("`candidates` with a `function_call`", &[("candidates/[]/content/parts/[]/function_call", Is::There)]),
        sign(
            "`candidates` with their `content`",
            &[("candidates/[]/content/parts", Is::Array), ("candidates/[]/finishReason", Is::There)],
        ),
        sign(
            "`candidates` with their `content`",
            &[("candidates/[]/content/parts", Is::Array), ("candidates/[]/finish_reason", Is::There)],
        ),
    ],
    reader: "the program that asked the model",
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, ANSWER)
};

const ANSWER: Record = record("response with content", RESPONSE_FIELDS).others(Unknown::Allowed);

static RESPONSE_FIELDS: &[Field] = &[field("candidates", Shape::List(&CANDIDATES), "The answers.").required(Error)];
static CANDIDATES: List = list(field("", Shape::Record(&CANDIDATE), "An answer."));
static CANDIDATE: Record = record("candidate", CANDIDATE_FIELDS).others(Unknown::Allowed);
static CANDIDATE_FIELDS: &[Field] =
    &[field("content", Shape::Nullable(&CONTENT_SHAPE), "What the model says and calls.")];
static CONTENT_SHAPE: Shape = Shape::Record(&CONTENT);

/// A call alone.
pub(super) const LONE_CALL: CallFile = CallFile {
    format: FORMAT.id,
    is_of_lines: false,
    parts: [
        r#"{"tools": "#,
        r#", "contents": [{"role": "user", "parts": [{"text": "."}]}, {"role": "model", "parts": [{"functionCall": "#,
        "}]}]}",
    ],
    at: "/contents/1/parts/0/functionCall",
    name: &["name"],
    arguments: &["args"],
    input: &[],
};
