"""Columns of the programs that have them, in each of their forms, are checked as `validate` checks each row."""

from __future__ import annotations

import unittest
from typing import Any

import agent_response
import answers
import duckdb
import pandas
import polars
import pyarrow

TEXTS = [None, "", *answers.responses(200), None, "x", '{"a": "é😀",}']
STRINGS = (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view())
BYTES = (pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary_view())


def rows(batch: agent_response.RecordBatch) -> list[tuple[Any, ...]]:
    return list(zip(*batch.to_pydict().values()))


class Columns(unittest.TestCase):
    maxDiff = 2000

    def check(self, column: Any, texts: Any = TEXTS) -> None:
        self.assertEqual(rows(agent_response.validate_column(column)), answers.findings(texts))
        self.assertEqual(rows(agent_response.validate_column(column, per="row")), answers.summaries(texts))

    def test_arrays_of_each_type(self) -> None:
        plain = pyarrow.array(TEXTS)
        for it in (*STRINGS, *BYTES):
            with self.subTest(type=it):
                array = plain.cast(it) if it not in BYTES[2:] else pyarrow.array(TEXTS, it)
                self.check(array)
                self.check(array[5:60], TEXTS[5:60])
                self.check(array[:0], [])
                self.check(pyarrow.chunked_array([array[:7], array[7:7], array[7:]]))
                self.check(pyarrow.chunked_array([], it), [])
                self.check(pyarrow.table({"body": array}))

    def test_a_dictionary(self) -> None:
        texts = TEXTS[:40] * 3
        for value in STRINGS[:2]:
            array = pyarrow.array(texts, value).dictionary_encode()
            self.check(array, texts)
            self.check(array[3:50], texts[3:50])
            self.check(pyarrow.chunked_array([array, array[:9]]), texts + texts[:9])
            # Null in the dictionary instead of in the rows.
            indices = pyarrow.array([0, 1, None, 1], pyarrow.int8())
            self.check(pyarrow.DictionaryArray.from_arrays(indices, pyarrow.array(["{}", None], value)), ["{}", None, None, None])
            self.check(pyarrow.DictionaryArray.from_arrays(pyarrow.array([None], pyarrow.int32()), pyarrow.array([], value)), [None])

    def test_what_other_programs_have(self) -> None:
        self.check(polars.Series(TEXTS))
        self.check(polars.concat([polars.Series(TEXTS[:9]), polars.Series(TEXTS[9:])], rechunk=False))
        self.check(polars.Series(TEXTS * 2, dtype=polars.Categorical), TEXTS * 2)
        self.check(polars.DataFrame({"body": TEXTS}))
        known = pyarrow.table({"body": TEXTS})
        self.check(duckdb.from_arrow(known))
        self.check(pandas.DataFrame({"body": pandas.Series(TEXTS, dtype="string[pyarrow]")}))
        self.check(pyarrow.array(pandas.Series(TEXTS, dtype=pandas.ArrowDtype(pyarrow.large_string()))))

    def test_strings_that_are_not_utf8(self) -> None:
        texts = [b'{"a": "\xff"}', b"{}", b"\x80" * 50]
        for it, binary in zip(STRINGS[:2], BYTES):
            array = pyarrow.array(texts, binary)
            wrong = pyarrow.Array.from_buffers(it, len(array), array.buffers())
            self.check(wrong, texts)
        view = pyarrow.array(texts, pyarrow.binary_view())
        self.check(pyarrow.Array.from_buffers(pyarrow.string_view(), len(view), view.buffers()), texts)

    def test_rows_are_not_copied(self) -> None:
        array = pyarrow.array(["x" * 20_000_000] * 10)
        before = pyarrow.total_allocated_bytes()
        found = agent_response.validate_column(array)
        self.assertEqual(found.to_pydict()["code"], ["too-large"] * 10)
        self.assertEqual(pyarrow.total_allocated_bytes(), before)

    def test_results_go_where_they_are_wanted(self) -> None:
        for per in ("finding", "row"):
            found = agent_response.validate_column(pyarrow.array(TEXTS), per=per)
            expected = rows(found)
            batch = pyarrow.record_batch(found)
            batch.validate(full=True)
            del found
            self.assertEqual([tuple(it.values()) for it in batch.to_pylist()], expected)
            found = agent_response.validate_column(pyarrow.array(TEXTS), per=per)
            self.assertEqual(polars.DataFrame(found).rows(), expected)
            self.assertEqual(found.to_frame("polars").rows(), expected)
            frame = found.to_frame()
            self.assertIsInstance(frame, pandas.DataFrame)
            self.assertEqual(frame.astype(object).where(frame.notna(), None).values.tolist(), [list(it) for it in expected])
            self.assertEqual(duckdb.sql("FROM batch").fetchall(), expected)
            self.assertEqual(pyarrow.table(found).schema, batch.schema)

    def test_types_of_frames_do_not_depend_on_what_is_found(self) -> None:
        for texts in ([], ["{}"], [None]):
            for per in ("finding", "row"):
                found = agent_response.validate_column(pyarrow.array(texts, pyarrow.string()), per=per)
                other = agent_response.validate_column(pyarrow.array(TEXTS), per=per)
                self.assertEqual(found.to_frame().dtypes.to_dict(), other.to_frame().dtypes.to_dict())
                self.assertEqual(found.to_frame("polars").schema, other.to_frame("polars").schema)
        for library in ("pandas", "polars"):
            report = agent_response.validate(answers.response(0))
            frame = report.to_frame(library)
            self.assertEqual(frame["code"].to_list() if library == "polars" else list(frame["code"]), [it.code for it in report.diagnostics])

    def test_many_rows_at_once(self) -> None:
        texts = list(answers.responses(20_000))
        one = agent_response.validate_column(pyarrow.array(texts), threads=1).to_pydict()
        self.assertEqual(agent_response.validate_column(pyarrow.array(texts), threads=5).to_pydict(), one)
        self.assertEqual(sorted(set(one["row"])), [it for it in range(20_000) if it % 12 == 0])

    def test_an_array_that_breaks_off(self) -> None:
        def batches() -> Any:
            yield pyarrow.record_batch({"body": ["{}"]})
            raise OSError("the disk is gone")

        reader = pyarrow.RecordBatchReader.from_batches(pyarrow.schema({"body": pyarrow.string()}), batches())
        with self.assertRaisesRegex(ValueError, "^`array` could not be read: .*the disk is gone"):
            agent_response.validate_column(reader)


if __name__ == "__main__":
    unittest.main()
