"""Everything that can happen to a phone, provoked by the simulator's panel, seen, and survived: on the whole of Pinhole."""

import json
import re
import urllib.error
import urllib.request

import pytest

from patience import answered


class Panel:
    """The simulator's panel in an open page, whose camera is live."""

    def __init__(self, viewfinder):
        self.viewfinder = viewfinder
        self.page = viewfinder.page
        viewfinder.wait_for_picture()
        self.page.click("#simulator-toggle")
        self.page.wait_for_selector("#simulator-log")

    def press(self, name):
        """Presses a button, or turns a switch, by (the beginning of) its name, and waits until it has been done."""
        with answered(self.page, "**/commands/simulator"):
            self.page.locator("#simulator button", has_text=re.compile(f"^{re.escape(name)}")).click()

    def choose(self, group, value):
        """Chooses one of several, and waits until it has been done."""
        with answered(self.page, "**/commands/simulator"):
            self.page.locator(f"[data-name={group}] [data-value={value}] input").click()

    def wait_for_choice(self, group, value):
        """Waits until the panel shows what has become of something by itself."""
        self.viewfinder.wait(f"document.querySelector('[data-name={group}] [data-value={value}] input').checked")

    def wait_for_switch(self, name, is_on):
        self.page.locator(f"#simulator [role=switch][aria-checked={str(is_on).lower()}]", has_text=name).first.wait_for()

    def expect_screen(self, kind, reason=""):
        # At once: what passes by itself may be over at the next look.
        self.viewfinder.wait(
            f"document.body.dataset.screen === '{kind}' && document.body.dataset.reason === '{reason}'"
            " && ['shutter', 'torch'].every((id) => document.getElementById(id).disabled) && document.getElementById('zoom').hidden"
        )
        self.viewfinder.settle()
        self.viewfinder.shot(f"panel-{kind}{'-' + reason if reason else ''}")

    def record_screens(self):
        """Keeps each screen from now on, also those that pass before the next look."""
        self.page.evaluate(
            "(() => { self.screens = []; new MutationObserver(() => self.screens.push(document.body.dataset.screen))"
            ".observe(document.body, { attributeFilter: ['data-screen'] }); })()"
        )

    def screens(self):
        return self.page.evaluate("self.screens")

    def expect_live(self):
        """The picture moves again, and a photo can be taken."""
        painted = self.viewfinder.metrics()["painted"]
        self.viewfinder.wait(f"document.body.dataset.screen === '' && pinhole.metrics().painted > {painted + 5}")
        self.page.wait_for_selector("#shutter:not(:disabled)")
        known = self.viewfinder.count("photos")
        self.page.click("#shutter")
        self.viewfinder.wait_until(lambda: self.viewfinder.count("photos") > known)


@pytest.fixture
def panel(start, open_viewfinder):
    return Panel(open_viewfinder(start("--camera", "iphone").url))


def test_background_and_foreground(panel):
    """R-LIFE-10"""
    panel.choose("app", "background")
    panel.expect_screen("inBackground")
    panel.choose("app", "foreground")
    panel.expect_live()


@pytest.mark.parametrize("switch, reason", [
    ("Phone call", "microphoneInUse"), ("Another app", "cameraInUse"), ("Several apps", "severalAppsOnScreen"),
    ("Sensitive content", "sensitiveContent"),
])
def test_interruptions(switch, reason, panel):
    """R-LIFE-9"""
    panel.press(switch)
    panel.expect_screen("interrupted", reason)
    panel.wait_for_switch(switch, True)
    panel.press(switch)
    panel.expect_live()
    panel.wait_for_switch(switch, False)


def test_a_media_reset_is_recovered_from(panel):
    """R-LIFE-8"""
    panel.record_screens()
    panel.press("Media reset")
    panel.viewfinder.wait("self.screens.includes('recovering')")
    panel.expect_live()
    assert "failed" not in panel.screens()


def test_a_camera_that_falls_silent_is_brought_back(panel):
    panel.record_screens()
    panel.press("Fall silent")
    # How long it takes to bring the camera back is the engine's business; that it said so stays.
    panel.viewfinder.wait("self.screens.includes('recovering')")
    panel.expect_live()
    assert "failed" not in panel.screens()


def test_exhausted_hardware_leaves_restart_as_the_only_way_out(panel):
    """R-LIFE-6, R-LIFE-7"""
    page = panel.page
    panel.press("No hardware left")
    panel.viewfinder.wait("document.body.dataset.screen === 'failed'")
    page.wait_for_selector("#restart-overlay")
    panel.viewfinder.settle()
    panel.viewfinder.shot("panel-failed")
    assert page.evaluate("['stage', 'controls', 'screen'].every(id => document.getElementById(id).inert)")
    # What the page disables, the server refuses.
    status = "fetch('commands/{}', {{ method: 'POST', headers: {{ 'Content-Type': 'application/json' }}, body: '{}' }})" \
        ".then(response => response.status)"
    for command, body in [("photo", "{}"), ("zoom", '{"factor":2}'), ("torch", '{"on":true}'), ("focus", '{"x":0.5,"y":0.5}')]:
        assert page.evaluate(status.format(command, body)) == 409, command
    page.click("#restart")
    panel.expect_live()
    assert not page.is_visible("#restart-overlay")


def test_a_slow_start_is_shown_as_loading(panel):
    """R-LIFE-11"""
    panel.viewfinder.press_setting("#power")
    panel.viewfinder.wait("document.body.dataset.screen === 'stopped'")
    panel.press("Slow start")
    panel.page.click("#screen-action")
    panel.expect_screen("starting")
    panel.expect_live()


def test_heat(panel):
    """R-MULTI-5"""
    text = "document.querySelector('#pressure-text').textContent"
    for level, words in [("fair", "Heat: fair"), ("serious", "Heat: serious · 20 fps"), ("critical", "Heat: critical · 15 fps")]:
        panel.choose("heat", level)
        panel.viewfinder.wait(f"{text} === '{words}'")
    panel.viewfinder.wait("pinhole.state().phase === 'live' && pinhole.metrics().fps < 18")
    panel.viewfinder.shot("panel-heat")
    panel.choose("heat", "shutdown")
    panel.expect_screen("interrupted", "systemPressure")
    panel.choose("heat", "nominal")
    panel.expect_live()


def test_turning_the_phone_turns_the_picture(panel):
    """R-ROT-2"""
    panel.choose("orientation", "portrait")
    panel.viewfinder.wait("(({ width, height }) => height > width)(pinhole.metrics())")
    panel.viewfinder.settle()
    panel.viewfinder.shot("panel-portrait")
    panel.choose("orientation", "landscapeRight")
    panel.viewfinder.wait("(({ width, height }) => width > height)(pinhole.metrics())")
    panel.expect_live()


def test_an_unplugged_camera_is_replaced_and_the_last_one_is_missed(panel):
    """R-LIFE-12"""
    cameras = panel.page.locator("#simulator-cameras [role=switch]")
    first = panel.viewfinder.selected_camera()
    cameras.first.click()
    panel.viewfinder.wait(f"pinhole.state().selectedCamera !== '{first}'")
    panel.expect_live()
    for index in range(1, cameras.count()):
        cameras.nth(index).click()
    panel.expect_screen("disconnected")
    for index in range(cameras.count()):
        cameras.nth(index).click()
    panel.expect_live()


def test_permission_is_revoked_and_granted(panel):
    """R-LIFE-1"""
    for permission, screen in [("denied", "permissionDenied"), ("restricted", "restricted")]:
        panel.choose("permission", permission)
        panel.expect_screen(screen)
        panel.choose("permission", "granted")
        panel.expect_live()


def test_permission_is_asked_for(panel):
    """R-LIFE-1"""
    panel.choose("permission", "undecided")
    panel.expect_screen("askingForPermission")
    panel.press("Don’t Allow")
    panel.expect_screen("permissionDenied")
    panel.wait_for_choice("permission", "denied")
    panel.choose("permission", "undecided")
    panel.expect_screen("askingForPermission")
    panel.press("Allow")
    panel.expect_live()


def test_nothing_undoes_the_users_stop(start, open_viewfinder):
    pinhole = start("--camera", "iphone")
    panel = Panel(open_viewfinder(pinhole.url))
    panel.viewfinder.press_setting("#power")
    panel.expect_screen("stopped")
    for action in (
        {"action": "resetMediaServices"}, {"action": "background"}, {"action": "foreground"},
        {"action": "setPermission", "value": "denied"}, {"action": "setPermission", "value": "granted"},
    ):
        pinhole.tell("simulator", **action)
    panel.expect_screen("stopped")
    panel.page.click("#screen-action")
    panel.expect_live()


def test_a_stopped_camera_holds_no_hardware(panel):
    """R-LIFE-3"""
    hardware = panel.page.locator("#simulator-resources")
    panel.viewfinder.wait("document.querySelector('#simulator-resources').textContent.includes('1 held')")
    for _ in range(4):
        panel.choose("app", "background")
        panel.viewfinder.wait("document.body.dataset.screen === 'inBackground'")
        panel.choose("app", "foreground")
        panel.viewfinder.wait("document.body.dataset.screen === ''")
    panel.viewfinder.press_setting("#power")
    panel.viewfinder.wait("document.querySelector('#simulator-resources').textContent.includes('none held')")
    assert "leaked" not in hardware.inner_text()


def test_the_panel_opens_and_closes_by_the_keyboard(panel):
    page = panel.page
    page.keyboard.press("Escape")
    assert not page.is_visible("#simulator")
    width = page.evaluate("document.querySelector('#view').clientWidth")
    page.keyboard.press("s")
    assert page.is_visible("#simulator")
    assert page.get_attribute("#simulator-toggle", "aria-expanded") == "true"
    assert page.evaluate("document.querySelector('#view').clientWidth") < width


def test_without_a_simulated_camera_there_is_no_simulator(scripted):
    request = urllib.request.Request(
        scripted.url + "commands/simulator",
        data=json.dumps({"action": "background"}).encode(),
        headers={"Content-Type": "application/json"},
    )
    with pytest.raises(urllib.error.HTTPError) as refusal:
        urllib.request.urlopen(request)
    assert refusal.value.code == 404


@pytest.mark.parametrize("size, orientation", [((390, 844), "portrait"), ((1280, 720), "landscapeLeft")])
def test_the_phone_is_held_as_the_first_window(start, open_viewfinder, size, orientation):
    """R-ROT-3"""
    pinhole = start("--camera", "iphone")
    first = open_viewfinder(pinhole.url, viewport={"width": size[0], "height": size[1]})
    first.wait_for_picture()
    is_upright = size[1] > size[0]
    first.wait(f"(({{ width, height }}) => {str(is_upright).lower()} === height > width)(pinhole.preview.painter.lastFrame)")
    first.shot(f"phone-{orientation}")
    # Whoever comes later leaves it as it is.
    second = open_viewfinder(pinhole.url, viewport={"width": size[1], "height": size[0]})
    second.wait_for_picture()
    second.wait("!document.querySelector('#simulator-toggle').hidden")
    second.page.click("#simulator-toggle")
    second.wait(f"document.querySelector('[data-name=orientation] [data-value={orientation}] input').checked")
