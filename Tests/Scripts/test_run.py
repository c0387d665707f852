"""What scripts/run builds, and what it starts: with builds and programs that do nothing."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
# Writes programs that say what they are; the camera's waits for the one that replaces it, or for the end of its input.
BUILD = """#!/usr/bin/env bash
echo "$*" >>calls
folder=${PINHOLE_BUILD_FOLDER:-.build}/release
case "$*" in *"-c debug"*) folder=${folder%release}debug ;; esac
mkdir -p "$folder"
case "$1" in
Viewfinder)
    cat >"$folder/pinhole" <<'END'
#!/usr/bin/env bash
echo "$0 $*"
while [ -n "${PINHOLE_REPLACEMENT:-}" ] && [ ! -x "$PINHOLE_REPLACEMENT" ]; do sleep 0.05; done
[ -z "${PINHOLE_REPLACEMENT:-}" ] || exec env -u PINHOLE_REPLACEMENT "$(readlink "$PINHOLE_REPLACEMENT")" again
read -r line
END
    chmod +x "$folder/pinhole"
    ;;
Books) printf '#!/bin/sh\\n' >"$folder/pinhole-books" && chmod +x "$folder/pinhole-books" ;;
esac
"""


class RunTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        (self.folder / "scripts").mkdir()
        for name in ("run", "build-progress"):
            shutil.copy(SCRIPTS / name, self.folder / "scripts")
        self.put("bootstrap", "#!/bin/sh\n")
        self.put("build", BUILD)

    def put(self, name, text):
        file = self.folder / "scripts" / name
        file.write_text(text)
        file.chmod(0o755)

    def start(self, *arguments):
        return subprocess.Popen(
            ["scripts/run", *arguments], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={key: value for key, value in os.environ.items() if not key.startswith("PINHOLE_")},
        )

    def run_to_end(self, *arguments):
        """What the programs said."""
        running = self.start(*arguments)
        output, _ = running.communicate("", timeout=300)
        self.assertEqual(running.returncode, 1, "the program's own status, at the end of its input")
        return output.replace(f"{self.folder}/", "").splitlines()

    def calls(self):
        """What was built, and how."""
        calls = (self.folder / "calls").read_text().splitlines()
        return [(call.split()[0], "debug" if "-c debug" in call else "release") for call in calls]

    def test_a_program_built_in_a_hurry_serves_until_the_better_one_is_ready(self):
        running = self.start("--camera", "iphone")
        said = [running.stdout.readline().replace(f"{self.folder}/", "").strip() for _ in range(2)]
        self.assertEqual(said, [".build/hurried/debug/pinhole --camera iphone", ".build/release/pinhole again"])
        # The scanner is built while the better one runs.
        line = ""
        while line != "Books can be scanned now.\n":
            line = running.stderr.readline()
            self.assertTrue(line, "it ended without a word of books")
        running.communicate("", timeout=300)
        self.assertEqual(self.calls(), [("Viewfinder", "debug"), ("Viewfinder", "release"), ("Books", "release")])

    def test_the_better_one_serves_at_once_when_it_is_there(self):
        (self.folder / ".build/release").mkdir(parents=True)
        self.put("../.build/release/pinhole", "#!/bin/sh\n")
        self.assertEqual(self.run_to_end(), [".build/release/pinhole "])
        self.assertEqual(self.calls()[0], ("Viewfinder", "release"))

    def test_what_shows_no_picture_for_long_needs_no_better_one(self):
        self.assertEqual(self.run_to_end("devices"), [".build/hurried/debug/pinhole devices"])
        self.assertEqual(self.calls(), [("Viewfinder", "debug")])

    def test_what_is_measured_or_encrypted_waits_for_it(self):
        for arguments in (["record"], ["--tls", "self-signed"]):
            shutil.rmtree(self.folder / ".build", ignore_errors=True)
            self.assertEqual(self.run_to_end(*arguments), [".build/release/pinhole " + " ".join(arguments)])
        self.assertIn("--traits TLS", (self.folder / "calls").read_text())

    def test_books_are_recognised_by_a_program_that_is_built_before(self):
        self.run_to_end("scan", "a.jpg")
        self.assertEqual(self.calls(), [("Viewfinder", "debug"), ("Books", "release")])


if __name__ == "__main__":
    unittest.main()
