"""Every example of every page: the npm package and this one give the same JSON, to the byte."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

import agent_response as ar
from blocks import examples

HERE = Path(__file__).parent
TIME = "2025-11-24T14:22:45Z"
#: Texts with surrogates that UTF-8 cannot encode, raw and as escapes, beside stand-ins that are in use.
SURROGATES = (
    '{"a": "\ud83d", }',
    '{"request_id": "\ude00", "response": "{\\"a\\": \\"\ud83d\ufdd0\\"}"}',
    r'{"request_id": "1", "status": "success", "response": "{\"a\": \"\\ud83d\", \"b\": \"\\ud83d\\ude00\"}"}',
    r'{"response": "\ud83d \ude00\ud83d\ude00", "\udc00": "\\ud83d"}',
)


def camel(value: Any) -> Any:
    """Options with their names in JavaScript."""
    if not isinstance(value, dict):
        return value
    return {re.sub("_(.)", lambda it: it[1].upper(), key): camel(it) if key == "limits" else it for key, it in value.items()}


class Questions:
    """What both packages are asked."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.here: list[tuple[str, str]] = []

    def ask(self, where: str, call: str, *args: Any, **options: Any) -> None:
        first, rest = args[:1], list(args[1:])
        question: dict[str, Any] = {"call": re.sub("_(.)", lambda it: it[1].upper(), call)}
        if first and isinstance(first[0], bytes):
            question["bytes"] = base64.b64encode(first[0]).decode()
        else:
            rest = [*first, *rest]
        question["args"] = [*rest, camel(options)] if options else rest
        self.lines.append(json.dumps(question))
        self.here.append((f"{where}: {call} with {options}", self.answer(getattr(ar, call), args, options)))

    def answer(self, call: Callable[..., Any], args: tuple[Any, ...], options: dict[str, Any]) -> str:
        try:
            result = call(*args, **options)
        except ar.WrapError as error:
            return json.dumps({"error": str(error)}, ensure_ascii=False)
        if isinstance(result, ar.FixBytesResult):
            text = base64.b64encode(result.bytes).decode()
            rest = ar.FixResult("", result.applied, result.report, result.settled).to_json()
            return rest.replace('{"text":""', f'{{"bytes":"{text}"', 1)
        if isinstance(result, tuple):
            return "[" + ",".join(it.to_json() if it else "null" for it in result) + "]"
        # As JSON.stringify writes a text: surrogates as escapes.
        if isinstance(result, str):
            return re.sub("[\ud800-\udfff]", lambda it: f"\\u{ord(it[0]):04x}", json.dumps(result, ensure_ascii=False))
        return "null" if result is None else result.to_json()

    def there(self) -> list[str]:
        """The answers of the npm package."""
        asked = "\n".join(self.lines) + "\n"
        done = subprocess.run(["node", str(HERE / "npm.mjs")], input=asked, stdout=subprocess.PIPE, encoding="utf-8", check=True)
        return done.stdout.split("\n")[:-1]

    def check(self, test: unittest.TestCase) -> None:
        """Fails where the answers differ."""
        answers = self.there()
        test.assertEqual(len(answers), len(self.here))
        differing = [
            f"{where}\n  here {here}\n  npm  {there}"
            for (where, here), there in zip(self.here, map(like_in_python, answers))
            if here != there
        ]
        test.assertEqual(differing[:3], [], f"{len(differing)} of {len(answers)} answers differ")


def like_in_python(answer: str) -> str:
    """An error of the npm package in the words of this one."""
    if not answer.startswith('{"error":'):
        return answer
    message = json.loads(answer)["error"]
    message = re.sub(r"^(?:options\.)?(\w+)", lambda it: f"`{re.sub('([A-Z])', lambda to: '_' + to[1].lower(), it[1])}`", message)
    return json.dumps({"error": message}, ensure_ascii=False)


class Npm(unittest.TestCase):
    maxDiff = 2000

    def test_every_example(self) -> None:
        questions = Questions()
        n_examples = 0
        for where, file, options in examples():
            n_examples += 1
            questions.ask(where, "validate", file, **options)
            questions.ask(where, "fix", file, **options)
            questions.ask(where, "readers", file, **options)
            try:
                text = file.decode()
            except UnicodeDecodeError:
                continue
            self.ask_all(questions, where, text, options)
        self.assertGreater(n_examples, 500)
        questions.check(self)

    def ask_all(self, questions: Questions, where: str, text: str, options: dict[str, Any]) -> None:
        ask = questions.ask
        ask(where, "validate", text, **options)
        ask(where, "validate", text, profile="strict", payloads="off", rules={"not-pretty": "error"}, limits={"max_findings": 3})
        ask(where, "fix", text, suggestions=True, **options)
        ask(where, "readers", text, **options)
        ask(where, "unwrap", text)
        ask(where, "wrap", text, created_at=TIME, request_id="2f1c7a52-5d0b-4b3e-9a61-0c8d1e7f4a90", metadata={"é": [1, None]})
        ask(where, "recover", text, created_at=TIME, repair="all")
        ask(where, "recover", text, created_at=TIME, repair=True, status="success", force=True, duration_seconds=1.5)
        found = ar.validate(text, **options).diagnostics
        if found:
            places = [found[-1].pointer, *(it.pointer + "".join(inner.pointer for inner in it.inner) for it in found)]
            ask(where, "locate", text, places[0])
            ask(where, "locate_all", text, places, key=True)
            only = [found[0].code, {"code": found[-1].code, "from": found[-1].from_, "to": found[-1].to}]
            ask(where, "fix", text, only=only, **options)

    def test_lone_surrogates(self) -> None:
        questions = Questions()
        for text in SURROGATES:
            self.ask_all(questions, repr(text), text, {})
            questions.ask(repr(text), "wrap", text, created_at=TIME, error_message="\ud83d", status="error")
        questions.check(self)

    def test_tables(self) -> None:
        questions = Questions()
        questions.ask("", "rules")
        questions.ask("", "formats")
        for rule in (*(it.code for it in ar.rules()), "no-rule"):
            questions.ask(rule, "explain", rule)
        questions.check(self)


if __name__ == "__main__":
    unittest.main()
