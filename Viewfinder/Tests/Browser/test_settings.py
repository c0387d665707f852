"""The sheet with all settings: by hand and by keys, remembered, and what each of them changes."""

import pytest

from test_accessibility import WINDOWS, expect_usable

PHONE = WINDOWS["phone"]


def open_sheet(viewfinder):
    viewfinder.page.click("#settings-open")
    viewfinder.page.wait_for_selector("#settings[open]")
    viewfinder.settle()


def label(viewfinder, name):
    return viewfinder.page.locator("#settings").get_by_role("switch", name=name, exact=True)


@pytest.mark.parametrize("window", [*WINDOWS, "wide"])
def test_everybody_can_use_the_sheet(window, scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url, **WINDOWS.get(window, {"viewport": {"width": 1440, "height": 900}}))
    viewfinder.wait_for_picture()
    # The camera's name and state, and the way to all settings.
    assert viewfinder.page.locator(".top button:visible").count() == 1
    open_sheet(viewfinder)
    expect_usable(viewfinder, f"settings-{window}")
    last = viewfinder.page.locator("#movie-folder")
    last.scroll_into_view_if_needed()
    box = last.bounding_box()
    assert 0 <= box["y"] and box["y"] + box["height"] <= viewfinder.page.viewport_size["height"]


def test_it_closes_by_the_button_by_escape_and_by_a_tap_elsewhere(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url, **PHONE)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    for close in [
        lambda: page.click("#settings [data-close]"), lambda: page.keyboard.press("Escape"), lambda: page.touchscreen.tap(195, 100),
    ]:
        open_sheet(viewfinder)
        # Between two settings it stays.
        box = page.locator("#settings h3").first.bounding_box()
        page.mouse.click(box["x"] - 15, box["y"] + 2)
        assert page.is_visible("#settings")
        close()
        page.wait_for_selector("#settings", state="hidden")


def test_it_is_reached_and_operated_by_the_keyboard(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    page.focus("#settings-open")
    page.keyboard.press("Enter")
    page.wait_for_selector("#settings[open]")
    visited = []
    while "help-open" not in visited:
        page.keyboard.press("Tab")
        visited.append(page.evaluate("document.activeElement.id || document.activeElement.dataset.preference"))
    assert visited == ["timer", "flash", "format", "shape", "photo-size", "movie-size", "torch", "grid", "fit", "mirrors", "transport", "sounds", "metrics-toggle", "power", "help-open"]
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "settings-open"
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("i")
    page.wait_for_selector("#settings[open]")


def test_it_is_remembered(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    assert not page.is_visible("#grid")
    open_sheet(viewfinder)
    label(viewfinder, "Grid").click()
    label(viewfinder, "Fill the window").click()
    page.locator("#settings [name=timer][value='10']").check()
    page.reload()
    viewfinder.wait_for_picture()
    assert page.is_visible("#grid")
    assert page.evaluate("getComputedStyle(document.querySelector('#view')).objectFit") == "cover"
    open_sheet(viewfinder)
    assert label(viewfinder, "Grid").get_attribute("aria-checked") == "true"
    assert page.is_checked("#settings [name=timer][value='10']")


def test_what_another_version_remembered_does_no_harm(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    for value in ["null", "nonsense", '{"timer":-7,"grid":"yes","fills":3}']:
        page.evaluate("(value) => localStorage.setItem('pinhole.preferences', value)", value)
        page.reload()
        viewfinder.wait_for_picture()
        assert not page.is_visible("#grid")
        assert page.locator("#settings [name=timer][value='0']").is_checked()


def test_the_grid_lies_on_the_thirds_of_the_picture(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url, **PHONE)
    viewfinder.wait_for_picture()
    viewfinder.press_setting("[data-preference=grid]")
    viewfinder.shot("grid-phone")
    for size in [(390, 844), (844, 390)]:
        viewfinder.page.set_viewport_size({"width": size[0], "height": size[1]})
        viewfinder.wait(f"innerWidth === {size[0]}")
        lines = viewfinder.page.locator("#grid path").last.bounding_box()
        # The scripted camera's pictures are 16 to 9.
        width = min(size[0], size[1] * 16 / 9)
        assert abs(lines["width"] - width) < 2 and abs(lines["height"] - width * 9 / 16) < 2
        assert abs(lines["x"] + lines["width"] / 2 - size[0] / 2) < 2 and abs(lines["y"] + lines["height"] / 2 - size[1] / 2) < 2


def test_a_photo_with_the_timer(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    page.evaluate("localStorage.setItem('pinhole.preferences', '{\"timer\":3}')")
    page.reload()
    viewfinder.wait_for_picture()
    page.wait_for_selector("#shutter:not(:disabled)")
    # Pressed again, and by Escape, it is not taken.
    for cancel in ["Space", "Escape"]:
        page.keyboard.press("Space")
        page.wait_for_selector("#countdown")
        assert page.get_attribute("#shutter", "aria-label") == "Cancel the timer"
        viewfinder.shot("countdown")
        page.keyboard.press(cancel)
        page.wait_for_selector("#countdown", state="hidden")
        viewfinder.wait("document.querySelector('#shutter').ariaLabel === 'Take photo'")
    shown = page.evaluate_handle(
        """() => {
          const shown = [];
          const number = document.getElementById('countdown');
          new MutationObserver(() => {
            if (!number.hidden && shown.at(-1) !== number.textContent) shown.push(number.textContent);
          }).observe(number, { childList: true, attributes: true });
          return shown;
        }"""
    )
    page.keyboard.press("Space")
    viewfinder.wait("pinhole.state().lastPhoto")
    assert shown.json_value() == ["3", "2", "1"]
    # Those that were not taken are none.
    assert viewfinder.state()["lastPhoto"]["name"] == "IMG_1.jpg"
    assert page.is_hidden("#countdown")


def test_the_front_cameras_picture_is_a_mirror_if_wanted(scripted, open_viewfinder):
    """R-PREV-2"""
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    viewfinder.page.keyboard.press("c")
    viewfinder.wait("document.querySelector('#view').hasAttribute('data-mirrored')")
    viewfinder.press_setting("[data-preference=mirrors]")
    viewfinder.wait("!document.querySelector('#view').hasAttribute('data-mirrored')")
    # A tap means the place that is seen there.
    with viewfinder.page.expect_request("**/commands/focus") as request:
        viewfinder.page.mouse.click(320, 300)
    assert abs(request.value.post_data_json["x"] - 0.25) < 0.01


def test_the_shutter_is_heard_unless_nobody_wants_it(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    page.evaluate(
        """() => {
          pinhole.heard = 0;
          const start = AudioScheduledSourceNode.prototype.start;
          AudioScheduledSourceNode.prototype.start = function (...when) { pinhole.heard += 1; return start.apply(this, when); };
          const startBuffer = AudioBufferSourceNode.prototype.start;
          AudioBufferSourceNode.prototype.start = function (...when) { pinhole.heard += 1; return startBuffer.apply(this, when); };
        }"""
    )
    page.keyboard.press("Space")
    viewfinder.wait("pinhole.heard > 0 && pinhole.state().lastPhoto?.name === 'IMG_1.jpg'")
    heard = page.evaluate("pinhole.heard")
    viewfinder.press_setting("[data-preference=sounds]")
    page.keyboard.press("Space")
    viewfinder.wait("pinhole.state().lastPhoto?.name === 'IMG_2.jpg'")
    assert page.evaluate("pinhole.heard") == heard


def test_power_torch_and_folders(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    open_sheet(viewfinder)
    page.click("#torch")
    viewfinder.wait("pinhole.state().controls.torch.isOn && document.querySelector('#torch').ariaChecked === 'true'")
    assert page.inner_text("#photo-folder") == viewfinder.state()["photoFolder"] != ""
    assert page.inner_text("#movie-folder") == viewfinder.state()["recording"]["folder"] != ""
    page.click("#power")
    page.wait_for_selector("#settings", state="hidden")
    viewfinder.wait("document.body.dataset.screen === 'stopped'")


def test_the_size_and_rate_of_movies(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    open_sheet(viewfinder)
    size, rate = page.get_by_label("Movie size"), page.get_by_label("Movie frame rate")
    assert size.locator("option").all_inner_texts() == ["Automatic", "4K, 3840 × 2160", "1080p, 1920 × 1080", "720p, 1280 × 720"]
    assert page.is_hidden("#movie-rate-row")
    size.select_option(label="1080p, 1920 × 1080")
    viewfinder.wait("pinhole.state().recording.format?.height === 1080")
    assert viewfinder.state()["recording"]["format"] == {"width": 1920, "height": 1080, "framesPerSecond": 30}
    page.wait_for_selector("#movie-rate-row", state="visible")
    assert rate.locator("option").all_inner_texts() == ["24 fps", "30 fps", "60 fps"]
    # By the keyboard, too.
    rate.focus()
    page.keyboard.press("ArrowDown")
    viewfinder.wait("pinhole.state().recording.format?.framesPerSecond === 60")
    expect_usable(viewfinder, "settings-movie")
    # The rate goes along as far as the size has it, and all pages show what is chosen.
    size.select_option(label="4K, 3840 × 2160")
    viewfinder.wait("pinhole.state().recording.format?.height === 2160")
    assert viewfinder.state()["recording"]["format"]["framesPerSecond"] == 30
    other = open_viewfinder(scripted.url)
    other.wait_for_picture()
    open_sheet(other)
    assert other.page.get_by_label("Movie size").input_value() == "3840x2160"
    # Nothing can be chosen while something is recorded.
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    viewfinder.wait("pinhole.state().recording.phase === 'recording'")
    assert size.is_disabled() and rate.is_disabled()
    page.keyboard.press("r")
    viewfinder.wait("pinhole.state().recording.phase === 'idle'")
    assert size.is_enabled()
    open_sheet(viewfinder)
    size.select_option(label="Automatic")
    viewfinder.wait("!pinhole.state().recording.format && document.querySelector('#movie-rate-row').hidden")


def test_a_size_that_is_refused_is_not_shown(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    page.route("**/commands/movieFormat", lambda route: route.fulfill(
        status=409, content_type="application/json", body='{"error": {"code": "unavailable", "message": "Not now."}}',
    ))
    open_sheet(viewfinder)
    with page.expect_response("**/commands/movieFormat"):
        page.get_by_label("Movie size").select_option(label="720p, 1280 × 720")
    viewfinder.wait("document.querySelector('#movie-size').value === ''")
    assert page.is_hidden("#movie-rate-row")
