"""An app on the simulated phone, and the page that shows it, as tests see them.

PINHOLE_SHOTS      a folder for screenshots; without it none are kept
"""

import os
import pathlib
import signal
import subprocess

from patience import PATIENCE, answered, wait_for

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Whoever started the tests with nohup ignores it, and programs that they start would, too.
signal.signal(signal.SIGHUP, signal.SIG_DFL)

# What was on the screen, also for a moment only: for each accessibility identifier its texts, values and labels, in the order in which
# they came, and the words of each effect, by its class. What goes by itself may be gone when a busy machine looks.
RECORD = """() => {
  window.shown = {};
  const note = () => {
    for (const one of document.querySelectorAll('#app [data-identifier], #effects p')) {
      const words = [one.textContent, one.getAttribute('aria-valuetext'), one.getAttribute('aria-label')].join('|');
      const texts = (window.shown[one.dataset.identifier ?? one.className] ??= []);
      if (texts.at(-1) !== words) texts.push(words);
    }
  };
  const options = { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ['aria-valuetext', 'aria-label', 'data-identifier'] };
  new MutationObserver(note).observe(document, options);
}"""

# The time of fingers stands still until a test lets it pass: a mouse that rests while the machine is busy holds nothing.
CLOCK = """() => {
  const waiting = new Set();
  let now = 0;
  Object.assign(phone.clock, {
    now: () => now,
    after: (milliseconds, body) => {
      const one = { time: now + milliseconds, body };
      waiting.add(one);
      return () => waiting.delete(one);
    },
    isAwaited: () => waiting.size > 0,
    pass: (milliseconds) => {
      now += milliseconds;
      for (const one of [...waiting].filter(({ time }) => time <= now)) if (waiting.delete(one)) one.body();
    },
  });
}"""

# Windows in which the phone and the panel have room.
SIZES = {"iphone": (1180, 960), "iphone-se": (1120, 940), "ipad": (1500, 1300)}


class Program:
    """An app that runs on the simulated phone."""

    def __init__(self, program, folder, *arguments):
        self.home = folder / "home"
        self.log = open(folder / "log.txt", "a+")
        self.process = subprocess.Popen(
            [program, "--port", "0", "--no-browser", "--documents", str(self.home), *arguments],
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
        )
        line = self.process.stdout.readline()
        assert "http://" in line, f"the app did not start: {line}{self.log_text}"
        self.url = line.split()[-1]

    @property
    def log_text(self):
        """What the app has logged so far."""
        return pathlib.Path(self.log.name).read_text()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
        status = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        self.log.close()
        return status


class PhonePage:
    """The page with the phone and the simulator's panel, and what tests ask of it."""

    def __init__(self, page, url):
        self.page = page
        self.errors = []
        self.expects_errors = False
        # What the browser may complain of.
        self.harmless_error = None
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self.note_error)
        page.add_init_script(f"({RECORD})()")
        page.goto(url)
        self.wait("self.phone?.renders > 0 && document.querySelector('#simulator .simulator-groups')")
        page.evaluate(CLOCK)

    def note_error(self, line):
        """Keeps what the browser complains of, and what it was about."""
        error = f"{line.text} ({line.location['url']})"
        if line.type == "error" and not (self.harmless_error and self.harmless_error.search(error)):
            self.errors.append(error)

    def wait(self, condition):
        """Waits until a JavaScript expression is true."""
        wait_for(self.page, condition)

    def pass_time(self, milliseconds):
        """Lets time pass for the fingers on the screen."""
        self.page.evaluate("(milliseconds) => phone.clock.pass(milliseconds)", milliseconds)

    def rest(self, milliseconds):
        """Lets time pass that somebody waits for: a finger that rests holds, and a wheel that rests has ended its pinch."""
        self.wait("phone.clock.isAwaited()")
        self.pass_time(milliseconds)

    def idle(self):
        """Waits until the app has heard of everything that was done, and what it made of that at once is on the screen."""
        # On an element that is not there, after everything else; its answer tells of the last render.
        self.page.evaluate("phone.sender.send(Number.MAX_SAFE_INTEGER, 'tap')")
        self.wait("phone.sender.isIdle && phone.tree.render >= phone.sender.render")

    def press(self, name):
        """Presses a button or a switch of the panel, and waits until it has been done."""
        button = self.page.locator("#simulator button").filter(has_text=name).first
        was_on = button.get_attribute("aria-checked")
        with answered(self.page, "**/commands/*"):
            button.click()
        if was_on:
            # The panel hears of it by itself.
            self.page.locator(f"#simulator button:not([aria-checked={was_on}])").filter(has_text=name).first.wait_for()

    def choose(self, name, value):
        """Chooses one of several in the panel, and waits until it has been done."""
        choice = self.page.locator(f"#simulator [data-name='{name}'] input[value='{value}']")
        # What is chosen already is no command.
        if not choice.is_checked():
            with answered(self.page, "**/commands/*"):
                choice.click(force=True)

    def settle(self):
        """Waits until everything that moves towards its place has reached it."""
        self.wait(
            "document.getAnimations().every((one) => one.playState !== 'running' || one.effect.getComputedTiming().iterations > 9)"
        )

    def shot(self, name):
        folder = os.environ.get("PINHOLE_SHOTS")
        if folder and not self.page.is_closed():
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=f"{folder}/{name}.png")
