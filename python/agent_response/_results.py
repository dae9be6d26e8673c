"""What the functions return. Generated from the types in Rust; see CONTRIBUTING.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Union

from ._plain import Findings, Plain, ReceivedCall, RepairResult, Unwrapped

RuleId = Literal[
    "empty-file",
    "byte-order-mark",
    "invalid-utf8",
    "markdown-fence",
    "trailing-content",
    "leading-text",
    "truncated",
    "comment",
    "trailing-comma",
    "missing-comma",
    "single-quotes",
    "unquoted-key",
    "python-literal",
    "not-finite",
    "ellipsis",
    "angle-placeholder",
    "control-character",
    "unescaped-quote",
    "unclosed-string",
    "bad-escape",
    "lone-surrogate",
    "duplicate-key",
    "bad-number",
    "syntax",
    "top-level-type",
    "too-deep",
    "too-large",
    "mojibake",
    "lost-value",
    "invisible-characters",
    "unknown-format",
    "ambiguous-format",
    "name-mismatch",
    "near-miss-name",
    "mcp-wrapper",
    "markdown-report",
    "unphased-name",
    "phase-range",
    "missing-field",
    "misnamed-field",
    "unknown-field",
    "unexpected-field",
    "misplaced-field",
    "missing-envelope",
    "half-envelope",
    "nested-envelope",
    "payload-not-string",
    "wrong-type",
    "unknown-value",
    "empty-value",
    "placeholder",
    "vague-text",
    "low-confidence",
    "outside-workspace",
    "file-not-found",
    "text-around",
    "count-mismatch",
    "unusual-form",
    "not-a-uuid",
    "made-by-tool",
    "bad-timestamp",
    "no-time-zone",
    "future-timestamp",
    "out-of-range",
    "over-limit",
    "duplicate-item",
    "value-mismatch",
    "payload-missing",
    "payload-on-failure",
    "error-on-success",
    "error-unexplained",
    "error-untyped",
    "timeout-as-error",
    "not-pretty",
    "ascii-escapes",
    "plain-text-payload",
    "payload-placeholder",
    "double-encoded",
    "fenced-payload",
    "prose-around-payload",
    "several-json-blocks",
    "payload-kind",
    "scalar-payload",
    "payload-schema",
    "missing-section-list",
    "no-sections",
    "duplicate-section",
    "section-without-field",
    "unlisted-section",
    "empty-section",
    "not-a-section",
    "unknown-section",
    "section-name-style",
    "missing-heading",
    "literal-newline",
    "literal-unicode-escape",
    "unclosed-fence",
    "short-section",
    "few-sections",
    "boundaries-missing",
    "boundaries-part-missing",
    "boundaries-rule-count",
    "boundaries-sign-missing",
    "boundaries-sign-wrong",
    "boundaries-sign-variant",
    "boundaries-bullet",
    "boundaries-heading",
    "boundaries-order",
    "boundaries-duplicate-part",
    "boundaries-empty-rule",
    "boundaries-duplicate-rule",
    "boundaries-wording",
    "boundaries-generic",
    "phase-mismatch",
    "pair-id",
    "pair-request-missing",
    "pair-response-missing",
    "pair-name",
    "pair-both-names",
    "pair-duplicate-id",
    "pair-version",
    "pair-time-order",
    "pair-duration",
    "pair-agent",
    "payload-not-object",
    "arguments-schema",
    "encoded-argument",
    "special-token",
    "result-schema",
    "invalid-schema",
    "unsupported-schema",
    "strict-schema",
    "tool-name",
    "unknown-tool",
    "orphan-result",
    "unanswered-call",
    "result-order",
    "deprecated-field",
    "blank-line",
    "split-record",
    "no-assistant-message",
    "too-many-findings",
    "internal-error",
]

FormatId = Literal[
    "agent-response",
    "agent-request",
    "enhancement",
    "analysis",
    "agents",
    "delegator",
    "factory",
    "chat-completion",
    "responses-api",
    "messages-api",
    "mcp",
    "generate-content",
    "ollama-chat",
]

Severity = Literal[
    "error",
    "warning",
    "info",
    "hint",
]

RuleGroup = Literal[
    "syntax",
    "text",
    "file",
    "fields",
    "contradictions",
    "style",
    "payload",
    "boundaries",
    "pair",
    "calls",
    "tool",
]

Safety = Literal[
    "safe",
    "suggestion",
]


@dataclass(frozen=True)
class Report(Findings):
    """The outcome of `validate`."""

    valid: bool
    """True when no diagnostic is an error."""

    format: DetectedFormat
    """The format the text was checked as."""

    diagnostics: tuple[Diagnostic, ...]
    """The findings, in the order of their place in the text."""

    paths: tuple[str, ...]
    """The files that the text names, once for each time: a host that can look them up does so and checks again with those that exist as the option `files`. Empty if `file-not-found` is off."""


@dataclass(frozen=True)
class DetectedFormat(Plain):
    """The format that a text was checked as, and why."""

    id: FormatId | None
    """The id of the format, or None if the text matches none."""

    reason: str
    """One sentence for people, such as "the file name is `.agent-response.json`"."""


@dataclass(frozen=True)
class Diagnostic(Plain):
    """One finding."""

    code: RuleId
    """The id of the rule, such as `missing-field`."""

    severity: Severity
    """How serious it is under the options given."""

    message: str
    """What is wrong and what is expected."""

    docs: str
    """The relative URL of the rule's page, `rules/<code>`."""

    range: Range
    """The marked place, as editors count: zero-based lines, UTF-16 characters."""

    from_: int
    """Start of the marked place in UTF-16 code units from the start of the text."""

    to: int
    """End of the marked place in UTF-16 code units."""

    bytes: Offsets
    """The marked place in UTF-8 bytes."""

    pointer: str
    """RFC 6901 pointer of the value in the file, such as `/response`. It ends before a key that takes more than 1,000 bytes as it is written."""

    inner: tuple[InnerPlace, ...]
    """The same place in each decoded document, outermost first; empty when the place is in the file itself."""

    related: tuple[Related, ...]
    """Other places that belong to the finding."""

    fixes: tuple[Fix, ...]
    """Fixes, the best one first."""


@dataclass(frozen=True)
class Range(Plain):
    """Two positions, the second exclusive."""

    start: Position
    """First character."""

    end: Position
    """After the last character."""


@dataclass(frozen=True)
class Position(Plain):
    """A position as the Language Server Protocol counts it."""

    line: int
    """Zero-based line; lines end with LF, CR LF or CR."""

    character: int
    """Zero-based UTF-16 code unit within the line."""


@dataclass(frozen=True)
class Offsets(Plain):
    """UTF-8 byte offsets from the start of the text."""

    from_: int
    """First byte."""

    to: int
    """After the last byte."""


@dataclass(frozen=True)
class InnerPlace(Plain):
    """A place inside a document that is encoded as a string."""

    pointer: str
    """RFC 6901 pointer inside the decoded document. It ends before a key that takes more than 1,000 bytes as it is written."""

    range: Range
    """Lines and UTF-16 characters of the decoded text."""

    from_: int
    """UTF-16 offset in the decoded text."""

    to: int
    """UTF-16 offset in the decoded text."""


@dataclass(frozen=True)
class Related(Plain):
    """A second place of a finding, with its own message."""

    message: str
    """What the place has to do with the finding."""

    range: Range
    """Lines and UTF-16 characters in the file."""

    from_: int
    """UTF-16 offset in the file."""

    to: int
    """UTF-16 offset in the file."""

    bytes: Offsets
    """The same place in UTF-8 bytes."""


@dataclass(frozen=True)
class Fix(Plain):
    """One fix: edits that belong together."""

    title: str
    """What will be done."""

    safety: Safety
    """`safe`: what was meant, nothing is lost. `suggestion`: a guess that is never applied by itself."""

    partial: bool
    """Whether a part of the finding remains after it, because more than this is not certain."""

    edits: tuple[TextEdit, ...]
    """Replacements in the text as it was checked; they do not overlap and are in ascending order."""

    file: FileChange | None
    """A change to the file itself that belongs to it, or None."""


@dataclass(frozen=True)
class TextEdit(Plain):
    """Replaces a range of the text."""

    from_: int
    """UTF-16 offset."""

    to: int
    """UTF-16 offset."""

    range: Range
    """Lines and UTF-16 characters."""

    bytes: Offsets
    """The same range in UTF-8 bytes."""

    text: str
    """The text that replaces it."""


@dataclass(frozen=True)
class Rename(Plain):
    """Renames the checked file."""

    kind: Literal["rename"]
    """What is done."""

    name: str
    """The new name."""


@dataclass(frozen=True)
class Create(Plain):
    """Creates a file next to it."""

    kind: Literal["create"]
    """What is done."""

    name: str
    """The name of the new file."""

    text: str
    """Its content."""


FileChange = Union[Rename, Create]


@dataclass(frozen=True)
class FixResult(Plain):
    """The outcome of `fix`."""

    text: str
    """The fixed text."""

    applied: tuple[AppliedFix, ...]
    """What was done, in order: the edits of each entry apply to the result of the entries before it, and its place is in the text that was given."""

    report: Report
    """The report on the fixed text."""

    settled: bool
    """False when there was too much to fix in one call; call `fix` again with this text."""


@dataclass(frozen=True)
class AppliedFix(Plain):
    """One change that `fix` made."""

    code: RuleId
    """The rule whose finding was fixed."""

    message: str
    """The finding's message."""

    title: str
    """What was done."""

    safety: Safety
    """Whether it was safe or a suggestion."""

    partial: bool
    """Whether a part of the finding remained."""

    range: Range
    """What it changed in the text that was given, however many entries precede it: lines and UTF-16 characters. What is in a text that another entry inserted is where that was inserted."""

    from_: int
    """Start of the same place in UTF-16 code units from the start of the given text."""

    to: int
    """End of the same place in UTF-16 code units."""

    bytes: Offsets
    """The same place in UTF-8 bytes."""

    edits: tuple[TextEdit, ...]
    """The replacements, in ascending order, in the text that the entries before it left."""


@dataclass(frozen=True)
class Recovered(Plain):
    """The outcome of `recover`."""

    text: str
    """The envelope."""

    payload: Literal["json", "text", "cut"]
    """`json` when the payload is one JSON value, `cut` when its end is missing, otherwise `text`."""

    reason: str | None
    """Why the payload is not JSON although it was to be repaired, as the end of a sentence that begins with "the content"; None if it is JSON, or was not to be repaired."""

    applied: tuple[AppliedFix, ...]
    """What was done, as in the outcome of `fix`."""

    report: Report
    """The report on the envelope."""


@dataclass(frozen=True)
class Location(Plain):
    """Where a pointer leads."""

    range: Range
    """Lines and UTF-16 characters in the file."""

    from_: int
    """UTF-16 offset in the file."""

    to: int
    """UTF-16 offset in the file."""

    bytes: Offsets
    """The same place in UTF-8 bytes."""

    inner: tuple[InnerPlace, ...]
    """The same place in each decoded document, outermost first."""


@dataclass(frozen=True)
class RuleInfo(Plain):
    """A rule, without its page."""

    code: RuleId
    """The id, such as `missing-field`."""

    group: RuleGroup
    """What it judges."""

    severity: Severity
    """How serious a finding is by default."""

    summary: str
    """The mistake in a few words."""

    docs: str
    """The relative URL of the page, `rules/<code>`."""


@dataclass(frozen=True)
class FormatInfo(Plain):
    """A format."""

    id: FormatId
    """The id."""

    title: str
    """The name for people."""

    version: str
    """The version of the specification."""

    files: tuple[str, ...]
    """Names of its files; `*` matches anything."""


@dataclass(frozen=True)
class Reading(Plain):
    """What a program that reads agent responses does with a file."""

    reader: Literal["bridge", "bridge-specified"]
    """The program, for programs: `bridge` is today's agent bridge, `bridge-specified` the loader of its specification."""

    title: str
    """The program, for people."""

    outcome: Literal["reads", "differs", "refuses"]
    """What becomes of the file: its content is used; it is read as something else than was meant, or not used; or an exception ends the run."""

    words: str
    """The exception, or what is read: one sentence without a full stop. It may repeat the file's text, as it is."""


# What the native module makes, by the names of the types in Rust.
CLASSES: dict[str, Any] = {
    "Report": Report,
    "DetectedFormat": DetectedFormat,
    "Diagnostic": Diagnostic,
    "Range": Range,
    "Position": Position,
    "Offsets": Offsets,
    "InnerPlace": InnerPlace,
    "Related": Related,
    "DiagnosticFix": Fix,
    "TextEdit": TextEdit,
    "FileChange": {"rename": Rename, "create": Create},
    "FixResult": FixResult,
    "AppliedFix": AppliedFix,
    "Recovered": Recovered,
    "Location": Location,
    "RuleInfo": RuleInfo,
    "FormatInfo": FormatInfo,
    "Reading": Reading,
    "RepairResult": RepairResult,
    "Unwrapped": Unwrapped,
    "ReceivedCall": ReceivedCall,
}
