"""There is one version: the program's is that of the newest release in CHANGELOG.md, and the package's begins with it."""
import pathlib
import re
import runpy
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = ROOT / "Viewfinder/Sources/pinhole/PinholeVersion.swift"
HEADING = re.compile(r"^## \[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?$", re.M)


class VersionTests(unittest.TestCase):
    def setUp(self):
        self.headings = HEADING.findall((ROOT / "CHANGELOG.md").read_text())

    def test_program_has_the_version_of_the_newest_release(self):
        program = re.findall(r'current = "([^"]+)"', VERSION.read_text())
        released = [name for name, _ in self.headings if name != "Unreleased"]
        self.assertEqual(program, released[:1])
        self.assertRegex(program[0], r"^\d+\.\d+\.\d+$")

    def test_every_release_has_its_day_and_the_newest_stands_first(self):
        self.assertEqual(self.headings[0], ("Unreleased", ""))
        releases = [(tuple(map(int, name.split("."))), day) for name, day in self.headings[1:]]
        self.assertTrue(releases)
        self.assertTrue(all(day for _, day in releases), releases)
        self.assertEqual(releases, sorted(releases, reverse=True))

    def test_every_heading_is_understood(self):
        lines = (ROOT / "CHANGELOG.md").read_text().splitlines()
        self.assertEqual(len([line for line in lines if line.startswith("## ")]), len(self.headings))

    def test_package_is_named_after_it(self):
        script = runpy.run_path(str(ROOT / "scripts/package-deb"))
        self.assertIn(script["version_of_last_commit"]().split("+git")[0], [name for name, _ in self.headings])


if __name__ == "__main__":
    unittest.main()
