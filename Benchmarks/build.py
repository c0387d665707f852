"""Measures what building costs whoever begins: two states of the repository in turn, each in a fresh clone.

usage: scripts/bench build [--base REVISION] [--parts PART,...] [--rounds N]

  --base REVISION    the state that the checked out one is compared with; without it, that one alone is measured
  --parts PART,...   first: the first command of README, and the program that it makes
                     client: a package that imports AVFoundation, with a simulated phone and one test
                     both, unless given
  --rounds N         how often each is built (1)

Seconds are those of the clock, and of a processor, all child processes included. Packages come from SwiftPM's cache.
"""

import argparse
import pathlib
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[1]
# How often a program is started to find out how long it takes.
STARTS = 7
# As in scripts/run.
OPTIMIZED = ["-c", "release", "-Xswiftc", "-gnone", "-Xcc", "-g0"]

CLIENT_MANIFEST = """// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Client",
    dependencies: [.package(name: "pinhole", path: "{path}")],
    targets: [
        .target(name: "Client", dependencies: [.product(name: "AVFoundation", package: "pinhole")]),
        .testTarget(
            name: "ClientTests",
            dependencies: ["Client"] + ["AVFoundation", "CaptureSystemTesting", "SimulatedDriver"].map {{
                .product(name: $0, package: "pinhole")
            }}
        ),
    ]
)
"""
CLIENT_SOURCE = """import AVFoundation

public func camera() -> AVCaptureDevice? { AVCaptureDevice.default(for: .video) }
"""
CLIENT_TEST = """import AVFoundation
import CaptureDriver
import Client
import SimulatedDriver
import Testing

@Test func aPhoneHasACamera() async {
    let phone = SimulatedPhone()
    await CaptureSystem.withScope(using: phone.system) {
        #expect(camera() != nil)
    }
}
"""


def spent():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def timed(command, folder):
    """Seconds of the clock and of a processor that a command takes."""
    clock, processor = time.monotonic(), spent()
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{done.stdout[-4000:]}\n{' '.join(map(str, command))} failed in {folder}")
    return time.monotonic() - clock, spent() - processor


def first_command(clone):
    """What README's first command costs, and what it makes. It ends by itself once it shows what cameras there are."""
    clock, processor = timed(["scripts/run", "devices", "--camera", "iphone"], clone)
    program = clone / ".build/release/pinhole"
    meanwhile = (0, 0)
    if not program.exists():
        # What is built while the camera runs.
        meanwhile = timed(["scripts/build", "Viewfinder", *OPTIMIZED, "--product", "pinhole"], clone)
    stripped = clone / "pinhole-stripped"
    subprocess.run(["strip", "--strip-debug", "-o", stripped, program], check=True)
    libraries = subprocess.run(["ldd", program], check=True, stdout=subprocess.PIPE, text=True).stdout.count("=>")
    return {
        "first command, s": clock,
        "first command, s of a processor": processor,
        "optimized program meanwhile, s": meanwhile[0],
        "optimized program meanwhile, s of a processor": meanwhile[1],
        "pinhole without debug information, MB": stripped.stat().st_size / 1e6,
        "libraries that it is linked with": libraries,
        "start to first byte served, ms": statistics.median(first_byte(program) for _ in range(STARTS)) * 1000,
    }


def first_byte(program):
    """Seconds from the program's start to the first byte that it serves."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        begin = time.monotonic()
        command = [program, "serve", "--camera", "iphone", "--no-browser", "--port", str(port), "--photos", folder, "--movies", folder]
        served = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while time.monotonic() < begin + 60:
                try:
                    with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
                        answer.read(1)
                        return time.monotonic() - begin
                except OSError:
                    time.sleep(0.002)
        finally:
            served.terminate()
            served.wait()
    sys.exit(f"{program} served nothing in a minute")


def client(clone):
    """What a program that imports AVFoundation costs, from nothing to a green test."""
    folder = clone.parent / f"client-of-{clone.name}"
    for name, text in {
        "Package.swift": CLIENT_MANIFEST.format(path=clone),
        "Sources/Client/Client.swift": CLIENT_SOURCE,
        "Tests/ClientTests/ClientTests.swift": CLIENT_TEST,
    }.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    clock, processor = timed(["swift", "test"], folder)
    return {
        "client's first test, s": clock,
        "client's first test, s of a processor": processor,
        "repositories that a client fetches": len(list((folder / ".build/checkouts").iterdir())),
    }


PARTS = {"first": first_command, "client": client}


def measure(revision, parts, rounds):
    """The medians of what is measured of a revision."""
    found = {}
    for _ in range(rounds):
        with tempfile.TemporaryDirectory(prefix="pinhole-build-") as name:
            clone = pathlib.Path(name).resolve() / "pinhole"
            subprocess.run(["git", "clone", "--quiet", "--no-local", ROOT, clone], check=True)
            subprocess.run(["git", "checkout", "--quiet", "--detach", revision], cwd=clone, check=True)
            for part in parts:
                for key, value in PARTS[part](clone).items():
                    found.setdefault(key, []).append(value)
                shutil.rmtree(clone / ".build", ignore_errors=True)
    return {key: statistics.median(values) for key, values in found.items()}


def revision(name):
    command = ["git", "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}"]
    found = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True).stdout.strip()
    return found or sys.exit(f"There is no commit {name}.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS)
    parser.add_argument("--base")
    parser.add_argument("--parts", default="first,client")
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    parts = options.parts.split(",")
    if unknown := set(parts) - PARTS.keys():
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    subprocess.run(["scripts/bootstrap"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    states = {"base": revision(options.base)} if options.base else {}
    states["now"] = revision("HEAD")
    figures = {name: measure(commit, parts, options.rounds) for name, commit in states.items()}
    for key, now in figures["now"].items():
        base = figures.get("base", {}).get(key)
        compared = f"   base {base:8.1f}   ratio {now / base:.2f}" if base else ""
        print(f"{key:46}{now:8.1f}{compared}")


main()
