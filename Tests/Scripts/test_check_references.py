"""What scripts/check-references finds. Numbers are put together here, so that it does not find these."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts" / "check-references"
FIRST, SECOND, UNKNOWN = (f"S-{number}" for number in (1, 2, 9))
TESTED = f'@Test("{FIRST}: a start blocks") func start() {{}}\n'


class CheckReferencesTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.put("docs/requirements.md", "# None\n")

    def put(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def list(self, *rows):
        self.put("docs/behaviours.md", "".join(f"| {number} | is so | `Page` | {tests} |\n" for number, tests in rows))

    def check(self, *arguments):
        done = subprocess.run(
            [sys.executable, SCRIPT, "--root", self.root, *arguments], capture_output=True, text=True, check=False
        )
        self.assertIn(done.returncode, (0, 1), done.stderr)
        self.assertEqual(done.returncode == 0, done.stderr == "", done.stderr)
        return done.stderr

    def test_writes_who_tests_and_is_content_then(self):
        self.list((FIRST, ""), (SECOND, "not tested: advice"))
        self.put("Tests/SessionTests.swift", TESTED)
        self.assertIn(f"{FIRST} does not list who tests it", self.check())
        self.assertEqual(self.check("--write"), "")
        self.assertEqual(self.check(), "")
        written = (self.root / "docs/behaviours.md").read_text()
        self.assertIn(f"| {FIRST} | is so | `Page` | [SessionTests](../Tests/SessionTests.swift) |", written)
        self.assertIn(f"| {SECOND} | is so | `Page` | not tested: advice |", written)

    def test_the_tests_of_an_app_count_and_its_sources_do_not(self):
        self.list((FIRST, ""), (SECOND, ""))
        self.put("Apps/Pinhole/Tests/Stories/test_start.py", f'def test_start():\n    """{FIRST}"""\n')
        self.put("Apps/Pinhole/Sources/Log.swift", f'let text = "{SECOND}"\n')
        found = self.check("--write")
        self.assertIn(f"no test names {SECOND}", found)
        self.assertNotIn(FIRST, found)
        self.assertIn("[test_start](../Apps/Pinhole/Tests/Stories/test_start.py)", (self.root / "docs/behaviours.md").read_text())

    def test_a_number_that_nothing_tests(self):
        self.list((FIRST, ""))
        self.assertIn(f"no test names {FIRST}", self.check())

    def test_a_comment_is_no_test(self):
        self.list((FIRST, ""))
        self.put("Tests/SessionTests.swift", f'// {FIRST}\n/* "{FIRST}" /* nested */ "{FIRST}" */\nlet none = ""\n')
        self.assertIn(f"no test names {FIRST}", self.check("--write"))

    def test_literals_end_where_they_end(self):
        self.list((FIRST, ""))
        source = 'let a = "\\(f("x")) \\" // no comment"; let b = #"a\\"#; let c = "' + FIRST + '"\n'
        self.put("Tests/SessionTests.swift", source)
        self.assertEqual(self.check("--write"), "")

    def test_a_docstring_of_a_python_test(self):
        self.list((FIRST, ""))
        self.put("Viewfinder/Tests/Browser/test_page.py", f'def test_it():\n    """{FIRST}: blocks."""\n')
        self.assertEqual(self.check("--write"), "")

    def test_a_row_that_says_not_tested_although_it_is(self):
        self.list((FIRST, "not tested: too hard"))
        self.put("Tests/SessionTests.swift", TESTED)
        self.assertIn(f"{FIRST} is tested by Tests/SessionTests.swift", self.check("--write"))

    def test_what_is_not_covered_is_kept(self):
        self.list((FIRST, "; not covered: tablets"))
        self.put("Tests/SessionTests.swift", TESTED)
        self.assertEqual(self.check("--write"), "")
        self.assertIn("swift); not covered: tablets |", (self.root / "docs/behaviours.md").read_text())

    def test_numbers_that_are_not_listed(self):
        self.list((FIRST, ""))
        self.put("Tests/SessionTests.swift", TESTED)
        self.put("Sources/Session.swift", f"/// Documented: {UNKNOWN}.\n")
        self.assertIn(f"Sources/Session.swift:1: {UNKNOWN} is not listed", self.check("--write"))

    def test_a_range_in_a_test(self):
        self.list((FIRST, ""), (SECOND, ""))
        self.put("Tests/SessionTests.swift", f'@Test("{FIRST}...{SECOND}: both")\n')
        self.assertIn("a test names a range", self.check("--write"))

    def test_a_file_that_is_gone(self):
        self.list((FIRST, "[Gone](../Tests/Gone.swift)"))
        self.put("Tests/SessionTests.swift", TESTED)
        self.assertIn("../Tests/Gone.swift does not exist", self.check())

    def test_a_number_that_is_listed_twice(self):
        self.list((FIRST, ""), (FIRST, ""))
        self.put("Tests/SessionTests.swift", TESTED)
        self.assertIn(f"{FIRST} is listed twice", self.check("--write"))

    def test_a_row_that_cannot_be_read(self):
        self.put("docs/behaviours.md", f"| {FIRST} | is so |\n")
        self.assertIn("a row that cannot be read", self.check())


if __name__ == "__main__":
    unittest.main()
