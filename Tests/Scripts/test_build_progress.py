"""What scripts/build-progress tells of builds."""
import importlib.machinery
import importlib.util
import io
import pathlib
import subprocess
import sys
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "build-progress"


def load():
    loader = importlib.machinery.SourceFileLoader("build_progress", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("build_progress", loader))
    loader.exec_module(module)
    return module


class BuildProgressTests(unittest.TestCase):
    def run_build(self, script):
        return subprocess.run(
            [sys.executable, SCRIPT, "the camera", "/bin/sh", "-c", script], capture_output=True, text=True, check=False
        )

    def test_a_build_that_works_says_nothing_else(self):
        done = self.run_build("echo '[1/2] Compiling Camera A.swift'; echo 'warning: unused'")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_a_build_that_fails_says_all(self):
        done = self.run_build("echo '[1/2] Compiling Camera A.swift'; echo 'A.swift:1:1: error: no' >&2; exit 3")
        self.assertEqual(done.returncode, 3)
        self.assertIn("A.swift:1:1: error: no", done.stderr)
        self.assertIn("Building the camera failed", done.stderr)

    def test_share_module_and_time_are_told(self):
        progress = load().Progress("the camera", io.StringIO())
        self.assertEqual(progress.line(1, 20, "Camera", progress.begin + 60), "Building the camera: 5% (Camera)")
        line = progress.line(50, 100, None, progress.begin + 120)
        self.assertEqual(line, "Building the camera: 50%, about 2 minutes left")
        self.assertIn("less than a minute left", progress.line(99, 100, None, progress.begin + 120))

    def test_lines_that_cannot_be_replaced_are_few(self):
        stream = io.StringIO()
        progress = load().Progress("the camera", stream)
        for step in range(100):
            progress.tell(step, 100, None)
        self.assertEqual(stream.getvalue(), "")
        progress.told -= 60
        progress.tell(50, 100, "Camera")
        self.assertEqual(stream.getvalue().count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
