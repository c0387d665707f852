"""What scripts/until-silent does with a program that ends, and with one that hangs."""
import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import time
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts" / "until-silent"


def runs(number):
    """Whether a process has not ended; one that has, and that nobody has asked for, has no command."""
    command = pathlib.Path(f"/proc/{number}/cmdline")
    try:
        return bool(command.read_bytes())
    except OSError:
        return False


class UntilSilentTests(unittest.TestCase):
    def run_program(self, program, seconds=600):
        return subprocess.run(
            [sys.executable, SCRIPT, str(seconds), sys.executable, "-c", textwrap.dedent(program)],
            capture_output=True,
            text=True,
            check=False,
        )

    def test_passes_on_words_and_status(self):
        result = self.run_program("print('◇ Test one() started.'); raise SystemExit(3)")
        self.assertEqual((result.stdout, result.returncode), ("◇ Test one() started.\n", 3))

    def test_names_the_tests_that_hang(self):
        result = self.run_program(
            """
            import time
            print('◇ Test "It ends, with 3 parts" started.')
            print('◇ Test "It hangs" started.')
            print('◇ Test hangs(too:) started.')
            print('✔ Test "It ends, with 3 parts" with 3 test cases passed after 0.1 seconds.', flush=True)
            time.sleep(1000)
            """,
            seconds=5,
        )
        self.assertEqual(result.returncode, 124)
        last = result.stdout.splitlines()[-1]
        self.assertEqual(last, 'error: Nothing was said for 5 s. Begun, and not ended: "It hangs", hangs(too:)')

    def test_ends_children_too_and_what_does_not_want_to_end(self):
        result = self.run_program(
            """
            import signal, subprocess, time
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            print(subprocess.Popen(["sleep", "1000"]).pid, flush=True)
            while True: time.sleep(1000)
            """,
            seconds=5,
        )
        child, *_, error = result.stdout.splitlines()
        self.assertTrue(child.isdigit(), result.stdout)
        self.assertEqual(result.returncode, 124)
        self.assertIn("no test", error)
        # Nobody waited for the child's end.
        end = time.monotonic() + 600
        while runs(child):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)

    def test_does_not_wait_for_what_was_left_behind(self):
        result = self.run_program("import subprocess; print(subprocess.Popen(['sleep', '1000']).pid)")
        child = result.stdout.strip()
        self.assertEqual(result.returncode, 0)
        self.assertTrue(runs(child), "it was waited for")
        os.kill(int(child), signal.SIGKILL)


if __name__ == "__main__":
    unittest.main()
