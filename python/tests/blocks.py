"""The examples on the pages of rules, formats and cases, as `tests/it/blocks.rs` reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import agent_response

ROOT = Path(__file__).parents[2]
_FENCE = re.compile(r"^(`{3,})(.*)$")


def examples() -> Iterator[tuple[str, bytes, dict[str, Any]]]:
    """The place of each example, its file, and the options of its check."""
    for folder in ("src/rules", "src/formats", "tests/cases"):
        for page in sorted((ROOT / folder).glob("*.md")):
            yield from _of_page(f"{folder}/{page.name}", page.read_text("utf-8"))


def _of_page(name: str, page: str) -> Iterator[tuple[str, bytes, dict[str, Any]]]:
    above: dict[str, Any] = {}
    for line, words, text in _blocks(page):
        values = dict(it.split("=", 1) for it in words if "=" in it)
        if "sibling" in values:
            above.setdefault("siblings", {})[values["sibling"]] = text
        elif "request" in words:
            above["request"] = text
        elif not {"plain", "fixed", "suggested"} & set(words):
            names = {"file": "file_name", "profile": "profile", "now": "now"}
            options = above | {names[key]: it for key, it in values.items() if key in names}
            if "files" in values:
                options["files"] = values["files"].split(",")
            for it in agent_response.formats():
                if it.id in words:
                    options.setdefault("format", it.id)
            yield f"{name}:{line}", _file(text, words), options
            above = {}


def _blocks(page: str) -> Iterator[tuple[int, list[str], str]]:
    """The line, the words and the content of each block, without the lines of carets."""
    fence, words, begin, content = "", [""], 0, ""
    for number, line in enumerate(page.splitlines(keepends=True), 1):
        found = _FENCE.match(line.rstrip())
        if not fence and found and found[2]:
            fence, words, begin, content = found[1], found[2].split(), number, ""
        elif fence and line.rstrip() == fence:
            if words[0] in ("json", "text"):
                yield begin, words, content
            fence = ""
        elif fence and not line.lstrip().startswith("^"):
            content += line


def _file(text: str, words: list[str]) -> bytes:
    if "crlf" in words:
        text = text.replace("\n", "\r\n")
    if "cr" in words:
        text = text.replace("\n", "\r")
    if "bom" in words:
        text = "\ufeff" + text
    if "utf16" in words:
        return b"\xff\xfe" + text.encode("utf-16-le")
    return text.encode("latin-1" if "latin1" in words else "utf-8")
