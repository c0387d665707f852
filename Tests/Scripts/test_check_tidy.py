"""What scripts/check-tidy finds."""
import pathlib
import runpy
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check-tidy"
TIDY = runpy.run_path(str(SCRIPT))
Package, Repository, bare, imports, types = (TIDY[name] for name in ("Package", "Repository", "bare", "imports", "types"))


def target(name, *dependencies, kind="regular", **more):
    """A target as `swift package dump-package` tells of it; a dependency on a product is (product, package)."""
    entries = [{"product": [*d, None, None]} if isinstance(d, tuple) else {"byName": [d, None]} for d in dependencies]
    return {"name": name, "type": kind, "dependencies": entries, **more}


class CheckTidyTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        self.packages = []

    def put(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def package(self, name, *targets, products=(), folder="."):
        self.packages.append((self.root / folder, {"name": name, "targets": targets, "products": products}))

    def check(self, **exceptions):
        none = {"not_imported": {}, "shared_names": {}, "meant": {}, "not_yet_renamed": set()}
        packages = [Package(folder, description) for folder, description in self.packages]
        return "\n".join(Repository(self.root, packages, **{**none, **exceptions}).check())

    # Dependencies

    def test_a_dependency_that_nobody_imports(self):
        self.package("p", target("Low"), target("High", "Low"))
        self.put("Sources/Low/Low.swift", "public func low() {}\n")
        self.put("Sources/High/High.swift", '// import Low\nlet text = "import Low"\nlet more = """\nimport Low\n"""\n')
        self.assertEqual(self.check(), "Package.swift:1: High depends on Low, which none of its files imports")

    def test_every_way_to_import(self):
        lines = (
            "import Low", "public import Low", "@testable import Low", "@_spi(Test) @preconcurrency import Low", "import struct Low.Thing",
            "@_exported public import Low", "#if canImport(Low)\n    import Low\n#endif",
        )
        for line in lines:
            with self.subTest(line):
                self.packages.clear()
                self.package("p", target("Low"), target("High", "Low"))
                self.put("Sources/High/High.swift", line + "\n")
                self.assertEqual(self.check(), "")

    def test_an_import_that_is_not_declared(self):
        self.package("p", target("Low"), target("High", ("Logging", "swift-log")), target("Other"))
        self.put("Sources/High/High.swift", "import Foundation\nimport Logging\nimport Low\n")
        self.put("Sources/Other/Other.swift", "import Logging\n")
        found = self.check()
        self.assertIn("Sources/High/High.swift:1: imports Low, which High does not depend on in Package.swift", found)
        self.assertIn("Sources/Other/Other.swift:1: imports Logging, which Other does not depend on in Package.swift", found)
        self.assertEqual(found.count("\n"), 1)

    def test_what_is_not_for_linux_may_be_of_the_system(self):
        self.package("p", target("Pictures"), target("High"))
        apple = "#if os(Linux)\nimport Glibc\n#else\nimport Pictures\n#endif\n#if canImport(Pictures)\nimport Pictures\n#endif\n"
        self.put("Sources/High/High.swift", apple)
        self.assertEqual(self.check(), "")
        self.put("Sources/High/High.swift", apple.replace("import Glibc", "import Pictures"))
        self.assertIn("imports Pictures", self.check())

    def test_what_a_dependency_hands_on_is_declared(self):
        self.package("p", target("Low"), target("Middle", "Low"), target("High", "Middle"), target("Top", "High"))
        self.put("Sources/Middle/Middle.swift", "@_exported import Low\n")
        self.put("Sources/High/High.swift", "import Low\nimport Middle\n")
        self.put("Sources/Top/Top.swift", "import High\nimport Low\n")
        self.assertEqual(self.check(), "Sources/Top/Top.swift:1: imports Low, which Top does not depend on in Package.swift")

    def test_products_of_a_neighbour_are_its_targets(self):
        self.package("root", target("Low"), target("LowHelp"), products=[{"name": "Lows", "targets": ["Low", "LowHelp"]}])
        self.package("Apps", target("App", ("Lows", "root")), folder="Apps")
        self.put("Apps/Sources/App/App.swift", "import LowHelp\n")
        self.assertEqual(self.check(), "")
        self.put("Apps/Sources/App/App.swift", "import Foundation\n")
        self.assertEqual(self.check(), "Apps/Package.swift:1: App depends on Lows, which none of its files imports")

    def test_programs_are_started_and_c_is_included(self):
        self.package("p", target("crash-peer", kind="executable"), target("T", "crash-peer", kind="test"), target("CThing", "T"))
        self.put("Tests/T/T.swift", "import Testing\n")
        self.put("Sources/CThing/thing.c", "\n")
        self.assertEqual(self.check(), "")

    def test_files_of_a_target(self):
        self.package("p", target("Low"), target("Fuzzer", "Low", path="Tests/Fuzzing", exclude=["Corpora"], sources=["Fuzzer.swift"]))
        self.put("Tests/Fuzzing/Corpora/Corpus.swift", "import Low\n")
        self.put("Tests/Fuzzing/Other.swift", "import Low\n")
        self.put("Tests/Fuzzing/Fuzzer.swift", "import Foundation\n")
        self.assertIn("Fuzzer depends on Low", self.check())

    def test_exceptions_hold_as_long_as_they_are_needed(self):
        self.package("p", target("Low"), target("High", "Low"), target("Top", "Low"))
        for name in ("High", "Top"):
            self.put(f"Sources/{name}/File.swift", "import Foundation\n")
        self.assertEqual(self.check(not_imported={"Low": "is so"}), "")
        self.assertIn("Top depends on Low", self.check(not_imported={"High -> Low": "is so"}))
        self.put("Sources/High/File.swift", "import Low\n")
        self.put("Sources/Top/File.swift", "import Low\n")
        self.assertIn("NOT_IMPORTED has Low, which nothing needs any more", self.check(not_imported={"Low": "is so"}))

    # Names

    def test_a_name_of_two_modules(self):
        self.package("p", target("One"), target("Two"))
        self.package("Books", target("Three"), folder="Books")
        self.put("Sources/One/Lens.swift", "public struct Lens {}\n")
        self.put("Sources/Two/Lens.swift", "#if os(Linux)\n    @MainActor final class Lens {}\n#endif\n")
        self.put("Books/Sources/Three/Lens.swift", "\nactor Lens {}\n")
        self.assertEqual(self.check(), "Books/Sources/Three/Lens.swift:2: Lens is declared in One, Three, Two: one name for one thing")
        self.assertEqual(self.check(shared_names={"Lens": "is so"}), "")
        self.assertIn("SHARED_NAMES has Prism, which one module declares at most", self.check(shared_names={"Lens": "is so", "Prism": "is not"}))

    def test_names_that_no_other_file_sees_are_nobodys_affair(self):
        self.package("p", target("One"), target("Two"), target("OneTests", kind="test"))
        self.put("Sources/One/Lens.swift", "struct Lens { struct Frame {} }\nenum Camera {\n    struct Body {}\n}\n")
        self.put("Sources/Two/Lens.swift", "private struct Lens {}\nfileprivate enum Camera {}\nstruct Frame {}\nstruct Body {}\n")
        self.put("Tests/OneTests/Lens.swift", "struct Lens {}\n")
        self.assertEqual(self.check(), "")

    def test_words_that_are_replaced(self):
        self.package("p", target("One"))
        self.put("Sources/One/Desk.swift", "struct Camera {\n    enum FrontDesk {}\n}\nstruct Desktop {}\nclass func desk() {}\n")
        self.assertEqual(
            self.check(), "Sources/One/Desk.swift:2: FrontDesk: docs/words.md has Controller, Service or State instead of Desk"
        )
        self.assertEqual(self.check(not_yet_renamed={"FrontDesk"}), "")
        self.assertEqual(self.check(meant={"FrontDesk": "is one"}), "")
        self.assertIn("there is no type BackDoor any more", self.check(meant={"FrontDesk": "is one"}, not_yet_renamed={"BackDoor"}))

    def test_types_of_apples_and_books_have_their_words(self):
        self.package("p", target("One"), target("BookMatching"))
        self.put("Sources/One/Sound.swift", "public class AVPictureInPictureController {}\n")
        self.put("Sources/BookMatching/Shelf.swift", "struct Shelf {}\n")
        self.assertEqual(self.check(), "")

    def test_every_word_that_is_replaced_stands_in_the_page(self):
        page = (SCRIPT.parents[1] / "docs/words.md").read_text().lower()
        for word in TIDY["REPLACED"]:
            self.assertIn(word.lower().removesuffix("es").removesuffix("s"), page)

    # All of it

    def test_a_package_as_swift_reads_it(self):
        self.put(
            "Package.swift",
            "// swift-tools-version: 6.1\nimport PackageDescription\n"
            'let package = Package(name: "p", targets: [.target(name: "Low"), .target(name: "High", dependencies: ["Low"])])\n',
        )
        self.put("Sources/Low/Low.swift", "public struct Low {}\n")
        self.put("Sources/High/High.swift", "import Foundation\n")
        done = subprocess.run([sys.executable, SCRIPT, "--root", self.root], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("Package.swift:1: High depends on Low, which none of its files imports", done.stderr)


if __name__ == "__main__":
    unittest.main()
