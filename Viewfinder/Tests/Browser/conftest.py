"""Fixtures: a browser, and a server to point it at.

PINHOLE_URL        address of a running server for the tests of any server (test_page, test_modules); without it they
                   get a server with a scripted camera, as the tests of the scripted camera always do
PINHOLE_SCRIPTED   the scripted camera's program (default: .build/debug/scripted-camera-server)
PINHOLE            the program under test_pinhole and test_simulator (default: .build/debug/pinhole)
PINHOLE_CHROMIUM   the browser (default: /usr/bin/chromium-headless-shell)
PINHOLE_FIREFOX    that of test_firefox (default: /usr/bin/firefox-esr)
PINHOLE_SHOTS      a folder for screenshots of failures and of each state; without it none are kept
"""

import inspect
import json
import os
import pathlib
import select
import signal
import subprocess
import tempfile
import urllib.request

import pytest
from playwright.sync_api import sync_playwright

import chromium
from hanging import pytest_runtest_protocol  # noqa: F401 - a hook
from patience import PATIENCE, comes, wait_for

ROOT = pathlib.Path(__file__).resolve().parents[3]

# Whoever started the tests with nohup ignores it, and programs that they start would, too.
signal.signal(signal.SIGHUP, signal.SIG_DFL)

# Scans and catalogue of whoever runs the tests are none of theirs.
data = tempfile.TemporaryDirectory(prefix="pinhole-data-")
os.environ["XDG_DATA_HOME"] = data.name


class ScriptedServer:
    """A server whose camera does what the test says. Its program begins anew for one test after the other: with a camera, a scanner
    and a server of its own, as if it had just been started."""

    def __init__(self):
        self.process = None
        self.arguments = []

    def begin(self, photos, movies, *arguments):
        """Begins anew, with nothing of what was before."""
        # As many frames a second as tests need to see that the picture goes on: a browser paints each of them.
        self.arguments = ["--photos", str(photos), "--movies", str(movies), "--rate", "10", *arguments]
        if self.is_running:
            self._write(reset=self.arguments)
            self._listen()
        else:
            self.start()

    @property
    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def start(self, *arguments):
        program = os.environ.get("PINHOLE_SCRIPTED", str(ROOT / ".build/debug/scripted-camera-server"))
        self.process = subprocess.Popen(
            [program, *self.arguments, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._listen()

    def say(self, **command):
        self._write(**command)
        answer = self._read()
        assert answer == "done", f"the server said {answer!r} to {command}"

    def _listen(self):
        self.url = self._read()
        assert self.url.startswith("http://"), f"the server did not start: {self.url!r}"

    def _write(self, **command):
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()

    def _read(self):
        """The next line; an empty one of a program that has ended, or that had to be."""
        if not select.select([self.process.stdout], [], [], PATIENCE)[0]:
            self.process.kill()
        return self.process.stdout.readline().strip()

    def stop(self):
        if self.is_running:
            self.process.terminate()
            self.process.wait(timeout=PATIENCE)
            self.process.stdin.close()
            self.process.stdout.close()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        yield browser
        browser.close()


# Without the scope each test has a process of its own.
@pytest.fixture(scope="module")
def scripted_program():
    """The program of the scripted camera, started once for the tests of a module."""
    server = ScriptedServer()
    yield server
    server.stop()


@pytest.fixture
def own_process(scripted_program):
    """For a test that ends its server's process, or hangs it: that process is no other test's. Asked for by
    `usefixtures`, it comes before the server."""
    scripted_program.stop()
    yield
    scripted_program.stop()


@pytest.fixture
def scripted_with(tmp_path, scripted_program):
    """Begins a server with a scripted camera, with further arguments."""

    def begin(*arguments):
        scripted_program.begin(tmp_path / "photos", tmp_path / "movies", *arguments)
        return scripted_program

    return begin


@pytest.fixture
def scripted(scripted_with):
    return scripted_with()


@pytest.fixture
def url(request):
    """Any server: the one that PINHOLE_URL names, else a scripted one."""
    if "PINHOLE_URL" in os.environ:
        return os.environ["PINHOLE_URL"]
    return request.getfixturevalue("scripted").url


class Viewfinder:
    """The page, and what tests ask of it."""

    def __init__(self, page, url):
        self.page = page
        self.errors = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(url)
        self.wait("pinhole.state?.()")

    def wait(self, condition):
        """Waits until a JavaScript expression is true."""
        wait_for(self.page, condition)

    def wait_until(self, condition):
        """Waits until a function gives true."""
        assert comes(self.page, condition), f"in vain: {inspect.getsource(condition).strip()}"

    def wait_for_toast(self, words):
        """Waits until something has been told. It is seen for some seconds only; its words stay."""
        self.wait(f"document.querySelector('#toast').textContent === {json.dumps(words)}")

    def count(self, kind):
        """How many `photos` or `movies` the server has."""
        return self.page.evaluate("(kind) => fetch(kind).then((answer) => answer.json()).then((answer) => answer[kind].length)", kind)

    def wait_for_picture(self):
        self.wait("pinhole.pictureIsShown && pinhole.state?.()?.phase === 'live'")

    def metrics(self):
        return self.page.evaluate("pinhole.metrics()")

    def state(self):
        return self.page.evaluate("pinhole.state()")

    def selected_camera(self):
        return self.state().get("selectedCamera")

    def press_setting(self, selector):
        """Presses a control of the sheet with all settings, and closes the sheet."""
        self.page.click("#settings-open")
        self.page.click(selector)
        if self.page.is_visible("#settings"):
            self.page.keyboard.press("Escape")
        self.page.wait_for_selector("#settings", state="hidden")

    def buttons_for_readers(self):
        """The names of all buttons that a reader of the screen finds."""
        session = self.page.context.new_cdp_session(self.page)
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
        session.detach()
        return [node["name"]["value"] for node in nodes if not node["ignored"] and node["role"]["value"] == "button"]

    def settle(self):
        """Waits until everything that moves towards its place has reached it."""
        self.wait("document.getAnimations().every(a => a.playState !== 'running' || a.effect.getComputedTiming().iterations > 9)")

    def shot(self, name):
        if "PINHOLE_SHOTS" in os.environ and not self.page.is_closed():
            self.page.screenshot(path=os.path.join(os.environ["PINHOLE_SHOTS"], f"{name}.png"))


@pytest.fixture
def open_viewfinder(browser, request):
    """Opens the page in a window of its own; keyword arguments are those of the browser's context."""
    opened = []

    def open_page(url, **options):
        # Playwright's waiting evaluates strings, which the page's own policy forbids; test_policy runs without this.
        # Playwright does not see what a service worker answers; test_install runs with it.
        context = browser.new_context(
            **{"bypass_csp": True, "service_workers": "block", "viewport": {"width": 1280, "height": 720}, **options}
        )
        context.set_default_timeout(PATIENCE * 1000)
        viewfinder = Viewfinder(context.new_page(), url)
        opened.append((context, viewfinder))
        return viewfinder

    yield open_page
    for context, viewfinder in opened:
        viewfinder.shot(request.node.name)
        context.close()
        assert viewfinder.errors == []


@pytest.fixture
def evaluate(url, browser):
    """Evaluates JavaScript where the page's modules are, but not the page: loading that costs more than all that such tests do."""
    context = browser.new_context(bypass_csp=True)
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    page.goto(f"{url.rstrip('/')}/state")
    yield page.evaluate
    context.close()


class Pinhole:
    """A running pinhole serve."""

    def __init__(self, folder, *arguments, **options):
        program = os.environ.get("PINHOLE", str(ROOT / ".build/debug/pinhole"))
        self.photos = folder / "photos"
        self.movies = folder / "Movies"
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", "--no-browser", "--photos", str(self.photos), *arguments],
            stdout=subprocess.PIPE,
            text=True,
            **options,
        )
        line = self.process.stdout.readline()
        assert line.startswith(("Viewfinder: http://", "Viewfinder: https://")), f"it said: {line!r}"
        self.url = line.removeprefix("Viewfinder: ").strip()

    def tell(self, command, **body):
        """Sends a command, as a page does, and returns its answer."""
        request = urllib.request.Request(
            f"{self.url}commands/{command}", json.dumps(body).encode(), {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def stop(self):
        self.process.terminate()
        assert self.process.wait(timeout=PATIENCE) == 0
        self.process.stdout.close()

    def kill(self):
        """As a crash or a power failure ends it."""
        self.process.kill()
        self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()


@pytest.fixture
def start(tmp_path):
    started = []

    def start_pinhole(*arguments, **options):
        pinhole = Pinhole(tmp_path, *arguments, **options)
        started.append(pinhole)
        return pinhole

    yield start_pinhole
    for pinhole in started:
        if pinhole.process.returncode is None:
            pinhole.stop()
