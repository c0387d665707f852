"""Fixtures: a browser, and the gallery, an app with one of each element, to point it at.

PINHOLE_GALLERY    the gallery's program (default: .build/debug/preview-gallery)
PINHOLE_CHROMIUM   the browser (default: /usr/bin/chromium)
PINHOLE_PATIENCE   seconds that a test waits for what must happen
PINHOLE_SHOTS      a folder for screenshots; without it none are kept
"""

import os
import pathlib
import signal
import subprocess
import sys


import pytest
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[4]
sys.path.append(str(ROOT / "Tests/Browser"))

import patience  # noqa: E402

# Seconds; fewer for those who look for the reason of a failure.
PATIENCE = int(os.environ.get("PINHOLE_PATIENCE", patience.PATIENCE))

# Whoever started the tests with nohup ignores it, and programs that they start would, too.
signal.signal(signal.SIGHUP, signal.SIG_DFL)

# Windows in which the phone and the panel have room.
SIZES = {"iphone": (1180, 960), "iphone-se": (1120, 940), "ipad": (1500, 1300)}


class Program:
    """An app that runs on the simulated phone."""

    def __init__(self, home, *arguments, program=None):
        program = program or os.environ.get("PINHOLE_GALLERY", str(ROOT / ".build/debug/preview-gallery"))
        self.log = open(home / "log.txt", "w+")
        self.process = subprocess.Popen(
            [program, "--port", "0", "--no-browser", "--documents", str(home / "home"), *arguments],
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
        )
        line = self.process.stdout.readline()
        assert "http://" in line, f"the app did not start: {line}{pathlib.Path(self.log.name).read_text()}"
        self.url = line.split()[-1]

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
        status = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        self.log.close()
        return status


class PhonePage:
    """The page with the phone, and what tests ask of it."""

    def __init__(self, page, url):
        self.page = page
        self.errors = []
        self.expects_errors = False
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)
        page.goto(url)
        self.wait("self.phone?.renders > 0 && document.querySelector('#simulator .simulator-groups')")

    def wait(self, condition):
        """Waits until a JavaScript expression is true."""
        self.page.wait_for_function(f"() => !!({condition})", timeout=PATIENCE * 1000)

    def named(self, name):
        return self.page.locator(f"#app [data-name='{name}']")

    def wait_for_text(self, name, text):
        self.wait(f"document.querySelector(\"#app [data-name='{name}']\")?.textContent.includes({text!r})")

    def text(self, name):
        return self.named(name).text_content()

    def shot(self, name):
        folder = os.environ.get("PINHOLE_SHOTS")
        if folder:
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=f"{folder}/{name}.png")


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("PINHOLE_CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"]
        )
        yield browser
        browser.close()


@pytest.fixture
def start(tmp_path):
    """Starts the gallery; it ends with the test."""
    programs = []

    def start(*arguments):
        home = tmp_path / str(len(programs))
        home.mkdir()
        programs.append(Program(home, *arguments))
        return programs[-1]

    yield start
    for program in programs:
        program.stop()


@pytest.fixture
def open_page(browser, request):
    """Opens a page on an app, in a window of its own."""
    contexts = []
    pages = []

    def open_page(url, device="iphone", **options):
        width, height = SIZES[device]
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        pages.append(PhonePage(context.new_page(), url))
        return pages[-1]

    yield open_page
    for page in pages:
        page.shot(f"{request.node.name}-end")
        assert page.expects_errors or page.errors == [], page.errors
    for context in contexts:
        context.close()


@pytest.fixture
def gallery(start, open_page):
    return open_page(start().url)
