"""The phone around the app: its settings, its buttons, several browsers, and a server that goes."""

import signal

import pytest

from patience import PATIENCE


def test_settings_reach_the_app(gallery):
    gallery.choose("locale", "de")
    gallery.wait_for_text("language", "de")
    gallery.choose("dynamicType", "accessibility3")
    gallery.wait_for_text("type", "accessibility3")
    gallery.wait("getComputedStyle(document.documentElement).fontSize === '40px'")
    gallery.shot("large-text")
    gallery.press("Reduce Motion")
    gallery.wait("document.querySelector('#screen').hasAttribute('data-reduce-motion')")


def test_buttons_on_the_edge(gallery):
    gallery.page.get_by_role("button", name="Volume up", exact=True).click()
    gallery.wait_for_text("hardware", "volumeUp")
    gallery.press("AirPods")
    gallery.wait_for_text("hardware", "airPods")
    gallery.page.get_by_role("button", name="Camera Control", exact=True).click()
    gallery.wait_for_text("hardware", "cameraControl")


def test_background_and_back(gallery):
    gallery.choose("app", "background")
    gallery.wait_for_text("scene", "background")
    gallery.page.get_by_text("The app is in the background.").wait_for()
    gallery.shot("background")
    gallery.page.get_by_role("button", name="Open Pinhole").click()
    gallery.wait_for_text("scene", "active")
    gallery.wait("document.querySelector('#home-screen').hidden")


def test_the_phone_is_turned(gallery):
    gallery.choose("orientation", "landscapeLeft")
    gallery.wait("document.querySelector('#screen').offsetWidth === 874")
    gallery.wait_for_text("size", "874 x")
    gallery.shot("landscape")
    gallery.choose("orientation", "portrait")
    gallery.wait("document.querySelector('#screen').offsetWidth === 402")


@pytest.mark.parametrize("device, width", [("iphone", 402), ("iphone-se", 375), ("ipad", 820)])
def test_devices_fit_the_window(start, open_page, device, width):
    gallery = open_page(start("--device", device, "--language", "de").url, device)
    assert gallery.page.evaluate("document.querySelector('#screen').offsetWidth") == width
    box = gallery.page.locator("#device").bounding_box()
    size = gallery.page.viewport_size
    assert box["x"] >= 0 and box["y"] >= 0 and box["y"] + box["height"] <= size["height"]
    gallery.wait("document.querySelector('canvas[data-preview][data-live]')")
    gallery.wait_for_text("language", "de")
    gallery.shot(f"device-{device}")


def test_a_narrow_window_is_the_phone(start, open_page, browser):
    gallery = open_page(start().url)
    gallery.page.set_viewport_size({"width": 402, "height": 874})
    gallery.wait("document.body.hasAttribute('data-narrow') && phone.device.scale === 1")
    gallery.shot("narrow")


def test_permission_is_asked_on_the_screen(start, open_page):
    gallery = open_page(start("--permission", "undecided", "--language", "de").url)
    question = gallery.page.get_by_role("alertdialog", name="„Gallery“ möchte auf die Kamera zugreifen")
    question.wait_for()
    question.get_by_text("Sie zeigt von jedem Element eines.").wait_for()
    assert question.get_by_role("button").all_inner_texts() == ["Nicht erlauben", "Erlauben"]
    # Nothing else can be reached until it is answered.
    assert gallery.page.evaluate("document.querySelector('#app').inert")
    gallery.shot("permission")
    question.get_by_role("button", name="Erlauben", exact=True).click()
    question.wait_for(state="hidden")
    gallery.wait("document.querySelector(\"#simulator [data-name='permission'] [value=granted]\").checked")
    gallery.wait("!document.querySelector('#app').inert")


def test_several_browsers_see_the_same(start, open_page):
    program = start()
    first, second = open_page(program.url), open_page(program.url)
    first.named("count").first.click()
    for page in (first, second):
        page.wait("[...document.querySelectorAll(\"[data-name='count']\")].at(-1).textContent === '1'")
    second.page.get_by_role("switch", name="Grid").click()
    first.wait("document.querySelector('#app .toggle').getAttribute('aria-checked') === 'true'")
    trees = [page.page.evaluate("document.querySelector('#app').textContent") for page in (first, second)]
    assert trees[0] == trees[1]


def test_the_page_says_that_the_app_is_gone(start, open_page):
    program = start()
    gallery = open_page(program.url)
    # A signal ends the program in good order, although a page looks at it.
    program.process.send_signal(signal.SIGTERM)
    assert program.process.wait(timeout=PATIENCE) == 0
    gallery.page.locator("#connection").wait_for()
    # The browser reports each attempt to connect again.
    gallery.expects_errors = True


def test_what_is_on_the_screen_can_be_read(gallery):
    """Roles and names are those of the app, and the phone's own signs are not read out."""
    tree = gallery.page.locator("#app").aria_snapshot()
    for line in ('heading "Gallery"', 'switch "Grid"', 'radiogroup "Mode"', 'slider "Level"', 'textbox "Title"', 'progressbar "Loading"'):
        assert line in tree, tree
    assert "9:41" not in gallery.page.locator("#screen").aria_snapshot()
