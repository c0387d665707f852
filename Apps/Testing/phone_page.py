"""An app on the simulated phone, and the page that shows it, as tests see them.

PINHOLE_PATIENCE   seconds that a test waits for what must happen
PINHOLE_SHOTS      a folder for screenshots; without it none are kept
"""

import os
import pathlib
import signal
import subprocess

import patience

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Seconds; fewer for those who look for the reason of a failure.
PATIENCE = int(os.environ.get("PINHOLE_PATIENCE", patience.PATIENCE))

# Whoever started the tests with nohup ignores it, and programs that they start would, too.
signal.signal(signal.SIGHUP, signal.SIG_DFL)

# What was on the screen, also for a moment only: for each accessibility identifier its texts, values and labels, in the order in which
# they came. A notice that goes by itself may be gone when a busy machine looks for it.
RECORD = """() => {
  window.shown = {};
  const note = () => {
    for (const one of document.querySelectorAll('#app [data-identifier]')) {
      const words = [one.textContent, one.getAttribute('aria-valuetext'), one.getAttribute('aria-label')].join('|');
      const texts = (window.shown[one.dataset.identifier] ??= []);
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
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self.note_error)
        page.add_init_script(f"({RECORD})()")
        page.goto(url)
        self.wait("self.phone?.renders > 0 && document.querySelector('#simulator .simulator-groups')")
        page.evaluate(CLOCK)

    def note_error(self, line):
        """Keeps what the browser complains of, and what it was about."""
        if line.type == "error":
            self.errors.append(f"{line.text} ({line.location['url']})")

    def wait(self, condition):
        """Waits until a JavaScript expression is true."""
        # Not with each frame of the screen: that would make the browser draw 60 of them a second.
        self.page.wait_for_function(f"() => !!({condition})", timeout=PATIENCE * 1000, polling=20)

    def pass_time(self, milliseconds):
        """Lets time pass for the fingers on the screen."""
        self.page.evaluate("(milliseconds) => phone.clock.pass(milliseconds)", milliseconds)

    def rest(self, milliseconds):
        """Lets time pass that somebody waits for: a finger that rests holds, and a wheel that rests has ended its pinch."""
        self.wait("phone.clock.isAwaited()")
        self.pass_time(milliseconds)

    def press(self, name):
        """Presses a button or a switch of the panel."""
        self.page.locator("#simulator button").filter(has_text=name).first.click()

    def choose(self, name, value):
        """Chooses one of several in the panel."""
        self.page.locator(f"#simulator [data-name='{name}'] input[value='{value}']").click(force=True)

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
