//! Messages of the Model Context Protocol about tools: lists, calls and results, each in a message of JSON-RPC.

mod result;

use crate::rules;
use crate::severity::Severity::{Error, Warning};
use crate::spec::{
    Absent, Call, CallFile, CallRole, Choice, Condition, Conversation, Field, Form, Format, Is, Order, Record, SCHEMAS,
    Shape, Should, ToolNames, Unknown, Words, alias, check, field, format, record, sign, text, words,
};

/// A message, whatever it is.
pub(super) static FORMAT: Format = Format {
    signs: &[
        sign("the `jsonrpc` and `method` of a message", &[RPC_SIGN, ("method", Is::Like(METHODS))]),
        sign("the `protocolVersion` of a message", &[RPC_SIGN, ("params/protocolVersion", Is::There)]),
        sign("the `protocolVersion` of a message", &[RPC_SIGN, ("result/protocolVersion", Is::There)]),
        sign("the `tools` of a message", &[RPC_SIGN, ("result/tools", Is::Array)]),
        sign("the `content` of a message", &[RPC_SIGN, ("result/content", Is::Array)]),
        sign("the `structuredContent` of a message", &[RPC_SIGN, ("result/structuredContent", Is::There)]),
        sign("the `isError` of a message", &[RPC_SIGN, ("result/isError", Is::There)]),
        sign("the `resultType` of a message", &[RPC_SIGN, ("result/resultType", Is::There)]),
        sign("the `contents` of a message", &[RPC_SIGN, ("result/contents", Is::Array)]),
        sign("the `method` of a call", &[("method", Is::Like(CALLS))]),
        sign(
            "the `name` and `arguments` of a call",
            &[RPC_SIGN, ("method", Is::Like(OTHER_CALL)), ("params/name", Is::There), ("params/arguments", Is::There)],
        ),
    ],
    reader: "the other side, a server or a client",
    again: &[
        sign("the `jsonrpc` of a message", &[RPC_SIGN, ("method", Is::Filled)]),
        sign("the `jsonrpc` of a message", &[RPC_SIGN, ("result", Is::There)]),
        sign("the `jsonrpc` of a message", &[RPC_SIGN, ("error", Is::There)]),
        sign("the `jsonrpc` and `id` of a message", &[RPC_SIGN, ("id", Is::There)]),
    ],
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, record("message of MCP", FIELDS).conditions(CONDITIONS).others(Unknown::Allowed))
};

/// The other kinds of its files.
pub(super) static KINDS: &[&Format] = &[&result::LIST, &result::RESULT];

const RPC_SIGN: crate::spec::Mark = ("jsonrpc", Is::There);

/// The methods that other protocols of JSON-RPC do not have.
const METHODS: &[&str] = &[
    "tools/call",
    "tools/list",
    "resources/list",
    "resources/read",
    "resources/templates/list",
    "resources/subscribe",
    "resources/unsubscribe",
    "prompts/list",
    "prompts/get",
    "completion/complete",
    "logging/setLevel",
    "sampling/createMessage",
    "roots/list",
    "elicitation/create",
    "notifications/initialized",
    "notifications/message",
    "notifications/progress",
    "notifications/cancelled",
    "notifications/tools/list_changed",
    "notifications/resources/list_changed",
    "notifications/resources/updated",
    "notifications/prompts/list_changed",
    "notifications/roots/list_changed",
];

/// The methods for tools, which need an answer.
const CALLS: &[&str] = &["tools/call", "tools/list"];

/// Misspelled forms of `tools/call` and `tools/list`.
const OTHER_CALL: &[&str] =
    &["tool/call", "tools.call", "tools_call", "tools/calls", "tools:call", "tool_call", "tools-call", "/tools/call"];
const OTHER_LIST: &[&str] =
    &["tool/list", "tools.list", "tools_list", "tools/lists", "tools:list", "tool_list", "tools-list", "/tools/list"];

const ID: &str = "mcp";
const VERSION: &str = "2026-07-28";

static CONVERSATION: Conversation = Conversation {
    turns: "",
    order: Order::After,
    results_by: "",
    calls_by: "",
    ends_with_calls: None,
    answers: "",
    earlier: &[],
    reference: "",
    names: ToolNames {
        marks: "_-.",
        in_words: "letters, digits, `_`, `-` and `.`",
        longest: 128,
        accepted: 128,
        severity: Warning,
        begins_with_letter: false,
        elsewhere: Some(&super::chat_completion::NAMES),
    },
    longest_id: None,
    longest_arguments: None,
    schemas: SCHEMAS,
    renewing: &["notifications/tools/list_changed", "initialize"],
    choice: None,
    learns: false,
};

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("jsonrpc", text(Form::Word(&RPC), None),  "The version of JSON-RPC.").required(Error).absent(Absent::Json("\"2.0\"")),
    field("id",      Shape::Nullable(&REQUEST_ID),  "The number or text that the answer repeats; a notification has none.").required(Error).when(&[("method", Should::Be(CALLS))]),
    field("method",  text(Form::Free, Some(Error)), "What is asked or said."),
    field("params",  Shape::Choice(&PARAMS),        "What the method takes.").required(Error).when(&[("method", Should::Be(&["tools/call"]))]),
    field("result",  Shape::Record(&result::ANY),      "What the method returned."),
    field("error",   Shape::Record(&ERROR),         "Why the method failed."),
];

static REQUEST_ID: Shape =
    Shape::Either(&[text(Form::Free, None), Shape::Number(crate::spec::number("").whole(Error))]);

static RPC: Words = words(&["2.0"], Error);

#[rustfmt::skip] // One row per condition.
static CONDITIONS: &[Condition] = &[
    check("error", Should::BeAbsent).when(&[("result", Should::BeThere)])
        .or(Error, &rules::UNEXPECTED_FIELD, "A response has either `result` or `error`"),
    check("result", Should::BeThere).when(&[("method", Should::BeAbsent), ("error", Should::BeAbsent), ("id", Should::BeThere)])
        .or(Error, &rules::MISSING_FIELD, "Missing `result` or `error`; a response requires one of them"),
    check("method", Should::NotBe(OTHER_CALL)).suggest("\"tools/call\"")
        .or(Error, &rules::UNKNOWN_VALUE, "`method` is `{found}`; did you mean `tools/call`?"),
    check("method", Should::NotBe(OTHER_LIST)).suggest("\"tools/list\"")
        .or(Error, &rules::UNKNOWN_VALUE, "`method` is `{found}`; did you mean `tools/list`?"),
    // What could not be read has no id to repeat.
    check("id", Should::NotBeNull).when(&[("error", Should::BeAbsent)])
        .or(Error, &rules::WRONG_TYPE, "`id` must be a string or a whole number, but is null"),
];

/// Only the parameters of a call are known.
static PARAMS: Choice = Choice { by: &["method"], cases: &[(&["tools/call"], &CALL)], other: &ANYTHING, shown: &[] };
static ANYTHING: Record = record("object", &[]).others(Unknown::Allowed);

static CALL: Record = record("call", CALL_FIELDS).others(Unknown::Allowed).role(&CALLED);
static CALLED: CallRole = CallRole::Call(Call { id: "../id", name: "name", arguments: "arguments" });

#[rustfmt::skip] // One row per field.
static CALL_FIELDS: &[Field] = &[
    field("name",      text(Form::Free, Some(Error)), "The name of the tool.").required(Error),
    field("arguments", Shape::Arguments,              "The arguments of the tool; none if absent.").aliases(&[alias("input"), alias("args"), alias("parameters")]),
];

static ERROR: Record = record("error", ERROR_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static ERROR_FIELDS: &[Field] = &[
    field("code",    Shape::Number(crate::spec::number("").whole(Error)), "Its number.").required(Error),
    field("message", text(Form::Free, None),                              "What went wrong.").required(Error),
];

/// A call alone: two records. The tools are declared in the first; the second is on several lines from its beginning.
pub(super) const LONE_CALL: CallFile = CallFile {
    format: FORMAT.id,
    is_of_lines: true,
    parts: [
        r#"{"jsonrpc": "2.0", "id": 0, "result": {"tools": "#,
        "}}\n{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\":\n",
        "}",
    ],
    at: "/params",
    name: &["name"],
    arguments: &["arguments"],
    input: &[],
};
