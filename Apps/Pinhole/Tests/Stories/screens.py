"""All screens of the app, one after the other, in any language and on any device."""

import json
import os
import pathlib
import re

from app_page import snapshot
from patience import PATIENCE, comes
from phone_page import ROOT

CATALOGUE = ROOT / "Viewfinder/Sources/Localization/Localizable.xcstrings"
FOLDER = pathlib.Path(__file__).parent / "Expectations"


# The phone's camera does not start until its media services are reset: what is shown meanwhile stands still. After ten seconds the
# camera tries again, and starts.
HELD_START = json.dumps({"events": [{"at": 0, "fault": "held-start", "seconds": 600}]})


class Tour:
    """Goes from screen to screen, and gives each one's name when it stands still. No word is looked for: it may be of any language.

    The app is started with an open question for the camera and with `HELD_START`.
    """

    def __init__(self, app):
        self.app = app

    def __iter__(self):
        yield from self.start()
        yield from self.settings_and_gallery()
        yield from self.modes()
        yield from self.heat()
        yield from self.interruptions()
        yield from self.failures()
        yield from self.permissions()

    def mode(self, name):
        self.app.part(f"mode-{name}").click()
        self.app.wait(f"document.querySelector(\"#app [data-identifier='mode-{name}']\")?.getAttribute('aria-pressed') === 'true'")
        self.app.expect_live()

    def sheet(self, opener, name):
        self.app.part(opener).click()
        self.app.wait_for_part(name)

    def leave(self, name):
        self.app.part("done").click()
        self.app.wait_until_gone(name)
        self.app.expect_live()

    def start(self):
        app = self.app
        app.page.locator("#permission").wait_for()
        app.wait_for_part("status-page")
        yield "asked"
        app.allow_camera()
        app.wait_for_part("progress")
        yield "loading"
        app.press("Media reset")
        app.expect_live()

    def settings_and_gallery(self):
        app = self.app
        yield "photo"
        self.sheet("settings", "settings-view")
        yield "settings"
        self.leave("settings-view")
        self.sheet("gallery", "gallery-view")
        yield "gallery-empty"
        self.leave("gallery-view")
        app.part("shutter").click()
        # The last button of the question for the photo library allows it.
        app.app.get_by_role("alertdialog").wait_for()
        yield "library-question"
        app.app.get_by_role("alertdialog").get_by_role("button").last.click()
        app.wait_for_value("gallery", "^1 ")
        self.sheet("gallery", "gallery-view")
        app.wait("document.querySelector('#app .sheet img')?.naturalWidth > 0")
        yield "gallery"
        self.leave("gallery-view")

    def modes(self):
        app = self.app
        self.mode("video")
        app.wait_for_part("free-space")
        app.wait_for_part("level")
        yield "video"
        app.part("shutter").click()
        app.wait_until_a_second_is_recorded()
        yield "recording"
        app.part("pause").click()
        app.wait("document.querySelector(\"#app [data-identifier='pause'] [data-symbol='play.fill']\")")
        yield "recording-paused"
        app.forget("notice")
        app.press("Phone call")
        app.wait_for_part("interruption")
        # The end of the recording is told for a while.
        app.wait_for_words("notice")
        app.wait_until_gone("notice")
        yield "interrupted-call"
        app.press("Phone call")
        app.expect_live()
        self.mode("dual")
        app.wait_for_part("small-picture")
        app.expect_picture(1)
        app.wait_for_part("level")
        yield "dual"
        self.mode("scan")
        app.wait_for_part("scan-banner")
        yield "scan"
        self.sheet("scans", "scans-view")
        yield "books-empty"
        self.leave("scans-view")
        self.mode("photo")

    def heat(self):
        app = self.app
        # The camera slows down a moment after it has become hot.
        for level, rate in (("serious", 20), ("critical", 15)):
            app.choose("heat", level)
            app.wait(f"document.querySelector(\"#simulator [data-name='heat'] [value={level}]\").checked")
            app.wait(f"document.querySelector(\"#app [data-identifier='thermal-notice']\")?.textContent.includes('{rate}')")
            yield "hot" if level == "serious" else "very-hot"
        app.choose("heat", "shutdown")
        app.wait_for_part("interruption")
        # What the camera offers goes a moment after its picture.
        app.wait_until_gone("flash")
        yield "too-hot"
        app.choose("heat", "nominal")
        app.wait_until_gone("thermal-notice")
        app.expect_live()

    def interruptions(self):
        app = self.app
        for reason, button in [
            ("camera-in-use", "Another app"), ("several-apps", "Several apps"), ("sensitive-content", "Sensitive content"),
        ]:
            app.press(button)
            app.wait_for_part("interruption")
            yield f"interrupted-{reason}"
            app.press(button)
            app.expect_live()

    def failures(self):
        app = self.app
        cameras = app.page.locator("#simulator-cameras [role=switch]")
        for index in range(cameras.count()):
            cameras.nth(index).click()
        app.wait_for_part("status-page")
        yield "no-camera"
        for index in range(cameras.count()):
            cameras.nth(index).click()
        app.expect_live()
        app.press("No hardware left")
        app.wait_for_part("restart")
        yield "restart"
        app.part("restart-camera").click()
        app.expect_live()

    def permissions(self):
        app = self.app
        for answer in ("denied", "restricted"):
            app.choose("permission", answer)
            app.trip_to_the_background()
            app.wait_for_part("status-page").get_by_role("heading").wait_for()
            app.wait(f"document.querySelector(\"#simulator [data-name='permission'] [value={answer}]\").checked")
            yield answer
            app.choose("permission", "granted")
            app.trip_to_the_background()
            app.expect_live()


# Figures that are others each time.
CHANGING = [
    (r"\b\d{1,2}\. [A-ZÄ][a-zä]{2,8}\.? \d{4}(,| um) \d{1,2}:\d{2}\b", "DATE"),
    (r"\d{1,2} [A-Z][a-z]{2} \d{4}(,| at) \d{1,2}:\d{2}(\s?[AP]M)?|[A-Z][a-z]{2} \d{1,2}, \d{4}(,| at) \d{1,2}:\d{2}(\s?[AP]M)?", "DATE"),
    (r"\d+([.,]\d+)? ?[KMGT]B", "SIZE"),
    (r"\b00:\d\d\b", "TIME"),
]


def read_out(app):
    """The accessibility tree of a screen, without figures that change; before it the question of the phone's, if there is one."""
    question = app.page.locator("#permission:not([hidden])")
    tree = "\n".join([*map(snapshot, question.all()), app.tree()])
    for pattern, word in CHANGING:
        tree = re.sub(pattern, word, tree)
    return tree + "\n"


class Expectations:
    """What is read out of each screen in a language: the same on all devices, but where a device has a file of its own."""

    def __init__(self, language, device):
        self.folder = FOLDER / language
        self.device = device
        # Seconds. After a screen that did not come, no other is waited for: a test that hangs would end without a word.
        self.patience = min(PATIENCE, 60)

    def own(self, name):
        return self.folder / f"{name}@{self.device}.txt"

    def file(self, name):
        return self.own(name) if self.own(name).exists() else self.folder / f"{name}.txt"

    def difference(self, name, app):
        """What is read out, if it does not become what is expected: what follows the sound or the disk comes after the picture."""
        file = self.file(name)
        expected = file.read_text() if file.exists() else None
        found = ""

        def is_as_expected():
            nonlocal found
            found = read_out(app)
            return found == expected

        is_accepted = bool(os.environ.get("PINHOLE_ACCEPT"))
        if comes(app.page, is_as_expected, 5 if is_accepted else self.patience):
            return []
        if is_accepted:
            self.accept(name, found)
            return []
        self.patience = 0
        return [f"read out as\n{found}"]

    def accept(self, name, tree):
        common = self.folder / f"{name}.txt"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.own(name).unlink(missing_ok=True)
        if self.device == "iphone" or not common.exists():
            common.write_text(tree)
        elif common.read_text() != tree:
            self.own(name).write_text(tree)

    def names(self):
        """The screens of which something is expected on this device."""
        stems = [file.stem.partition("@") for file in self.folder.iterdir()]
        return {name for name, _, device in stems if device in ("", self.device)}


# Every word on the screen, and every word for those who do not see it, but for names of things and files.
WORDS = """() => {
  const words = new Set();
  const attributes = ['aria-label', 'aria-valuetext', 'aria-description', 'placeholder', 'title', 'data-actions'];
  const walk = (element) => {
    if (element.matches('[hidden], .effects')) return;
    for (const name of attributes) {
      const value = element.getAttribute(name);
      if (value) for (const part of name === 'data-actions' ? value.split('|') : [value]) words.add(part.trim());
    }
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE && child.data.trim()) words.add(child.data.trim());
      else if (child.nodeType === Node.ELEMENT_NODE) walk(child);
    }
  };
  walk(document.querySelector('#app .phone-screen'));
  return [...words];
}"""


def words(app):
    return app.page.evaluate(WORDS)


class English:
    """What the catalogue says in English and otherwise in German."""

    PLACE = re.compile(r"%(\d+\$)?(lld|@|lf|d|\.\d+f)|%%")

    def __init__(self):
        self.patterns = []
        for key, entry in json.loads(CATALOGUE.read_text())["strings"].items():
            localizations = entry.get("localizations", {})
            english = self.values(localizations.get("en", {})) or {key}
            german = self.values(localizations.get("de", {}))
            for value in english - german:
                letters = self.PLACE.sub("", value)
                if re.search(r"[A-Za-z]{2}", letters):
                    self.patterns.append(re.compile(self.pattern(value)))
        assert len(self.patterns) > 100

    @classmethod
    def values(cls, entry):
        """All forms of an entry, singular and plural."""
        if isinstance(entry, dict):
            if "value" in entry:
                return {entry["value"]}
            return set().union(*(cls.values(value) for value in entry.values()))
        return set()

    @classmethod
    def pattern(cls, value):
        parts, end = [], 0
        for match in cls.PLACE.finditer(value):
            parts += [re.escape(value[end:match.start()]), r"[\d.,]+" if match.group(2) == "lld" else "%" if match.group() == "%%" else ".+"]
            end = match.end()
        return "".join([*parts, re.escape(value[end:])])

    def left_in(self, words):
        return [word for word in words if any(pattern.fullmatch(word) for pattern in self.patterns)]


# What can be pressed, where it is in points, and whether a finger reaches it. What is scrolled out of sight counts as far as it is seen.
CONTROLS = """() => {
  const screen = document.querySelector('#screen').getBoundingClientRect();
  const { scale } = phone.device;
  const controls = 'button, a[href], input, select, [role=slider], [role=switch], [role=menuitem], [role=radio]';
  const name = (one) => one.getAttribute('aria-label') || one.textContent.trim() || one.dataset.identifier || one.className;
  const box = ({ left, top, right, bottom }) => [(left - screen.left) / scale, (top - screen.top) / scale, (right - screen.left) / scale,
    (bottom - screen.top) / scale].map((value) => Math.round(value * 10) / 10);
  const scroller = (one) => {
    for (let at = one.parentElement; at && at.id !== 'app'; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (/auto|scroll/.test(overflowX + overflowY)) return at;
    }
    return null;
  };
  const isSeen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.closest('[inert]');
  const found = { width: screen.width / scale, height: screen.height / scale, controls: [], outside: [] };
  const app = document.querySelector('#app');
  for (const one of app.querySelectorAll(controls)) {
    // Both pictures lie under the controls.
    if (!isSeen(one) || one.closest('.row-actions') || ['small-picture', 'viewfinder'].includes(one.dataset.identifier)) continue;
    const place = one.getBoundingClientRect();
    const frame = scroller(one)?.getBoundingClientRect();
    const [x, y] = [(place.left + place.right) / 2, (place.top + place.bottom) / 2];
    if (frame && (y < frame.top || y > frame.bottom || x < frame.left || x > frame.right)) continue;
    const hit = document.elementFromPoint(x, y);
    // A finger may press the whole row of a list for the control in it, and around a button whose words are small.
    const row = one.closest('.row');
    const isOnly = row && row.querySelectorAll(controls).length === 1;
    const { width, height } = (isOnly ? row : one).getBoundingClientRect();
    const around = getComputedStyle(one, '::after');
    const reach = (own, style) => Math.max(own / scale, around.content === 'none' ? 0 : parseFloat(style) || 0);
    found.controls.push({ name: name(one), box: box(place), hit: [reach(width, around.width), reach(height, around.height)],
      isGroup: !!one.querySelector(controls), inside: one.parentElement.closest(controls) ? name(one.parentElement.closest(controls)) : null,
      isReached: !!hit && (one.contains(hit) || !!hit.closest('label')?.contains(one) || one.getAttribute('aria-hidden') === 'true'),
      isDisabled: one.matches(':disabled, [aria-disabled=true], .disabled *, [disabled] *') });
  }
  for (const one of app.querySelectorAll('.text, .symbol, input, button')) {
    if (!isSeen(one) || one.closest('.announcer, .row-actions') || scroller(one)) continue;
    const [left, top, right, bottom] = box(one.getBoundingClientRect());
    if (right > left && bottom > top && (left < -0.5 || top < -0.5 || right > found.width + 0.5 || bottom > found.height + 0.5)) {
      found.outside.push({ name: name(one), box: [left, top, right, bottom] });
    }
    if (one.matches('.text') && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline'
        && getComputedStyle(one).overflowX === 'visible') {
      found.outside.push({ name: name(one), wider: one.scrollWidth - one.clientWidth });
    }
  }
  for (const ground of app.querySelectorAll('.glass')) {
    if (!isSeen(ground)) continue;
    const [left, top, right, bottom] = box(ground.getBoundingClientRect());
    for (const one of ground.querySelectorAll('.text, .symbol')) {
      const inner = box(one.getBoundingClientRect());
      if (isSeen(one) && (inner[0] < left - 1 || inner[1] < top - 1 || inner[2] > right + 1 || inner[3] > bottom + 1)) {
        found.outside.push({ name: name(one), box: inner, ground: [left, top, right, bottom] });
      }
    }
  }
  return found;
}"""

# Points. Apple asks for this much for a finger.
LEAST_HIT = 44


def faults_of_layout(app):
    """What lies outside of the screen, what cannot be reached, what is too small for a finger, and what lies on another control."""
    found = app.page.evaluate(CONTROLS)
    faults = [f"outside: {one}" for one in found["outside"]]
    pressed = [one for one in found["controls"] if not one["isGroup"]]
    for one in pressed:
        width, height = one["hit"]
        if min(width, height) < LEAST_HIT - 0.5:
            faults.append(f"small: {one['name']} {width:.0f}x{height:.0f}")
        if not one["isReached"] and not one["isDisabled"]:
            faults.append(f"covered: {one['name']} {one['box']}")
    for index, one in enumerate(pressed):
        for other in pressed[index + 1:]:
            width = min(one["box"][2], other["box"][2]) - max(one["box"][0], other["box"][0])
            height = min(one["box"][3], other["box"][3]) - max(one["box"][1], other["box"][1])
            if width > 0.5 and height > 0.5:
                faults.append(f"overlap: {one['name']} {one['box']} and {other['name']} {other['box']}")
    return faults
