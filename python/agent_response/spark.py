"""
Checks a column of a table of Spark, on all of its machines. Each needs this package and pyarrow.

    spark-submit --master spark://HOST:7077 .../agent_response/spark.py IN OUT [--column body] [--keys id]

IN is a file or a folder, Parquet or NDJSON (`.ndjson`, `.jsonl`, `.json` and their compressed forms). OUT gets `findings`, a table
in Parquet with a row for each finding, and `summary`, one JSON document, which is printed, too.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from agent_response import validate_column

if TYPE_CHECKING:
    import pyarrow  # pyright: ignore[reportMissingImports]
    from pyspark.sql import DataFrame, SparkSession  # pyright: ignore[reportMissingImports]
    from typing_extensions import Unpack

    from agent_response import ValidateOptions

Per = Literal["finding", "row"]

_FINDING = "code string, severity string, message string, pointer string, line integer, column integer"
_SUMMARY = "ok boolean, errors integer, warnings integer, infos integer, hints integer, code string, format string"
_ROWS = 512
SETTINGS = {
    # A batch is in memory several times: in Java, in Python, and as its findings.
    "spark.sql.execution.arrow.maxBytesPerBatch": "32m",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "10000",
    "spark.sql.files.maxPartitionBytes": "64m",
}


def audit(df: DataFrame, column: str = "body", *, per: Per = "finding", **options: Unpack[ValidateOptions]) -> DataFrame:
    """
    The findings in a column of strings or bytes, as `validate_column` has them, after the other columns of the row that each is
    about; with `per="row"`, a row for each row. `df.select(...)` says which columns those are.
    """
    import pyarrow  # pyright: ignore[reportMissingImports]

    validate_column(pyarrow.array([], pyarrow.string()), per=per, **options)  # what is wrong with the arguments is found here
    others = [it for it in df.schema.fields if it.name != column]
    if len(others) == len(df.schema.fields):
        raise ValueError(f"`column` must be a column of the table, but is {column!r}; there are {', '.join(df.columns)}")
    ours = _FINDING if per == "finding" else _SUMMARY
    taken = {it.split()[0] for it in ours.split(", ")} & {it.name for it in others}
    if taken:
        raise ValueError(f"`df` has columns with the names of those that are added: {', '.join(sorted(taken))}; rename them")
    schema = type(df.schema)([*others])
    for it in ours.split(", "):
        schema = schema.add(*it.split())
    return df.mapInArrow(_checker(column, [it.name for it in others], per, dict(options)), schema)


def _checker(column: str, others: Sequence[str], per: Any, options: Any) -> Callable[..., Any]:
    """What each task does."""

    def check(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow  # pyright: ignore[reportMissingImports]

        for batch in (part for it in batches for part in _parts(it)):
            # A task has one core.
            found = pyarrow.record_batch(validate_column(batch.column(column), per=per, threads=1, **options))
            rows = found.column("row") if per == "finding" else None
            columns = [batch.column(it) if rows is None else batch.column(it).take(rows) for it in others]
            names = [it for it in found.schema.names if it != "row"]
            for name in names:
                it = found.column(name)
                # Spark has no strings with offsets of 64 bits unless it is set to.
                columns.append(it.cast(pyarrow.string()) if it.type == pyarrow.large_string() else it)
            yield pyarrow.RecordBatch.from_arrays(columns, [*others, *names])

    return check


def _parts(batch: pyarrow.RecordBatch) -> Iterator[pyarrow.RecordBatch]:
    """So few rows at a time that their findings fit into memory, even if each row has the most that a report has."""
    return (batch.slice(start, _ROWS) for start in range(0, batch.num_rows, _ROWS))


def read(spark: SparkSession, path: str, column: str, keys: Sequence[str], is_lines: bool | None = None) -> DataFrame:
    """The column, the keys, the file of each row, and a number that is the row's own; NDJSON has no other columns."""
    if is_lines is None:
        is_lines = re.search(r"\.(ndjson|jsonl|json)(\.\w+)?/?$", path.lower()) is not None
    if is_lines and keys:
        raise ValueError("`keys` must be empty, since lines have no other columns")
    table = spark.read.text(path) if is_lines else spark.read.parquet(path)
    ours = "value" if is_lines else column
    numbered = table.selectExpr(
        "_metadata.file_path file", "monotonically_increasing_id() row", *map(_quoted, keys), f"{_quoted(ours)} AS {_quoted(column)}"
    )
    return numbered.where(f"trim(BOTH ' \t\r' FROM {_quoted(column)}) != ''") if is_lines else numbered


def _quoted(name: str) -> str:
    """A name in SQL."""
    return "`" + name.replace("`", "``") + "`"


def run(spark: SparkSession, table: DataFrame, target: str, column: str, options: Any) -> dict[str, Any]:
    """Writes the findings in what `read` returned and their summary, and returns the summary."""
    from pyspark.sql import functions  # pyright: ignore[reportMissingImports]

    audit(table, column, **options).write.mode("overwrite").parquet(f"{target}/findings")
    # Only what was committed counts, so that a task that ran twice does not count twice.
    findings = spark.read.parquet(f"{target}/findings")
    numbers = (functions.count("*"), functions.count_distinct("row"))
    found = findings.groupBy("severity", "code").agg(*numbers).orderBy("severity", "code").collect()
    summary = {
        "version": 1,
        "rows": table.count(),
        "rows_with_findings": findings.select("row").distinct().count(),
        "rules": [{"severity": it[0], "code": it[1], "findings": it[2], "rows": it[3]} for it in found],
    }
    text = json.dumps(summary, indent=2)
    spark.createDataFrame([(text,)], "value string").coalesce(1).write.mode("overwrite").text(f"{target}/summary")
    return summary


def main(arguments: Sequence[str] | None = None) -> None:
    """The job."""
    from pyspark.sql import SparkSession  # pyright: ignore[reportMissingImports]

    parser = argparse.ArgumentParser(prog="agent_response.spark", description="Checks responses in Parquet or NDJSON.")
    parser.add_argument("source", metavar="IN", help="a file or a folder")
    parser.add_argument("target", metavar="OUT", help="a folder for the findings and the summary; replaced if it is there")
    parser.add_argument("--column", default="body", help="the column with the responses, in Parquet")
    parser.add_argument("--keys", default="", metavar="A,B", help="columns that the findings have, too, in Parquet")
    parser.add_argument("--lines", action="store_true", help="IN is NDJSON, whatever it is named")
    parser.add_argument("--options", default={}, type=json.loads, metavar="JSON", help='options of `validate`, such as \'{"profile": "strict"}\'')
    given = parser.parse_args(arguments)
    builder = SparkSession.builder.appName("agent-response")
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    keys = [it for it in given.keys.split(",") if it]
    spark = builder.getOrCreate()
    table = read(spark, given.source, given.column, keys, given.lines or None)
    print(json.dumps(run(spark, table, given.target, given.column, given.options), indent=2))


if __name__ == "__main__":
    main()
