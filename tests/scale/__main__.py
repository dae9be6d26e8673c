"""Runs all tests, or those whose names contain an argument, and ends with the line `N passed, N failed`."""

import sys
import unittest
from pathlib import Path

here = Path(__file__).parent
sys.path.insert(0, str(here))
loader = unittest.TestLoader()
loader.testNamePatterns = [f"*{it}*" for it in sys.argv[1:]] or None
result = unittest.TextTestRunner(verbosity=2).run(loader.discover(str(here), "test_*.py"))
n_failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
print(f"{result.testsRun - n_failed} passed, {n_failed} failed")
sys.exit(n_failed > 0)
