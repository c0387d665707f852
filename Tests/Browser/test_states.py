"""Everything that can go wrong, on a scripted camera."""

import pytest

RESTARTABLE = ["permissionDenied", "noCamera", "disconnected", "failed"]


@pytest.mark.parametrize("phase", ["permissionDenied", "noCamera", "disconnected", "interrupted", "failed"])
def test_each_state_says_what_to_do(phase, scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    scripted.say(phase=phase)
    viewfinder.wait(f"document.body.dataset.screen === '{phase}'")
    words = viewfinder.state()["words"]
    assert page.inner_text("#screen-title") == words["title"]
    assert page.inner_text("#screen-advice") == words["advice"] != ""
    assert page.is_disabled("#shutter")
    assert page.is_visible("#restart") == (phase in RESTARTABLE)
    if phase == "failed":
        assert page.evaluate("document.querySelector('#controls').inert")
    viewfinder.shot(f"state-{phase}")
    if phase in RESTARTABLE:
        page.click("#restart")
    else:
        scripted.say(phase="live")
    viewfinder.wait("document.body.dataset.screen === '' && !document.querySelector('#controls').inert")
    page.wait_for_selector("#shutter:not(:disabled)")


def test_a_disconnected_camera_can_be_replaced_from_its_screen(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    scripted.say(phase="disconnected")
    viewfinder.page.click("#screen-cameras button >> nth=0")
    viewfinder.wait("pinhole.state().cameras.find(c => c.isSelected).id === 'front'")


def test_starting_is_shown_only_after_100_ms(scripted, open_viewfinder):
    scripted.say(phase="starting")
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait("document.body.dataset.screen === 'starting'")
    delay = viewfinder.page.evaluate("getComputedStyle(document.querySelector('.screen-body')).animationDelay")
    fill = viewfinder.page.evaluate("getComputedStyle(document.querySelector('.screen-body')).animationFillMode")
    assert (delay, fill) == ("0.1s", "backwards")
    scripted.say(phase="live")
    viewfinder.wait("document.body.dataset.screen === ''")


def test_a_failed_photo_is_explained(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    scripted.say(fail="The disk is full. Free some space and try again.")
    viewfinder.page.click("#shutter")
    viewfinder.wait("!document.querySelector('#toast').hidden")
    assert viewfinder.page.inner_text("#toast") == "The disk is full. Free some space and try again."


def test_the_page_reconnects_to_a_server_that_comes_back(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    port = scripted.url.rsplit(":", 1)[1].strip("/")
    scripted.stop()
    viewfinder.wait("!document.querySelector('#connection').hidden")
    viewfinder.shot("connection-lost")
    painted = viewfinder.figures()["painted"]
    scripted.start("--port", port)
    viewfinder.wait(f"document.querySelector('#connection').hidden && pinhole.figures().painted > {painted}")
    viewfinder.wait("pinhole.preview.status === 'open'")


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
    for _ in range(10):
        viewfinder.page.keyboard.press("Space")
    viewfinder.wait("fetch('photos').then(r => r.json()).then(r => r.photos.length === 10)")
