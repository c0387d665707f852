"""The browser of the tests: Chromium's shell, which draws no window around a page. The whole browser, although headless, makes one for
each page, and costs half as much again.

PINHOLE_CHROMIUM   another one (default: /usr/bin/chromium-headless-shell)
"""

import os

PROGRAM = os.environ.get("PINHOLE_CHROMIUM", "/usr/bin/chromium-headless-shell")


def launch(playwright):
    # The sandbox needs privileges that containers lack.
    return playwright.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox"])
