"""scripts/man-page writes what the argument parser tells as a page that mandoc finds nothing wrong with."""

import copy
import json
import pathlib
import subprocess
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "man-page"


def option(name, **more):
    return {
        "kind": "option", "abstract": "Which one.", "names": [{"kind": "long", "name": name}], "valueName": name,
        "isOptional": True, "isRepeating": False, "shouldDisplay": True, **more,
    }


def command(name, **more):
    return {"commandName": name, "abstract": f"Do {name}.", "discussion": "", "shouldDisplay": True, "arguments": [], "subcommands": [], **more}


HELP = {
    "command": command(
        "lens",
        abstract="Look. Through a lens.",
        discussion="The first paragraph.\n\nThe \u201csecond\u201d one \u00b7 with C:\\dir and --flag.",
        defaultSubcommand="look",
        arguments=[option("version", kind="flag")],
        subcommands=[
            command("look", arguments=[
                option("far-away", names=[{"kind": "long", "name": "far-away"}, {"kind": "short", "name": "f"}], defaultValue="7"),
                option("hidden", shouldDisplay=False),
                option("help", kind="flag"),
                option("version", kind="flag"),
                option("path", kind="positional", names=[], valueName="file or Fl", isRepeating=True, abstract=".dot 'quoted' begins. Then more."),
                option("form", allValues=["round", "flat"], discussion="Says more."),
            ]),
            command("clean", subcommands=[command("dry")]),
            command("secret", shouldDisplay=False),
        ],
    )
}


class ManPage(unittest.TestCase):
    def page(self, help=HELP):
        return subprocess.run([SCRIPT, "--date", "2026-02-03"], input=json.dumps(help), text=True, check=True, stdout=subprocess.PIPE).stdout

    def shown(self, help=HELP):
        """As a reader sees it, on one line."""
        text = subprocess.run(["mandoc", "-Tascii"], input=self.page(help), text=True, check=True, stdout=subprocess.PIPE).stdout
        # Bold and underlined letters are printed over themselves.
        plain = []
        for character in text:
            plain.pop() if character == "\b" else plain.append(character)
        return " ".join("".join(plain).split())

    def test_mandoc_finds_nothing_wrong(self):
        long = copy.deepcopy(HELP)
        long["command"]["discussion"] = "A sentence that goes on and on. " * 9 + "\u00b7 " * 60
        for help in (HELP, long):
            lint = subprocess.run(["mandoc", "-Tlint", "-Wall"], input=self.page(help), text=True, stdout=subprocess.PIPE)
            self.assertEqual((lint.returncode, lint.stdout), (0, ""))

    def test_nothing_of_the_text_is_lost(self):
        text = self.shown()
        for words in (
            "look. Through a lens", "lens look [options] file or Fl ...", "lens clean dry", 'The "second" one', "with C:\\dir and --flag.",
            "-f, --far-away far-away Which one. Default: 7.", ".dot 'quoted' begins. Then more.", "One of round, flat. Says more.",
            "--version prints the version.", "February 3, 2026",
        ):
            self.assertIn(words, text)

    def test_what_is_hidden_stays_hidden(self):
        text = self.shown()
        for words in ("--hidden", "secret", "--help Which", "--version Which"):
            self.assertNotIn(words, text)


if __name__ == "__main__":
    unittest.main()
