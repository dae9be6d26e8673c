"""
How many rows of a column are checked per second of processor time, next to a call of `validate` for each: rates of docs/scale.md.

    scripts/build-python.sh && scripts/setup.sh scale
    PYTHONPATH=target/python/site:.tools/scale python3 python/bench/columns.py
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import agent_response
import pyarrow

sys.path.append(str(Path(__file__).parents[2] / "tests/scale"))
import answers


def seconds(work: Callable[[], Any]) -> tuple[float, float]:
    """The least processor time and the least time of three."""
    out = []
    for _ in range(3):
        cpu, begin = time.process_time(), time.monotonic()
        work()
        out.append((time.process_time() - cpu, time.monotonic() - begin))
    return min(it[0] for it in out), min(it[1] for it in out)


print("   bytes  broken     rows    column   MB/s    by row  all cores, wall")
for n_sentences, one_of in [(20, 12), (400, 12), (1600, 12), (20, 1), (400, 1)]:
    n = 2_000_000 // (500 + 10 * n_sentences)
    texts = [answers.response(it, n_sentences, one_of) for it in range(n)]
    size, column = sum(map(len, texts)), pyarrow.array(texts)
    one, _ = seconds(lambda: agent_response.validate_column(column, threads=1))
    each, _ = seconds(lambda: [agent_response.validate(it, rules=answers.QUIET) for it in texts])
    _, wall = seconds(lambda: agent_response.validate_column(column))
    print(f"{size // n:8}  1 in {one_of:2}  {n:7}  {n / one:8,.0f}  {size / one / 1e6:5.0f}  {n / each:8,.0f}  {n / wall:8,.0f}")
