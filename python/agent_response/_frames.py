"""Data frames of pandas or Polars, whichever is there: neither is needed for anything else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Literal

Library = Literal["pandas", "polars"]

_LIBRARIES: tuple[Library, ...] = ("pandas", "polars")
# Those of Polars; with a capital letter, a type of pandas has room for null.
_TYPES = {
    "ok": ("Boolean", "boolean"),
    "row": ("Int64", "Int64"),
    **dict.fromkeys(("line", "column", "errors", "warnings", "infos", "hints"), ("Int32", "Int32")),
}
_TEXT = ("String", "string")


def frame(columns: Mapping[str, Sequence[Any]], library: Library | None) -> Any:
    """A frame of these columns, whose types do not depend on what is in them."""
    name, module = _imported(library)
    if name == "polars":
        return module.DataFrame(columns, schema={it: getattr(module, _TYPES.get(it, _TEXT)[0]) for it in columns})
    return module.DataFrame({it: module.Series(values, dtype=_TYPES.get(it, _TEXT)[1]) for it, values in columns.items()})


def _imported(library: Library | None) -> tuple[str, Any]:
    if library is not None and library not in _LIBRARIES:
        raise ValueError(f'`library` must be one of "pandas", "polars", but is {library!r}')
    for name in (library,) if library else _LIBRARIES:
        try:
            return name, import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:
                raise
    wanted = f"{library} is not installed" if library else "neither pandas nor polars is installed"
    raise ModuleNotFoundError(f"{wanted}, which a data frame needs: pip install {library or 'pandas'}", name=library or "pandas")
