"""Our modules with Apple's names as Apple's are: what is public, and Sendable only where Apple's is.

Each module's public interface is made from its sources without function bodies, in text; `Sendable` is taken from all
classes and protocols that are not listed; the text is compiled again, in the mode of Swift 5, as Apple's frameworks predate
strict concurrency. What only Linux needs (imports of drivers, extensions of their types) is left out.
"""
import re

from checks import toolchain

CLASS = re.compile(r"^\s*(?:@\S+ )*(?:(?:final|open|public) )*(class|protocol) (\w+)")
# What has members: a type, or the extension of one, without the module's name.
OPENED = re.compile(
    r"^\s*(?:@\S+ )*(?:(?:final|open|public) )*"
    r"(class|protocol|struct|enum|extension) (?!func |var )(?:\w+\.)?([\w.]+)"
)
CONFORMANCE = re.compile(r"(?:@unchecked )?Swift\.Sendable\b")
IMPORT = re.compile(r"^(?:@_exported )?import (\w+)$")


def cut(text, sendable, visible):
    """An interface with `Sendable` as listed, and with imports of visible modules alone.

    - sendable: the names of classes that are Sendable on Apple's platforms; None leaves all as they are.
    - visible: the modules that may be imported.
    """
    lines, skips = [], False
    for line in text.splitlines():
        imported = IMPORT.match(line)
        extended = re.match(r"(?:@\S+ )*extension (\w+)\.", line)
        if skips:
            skips = line != "}"
        elif imported and imported[1] not in visible:
            continue
        elif extended and extended[1] not in visible:
            skips = not line.endswith("{}")
        else:
            line = line.replace("-swift-version 6", "-swift-version 5")
            lines.append(line if sendable is None else with_sendable(line, sendable))
    return "\n".join(lines) + "\n"


def with_sendable(line, sendable):
    """A line that declares a class or a protocol, or a conformance, with `Sendable` as listed."""
    if match := CLASS.match(line):
        if match[2] in sendable:
            if CONFORMANCE.search(line) or match[1] == "protocol":
                return line
            separator = ", " if re.search(r"\w+ : ", line) else " : "
            return line.removesuffix(" {") + separator + "@unchecked Swift.Sendable {"
        # What is asked of others in a where clause is no conformance of the declared one's.
        head, where, rest = line.partition(" where ")
        head += " {" if where else ""
        head = re.sub(r", (?:@unchecked )?Swift\.Sendable\b", "", head)
        head = re.sub(r" : (?:@unchecked )?Swift\.Sendable, ", " : ", head)
        head = re.sub(r" : (?:@unchecked )?Swift\.Sendable \{", " {", head)
        return (head.removesuffix(" {") if where else head) + where + rest
    if match := re.match(r"extension \w+\.([\w.]+) : (?:@unchecked )?Swift\.Sendable\b", line):
        if match[1] in NOT_SENDABLE:
            return re.sub(r" : (?:@unchecked )?Swift\.Sendable\b", "", line, count=1)
    return line


def sendable_classes(text):
    """The classes and protocols of an interface that are Sendable: their names, with their owners'."""
    classes, heritages, owners = set(), {}, []
    for line in text.splitlines():
        depth = (len(line) - len(line.lstrip())) // 2
        opened = OPENED.match(line)
        if not opened:
            continue
        owners[depth:] = [opened[2]]
        name = ".".join(owners)
        heritages[name] = heritages.get(name, "") + " " + line.partition(" where ")[0].partition(" : ")[2]
        if CLASS.match(line):
            classes.add(name)
    # Whatever inherits from, or conforms to, what is Sendable is so without saying it.
    found = {name for name in classes if CONFORMANCE.search(heritages[name])}
    while True:
        known = re.compile(rf"\b(?:{'|'.join(name.rpartition('.')[2] for name in found) or 'Sendable'})\b(?!\.)")
        more = {name for name in classes if known.search(heritages[name])} - found
        if not more:
            return sorted(found)
        found |= more


# Structures that nothing says are Sendable in Apple's Foundation.
NOT_SENDABLE = {"NSKeyValueObservedChange"}
SYSTEM = {"Swift", "Foundation", "Dispatch", "Glibc", "Synchronization"}
SYSTEM |= {"_Concurrency", "_StringProcessing", "_SwiftConcurrencyShims", "Observation"}


def build(project):
    """Compiles the cut-down modules; for each, its classes and protocols that are Sendable."""
    sendable = {name for name, *_ in project.rows("sendable.tsv")}
    modules = {m: project.root / "Sources" / m for m in toolchain.APPLE}
    return compile_all(project, modules, project.work / "apple", (), project.root.name.lower(), sendable)


def compile_all(project, modules, folder, search, package, sendable):
    """Compiles the interfaces of modules, which are given with their sources' folders; each one's classes that are Sendable."""
    found = {}
    texts = project.work / "interfaces"
    for path in (folder, texts):
        path.mkdir(exist_ok=True)
    known = SYSTEM | set(toolchain.APPLE) | set(modules)
    for module, sources in modules.items():
        text = texts / f"{module}.swiftinterface"
        emit(project, module, sources, text, search, package)
        whole_text = text.read_text()
        found[module] = sendable_classes(whole_text)
        text.write_text(cut(whole_text, sendable, known))
        status, output = project.swift(
            "-frontend", "-compile-module-from-interface", text, "-o", folder / f"{module}.swiftmodule",
            "-module-name", module, "-I", folder, "-I", project.work / "apple", *[f for s in search for f in ("-I", s)],
            "-module-cache-path", project.work / "cache", "-disable-objc-interop",
        )
        if status:
            raise toolchain.CheckFailure(f"The interface of {module} does not compile:\n{output}")
    return found


def emit(project, module, sources, text, search, package):
    """Writes the interface of a module."""
    status, output = project.swift(
        "-emit-module", "-wmo", "-parse-as-library", "-swift-version", "6", "-suppress-warnings",
        "-enable-library-evolution", "-no-verify-emitted-module-interface",
        "-Xfrontend", "-experimental-skip-all-function-bodies", "-enable-experimental-feature", "Extern",
        "-module-name", module, "-package-name", package,
        "-emit-module-path", whole(project, package) / f"{module}.swiftmodule", "-emit-module-interface-path", text,
        *[f for s in search for f in ("-I", s)], "-I", project.modules, *project.c_modules,
        "-module-cache-path", project.work / "cache", *project.sources(sources),
    )
    if status:
        raise toolchain.CheckFailure(f"The interface of {module} cannot be made:\n{output}")


def whole(project, package):
    """Where a package's modules go with all that is in them."""
    folder = project.work / f"whole-{package}"
    folder.mkdir(exist_ok=True)
    return folder
