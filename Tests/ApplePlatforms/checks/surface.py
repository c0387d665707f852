"""Requires that every symbol that is used of modules with Apple's names is one of Apple's."""
import csv
import re
import subprocess

from checks import strict, toolchain
from checks.indexstore import IndexStore

MEASURED = {*toolchain.APPLE, *strict.STUBS, *strict.FRAMEWORKS} - {"Darwin"}
# What Swift adds to imported enumerations, option sets and structures.
SYNTHESIZED = {"rawValue", "init(rawValue:)", "hash(into:)", "hashValue", "init(arrayLiteral:)", "init(stringLiteral:)"}
PATH = re.compile(r"^(?:static )?(?:\(extension in (\w+)\):)?(\w+)\.((?:[\w]+\.)*)([\w`]+)")
# In planted files.
UNLISTED = re.compile(r"^// not listed: (\S+)$", re.MULTILINE)
# The first version whose names are used without a condition.
LATEST = (18, 0)


def path(demangled):
    """The module and the owner that a demangled name tells.

    None for what has no name of its own, and for what a module that is not measured adds to a type of one that is.
    """
    match = PATH.match(without_generics(demangled))
    if not match or match[1] and match[1] not in MEASURED:
        return None
    return match[2], match[3].rstrip(".")


def without_generics(demangled):
    """A demangled name without what stands in angle brackets."""
    kept, depth = [], 0
    for index, letter in enumerate(demangled):
        if letter == "<":
            depth += 1
        elif letter == ">" and demangled[index - 1] != "-":
            depth -= 1
        elif depth == 0:
            kept.append(letter)
    return "".join(kept)


def split(name):
    """The owner and the rest of a dotted name, whose labels may follow."""
    base, parenthesis, labels = name.partition("(")
    owner, _, last = base.rpartition(".")
    return owner, last + parenthesis + labels


class Names:
    """Apple's names: dotted owners (empty for global ones) and names, with the version of iOS that introduced them."""

    def __init__(self, project):
        self.versions = {}
        for table in ("avfoundation", "coremedia", "corevideo"):
            with open(project.root / "docs" / "api-surface" / f"{table}.tsv", newline="") as file:
                for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                    self.add(row["swift_owner"], row["swift_name"], row["ios_introduced"])
        for owner, name, version, *_ in project.rows("names.tsv"):
            self.add(owner.removeprefix("-"), name, version)
        # Of the frameworks that the app is built of, with what is there from a later version on only.
        frameworks = project.root / "Apps" / "AppPreview" / "Tests" / "AppleNamesTests" / "names.txt"
        for line in frameworks.read_text().splitlines() if frameworks.is_file() else []:
            if not line.startswith(("#", "!")) and " " in line:
                self.add(*split(line.split(" ", 1)[1]), "")

    def add(self, owner, name, version):
        name = re.sub(r" \(getter\)$| throws$", "", name).removeprefix(f"{owner}." if owner else "")
        if version[:1].isdigit():
            numbers = tuple(int(n) for n in version.split(".")[:2])
            self.versions[owner, name] = min(numbers, self.versions.get((owner, name), numbers))
        self.versions.setdefault((owner, name), (0, 0))
        # What has members is there.
        self.versions.setdefault(tuple(owner.rpartition(".")[::2]), (0, 0))

    def version(self, owner, name):
        """The version that introduced a name; None for what Apple lacks."""
        found = self.versions.get((owner, name))
        return (0, 0) if found is None and name in SYNTHESIZED else found


def used(project, index="index"):
    """What is used of measured modules: {(module, owner, name): places}."""
    references = list(IndexStore(project.toolchain / "lib" / "libIndexStore.so", project.work / index).references())
    usrs = sorted({r.usr for r in references if r.usr.startswith("s:")})
    demangled = demangle(["$s" + u[2:].removeprefix("e:s:") for u in usrs])
    paths = dict(zip(usrs, map(path, demangled)))
    # Cases of enumerations are functions of their type.
    cases = {usr for usr, name in zip(usrs, demangled) if re.search(r"\.\w+\([\w.]+\.Type\) -> \(", without_generics(name))}
    found = {}
    for reference in references:
        place = paths.get(reference.usr)
        if not place or place[0] not in MEASURED or reference.name.startswith(("getter:", "setter:")):
            continue
        if re.match(r"[\w`]", reference.name):
            name = reference.name.strip("`")
            if reference.usr in cases:
                name = name.partition("(")[0]
            found.setdefault((*place, name), set()).add((reference.file, reference.line))
    return found


def demangle(names):
    """Mangled names as people read them."""
    done = subprocess.run(
        ["swift-demangle", "--compact"], input="\n".join(names), capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def check(project, minimum=500):
    """What is used and not Apple's. For the index of `strict`."""
    names, found = Names(project), used(project)
    if len(found) < minimum:
        raise toolchain.CheckFailure(f"Only {len(found)} names are used of Apple's modules: the index is not complete.")
    check_planted(project, names)
    findings = []
    for (module, owner, name), places in sorted(found.items()):
        file, line = min(places)
        place = f"{file.partition('/sources/')[2] or file}:{line}"
        full = ".".join(p for p in (module, owner, name) if p)
        version = names.version(owner, name)
        if version is None:
            findings.append(f"surface: {place}: {full} is none of Apple's names")
        elif version > LATEST and not all(guarded(f, l, version) for f, l in places):
            findings.append(f"surface: {place}: {full} is there from iOS {version[0]}.{version[1]} on only")
    return findings


def check_planted(project, names):
    """Names that are planted and not listed have to be found."""
    planted = used(project, "planted-index")
    found = {f"{owner}.{name}".lstrip(".") for _, owner, name in planted if names.version(owner, name) is None}
    for file in sorted((project.folder / "Planted").glob("*.swift")):
        for name in UNLISTED.findall(file.read_text()):
            if name not in found:
                raise toolchain.CheckFailure(f"{file.name}: {name} is taken for one of Apple's names.")


def guarded(file, line, version):
    """Whether a place stands under a condition on the version, or in something that is available from it on only."""
    with open(file) as source:
        text = source.read().splitlines()[:line]
    return any(re.search(rf"[#@]available\(iOS {version[0]}", t) for t in text)
