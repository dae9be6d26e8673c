"""The functions of the npm package, with its options and results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any, overload

from . import _native
from ._native import explain, formats, rules
from ._surrogates import StandIn, escape, has_escapes, stand_in_for

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import FixOptions, ValidateOptions, WrapOptions
    from ._plain import Unwrapped
    from ._results import AppliedFix, FixResult, Location, Reading, Recovered, Report

__all__ = [
    "FixBytesResult", "explain", "fix", "formats", "locate", "locate_all", "readers", "recover", "rules", "unwrap", "validate", "wrap",
]  # fmt: skip


@dataclass(frozen=True)
class FixBytesResult:
    """The outcome of `fix` for the bytes of a file."""

    bytes: bytes
    """The fixed file."""

    applied: tuple[AppliedFix, ...]
    """As in `FixResult`."""

    report: Report
    """The report on the fixed file."""

    settled: bool
    """False when there was too much to fix in one call; call `fix` again with these bytes."""


def validate(text: str | bytes | bytearray, **options: Unpack[ValidateOptions]) -> Report:
    """
    Checks a text, including JSON that is encoded in its strings. Never raises because of the text.
    Bytes are the content of a file, whose encoding is checked, too.
    """
    given: dict[str, Any] = options  # type: ignore[assignment]
    try:
        return _native.validate(text, given)
    except UnicodeEncodeError:
        lone = StandIn(text)  # type: ignore[arg-type]
        report: Report = lone.restored(_native.validate(lone.apply(text), given))
        return report


def readers(text: str | bytes | bytearray, **options: Unpack[ValidateOptions]) -> tuple[Reading, ...]:
    """
    What the programs that read agent responses do with a file, today's first; nothing for what is no agent response.
    Bytes are the content of a file.
    """
    given: dict[str, Any] = options  # type: ignore[assignment]
    lone = stand_in_for(text) or (StandIn(text) if has_escapes(text) else None)  # type: ignore[arg-type]
    if lone is None:
        return _native.readers(text, given)
    there = lone.apply_to_escapes(lone.apply(text))  # type: ignore[arg-type]
    found: tuple[Reading, ...] = lone.restored(_native.readers(there, given))
    return found


@overload
def fix(text: str, **options: Unpack[FixOptions]) -> FixResult: ...
@overload
def fix(text: bytes | bytearray, **options: Unpack[FixOptions]) -> FixBytesResult: ...
def fix(text: str | bytes | bytearray, **options: Unpack[FixOptions]) -> FixResult | FixBytesResult:
    """
    Applies all safe fixes, and suggestions on request, until nothing is left to fix or `settled` is false.
    The bytes of a file are returned unchanged if their encoding cannot be fixed.
    """
    given: dict[str, Any] = options  # type: ignore[assignment]
    try:
        fixed = _native.fix(text, given)
    except UnicodeEncodeError:
        lone = StandIn(text)  # type: ignore[arg-type]
        fixed = lone.restored(_native.fix(lone.apply(text), given))
    if not isinstance(fixed, tuple):
        return fixed
    file, result = fixed
    return FixBytesResult(file, result.applied, result.report, result.settled)


def wrap(content: str, **options: Unpack[WrapOptions]) -> str:
    """
    Puts content, JSON or any text, into an envelope. An envelope is returned unchanged; one with mistakes is fixed without
    guessing and completed from the options. A `WrapError` says what only its author can fix, or which option it contradicts.
    """
    lone, given = _timed(content, options)
    there = lone.apply(content) if lone else content
    text = _native.wrap(there, given)
    if lone is None:
        return text
    return content if text == there else str(lone.restored(text, escape))


def recover(text: str, **options: Unpack[WrapOptions]) -> Recovered:
    """Does the same as `wrap` and also says what was done."""
    lone, given = _timed(text, options)
    if lone is None:
        return _native.recover(text, given)
    recovered: Recovered = lone.restored(_native.recover(lone.apply(text), given))
    return recovered


def unwrap(text: str) -> Unwrapped | None:
    """The decoded payload of an envelope; None when the text is not an envelope with a string as its payload."""
    lone = stand_in_for(text) or (StandIn(text) if has_escapes(text) else None)
    if lone is None:
        return _native.unwrap(text)
    unwrapped: Unwrapped | None = lone.restored(_native.unwrap(lone.apply_to_escapes(lone.apply(text))))
    return unwrapped


def locate(text: str, pointer: str) -> Location | None:
    """The place of an RFC 6901 pointer, which may continue into JSON encoded in a string: `/response/sections/0`."""
    lone = stand_in_for(text, pointer)
    if lone is None:
        return _native.locate(text, pointer)
    location: Location | None = lone.restored(_native.locate(lone.apply(text), lone.apply(pointer)))
    return location


def locate_all(text: str, pointers: Iterable[str], *, key: bool = False) -> tuple[Location | None, ...]:
    """
    The places of RFC 6901 pointers, None where there is no value. The text is parsed only once. With `key`, the places of the
    keys rather than of the values, where the value is a member of an object.
    """
    asked = pointers if isinstance(pointers, str) else tuple(pointers)
    lone = stand_in_for(text, *asked) or (StandIn(text, *asked) if has_escapes(text) else None)
    if lone is None:
        return _native.locate_all(text, asked, key)
    there = lone.apply_to_escapes(lone.apply(text))
    found: tuple[Location | None, ...] = lone.restored(_native.locate_all(there, [lone.apply(it) for it in asked], key))
    return found


def time() -> str:
    """The current time, as JavaScript writes it."""
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _timed(content: object, options: WrapOptions) -> tuple[StandIn | None, dict[str, Any]]:
    """Stand-ins for the texts, if they are needed, and the options with them and the time."""
    given: dict[str, Any] = options  # type: ignore[assignment]
    if given.get("created_at") is None and given.get("ts") is None:
        given["created_at"] = time()
    lone = stand_in_for(content, *given.values())
    return lone, {name: lone.apply(it) for name, it in given.items()} if lone else given
