"""The types, checked by mypy, and the core without anything installed."""

import importlib.util
import subprocess
import sys
import unittest

from support import ROOT, run


class Types(unittest.TestCase):
    @unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not installed: pip install './python[test]'")
    def test_mypy_is_content(self):
        done = subprocess.run(
            [sys.executable, "-m", "mypy", "--cache-dir", "/dev/null"], cwd=ROOT, capture_output=True, encoding="utf-8"
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_types_are_published(self):
        self.assertTrue((ROOT / "westfront" / "py.typed").exists())

    def test_the_core_needs_only_the_standard_library(self):
        lines = "import sys, westfront; sys.exit([m for m in ('numpy', 'pettingzoo') if m in sys.modules] or None)"
        self.assertEqual(run(lines).returncode, 0)

    def test_without_pettingzoo_one_sentence_says_what_to_do(self):
        lines = "import sys; sys.modules['pettingzoo'] = None; import westfront.aec"
        self.assertIn("pip install 'westfront[env]'", run(lines).stderr.splitlines()[-1])


if __name__ == "__main__":
    unittest.main()
