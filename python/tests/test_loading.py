"""`load` next to a reader that was written from the documents (`tests/oracle/loader.py`), and `repair` and `loads`."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import os
import pickle
import random
import re
import subprocess
import tempfile
import unittest
from collections import Counter
from pathlib import Path
from typing import Any

import agent_response as ar
from blocks import ROOT, examples

SOUND = {
    "request_id": "32ecfadc-2b66-4daa-a7c0-a03c449fcea5",
    "version": "1.0",
    "status": "success",
    "response": '{"summary": "All 12 tests pass ✅"}',
    "error_message": None,
    "error_type": None,
    "created_at": "2025-11-24T14:22:45.123456+00:00",
    "duration_seconds": 1.0,
    "metadata": {"model": "sonnet"},
}
#: What becomes of a member, and whether the program that reads the file can use it.
REFUSED: dict[str, dict[str, Any]] = {
    "got an unexpected keyword argument 'result'": {"response": ..., "result": "{}"},
    "got an unexpected keyword argument 'sections'": {"sections": []},
    "missing 1 required positional argument: 'error_type'": {"error_type": ...},
    "Expected str or dict, got list": {"response": []},
    "duration: Unknown format code 'f'": {"duration_seconds": "1.0"},
    "payload: Expecting": {"response": '{"sections": [...]}'},
}

#: Text that begins with a bracket and is no JSON by any reading counts as text, by decision.
WORDS = re.compile(r"\s*(?:\[\w[^\]\"]*\]|\{\{)")


def head(block: str) -> str:
    """What is wrong, and where."""
    return "\n".join(block.split("\n")[:2])


def oracle() -> Any:
    spec = importlib.util.spec_from_file_location("oracle", ROOT / "tests/oracle/loader.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look for their module.
    importlib.import_module("sys").modules["oracle"] = module
    spec.loader.exec_module(module)
    return module


class Loading(unittest.TestCase):
    maxDiff = None

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / ".agent-response.json"

    def load(self, data: bytes, **more: Any) -> ar.AgentResponse:
        self.path.write_bytes(data)
        return ar.load(self.path, **more)

    def test_a_sound_file_has_its_nine_fields(self) -> None:
        loaded = self.load(json.dumps(SOUND).encode())
        self.assertEqual(dataclasses.asdict(loaded), SOUND)
        schema = json.loads((ROOT / "schemas/agent-response.schema.json").read_text())
        self.assertEqual([it.name for it in dataclasses.fields(loaded)], list(schema["properties"]))

    def test_what_the_program_refuses_is_one_error(self) -> None:
        reader = oracle()
        for reason, change in REFUSED.items():
            members = {key: it for key, it in (SOUND | change).items() if it is not ...}
            data = json.dumps(members).encode()
            verdict, why = reader.verdict(data)
            self.assertEqual(verdict, "refused", reason)
            self.assertIn(reason, why)
            with self.assertRaises(ar.ResponseError, msg=reason) as raised:
                self.load(data)
            self.assertFalse(raised.exception.report.valid)
            self.assertIn("\n\nerror[", str(raised.exception))

    def test_it_agrees_with_the_reader(self) -> None:
        reader = oracle()
        verdicts: Counter[str] = Counter()
        chance = random.Random(267)
        files = [data for _, data, options in examples() if options.get("format", "agent-response") == "agent-response"]
        values: tuple[Any, ...] = (None, 0, "", "x", True, [], {})
        files += [json.dumps(SOUND | {key: it}).encode() for key in SOUND for it in values]
        for data in files:
            for case in (data, _damaged(data, chance)):
                verdict, why = reader.verdict(case)
                verdicts[verdict] += 1
                where = f"{verdict} ({why}): {case!r}"
                try:
                    loaded = self.load(case)
                except ar.ResponseError:
                    self.assertNotEqual(verdict, "allowed", where)
                else:
                    if verdict == "refused" and why.startswith("payload:") and WORDS.match(loaded.response or ""):
                        continue
                    self.assertIn(verdict, ("allowed", "unclear"), where)
                    self.assertEqual(vars(loaded), vars(reader.load(case)), where)
        self.assertGreater(min(verdicts["refused"], verdicts["tolerated"], verdicts["allowed"]), 20, verdicts)

    def test_the_error_shows_each_place(self) -> None:
        with self.assertRaises(ar.ResponseError) as raised:
            self.load(b'{\n  "metadata": {},\n  "response": "{\\"a\\": \\"b\\" \\"more\\": 1}"\n}')
        text = str(raised.exception).replace(str(self.path), "FILE")
        expected = r"""
error[missing-comma]: Missing comma before `"more"`
 --> FILE:3:30
  |
3 |   "response": "{\"a\": \"b\" \"more\": 1}"
  |                              ^^^^^^^^
  = note: inside `response`: line 1, column 11
  = help: Insert a comma (safe: run `agent-response fix`)"""
        self.assertIn(expected, text)
        self.assertTrue(text.startswith("FILE is no valid agent response\n\nerror["), text)

    def test_errors_look_as_the_command_prints_them(self) -> None:
        folder = self.path.parent
        here: list[str] = []
        for number, (_, data, _) in enumerate(examples()):
            text = data.decode("ascii", "replace")
            # The command counts columns of terminals, and shows other parts of long lines.
            if "\ufffd" in text or not text.strip() or "\t" in text or max(map(len, text.splitlines()), default=0) > 70:
                continue
            self.path = folder / str(number) / ".agent-response.json"
            self.path.parent.mkdir()
            try:
                # The command knows the time.
                self.load(data, options={"now": "2026-01-01T00:00:00Z"})
            except ar.ResponseError as error:
                blocks = str(error).replace(f"{folder}/", "").split("\n\n")
                here += [it for it in blocks if it.startswith("error[")]
        command = ["node", str(ROOT / "npm/dist/command.js"), "check", "--as", "agent-response", "."]
        shown = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, encoding="utf-8", env=os.environ | {"COLUMNS": "200"})
        there = [it for it in shown.stdout.split("\n\n") if it.startswith("error[")]
        self.assertGreater(len(here), 200)
        self.assertEqual([*(Counter(map(head, here)) - Counter(map(head, there)))][:3], [])
        # With the line and its mark: the command says where marks of several lines end, and shows other places.
        same = set(here) & set(there)
        self.assertGreater(len(same), 0.85 * len(here), [it for it in here if it not in same][:3])

    def test_long_lines_and_signs_are_shown_safely(self) -> None:
        with self.assertRaises(ar.ResponseError) as raised:
            self.load(('{"a": "' + "é" * 500 + '\x1b[31m", "b": tru}').encode())
        for line in str(raised.exception).splitlines():
            self.assertTrue(line.isprintable(), line)
            if " | " in line and "--" not in line:
                self.assertLess(len(line), 130)

    def test_with_fixes(self) -> None:
        members = {"result" if key == "response" else key: it for key, it in SOUND.items()}
        data = json.dumps(members, ensure_ascii=False).encode()
        self.assertEqual(dataclasses.asdict(self.load(data, fix=True)), SOUND)
        self.assertEqual(self.path.read_bytes(), data)
        raw = b'{"sections": ["examples"], "examples": "## Examples"}'
        self.assertEqual(json.loads(self.load(raw, fix=True).response or ""), json.loads(raw))

    def test_options(self) -> None:
        data = json.dumps(SOUND | {"extra": 1}).encode()
        with self.assertRaises(ar.ResponseError):
            self.load(data)
        with self.assertRaisesRegex(ar.ResponseError, "does not have the nine fields"):
            self.load(data, options={"rules": {"unknown-field": "off"}})
        with self.assertRaises(FileNotFoundError):
            ar.load(self.path.with_name("absent.json"))

    def test_errors_can_be_pickled(self) -> None:
        for call in (lambda: self.load(b"[]"), lambda: ar.loads("{"), lambda: ar.wrap("")):
            with self.assertRaises(ValueError) as raised:
                call()
            again = pickle.loads(pickle.dumps(raised.exception))
            self.assertEqual((type(again), str(again)), (type(raised.exception), str(raised.exception)))
            self.assertEqual(again.__dict__.get("report"), raised.exception.__dict__.get("report"))


class Repairing(unittest.TestCase):
    def test_json_is_its_value(self) -> None:
        values: tuple[Any, ...] = (None, True, 0, -1.5e300, "", "é\n😀", [], {"a": [1, {"b": None}]}, "[1", ["\ud83d"])
        for value in values:
            for ascii_only in (True, False):
                text = json.dumps(value, ensure_ascii=ascii_only)
                repaired = ar.repair(text)
                self.assertEqual((repaired.text, repaired.applied), (text, ()))
                self.assertEqual(ar.loads(text), value)
        for encoding in ("utf-8", "utf-16", "utf-32-le"):
            self.assertEqual(ar.loads('{"é": 1}'.encode(encoding)), {"é": 1})

    def test_what_models_write(self) -> None:
        for text, value in (
            ("{'done': True, // all\n}", {"done": True}),
            ("Here it is:\n```json\n{\"a\": [1, 2,]}\n```", {"a": [1, 2]}),
            ("<think>{}</think>\n{a: 1}", {"a": 1}),
            ('{"a": "\ud83d",}', {"a": "\ud83d"}),
            (r'{"a": "\uD83D \ud83d\ude00",}', {"a": "\ud83d 😀"}),
        ):
            repaired = ar.repair(text)
            self.assertEqual(repaired.value, value)
            self.assertTrue(repaired.applied)
            self.assertEqual({it.safety for it in repaired.applied}, {"safe"})

    def test_the_ledger_leads_to_the_given_text(self) -> None:
        text = 'Result:\n{"a": 1, "b": [2,],}'
        entry = next(it for it in ar.repair(text).applied if it.code == "trailing-comma")
        self.assertEqual(text.encode()[entry.bytes.from_ : entry.bytes.to], b",")

    def test_guesses_are_asked_for(self) -> None:
        text = '{"a": "b", "c": "d}'
        with self.assertRaises(ar.RepairError):
            ar.loads(text)
        repaired = ar.repair(text, suggestions=True)
        self.assertEqual(repaired.value, {"a": "b", "c": "d"})
        self.assertIn("suggestion", {it.safety for it in repaired.applied})

    def test_what_is_not_certain_is_declined(self) -> None:
        for text, why in (
            ("", "has no JSON in it"),
            ("no JSON here", "has no JSON in it"),
            ('{"a": "b', "is truncated"),
            ('{"a": 1}\n\n{"b": 2}', "has several JSON values"),
        ):
            with self.assertRaisesRegex(ar.RepairError, f"^text {why}") as raised:
                ar.repair(text)
            self.assertEqual((raised.exception.text, raised.exception.report.valid), (text, False))

    def test_it_says_what_recover_says(self) -> None:
        """The same machinery reads payloads."""
        n_repaired = 0
        for _, data, _ in examples():
            text = data.decode("utf-8", "replace")
            try:
                repaired = ar.repair(text)
            except ar.RepairError:
                continue
            recovered = ar.recover(text, repair=True, force=True, status="success")
            unwrapped = ar.unwrap(recovered.text)
            assert unwrapped
            self.assertEqual(unwrapped.content, repaired.text)
            *changes, envelope = recovered.applied
            self.assertEqual(tuple(changes), repaired.applied)
            n_repaired += bool(repaired.applied)
        self.assertGreater(n_repaired, 50)


def _damaged(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice((b"", b",", b'"', b"}", b"\\", b"\xff", b"x")) + data[at + chance.randrange(2) :]


if __name__ == "__main__":
    unittest.main()
