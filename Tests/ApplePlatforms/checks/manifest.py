"""Reads the packages' manifests as a Mac does: nothing is in it that needs Linux, or has the name of one of Apple's modules."""
from checks import toolchain

# What the app depends on, by the packages' folders.
PRODUCTS = {".": {"CameraEngine", "LiveText"}, "Books": {"BookScanner"}}
VERSIONS = {"ios": "18.0"}


def as_on_a_mac(manifest):
    """A manifest whose conditions on the machine that evaluates it are what they are on a Mac."""
    return manifest.replace("os(Linux)", "os(Android)").replace("os(macOS)", "os(Linux)")


def check(project):
    found = []
    for package in toolchain.PACKAGES:
        folder = project.work / "mac-manifest" / package
        folder.mkdir(parents=True, exist_ok=True)
        text = (project.root / package / "Package.swift").read_text()
        (folder / "Package.swift").write_text(as_on_a_mac(text))
        found += [f"manifest: {finding}" for finding in findings(project.dump(folder), package)]
    return found


def findings(dump, package):
    """What is the matter with a manifest, as `swift package dump-package` shows it on a Mac."""
    portable = toolchain.PACKAGES[package]
    versions = {p["platformName"]: p["version"] for p in dump["platforms"]}
    for platform, version in VERSIONS.items():
        if versions.get(platform) != version:
            yield f"the platform {platform} is {versions.get(platform)} in place of {version}"
    products = {p["name"] for p in dump["products"]}
    for product in sorted(PRODUCTS[package] - products):
        yield f"there is no product {product}"
    targets = {t["name"]: t for t in dump["targets"]}
    for name in sorted(targets.keys() - set(portable)):
        yield f"the target {name} is for Linux only, and part of the package on a Mac"
    for name in sorted(set(portable) - targets.keys()):
        yield f"the target {name} is missing"
    for product in dump["products"]:
        for name in product["targets"]:
            if name not in targets:
                yield f"the product {product['name']} has a target {name}, which is missing"
    packages = {d[0].get("nameForTargetDependencyResolutionOnly") or d[0]["identity"] for kind in dump["dependencies"] for d in kind.values()}
    known = {p.lower() for p in toolchain.EXTERNAL}
    for package in sorted(packages - known - {p.removesuffix(".swift") for p in known} - {"pinhole"}):
        yield f"nobody knows that the package {package} builds for iOS"
    for name, target in targets.items():
        for dependency in names(target):
            if dependency not in toolchain.PORTABLE and dependency not in toolchain.EXTERNAL.values():
                yield f"the target {name} depends on {dependency}, which is for Linux only"


def names(target):
    """The names of what a target depends on."""
    for dependency in target["dependencies"]:
        for value in dependency.values():
            yield value[0]
