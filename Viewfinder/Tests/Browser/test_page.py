"""The real page in a real browser, on whichever server PINHOLE_URL names, or on the scripted camera."""

import hashlib

from patience import PATIENCE


def pixels(viewfinder):
    return hashlib.sha256(viewfinder.page.locator("#view").screenshot()).hexdigest()


def test_preview_moves(url, open_viewfinder):
    viewfinder = open_viewfinder(url)
    viewfinder.wait_for_picture()
    before = pixels(viewfinder)
    # A camera whose pictures come again and again may show the same one twice.
    seen = set()
    for _ in range(5):
        sequence = viewfinder.metrics()["sequence"]
        viewfinder.wait(f"pinhole.metrics().sequence > {sequence + 5}")
        seen.add(pixels(viewfinder))
    assert seen != {before}
    assert viewfinder.metrics()["outOfOrder"] == 0
    assert viewfinder.metrics()["corrupt"] == 0


def test_latency_is_measured(url, open_viewfinder):
    viewfinder = open_viewfinder(url)
    viewfinder.wait("pinhole.metrics().count >= 20")
    viewfinder.page.evaluate("pinhole.resetMetrics()")
    viewfinder.wait("pinhole.metrics().count >= 20")
    metrics = viewfinder.metrics()
    # No bound on time here, which belongs to the bench; but a latency below the clocks' error would be a wrong one.
    assert metrics["p50"] > -metrics["clockUncertainty"]
    assert metrics["p50"] <= metrics["p99"]
    assert metrics["fps"] > 0
    assert metrics["firstPaint"] > 0


def test_shutter_gives_a_photo(url, open_viewfinder):
    viewfinder = open_viewfinder(url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    page.wait_for_selector("#shutter:not(:disabled)")
    known = viewfinder.count("photos")
    page.click("#shutter")
    viewfinder.wait_until(lambda: viewfinder.count("photos") > known)
    viewfinder.wait("document.querySelector('#thumbnail-image').naturalWidth > 0")
    page.click("#thumbnail")
    viewfinder.wait("document.querySelector('#lightbox').open && document.querySelector('#lightbox-image').naturalWidth > 0")
    facts = page.inner_text("#lightbox-facts")
    width = page.evaluate("document.querySelector('#lightbox-image').naturalWidth")
    assert str(width) in facts
    with page.expect_download() as download:
        page.click("#lightbox-download")
    name = page.inner_text("#lightbox-name")
    assert download.value.suggested_filename == name
    with open(download.value.path(), "rb") as photo:
        assert photo.read(2) == b"\xff\xd8"
    page.keyboard.press("Escape")
    viewfinder.wait("!document.querySelector('#lightbox').open")


def test_space_takes_a_photo_even_after_a_click(url, open_viewfinder):
    viewfinder = open_viewfinder(url)
    viewfinder.wait_for_picture()
    viewfinder.press_setting("#metrics-toggle")
    viewfinder.wait("!document.querySelector('#metrics').hidden")
    viewfinder.page.wait_for_selector("#shutter:not(:disabled)")
    known = viewfinder.count("photos")
    viewfinder.page.keyboard.press("Space")
    viewfinder.wait_until(lambda: viewfinder.count("photos") > known)


def test_camera_switch(url, open_viewfinder):
    viewfinder = open_viewfinder(url)
    viewfinder.wait_for_picture()
    if len(viewfinder.state()["cameras"]) < 2:
        assert viewfinder.page.is_disabled("#switch")
        return
    first = viewfinder.selected_camera()
    viewfinder.page.keyboard.press("c")
    viewfinder.wait(f"pinhole.state().selectedCamera !== '{first}'")
    sequence = viewfinder.metrics()["sequence"]
    viewfinder.wait(f"pinhole.state().phase === 'live' && pinhole.metrics().sequence !== {sequence}")
    # A front camera is mirrored in the picture itself or by the page, never left to the chance of a late state.
    mirrored = viewfinder.state()["isMirrored"]
    viewfinder.wait(f"document.querySelector('#view').hasAttribute('data-mirrored') === {str(mirrored).lower()}")


def test_zoom(url, open_viewfinder):
    viewfinder = open_viewfinder(url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    zoom = viewfinder.state().get("controls", {}).get("zoom")
    if not zoom or zoom["maximum"] <= zoom["minimum"]:
        assert not page.is_visible("#zoom")
        return
    page.keyboard.press("+")
    viewfinder.wait(f"pinhole.state().controls.zoom.factor > {zoom['factor']}")
    reached = viewfinder.state()["controls"]["zoom"]["factor"]
    page.mouse.move(640, 300)
    page.mouse.wheel(0, 240)
    viewfinder.wait(f"pinhole.state().controls.zoom.factor < {reached}")


def test_metrics(url, open_viewfinder):
    viewfinder = open_viewfinder(url)
    viewfinder.wait_for_picture()
    viewfinder.page.keyboard.press("f")
    viewfinder.wait("/^[1-9].*fps/.test(document.querySelector('[data-metric=fps] td').textContent)")
    viewfinder.wait("/ms/.test(document.querySelector('[data-metric=latency] td').textContent)")
    viewfinder.page.keyboard.press("f")
    viewfinder.wait("document.querySelector('#metrics').hidden")


def test_help(url, open_viewfinder):
    viewfinder = open_viewfinder(url)
    viewfinder.wait_for_picture()
    viewfinder.page.keyboard.press("?")
    viewfinder.wait("document.querySelector('#help').open")
    viewfinder.page.keyboard.press("Escape")
    viewfinder.wait("!document.querySelector('#help').open")


def test_policy(url, browser):
    """The page needs nothing that its own content security policy forbids, and gets the fine clock."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    complaints = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto(url)
    page.wait_for_selector("#controls:not([hidden])")
    page.keyboard.press("?")
    page.wait_for_selector("#help[open]")
    assert page.evaluate("crossOriginIsolated")
    assert [text for text in complaints if "Content Security Policy" in text] == []
    context.close()


def test_multipart_preview_in_an_image(url, browser):
    context = browser.new_context(bypass_csp=True)
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    page.goto(url.rstrip("/") + "/state")
    page.evaluate("document.body.innerHTML = '<img src=\"/preview.mjpeg\">'")
    page.wait_for_function("() => document.querySelector('img').naturalWidth > 0")
    context.close()


def test_narrow_and_low_windows_keep_every_control_visible(url, open_viewfinder):
    for size in [(360, 640), (390, 844), (844, 390), (667, 375), (1920, 1080)]:
        viewfinder = open_viewfinder(url, viewport={"width": size[0], "height": size[1]}, has_touch=True)
        viewfinder.wait_for_picture()
        for control in ["#shutter", "#switch", "#thumbnail", "#settings-open"]:
            box = viewfinder.page.locator(control).bounding_box()
            assert box["x"] >= 0 and box["y"] >= 0, (size, control)
            assert box["x"] + box["width"] <= size[0] and box["y"] + box["height"] <= size[1], (size, control)
            covered = viewfinder.page.evaluate(
                "([id, x, y]) => document.elementFromPoint(x, y)?.closest(id) === null",
                [control, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
            )
            # A disabled button lets its clicks through to what lies behind, which is fine.
            assert not covered or viewfinder.page.is_disabled(control), (size, control)
        viewfinder.shot(f"size-{size[0]}x{size[1]}")
        viewfinder.page.close()


def test_a_second_visit_asks_for_nothing_that_the_browser_has(url, open_viewfinder):
    viewfinder = open_viewfinder(url)
    page = viewfinder.page
    loaded = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/page/'))"
    for visit in range(2):
        page.goto(url)
        viewfinder.wait_for_picture()
        page.wait_for_selector("#shutter:not(:disabled)")
        # Letters come last.
        viewfinder.wait(f"{loaded}.filter(({{ name }}) => name.endsWith('.woff2')).length >= 3")
        sizes = page.evaluate(f"{loaded}.map(({{ transferSize }}) => transferSize)")
        assert len(sizes) > 30
        packed = page.evaluate(f"{loaded}.reduce((sum, {{ encodedBodySize }}) => sum + encodedBodySize, 0)")
        plain = page.evaluate(f"{loaded}.reduce((sum, {{ decodedBodySize }}) => sum + decodedBodySize, 0)")
        assert 0 < packed < plain / 2
    assert sum(sizes) == 0


def test_the_page_has_letters_of_its_own(url, open_viewfinder):
    viewfinder = open_viewfinder(url)
    viewfinder.wait_for_picture()
    viewfinder.wait("[...document.fonts].some((font) => font.family === 'Inter')")
    assert viewfinder.page.evaluate(
        """async () => {
        await document.fonts.ready;
        const fonts = [...document.fonts];
        await Promise.all(fonts.map((font) => font.load()));
        const shown = getComputedStyle(document.querySelector('#status-text')).fontFamily.split(',')[0];
        return [shown, fonts.map(({ weight, status, display }) => [weight, status, display])];
      }"""
    ) == ["Inter", [["400", "loaded", "swap"], ["500", "loaded", "swap"], ["550 700", "loaded", "swap"]]]


def test_the_timer_does_not_move_with_its_digits(url, open_viewfinder):
    viewfinder = open_viewfinder(url)
    viewfinder.wait_for_picture()
    viewfinder.wait("document.querySelector('#recording-facts')")
    narrow, wide = viewfinder.page.evaluate(
        """async () => {
        await Promise.all([...document.fonts].map((font) => font.load()));
        const facts = document.querySelector('#recording-facts'), timer = document.querySelector('#timer');
        facts.hidden = timer.hidden = false;
        const time = document.querySelector('#timer-time');
        return ['11:11', '00:00'].map((text) => {
          time.textContent = text;
          return time.getBoundingClientRect().width;
        });
      }"""
    )
    assert narrow == wide > 20
