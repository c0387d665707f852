"""The code in README.md is code that compiles: it stands in the package of examples."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class ReadmeTests(unittest.TestCase):
    def test_code_stands_in_the_examples(self):
        sources = [
            "\n".join(line.strip() for line in file.read_text().splitlines())
            for folder in ("Sources", "Tests")
            for file in (ROOT / "Examples" / folder).rglob("*.swift")
        ]
        blocks = re.findall(r"```swift\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
        self.assertGreaterEqual(len(blocks), 2)
        for block in blocks:
            wanted = "\n".join(line.strip() for line in block.strip().splitlines())
            self.assertTrue(any(wanted in source for source in sources), f"not in Examples:\n{block}")

    def test_links_lead_somewhere(self):
        pages = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "Examples").glob("*.md"))]
        for page in pages:
            for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text()):
                if not target.startswith(("http://", "https://")):
                    self.assertTrue((page.parent / target).exists(), f"{page.relative_to(ROOT)}: {target}")


if __name__ == "__main__":
    unittest.main()
