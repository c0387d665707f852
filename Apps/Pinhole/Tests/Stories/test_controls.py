"""Focus, exposure and zoom by a finger."""


def test_tap_and_hold_measure_where_the_finger_is(app):
    """R-PREV-5"""
    app.tap(150, 330)
    slider = app.wait_for_part("exposure")
    assert app.page.locator("#app .screen-content").get_by_label("Exposure").get_attribute("role") == "slider"
    app.settle()
    app.shot("focus")
    # Upwards is brighter.
    assert app.value("exposure") == "0"
    x, y = app.middle(slider)
    mouse = app.page.mouse
    mouse.move(x, y)
    mouse.down()
    for step in range(1, 6):
        mouse.move(x, y - step * 8)
    app.wait_for_value("exposure", "^[1-9]")
    mouse.up()
    brighter = float(app.value("exposure"))
    assert 0 < brighter <= 8
    slider.focus()
    app.page.keyboard.press("ArrowDown")
    app.wait(f"Number(document.querySelector(\"#app [data-identifier='exposure']\").getAttribute('aria-valuetext')) < {brighter}")
    # A finger that rests locks, and another press lets go.
    mouse.move(*app.on_page(250, 420))
    mouse.down()
    app.wait_for_part("focus-lock")
    mouse.up()
    app.idle()
    app.wait_for_words("notice", "AE/AF Lock")
    app.shot("focus-lock")
    app.part("focus-lock").click()
    app.wait_until_gone("focus-lock")


def test_zoom_by_buttons_pinch_and_keys(app):
    """R-PREV-5"""
    app.wait_for_value("zoom", "^1 times$")
    app.button("Zoom 2").click()
    app.wait_for_value("zoom", "^2 times$")
    assert app.button("Zoom 2×").get_attribute("aria-pressed") == "true"
    app.pinch(200, 400, wheel=-50)
    app.wait("Number(document.querySelector(\"#app [data-identifier='zoom']\").getAttribute('aria-valuetext').split(' ')[0]) > 3")
    app.button("Zoom 1").click()
    app.wait_for_value("zoom", "^1 times$")
    app.part("zoom").focus()
    app.page.keyboard.press("ArrowUp")
    app.wait_for_value("zoom", "^1[.][23] times$")


def test_modes_by_swipe(app):
    """R-PREV-5"""
    for swipe, mode in [(-160, "video"), (-160, "dual"), (160, "video")]:
        app.drag((200, 400), (200 + swipe, 404))
        app.wait(f"document.querySelector(\"#app [data-identifier='mode-{mode}']\").getAttribute('aria-pressed') === 'true'")
        app.expect_live()


def test_the_other_camera(app):
    """R-PREV-2"""
    cameras = app.part("cameras")
    cameras.click()
    app.app.get_by_role("menuitem", name="Front Camera").click()
    app.wait_for_value("cameras", "^Front Camera$")
    app.expect_live()
    app.shot("front")
