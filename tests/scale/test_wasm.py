"""The checks in wasmtime and in ClickHouse, with the code and the SQL of docs/scale.md, say about each row what the command says."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import chdb
import pyarrow as pa
import pyarrow.parquet as pq

ROOT = Path(__file__).parents[2]
WASM = ROOT / "target/columns/agent-response.wasm"
COMMAND = os.environ.get("AGENT_RESPONSE_COMMAND", ROOT / "target/debug/agent-response")
PAGE = (ROOT / "docs/scale.md").read_text("utf-8")
FIELDS = ("code", "severity", "message", "pointer", "line", "column")
NOW = datetime.now(timezone.utc).isoformat()


def code(section: str, language: str) -> list[str]:
    """The blocks of a section of the page."""
    text = PAGE.split(f"\n## {section}\n")[1].split("\n## ")[0]
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def host() -> dict[str, Any]:
    """What the first block of Python defines."""
    names: dict[str, Any] = {}
    exec(compile(code("Hosts without JavaScript: the C ABI", "python")[0], "docs/scale.md", "exec"), names)
    return names


def examples() -> Iterator[bytes]:
    """The examples of all pages, each on one line."""
    for folder in ("src/rules", "src/formats", "tests/cases"):
        for page in sorted((ROOT / folder).glob("*.md")):
            for block in re.findall(r"^```(?:json|text)[^\n]*\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S):
                lines = [it for it in block.splitlines() if not it.lstrip().startswith("^")]
                yield " ".join(lines).encode()


def rows() -> list[bytes]:
    """Examples, halves of them, and rows that are unlike any file."""
    whole = [it for it in examples() if it.strip()]
    odd = [b'{"status": 1, "\x1b[31m": 2}', b'{"response": "\xff"}', "\u2028{\u202e".encode(), b"x" * (17 << 20)]
    return [b"{}", *odd, *whole, *(it[: len(it) // 2 or 1] for it in whole)]


def of_command(rows: list[bytes]) -> list[list[dict[str, Any]]]:
    """The findings of the command for each row."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "rows.ndjson").write_bytes(b"\n".join(rows) + b"\n")
        arguments = [COMMAND, "check", "--ndjson", "rows.ndjson", "--format", "json"]
        output = subprocess.run(arguments, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
    found: list[list[dict[str, Any]]] = [[] for _ in rows]
    for line in map(json.loads, output.splitlines()):
        for it in line.get("diagnostics", []):
            place = {"line": 1, "column": it["range"]["start"]["character"] + 1}
            message = it["message"].replace("The line has", "The row has")
            found[line["line"] - 1].append({**it, **place, "message": message})
    return [[{name: it[name] for name in FIELDS} for it in findings] for findings in found]


def text_column(rows: list[bytes | None]) -> pa.Array:
    return pa.array(rows, pa.binary()).view(pa.string())


@functools.cache
def compared() -> tuple[list[bytes], list[list[dict[str, Any]]]]:
    """The rows, and what the command finds in each. Builds the file if it is not fresh."""
    subprocess.run([ROOT / "scripts/build-wasm.sh", "columns"], check=True)
    texts = rows()
    found = of_command(texts)
    assert len(texts) > 500 and sum(not it for it in found) > 50 and sum(bool(it) for it in found) > 300
    return texts, found


class WasmTestCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.rows, cls.expected = compared()

    def same(self, found: list[list[dict[str, Any]]]) -> None:
        self.assertEqual(len(found), len(self.rows))
        for row, those, these in zip(self.rows, self.expected, found):
            self.assertEqual(those, these, row[:2000])


class HostTest(WasmTestCase):
    """A column call in wasmtime."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.names = host()
        engine = cls.names["Engine"]()
        cls.parts = engine, cls.names["Module"](engine, WASM.read_bytes())

    def columns(self, **options: Any) -> Any:
        return self.names["Columns"](*self.parts, **options)

    def test_a_column_has_the_findings_of_the_command(self) -> None:
        columns = self.columns(now=NOW)
        self.same([json.loads(it) for it in columns.validate(text_column(self.rows))])
        # As a slice, and with rows that are null.
        n = len(self.rows) - 7
        between: list[bytes | None] = [it for row in self.rows[7:] for it in (None, row)]
        found = columns.validate(text_column([b"", *between])[2:])
        self.assertEqual(found[1::2], ["null"] * (n - 1))
        self.assertEqual([json.loads(it) for it in found[::2]], self.expected[7:])

    def test_nothing_is_imported(self) -> None:
        self.assertEqual(list(self.parts[1].imports), [])

    def test_a_trap_costs_one_instance(self) -> None:
        columns = self.columns()
        columns.store.set_limits(memory_size=12 << 20)
        column = text_column([b'["' * 400_000])
        with self.assertRaises(Exception):
            columns.validate(column)
        for again in (column, text_column([b"{}"])):
            with self.assertRaises((MemoryError, ValueError)):
                columns.validate(again)
        self.assertEqual(len(self.columns().validate(column)), 1)

    def test_the_example_of_the_page(self) -> None:
        second = code("Hosts without JavaScript: the C ABI", "python")[1]
        lines: list[Any] = []
        names = {**self.names, "print": lines.append}
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            shutil.copy(WASM, folder)
            exec(compile(second, "docs/scale.md", "exec"), names)
        self.assertEqual([it["severity"] for it in lines[0]], ["warning"])
        self.assertIsNone(lines[1])


class ClickHouseTest(WasmTestCase):
    """The SQL of the page."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.folder = tempfile.TemporaryDirectory()
        cls.before = os.getcwd()
        os.chdir(cls.folder.name)
        shutil.copy(WASM, ".")
        table = {"id": range(len(cls.rows) + 1), "body": pa.array([*cls.rows, None], pa.binary())}
        pq.write_table(pa.table(table), "responses.parquet")
        cls.session = chdb.connect("file:data?allow_experimental_webassembly_udf=1")
        cls.once, cls.findings, cls.counts = code("ClickHouse", "sql")
        for statement in cls.once.strip().split(";"):
            if statement:
                cls.session.query(statement)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.session.close()
        os.chdir(cls.before)
        cls.folder.cleanup()

    def ask(self, sql: str) -> list[dict[str, Any]]:
        sql = sql.strip().removesuffix(";")
        settings = "output_format_json_quote_64bit_integers = 0, output_format_json_escape_forward_slashes = 0"
        answer = self.session.query(f"{sql} {',' if 'SETTINGS' in sql else 'SETTINGS'} {settings} FORMAT JSONEachRow")
        return [json.loads(it) for it in answer.bytes().splitlines()]

    def test_a_table_has_the_findings_of_the_command(self) -> None:
        found: list[list[dict[str, Any]]] = [[] for _ in self.rows]
        for it in self.ask(self.findings):
            found[it["id"]].append({name: it[f"finding.{name}"] for name in FIELDS})
        self.same(found)

    def test_counts_have_the_options(self) -> None:
        arguments = {"profile": "strict", "payloads": "off"}
        names = host()
        engine = names["Engine"]()
        columns = names["Columns"](engine, names["Module"](engine, WASM.read_bytes()), **arguments)
        counts: dict[str, int] = {}
        for line in columns.validate(text_column(self.rows)):
            for found in {it["code"] for it in json.loads(line)}:
                counts[found] = counts.get(found, 0) + 1
        self.assertEqual({it["code"]: it["rows"] for it in self.ask(self.counts)}, counts)

    def test_null_stays_null(self) -> None:
        asked = self.ask("SELECT id, agent_response(body) AS found FROM file('responses.parquet') WHERE body IS NULL")
        self.assertEqual(asked, [{"id": len(self.rows), "found": None}])


if __name__ == "__main__":
    unittest.main()
