"""
How long it takes to make a report for Python, next to reading it from JSON: the table of
docs/decisions/0039-python-outside-the-workspace.md.

    scripts/build-python.sh
    PYTHONPATH=target/python/site python3 python/bench/conversion.py
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import agent_response as ar

TEXT = '{"a": [' + ",".join(f"{{'x': {n},}}" for n in range(100)) + "]}"


def build(value: Any) -> Any:
    """Objects with these members; their class does not matter."""
    if isinstance(value, list):
        return tuple(map(build, value))
    if not isinstance(value, dict):
        return value
    it = object.__new__(ar.Range)
    it.__dict__.update({name: build(member) for name, member in value.items()})
    return it


def milliseconds(run: Callable[[], Any]) -> float:
    """The least processor time of a run."""
    times = []
    for _ in range(50):
        begin = time.process_time()
        run()
        times.append(time.process_time() - begin)
    return min(times) * 1e3


def main() -> None:
    report = ar.validate(TEXT)
    written = report.to_json()
    # The check is the same, and one finding takes next to nothing.
    check = milliseconds(lambda: ar.validate(TEXT, limits={"max_findings": 1}))
    print(f"{len(report.diagnostics)} findings")
    print(f"made by the serializer: {milliseconds(lambda: ar.validate(TEXT)) - check:.1f} ms")
    print(f"read from JSON: {milliseconds(lambda: build(json.loads(written))):.1f} ms")


if __name__ == "__main__":
    main()
