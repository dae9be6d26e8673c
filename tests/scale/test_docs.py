"""Each example of docs/scale.md runs, and finds in each row what `validate` finds in it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

import answers
import pyarrow
import pyarrow.parquet

PAGE = (Path(__file__).parents[2] / "docs/scale.md").read_text("utf-8")
EXAMPLES = dict(re.findall(r"^## (\S+)\n(?:(?!^## ).)*?^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))
# Programs run in another folder.
PATHS = os.pathsep.join(os.path.abspath(it) for it in os.environ.get("PYTHONPATH", "").split(os.pathsep) if it)
TEXTS = [None, "", *answers.responses(500), "x"]
IDS = [f"a{it}" for it in range(len(TEXTS))]


class Docs(unittest.TestCase):
    maxDiff = 2000

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, Path.cwd())
        os.chdir(folder.name)
        pyarrow.parquet.write_table(pyarrow.table({"id": IDS, "body": TEXTS}), "answers.parquet", row_group_size=100)

    def run_example(self, name: str) -> dict[str, Any]:
        names: dict[str, Any] = {}
        exec(compile(EXAMPLES[name], f"docs/scale.md, {name}", "exec"), names)
        return names

    def check(self, rows: list[dict[str, Any]]) -> None:
        found = [tuple(it[name] for name in ("id", *answers.FINDING)) for it in rows]
        self.assertEqual(sorted(found), sorted(answers.findings(TEXTS, IDS)))

    def test_every_program_has_one(self) -> None:
        self.assertEqual(list(EXAMPLES), ["DuckDB", "Polars", "pandas", "Dask", "Spark"])
        of_programs = PAGE.split("\n## Hosts without JavaScript", maxsplit=1)[0]  # those are in test_wasm.py
        self.assertEqual(of_programs.count("```python"), len(EXAMPLES))

    def test_duckdb(self) -> None:
        rows = zip(IDS, answers.summaries(TEXTS))
        expected = [(key, it[5], it[1]) for key, it in rows if it[0] is False]
        self.assertEqual(sorted(self.run_example("DuckDB")["broken"]), sorted(expected))

    def test_polars(self) -> None:
        self.check(self.run_example("Polars")["findings"].to_dicts())

    def test_pandas(self) -> None:
        self.check(self.run_example("pandas")["findings"].to_dict("records"))

    def test_dask(self) -> None:
        self.run_example("Dask")
        self.check(pyarrow.parquet.read_table("findings").to_pylist())

    def test_spark(self) -> None:
        environment = os.environ | {"PYTHONPATH": PATHS, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
        done = subprocess.run([sys.executable, "-c", EXAMPLES["Spark"]], env=environment, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.check(pyarrow.parquet.read_table("findings").to_pylist())


if __name__ == "__main__":
    unittest.main()
