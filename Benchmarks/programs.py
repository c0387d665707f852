"""Runs pinhole-bench, plainly and under Valgrind."""

import json
import pathlib
import re
import subprocess
import sys

from processor import stay_on_one_core


def bench(binaries, *arguments, on_one_core=False):
    """Runs pinhole-bench and returns its figures."""
    result = subprocess.run(
        [str(binaries / "pinhole-bench"), *arguments], capture_output=True, text=True, preexec_fn=stay_on_one_core if on_one_core else None
    )
    if result.returncode != 0:
        sys.exit(f"pinhole-bench {' '.join(arguments)}: {result.stderr}")
    return json.loads(result.stdout) if result.stdout.strip() else {}


def instructions_of(binaries, folder, *arguments):
    """Instructions that pinhole-bench executes, by its own code and libraries: the same on every run and every machine."""
    program = pathlib.Path(folder) / "pinhole-bench"
    if not program.exists():
        # Valgrind cannot read the debugging information that Swift's linker writes.
        subprocess.run(["strip", "-o", str(program), str(binaries / "pinhole-bench")], check=True)
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", str(program), *arguments]
    result = subprocess.run(command, capture_output=True, text=True)
    found = re.search(r"I\s+refs:\s+([\d,]+)", result.stderr)
    if result.returncode != 0 or not found:
        sys.exit(f"valgrind {' '.join(arguments)}: {result.stderr}")
    return int(found[1].replace(",", ""))


def instructions_per_frame(binaries, folder, measurement):
    """What a thousand frames more execute more."""
    few, many = (instructions_of(binaries, folder, measurement, "--frames", str(frames)) for frames in (200, 1200))
    return (many - few) / 1000
