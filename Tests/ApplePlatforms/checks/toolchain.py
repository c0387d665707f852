"""The project, the toolchain, and a place for what is made on the way."""
import dataclasses
import functools
import json
import pathlib
import re
import shutil
import subprocess

FOLDER = pathlib.Path("Tests") / "ApplePlatforms"

# What of the packages is built on Apple's platforms, by their folders, from the lowest layer to the highest.
PACKAGES = {
    ".": ["Digests", "MovieTime", "CameraLifecycle", "CameraEngine", "LiveText"],
    "Books": ["HTTPTransports", "ServerSentEvents", "ScanProtocol", "TokenEstimation", "BookScanner"],
}
PORTABLE = [module for modules in PACKAGES.values() for module in modules]
# The modules that Apple's SDK has under the same names, from the lowest to the highest; FoundationExtras is
# Foundation there.
APPLE = [
    "FoundationExtras", "UniformTypeIdentifiers", "CoreGraphics", "CoreVideo", "CoreMedia", "QuartzCore", "ImageIO", "simd",
    "AudioToolbox", "AVFAudio", "AVFoundation", "Vision", "os", "OSLog",
]
# Packages that are known to build for iOS, with the modules that are used of them.
EXTERNAL = {"GRDB.swift": "GRDB", "swift-http-types": "HTTPTypes"}


class CheckFailure(Exception):
    """A check cannot be made, or what it is made with does not work."""


@dataclasses.dataclass
class Project:
    """A clone of the project that was built with `swift build`."""

    root: pathlib.Path
    work: pathlib.Path

    @property
    def folder(self):
        """Lists, stubs and planted faults."""
        return self.root / FOLDER

    @property
    def app(self):
        return self.root / "Apps" / "Pinhole"

    @property
    def modules(self):
        """What `swift build` has compiled."""
        modules = self.root / ".build" / "debug" / "Modules"
        if not modules.is_dir():
            raise CheckFailure(f"{modules} is missing: build first, with `swift build`.")
        return modules

    @functools.cached_property
    def toolchain(self):
        compiler = shutil.which("swiftc")
        if not compiler:
            raise CheckFailure("There is no swiftc in the path.")
        return pathlib.Path(compiler).resolve().parent.parent

    def sources(self, folder):
        return sorted(str(f) for f in pathlib.Path(folder).rglob("*.swift"))

    def rows(self, name):
        """A list's rows: its fields, without comments."""
        lines = (self.folder / name).read_text().splitlines()
        return [line.split("\t") for line in lines if line.strip() and not line.startswith("#")]

    @functools.cached_property
    def c_modules(self):
        """What lets the compiler find the C modules that compiled modules were made with."""
        maps = [*self.root.glob("Sources/*/module.modulemap"), *self.root.glob("*/Sources/*/module.modulemap"), *self.root.glob(".build/debug/*.build/module.modulemap")]
        maps += self.root.glob(".build/checkouts/GRDB.swift/Sources/GRDBSQLite/module.modulemap")
        checkouts = self.root.glob(".build/checkouts/*/Sources/*/include/module.modulemap")
        maps += [m for m in checkouts if "SQLCipher" not in str(m)]
        flags = [f for m in maps for f in ("-Xcc", f"-fmodule-map-file={m}")]
        flags += [f for i in self.root.glob("Sources/*/include") for f in ("-Xcc", f"-I{i}")]
        packages = [t["pkgConfig"] for p in PACKAGES for t in self.dump(self.root / p)["targets"] if t.get("pkgConfig")]
        found = subprocess.run(["pkg-config", "--cflags-only-I", *packages], capture_output=True, text=True, check=False)
        if found.returncode:
            raise CheckFailure(f"pkg-config: {found.stderr}")
        return flags + [f for i in found.stdout.split() for f in (i, "-Xcc", i)]

    @functools.lru_cache(maxsize=None)
    def dump(self, package):
        """A package's manifest, as SwiftPM reads it."""
        command = ["swift", "package", "--package-path", str(package), "dump-package"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CheckFailure(f"The manifest of {package} cannot be read: {done.stderr}")
        return json.loads(done.stdout)

    def __hash__(self):
        return hash(self.root)

    def swift(self, *arguments):
        """Runs the compiler; what it says."""
        done = subprocess.run(["swiftc", *map(str, arguments)], capture_output=True, text=True, check=False, cwd=self.work)
        return done.returncode, done.stdout + done.stderr


DIAGNOSTIC = re.compile(r"^(\S[^:]*):(\d+):\d+: (error|warning): (.*?)(?: \[#\w+\])?$")
BARE = re.compile(r"^(?:<unknown>:0: )?(?:error|warning): .*")


def diagnostics(output):
    """What a compiler said: (file, line, kind, message)."""
    found = []
    for line in output.splitlines():
        if match := DIAGNOSTIC.match(line):
            found.append((match[1], int(match[2]), match[3], match[4]))
        elif BARE.match(line):
            found.append(("", 0, "error", line))
    return list(dict.fromkeys(found))
