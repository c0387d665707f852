"""From which version of iOS on each line of a source file runs, as its `#available` and `@available` say.

Sources are read as text: blocks by their braces, what belongs to a block by the statement before it. Where a line has several
parts, the earliest version counts.
"""
import dataclasses
import re

CONDITION = re.compile(r"[#@]available\s*\(\s*iOS(?:\s*,\s*introduced:)?\s+(\d+)(?:\.(\d+))?")
# What says nothing: comments, and the text of strings.
SILENT = re.compile(r'//[^\n]*|/\*.*?\*/|""".*?"""|#"(?:[^"]|"(?!#))*"#|"(?:\\.|[^"\\\n])*"', re.DOTALL)
ATTRIBUTES = re.compile(r"(?:@\w+(?:\([^()]*\))?\s*)+")
# The end of a line with which a statement does not end.
UNFINISHED = re.compile(r"(?:,|&&|\|\||->|=|\bwhere)$")


@dataclasses.dataclass
class Block:
    """What stands between braces, or a whole file."""

    version: tuple
    # What is known behind it: `guard #available(...) else` leaves unless it holds.
    after: tuple = (0, 0)


class Reader:
    """Reads a source, letter by letter."""

    def __init__(self):
        self.blocks = [Block((0, 0))]
        # What was read of the statement, and how many parentheses are open in it.
        self.statement = ""
        self.depth = 0

    def read(self, row):
        """Reads a line; the version that is known in all of it."""
        leading = ATTRIBUTES.match(row.lstrip())
        attributes = condition(leading[0]) if leading else (0, 0)
        versions = []
        for letter in row:
            if letter == "}":
                self.close()
            elif letter == "{":
                self.open()
            elif not letter.isspace():
                versions.append(max(self.blocks[-1].version, condition(self.statement), attributes))
            if letter == ";":
                self.statement = ""
            elif letter not in "{}":
                self.depth += (letter in "([") - (letter in ")]")
                self.statement += letter
        self.statement += "\n"
        end = row.strip()
        if self.depth == 0 and end and not ATTRIBUTES.fullmatch(end) and not UNFINISHED.search(end):
            self.statement = ""
        return min(versions, default=(0, 0))

    def open(self):
        own = condition(self.statement)
        outer = self.blocks[-1].version
        if re.search(r"\bguard\b", self.statement) and self.statement.rstrip().endswith("else"):
            self.blocks.append(Block(outer, after=own))
        else:
            self.blocks.append(Block(max(outer, own)))
        self.statement = ""

    def close(self):
        if len(self.blocks) > 1:
            block = self.blocks.pop()
            self.blocks[-1].version = max(self.blocks[-1].version, block.after)
        self.statement = ""


def lines(source):
    """{number: version} of all lines."""
    text = SILENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), source)
    reader = Reader()
    return {number: reader.read(row) for number, row in enumerate(text.split("\n"), 1)}


def condition(statement):
    """The version that a statement asks for."""
    return max(((int(a), int(b or 0)) for a, b in CONDITION.findall(statement)), default=(0, 0))
