"""Requires that every symbol that is used of modules with Apple's names is one of Apple's, and there as early as it is used."""
import csv
import re
import subprocess

from checks import availability, strict, toolchain
from checks.indexstore import IndexStore

MEASURED = {*toolchain.APPLE, *strict.STUBS, *strict.FRAMEWORKS} - {"Darwin"}
# What Swift adds to imported enumerations, option sets and structures.
SYNTHESIZED = {"rawValue", "init(rawValue:)", "hash(into:)", "hashValue", "init(arrayLiteral:)", "init(stringLiteral:)"}
PATH = re.compile(r"^(?:static )?(?:\(extension in (\w+)\):)?(\w+)\.((?:[\w]+\.)*)([\w`]+)")
# In planted files.
UNLISTED = re.compile(r"^// not listed: (\S+)$", re.MULTILINE)
TOO_NEW = "// too new"
# The first version whose names are used without a condition.
LATEST = (18, 0)


def path(demangled):
    """The module and the owner that a demangled name tells.

    None for what has no name of its own, and for what a module that is not measured adds to a type of one that is.
    """
    match = PATH.match(without_generics(demangled))
    if not match or match[1] and match[1] not in MEASURED:
        return None
    # What the app's frameworks add to types of others is declared there.
    module = match[1] if match[1] in strict.FRAMEWORKS else match[2]
    return module, match[3].rstrip(".")


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


def framework_names(project):
    """What the app's frameworks declare, as their list has it: module, version, name, and why it is there though the app does not use it."""
    file = project.root / "Apps" / "AppPreview" / "Tests" / "AppleNamesTests" / "names.txt"
    for line in file.read_text().splitlines() if file.is_file() else []:
        if line and not line.startswith(("#", "!")):
            listed, _, reason = line.partition(" -- ")
            yield *listed.split(" ", 2), reason


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
        self.frameworks = list(framework_names(project))
        for _, version, name, _ in self.frameworks:
            self.add(*split(name), version)

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
    """What is used and not Apple's, or too new, and what is declared for the app without need. For the index of `strict`."""
    names, found = Names(project), used(project)
    if len(found) < minimum:
        raise toolchain.CheckFailure(f"Only {len(found)} names are used of Apple's modules: the index is not complete.")
    check_planted(project, names)
    findings = []
    for (module, owner, name), places in sorted(found.items()):
        if names.version(owner, name) is None:
            findings.append(f"surface: {place(*min(places))}: {full(module, owner, name)} is none of Apple's names")
    for file, line, name, version in too_new(names, found):
        findings.append(f"surface: {place(file, line)}: {name} is there from iOS {version[0]}.{version[1]} on only")
    return findings + unused(project, names, found)


def place(file, line):
    return f"{file.partition('/sources/')[2] or file}:{line}"


def full(module, owner, name):
    return ".".join(p for p in (module, owner, name) if p)


def too_new(names, found):
    """Where names are used without a condition that are later than the first version: (file, line, name, version)."""
    conditions = {}
    for (module, owner, name), places in sorted(found.items()):
        version = names.version(owner, name) or (0, 0)
        for file, line in sorted(places) if version > LATEST else []:
            if file not in conditions:
                with open(file) as source:
                    conditions[file] = availability.lines(source.read())
            if conditions[file].get(line, (0, 0)) < version:
                yield file, line, full(module, owner, name), version


def unused(project, names, found):
    """What the app's frameworks declare, and the app does not use: not itself, not a member of it, not as a type of what it uses."""
    texts = [project.work / "interfaces" / f"{m}.swiftinterface" for m in strict.FRAMEWORKS]
    if not all(t.is_file() for t in texts):
        return []
    mentioned = mentions("\n".join(t.read_text() for t in texts))
    needed = {f"{owner}.{name}".lstrip(".") for _, owner, name in found}
    needed |= {".".join(n.partition("(")[0].split(".")[:i]) for n in needed for i in range(1, n.count(".") + 1)}
    return [
        f"surface: names.txt: {module} {name} is declared, and the app does not use it"
        for module, _, name, reason in names.frameworks
        if name not in needed and name not in mentioned and not reason
    ]


def mentions(interface):
    """The types that signatures name: neither where they are declared or extended, nor as what something belongs to."""
    declared = re.compile(r"\b(?:extension|struct|class|enum|protocol) [\w.]+")
    found = set()
    for line in interface.splitlines():
        for name in re.findall(r"\b(?:%s)\.((?:[A-Z]\w*)(?:\.[A-Z]\w*)*)" % "|".join(strict.FRAMEWORKS), declared.sub("", line)):
            found |= {".".join(name.split(".")[:i]) for i in range(1, name.count(".") + 2)}
    return found


def check_planted(project, names):
    """Names that are planted and not listed, or too new, have to be found, and nothing else."""
    planted = used(project, "planted-index")
    found = {f"{owner}.{name}".lstrip(".") for _, owner, name in planted if names.version(owner, name) is None}
    for file in sorted((project.folder / "Planted").glob("*.swift")):
        for name in UNLISTED.findall(file.read_text()):
            if name not in found:
                raise toolchain.CheckFailure(f"{file.name}: {name} is taken for one of Apple's names.")
    if not names.frameworks:
        return
    found = {(file, line) for file, line, _, _ in too_new(names, used(project, "planted-app-index"))}
    for file in sorted((project.folder / "PlantedApp").glob("*.swift")):
        lines = file.read_text().splitlines()
        expected = {number for number, line in enumerate(lines, 1) if TOO_NEW in line}
        actual = {line for path, line in found if path == str(file)}
        if actual != expected:
            raise toolchain.CheckFailure(
                f"{file.name}: too new are the names of the lines {sorted(expected)}, found are {sorted(actual)}."
            )
