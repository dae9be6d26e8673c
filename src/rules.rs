//! The rules: what can be found, how serious it is, and the page that explains it.
//! The checks that find them are in `checks`; one check may serve several rules, since one mistake is one finding.

use crate::severity::{RuleGroup, Severity};

/// One kind of mistake with a name.
#[derive(Debug)]
pub struct Rule {
    /// Its stable name.
    pub id: &'static str,
    /// Its place in the table.
    pub(crate) idx: u16,
    /// What it judges.
    pub group: RuleGroup,
    /// How serious it usually is.
    pub severity: Severity,
    /// What it finds, in half a sentence.
    pub summary: &'static str,
    /// How serious it is in the profile `strict`, where that differs.
    pub strict: Option<Severity>,
    /// How serious it is in the profile `upstream`, where that differs.
    pub upstream: Option<Severity>,
    /// Its page, in Markdown.
    #[cfg(feature = "pages")]
    pub page: &'static str,
}

/// The rule with this id.
pub fn by_id(id: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|it| it.id == id)
}

/// Whether a rule is about how JSON is written, not about its content.
pub(crate) fn is_of_syntax(id: &str) -> bool {
    by_id(id).is_some_and(|it| it.group == RuleGroup::Syntax)
}

/// One row per rule, below its group: name in the code, id, severity, severity where profiles differ, what it finds.
macro_rules! rules {
    ($([$group:ident] $(
        $(#[$when:meta])? $name:ident = $id:literal $severity:ident $(strict $strict:ident)? $(upstream $upstream:ident)?, $summary:literal;
    )*)*) => {
        /// The indices of the rules in the table, in the order of its rows.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Idx { $($($(#[$when])? $name,)*)* }
        $($(
            #[doc = $summary]
            $(#[$when])?
            pub static $name: Rule = Rule {
                id: $id,
                idx: Idx::$name as u16,
                group: RuleGroup::$group,
                severity: Severity::$severity,
                summary: $summary,
                strict: rules!(@ $($strict)?),
                upstream: rules!(@ $($upstream)?),
                #[cfg(feature = "pages")]
                page: include_str!(concat!("rules/", $id, ".md")),
            };
        )*)*
        /// Every rule, in the order of the documentation.
        pub static RULES: &[&Rule] = &[$($($(#[$when])? &$name,)*)*];
    };
    (@) => { None };
    (@ $severity:ident) => { Some(Severity::$severity) };
}

#[rustfmt::skip] // One row per rule.
rules! {
    [Syntax]
    EMPTY_FILE = "empty-file" Error, "the file is empty";
    BYTE_ORDER_MARK = "byte-order-mark" Error, "the file begins with a byte order mark";
    INVALID_UTF8 = "invalid-utf8" Error, "the file is not encoded in UTF-8";
    MARKDOWN_FENCE = "markdown-fence" Error, "the file is wrapped in a Markdown code fence";
    TRAILING_CONTENT = "trailing-content" Error, "something follows the JSON value";
    LEADING_TEXT = "leading-text" Error, "text precedes the JSON value";
    TRUNCATED = "truncated" Error, "the text ends inside a JSON value";
    COMMENT = "comment" Error, "a comment, which JSON does not allow";
    TRAILING_COMMA = "trailing-comma" Error, "a comma before a closing bracket";
    MISSING_COMMA = "missing-comma" Error, "a missing comma between two items";
    SINGLE_QUOTES = "single-quotes" Error, "a string in quotes other than `\"`";
    UNQUOTED_KEY = "unquoted-key" Error, "a key without quotes";
    PYTHON_LITERAL = "python-literal" Error, "`None`, `True` or `False`, as written by Python";
    NOT_FINITE = "not-finite" Error upstream Warning, "`NaN` or `Infinity`, which JSON does not allow";
    ELLIPSIS = "ellipsis" Error, "`...` in place of a value or a member";
    ANGLE_PLACEHOLDER = "angle-placeholder" Error, "a placeholder such as `<…>` that was never filled in";
    CONTROL_CHARACTER = "control-character" Error, "a raw line break, tab or other control character in a string";
    UNESCAPED_QUOTE = "unescaped-quote" Error, "an unescaped quote inside a string";
    UNCLOSED_STRING = "unclosed-string" Error, "a string without one of its quotes";
    BAD_ESCAPE = "bad-escape" Error, "a backslash that does not begin a JSON escape";
    LONE_SURROGATE = "lone-surrogate" Warning, "half of a surrogate pair";
    DUPLICATE_KEY = "duplicate-key" Warning, "the same key twice in one object";
    BAD_NUMBER = "bad-number" Error, "a number in a form that JSON does not allow";
    SYNTAX = "syntax" Error, "anything else that JSON does not allow";
    [Text]
    TOP_LEVEL_TYPE = "top-level-type" Error, "a file whose outermost value has the wrong type";
    TOO_DEEP = "too-deep" Error, "JSON that is nested too deeply";
    TOO_LARGE = "too-large" Warning, "a file that is too large for more than a syntax check";
    MOJIBAKE = "mojibake" Hint, "text that was decoded with the wrong encoding";
    LOST_VALUE = "lost-value" Warning, "an object that a program wrote as text, or a text with a part left out";
    INVISIBLE_CHARACTERS = "invisible-characters" Warning, "invisible characters";
    [File]
    UNKNOWN_FORMAT = "unknown-format" Info, "an object that matches no format";
    AMBIGUOUS_FORMAT = "ambiguous-format" Info, "an object that matches two formats equally";
    NAME_MISMATCH = "name-mismatch" Warning, "a file named like one format that contains another";
    NEAR_MISS_NAME = "near-miss-name" Warning, "a file name that readers do not look for";
    MCP_WRAPPER = "mcp-wrapper" Info, "an MCP tool result around the envelope";
    MARKDOWN_REPORT = "markdown-report" Info, "plain Markdown in place of a response";
    UNPHASED_NAME = "unphased-name" Info strict Warning, "a file name without a phase";
    PHASE_RANGE = "phase-range" Warning, "a phase in the file name that does not exist";
    [Fields]
    MISSING_FIELD = "missing-field" Error, "a required or recommended field is missing";
    MISNAMED_FIELD = "misnamed-field" Error, "a field under another name";
    UNKNOWN_FIELD = "unknown-field" Error, "a key that the format does not define";
    UNEXPECTED_FIELD = "unexpected-field" Error, "a field that contradicts the value of another field";
    MISPLACED_FIELD = "misplaced-field" Warning, "a field in the wrong object";
    MISSING_ENVELOPE = "missing-envelope" Error, "the agent's output without its envelope";
    HALF_ENVELOPE = "half-envelope" Error, "parts of the payload next to the fields of the envelope";
    NESTED_ENVELOPE = "nested-envelope" Error, "an envelope inside another one or under a key";
    PAYLOAD_NOT_STRING = "payload-not-string" Error, "the payload is not encoded as a string";
    WRONG_TYPE = "wrong-type" Error, "a value of the wrong type";
    UNKNOWN_VALUE = "unknown-value" Error, "a value that is not one of the allowed words";
    EMPTY_VALUE = "empty-value" Error, "an empty value where content is required";
    PLACEHOLDER = "placeholder" Warning, "a placeholder that was never filled in";
    // Factory responses
    VAGUE_TEXT = "vague-text" Warning, "a text too short to say anything";
    LOW_CONFIDENCE = "low-confidence" Info, "a response whose author is not confident";
    OUTSIDE_WORKSPACE = "outside-workspace" Warning, "a path that leads outside the workspace";
    FILE_NOT_FOUND = "file-not-found" Warning, "a path to a file that does not exist";
    TEXT_AROUND = "text-around" Info, "text around the JSON of a response";
    COUNT_MISMATCH = "count-mismatch" Warning, "a count that differs from what is counted";
    UNUSUAL_FORM = "unusual-form" Hint, "a value in an unusual form";
    NOT_A_UUID = "not-a-uuid" Info strict Warning, "an id that is not a UUID";
    MADE_BY_TOOL = "made-by-tool" Info, "an envelope created by a tool";
    BAD_TIMESTAMP = "bad-timestamp" Error, "a time that is not ISO 8601";
    NO_TIME_ZONE = "no-time-zone" Warning, "a time without a time zone";
    FUTURE_TIMESTAMP = "future-timestamp" Hint, "a time in the future";
    OUT_OF_RANGE = "out-of-range" Error, "a number that is too small or too large";
    OVER_LIMIT = "over-limit" Warning, "a text or list that is longer than allowed";
    DUPLICATE_ITEM = "duplicate-item" Error, "a duplicate id or item in a list";
    [Contradictions]
    VALUE_MISMATCH = "value-mismatch" Error, "a value that contradicts another field";
    PAYLOAD_MISSING = "payload-missing" Error, "success without a payload";
    PAYLOAD_ON_FAILURE = "payload-on-failure" Warning, "a payload after a failed run";
    ERROR_ON_SUCCESS = "error-on-success" Warning, "an error after a successful run";
    ERROR_UNEXPLAINED = "error-unexplained" Warning, "a failure without a message";
    ERROR_UNTYPED = "error-untyped" Info, "a failure without an error type";
    TIMEOUT_AS_ERROR = "timeout-as-error" Hint, "a timeout reported as an error";
    [Style]
    NOT_PRETTY = "not-pretty" Hint, "a file on one line";
    ASCII_ESCAPES = "ascii-escapes" Hint, "`\\uXXXX` for characters that need no escape";
    [Payload]
    PLAIN_TEXT_PAYLOAD = "plain-text-payload" Info, "a payload that is not JSON";
    PAYLOAD_PLACEHOLDER = "payload-placeholder" Info, "a payload that was never filled in";
    DOUBLE_ENCODED = "double-encoded" Error, "a payload that is encoded twice";
    FENCED_PAYLOAD = "fenced-payload" Info, "a payload in a Markdown code fence";
    PROSE_AROUND_PAYLOAD = "prose-around-payload" Warning, "text around the JSON of a payload";
    SEVERAL_JSON_BLOCKS = "several-json-blocks" Warning, "more than one JSON block in a payload";
    PAYLOAD_KIND = "payload-kind" Error, "a payload that belongs to another phase";
    SCALAR_PAYLOAD = "scalar-payload" Warning, "a payload that is a single value";
    PAYLOAD_SCHEMA = "payload-schema" Error, "a payload that does not match the schema of the project";
    MISSING_SECTION_LIST = "missing-section-list" Error, "sections without the list that names them";
    NO_SECTIONS = "no-sections" Warning, "an empty list of sections";
    DUPLICATE_SECTION = "duplicate-section" Warning, "a section that is listed twice";
    SECTION_WITHOUT_FIELD = "section-without-field" Error, "a listed section without a field";
    UNLISTED_SECTION = "unlisted-section" Warning, "a section that is not listed";
    EMPTY_SECTION = "empty-section" Warning, "a section without text";
    NOT_A_SECTION = "not-a-section" Error, "a field in the list of sections that is not a section";
    UNKNOWN_SECTION = "unknown-section" Hint, "a section with an unknown name";
    SECTION_NAME_STYLE = "section-name-style" Hint, "a section name that is not in snake_case";
    MISSING_HEADING = "missing-heading" Hint, "a section that does not begin with its heading";
    LITERAL_NEWLINE = "literal-newline" Warning, "line breaks that were escaped twice";
    LITERAL_UNICODE_ESCAPE = "literal-unicode-escape" Warning, "`\\u2705` as text instead of the character";
    UNCLOSED_FENCE = "unclosed-fence" Warning, "a code block that is never closed";
    SHORT_SECTION = "short-section" Hint, "a section shorter than recommended";
    FEW_SECTIONS = "few-sections" Hint, "fewer sections than recommended";
    [Boundaries]
    BOUNDARIES_MISSING = "boundaries-missing" Info strict Error, "an enhancement without boundaries";
    BOUNDARIES_PART_MISSING = "boundaries-part-missing" Info strict Error upstream Error, "a missing part of the boundaries";
    BOUNDARIES_RULE_COUNT = "boundaries-rule-count" Info strict Error upstream Error, "too few or too many rules in a part";
    BOUNDARIES_SIGN_MISSING = "boundaries-sign-missing" Info strict Error upstream Error, "a rule without its sign";
    BOUNDARIES_SIGN_WRONG = "boundaries-sign-wrong" Warning, "a rule with the sign of another part";
    BOUNDARIES_SIGN_VARIANT = "boundaries-sign-variant" Info strict Error upstream Error, "a sign without its emoji selector";
    BOUNDARIES_BULLET = "boundaries-bullet" Info strict Error upstream Error, "a rule with a bullet other than `- `";
    BOUNDARIES_HEADING = "boundaries-heading" Warning upstream Error, "a part heading that readers do not recognize";
    BOUNDARIES_ORDER = "boundaries-order" Hint, "parts in the wrong order";
    BOUNDARIES_DUPLICATE_PART = "boundaries-duplicate-part" Warning, "a part that appears twice";
    BOUNDARIES_EMPTY_RULE = "boundaries-empty-rule" Warning, "a rule without text";
    BOUNDARIES_DUPLICATE_RULE = "boundaries-duplicate-rule" Hint, "a rule that appears twice";
    BOUNDARIES_WORDING = "boundaries-wording" Hint, "a rule that is not worded as recommended";
    BOUNDARIES_GENERIC = "boundaries-generic" Info, "a phrase of the generic template";
    [Pair]
    PHASE_MISMATCH = "phase-mismatch" Warning, "a phase that differs from the one in the file name";
    PAIR_ID = "pair-id" Error upstream Info, "a response with the id of another request";
    PAIR_REQUEST_MISSING = "pair-request-missing" Info, "a response without its request in the same folder";
    PAIR_RESPONSE_MISSING = "pair-response-missing" Info, "a request without its response in the same folder";
    PAIR_NAME = "pair-name" Warning, "names of request and response that do not match";
    PAIR_BOTH_NAMES = "pair-both-names" Warning, "two responses for one request";
    PAIR_DUPLICATE_ID = "pair-duplicate-id" Warning, "two responses with the same id";
    PAIR_VERSION = "pair-version" Warning, "a response in another version than its request";
    PAIR_TIME_ORDER = "pair-time-order" Warning, "a response that is older than its request";
    PAIR_DURATION = "pair-duration" Info, "a duration that does not match the times";
    PAIR_AGENT = "pair-agent" Warning, "a response from another agent";
    [Calls]
    #[cfg(feature = "tool-calls")]
    PAYLOAD_NOT_OBJECT = "payload-not-object" Error, "arguments that are not an object";
    #[cfg(feature = "tool-calls")]
    ARGUMENTS_SCHEMA = "arguments-schema" Error, "arguments that do not match the schema of their tool";
    #[cfg(feature = "tool-calls")]
    ENCODED_ARGUMENT = "encoded-argument" Error, "an argument that is encoded once more than its schema says";
    #[cfg(feature = "tool-calls")]
    SPECIAL_TOKEN = "special-token" Error, "a control token of a model in its output";
    #[cfg(feature = "tool-calls")]
    RESULT_SCHEMA = "result-schema" Error, "a result that does not match the schema of its tool";
    #[cfg(feature = "tool-calls")]
    INVALID_SCHEMA = "invalid-schema" Error, "a schema of a tool that is none";
    #[cfg(feature = "tool-calls")]
    UNSUPPORTED_SCHEMA = "unsupported-schema" Warning strict Error, "a schema that the API does not accept";
    #[cfg(feature = "tool-calls")]
    STRICT_SCHEMA = "strict-schema" Error, "a strict schema that leaves something open";
    #[cfg(feature = "tool-calls")]
    TOOL_NAME = "tool-name" Error, "a name that tools must not have";
    #[cfg(feature = "tool-calls")]
    UNKNOWN_TOOL = "unknown-tool" Error, "a call of a tool that is not declared";
    #[cfg(feature = "tool-calls")]
    ORPHAN_RESULT = "orphan-result" Error, "a result without its call";
    #[cfg(feature = "tool-calls")]
    UNANSWERED_CALL = "unanswered-call" Error, "a call without its result";
    #[cfg(feature = "tool-calls")]
    RESULT_ORDER = "result-order" Error, "a result in the wrong place";
    #[cfg(feature = "tool-calls")]
    DEPRECATED_FIELD = "deprecated-field" Info, "a field in its old form";
    #[cfg(feature = "tool-calls")]
    BLANK_LINE = "blank-line" Warning strict Error, "a blank line between records";
    #[cfg(feature = "tool-calls")]
    SPLIT_RECORD = "split-record" Error, "a record on several lines";
    #[cfg(feature = "tool-calls")]
    NO_ASSISTANT_MESSAGE = "no-assistant-message" Error, "an example without an answer to learn";
    [Tool]
    TOO_MANY_FINDINGS = "too-many-findings" Info, "more findings than are shown";
    INTERNAL_ERROR = "internal-error" Error, "a failure of this tool";
}
