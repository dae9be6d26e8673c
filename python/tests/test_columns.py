"""What is found in a column is what `validate` finds in each of its rows."""

from __future__ import annotations

import json
import sys
import unittest
from typing import Any
from unittest import mock

import agent_response as ar
from arrow import Column
from blocks import examples

#: As in an archive.
QUIET: Any = {"not-pretty": "off"}
BAD = b'{"status": "success", "result": "{\\"sections\\": [1,]}"}'


def expected(rows: list[bytes | None], **options: Any) -> dict[str, list[Any]]:
    """The findings of each row by itself."""
    out: dict[str, list[Any]] = {it: [] for it in ("row", "code", "severity", "message", "pointer", "line", "column")}
    options["rules"] = QUIET | options.get("rules", {})
    for idx, text in enumerate(rows):
        for found in [] if text is None else ar.validate(text, **options).to_rows():
            for name, value in ({"row": idx} | found).items():
                out[name].append(value)
    return out


class Columns(unittest.TestCase):
    def test_findings_are_those_of_each_row(self) -> None:
        texts: list[bytes | None] = [text for _, text, _ in examples()]
        texts[3:3] = [None, b""]
        found = ar.validate_column(Column(texts, "Z"))
        self.assertEqual(found.to_pydict(), expected(texts))
        self.assertGreater(found.num_rows, 1000)
        options: Any = {"profile": "strict", "rules": {"not-pretty": "info"}, "now": "2026-01-01T00:00:00Z"}
        self.assertEqual(ar.validate_column(Column(texts, "z"), **options).to_pydict(), expected(texts, **options))

    def test_a_summary_has_a_row_for_each_row(self) -> None:
        rows = [BAD, None, b"{", b'{"status": "success"}', b'{"response": "{}"}']
        options: Any = {"format": "agent-response"}
        found = ar.validate_column(Column(rows), per="row", **options).to_pydict()
        findings = ar.validate_column(Column(rows), **options).to_pydict()
        self.assertEqual(list(found), ["ok", "errors", "warnings", "infos", "hints", "code", "format"])
        for idx, row in enumerate(rows):
            summary = {name: values[idx] for name, values in found.items()}
            if row is None:
                self.assertEqual(set(summary.values()), {None})
                self.assertNotIn(idx, findings["row"])
                continue
            report = ar.validate(row, rules=QUIET, **options)
            counts = [sum(it.severity == name for it in report.diagnostics) for name in ("error", "warning", "info", "hint")]
            self.assertEqual([summary[it] for it in ("errors", "warnings", "infos", "hints")], counts)
            self.assertEqual((summary["ok"], summary["format"]), (report.valid, report.format.id))
            worst = next(it.code for it in report.diagnostics if it.severity == "error")
            self.assertEqual(summary["code"], worst)

    def test_threads_change_nothing(self) -> None:
        rows: list[bytes | None] = [BAD, b"[1,]", None, b'{"a": "' + b"x" * 5000 + b'"}'] * 250
        tables = [ar.validate_column(Column(rows), threads=it).to_pydict() for it in (1, 2, 7, None)]
        self.assertEqual(tables, [tables[0]] * 4)
        self.assertEqual(sorted(set(tables[0]["row"])), [it for it in range(1000) if rows[it] is not None])

    def test_what_cannot_be_read_is_a_finding_of_its_row(self) -> None:
        rows = [b'{"a": "\xff"}', b"x" * 300, BAD, b"\xef\xbb\xbf{}"]
        for kind in "uUzZ":
            found = ar.validate_column(Column(rows, kind), format="agent-response", limits={"max_bytes": 100}).to_pydict()
            codes = [[code for row, code in zip(found["row"], found["code"]) if row == idx] for idx in range(4)]
            self.assertIn("invalid-utf8", codes[0])
            self.assertEqual(codes[1], ["too-large"])
            self.assertIn("misnamed-field", codes[2])
            self.assertIn("byte-order-mark", codes[3])
            self.assertIn("The row has 300 bytes, so it was not checked; the limit is 100 bytes", found["message"])
        limits: Any = {"max_bytes": 100}
        off: Any = {"too-large": "off"}
        summary = ar.validate_column(Column(rows), per="row", limits=limits, rules=off).to_pydict()
        self.assertEqual((summary["ok"][1], summary["errors"][1], summary["code"][1]), (False, 0, None))

    def test_buffers_are_released(self) -> None:
        column = Column([BAD] * 100)
        ar.validate_column(column)
        self.assertEqual(column.n_released, 1)
        self.assertEqual(ar.validate_column(Column([])).to_pydict(), expected([]))

    def test_errors_name_the_argument(self) -> None:
        any_call: Any = ar.validate_column
        speaks = "`array` must be an array of Arrow, with `__arrow_c_array__` or `__arrow_c_stream__`, but is "
        errors: list[tuple[type[Exception], str, Any, dict[str, Any]]] = [
            (TypeError, speaks + "a list", ["{}"], {}),
            (TypeError, "`array` must contain strings or bytes, but contains Int32", Column([b"1234"], "i"), {}),
            (ValueError, "`array` must be one column, but has 7", ar.validate_column(Column([BAD])), {}),
            (ValueError, '`per` must be one of "finding", "row", but is "all"', Column([]), {"per": "all"}),
            (TypeError, "`per` must be a str, but is None", Column([]), {"per": None}),
            (ValueError, "`threads` must be a whole number from 1, but is 0", Column([]), {"threads": 0}),
            (ValueError, "`rules` names `no-rule`, which is no rule", Column([]), {"rules": {"no-rule": "off"}}),
        ]
        for error, message, array, options in errors:
            with self.assertRaises(error) as raised:
                any_call(array, **options)
            self.assertEqual(str(raised.exception), message)

    def test_a_schema_is_asked_from_every_thread(self) -> None:

        class Schema:
            def violations(self, payload: str) -> list[dict[str, Any]]:
                return [{"pointer": "", "message": f"It is {json.loads(payload)['n']}"}]

        rows: list[bytes | None] = [json.dumps({"status": "success", "response": json.dumps({"n": it})}).encode() for it in range(300)]
        found = ar.validate_column(Column(rows), threads=2, schema=Schema()).to_pydict()
        messages = [it for code, it in zip(found["code"], found["message"]) if code == "payload-schema"]
        self.assertEqual(messages, [f"It is {it}" for it in range(300)])


class Frames(unittest.TestCase):
    def test_without_a_library_the_error_says_what_to_install(self) -> None:
        report, batch = ar.validate(BAD), ar.validate_column(Column([BAD]))
        for it in (report, batch):
            with mock.patch.dict(sys.modules, {"pandas": None, "polars": None}):
                for library, message in [
                    (None, "neither pandas nor polars is installed, which a data frame needs: pip install pandas"),
                    ("polars", "polars is not installed, which a data frame needs: pip install polars"),
                ]:
                    with self.assertRaises(ModuleNotFoundError) as raised:
                        it.to_frame(library)  # type: ignore[arg-type]
                    self.assertEqual(str(raised.exception), message)
            with self.assertRaisesRegex(ValueError, "^`library` must be one of \"pandas\", \"polars\", but is 'dask'$"):
                it.to_frame("dask")  # type: ignore[arg-type]

    def test_a_table_names_itself(self) -> None:
        batch = ar.validate_column(Column([BAD]), per="row")
        self.assertEqual(repr(batch), "<RecordBatch of 1 rows: ok, errors, warnings, infos, hints, code, format>")
        self.assertEqual((len(batch), batch.column_names[0]), (1, "ok"))


if __name__ == "__main__":
    unittest.main()
