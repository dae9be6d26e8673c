"""
A real cluster finds what `validate` finds in each row, also when a worker is lost. ROWS sets the length of the table: 200,000, or
1,000,000 to measure. The last test prints rates.
"""

from __future__ import annotations

import json
import os
import tempfile
import threading
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

import agent_response
import answers
import pyarrow
import pyarrow.parquet
from agent_response.spark import audit
from cluster import Cluster, kill, seconds

ROWS = int(os.environ.get("ROWS", "200000"))
LARGE = b'{"a": "' + b"x" * (17 << 20) + b'"}'
ODD = [None, b'{"a": "\xff"}', b"\x80\x81", LARGE, b"", "Grüße".encode()]


def strings(texts: list[bytes | None]) -> pyarrow.Array:
    """Strings, whatever is in them."""
    array = pyarrow.array(texts, pyarrow.binary())
    return pyarrow.Array.from_buffers(pyarrow.string(), len(array), array.buffers())


def setUpModule() -> None:
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    Shared.folder = Path(folder.name)
    Shared.cluster = Cluster(Shared.folder)
    unittest.addModuleCleanup(Shared.cluster.end)


class Shared(unittest.TestCase):
    """What the tests have in common."""

    maxDiff = 2000
    folder: Path
    cluster: Cluster


class Job(Shared):
    """Before there is a session, which has the cores of the cluster."""

    def test_the_job_reads_parquet_and_lines(self) -> None:
        texts = [*answers.responses(300), "", "x"]
        lines = self.folder / "answers.ndjson"
        lines.write_text("\n".join(texts), newline="")
        expected = answers.findings([it for it in texts if it])
        done = self.cluster.submit(str(lines), str(self.folder / "out"))
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        found = pyarrow.parquet.read_table(self.folder / "out/findings").to_pylist()
        self.assertEqual(sorted(tuple(it[name] for name in answers.FINDING) for it in found), sorted(it[1:] for it in expected))
        self.assertEqual({it["file"].rsplit("/", 1)[1] for it in found}, {"answers.ndjson"})
        summary = json.loads(done.stdout)
        self.assertEqual((summary["rows"], summary["rows_with_findings"]), (301, len({it[0] for it in expected})))
        self.assertEqual(sum(it["findings"] for it in summary["rules"]), len(expected))
        written = "".join(it.read_text() for it in (self.folder / "out/summary").glob("part-*"))
        self.assertEqual(json.loads(written), summary)

        path = self.folder / "answers.parquet"
        pyarrow.parquet.write_table(pyarrow.table({"key": range(len(texts)), "text": texts}), path)
        options = '{"rules": {"misnamed-field": "off"}}'
        done = self.cluster.submit(str(path), str(self.folder / "out"), "--column", "text", "--keys", "key", "--options", options)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        found = pyarrow.parquet.read_table(self.folder / "out/findings").to_pylist()
        expected = [it for it in answers.findings(texts) if it[1] != "misnamed-field"]
        self.assertEqual(sorted(tuple(it[name] for name in ("key", *answers.FINDING)) for it in found), sorted(expected))


class Session(Shared):
    @classmethod
    def setUpClass(cls) -> None:
        cls.table = pyarrow.table({"id": range(ROWS), "body": list(answers.responses(ROWS))})
        pyarrow.parquet.write_table(cls.table, cls.folder / "all.parquet", row_group_size=max(ROWS // 20, 1))
        # That a column is checked as each of its rows is what test_columns.py is about.
        found = pyarrow.table(agent_response.validate_column(cls.table["body"]))
        cls.expected = sorted(found.rename_columns(["id", *answers.FINDING]).to_pylist(), key=str)
        size = (cls.folder / "all.parquet").stat().st_size
        # About twenty tasks.
        cls.spark = cls.cluster.session(**{"spark.sql.files.maxPartitionBytes": str(size // 20), "spark.sql.files.openCostInBytes": "0"})
        cls.addClassCleanup(cls.spark.stop)
        cls.df = cls.spark.read.parquet(str(cls.folder / "all.parquet"))

    def found(self, df: Any) -> list[dict[str, Any]]:
        return sorted(df.toArrow().to_pylist(), key=str)

    def test_1_the_cluster_finds_what_validate_finds(self) -> None:
        self.assertEqual(self.found(audit(self.df)), self.expected)
        texts = self.table["body"][:2000].to_pylist()
        first = [tuple(it.values()) for it in self.expected if it["id"] < 2000]
        self.assertEqual(sorted(first, key=str), sorted(answers.findings(texts), key=str))
        rows = audit(self.df.where("id < 2000"), per="row").orderBy("id").toArrow().to_pylist()
        self.assertEqual([tuple(it.values())[1:] for it in rows], answers.summaries(texts))
        strict = audit(self.df.where("id < 500").select("body"), profile="strict", rules={"misnamed-field": "hint"}).toArrow()
        self.assertIn("hint", strict["severity"].to_pylist())

    def test_2_a_row_that_cannot_be_read_is_a_finding_of_its_row(self) -> None:
        for kind in ("string", "binary"):
            texts = ODD * 3
            body = strings(texts) if kind == "string" else pyarrow.array(texts, pyarrow.binary())
            path = str(self.folder / f"odd-{kind}.parquet")
            pyarrow.parquet.write_table(pyarrow.table({"id": range(len(texts)), "body": body}), path)
            found = self.found(audit(self.spark.read.parquet(path)))
            large = [it for it in range(len(texts)) if texts[it] is LARGE]
            limit = f"The row has {len(LARGE)} bytes, so it was not checked; the limit is {16 << 20} bytes"
            expected = answers.findings([None if it is LARGE else it for it in texts])
            expected += [(it, "too-large", "warning", limit, "", 1, 1) for it in large]
            self.assertEqual([tuple(it.values()) for it in found], sorted(expected, key=lambda it: str(dict(zip(("id", *answers.FINDING), it)))))

    def test_3_batches_are_bounded_by_bytes(self) -> None:
        path = str(self.folder / "wide.parquet")
        pyarrow.parquet.write_table(pyarrow.table({"id": range(40), "body": ["x" * (4 << 20)] * 40}), path)

        def sizes(batches: Any) -> Any:
            for it in batches:
                yield pyarrow.RecordBatch.from_pydict({"size": [it.nbytes]})

        found = [it.size for it in self.spark.read.parquet(path).coalesce(1).mapInArrow(sizes, "size long").collect()]
        self.assertGreaterEqual(sum(found), 160 << 20)
        self.assertLess(max(found), (32 + 5) << 20)

    def test_4_arguments_are_checked_before_anything_runs(self) -> None:
        for words, call in [
            ("`column` must be a column of the table, but is 'text'; there are id, body", lambda: audit(self.df, "text")),
            ("names of those that are added: code; rename", lambda: audit(self.df.withColumnRenamed("id", "code"))),
            ('`per` must be one of "finding", "row", but is "all"', lambda: audit(self.df, per="all")),
            ("`colour` is not an option", lambda: audit(self.df, colour=1)),  # type: ignore[call-arg]
        ]:
            with self.assertRaisesRegex((TypeError, ValueError), words):
                call()

    def test_5_a_worker_that_is_lost_changes_nothing(self) -> None:
        target = str(self.folder / "killed")
        tracker = self.spark.sparkContext.statusTracker()
        errors: list[BaseException] = []

        def write() -> None:
            try:
                audit(self.df).write.parquet(target)
            except BaseException as error:  # noqa: BLE001
                errors.append(error)

        job = threading.Thread(target=write)
        job.start()
        n_done = n_tasks = 0
        while job.is_alive() and not 2 <= n_done < n_tasks - 4:
            stages = [tracker.getStageInfo(it) for it in tracker.getActiveStageIds()]
            n_done, n_tasks = next(((it.numCompletedTasks, it.numTasks) for it in stages if it), (0, 0))
            time.sleep(0.02)
        self.assertTrue(job.is_alive(), "the job was over too early")
        kill(self.cluster.workers[0])
        job.join()
        self.assertEqual(errors, [])
        found = pyarrow.parquet.read_table(target).to_pylist()
        self.assertEqual(sorted(found, key=str), self.expected)
        self.cluster.workers[0] = self.cluster.add_worker(3)

    def test_6_rates(self) -> None:
        def identity(batches: Any) -> Any:
            yield from batches

        def noop(df: Any) -> Callable[[], None]:
            return lambda: df.write.format("noop").mode("overwrite").save()

        body = self.table["body"]
        noop(audit(self.df.mapInArrow(identity, self.df.schema)))()  # Java starts, and learns
        rates = {
            "validation alone": self.rate(time.process_time, lambda: agent_response.validate_column(body, threads=1)),
            "identity in Spark": self.rate(seconds, noop(self.df.mapInArrow(identity, self.df.schema))),
            "audit in Spark": self.rate(seconds, noop(audit(self.df))),
        }
        size = sum(map(len, body.slice(0, 1000).to_pylist())) / 1000
        print(f"\n{ROWS} rows of {size:.0f} bytes; rows per CPU second:")
        for name, (per_cpu, wall) in rates.items():
            print(f"{per_cpu:12,.0f}  {name} ({wall:.1f} s)")
        self.assertTrue(all(it > 0 for it, _ in rates.values()))

    def rate(self, clock: Callable[[], float], work: Callable[[], Any]) -> tuple[float, float]:
        begin, cpu = time.monotonic(), clock()
        work()
        return ROWS / max(clock() - cpu, 0.01), time.monotonic() - begin


if __name__ == "__main__":
    unittest.main()
