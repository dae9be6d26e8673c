"""Files in which models call tools, and single calls: as the npm package judges them."""

from __future__ import annotations

import json
import unittest
from pathlib import Path
from typing import Any

import agent_response as ar
from test_npm import Questions

CASES = Path(__file__).parents[2] / "tests/tool-calls/cases.jsonl"
PARAMETERS: dict[str, Any] = {
    "type": "object",
    "properties": {"harbor": {"type": "string"}, "days": {"type": "integer"}},
    "required": ["harbor"],
    "additionalProperties": False,
}
TOOLS = [{"type": "function", "function": {"name": "tide_table", "parameters": PARAMETERS}}]


def call(arguments: str, name: str = "tide_table") -> dict[str, Any]:
    return {"id": "call_1", "type": "function", "function": {"name": name, "arguments": arguments}}


class Model:
    """Like the models of the SDKs."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def model_dump(self, *, mode: str, exclude_unset: bool) -> Any:
        assert mode == "json" and exclude_unset
        return self.value


class Calls(unittest.TestCase):
    maxDiff = 2000

    def test_every_case(self) -> None:
        questions = Questions()
        for line in CASES.read_text("utf-8").splitlines():
            case = json.loads(line)
            questions.ask(case["id"], "validate", case["input"], file_name=case["file_name"])
            questions.ask(case["id"], "fix", case["input"], file_name=case["file_name"], suggestions=True)
        self.assertGreater(len(questions.lines), 200)
        questions.check(self)

    def test_single_calls(self) -> None:
        questions = Questions()
        texts = ('{"harbor":"Brevik"}', '{"days":"two"}', '{"harbour":"Brevik",}<|im_end|>', "", "[", '{"harbor": "\ud800"}')
        for text in texts:
            for repair in (False, True, "all"):
                questions.ask(text, "validate_tool_call", call(text), TOOLS, repair=repair)
                questions.ask(text, "validate_tool_call", json.dumps(call(text)), json.dumps({"tools": TOOLS}), repair=repair)
        questions.ask("no tools", "validate_tool_call", call(texts[0]))
        questions.check(self)

    def test_models_of_sdks(self) -> None:
        found = ar.validate_tool_call(Model(call('{"harbor": "Brevik"}')), [Model(TOOLS[0])])
        self.assertEqual((found.valid, found.name, found.arguments), (True, "tide_table", {"harbor": "Brevik"}))

    def test_nothing_becomes_less(self) -> None:
        for text in ('{"harbor": "Bre', "Brevik", "[", "null", '""', "{}"):
            found = ar.validate_tool_call(call(text), TOOLS, repair=True)
            self.assertEqual((found.valid, found.arguments), (False, None), text)

    def test_tools_of_another_file(self) -> None:
        message = {"role": "assistant", "content": None, "tool_calls": [call('{"harbor": 5}')]}
        choice = {"index": 0, "finish_reason": "tool_calls", "message": message}
        response = {"id": "r", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
        found = ar.validate(json.dumps(response), tools=json.dumps({"tools": TOOLS}))
        self.assertEqual([it.code for it in found.diagnostics], ["arguments-schema"])
        self.assertEqual(list(ar.validate(json.dumps(response)).diagnostics), [])
        with self.assertRaises(TypeError) as raised:
            ar.validate("{}", tools="[]")
        self.assertIn("must be JSON with an array of tools", str(raised.exception))

    def test_errors(self) -> None:
        for given, message in (
            (({}, TOOLS), "`call` must be a call of a tool"),
            ((5, TOOLS), "`call` must be JSON of an object"),
            ((call("{}"), 5), "`tools` must be JSON with an array of tools"),
        ):
            with self.assertRaises(ValueError) as raised:
                ar.validate_tool_call(*given)
            self.assertEqual(str(raised.exception), message)
        with self.assertRaises(TypeError) as unknown:
            ar.validate_tool_call({"name": object()})
        self.assertEqual(str(unknown.exception), "`call` must be a value that JSON can hold: it has a object")


if __name__ == "__main__":
    unittest.main()
