"""Calls of tools that a program has just received."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from . import _native
from ._plain import Limits, ToolCallReport
from ._results import RuleId, Severity
from ._surrogates import StandIn, has_escapes, stand_in_for

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._plain import ReceivedCall

__all__ = ["ToolCallOptions", "validate_tool_call"]


class ToolCallOptions(TypedDict, total=False):
    """Options of `validate_tool_call`: those of `validate` that matter for a call."""

    profile: Literal["default", "strict", "upstream"] | None
    """`strict` is stricter than the specifications; `upstream` accepts and rejects what the programs that read the files do."""

    rules: Mapping[RuleId, Severity | Literal["off"] | None] | None
    """Severities by rule; `off` turns a rule off."""

    docs: str | None
    """Where the pages of the rules are; `docs` of each finding begins with it."""

    limits: Limits | None
    """Limits of a check and its report."""

    repair: bool | Literal["all"] | None
    """Also repair the call: `True` with safe fixes, `"all"` with suggestions, too."""


def validate_tool_call(call: object, tools: object = None, **options: Unpack[ToolCallOptions]) -> ToolCallReport:
    """
    Checks one call by a model, before it runs. `call` is what the API gives: an item of `tool_calls`, an item or a block of the
    type `function_call` or `tool_use`, a part with a `functionCall`, the message `tools/call` or its `params`. `tools` is what
    was offered, as the API takes it, or an object that has it: the request, or the answer to `tools/list`. Without it, names and
    arguments are only read. Both are values, models of an SDK, or JSON; places are those in the JSON of the call.
    """
    given: dict[str, Any] = dict(options)
    text = _json("call", call)
    offered = None if tools is None else _json("tools", tools)
    others = () if offered is None else (offered,)
    lone = stand_in_for(text, *others) or (StandIn(text, *others) if has_escapes(text) else None)
    found: ReceivedCall
    if lone is None:
        found = _native.validate_tool_call(text, offered, given)
    else:
        there = lone.apply_to_escapes(lone.apply(text))
        found = lone.restored(_native.validate_tool_call(there, offered and lone.apply(offered), given))
    arguments = None if found.arguments is None else json.loads(found.arguments)
    after = found.text if isinstance(call, str) else json.loads(found.text)
    return ToolCallReport(found.valid, found.name, arguments, after, found.diagnostics, found.applied)


def _json(name: str, value: object) -> str:
    """The JSON of a value, of a model of pydantic, or of what holds such models; JSON stays as it is."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_dumped)
    except (TypeError, ValueError) as error:
        raise TypeError(f"`{name}` must be a value that JSON can hold: {error}") from None


def _dumped(value: Any) -> Any:
    """As the SDKs send it: without what was not set."""
    dump = getattr(value, "model_dump", None)
    if dump is None:
        raise TypeError(f"it has a {type(value).__name__}")
    return dump(mode="json", exclude_unset=True)
