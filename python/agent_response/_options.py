"""The options of the functions. Generated from the types in Rust; see CONTRIBUTING.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Literal, TypedDict

from ._plain import Limits, PayloadSchema
from ._results import Diagnostic, FormatId, RuleId, Severity


class ValidateOptions(TypedDict, total=False):
    """Options of `validate`."""

    file_name: str | PathLike[str] | None
    """Name or path of the file (only the last part counts), which determines the expected format."""

    format: FormatId | Literal["auto"] | None
    """The format to check against; `auto`, the default, detects it from the name and the content."""

    profile: Literal["default", "strict", "upstream"] | None
    """`strict` is stricter than the specifications; `upstream` accepts and rejects what the programs that read the files do."""

    payloads: Literal["on", "off"] | None
    """`off` omits hints and info about payload fields that no specification defines."""

    rules: Mapping[RuleId, Severity | Literal["off"] | None] | None
    """Severities by rule; `off` turns a rule off."""

    request: str | None
    """The text of the paired request file."""

    now: str | None
    """The current time in ISO 8601. Without it, times in the future are not reported, and no time is inserted."""

    created_at: str | None
    """When the agent finished, in ISO 8601: a safe fix inserts it where it is missing."""

    duration_seconds: float | None
    """How long the run took: a safe fix inserts it where it is missing."""

    siblings: Mapping[str, str] | None
    """Names and texts of the request and response files in the same folder, to check pairs, too."""

    files: Sequence[str | PathLike[str]] | None
    """Paths of the files in the workspace, for formats that name files; their folders exist, too."""

    docs: str | None
    """Where the pages of the rules are; `docs` of each finding begins with it."""

    schema: PayloadSchema | None
    """A schema of payloads, such as a JSON Schema. Its violations are findings of the rule `payload-schema`."""

    tools: str | None
    """The JSON of the tools that may be called where the text declares none: the array of a request, or an object that has it, such as the request or the answer to `tools/list`. Only files in which models call tools are judged by them."""

    limits: Limits | None
    """Limits of a check and its report."""


class FixOptions(ValidateOptions, total=False):
    """Options of `fix`."""

    suggestions: bool | None
    """Also apply the first suggestion where there is no safe fix."""

    only: Sequence[RuleId | Diagnostic] | None
    """Apply only the fixes of these rules and findings. A finding is identified by its rule and its place in the text."""


class WrapOptions(TypedDict, total=False):
    """Options of `wrap` and `recover`."""

    format: Literal["agent-response", "delegator"] | None
    """The format of the envelope; `agent-response` by default."""

    tool: str | None
    """The tool that responds, in a Delegator envelope; it determines the category and the schema."""

    request: str | None
    """The text of the request file, from which the id is copied."""

    request_id: str | None
    """The id of the request."""

    status: Literal["success", "error", "timeout", "ok"] | None
    """How the run ended; `success` by default. In a Delegator envelope `ok` or `error`; by default derived from the content."""

    error_message: str | None
    """What went wrong."""

    error_type: str | None
    """The kind of error."""

    created_at: str | None
    """When the agent finished, in ISO 8601; now by default."""

    ts: str | None
    """The same under the name it has in a Delegator envelope."""

    duration_seconds: float | None
    """How long the run took."""

    metadata: Mapping[str, Any] | None
    """Additional data; `meta` in a Delegator envelope."""

    repair: bool | Literal["all"] | None
    """Also repair the content: `True` with safe fixes, `"all"` with suggestions if it is not JSON otherwise."""

    force: bool | None
    """Wrap the content even if it is already an envelope or makes a Delegator envelope invalid."""
