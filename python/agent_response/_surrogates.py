"""
A lone surrogate is a code unit that UTF-8 cannot encode. A stand-in of the same length replaces it while the library reads the
text, so that every position stays right; in results, the surrogate is restored. As `npm/src/surrogates.ts` does it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from ._plain import Plain

T = TypeVar("T")

_LONE = re.compile("[\ud800-\udfff]")
_HEX = re.compile(r"\\u([\da-fA-F]{4})")
# An escape in JSON: a pair, a lone surrogate (captured), or anything else.
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u([dD][89a-fA-F][\da-fA-F]{2})|.)", re.DOTALL
)
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")


class StandIn:
    """For each lone surrogate of some texts, a character without a meaning that none of them has, raw or escaped."""

    def __init__(self, *texts: str) -> None:
        self._used = {it for text in texts for it in text}
        self._used.update(chr(int(it, 16)) for text in texts for it in _HEX.findall(text))
        self._there: dict[str, str] = {}
        self._back: dict[str, str] = {}
        #: Escapes of stand-ins, and how they were spelled.
        self._escapes: dict[str, str] = {}
        self._code = 0xFDD0

    def apply(self, text: T) -> T:
        """A text with stand-ins; any other value as it is."""
        if not isinstance(text, str):
            return text
        # Two halves that follow each other are one character.
        whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        return _LONE.sub(lambda it: self._substitute(it[0], it[0]), whole)  # type: ignore[return-value]

    def apply_to_escapes(self, text: str) -> str:
        """The same for surrogates that are written as escapes."""

        def replaced(found: re.Match[str]) -> str:
            if found[1] is None:
                return found[0]
            written = escape(self._substitute(found[0], chr(int(found[1], 16))))
            self._escapes[written] = found[0]
            return written

        return _ESCAPE.sub(replaced, text)

    def _substitute(self, spelled: str, lone: str) -> str:
        substitute = self._there.get(spelled)
        if substitute is None:
            # There is enough room beyond the noncharacters: no text uses every character.
            while chr(self._code) in self._used:
                self._code = 0x3400 if self._code == 0xFDEF else self._code + 1
            substitute = chr(self._code)
            self._used.add(substitute)
            self._there[spelled] = substitute
            self._back[substitute] = lone
        return substitute

    def restored(self, result: Any, write: Callable[[str], str] | None = None) -> Any:
        """A result with the surrogates, each as `write` spells it; as it was, without `write`."""
        if isinstance(result, str):
            text = "".join(self._restored(it, write) for it in result)
            for written, spelled in self._escapes.items():
                text = text.replace(written, spelled)
            return text
        if isinstance(result, tuple):
            return tuple(self.restored(it, write) for it in result)
        if isinstance(result, Plain):
            return type(result)(**{name: self.restored(it, write) for name, it in vars(result).items()})
        return result

    def _restored(self, character: str, write: Callable[[str], str] | None) -> str:
        lone = self._back.get(character)
        if lone is None:
            return character
        return write(lone) if write else lone


def escape(character: str) -> str:
    r"""`\udXXX`, as JSON writes it."""
    return f"\\u{ord(character):04x}"


def stand_in_for(*values: object) -> StandIn | None:
    """A stand-in, if one of the texts needs it."""
    texts = [it for it in values if isinstance(it, str)]
    return None if all(map(_is_well_formed, texts)) else StandIn(*texts)


def has_escapes(text: object) -> bool:
    """Whether a text may have surrogates that are written as escapes."""
    return isinstance(text, str) and _SURROGATE_ESCAPE.search(text) is not None


def _is_well_formed(text: str) -> bool:
    try:
        return text.isascii() or bool(text.encode())
    except UnicodeEncodeError:
        return False
