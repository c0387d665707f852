"""Modes by swipe, the shutter held and pushed aside, photos in a row, and what is wanted of a photo."""

import re

import pytest

from test_accessibility import WINDOWS
from test_gallery import fingers, swipe

PHONE = WINDOWS["phone"]


def expect_mode(viewfinder, mode):
    viewfinder.wait(f"pinhole.state().mode === '{mode}' && document.querySelector('#mode [value={mode}]').checked")


def middle(viewfinder, selector):
    box = viewfinder.page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.fixture
def phone(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url, **PHONE)
    viewfinder.wait_for_picture()
    viewfinder.page.wait_for_selector("#shutter:not(:disabled)")
    viewfinder.page.wait_for_selector("#mode-scan")
    return viewfinder


def test_the_picture_and_the_row_are_swiped_to_the_next_mode(phone):
    for way, mode in [((300, 100), "video"), ((300, 100), "scan"), ((300, 100), "scan"), ((100, 300), "video")]:
        swipe(phone, *way)
        expect_mode(phone, mode)
    x, y = middle(phone, "#mode")
    swipe(phone, x - 30, x + 30, y)
    expect_mode(phone, "photo")
    swipe(phone, x + 60, x, y)
    expect_mode(phone, "video")
    # Nothing but the mode was changed by any of it.
    controls = phone.state()["controls"]
    assert controls["exposureBias"]["bias"] == 0 and controls["focusAndExposure"] != "locked" and controls["zoom"]["factor"] == 2
    assert phone.page.is_hidden("#focus-square")


def test_a_mouse_and_two_fingers_and_a_short_way_swipe_nothing(phone):
    mouse = phone.page.mouse
    mouse.move(300, 400)
    mouse.down()
    mouse.move(80, 400, steps=4)
    mouse.up()
    swipe(phone, 200, 160)
    touch = fingers(phone)
    touch("Start", (200, 400), (300, 400))
    touch("Move", (150, 400), (250, 400))
    touch("Move", (50, 400), (150, 400))
    touch("End")
    # A command that had been sent would be answered before this one.
    phone.page.keyboard.press("Space")
    phone.wait("pinhole.state().lastPhoto")
    assert phone.state()["mode"] == "photo"


def test_the_small_picture_is_dragged_and_not_swiped(scripted, phone):
    scripted.say(dual="offer")
    scripted.say(dual="both")
    phone.wait("pinhole.state().dual.isOn && pinhole.metrics(1).painted > 2")
    x, y = middle(phone, "#pip-move")
    swipe(phone, x, x - 150, y)
    phone.wait("pinhole.state().dual.arrangement.pip.x < 0.6")
    assert phone.state()["mode"] == "photo"


def test_the_shutter_is_held_to_record(phone):
    touch = fingers(phone)
    touch("Start", middle(phone, "#shutter"))
    phone.wait("pinhole.state().recording.phase === 'recording'")
    assert phone.page.inner_text("#hold-hint") == "Slide right to keep recording"
    phone.settle()
    phone.shot("held")
    touch("End")
    phone.wait("pinhole.state().recording.phase === 'idle'")
    expect_mode(phone, "photo")
    assert phone.page.is_hidden("#hold-hint")
    assert phone.count("photos") == 0
    # And it is pressed as before.
    phone.page.tap("#shutter")
    phone.wait("pinhole.state().lastPhoto")


def test_a_finger_that_slides_to_the_right_may_be_lifted(phone):
    touch = fingers(phone)
    x, y = middle(phone, "#shutter")
    touch("Start", (x, y))
    phone.wait("pinhole.state().recording.phase === 'recording'")
    touch("Move", (x + 40, y))
    assert phone.page.is_visible("#hold-hint")
    touch("Move", (x + 80, y))
    phone.page.wait_for_selector("#hold-hint", state="hidden")
    touch("End")
    phone.wait("document.querySelector('#timer-time').textContent >= '0:01'")
    assert phone.state()["recording"]["phase"] == "recording"
    phone.page.tap("#record")
    phone.wait("pinhole.state().recording.phase === 'idle'")
    assert phone.state()["mode"] == "video"


def test_what_keeps_a_held_shutter_from_recording_is_told(scripted, phone):
    touch = fingers(phone)
    scripted.say(fail="The disk is full. Make room, and press again.")
    touch("Start", middle(phone, "#shutter"))
    phone.wait_for_toast("The disk is full. Make room, and press again.")
    touch("End")
    assert phone.page.is_hidden("#hold-hint") and phone.count("photos") == 0


def test_photos_in_a_row_as_long_as_a_finger_is_to_the_left(phone):
    touch = fingers(phone)
    x, y = middle(phone, "#shutter")
    touch("Start", (x, y))
    touch("Move", (x - 30, y))
    touch("Move", (x - 70, y))
    phone.wait("Number(document.querySelector('#burst-count').textContent) >= 5")
    phone.shot("burst")
    touch("End")
    phone.page.wait_for_selector("#burst-count", state="hidden")
    count = phone.count("photos")
    assert count >= 5
    phone.wait(f"document.querySelector('#announcer').textContent === '{count} photos'")
    # It has ended, and nothing was recorded.
    phone.page.tap("#shutter")
    phone.wait_until(lambda: phone.count("photos") == count + 1)
    assert phone.state()["mode"] == "photo"


def test_photos_in_a_row_by_keys_and_what_ends_them(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    page.wait_for_selector("#shutter:not(:disabled)")
    page.keyboard.down("Shift")
    page.keyboard.down("Space")
    viewfinder.wait("Number(document.querySelector('#burst-count').textContent) >= 3")
    page.keyboard.up("Space")
    page.wait_for_selector("#burst-count", state="hidden")
    page.keyboard.down("Space")
    viewfinder.wait("Number(document.querySelector('#burst-count').textContent) >= 1")
    scripted.say(fail="The disk is full. Free some space and take the photo again.")
    viewfinder.wait_for_toast("The disk is full. Free some space and take the photo again.")
    page.wait_for_selector("#burst-count", state="hidden")


def test_what_is_wanted_of_a_photo_is_sent_and_remembered(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    with page.expect_request("**/commands/photo") as request:
        page.keyboard.press("Space")
    assert request.value.post_data_json == {}
    page.click("#settings-open")
    page.locator("#settings [name=flash][value=automatic]").check()
    page.locator("#settings [name=format][value=heic]").check()
    page.locator("#settings [name=shape][value='16:9']").check()
    page.select_option("#photo-size", label="2.8 MP, 1920 × 1440")
    page.reload()
    viewfinder.wait_for_picture()
    page.wait_for_selector("#shutter:not(:disabled)")
    with page.expect_request("**/commands/photo") as request:
        page.keyboard.press("Space")
    assert request.value.post_data_json == {
        "flash": "automatic", "format": "heic", "shape": "16:9", "size": {"width": 1920, "height": 1440},
    }
    page.click("#settings-open")
    assert page.input_value("#photo-size") == "1920x1440"


def covered(page):
    """The part of the picture that a photo will have: its place and size in the picture, from 0 to 1; None if that is all."""
    return page.evaluate(
        """() => {
        const frame = document.querySelector('#photo-frame');
        if (frame.hasAttribute('hidden')) return null;
        const { width, height } = document.querySelector('#view');
        const [x, y, w, h] = frame.firstElementChild.getAttribute('d').split('z')[1].match(/[\\d.]+/g).map(Number);
        return [x / width, y / height, w / width, h / height].map((share) => Math.round(share * 1000) / 1000);
      }"""
    )


def test_what_a_photo_will_not_have_is_covered(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    assert covered(page) is None
    page.click("#settings-open")
    page.locator("#settings [name=shape][value='1:1']").check()
    page.locator("#settings [data-preference=grid]").click()
    page.keyboard.press("Escape")
    width, height = page.evaluate("[document.querySelector('#view').width, document.querySelector('#view').height]")
    share = height / width
    assert width > height and covered(page) == pytest.approx([(1 - share) / 2, 0, share, 1], abs=0.001)
    # The thirds are the photo's, and what is covered is dark where it is.
    first = page.evaluate("document.querySelector('#grid path').getAttribute('d')")
    assert abs(float(re.match(r"M([\d.]+)", first)[1]) - ((width - height) / 2 + height / 3)) < 0.01
    box = page.locator("#view").bounding_box()
    pixel = page.evaluate("(point) => document.elementsFromPoint(...point).map((part) => part.id)", [box["x"] + 5, box["y"] + box["height"] / 2])
    assert "view" in pixel
    viewfinder.shot("photo-shape")
    # Movies have all of it.
    page.keyboard.press("v")
    viewfinder.wait("pinhole.state().mode === 'video'")
    assert covered(page) is None
