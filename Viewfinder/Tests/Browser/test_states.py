"""Everything that can go wrong, on a scripted camera."""

import pytest

# Every phase but live, and what its screen's button says; None where the camera comes back by itself.
PHASES = {
    "stopped": "Start Camera",
    "inBackground": None,
    "askingForPermission": None,
    "permissionDenied": "Restart Camera",
    "restricted": "Restart Camera",
    "noCamera": "Look Again",
    "disconnected": "Look Again",
    "starting": None,
    "interrupted": None,
    "recovering": None,
}
INTERRUPTIONS = [
    "background", "microphoneInUse", "cameraInUse", "severalAppsOnScreen", "systemPressure", "sensitiveContent",
]


def test_each_state_says_what_to_do(scripted, open_viewfinder):
    """R-PREV-4"""
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    for phase, button in PHASES.items():
        expect_words_and_way_out(scripted, viewfinder, phase, button)


def told(page, sentence):
    """What the page says for a sentence of the server: a key of its catalog, or one with its values."""
    return page.evaluate("(sentence) => import('/page/text.js').then((text) => text.told(sentence))", sentence)


def expect_words_and_way_out(scripted, viewfinder, phase, button):
    page = viewfinder.page
    scripted.say(phase=phase)
    viewfinder.wait(f"document.body.dataset.screen === '{phase}'")
    message = {part: told(page, sentence) for part, sentence in viewfinder.state()["message"].items()}
    assert page.inner_text("#screen-title") == message["title"]
    assert page.inner_text("#screen-advice") == message["advice"] != ""
    assert message["title"] in page.inner_text("#announcer")
    assert page.is_disabled("#shutter")
    assert page.is_disabled("#torch")
    assert not page.is_visible("#zoom")
    assert page.is_visible("#screen-action") == (button is not None)
    viewfinder.settle()
    viewfinder.shot(f"state-{phase}")
    if button:
        assert page.inner_text("#screen-action") == button
        page.click("#screen-action")
    else:
        scripted.say(phase="live")
    viewfinder.wait("document.body.dataset.screen === '' && !document.querySelector('#controls').inert")
    page.wait_for_selector("#shutter:not(:disabled)")
    assert "Live" in page.inner_text("#announcer")


def test_each_reason_of_an_interruption_is_shown_in_words_and_picture(scripted, open_viewfinder):
    """R-PREV-4"""
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    seen = set()
    for reason in INTERRUPTIONS:
        scripted.say(phase="interrupted", interruption=reason)
        viewfinder.wait(f"pinhole.state().interruption === '{reason}'")
        icon = viewfinder.page.get_attribute("#screen use", "href")
        seen.add((viewfinder.page.inner_text("#screen-title"), icon))
        assert viewfinder.page.is_disabled("#shutter")
        viewfinder.settle()
        viewfinder.shot(f"interrupted-{reason}")
    assert len({title for title, _ in seen}) == len({icon for _, icon in seen}) == 6


def test_a_failed_camera_leaves_restart_as_the_only_way_out(scripted, open_viewfinder):
    """R-LIFE-6"""
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    page.focus("#shutter")
    # A dialog that is open must not lie above the overlay.
    page.keyboard.press("?")
    page.wait_for_selector("#help[open]")
    scripted.say(phase="failed")
    page.wait_for_selector("#restart-overlay")
    assert not page.is_visible("#help")
    assert page.get_attribute("#restart-overlay", "role") == "alertdialog"
    assert page.get_attribute("#restart-overlay", "aria-modal") == "true"
    assert page.evaluate("document.activeElement.id") == "restart"
    viewfinder.settle()
    viewfinder.shot("state-failed")
    # By the keyboard: nothing but the button can be reached, and no key does anything to the camera.
    for key in ["Tab", "Tab", "Shift+Tab"]:
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.id") in ["restart", ""]
    commands = []
    page.on("request", lambda request: commands.append(request.url) if "/commands/" in request.url else None)
    for key in ["c", "t", "o", "+", "p", "l", "w", "i", "?", "Escape"]:
        page.keyboard.press(key)
    # By the pointer.
    for control in ["#shutter", "#switch", "#settings-open", "#thumbnail", "#stage"]:
        box = page.locator(control).bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 5)
    assert commands == []
    assert page.is_visible("#restart-overlay") and not page.is_visible("#help") and not page.is_visible("#settings")
    # For readers of the screen.
    assert viewfinder.buttons_for_readers() == ["Restart Camera"]
    page.focus("#restart")
    page.keyboard.press("Enter")
    page.wait_for_selector("#restart-overlay", state="hidden")
    viewfinder.wait("document.body.dataset.screen === '' && !document.querySelector('#controls').inert")
    assert [url.rsplit("/", 1)[1] for url in commands] == ["restart"]
    assert page.evaluate("document.activeElement.id") == "shutter"


def test_the_user_stops_and_starts(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    page.keyboard.press("o")
    viewfinder.wait("document.body.dataset.screen === 'stopped'")
    assert page.text_content("#power") == "Start the camera"
    viewfinder.press_setting("#power")
    viewfinder.wait("document.body.dataset.screen === ''")
    assert page.text_content("#power") == "Stop the camera"


def test_heat_is_shown_with_the_frame_rate_that_is_left(scripted, open_viewfinder):
    """R-MULTI-5"""
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    assert not viewfinder.page.is_visible("#pressure")
    for level, limit, text in [
        ("fair", None, "Heat: fair"), ("serious", 20, "Heat: serious · 20 fps"), ("critical", 15, "Heat: critical · 15 fps"),
        ("shutdown", None, "Heat: too high"),
    ]:
        scripted.say(pressure=level, limit=limit)
        viewfinder.wait("!document.querySelector('#pressure').hidden")
        assert viewfinder.page.inner_text("#pressure").strip() == text
        assert text in viewfinder.page.inner_text("#announcer")
        viewfinder.settle()
        viewfinder.shot(f"heat-{level}")
        scripted.say(pressure="nominal")
        viewfinder.wait("document.querySelector('#pressure').hidden")


def test_a_real_camera_has_no_simulator(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    viewfinder.page.keyboard.press("s")
    assert not viewfinder.page.is_visible("#simulator-toggle") and not viewfinder.page.is_visible("#simulator")
    requests = viewfinder.page.evaluate("performance.getEntriesByType('resource').map(entry => entry.name)")
    assert not [name for name in requests if "simulator" in name]


def test_a_disconnected_camera_can_be_replaced_from_its_screen(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    scripted.say(phase="disconnected")
    viewfinder.page.click("#screen-cameras button >> nth=0")
    viewfinder.wait("pinhole.state().selectedCamera === 'front'")


def test_waiting_for_the_first_picture_is_shown_only_after_100_ms(scripted, open_viewfinder):
    """R-LIFE-11"""
    scripted.say(rate=0)
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait("document.body.dataset.screen === 'starting'")
    style = viewfinder.page.evaluate(
        "(({ animationDelay, animationFillMode }) => [animationDelay, animationFillMode])"
        "(getComputedStyle(document.querySelector('.screen-body')))"
    )
    assert style == ["0.1s", "backwards"]
    assert viewfinder.page.inner_text("#announcer") == ""
    scripted.say(rate=30)
    viewfinder.wait("document.body.dataset.screen === ''")


def test_a_failed_photo_is_explained(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    scripted.say(fail="The disk is full. Free some space and try again.")
    viewfinder.page.click("#shutter")
    viewfinder.wait_for_toast("The disk is full. Free some space and try again.")


@pytest.mark.usefixtures("own_process")
def test_the_page_reconnects_to_a_server_that_comes_back(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    port = scripted.url.rsplit(":", 1)[1].strip("/")
    scripted.stop()
    viewfinder.wait("!document.querySelector('#connection').hidden")
    viewfinder.shot("connection-lost")
    painted = viewfinder.metrics()["painted"]
    scripted.start("--port", port)
    viewfinder.wait(f"document.querySelector('#connection').hidden && pinhole.metrics().painted > {painted}")
    viewfinder.wait("pinhole.preview.status === 'open'")


@pytest.mark.usefixtures("own_process")
def test_a_server_that_was_restarted_is_spoken_of_once(scripted, open_viewfinder):
    """R-PREV-4"""
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    viewfinder.page.wait_for_selector("#shutter:not(:disabled)")
    assert viewfinder.page.is_hidden("#toast")
    port = scripted.url.rsplit(":", 1)[1].strip("/")
    scripted.stop()
    viewfinder.wait("document.body.hasAttribute('data-lost')")
    # The last picture stays, dimmed.
    assert viewfinder.page.is_visible("#view") and viewfinder.page.evaluate("document.body.dataset.screen") == ""
    scripted.start("--port", port)
    viewfinder.wait("document.querySelector('#toast').textContent.includes('The server was restarted')")
    viewfinder.page.wait_for_selector("#shutter:not(:disabled)")
    viewfinder.page.evaluate("document.querySelector('#toast').textContent = ''")
    painted = viewfinder.metrics()["painted"]
    viewfinder.wait(f"pinhole.metrics().painted > {painted + 5}")
    assert viewfinder.page.text_content("#toast") == ""


def test_a_device_that_slept_connects_anew_and_says_so(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    asked = []
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1]))
    page.evaluate("() => { const now = Date.now; Date.now = () => now() + 180_000; }")
    viewfinder.wait("document.querySelector('#toast').textContent.includes('this device slept for 3 minutes')")
    viewfinder.shot("slept")
    assert {"stream", "events"} <= set(asked)
    painted = viewfinder.metrics()["painted"]
    viewfinder.wait(f"pinhole.metrics().painted > {painted + 5} && !document.querySelector('#shutter').disabled")


@pytest.mark.usefixtures("own_process")
def test_without_a_picture_and_a_server_the_page_is_not_just_black(scripted, open_viewfinder):
    """R-PREV-4"""
    scripted.say(rate=0)
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait("document.body.dataset.screen === 'starting'")
    port = scripted.url.rsplit(":", 1)[1].strip("/")
    scripted.stop()
    viewfinder.wait("document.body.dataset.screen === 'unreachable'")
    assert viewfinder.page.inner_text("#screen-title") == "The server does not answer"
    assert viewfinder.page.is_disabled("#shutter")
    viewfinder.shot("state-unreachable")
    scripted.start("--port", port)
    viewfinder.wait("document.body.dataset.screen === '' && pinhole.pictureIsShown")


def test_focus_square_and_point(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    with viewfinder.page.expect_request("**/commands/focus") as request:
        viewfinder.page.mouse.click(320, 180)
    # 16:9 in 16:9: nothing is cropped.
    assert request.value.post_data_json == {"x": 0.25, "y": 0.25}
    viewfinder.wait("document.querySelector('#focus-square').hidden")


def test_front_camera_is_mirrored_and_its_points_are_not(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    viewfinder.page.click("#switch")
    viewfinder.page.click("#camera-menu button >> text=Front Camera")
    viewfinder.wait("document.querySelector('#view').hasAttribute('data-mirrored')")
    with viewfinder.page.expect_request("**/commands/focus") as request:
        viewfinder.page.mouse.click(320, 180)
    assert request.value.post_data_json == {"x": 0.75, "y": 0.25}


def test_a_burst_loses_no_photo(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    viewfinder.page.wait_for_selector("#shutter:not(:disabled)")
    for _ in range(10):
        viewfinder.page.keyboard.press("Space")
    viewfinder.wait_until(lambda: viewfinder.count("photos") == 10)


def test_a_camera_that_is_gone_is_named_with_the_one_that_took_over(scripted, open_viewfinder):
    """R-PREV-4"""
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    names = {camera["id"]: camera["name"] for camera in viewfinder.state()["cameras"]}
    scripted.say(unplug="front")
    viewfinder.wait("pinhole.state().cameras.length === " + str(len(names) - 1))
    # Nobody looked through that one.
    assert viewfinder.page.is_hidden("#toast")
    scripted.say(unplug="back")
    viewfinder.wait("pinhole.state().selectedCamera !== 'back'")
    state = viewfinder.state()
    successor = next(camera for camera in state["cameras"] if camera["id"] == state["selectedCamera"])
    viewfinder.wait_for_toast(f"{names['back']} is gone. {successor['name']} took over.")
