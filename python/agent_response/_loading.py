"""Loading: an agent response or one error that says what is wrong with it, and JSON as models write it."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from . import _native
from ._errors import RepairError, ResponseError
from ._functions import fix as fixed
from ._functions import time, validate
from ._human import explanation
from ._plain import RepairResult
from ._surrogates import StandIn, has_escapes, stand_in_for

if TYPE_CHECKING:
    from ._options import ValidateOptions


@dataclass(frozen=True)
class AgentResponse:
    """An agent response: the nine fields of its specification."""

    request_id: str
    """The id of the request that it answers."""

    version: str
    """The version of the protocol."""

    status: str
    """`success`, `error` or `timeout`."""

    response: str | None
    """The agent's output, usually JSON, as a text."""

    error_message: str | None
    """What went wrong."""

    error_type: str | None
    """The kind of error."""

    created_at: str
    """When the agent finished, in ISO 8601."""

    duration_seconds: float
    """How long it took."""

    metadata: dict[str, Any]
    """Additional data."""


#: Its members in a file.
_NAMES = tuple(it.name for it in fields(AgentResponse))


def load(path: str | PathLike[str], *, fix: bool = False, options: ValidateOptions | None = None) -> AgentResponse:
    """
    Reads the file of an agent response. With `fix`, safe fixes are applied to what was read; the file is not changed. The
    options are those of `validate`.

    Raises a `ResponseError` if the file has errors, whatever they are, and an `OSError` if it cannot be read.
    """
    with open(path, "rb") as file:
        read = file.read()
    asked: ValidateOptions = {"file_name": path, "format": "agent-response", **(options or {})}
    if fix:
        # A new envelope contains the time.
        asked.setdefault("now", time())
        result = fixed(read, **asked)
        read, report = result.bytes, result.report
    else:
        report = validate(read, **asked)
    text = read.decode("utf-8", "replace")
    name = fspath(path)
    if not report.valid:
        raise ResponseError(explanation("is no valid agent response", report, text, name), report)
    members = _value(text)
    # Which rules count as errors, the options decide.
    if not isinstance(members, dict) or set(members) != set(_NAMES):
        raise ResponseError(f"{name} does not have the nine fields of an agent response", report)
    return AgentResponse(**members)


def repair(text: str | bytes | bytearray, *, suggestions: bool = False, timeout: int | None = None) -> RepairResult:
    """
    The JSON that a text is or was meant to be, and what was changed: what is around an object or a list is removed, such as
    prose, a Markdown fence or reasoning, and safe fixes are applied; with `suggestions`, also fixes that could be guesses, such
    as a missing quote. After `timeout` milliseconds, the search for repairs ends.

    Raises a `RepairError` if there is no such JSON, or several could be meant.
    """
    given = bytes(text).decode(json.detect_encoding(text), "replace") if isinstance(text, (bytes, bytearray)) else text
    lone = stand_in_for(given) or (StandIn(given) if has_escapes(given) else None)
    there = lone.apply_to_escapes(lone.apply(given)) if lone else given
    repaired = _native.repair(there, suggestions, timeout)
    if isinstance(repaired, RepairResult):
        return lone.restored(repaired) if lone else repaired
    raise RepairError(repaired, given)


def loads(text: str | bytes | bytearray, *, suggestions: bool = False, timeout: int | None = None) -> Any:
    """The value of the JSON that a text is or was meant to be: `repair(…).value`."""
    return repair(text, suggestions=suggestions, timeout=timeout).value


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        return None
