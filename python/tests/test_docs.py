"""The examples of docs/python.md and of the package's README run, and the error that it shows is what `load` says."""

from __future__ import annotations

import contextlib
import io
import os
import re
import tempfile
import unittest
from pathlib import Path

from blocks import ROOT

PAGE = (ROOT / "docs/python.md").read_text("utf-8")
FILE = r"""{
  "request_id": "32ecfadc-2b66-4daa-a7c0-a03c449fcea5",
  "version": "1.0",
  "status": "success",
  "result": "{\"sections\": []}",
  "error_message": null,
  "error_type": null,
  "created_at": "2025-11-24T14:22:45.123456+00:00",
  "duration_seconds": 1.0,
  "metadata": {}
}
"""


class Docs(unittest.TestCase):
    def test_the_readme_prints_what_it_says(self) -> None:
        readme = (ROOT / "python/README.md").read_text("utf-8")
        (example,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(example, {})
        *findings, last = out.getvalue().splitlines()
        self.assertIn("1:23 error[misnamed-field] `result` should be `response`", findings)
        self.assertTrue(example.rstrip().endswith(f"# {last}"), last)

    def test_every_example_runs(self) -> None:
        printed = []
        here = Path.cwd()
        with tempfile.TemporaryDirectory() as folder:
            self.addCleanup(os.chdir, here)
            os.chdir(folder)
            Path(".agent-response-phase8.json").write_text(FILE)
            for example in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
                with contextlib.redirect_stdout(io.StringIO()) as out:
                    exec(example, {})
                printed.append(out.getvalue())
            os.chdir(here)
        self.assertEqual(len(printed), 4)
        shown = re.search(r"```text\n(.*?)```", PAGE, re.DOTALL)
        assert shown
        self.assertEqual(printed[0], shown[1])


if __name__ == "__main__":
    unittest.main()
