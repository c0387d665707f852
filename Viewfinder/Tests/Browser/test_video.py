"""The live picture as H.264: in a real browser, from the whole of Pinhole, and where it cannot be."""

from test_pinhole import timecode


def choose(viewfinder, transport):
    viewfinder.page.click("#settings-open")
    viewfinder.page.locator(f"#settings [name=transport][value={transport}]").check()
    viewfinder.page.keyboard.press("Escape")
    viewfinder.page.wait_for_selector("#settings", state="hidden")


def streams(page):
    """The addresses of the streams that the page asks for from now on."""
    asked = []
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1]) if "/stream" in request.url else None)
    return asked


def expect_moving(viewfinder, codec):
    viewfinder.wait(f"pinhole.metrics().codec === '{codec}'")
    painted = viewfinder.metrics()["painted"]
    viewfinder.wait(f"pinhole.metrics().codec === '{codec}' && pinhole.metrics().painted > {painted + 20}")


def test_the_moving_picture_is_decoded(start, open_viewfinder):
    """R-PREV-3"""
    viewfinder = open_viewfinder(start("--camera", "iphone", "--timecode").url)
    viewfinder.wait_for_picture()
    assert viewfinder.metrics()["codec"] == "jpeg"
    choose(viewfinder, "h264")
    expect_moving(viewfinder, "h264")
    # What was painted last while H.264 was asked for may have been the still picture before it.
    viewfinder.page.evaluate("pinhole.resetMetrics()")
    first, first_time = timecode(viewfinder)
    painted = viewfinder.metrics()["painted"]
    viewfinder.wait(f"pinhole.metrics().painted > {painted + 20}")
    second, second_time = timecode(viewfinder)
    assert second > first
    # Each picture is the frame that it says it is: the camera runs at 30 frames a second, whatever was lost on the way.
    assert abs((second_time - first_time) / 1e9 * 30 - (second - first)) < 0.01
    metrics = viewfinder.metrics()
    assert metrics["outOfOrder"] == metrics["corrupt"] == 0
    assert (metrics["width"], metrics["height"]) == tuple(
        viewfinder.page.evaluate("[document.querySelector('#view').width, document.querySelector('#view').height]")
    )
    assert viewfinder.page.is_hidden("#transport-note")
    viewfinder.page.keyboard.press("p")
    viewfinder.wait("document.querySelector('[data-metric=picture] td').textContent.includes('H.264')")
    # It is remembered, and JPEG is there again when it is wanted.
    viewfinder.page.reload()
    viewfinder.wait_for_picture()
    expect_moving(viewfinder, "h264")
    choose(viewfinder, "jpeg")
    expect_moving(viewfinder, "jpeg")


def test_another_camera_goes_on_in_h264(start, open_viewfinder):
    viewfinder = open_viewfinder(start("--camera", "iphone").url)
    viewfinder.wait_for_picture()
    choose(viewfinder, "h264")
    expect_moving(viewfinder, "h264")
    viewfinder.page.keyboard.press("c")
    viewfinder.wait("document.querySelector('#view').hasAttribute('data-mirrored')")
    expect_moving(viewfinder, "h264")


def test_both_of_two_cameras_come_as_h264(start, open_viewfinder):
    """R-MULTI-7"""
    viewfinder = open_viewfinder(start("--camera", "iphone", "--dual").url)
    viewfinder.wait_for_picture()
    choose(viewfinder, "h264")
    expect_moving(viewfinder, "h264")
    viewfinder.wait("pinhole.metrics(1).codec === 'h264' && pinhole.metrics(1).painted > 20")


def test_two_pages_share_one_video(start, open_viewfinder):
    pinhole = start("--camera", "iphone")
    pages = [open_viewfinder(pinhole.url) for _ in range(2)]
    for viewfinder in pages:
        viewfinder.wait_for_picture()
        choose(viewfinder, "h264")
    for viewfinder in pages:
        expect_moving(viewfinder, "h264")
    # Who leaves takes nothing from the other.
    pages[0].page.goto("about:blank")
    expect_moving(pages[1], "h264")


def test_a_decoder_that_fails_leaves_jpeg_and_says_so(start, open_viewfinder):
    viewfinder = open_viewfinder(start("--camera", "iphone").url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    page.evaluate(
        """() => {
          pinhole.decode = VideoDecoder.prototype.decode;
          VideoDecoder.prototype.decode = () => { throw new DOMException('', 'DataError'); };
        }"""
    )
    choose(viewfinder, "h264")
    viewfinder.wait("document.querySelector('#transport-note').textContent.includes('could not keep up')")
    expect_moving(viewfinder, "jpeg")
    assert page.evaluate("document.body.dataset.screen") == "" and page.is_hidden("#connection")
    # Chosen once more, it is tried once more.
    page.evaluate("() => { VideoDecoder.prototype.decode = pinhole.decode; }")
    page.click("#settings-open")
    page.locator("#settings [name=transport][value=h264]").click()
    viewfinder.wait("document.querySelector('#transport-note').hidden")
    expect_moving(viewfinder, "h264")


def test_a_decoder_that_does_not_load_leaves_jpeg_and_says_so(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    page.route("**/video-decoding.js", lambda route: route.abort())
    asked = streams(page)
    choose(viewfinder, "h264")
    viewfinder.wait("document.querySelector('#transport-note').textContent.includes('could not be loaded')")
    expect_moving(viewfinder, "jpeg")
    assert asked == []
    page.unroute("**/video-decoding.js")
    with page.expect_request("**/stream?as=h264"):
        page.reload()
    viewfinder.wait_for_picture()
    assert page.is_hidden("#transport-note")


def test_a_browser_without_it_gets_jpeg_and_says_why(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    page.add_init_script("delete window.VideoDecoder")
    page.reload()
    viewfinder.wait_for_picture()
    asked = streams(page)
    choose(viewfinder, "h264")
    viewfinder.wait("document.querySelector('#transport-note').textContent.includes('does not decode H.264')")
    expect_moving(viewfinder, "jpeg")
    assert asked == []


def test_a_camera_that_gives_jpeg_is_shown_as_it_is(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    asked = streams(viewfinder.page)
    choose(viewfinder, "h264")
    viewfinder.wait("performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/video-decoding.js'))")
    expect_moving(viewfinder, "jpeg")
    assert set(asked) == {"stream?as=h264"}
    assert viewfinder.page.is_hidden("#transport-note")


def test_on_this_machine_it_comes_as_jpeg_unless_it_is_wanted_otherwise(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    asked = streams(viewfinder.page)
    viewfinder.page.reload()
    viewfinder.wait_for_picture()
    viewfinder.page.wait_for_selector("#shutter:not(:disabled)")
    expect_moving(viewfinder, "jpeg")
    assert asked == ["stream"]
