"""What the generated types build on: plain data, and the few types that Rust has no words for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypedDict

from ._frames import Library, frame

if TYPE_CHECKING:
    from ._results import AppliedFix, Diagnostic

_SURROGATE = re.compile("[\ud800-\udfff]")


class Plain:
    """Data that leaves the library. Fields have the names of the report's JSON, but `from_` for `from`."""

    def to_dict(self) -> dict[str, Any]:
        """The same as dictionaries and lists, with the names of the report's JSON."""
        return {"from" if name == "from_" else name: _value(it) for name, it in vars(self).items()}

    def to_json(self) -> str:
        """The same as JSON on one line: what JavaScript writes for the result of the npm package."""
        text = json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))
        return _SURROGATE.sub(lambda it: f"\\u{ord(it[0]):04x}", text)


class Findings(Plain):
    """What a report has besides its fields."""

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each finding, for data frames: `pandas.DataFrame(report.to_rows())`. Lines and columns count from one."""
        report: Any = self
        return [
            {
                "severity": it.severity,
                "code": it.code,
                "line": it.range.start.line + 1,
                "column": it.range.start.character + 1,
                # As `locate` takes it: it continues into the JSON in a string.
                "pointer": it.pointer + "".join(inner.pointer for inner in it.inner),
                "message": it.message,
            }
            for it in report.diagnostics
        ]

    def to_frame(self, library: Library | None = None) -> Any:
        """The rows as a data frame of pandas, or of Polars if pandas is not installed or `library` is `polars`."""
        names = ("severity", "code", "line", "column", "pointer", "message")
        rows = self.to_rows()
        return frame({name: [row[name] for row in rows] for name in names}, library)

    def _repr_html_(self) -> str:
        """A table, for notebooks."""
        rows = self.to_rows()
        if not rows:
            return "<p>No findings</p>"
        head = "".join(f"<th>{it}</th>" for it in rows[0])
        body = ("".join(f"<td>{escape(str(it))}</td>" for it in row.values()) for row in rows)
        return f"<table><tr>{head}</tr><tr>" + "</tr><tr>".join(body) + "</tr></table>"


def _value(value: Any) -> Any:
    if isinstance(value, Plain):
        return value.to_dict()
    return [_value(it) for it in value] if isinstance(value, tuple) else value


@dataclass(frozen=True)
class Unwrapped(Plain):
    """The payload of an envelope."""

    content: str
    """The decoded payload."""

    kind: Literal["json", "text", "cut"]
    """`json` when the content is one JSON value, `cut` when its end is missing, otherwise `text`."""

    @property
    def value(self) -> Any:
        """The value of the JSON, parsed each time it is read; None unless `kind` is `json`."""
        return json.loads(self.content) if self.kind == "json" else None


@dataclass(frozen=True)
class RepairResult(Plain):
    """The outcome of `repair`."""

    text: str
    """The JSON."""

    applied: tuple[AppliedFix, ...]
    """What was done, as in the outcome of `fix`; empty if the text was JSON."""

    @property
    def value(self) -> Any:
        """The value of the JSON, parsed each time it is read."""
        return json.loads(self.text)


@dataclass(frozen=True)
class ReceivedCall(Plain):
    """What the compiled part finds out about a call."""

    valid: bool
    name: str | None
    arguments: str | None
    text: str
    diagnostics: tuple[Diagnostic, ...]
    applied: tuple[AppliedFix, ...]


@dataclass(frozen=True)
class ToolCallReport(Plain):
    """The outcome of `validate_tool_call`."""

    valid: bool
    """True when no diagnostic is an error."""

    name: str | None
    """The name of the tool; None if the call has none."""

    arguments: Any
    """The arguments, decoded, after all repairs; None if the call is not valid, so that nothing runs with less than was said."""

    call: Any
    """The call after all repairs: as dictionaries and lists, or JSON if it was given as that."""

    diagnostics: tuple[Diagnostic, ...]
    """What is wrong with it, at the places in its JSON; after repairs, what is left."""

    applied: tuple[AppliedFix, ...]
    """What was repaired, as in the outcome of `fix`."""


class Limits(TypedDict, total=False):
    """Limits of a check and its report."""

    max_bytes: int | None
    """In a larger text, only the JSON syntax is checked, and `too-large` says so; 128 MiB by default."""

    max_findings: int | None
    """A report ends after this many findings, and `too-many-findings` counts the rest; 1000 by default."""

    timeout: int | None
    """In milliseconds: checks and the search for fixes end after this time, and `too-large` says so. Parsing does not end early."""


class PayloadSchema(Protocol):
    """A schema of payloads."""

    def violations(self, payload: str, /) -> Iterable[Mapping[str, Any]]:
        """
        What is wrong with a payload, which is JSON. Each violation has a `message` and the RFC 6901 `pointer` of a value in
        the payload, and may have `key` (it is about the key of that value) and `meant` (JSON, or the name of the key).
        """
        ...
