"""The app goes on, whatever a request says was done."""

import json
import random
import re
import urllib.request

from patience import PATIENCE

SEED = 7
NUMBERS = [0, 1, -1, 0.5, 1e300, -1e300, 1.7976931348623157e308, 2**63, 5e-324]
STRINGS = ["", "0", "-1", str(2**63), "ended", "changed", "cancelled", "increment", "\u0000", "\ud83d\ude00", "a" * 5000]
KEYS = ["x", "y", "dx", "dy", "vx", "vy", "width", "height", "magnification", "phase", "anchorX", "anchorY"]
NAMES = ["tap", "doubleTap", "longPress", "drag", "pinch", "value", "editing", "submit", "size", "scroll", "focus", "press", "dismiss", "adjust"]

# What is on the screen, and what it listens to, but for ways out of the app.
LISTENERS = """() => [...document.querySelectorAll('#app *')].map((element) => phone.tree.record(element)).filter((record) => record)
  .map(({ id, events }) => [id, [...events]])"""

# Events take pictures away that the page is about to ask for: a photo that is deleted, the picture of a screen that is left.
GONE = re.compile(r"status of 404 .*/(resources|previews)/\d+\)$")


def value(chance):
    match chance.randrange(6):
        case 0:
            return chance.choice([None, True, False])
        case 1:
            return chance.choice(NUMBERS)
        case 2:
            return chance.choice(STRINGS)
        case 3:
            return [chance.choice(NUMBERS)]
        case _:
            return {key: chance.choice(NUMBERS + STRINGS) for key in KEYS if chance.random() < 0.5}


def test_events_that_make_no_sense(program, app):
    chance = random.Random(SEED)
    app.harmless_error = GONE
    for _ in range(120):
        listeners = app.page.evaluate(LISTENERS)
        events = []
        for _ in range(8):
            number, names = chance.choice(listeners)
            name = chance.choice(names) if names and chance.random() < 0.8 else chance.choice(NAMES)
            events.append({"id": number, "event": name, "value": value(chance)})
        request = urllib.request.Request(
            f"{program.url}events", json.dumps(events).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            answer = json.load(response)
        assert 0 <= answer["ignored"] <= len(events)
    # It is the same program, and it still does what it is told.
    assert program.process.poll() is None
    app.page.reload()
    app.wait("self.phone?.renders > 0 && document.querySelector('#app [data-identifier]')")
