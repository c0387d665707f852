"""Whether the classes that are Sendable here are those that are in Apple's SDK, as sendable.tsv lists them."""

# The modules that the list knows all classes of.
MODULES = ["AVFAudio", "AVFoundation", "CoreMedia", "CoreVideo", "QuartzCore"]


def compare(listed, found):
    """What is Sendable in one place only; `found` has each module's classes, with their owners' names."""
    for module in MODULES:
        for name in sorted(found.get(module, ())):
            if name.rpartition(".")[2] not in listed:
                yield f"sendable: {module}.{name} is Sendable here and in no list of Apple's"
    everywhere = {name.rpartition(".")[2] for names in found.values() for name in names}
    for name in sorted(set(listed) - everywhere):
        yield f"sendable: {name} is Sendable in Apple's SDK, and not here"


def check(project, found):
    """What is Sendable in one place only."""
    return list(compare({name for name, *_ in project.rows("sendable.tsv")}, found))
