"""Errors about arguments name them; types are those that the functions take and return."""

from __future__ import annotations

import threading
import time
import unittest
from typing import Any, get_type_hints

import agent_response as ar

TEXT = '{"a": 1}'


class Arguments(unittest.TestCase):
    def check(self, error: type[Exception], message: str, *args: Any, call: Any = ar.validate, **options: Any) -> None:
        with self.assertRaises(error) as raised:
            call(*args, **options)
        self.assertEqual(str(raised.exception), message)
        self.assertIs(type(raised.exception), error)

    def test_texts(self) -> None:
        self.check(TypeError, "`text` must be a str or bytes, but is 3", 3)
        self.check(TypeError, "`content` must be a str, but is a bytes", b"", call=ar.wrap)
        self.check(TypeError, "`pointer` must be a str, but is None", TEXT, None, call=ar.locate)
        self.check(TypeError, "`pointers` must be a list, but is \"/a\"", TEXT, "/a", call=ar.locate_all)
        self.check(TypeError, "`pointers[1]` must be a str, but is a tuple", TEXT, ["", ()], call=ar.locate_all)
        self.check(TypeError, "`text` must be a str, but is a list", [], call=ar.repair)

    def test_options(self) -> None:
        words = '"default", "strict", "upstream"'
        self.check(ValueError, f'`profile` must be one of {words}, but is "lax"', TEXT, profile="lax")
        self.check(TypeError, "`profile` must be a str, but is 1", TEXT, profile=1)
        self.check(ValueError, "`rules` names `no-rule`, which is no rule", TEXT, rules={"no-rule": "off"})
        levels = '"error", "warning", "info", "hint", "off"'
        message = f'`rules["comment"]` must be one of {levels}, but is "x"'
        self.check(ValueError, message, TEXT, rules={"comment": "x"})
        self.check(TypeError, "`siblings` must be a mapping, but is a set", TEXT, siblings={"a"})
        self.check(TypeError, "`siblings` has a key that is 1", TEXT, siblings={1: ""})
        self.check(TypeError, '`siblings["a"]` must be a str, but is None', TEXT, siblings={"a": None})
        self.check(ValueError, "`now` must be a time as ISO 8601 writes it, but is \"noon\"", TEXT, now="noon")
        self.check(ValueError, '`limits["timeout"]` must be a whole number from 1, but is 0', TEXT, limits={"timeout": 0})
        self.check(TypeError, '`limits["timeout"]` must be an int, but is True', TEXT, limits={"timeout": True})
        self.check(TypeError, "`schema` must be an object with a method `violations`, but is 1", TEXT, schema=1)
        self.check(TypeError, "`suggestions` must be a bool, but is 1", TEXT, call=ar.fix, suggestions=1)
        self.check(TypeError, "`only[0]` must be a rule or a finding, but is 1", TEXT, call=ar.fix, only=[1])
        self.check(ValueError, "`duration_seconds` must be a number of seconds, but is -1", "x", call=ar.wrap, duration_seconds=-1)
        statuses = '"success", "error", "timeout"'
        self.check(ValueError, f'`status` must be one of {statuses}, but is "ok"', "x", call=ar.wrap, status="ok")
        self.check(ValueError, '`repair` must be True, False or "all", but is "some"', "x", call=ar.wrap, repair="some")
        with self.assertRaisesRegex(ValueError, "^`metadata` cannot be written as JSON: "):
            ar.wrap("x", metadata={"a": {1}})
        with self.assertRaisesRegex(ar.WrapError, "^`request_id` is blank$"):
            ar.wrap("x", request_id=" ")

    def test_known_options_are_those_of_the_types(self) -> None:
        calls: list[tuple[Any, Any]] = [
            (ar.validate, ar.ValidateOptions),
            (ar.fix, ar.FixOptions),
            (ar.wrap, ar.WrapOptions),
        ]
        for call, types in calls:
            with self.assertRaises(TypeError) as raised:
                call(TEXT, colour=1)
            known = str(raised.exception).removeprefix("`colour` is not an option; known are ").split(", ")
            self.assertEqual(sorted(known), sorted(get_type_hints(types)))
            # None is the same as nothing.
            self.assertEqual(call(TEXT, **dict.fromkeys(known)), call(TEXT)) if call is not ar.wrap else None

    def test_types_resolve(self) -> None:
        report = ar.validate('{"a": 1,}', format="agent-response")
        for it in (report, report.diagnostics[0], next(it for it in report.diagnostics if it.fixes).fixes[0]):
            self.assertEqual(list(get_type_hints(type(it))), list(vars(it)))
        self.assertEqual(hash(report), hash(ar.validate('{"a": 1,}', format="agent-response")))
        with self.assertRaises(AttributeError):
            report.valid = False  # type: ignore[misc]

    def test_rows_and_tables(self) -> None:
        text = '{"status": "success", "response": "{\\"<b>\\": 1,}"}'
        report = ar.validate(text)
        rows = report.to_rows()
        self.assertEqual([it["code"] for it in rows], [it.code for it in report.diagnostics])
        row = next(it for it in rows if it["code"] == "trailing-comma")
        self.assertEqual((row["line"], row["column"], row["severity"]), (1, text.index(",}") + 1, "error"))
        self.assertTrue(row["pointer"].startswith("/response"))
        table = report._repr_html_()
        self.assertEqual(table.count("<tr>"), len(rows) + 1)
        self.assertNotIn("<b>", table)
        self.assertIn("No findings", ar.Report(True, report.format, (), ())._repr_html_())

    def test_a_schema(self) -> None:
        class Schema:
            def violations(self, payload: str) -> list[dict[str, Any]]:
                if "boom" in payload:
                    raise KeyError("boom")
                return [{"pointer": "/score", "message": "A score is at most 10", "meant": "10"}]

        text = '{"status": "success", "response": "{\\"score\\": 11}"}'
        found = [it for it in ar.validate(text, schema=Schema()).diagnostics if it.code == "payload-schema"]
        self.assertEqual([(it.message, text[it.from_ : it.to]) for it in found], [("A score is at most 10", "11")])
        found = [it for it in ar.validate(text.replace("score", "boom"), schema=Schema()).diagnostics if it.code == "payload-schema"]
        self.assertIn("cannot be compared with its schema: 'boom'", found[0].message)

    def test_other_threads_run_meanwhile(self) -> None:
        text = "[" + "1," * 3_000_000 + "1]"
        done = threading.Event()
        taken = [0.0]

        def check() -> None:
            begin = time.thread_time()
            ar.validate(text)
            taken[0] = time.thread_time() - begin
            done.set()

        worker = threading.Thread(target=check)
        begin = time.thread_time()
        worker.start()
        while not done.is_set():
            pass
        # Of a check that keeps the interpreter, this thread would get one turn of 5 ms.
        self.assertGreater(time.thread_time() - begin, taken[0] / 10)
        worker.join()


if __name__ == "__main__":
    unittest.main()
