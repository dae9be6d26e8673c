"""How many rows a second of one processor checks, in wasmtime and in ClickHouse: `python3 tests/scale/wasm_rates.py [ROWS]`.

The rows are made up, always the same: responses of half a kilobyte, of which one in thirteen has a mistake. The best of three
rounds counts, since other programs on the machine only make a round slower.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable

import chdb
import pyarrow as pa
import pyarrow.parquet as pq
from test_wasm import WASM, code, host

BATCH = 10_000


def response(number: int) -> str:
    text = " ".join(f"word{(number * 7919 + it) % 1000}" for it in range(18))
    payload = json.dumps({"answer": f"## Answer\n\n{text}\n", "files": [f"src/{it}.py" for it in text.split()[:3]]})
    envelope = {
        "request_id": f"7c1f0a52-3d0b-4a5e-9a43-{number:012}",
        "version": "1.0",
        "status": "success",
        "result" if number % 13 == 0 and number % 2 else "response": payload[:-2] if number % 26 == 0 else payload,
        "error_message": None,
        "error_type": None,
        "created_at": "2025-11-24T14:22:45.123456+00:00",
        "duration_seconds": 42.5,
        "metadata": {},
    }
    return json.dumps(envelope)


def best(work: Callable[[], int], n_rows: int) -> tuple[float, float, int]:
    """Rows for each second of a processor and of the clock, and what the work found."""
    rounds = []
    for _ in range(3):
        cpu, wall = time.process_time(), time.perf_counter()
        found = work()
        rounds.append((n_rows / (time.process_time() - cpu), n_rows / (time.perf_counter() - wall), found))
    return max(rounds)


def in_wasmtime(column: pa.Array) -> Callable[[], int]:
    names = host()
    engine = names["Engine"]()
    columns = names["Columns"](engine, names["Module"](engine, WASM.read_bytes()))
    batches = [column[it : it + BATCH] for it in range(0, len(column), BATCH)]
    return lambda: sum(line != "[]" for batch in batches for line in columns.validate(batch))


def in_clickhouse(column: pa.Array) -> Callable[[], int]:
    pq.write_table(pa.table({"body": column}), "responses.parquet")
    shutil.copy(WASM, "agent-response.wasm")
    session = chdb.connect("file:data?allow_experimental_webassembly_udf=1")
    for statement in code("ClickHouse", "sql")[0].strip().removesuffix(";").split(";"):
        session.query(statement)
    sql = "SELECT count() FROM file('responses.parquet') WHERE {} SETTINGS webassembly_udf_max_input_block_size = 8192"
    return lambda: int(session.query(sql.format("agent_response(body) != '[]'")).bytes())


def main() -> None:
    n_rows = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    column = pa.array(map(response, range(n_rows)), pa.string())
    print(f"{n_rows} rows, {column.nbytes / n_rows:.0f} bytes each")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, make in (("wasmtime, column call", in_wasmtime), ("ClickHouse", in_clickhouse)):
            cpu, wall, found = best(make(column), n_rows)
            print(f"| {name} | {cpu:,.0f} | {wall:,.0f} | {found:,} rows with findings |", flush=True)
        os.chdir("/")


if __name__ == "__main__":
    main()
