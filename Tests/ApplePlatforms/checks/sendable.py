"""Whether the classes that are Sendable here are those that are in Apple's SDK, as sendable.tsv lists them."""

# The modules that the list knows all classes of.
MODULES = ["AVFAudio", "AVFoundation", "CoreMedia", "CoreVideo", "QuartzCore"]


def compare(listed, found):
    """What is Sendable in one place only; `found` has each module's classes. A class within another has that one's name before its own."""
    for module in MODULES:
        for name in sorted(found.get(module, ())):
            if name not in listed:
                yield f"sendable: {module}.{name} is Sendable here and in no list of Apple's"
    everywhere = {name for names in found.values() for name in names}
    for name in sorted(set(listed) - everywhere):
        yield f"sendable: {name} is Sendable in Apple's SDK, and not here"


def check(project, found):
    """What is Sendable in one place only."""
    return list(compare({name for name, *_ in project.rows("sendable.tsv")}, found))
