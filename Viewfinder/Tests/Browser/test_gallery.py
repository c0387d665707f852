"""Photos and movies: thumbnails made by the server, swiped, pinched, selected, shared, downloaded, deleted and brought back."""

import io
import zipfile

import pytest

from test_accessibility import WINDOWS, expect_usable

PHONE = WINDOWS["phone"]
TILES = "document.querySelectorAll('#gallery-tiles img')"


@pytest.fixture
def filled(scripted, open_viewfinder):
    """The page of a server with three photos and a movie, the newest last."""

    def open_filled(**options):
        viewfinder = open_viewfinder(scripted.url, **options)
        viewfinder.wait_for_picture()
        page = viewfinder.page
        page.evaluate(
            """async () => {
              const send = (name, body = {}) => fetch(`commands/${name}`, {
                method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
              });
              await send('startRecording');
              await send('stopRecording');
              for (let number = 0; number < 3; number += 1) await send('photo');
            }"""
        )
        page.wait_for_selector("#thumbnail[aria-label*='IMG_3']")
        return viewfinder

    return open_filled


def open_gallery(viewfinder):
    viewfinder.page.evaluate("document.activeElement.blur()")
    viewfinder.page.keyboard.press("g")
    viewfinder.wait(f"[...{TILES}].filter((image) => image.naturalWidth > 0).length === 4")
    viewfinder.settle()


def open_lightbox(viewfinder):
    viewfinder.page.evaluate("document.activeElement.blur()")
    viewfinder.page.keyboard.press("l")
    expect_item(viewfinder, "IMG_3.jpg")
    viewfinder.wait("document.querySelector('#lightbox-image').naturalWidth > 0")
    viewfinder.settle()


def expect_item(viewfinder, name):
    viewfinder.wait(f"document.querySelector('#lightbox').open && document.querySelector('#lightbox-name').textContent === '{name}'")


def test_photos_are_called_by_their_time(filled):
    viewfinder = filled()
    open_lightbox(viewfinder)
    page = viewfinder.page
    # A test that runs at midnight finds another day.
    assert page.inner_text("#lightbox-title").startswith(("Today, ", "Yesterday, "))
    title = page.inner_text("#lightbox-title")
    assert page.get_attribute("#lightbox", "aria-label") == f"Photo, {title}"
    assert title in page.get_attribute("#lightbox-image", "alt")
    assert page.inner_text("#lightbox-name") == "IMG_3.jpg"
    page.keyboard.press("Escape")
    open_gallery(viewfinder)
    assert tile(viewfinder, "IMG_3").get_attribute("title").split("\n")[0] == title


def tile(viewfinder, name):
    return viewfinder.page.locator(f"#gallery-tiles button[aria-label*='{name}']")


def fingers(viewfinder):
    """Sends touches: a kind, and where the fingers are."""
    session = viewfinder.page.context.new_cdp_session(viewfinder.page)

    def touch(kind, *places, **more):
        points = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(places)]
        session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points, **more})

    return touch


def swipe(viewfinder, start, end, y=400):
    touch = fingers(viewfinder)
    touch("Start", (start, y))
    for step in range(1, 5):
        touch("Move", (start + (end - start) * step / 4, y))
    touch("End")


def test_late_news_do_not_hide_what_is_newer(filled):
    viewfinder = filled()
    # The answers that a loading gallery waits for are older than what arrives meanwhile; and a movie is told of after a newer photo.
    viewfinder.page.evaluate(
        """async () => {
          const { Gallery } = await import('/page/gallery.js');
          const gallery = new Gallery({ onError() {}, onNotice() {} });
          const at = (second) => ({ bytes: 9, date: new Date(Date.UTC(2040, 0, 1, 0, 0, second)).toISOString() });
          const original = window.fetch;
          let letGo;
          const gate = new Promise((resolve) => { letGo = resolve; });
          window.fetch = async (url) => { const answer = await original(url); await gate; return answer; };
          const loaded = gallery.load();
          gallery.setLast({ ...at(2), name: 'IMG_9.jpg' });
          gallery.setLastMovie({ ...at(1), name: 'MOV_9.mp4', isPlayable: true });
          letGo();
          await loaded;
          window.fetch = original;
        }"""
    )
    assert viewfinder.page.get_attribute("#thumbnail", "aria-label").endswith("IMG_9.jpg")


def test_thumbnails_are_made_by_the_server(filled):
    viewfinder = filled()
    asked = []
    viewfinder.page.on("request", lambda request: asked.append(request.url))
    # Nothing is there from before.
    viewfinder.page.reload()
    viewfinder.wait_for_picture()
    open_gallery(viewfinder)
    media = [url for url in asked if "/photos/" in url or "/movies/" in url]
    # No photo and no movie is loaded for its picture.
    assert media and all(url.endswith("?as=thumbnail") for url in media)
    assert viewfinder.page.evaluate(f"[...{TILES}].every((image) => image.naturalWidth === 480)")


def test_a_thumbnail_that_cannot_be_made_leaves_no_broken_picture(filled):
    viewfinder = filled()
    page = viewfinder.page
    page.route("**/*IMG_4.jpg?as=thumbnail", lambda route: route.fulfill(status=404))
    page.click("#shutter")
    page.wait_for_selector("#thumbnail[aria-label*='IMG_4']")
    page.wait_for_selector("#thumbnail-image", state="hidden")
    page.click("#shutter")
    page.wait_for_selector("#thumbnail[aria-label*='IMG_5'] #thumbnail-image")
    viewfinder.wait("document.querySelector('#thumbnail-image').naturalWidth > 0")


@pytest.mark.parametrize("window", [*WINDOWS, "wide"])
def test_everybody_can_select(window, filled):
    viewfinder = filled(**WINDOWS.get(window, {"viewport": {"width": 1440, "height": 900}}))
    open_gallery(viewfinder)
    viewfinder.page.click("#gallery-select")
    tile(viewfinder, "IMG_2").click()
    tile(viewfinder, "MOV_1").click()
    assert viewfinder.page.inner_text("#gallery-count") == "2 selected"
    expect_usable(viewfinder, f"gallery-selecting-{window}")


def test_fingers_swipe_and_pinch(filled):
    viewfinder = filled(**PHONE)
    open_lightbox(viewfinder)
    image = viewfinder.page.locator("#lightbox-image")
    # To the first of them, and no further; a short push takes none.
    swipe(viewfinder, 100, 300)
    expect_item(viewfinder, "IMG_3.jpg")
    swipe(viewfinder, 200, 170)
    expect_item(viewfinder, "IMG_3.jpg")
    swipe(viewfinder, 300, 100)
    expect_item(viewfinder, "IMG_2.jpg")
    viewfinder.wait("document.querySelector('#lightbox-image').naturalWidth > 0")
    whole = image.bounding_box()
    touch = fingers(viewfinder)
    touch("Start", (170, 400), (220, 400))
    touch("Move", (145, 400), (245, 400))
    touch("Move", (120, 400), (270, 400))
    touch("End")
    assert abs(image.bounding_box()["width"] / whole["width"] - 3) < 0.05
    viewfinder.shot("lightbox-pinched")
    # A finger moves what is larger than the window, up to its edge.
    swipe(viewfinder, 70, 380)
    swipe(viewfinder, 70, 380)
    assert abs(image.bounding_box()["x"] - whole["x"]) < 2
    expect_item(viewfinder, "IMG_2.jpg")
    # Two taps show the whole again; however long this machine takes for it, they are a fifth of a second apart.
    now = viewfinder.page.evaluate("Date.now() / 1000")
    for tap in (now, now + 0.2):
        touch("Start", (195, 400), timestamp=tap)
        touch("End", timestamp=tap + 0.05)
    assert abs(image.bounding_box()["width"] - whole["width"]) < 1
    swipe(viewfinder, 300, 100)
    expect_item(viewfinder, "IMG_1.jpg")
    swipe(viewfinder, 300, 100)
    expect_item(viewfinder, "MOV_1.mp4")
    # Nor does a finger that begins on a button leave the page.
    swipe(viewfinder, 30, 380, y=400)
    expect_item(viewfinder, "MOV_1.mp4")
    # A movie, too, is pushed aside.
    swipe(viewfinder, 100, 300, y=300)
    expect_item(viewfinder, "IMG_1.jpg")


def test_wheel_and_keys_magnify(filled):
    viewfinder = filled()
    open_lightbox(viewfinder)
    width = "document.querySelector('#lightbox-image').getBoundingClientRect().width"
    whole = viewfinder.page.evaluate(width)
    viewfinder.page.mouse.move(640, 300)
    viewfinder.page.mouse.wheel(0, -300)
    viewfinder.wait(f"{width} > {whole * 1.5}")
    viewfinder.page.mouse.wheel(0, 3000)
    viewfinder.wait(f"Math.abs({width} - {whole}) < 1")
    viewfinder.page.keyboard.press("+")
    viewfinder.wait(f"Math.abs({width} - {whole * 1.5}) < 1")
    viewfinder.page.keyboard.press("ArrowRight")
    expect_item(viewfinder, "IMG_2.jpg")
    viewfinder.wait(f"Math.abs({width} - {whole}) < 1")


def test_a_deletion_is_undone(filled, tmp_path):
    viewfinder = filled()
    page = viewfinder.page
    open_lightbox(viewfinder)
    page.click("#lightbox-delete")
    expect_item(viewfinder, "IMG_2.jpg")
    assert not (tmp_path / "photos/IMG_3.jpg").exists()
    page.wait_for_selector("#undo")
    viewfinder.settle()
    viewfinder.shot("gallery-undo")
    # Where it is deleted does not matter: the way back goes along.
    page.keyboard.press("Escape")
    page.wait_for_selector("#lightbox", state="hidden")
    assert page.get_attribute("#thumbnail", "aria-label").endswith("IMG_2.jpg")
    page.click("#undo-action")
    page.wait_for_selector("#thumbnail[aria-label$='IMG_3.jpg']")
    assert (tmp_path / "photos/IMG_3.jpg").exists() and page.is_hidden("#undo")


def test_several_are_deleted_and_brought_back_by_keys(filled, tmp_path):
    viewfinder = filled()
    page = viewfinder.page
    open_gallery(viewfinder)
    page.keyboard.press("Control+a")
    assert page.inner_text("#gallery-count") == "4 selected"
    # Escape leaves the selection first.
    page.keyboard.press("Escape")
    assert page.is_visible("#gallery") and page.is_hidden("#gallery-actions")
    page.keyboard.press("Control+a")
    tile(viewfinder, "IMG_1").click()
    assert tile(viewfinder, "IMG_1").get_attribute("aria-pressed") == "false"
    page.keyboard.press("Delete")
    viewfinder.wait(f"{TILES}.length === 1 && document.querySelector('#undo-text').textContent === '3 deleted'")
    assert [file.name for file in (tmp_path / "photos").glob("*.jpg")] == ["IMG_1.jpg"]
    assert not list((tmp_path / "movies").glob("*.mp4"))
    page.keyboard.press("Control+z")
    viewfinder.wait(f"{TILES}.length === 4")
    assert len(list((tmp_path / "photos").glob("*.jpg"))) == 3 and len(list((tmp_path / "movies").glob("*.mp4"))) == 1
    # Nothing is left of the way there and back.
    assert not list(tmp_path.glob("*/.pinhole-deleted"))


@pytest.mark.usefixtures("own_process")
def test_a_crash_loses_nothing_that_could_be_undone(filled, scripted, open_viewfinder, tmp_path):
    viewfinder = filled()
    open_lightbox(viewfinder)
    viewfinder.page.click("#lightbox-delete")
    expect_item(viewfinder, "IMG_2.jpg")
    scripted.process.kill()
    scripted.process.wait()
    assert not (tmp_path / "photos/IMG_3.jpg").exists()
    scripted.start()
    again = open_viewfinder(scripted.url)
    again.wait_until(lambda: again.count("photos") == 3)


def test_several_are_downloaded_as_one_archive(filled, tmp_path):
    viewfinder = filled()
    page = viewfinder.page
    open_gallery(viewfinder)
    page.click("#gallery-select")
    assert page.is_disabled("#gallery-download")
    page.click("#gallery-all")
    with page.expect_download() as download:
        page.click("#gallery-download")
    assert download.value.suggested_filename.startswith("Pinhole 20") and download.value.suggested_filename.endswith(".zip")
    with open(download.value.path(), "rb") as file:
        archive = zipfile.ZipFile(io.BytesIO(file.read()))
    assert archive.testzip() is None
    files = {file.name: file.read_bytes() for file in [*tmp_path.glob("photos/*.jpg"), *tmp_path.glob("movies/*.mp4")]}
    assert {name: archive.read(name) for name in archive.namelist()} == files
    # One alone comes as it is.
    for name in ["IMG_1", "IMG_2", "IMG_3"]:
        tile(viewfinder, name).click()
    with page.expect_download() as download:
        page.click("#gallery-download")
    assert download.value.suggested_filename == "MOV_1.mp4"


def test_files_are_shared_where_the_browser_can(filled):
    viewfinder = filled()
    page = viewfinder.page
    page.evaluate(
        """() => {
          pinhole.shared = [];
          navigator.canShare = ({ files }) => files.length > 0;
          navigator.share = async ({ files }) => pinhole.shared.push(files.map(({ name, type, size }) => [name, type, size > 1000]));
        }"""
    )
    open_lightbox(viewfinder)
    page.click("#lightbox-share")
    viewfinder.wait("pinhole.shared.length === 1")
    page.click("#lightbox-grid")
    page.click("#gallery-select")
    tile(viewfinder, "IMG_2").click()
    tile(viewfinder, "MOV_1").click()
    page.click("#gallery-share")
    viewfinder.wait("pinhole.shared.length === 2")
    assert page.evaluate("pinhole.shared") == [
        [["IMG_3.jpg", "image/jpeg", True]], [["IMG_2.jpg", "image/jpeg", True], ["MOV_1.mp4", "video/mp4", True]],
    ]


def test_nothing_is_offered_that_the_browser_cannot(filled):
    viewfinder = filled()
    viewfinder.page.evaluate("navigator.canShare = undefined")
    open_lightbox(viewfinder)
    assert viewfinder.page.is_hidden("#lightbox-share")
