"""The exceptions of the library: each is a `ValueError`, says what is wrong in its text, and can be pickled."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._results import Report


class WrapError(ValueError):
    """No envelope could be made; the text says why."""

    argument: str
    """The argument that it is about."""

    code: str | None
    """`content-is-envelope` if the content is an envelope and only `force` wraps it again."""

    def __init__(self, text: str, argument: str, code: str | None) -> None:
        super().__init__(text)
        self.argument = argument
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.argument, self.code)


class ResponseError(ValueError):
    """A file is no agent response that a program can use; the text has its errors, each with its place and its fixes."""

    report: Report
    """Everything that was found."""

    def __init__(self, text: str, report: Report) -> None:
        super().__init__(text)
        self.report = report

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.report)


class RepairError(ValueError):
    """A text is no JSON, and what it was meant to be is not certain; the text says why, and has the errors in it."""

    reason: str
    """Why, as the end of a sentence that begins with the text."""

    text: str
    """What was to be repaired."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(reason, text)
        self.reason = reason
        self.text = text

    @cached_property
    def report(self) -> Report:
        """What is wrong with the text; found out when it is read."""
        from ._functions import validate

        return validate(self.text)

    def __str__(self) -> str:
        from ._human import explanation

        return explanation(self.reason, self.report, self.text, "text")
