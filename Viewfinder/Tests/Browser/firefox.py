"""Firefox, driven by WebDriver BiDi, which it speaks itself: no other program stands between."""

import contextlib
import json
import os
import re
import subprocess
import time

from websockets.sync.client import connect

from patience import PATIENCE

#: Of a look at a condition, in seconds.
LOOK_INTERVAL = 0.05
#: Whether everything that moves towards its place has reached it.
SETTLED = "document.getAnimations().every((a) => a.playState !== 'running' || a.effect.getComputedTiming().iterations > 9)"
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Firefox:
    """A running browser with a profile of its own."""

    def __init__(self, folder):
        profile = folder / "profile"
        profile.mkdir()
        # A page that is left may not ask whether it may be.
        (profile / "user.js").write_text('user_pref("dom.disable_beforeunload", true);\n')
        # No pipe: what it says later would fill one that nobody reads, and stop it.
        self.log = folder / "firefox.log"
        log = self.log.open("w")
        self.process = subprocess.Popen(
            [os.environ.get("PINHOLE_FIREFOX", "/usr/bin/firefox-esr"), "--headless", "--no-remote", "--profile", str(profile),
             "--remote-debugging-port=0", "--width=1280", "--height=720"],
            stdout=subprocess.DEVNULL, stderr=log, env={**os.environ, "HOME": str(folder)},
        )
        log.close()
        self.open = contextlib.ExitStack()
        try:
            self.connection = self.open.enter_context(connect(f"{self._address()}/session", max_size=None, open_timeout=PATIENCE))
        except Exception:
            self.process.kill()
            raise
        self.count = 0
        self.call("session.new", capabilities={})
        self.context = self.call("browsingContext.getTree")["contexts"][0]["context"]

    def _address(self):
        end = time.monotonic() + PATIENCE
        while not (listening := LISTENING.search(self.log.read_text(errors="replace"))):
            assert self.process.poll() is None and time.monotonic() < end, f"Firefox did not start: {self.log.read_text(errors='replace')}"
            time.sleep(LOOK_INTERVAL)
        return listening[1]

    def call(self, method, **params):
        """Sends a command and returns its result; events in between are nobody's."""
        self.count += 1
        self.connection.send(json.dumps({"id": self.count, "method": method, "params": params}))
        while True:
            answer = json.loads(self.connection.recv(timeout=PATIENCE))
            if answer.get("id") == self.count:
                assert answer["type"] == "success", f"{method}: {answer}"
                return answer["result"]

    def goto(self, url):
        self.call("browsingContext.navigate", context=self.context, url=url, wait="interactive")

    def evaluate(self, expression):
        """The value of an expression, as JSON has it."""
        answer = self.call(
            "script.evaluate", expression=f"(async () => JSON.stringify(await ({expression})))()", awaitPromise=True,
            target={"context": self.context},
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        value = answer["result"].get("value")
        return None if value is None else json.loads(value)

    def wait(self, condition):
        end = time.monotonic() + PATIENCE
        while not self.evaluate(f"!!(await ({condition}))"):
            assert time.monotonic() < end, f"in vain: {condition}"
            time.sleep(LOOK_INTERVAL)

    def press(self, key):
        """A key, as from a keyboard."""
        keys = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        self.call("input.performActions", context=self.context, actions=[{"type": "key", "id": "keys", "actions": keys}])

    def click(self, selector):
        """The mouse, in the middle of what is there."""
        self.wait(f"document.querySelector('{selector}')?.checkVisibility() && {SETTLED}")
        x, y = self.evaluate(
            f"(({{ x, y, width, height }}) => [x + width / 2, y + height / 2])(document.querySelector('{selector}').getBoundingClientRect())"
        )
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.call(
            "input.performActions", context=self.context,
            actions=[{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": moves}],
        )

    def close(self):
        self.open.close()
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)
