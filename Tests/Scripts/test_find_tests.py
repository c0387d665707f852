"""What scripts/find-tests finds among the tests of a made-up program."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts" / "find-tests"
SUITE = {"id": "AppTests.CameraTests", "kind": "suite", "name": "CameraTests", "displayName": "A camera's life"}
TESTS = [
    {"id": "AppTests.CameraTests/start()/CameraTests.swift:9:6", "name": "start()", "displayName": "It starts (at once)"},
    {"id": "AppTests.PhotoTests/size()/PhotoTests.swift:5:6", "name": "size()"},
    {"id": "KernelTests.Streaming/frames()/Streams.swift:3:6", "name": "frames()", "displayName": "Frames arrive in order"},
]
PROGRAM = """#!/usr/bin/env python3
import sys
with open(sys.argv[sys.argv.index("--event-stream-output-path") + 1], "w") as stream:
    stream.write({records!r})
"""


class FindTestsTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.program = pathlib.Path(folder.name) / "tests"
        payloads = [SUITE, *({"kind": "function", **test} for test in TESTS)]
        records = "".join(json.dumps({"kind": "test", "payload": payload}) + "\n" for payload in payloads)
        self.program.write_text(PROGRAM.format(records=records))
        self.program.chmod(0o755)

    def find(self, *arguments):
        return subprocess.run(
            [sys.executable, SCRIPT, "--program", self.program, *arguments], capture_output=True, text=True, check=False
        )

    def found(self, *arguments):
        """The identifiers that the printed filters match."""
        lines = self.find(*arguments).stdout.splitlines()
        self.assertEqual(set(lines[::2]), {"--filter"})
        return [test["id"] for test in TESTS if any(re.search(pattern, test["id"]) for pattern in lines[1::2])]

    def test_finds_identifiers_and_display_names(self):
        start, size, frames = (test["id"] for test in TESTS)
        self.assertEqual(self.found("PhotoTests"), [size])
        self.assertEqual(self.found("starts .at once"), [start])
        self.assertEqual(self.found("camera's life"), [start])
        self.assertEqual(self.found("AppTests"), [start, size])
        self.assertEqual(self.found("--kernel", "arrive in order"), [frames])

    def test_what_matches_nothing_is_an_error(self):
        for arguments in [("nothing",), ("--kernel", "nothing"), ("--kernel", "PhotoTests"), ("--list", "nothing")]:
            done = self.find(*arguments)
            self.assertEqual((done.returncode, done.stdout), (1, ""), arguments)
            self.assertIn("has a name that matches", done.stderr)

    def test_says_where_a_name_would_match(self):
        self.assertIn("scripts/guest 'arrive in order'", self.find("arrive in order").stderr)
        self.assertIn("scripts/test 'PhotoTests'", self.find("--kernel", "PhotoTests").stderr)

    def test_a_pattern_that_is_none_is_an_error(self):
        done = self.find("a(b")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no regular expression", done.stderr)


if __name__ == "__main__":
    unittest.main()
