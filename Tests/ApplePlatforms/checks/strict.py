"""Compiles what is portable as for Apple's platforms: Swift 6 mode, Apple's `Sendable`, branches for Apple, no warning."""
import dataclasses
import pathlib
import re
import shutil

from checks import interfaces, sendable, toolchain

# What the SDK has and Linux lacks, as far as the sources use it; in the order in which they need each other.
STUBS = ["AppleFoundation", "Darwin", "Metal", "CoreImage", "UIKit", "CryptoKit", "Network"]
# The app's frameworks, which are declared for Linux; in the order in which they need each other. All but AVKit are the package's in Apps/.
FRAMEWORKS = ["UIKit", "AVKit", "SwiftUI", "Photos", "QuickLook"]
EXPECTATION = re.compile(r"^// expects: (.+)$", re.MULTILINE)


def as_on_apple(source):
    """A source file in which conditions are what they are on Apple's platforms."""
    source = re.sub(r"\b(?:os\(Linux\)|canImport\(Glibc\)|canImport\(Musl\))", "PINHOLE_ON_LINUX", source)
    source = re.sub(r"\bos\(iOS\)", "!PINHOLE_ON_LINUX", source)
    # A submodule, of which Swift's own modules have none.
    return source.replace("import CoreImage.CIFilterBuiltins", "import CoreImage")


def without_preconcurrency(source):
    """A source file whose imports count as strict."""
    return re.sub(r"@preconcurrency ((?:public )?import)\b", r"\1", source)


@dataclasses.dataclass
class Compilation:
    """How modules are compiled."""

    project: toolchain.Project
    # Where modules are found, the first first.
    search: list
    # Where compiled modules go.
    out: pathlib.Path
    flags: list = dataclasses.field(default_factory=list)
    # Where the index of what is used goes.
    index: str = "index"

    def module(self, name, files, package="pinhole"):
        """Compiles a module; what is the matter with it."""
        target = self.out / f"{name}.swiftmodule"
        common = self.options(name, package)
        done = self.project.swift(
            "-frontend", "-emit-module", "-experimental-skip-all-function-bodies", "-suppress-warnings", "-o", target,
            *common, *files
        )
        found = toolchain.diagnostics(done[1]) if done[0] else []
        return found + [f for f in self.bodies(name, files, package) if f not in found]

    def bodies(self, name, files, package="pinhole"):
        """Compiles a module's functions as far as data races are looked for; what is the matter with them."""
        lists = {}
        for kind, suffix in (("sil", ".sil"), ("unit", ".o")):
            lists[kind] = self.project.work / f"{name}.{kind}s"
            paths = [str(self.project.work / "out" / (f.replace("/", "_") + suffix)) for f in map(str, files)]
            lists[kind].write_text("\n".join(paths))
        sources = self.project.work / f"{name}.files"
        sources.write_text("\n".join(map(str, files)))
        (self.project.work / "out").mkdir(exist_ok=True)
        status, output = self.project.swift(
            "-frontend", "-emit-sil", "-filelist", sources, "-primary-filelist", sources,
            "-output-filelist", lists["sil"], "-index-unit-output-path-filelist", lists["unit"],
            "-index-store-path", self.project.work / self.index, *self.options(name, package),
        )
        found = toolchain.diagnostics(output)
        if status and not found:
            raise toolchain.CheckFailure(f"The compiler has failed at {name}:\n{output[-4000:]}")
        return found

    def options(self, name, package):
        plugins = self.project.toolchain / "lib" / "swift" / "host"
        return [
            "-module-name", name, "-package-name", package, "-parse-as-library", "-swift-version", "6",
            *[f for s in self.search for f in ("-I", s)], "-I", self.out, *self.flags,
            "-import-module", "AppleFoundation", "-module-cache-path", self.project.work / "cache",
            "-plugin-path", plugins / "plugins",
            "-in-process-plugin-server-path", plugins / "libSwiftInProcPluginServer.so", "-disable-objc-interop",
        ]


class Strict:
    """The strict check; its index is what the surface is measured from."""

    def __init__(self, project):
        self.project = project
        self.copies = project.work / "sources"
        self.findings = []

    def check(self):
        """Everything; what is the matter."""
        found = self.prepare()
        self.check_package()
        # All else is compiled against the package.
        if not self.findings:
            self.check_crossings()
            self.check_planted()
            self.check_app()
        self.findings += sendable.check(self.project, found)
        return self.findings

    def prepare(self):
        """The modules that everything is compiled against; their classes that are Sendable."""
        project = self.project
        apple, stubs, external, ours = (project.work / n for n in ("apple", "stubs", "external", "ours"))
        for folder in (stubs, external, ours):
            folder.mkdir(exist_ok=True)
        found = interfaces.build(project)
        for module in toolchain.EXTERNAL.values():
            shutil.copy(project.modules / f"{module}.swiftmodule", external)
        self.compilation = Compilation(project, [apple, stubs, external], ours, project.c_modules)
        for module in STUBS:
            status, output = project.swift(
                "-emit-module", "-parse-as-library", "-swift-version", "6", "-module-name", module,
                "-I", apple, "-I", stubs, "-module-cache-path", project.work / "cache",
                "-emit-module-path", stubs / f"{module}.swiftmodule", project.folder / "Stubs" / f"{module}.swift",
            )
            if status:
                raise toolchain.CheckFailure(f"The stub of {module} does not compile:\n{output}")
        return found

    def copy(self, name, folder, change=lambda source: source):
        """Copies sources, as they are on Apple's platforms; the copies."""
        target = self.copies / name
        files = []
        for file in map(pathlib.Path, self.project.sources(folder)):
            copy = target / file.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(change(as_on_apple(file.read_text())))
            files.append(copy)
        return files

    def report(self, found, note):
        for file, line, kind, message in found:
            path = pathlib.Path(file)
            place = f"{path.relative_to(self.copies)}:{line}: " if path.is_relative_to(self.copies) else f"{file}:{line}: "
            self.findings.append(f"{note}: {place if file else ''}{kind}: {message}")

    def check_package(self):
        for package, modules in toolchain.PACKAGES.items():
            for module in modules:
                files = self.copy(module, self.project.root / package / "Sources" / module)
                self.report(self.compilation.module(module, files), "strict")

    def check_crossings(self):
        """Where objects of Apple's cross between threads, which `@preconcurrency` allows: only in places that are listed."""
        out = self.project.work / "crossings"
        out.mkdir(exist_ok=True)
        found = set()
        for module in ("CameraEngine", "LiveText"):
            sources = self.project.root / "Sources" / module
            files = self.copy(f"plain/{module}", sources, without_preconcurrency)
            search = [*self.compilation.search, self.compilation.out]
            compilation = Compilation(self.project, search, out, self.compilation.flags, "other-index")
            for file, _, kind, message in compilation.bodies(module, files):
                if kind == "error":
                    found.add((str(pathlib.Path(file).relative_to(self.copies / "plain")), message))
        listed = {tuple(row[:2]) for row in self.project.rows("crossings.tsv")}
        for file, message in sorted(found - listed):
            self.findings.append(f"crossings: {file}: {message} is not listed in crossings.tsv")
        for file, message in sorted(listed - found):
            self.findings.append(f"crossings: {file}: {message} is listed in crossings.tsv, and not found any more")

    def check_planted(self):
        """What is wrong has to be found, and what is right to be accepted: else the check is worth nothing."""
        for file in sorted((self.project.folder / "Planted").glob("*.swift")):
            expected = EXPECTATION.findall(file.read_text())
            compilation = dataclasses.replace(self.compilation, index="planted-index")
            messages = [f[3] for f in compilation.bodies("Planted", [file])]
            missing = [e for e in expected if not any(e in m for m in messages)]
            if missing or (messages and not expected):
                raise toolchain.CheckFailure(f"{file.name}: expected {expected or 'nothing'}, found {messages or 'nothing'}")

    def check_app(self):
        """The app, against what the package in Apps/ declares of Apple's frameworks."""
        sources = self.project.app / "Sources"
        if not sources.is_dir():
            return
        preview = self.project.root / "Apps" / "AppPreview" / "Sources"
        tree, frameworks, ours = (self.project.work / n for n in ("tree", "frameworks", "app"))
        for folder in (tree, ours):
            folder.mkdir(exist_ok=True)
        status, output = self.project.swift(
            "-emit-module", "-parse-as-library", "-swift-version", "6", "-module-name", "ViewTree",
            "-module-cache-path", self.project.work / "cache",
            "-emit-module-path", tree / "ViewTree.swiftmodule", *self.project.sources(preview / "ViewTree"),
        )
        if status:
            raise toolchain.CheckFailure(f"ViewTree does not compile:\n{output}")
        modules = {m: preview / m for m in FRAMEWORKS}
        modules["AVKit"] = self.project.root / "Sources" / "AVKit" / "Events"
        # The frameworks know each other's insides.
        insides = [tree, interfaces.whole(self.project, "apps")]
        interfaces.compile_all(self.project, modules, frameworks, insides, "apps", None)
        search = [frameworks, *self.compilation.search, self.compilation.out]
        compilation = Compilation(self.project, search, ours, self.compilation.flags)
        self.report(compilation.module("Pinhole", self.copy("Pinhole", sources), "app"), "app")
        for file in sorted((self.project.folder / "PlantedApp").glob("*.swift")):
            planted = dataclasses.replace(compilation, index="planted-app-index").bodies("PlantedApp", [file])
            if planted:
                raise toolchain.CheckFailure(f"{file.name} does not compile: {planted}")
