"""A simulated phone that stands in for missing cameras, in the page."""

import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def nothing_is_chosen(monkeypatch):
    monkeypatch.delenv("PINHOLE_CAMERA", raising=False)


def machine_has_a_camera():
    program = os.environ.get("PINHOLE", str(ROOT / ".build/debug/pinhole"))
    devices = subprocess.run([program, "devices"], capture_output=True, text=True, check=True)
    return "simulated" not in devices.stderr


def test_the_page_says_when_a_simulated_phone_stands_in_until_that_is_closed(start, open_viewfinder):
    viewfinder = open_viewfinder(start().url)
    banner = viewfinder.page.locator("#stand-in")
    if machine_has_a_camera():
        viewfinder.wait("pinhole.state().phase !== 'starting'")
        assert banner.is_hidden()
        return
    viewfinder.wait_for_picture()
    banner.wait_for(state="visible")
    assert "simulated" in banner.inner_text() and "plug in a camera" in banner.inner_text()
    viewfinder.settle()
    viewfinder.shot("stand-in")
    # The phone is held, and can be operated, as one that was asked for.
    viewfinder.wait("(({ width, height }) => width > height)(pinhole.metrics())")
    banner.get_by_role("button", name="Close").click()
    banner.wait_for(state="hidden")
    viewfinder.page.click("#simulator-toggle")
    viewfinder.page.locator("#simulator-cameras [role=switch]", has_text="Front Camera").click()
    viewfinder.wait("!pinhole.state().cameras.some(({ name }) => name === 'Front Camera')")
    assert banner.is_hidden()


def test_a_simulation_that_was_asked_for_needs_no_explanation(start, open_viewfinder):
    viewfinder = open_viewfinder(start("--camera", "iphone").url)
    viewfinder.wait_for_picture()
    viewfinder.page.wait_for_selector("#simulator-toggle")
    assert viewfinder.page.locator("#stand-in").is_hidden()


def test_the_banner_fits_a_phones_screen_and_leaves_the_controls_free(start, open_viewfinder):
    viewfinder = open_viewfinder(start().url, viewport={"width": 390, "height": 844})
    if machine_has_a_camera():
        return
    viewfinder.wait_for_picture()
    banner = viewfinder.page.locator("#stand-in")
    banner.wait_for(state="visible")
    viewfinder.settle()
    viewfinder.shot("stand-in-narrow")
    box = banner.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    for control in ["#shutter", "#settings-open", "#simulator-toggle"]:
        other = viewfinder.page.locator(control).bounding_box()
        apart = (box["x"] + box["width"] <= other["x"] or other["x"] + other["width"] <= box["x"]
                 or box["y"] + box["height"] <= other["y"] or other["y"] + other["height"] <= box["y"])
        assert apart, control


@pytest.mark.usefixtures("own_process")
def test_the_panel_goes_with_the_simulated_phone_and_comes_with_another_one(start, scripted, open_viewfinder):
    """The server begins anew at the same address, as it does when a camera is plugged in."""
    pinhole = start("--camera", "iphone")
    port = pinhole.url.rsplit(":", 1)[1].strip("/")
    viewfinder = open_viewfinder(pinhole.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    page.click("#simulator-toggle")
    page.wait_for_selector("#simulator-log")
    pinhole.stop()
    scripted.stop()
    scripted.start("--port", port)
    page.wait_for_selector("#simulator", state="hidden")
    page.wait_for_selector("#simulator-toggle", state="hidden")
    assert page.get_attribute("body", "data-drawer") is None
    viewfinder.wait("document.body.dataset.screen === '' && pinhole.metrics().fps > 0")
    page.keyboard.press("s")
    assert page.is_hidden("#simulator")
    scripted.stop()
    start("--camera", "iphone", "--port", port)
    page.click("#simulator-toggle")
    page.locator("#simulator-cameras [role=switch]", has_text="Front Camera").click()
    viewfinder.wait("!pinhole.state().cameras.some(({ name }) => name === 'Front Camera')")
