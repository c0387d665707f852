"""What scripts/api-coverage counts in symbol graphs that are made up."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts" / "api-coverage"


def symbol(*path, unavailable=False):
    availability = [{"domain": "*", "isUnconditionallyUnavailable": True}] if unavailable else []
    return {"identifier": {"precise": "s:" + ".".join(path)}, "pathComponents": list(path), "availability": availability}


class ApiCoverageTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def measure(self, *arguments, symbols, relationships=()):
        graph = {"symbols": symbols, "relationships": list(relationships)}
        (self.folder / "Made.symbols.json").write_text(json.dumps(graph))
        return subprocess.run(
            [sys.executable, SCRIPT, "--graphs", self.folder, *arguments], capture_output=True, text=True, check=False
        )

    def counts(self, owner, **graph):
        report = json.loads(self.measure("--json", "--owner", owner, **graph).stdout)["report"]
        return report["capture+error"]["declared"], report["capture+error"]["of"]

    def test_counts_members_and_those_of_superclasses(self):
        own = [symbol("AVCaptureTimecode", "hours")]
        self.assertEqual(self.counts("AVCaptureTimecode", symbols=own)[0], 1)
        names = [symbol("AVCaptureTimecode"), symbol("Base"), symbol("Base", "hours")]
        inherits = {"kind": "inheritsFrom", "source": "s:AVCaptureTimecode", "target": "s:Base"}
        self.assertEqual(self.counts("AVCaptureTimecode", symbols=names, relationships=[inherits])[0], 2)

    def test_counts_nothing_that_is_unavailable(self):
        names = [symbol("AVCaptureTimecode"), symbol("AVCaptureTimecode", "hours", unavailable=True)]
        self.assertEqual(self.counts("AVCaptureTimecode", symbols=names)[0], 1)

    def test_finds_methods_that_throw(self):
        lock = [symbol("AVCaptureDevice", "lockForConfiguration()")]
        self.assertEqual(self.counts("AVCaptureDevice", symbols=lock)[0], 1)

    def test_prints_each_group_with_its_bound(self):
        done = self.measure(symbols=[symbol("AVAssetWriter")])
        lines = [line for line in done.stdout.splitlines() if "bound" in line]
        self.assertEqual(
            [line.split()[0] for line in lines],
            ["capture+error", "writer", "settings", "audiosession", "depth", "asset", "coremedia", "corevideo"],
        )
        self.assertTrue(all(line.endswith("BELOW") for line in lines), lines)
        self.assertEqual(done.returncode, 0)

    def test_check_fails_below_a_bound(self):
        self.assertEqual(self.measure("--check", "--groups", "writer", symbols=[symbol("AVAssetWriter")]).returncode, 1)

    def test_an_unknown_group_and_an_empty_folder_are_errors(self):
        self.assertIn("There is no group", self.measure("--groups", "wrter", symbols=[symbol("X")]).stderr)
        self.assertIn("no symbol graphs", self.measure(symbols=[]).stderr)


if __name__ == "__main__":
    unittest.main()
