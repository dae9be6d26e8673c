"""Columns of Arrow: what is found in all rows of a table, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol

from . import _native
from ._frames import Library, frame

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import ValidateOptions


class ArrowArray(Protocol):
    """An array of Arrow, as pyarrow and others have them."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[object, object]: ...


class ArrowStream(Protocol):
    """An array of Arrow in chunks, or a table, as pyarrow, Polars, DuckDB and others have them."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> object: ...


class RecordBatch:
    """A table of Arrow. Programs that know Arrow take it as it is: `polars.DataFrame(batch)`, `pyarrow.record_batch(batch)`."""

    __slots__ = ("_native",)

    def __init__(self, native: _native.Batch) -> None:
        self._native = native

    @property
    def num_rows(self) -> int:
        """How many rows it has."""
        return self._native.num_rows

    @property
    def column_names(self) -> list[str]:
        """The names of its columns, in their order."""
        return self._native.column_names

    def to_pydict(self) -> dict[str, list[Any]]:
        """The columns by their names, as lists; None for null."""
        return self._native.to_pydict()

    def to_frame(self, library: Library | None = None) -> Any:
        """A data frame of pandas, or of Polars if pandas is not installed or `library` is `polars`."""
        return frame(self.to_pydict(), library)

    def __len__(self) -> int:
        return self.num_rows

    def __repr__(self) -> str:
        return f"<RecordBatch of {self.num_rows} rows: {', '.join(self.column_names)}>"

    def __arrow_c_schema__(self) -> object:
        return self._native.__arrow_c_schema__()

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        return self._native.__arrow_c_array__(requested_schema)


def validate_column(
    array: ArrowArray | ArrowStream,
    *,
    per: Literal["finding", "row"] = "finding",
    threads: int | None = None,
    **options: Unpack[ValidateOptions],
) -> RecordBatch:
    """
    Checks each string, or the bytes of each file, in an array of Arrow: of pyarrow, a series of Polars, a result of DuckDB with
    one column. Rows are read where they lie, by all cores or as many `threads`, while other threads of Python run.

    The result has a row for each finding, `row, code, severity, message, pointer, line, column`, in the order of the rows, which
    count from zero; lines and columns count from one. With `per="row"` it has a row for each row,
    `ok, errors, warnings, infos, hints, code, format`, with the first of the most serious findings. A row that is null has no
    findings, and null in all columns.

    As in an archive, `not-pretty` is off unless `rules` turns it on, and a row of more than 16 MiB, or `max_bytes` in `limits`,
    is not checked: the finding is `too-large`, and `ok` is false.
    """
    given: dict[str, Any] = options  # type: ignore[assignment]
    return RecordBatch(_native.validate_column(array, per, threads, given))
