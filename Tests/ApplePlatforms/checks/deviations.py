"""Which classes are Sendable here and, as far as known, not in Apple's SDK: docs/what-works.md lists them, and no others."""
import re

# The modules whose headers the lists of what is Sendable (sendable.tsv) were made from.
MODULES = ["AVFAudio", "AVFoundation", "CoreMedia", "CoreVideo", "QuartzCore"]

PAGE = "docs/what-works.md"
HEADING = "## Sendable here, and not in Apple's SDK"
ROW = re.compile(r"^- (\w+): (.+)$")


def listed(text):
    """The classes that a page lists, by module."""
    section = text.partition(HEADING + "\n")[2].partition("\n## ")[0]
    # A list's item goes on in the lines that are indented.
    items = section.replace("\n  ", " ").splitlines()
    return {row[1]: set(re.findall(r"`([^`]+)`", row[2])) for row in map(ROW.match, items) if row}


def compare(text, taken):
    """What a page lists wrongly; `taken` has each module's classes as they are."""
    page = listed(text)
    for module in sorted(page.keys() | set(MODULES)):
        there, here = page.get(module, set()), set(taken.get(module, ()))
        for name in sorted(here - there):
            yield f"sendable: {module}.{name} is Sendable here and in no list of Apple's, which {PAGE} does not say"
        for name in sorted(there - here):
            yield f"sendable: {PAGE} lists {module}.{name}, which is not Sendable here, or is in Apple's SDK, too"


def check(project, taken):
    """What the project's page lists wrongly."""
    return list(compare((project.root / PAGE).read_text(), taken))
