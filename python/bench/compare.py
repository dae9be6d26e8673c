"""
What `agent_response.repair` and json_repair make of the same broken payloads, of which the value is known, and how long they
take. Prints the tables of docs/python.md:

    scripts/build-python.sh
    python3 -m pip install --target target/python/bench -r python/bench/requirements.txt
    PYTHONPATH=target/python/site:target/python/bench python3 python/bench/compare.py
"""

from __future__ import annotations

import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import agent_response as ar
import json_repair

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from blocks import examples  # noqa: E402

Damage = Callable[[str, random.Random], str]


def payloads() -> list[Any]:
    """The payloads in the examples of all pages, each once, and larger ones made of their sections."""
    found: dict[str, Any] = {}
    for _, data, _ in examples():
        unwrapped = ar.unwrap(data.decode("utf-8", "replace"))
        if unwrapped and unwrapped.kind == "json" and isinstance(unwrapped.value, (dict, list)) and len(unwrapped.content) > 40:
            found.setdefault(json.dumps(unwrapped.value, sort_keys=True), unwrapped.value)
    small = list(found.values())
    texts = [it for value in small if isinstance(value, dict) for it in value.values() if isinstance(it, str) and len(it) > 60]
    large = [{f"section_{n}": text for n, text in enumerate(texts[at : at + n])} for n in (12, 60) for at in range(0, len(texts), n)]
    return small + large


def at_one(pattern: str, replacement: str) -> Damage:
    """Replaces one match, chosen at random."""

    def damage(text: str, chance: random.Random) -> str:
        matches = list(re.finditer(pattern, text))
        if not matches:
            return text
        it = chance.choice(matches)
        return text[: it.start()] + it.expand(replacement) + text[it.end() :]

    return damage


def everywhere(pattern: str, replacement: str) -> Damage:
    return lambda text, _: re.sub(pattern, replacement, text)


QUOTES = "quotes that are not escaped"


def with_quotes(value: Any) -> Any:
    """The value with two words in quotes in one of its texts."""
    if isinstance(value, str):
        return re.sub(r"(?<=[a-z]) (?=[a-z])", ' "so" ', value, count=1)
    if isinstance(value, list):
        return [with_quotes(it) for it in value]
    return {key: with_quotes(it) for key, it in value.items()} if isinstance(value, dict) else value


def cut(text: str, chance: random.Random) -> str:
    return text[: chance.randrange(len(text) // 2, len(text) - 2)]


SIZES = (0, 300, 1_000, 3_000, 16_000)

#: What is done to a text that Python wrote with an indentation of two.
DAMAGES: dict[str, Damage] = {
    "a comma at the end": at_one(r"(?<=[\]}\"\w])(\s*)([\]}])", r",\1\2"),
    "no quotes around keys": everywhere(r'"(\w+)"(\s*:)', r"\1\2"),
    "literals of Python": lambda text, _: repr(json.loads(text)),
    "a comment on a line of its own": at_one(r'\n(\s*)"', r'\n\1// as asked\n\1"'),
    "prose and a fence around it": lambda text, _: f"Here is the result:\n\n```json\n{text}\n```\n",
    "reasoning before it": lambda text, _: f"<think>They want an object. I will write one.</think>\n{text}",
    "a missing comma": at_one(r'",(\s*)"', r'"\1"'),
    "a missing quote": at_one(r'(?<=\w)"(\s*[,:])', r"\1"),
    "a raw line break": at_one(r"(?<!\\)\\n", "\n"),
    "a missing bracket": at_one(r"(?s)(?<=.)[\]}](?=.*[\]}])", ""),
    "cut off": cut,
    QUOTES: at_one(r'\\"so\\"', '"so"'),
}


def broken() -> Iterator[tuple[str, str, Any]]:
    """Kind, text and value. Texts that are still JSON do not count."""
    chance = random.Random(8)
    for value in payloads():
        text = json.dumps(value, ensure_ascii=False, indent=2)
        for kind, damage in DAMAGES.items():
            if kind == QUOTES:
                value = with_quotes(value)
                text = json.dumps(value, ensure_ascii=False, indent=2)
            damaged = damage(text, chance)
            try:
                json.loads(damaged)
            except ValueError:
                yield kind, damaged, value


def of_ours(text: str, suggestions: bool) -> Any:
    try:
        return ar.loads(text, suggestions=suggestions)
    except ar.RepairError:
        return None


TOOLS: dict[str, Callable[[str], Any]] = {
    "`repair`": lambda text: of_ours(text, False),
    "with `suggestions`": lambda text: of_ours(text, True),
    "json_repair": json_repair.loads,
}


def main() -> None:
    texts = list(broken())
    outcomes: dict[str, dict[str, Counter[str]]] = {name: {kind: Counter() for kind in DAMAGES} for name in TOOLS}
    for name, tool in TOOLS.items():
        for kind, text, value in texts:
            result = tool(text)
            word = "restored" if result == value else "declined" if result in (None, "") else "other"
            outcomes[name][kind][word] += 1
    print("| broken by | texts | " + " | ".join(TOOLS) + " |\n|---|---|" + "---|" * len(TOOLS))
    cells = {kind: " | ".join(cell(outcomes[name][kind]) for name in TOOLS) for kind in DAMAGES}
    for kind in DAMAGES:
        print(f"| {kind} | {sum(it == kind for it, _, _ in texts)} | {cells[kind]} |")
    total = {name: sum(outcomes[name].values(), Counter()) for name in TOOLS}
    print(f"| all | {len(texts)} | " + " | ".join(cell(it) for it in total.values()) + " |")
    print("\nTexts per second of processor time, by their bytes:\n")
    print("| bytes | texts | " + " | ".join(TOOLS) + " |\n|---|---|" + "---|" * len(TOOLS))
    for least, most in zip(SIZES, SIZES[1:]):
        some = [text for _, text, _ in texts if least <= len(text.encode()) < most]
        rates = [f"{len(some) / best(lambda: [tool(it) for it in some]):,.0f}" for tool in TOOLS.values()]
        print(f"| {least:,} to {most:,} | {len(some)} | " + " | ".join(rates) + " |")
    envelope = json.dumps(ENVELOPE | {"response": json.dumps({"summary": "All 12 tests pass. " * 33})}, indent=2)
    seconds = best(lambda: [ar.validate(envelope, file_name=".agent-response.json") for _ in range(1000)])
    print(f"\n`validate` of a response of {len(envelope)} bytes: {seconds * 1e3:.1f} µs")


ENVELOPE = {
    "request_id": "32ecfadc-2b66-4daa-a7c0-a03c449fcea5",
    "version": "1.0",
    "status": "success",
    "response": None,
    "error_message": None,
    "error_type": None,
    "created_at": "2025-11-24T14:22:45.123456+00:00",
    "duration_seconds": 1.0,
    "metadata": {},
}


def cell(it: Counter[str]) -> str:
    """Restored, declined, and another value than the one that was broken."""
    return f"{it['restored']} / {it['declined']} / {it['other']}"


def best(run: Callable[[], Any]) -> float:
    """The least processor time of five runs, in seconds."""
    times = []
    for _ in range(5):
        begin = time.process_time()
        run()
        times.append(time.process_time() - begin)
    return min(times)


if __name__ == "__main__":
    main()
