"""Focus, exposure and zoom by a finger."""


def test_tap_and_hold_measure_where_the_finger_is(app):
    """R-PREV-5"""
    app.tap(150, 330)
    # The square goes by itself after a while, whether or not somebody looks.
    app.wait_for_words("exposure", "Exposure")
    app.shot("focus")
    # A finger that rests locks though it does not move at all, and this square stays.
    mouse = app.page.mouse
    mouse.move(*app.on_page(250, 420))
    mouse.down()
    app.rest(600)
    app.wait_for_part("focus-lock")
    mouse.up()
    app.wait("document.querySelector('#app .announcer').textContent.includes('AE/AF Lock')")
    app.settle()
    app.shot("focus-lock")
    # Upwards is brighter.
    slider = app.part("exposure")
    assert app.page.locator("#app .screen-content").get_by_label("Exposure").get_attribute("role") == "slider"
    assert app.value("exposure") == "0"
    x, y = app.middle(slider)
    mouse.move(x, y)
    mouse.down()
    for step in range(1, 6):
        mouse.move(x, y - step * 8)
    # All of the way: 40 points of the 300 that stand for the whole range, 16 stops.
    app.wait_for_value("exposure", "^[+]2[.]1")
    mouse.up()
    app.idle()
    brighter = float(app.value("exposure"))
    slider.focus()
    app.page.keyboard.press("ArrowDown")
    app.wait(f"Number(document.querySelector(\"#app [data-identifier='exposure']\").getAttribute('aria-valuetext')) < {brighter}")
    # Another press lets go.
    app.part("focus-lock").click()
    app.wait_until_gone("focus-lock")


def test_zoom_by_buttons_pinch_and_keys(app):
    """R-PREV-5, R-MULTI-11"""
    app.wait_for_value("viewfinder", "^1 times$")
    app.button("Zoom 2").click()
    app.wait_for_value("viewfinder", "^2 times$")
    assert app.button("Zoom 2×").get_attribute("aria-pressed") == "true"
    app.pinch(200, 400, wheel=-50)
    app.wait("Number(document.querySelector(\"#app [data-identifier='viewfinder']\").getAttribute('aria-valuetext').split(' ')[0]) > 3")
    app.button("Zoom 1").click()
    app.wait_for_value("viewfinder", "^1 times$")
    app.part("viewfinder").focus()
    app.page.keyboard.press("ArrowUp")
    app.wait_for_value("viewfinder", "^1[.][23] times$")


def test_a_wider_lens_by_a_button(app):
    """R-PREV-5"""
    app.wait_for_value("other-camera", "^Back Triple Camera$")
    app.button("Zoom 0.5").click()
    app.wait_for_value("viewfinder", "^0.5 times$")
    app.expect_live()
    app.shot("ultra-wide")
    app.button("Zoom 1").click()
    app.wait_for_value("viewfinder", "^1 times$")
    # It is one camera, whichever of its lenses gives the picture.
    app.wait_for_value("other-camera", "^Back Triple Camera$")


def test_modes_by_swipe(app):
    """R-PREV-5"""
    for swipe, mode in [(-160, "video"), (-160, "dual"), (160, "video")]:
        app.drag((200, 400), (200 + swipe, 404))
        app.wait(f"document.querySelector(\"#app [data-identifier='mode-{mode}']\").getAttribute('aria-pressed') === 'true'")
        app.expect_live()


def test_the_other_camera(app):
    """R-PREV-2"""
    app.part("other-camera").click()
    app.wait_for_value("other-camera", "^Front Camera$")
    app.expect_live()
    app.shot("front")
