"""Findings for people, in the form in which the command prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._results import Diagnostic, Fix, Report

#: How much of a long line is shown.
COLUMNS = 100
#: More errors are only counted.
MOST = 10


def explanation(what: str, report: Report, text: str, name: str) -> str:
    """A sentence about a text, and the errors in it, those in the file before those inside its strings."""
    found = sorted((it for it in report.diagnostics if it.severity == "error"), key=lambda it: len(it.inner))
    file = text.encode("utf-8", "surrogatepass")
    shown = [_finding(it, file, name) for it in found[:MOST]]
    if len(found) > MOST:
        shown.append(f"and {len(found) - MOST} more")
    return "\n\n".join([f"{name} {what}", *shown])


def _finding(it: Diagnostic, file: bytes, name: str) -> str:
    title = f"{it.severity}[{it.code}]: {it.message}"
    if it.bytes.to == 0:
        # It is about the file as a whole: there is nothing to point at.
        lines, gap = [title, f" --> {name}"], " "
    else:
        before = file[: it.bytes.from_].decode("utf-8", "replace")
        line_start = max(before.rfind("\n"), before.rfind("\r")) + 1
        column = len(before) - line_start
        number = str(it.range.start.line + 1)
        line, carets = _marked(before[line_start:], file[it.bytes.from_ :], it.bytes.to - it.bytes.from_)
        gap = " " * len(number)
        lines = [title, f"{gap}--> {name}:{number}:{column + 1}", f"{gap} |", f"{number} | {line}", f"{gap} | {carets}"]
    for inner in it.inner:
        holder = _holder(it)
        start = inner.range.start
        lines.append(f"{gap} = note: inside `{holder}`: line {start.line + 1}, column {start.character + 1}")
    lines.extend(f"{gap} = help: {_help(fix)}" for fix in it.fixes)
    return "\n".join(lines)


def _marked(before: str, rest: bytes, length: int) -> tuple[str, str]:
    """The part of a line around a mark, and the carets under it."""
    mark = rest[:length].decode("utf-8", "replace").splitlines()[:1]
    marked = mark[0] if mark else ""
    after = rest[length : length + 4 * COLUMNS].decode("utf-8", "replace").splitlines()[:1] if len(mark) < 2 else []
    left = _visible(before)
    # As in the command, two fifths of what the mark leaves are before it.
    kept = max(0, COLUMNS - min(len(marked), COLUMNS)) * 2 // 5
    if len(left) > kept and len(left) + len(marked) > COLUMNS:
        left = "..." + left[len(left) - kept :]
    shown = left + _visible(marked + (after[0] if after else ""))
    carets = " " * len(left) + "^" * max(1, min(len(marked), COLUMNS - len(left)))
    return (shown if len(shown) <= COLUMNS else shown[:COLUMNS] + "..."), carets


def _visible(text: str) -> str:
    """The text with one sign for each character that would control a terminal, and blanks for tabs."""
    signs = (" " if it == "\t" else it if it.isprintable() else chr(0x2400 + ord(it)) if it < " " else "\ufffd" for it in text)
    return "".join(signs)


def _holder(it: Diagnostic) -> str:
    name = it.pointer.rsplit("/", 1)[-1].replace("~1", "/").replace("~0", "~")
    return _visible(name) or "the string"


def _help(fix: Fix) -> str:
    if fix.file is not None:
        return fix.title
    if fix.safety == "safe":
        return f"{fix.title} (safe: run `agent-response fix`)"
    return f"{fix.title} (suggestion: `agent-response fix --suggestions`)"
