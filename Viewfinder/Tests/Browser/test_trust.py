"""What the page shows is what the camera sees now, or it says that it is not."""

import signal

import pytest

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
STREAMS = "performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('/stream'))"


@pytest.fixture
def hung(scripted):
    """Makes the server hang, and lets it go on."""

    class Hung:
        def hang(self):
            scripted.process.send_signal(signal.SIGSTOP)

        def go_on(self):
            scripted.process.send_signal(signal.SIGCONT)

    hung = Hung()
    yield hung
    hung.go_on()


def dot(viewfinder):
    return viewfinder.page.evaluate("getComputedStyle(document.querySelector('#status .dot')).backgroundColor")


def expect_stale(viewfinder):
    viewfinder.wait("document.querySelector('#connection-text').textContent === 'The picture stands still'")
    viewfinder.wait("document.querySelector('#shutter').disabled")
    assert dot(viewfinder) == "rgb(255, 159, 10)"


@pytest.mark.usefixtures("own_process")
def test_a_server_that_hangs_is_noticed_and_found_again(scripted, hung, open_viewfinder):
    """R-PREV-1"""
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    hung.hang()
    expect_stale(viewfinder)
    viewfinder.shot("trust-stale")
    viewfinder.wait("document.body.hasAttribute('data-lost')")
    assert viewfinder.page.inner_text("#connection-text") == "Connection to the server lost – reconnecting"
    assert viewfinder.page.is_visible("#connection .spinner")
    assert dot(viewfinder) == "rgb(255, 159, 10)"
    viewfinder.shot("trust-hung")
    painted = viewfinder.metrics()["painted"]
    hung.go_on()
    viewfinder.wait(f"pinhole.metrics().painted > {painted} && !document.querySelector('#shutter').disabled")
    assert viewfinder.page.is_hidden("#connection")


def test_a_hidden_page_gives_its_streams_up(scripted, open_viewfinder):
    """The first stream, too, which is asked for before any module is there to abort it."""
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    # An entry is there once its request has ended.
    assert viewfinder.page.evaluate(f"{STREAMS}.length") == 0
    viewfinder.page.evaluate(
        "Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    viewfinder.wait(f"{STREAMS}.length === 1")
    painted = viewfinder.metrics()["painted"]
    viewfinder.page.evaluate(
        "delete document.visibilityState; document.dispatchEvent(new Event('visibilitychange'))"
    )
    viewfinder.wait(f"pinhole.metrics().painted > {painted + 10}")
    assert viewfinder.page.evaluate(f"{STREAMS}.length") == 1


def test_a_camera_that_falls_silent_is_told_of(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    scripted.say(rate=0)
    expect_stale(viewfinder)
    viewfinder.wait("/^[1-9]/.test(document.querySelector('#connection-age').textContent)")
    scripted.say(rate=30)
    viewfinder.wait("document.querySelector('#connection').hidden && !document.querySelector('#shutter').disabled")


def test_a_recording_whose_picture_stands_still_can_be_ended(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url, **PHONE)
    viewfinder.wait_for_picture()
    viewfinder.page.click("#mode input[value=video]", force=True)
    viewfinder.page.click("#record")
    viewfinder.wait("pinhole.state().recording.phase === 'recording'")
    scripted.say(rate=0)
    viewfinder.wait("!document.querySelector('#connection').hidden && document.querySelector('#photo-beside').disabled")
    viewfinder.shot("trust-recording")
    assert viewfinder.page.evaluate(
        "(() => { const [a, b] = ['#timer', '#connection'].map((id) => document.querySelector(id).getBoundingClientRect());"
        " return a.bottom <= b.top || b.bottom <= a.top || a.right <= b.left || b.right <= a.left; })()"
    ), "the time is covered"
    viewfinder.page.click("#record")
    viewfinder.wait("pinhole.state().recording.phase === 'idle'")


@pytest.mark.usefixtures("own_process")
def test_without_a_server_nothing_can_be_pressed(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    viewfinder.page.keyboard.press("r")
    viewfinder.wait("pinhole.state().recording.phase === 'recording'")
    scripted.process.kill()
    viewfinder.wait("document.body.hasAttribute('data-lost')")
    assert viewfinder.page.evaluate(
        "['record', 'pause', 'photo-beside', 'shutter'].every((id) => document.getElementById(id).disabled)"
    )
    viewfinder.shot("trust-killed")


def test_the_age_of_a_picture(evaluate):
    sequences = [
        # Now, the last frame, whether frames are expected; and the age after each of these looks.
        ([(0, 0, True), (200, 150, True), (400, 150, True), (1100, 150, True)], [None, None, None, None]),
        ([(0, 0, True), (500, 150, True), (1000, 150, True), (1160, 150, True)], [None, None, None, 1010]),
        # A page that was held up has not read what arrived meanwhile.
        ([(200, 150, True), (5000, 150, True), (5200, 5190, True)], [None, None, None]),
        ([(200, 150, True), (5000, 150, True), (5500, 150, True), (6010, 150, True)], [None, None, None, 1010]),
        # What stands still goes on standing still, whoever is held up.
        ([(600, 0, True), (1200, 0, True), (9000, 0, True)], [None, 1200, 9000]),
        # Nothing is expected while the camera is off, and again for a while once it is on.
        ([(600, 0, False), (1200, 0, False), (1800, 0, True), (2300, 0, True)], [None, None, None, 1100]),
    ]
    ages = evaluate(
        """async (sequences) => {
        const { PictureAge } = await import('/page/connection.js');
        return sequences.map((looks) => {
          const age = new PictureAge();
          return looks.map((look) => age.check(...look));
        });
      }""",
        [looks for looks, _ in sequences],
    )
    assert ages == [expected for _, expected in sequences]


def test_a_slider_that_is_not_seen_takes_no_taps(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url, **PHONE)
    viewfinder.wait_for_picture()
    viewfinder.wait("pinhole.state().controls.canFocusAtPoint")
    # The picture is behind the controls, too.
    viewfinder.press_setting("#fit")
    box = viewfinder.page.locator("#zoom-slider").bounding_box()
    factor = viewfinder.state()["controls"]["zoom"]["factor"]
    with viewfinder.page.expect_request("**/commands/focus"):
        viewfinder.page.touchscreen.tap(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2)
    assert viewfinder.state()["controls"]["zoom"]["factor"] == factor


def test_help_can_be_read_to_its_end_and_closed(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    for width, height in [(320, 568), (844, 390), (1440, 500)]:
        viewfinder.page.set_viewport_size({"width": width, "height": height})
        viewfinder.press_setting("#help-open")
        viewfinder.settle()
        viewfinder.page.locator("#help dd:visible").last.scroll_into_view_if_needed()
        viewfinder.shot(f"trust-help-{width}")
        boxes = viewfinder.page.evaluate(
            "[document.getElementById('help'), [...document.querySelectorAll('#help dd')].filter((dd) => dd.checkVisibility()).at(-1)]"
            ".map((part) => part.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"
        )
        assert all(0 <= top <= bottom <= height for top, bottom in boxes), (width, boxes)
        viewfinder.page.click("#help [data-close]")
        assert not viewfinder.page.is_visible("#help")


def test_help_lists_no_keys_to_fingers(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url, **PHONE)
    viewfinder.wait_for_picture()
    viewfinder.press_setting("#help-open")
    assert viewfinder.page.locator("#help kbd:visible").count() == 0
    assert viewfinder.page.locator("#help dt:visible").count() >= 2
    viewfinder.settle()
    viewfinder.shot("trust-help-fingers")


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1440, 900)])
def test_what_is_seen_is_what_is_saved(scripted, open_viewfinder, size):
    """The whole picture is shown until somebody wants the window filled."""
    viewfinder = open_viewfinder(scripted.url, viewport={"width": size[0], "height": size[1]})
    viewfinder.wait_for_picture()
    fit = "getComputedStyle(document.querySelector('#view')).objectFit"
    assert viewfinder.page.evaluate(fit) == "contain"
    viewfinder.shot(f"trust-whole-{size[0]}")
    viewfinder.press_setting("#fit")
    assert viewfinder.page.evaluate(fit) == "cover"
    assert viewfinder.page.get_attribute("#fit", "aria-checked") == "true"
