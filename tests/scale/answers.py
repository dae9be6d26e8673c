"""Responses for the tests, each made of its number, and what `validate` says of them one by one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import agent_response

QUIET: Any = {"not-pretty": "off"}  # as in a column
FINDING = ("code", "severity", "message", "pointer", "line", "column")


def response(number: int, n_sentences: int = 20, one_of: int = 12) -> str:
    """A response; one of so many is broken, in one of six ways."""
    payload = {"question": number, "answer": f"The answer is {number * 7919 % 1000}. " + "It holds. " * n_sentences}
    file = {
        "request_id": f"32ecfadc-2b66-4daa-a7c0-{number % 10**12:012}",
        "version": "1.0",
        "status": "success",
        "response": json.dumps(payload),
        "error_message": None,
        "error_type": None,
        "created_at": "2025-11-24T14:22:45.123456+00:00",
        "duration_seconds": 1.5,
        "metadata": {},
    }
    kind = number // one_of % 6 if number % one_of == 0 else None
    if kind == 0:
        file["result"] = file.pop("response")
    if kind == 1:
        del file["version"]
    if kind == 2:
        file["response"] = payload
    text = json.dumps(file)
    if kind == 3:
        return text[: len(text) // 2]
    if kind == 4:
        return text.replace(", ", ",, ", 1)
    return f"Here it is: {text}" if kind == 5 else text


def responses(n: int) -> Iterator[str]:
    """So many responses."""
    return map(response, range(n))


def findings(texts: Iterable[str | bytes | None], ids: Sequence[Any] | None = None) -> list[tuple[Any, ...]]:
    """What is found in each text by itself, after its id or its number."""
    out = []
    for idx, text in enumerate(texts):
        rows = [] if text is None else agent_response.validate(text, rules=QUIET).to_rows()
        out += [(idx if ids is None else ids[idx], *(row[it] for it in FINDING)) for row in rows]
    return out


def summaries(texts: Iterable[str | bytes | None]) -> list[tuple[Any, ...]]:
    """A row for each text, as with `per="row"`."""
    out: list[tuple[Any, ...]] = []
    for text in texts:
        if text is None:
            out.append((None,) * 7)
            continue
        report = agent_response.validate(text, rules=QUIET)
        by_severity = {it: [found.code for found in report.diagnostics if found.severity == it] for it in ("error", "warning", "info", "hint")}
        codes = [code for found in by_severity.values() for code in found]
        out.append((report.valid, *map(len, by_severity.values()), codes[0] if codes else None, report.format.id))
    return out
