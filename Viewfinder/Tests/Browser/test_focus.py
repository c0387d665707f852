"""Focus and exposure: the square, the exposure beside it, the lock."""

import pytest

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def viewfinder(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    return viewfinder


def bias(viewfinder):
    return viewfinder.state()["controls"]["exposureBias"]["bias"]


def expect_bias(viewfinder, condition):
    viewfinder.wait(f"((bias) => {condition})(pinhole.state().controls.exposureBias.bias)")


def test_a_drag_beside_the_square_corrects_the_exposure_until_the_next_tap(viewfinder):
    mouse = viewfinder.page.mouse
    mouse.click(640, 360)
    viewfinder.page.wait_for_selector("#exposure")
    mouse.move(640, 360)
    mouse.down()
    mouse.move(640, 340)
    mouse.move(640, 270, steps=4)
    mouse.up()
    # 90 of 300 pixels of a range of 8 EV, upwards.
    expect_bias(viewfinder, "Math.abs(bias - 2.4) < 0.01")
    assert viewfinder.page.inner_text("#exposure-value") == "+2.4"
    viewfinder.settle()
    viewfinder.shot("focus-exposure")
    mouse.click(300, 200)
    expect_bias(viewfinder, "bias === 0")
    assert viewfinder.page.is_hidden("#exposure-value")


def test_the_value_stays_when_the_square_has_gone_and_is_taken_back_by_a_press(viewfinder):
    viewfinder.page.keyboard.press(".")
    viewfinder.page.keyboard.press(".")
    viewfinder.page.keyboard.press(".")
    expect_bias(viewfinder, "Math.abs(bias - 1) < 0.01")
    assert viewfinder.page.is_hidden("#focus-square")
    assert viewfinder.page.inner_text("#exposure-value") == "+1.0"
    viewfinder.page.click("#exposure-value")
    expect_bias(viewfinder, "bias === 0")
    assert viewfinder.page.is_hidden("#exposure-value")


def test_a_drag_without_a_square_changes_nothing(viewfinder):
    mouse = viewfinder.page.mouse
    mouse.move(640, 360)
    mouse.down()
    mouse.move(640, 200, steps=4)
    mouse.up()
    # A command that had been sent would be answered before this one.
    viewfinder.page.evaluate("fetch('clock')")
    assert bias(viewfinder) == 0


def test_a_finger_that_stays_locks_until_the_badge_is_pressed(viewfinder):
    mouse = viewfinder.page.mouse
    mouse.move(320, 180)
    with viewfinder.page.expect_request("**/commands/lockFocus") as request:
        mouse.down()
    assert request.value.post_data_json == {"x": 0.25, "y": 0.25}
    mouse.up()
    viewfinder.page.wait_for_selector("#focus-lock")
    # It is said once the command is answered; the badge may be there before.
    viewfinder.wait("document.getElementById('announcer').textContent === 'Focus and exposure locked'")
    viewfinder.settle()
    viewfinder.shot("focus-locked")
    assert viewfinder.state()["controls"]["focusAndExposure"] == "locked"
    viewfinder.page.click("#focus-lock")
    viewfinder.wait("pinhole.state().controls.focusAndExposure === 'automatic'")
    assert viewfinder.page.is_hidden("#focus-lock") and viewfinder.page.is_hidden("#focus-square")


def test_a_tap_unlocks(viewfinder):
    viewfinder.page.keyboard.press("j")
    viewfinder.page.wait_for_selector("#focus-lock")
    viewfinder.page.mouse.click(320, 180)
    viewfinder.wait("pinhole.state().controls.focusAndExposure === 'atPoint'")
    assert viewfinder.page.is_hidden("#focus-lock")


def test_two_fingers_neither_hold_nor_correct(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url, **PHONE)
    viewfinder.wait_for_picture()
    viewfinder.page.touchscreen.tap(195, 400)
    viewfinder.page.wait_for_selector("#focus-square")
    session = viewfinder.page.context.new_cdp_session(viewfinder.page)

    def touch(kind, *points):
        touches = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    with viewfinder.page.expect_request("**/commands/zoom"):
        touch("touchStart", (60, 400))
        touch("touchStart", (60, 400), (330, 400))
        touch("touchMove", (60, 300), (330, 500))
    touch("touchEnd")
    viewfinder.page.evaluate("fetch('clock')")
    assert bias(viewfinder) == 0 and viewfinder.state()["controls"]["focusAndExposure"] != "locked"


def test_the_slider_stands_where_there_is_room_and_answers_to_keys(viewfinder):
    viewfinder.page.mouse.click(1270, 360)
    slider = viewfinder.page.locator("#exposure")
    box = slider.bounding_box()
    assert box["x"] + box["width"] <= 1280 and box["height"] > 60
    slider.focus()
    viewfinder.page.keyboard.press("ArrowUp")
    expect_bias(viewfinder, "bias > 0.05")
    assert slider.get_attribute("aria-valuetext") == "+0.1 EV"


def test_another_camera_has_no_square(viewfinder):
    viewfinder.page.mouse.click(640, 360)
    viewfinder.page.wait_for_selector("#focus-square")
    viewfinder.page.keyboard.press("c")
    viewfinder.wait("document.querySelector('#focus-square').hidden")


def test_a_bias_in_words_and_under_a_finger(evaluate):
    labels = evaluate(
        """async () => {
        const { biasLabel, biasAfter } = await import('/page/focus.js');
        const range = { minimum: -4, maximum: 4 };
        const rules = (await (await fetch('/state')).json()).rules.exposure;
        return [[1.32, -0.66, 0.04, -0.04, 0].map((bias) => biasLabel(bias, rules)),
          [biasAfter(0, -37.5, range, rules), biasAfter(1, 0, range, rules), biasAfter(0, 9999, range, rules)]];
      }"""
    )
    assert labels == [["+1.3", "−0.7", "0", "0", "0"], [1, 1, -4]]
