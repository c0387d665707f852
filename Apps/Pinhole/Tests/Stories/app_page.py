"""The app on the page, as a person finds their way through it."""

import json
import re
import subprocess

from playwright.sync_api import TimeoutError

from patience import PATIENCE
from phone_page import PhonePage

# Everything that is looked at and pressed; what is spoken lies beside it.
SCREEN = "#app .phone-screen > :not(.announcer, .effects, [inert], .sheet-backdrop)"
# The frames that the page has painted of a camera.
PAINTED = "(phone.tree.record(document.querySelectorAll('#app canvas[data-preview]')[{index}] ?? document.body)?.stream?.painter.paintedCount ?? 0)"


class AppPage(PhonePage):
    """The app."""

    def __init__(self, page, url):
        super().__init__(page, url)
        self.app = page.locator("#app")

    # What is there, by what it is called.

    def button(self, name):
        return self.app.get_by_role("button", name=name, exact=True)

    def part(self, identifier):
        """A part of the app, by its accessibility identifier."""
        return self.app.locator(f"[data-identifier='{identifier}']")

    def wait_for_part(self, identifier):
        self.part(identifier).wait_for()
        return self.part(identifier)

    def wait_until_gone(self, identifier):
        self.part(identifier).wait_for(state="detached")

    def wait_for_words(self, identifier, *words):
        """Waits until a part says all of these, or has said them."""
        test = " && ".join(f"text.includes({json.dumps(word)})" for word in words)
        self.wait(f"(shown[{json.dumps(identifier)}] ?? []).some((text) => {test or 'true'})")

    def has_shown(self, identifier):
        """Whether a part was on the screen since the last time that its record was cleared."""
        return self.page.evaluate("(name) => name in shown", identifier)

    def forget(self, *identifiers):
        """Clears the record of parts: what they say from now on counts."""
        self.page.evaluate("(names) => { for (const name of names) delete shown[name]; }", list(identifiers))

    def value(self, identifier):
        """A part's value for assistive technologies."""
        return self.part(identifier).get_attribute("aria-valuetext")

    def wait_for_value(self, identifier, pattern):
        """Waits until a part's value matches a regular expression."""
        self.wait(
            f"new RegExp({json.dumps(pattern)})"
            f".test(document.querySelector(\"#app [data-identifier='{identifier}']\")?.getAttribute('aria-valuetext') ?? '')"
        )

    def choose_mode(self, name):
        self.button(name).click()
        self.wait(f"[...document.querySelectorAll(\"#app [data-identifier^='mode-'][aria-pressed=true]\")].at(-1)?.textContent === '{name}'")
        self.page.mouse.move(2, 2)

    def wait_until_laid_out_lying(self):
        """Waits until the shutter is at the side, where the thumb is: the app has heard that the phone was turned."""
        self.wait(
            "(() => { const place = (name) => document.querySelector(name)?.getBoundingClientRect();"
            " const [screen, shutter] = [place('#screen'), place(\"#app [data-identifier='shutter']\")];"
            " return shutter && shutter.x + shutter.width / 2 > screen.x + screen.width * 0.7; })()"
        )

    # The camera.

    def painted(self, index=0):
        return self.page.evaluate(PAINTED.format(index=index))

    def expect_picture(self, index=0, frames=3):
        """The picture moves."""
        count, painted = PAINTED.format(index=index), self.painted(index)
        # A view that is made anew counts anew.
        self.wait(f"{count} > {painted + frames} || ({count} < {painted} && {count} > {frames})")

    def expect_live(self):
        """The picture moves, nothing lies over it, and the shutter can be pressed."""
        for identifier in ("status-page", "progress", "interruption", "restart"):
            self.wait_until_gone(identifier)
        self.expect_picture()
        self.wait("document.querySelector(\"#app [data-identifier='shutter']:not(:disabled)\")")

    def wait_until_a_second_is_recorded(self):
        self.wait_for_value("recording-time", r"^\d\d:(?!00)")

    def picture_size(self, index=0):
        """The width and height of a camera's pictures in pixels."""
        return tuple(
            self.page.evaluate(f"(({{ width, height }}) => [width, height])(document.querySelectorAll('canvas[data-preview]')[{index}])")
        )

    def trip_to_the_background(self):
        """To another app, as to the system's settings, and back."""
        self.choose("app", "background")
        self.page.get_by_text("The app is in the background.").wait_for()
        self.open_again()

    def open_again(self):
        """From the background."""
        self.page.get_by_role("button", name="Open Pinhole").click()
        self.page.get_by_text("The app is in the background.").wait_for(state="hidden")

    def allow_camera(self):
        """The phone asks whether the camera may be used; the last button of the question allows it."""
        question = self.page.locator("#permission")
        question.get_by_role("button").last.click()
        question.wait_for(state="hidden")

    def answer_library(self, name="Allow"):
        """The phone asks whether photos may be added to its library."""
        question = self.app.get_by_role("alertdialog", name="“Pinhole” Would Like to Add to your Photos")
        question.get_by_role("button", name=name, exact=True).click()
        question.wait_for(state="detached")

    def do_action(self, element, name):
        """Does one of the actions that a reader of the screen is offered for an element."""
        element.focus()
        self.page.keyboard.press("Shift+F10")
        self.page.get_by_role("menuitem", name=name, exact=True).press("Enter")

    # The finger.

    def middle(self, locator):
        box = locator.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def tap(self, x, y):
        """Taps on a point of the screen, in points."""
        self.page.mouse.click(*self.on_page(x, y))

    def on_page(self, x, y):
        """A point of the screen in pixels of the page."""
        box = self.page.locator("#screen").bounding_box()
        scale = self.page.evaluate("phone.device.scale")
        return box["x"] + x * scale, box["y"] + y * scale

    def drag(self, start, end, steps=8, release=True):
        """Goes over the screen with a finger, from one point to another, in points."""
        (x0, y0), (x1, y1) = start, end
        mouse = self.page.mouse
        mouse.move(*self.on_page(x0, y0))
        mouse.down()
        for step in range(1, steps + 1):
            mouse.move(*self.on_page(x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps))
        if release:
            mouse.up()

    def pinch(self, x, y, wheel):
        """Pinches at a point: a negative number moves the fingers apart."""
        self.page.mouse.move(*self.on_page(x, y))
        self.page.keyboard.down("Control")
        self.page.mouse.wheel(0, wheel)
        self.page.keyboard.up("Control")
        self.rest(200)

    # Who does not see the screen.

    def tree(self):
        """The accessibility tree of the whole screen."""
        return "\n".join(map(snapshot, self.page.locator(SCREEN).all()))

    def buttons_for_readers(self):
        """The names of all buttons of the app that a reader of the screen finds, those of the phone's own edge left out."""
        session = self.page.context.new_cdp_session(self.page)
        root = session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
        node = session.send("DOM.querySelector", {"nodeId": root, "selector": "#app"})["nodeId"]
        app = session.send("DOM.describeNode", {"nodeId": node})["node"]["backendNodeId"]
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
        session.detach()
        by_id = {node["nodeId"]: node for node in nodes}

        def is_in_app(node):
            while node:
                if node.get("backendDOMNodeId") == app:
                    return True
                node = by_id.get(node.get("parentId"))
            return False

        return [
            node["name"]["value"]
            for node in nodes
            if not node["ignored"] and node["role"]["value"] == "button" and is_in_app(node)
        ]


def snapshot(element):
    """The accessibility tree of an element; of one that has just gone it is empty."""
    try:
        return element.aria_snapshot(timeout=5000)
    except TimeoutError:
        return ""


def photos(program):
    """The photos that the app has kept, the first one first."""
    return sorted(program.home.glob("Documents/Captures/*.jpg"))


def movies(program):
    return sorted(program.home.glob("Documents/Captures/*.mov"))


def library(program):
    """What is in the phone's photo library."""
    return sorted(path.name for path in program.home.glob("Photo Library/*") if not path.name.startswith("."))


def tags(path):
    """The tags of a photo, by exiftool."""
    output = subprocess.run(["exiftool", "-json", "-n", str(path)], check=True, capture_output=True, timeout=PATIENCE).stdout
    return json.loads(output)[0]


def log_words(program):
    """The words of the log's lines, without time and source."""
    return [re.sub(r".*\] ", "", line) for line in program.log_text.splitlines()]
