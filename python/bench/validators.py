"""
How long it takes to check responses of 1 kB without mistakes, next to the loaders of the programs that read them and to
validators with the schema of the envelope. Prints the table of docs/python.md:

    scripts/build-python.sh && scripts/setup.sh scale
    python3 -m pip install --target target/python/bench -r python/bench/requirements.txt
    PYTHONPATH=target/python/site:.tools/scale:target/python/bench python3 python/bench/validators.py
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import make_dataclass
from pathlib import Path
from typing import Any, get_type_hints

import agent_response
import jsonschema
import jsonschema_rs
import msgspec
import pyarrow

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "tests/scale"))
import answers  # noqa: E402

SCHEMAS = {it.name: json.loads(it.read_text("utf-8")) for it in (ROOT / "schemas").glob("*.schema.json")}
SCHEMA = SCHEMAS["agent-response.schema.json"]
TEXTS = [answers.response(it + 1, 70, 10**9) for it in range(4000)]
HALVES = [TEXTS[::2], TEXTS[1::2]]


#: The fields of a response and their types.
FIELDS = list(get_type_hints(agent_response.AgentResponse).items())
#: As the loaders have it, which is not frozen: an unknown or a missing field is a TypeError.
Loaded = make_dataclass("Loaded", FIELDS)
#: The same for msgspec, which also checks the types.
Envelope = msgspec.defstruct("Envelope", FIELDS, forbid_unknown_fields=True)

decoder = msgspec.json.Decoder(Envelope)
in_python = jsonschema.Draft202012Validator(SCHEMA)
registry = jsonschema_rs.Registry([(it["$id"], it) for it in SCHEMAS.values()])
in_rust = jsonschema_rs.validator_for(SCHEMA, registry=registry)


def loader(text: str) -> bool:
    try:
        json.loads(Loaded(**json.loads(text)).response or "null")
    except (TypeError, ValueError):
        return False
    return True


def of_msgspec(text: str) -> bool:
    try:
        msgspec.json.decode(decoder.decode(text).response or "null")
    except msgspec.DecodeError:  # and ValidationError, which is one
        return False
    return True


def by_schema(is_valid: Callable[[Any], bool], text: str) -> bool:
    try:
        value = json.loads(text)
        return is_valid(value) and json.loads(value["response"] or "null") is not None
    except ValueError:
        return False


def of_jsonschema(text: str) -> bool:
    return by_schema(in_python.is_valid, text)


def of_jsonschema_rs(text: str) -> bool:
    return by_schema(in_rust.is_valid, text)


def ours(text: str) -> bool:
    return agent_response.validate(text, rules=answers.QUIET).valid


def each(check: Callable[[str], bool]) -> Callable[[list[str]], list[bool]]:
    return lambda texts: [check(it) for it in texts]


def column(texts: list[str]) -> list[bool]:
    found = agent_response.validate_column(pyarrow.array(texts), per="row", threads=1)
    return pyarrow.record_batch(found)["ok"].to_pylist()


#: Each with what runs two at a time: functions of Python need a process each, what releases the GIL does not.
TOOLS: list[tuple[str, Callable[[list[str]], list[bool]], type[Executor]]] = [
    ("the loaders of the programs that read them: `json`, and a dataclass", each(loader), ProcessPoolExecutor),
    ("msgspec, with the types of the fields", each(of_msgspec), ProcessPoolExecutor),
    ("jsonschema, with the schema of this project", each(of_jsonschema), ProcessPoolExecutor),
    ("jsonschema-rs, with the same", each(of_jsonschema_rs), ProcessPoolExecutor),
    ("`validate`", each(ours), ThreadPoolExecutor),
    ("`validate_column`", column, ThreadPoolExecutor),
]


def half(task: tuple[int, int]) -> int:
    """Checks every other text; its arguments are numbers, so that little is sent to another process."""
    tool, which = task
    return sum(TOOLS[tool][1](HALVES[which]))


def best(clock: Callable[[], float], run: Callable[[], Any]) -> float:
    """The least time of five runs, in seconds."""
    times = []
    for _ in range(5):
        begin = clock()
        run()
        times.append(clock() - begin)
    return min(times)


def main() -> None:
    size = sum(map(len, TEXTS)) // len(TEXTS)
    print(f"| {len(TEXTS)} files of {size} bytes | µs for each, one core | files per second, two cores |")
    print("|---|--:|--:|")
    for number, (name, check, pool) in enumerate(TOOLS):
        assert all(check(TEXTS)), name
        one = best(time.process_time, lambda: check(TEXTS)) / len(TEXTS)
        with pool(2) as executor:
            tasks = [(number, 0), (number, 1)]
            list(executor.map(half, tasks))
            two = best(time.monotonic, lambda: list(executor.map(half, tasks)))
        print(f"| {name} | {one * 1e6:.1f} | {len(TEXTS) / two:,.0f} |")


if __name__ == "__main__":
    main()
