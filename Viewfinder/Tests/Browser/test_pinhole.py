"""The whole of Pinhole: the command, the capture API, the simulated iPhone, and the page in a real browser."""

import json
import os
import pathlib
import subprocess

from patience import PATIENCE

ROOT = pathlib.Path(__file__).resolve().parents[3]

# Reads the strip that simulated cameras write at the bottom of the picture; Timecode.swift describes it.
READ_TIMECODE = """() => {
  const canvas = document.querySelector('#view');
  const { width, height } = canvas;
  const cell = width / 64;
  const top = height - 2 * cell;
  const pixels = canvas.getContext('2d').getImageData(0, Math.floor(top), width, height - Math.floor(top));
  const luma = (row, column) => {
    const x = Math.floor((column + 0.5) * cell);
    const y = Math.floor(top + (row + 0.5) * cell) - Math.floor(top);
    const at = (y * width + x) * 4;
    return 0.299 * pixels.data[at] + 0.587 * pixels.data[at + 1] + 0.114 * pixels.data[at + 2];
  };
  const values = [0, 1].map((row) => Array.from({ length: 64 }, (_, column) => luma(row, column)));
  const all = values.flat();
  const threshold = (Math.max(...all) + Math.min(...all)) / 2;
  const bits = (row, from, count) =>
    values[row].slice(from, from + count).reduce((sum, value) => sum * 2n + (value > threshold ? 1n : 0n), 0n);
  return { mark: Number(bits(0, 0, 16)), counter: Number(bits(0, 16, 32)), time: bits(1, 0, 64).toString() };
}"""
TIMECODE_MARK = 0xB2E1


def timecode(viewfinder):
    code = viewfinder.page.evaluate(READ_TIMECODE)
    assert code["mark"] == TIMECODE_MARK
    return code["counter"], int(code["time"])


def test_the_frame_counter_in_the_picture_advances_with_time(start, open_viewfinder):
    viewfinder = open_viewfinder(start("--camera", "iphone", "--timecode").url)
    viewfinder.wait_for_picture()
    first, first_time = timecode(viewfinder)
    painted = viewfinder.metrics()["painted"]
    viewfinder.wait(f"pinhole.metrics().painted > {painted + 20}")
    second, second_time = timecode(viewfinder)
    assert second > first
    # The camera runs at 30 frames a second, whatever was lost on the way.
    assert abs((second_time - first_time) / 1e9 * 30 - (second - first)) < 0.01


def test_pictures_bear_no_marks_unless_they_are_asked_for(start, open_viewfinder):
    viewfinder = open_viewfinder(start("--camera", "iphone").url)
    viewfinder.wait_for_picture()
    assert viewfinder.page.evaluate(READ_TIMECODE)["mark"] != TIMECODE_MARK


def test_a_photo_is_a_valid_upright_jpeg(start, open_viewfinder):
    pinhole = start("--camera", "iphone")
    viewfinder = open_viewfinder(pinhole.url)
    viewfinder.wait_for_picture()
    viewfinder.page.click("#shutter")
    viewfinder.wait("pinhole.state().lastPhoto")
    name = viewfinder.state()["lastPhoto"]["name"]
    report = subprocess.run(
        ["exiftool", "-json", "-n", "-validate", "-warning", "-a", str(pinhole.photos / name)],
        capture_output=True, text=True, check=True,
    )
    facts = json.loads(subprocess.run(
        ["exiftool", "-json", "-n", str(pinhole.photos / name)], capture_output=True, text=True, check=True,
    ).stdout)[0]
    assert "Warning" not in json.loads(report.stdout)[0]
    assert facts["Orientation"] == 1
    assert (facts["ImageWidth"], facts["ImageHeight"]) == (1920, 1080)
    assert facts["DateTimeOriginal"] and facts["ExposureTime"] > 0


def test_a_photo_has_the_shape_that_is_chosen(start, open_viewfinder):
    pinhole = start("--camera", "iphone")
    viewfinder = open_viewfinder(pinhole.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    page.click("#settings-open")
    page.locator("#settings [name=shape][value='1:1']").check()
    page.keyboard.press("Escape")
    page.click("#shutter")
    viewfinder.wait("pinhole.state().lastPhoto")
    photo = pinhole.photos / viewfinder.state()["lastPhoto"]["name"]
    facts = json.loads(subprocess.run(["exiftool", "-json", "-n", str(photo)], capture_output=True, text=True, check=True).stdout)[0]
    assert (facts["ImageWidth"], facts["ImageHeight"]) == (1080, 1080)
    assert facts["Orientation"] == 1 and facts["ExposureTime"] > 0
    assert (viewfinder.state()["lastPhoto"]["width"], viewfinder.state()["lastPhoto"]["height"]) == (1080, 1080)


def test_a_heic_photo_is_shown_as_jpeg_and_downloaded_as_it_is(start, open_viewfinder):
    """R-PHOTO-1: browsers do not show HEIC."""
    pinhole = start("--camera", "iphone")
    pinhole.photos.mkdir(exist_ok=True)
    photo = pinhole.photos / "shelf.heic"
    program = os.environ.get("PINHOLE", str(ROOT / ".build/debug/pinhole"))
    subprocess.run([program, "photo", "-o", str(photo), "--camera", "iphone", "--scan"], check=True, capture_output=True)
    viewfinder = open_viewfinder(pinhole.url)
    page = viewfinder.page
    viewfinder.wait("document.querySelector('#thumbnail-image').naturalWidth > 0")
    page.click("#thumbnail")
    viewfinder.wait("document.querySelector('#lightbox-image').naturalWidth > 0")
    viewfinder.wait("document.querySelector('#lightbox-facts').textContent.includes('1024 × 768')")
    with page.expect_download() as download:
        page.click("#lightbox-download")
    assert download.value.suggested_filename == "shelf.heic"
    assert pathlib.Path(download.value.path()).read_bytes() == photo.read_bytes()


def test_switching_cameras_shows_the_front_camera_mirrored(start, open_viewfinder):
    viewfinder = open_viewfinder(start("--camera", "iphone", "--timecode").url)
    viewfinder.wait_for_picture()
    viewfinder.page.keyboard.press("c")
    viewfinder.wait("pinhole.state().isMirrored && pinhole.state().phase === 'live'")
    viewfinder.wait("document.querySelector('#view').hasAttribute('data-mirrored')")
    assert timecode(viewfinder)[0] >= 0


def test_zooming_enlarges_the_picture(start, open_viewfinder):
    viewfinder = open_viewfinder(start("--camera", "iphone").url)
    viewfinder.wait_for_picture()
    factor = viewfinder.state()["controls"]["zoom"]["factor"]
    viewfinder.page.keyboard.press("+")
    viewfinder.wait(f"pinhole.state().controls.zoom.factor > {factor}")


def test_one_zoom_goes_across_the_lenses_and_one_button_turns_the_phone_around(start, open_viewfinder):
    """R-PREV-5"""
    viewfinder = open_viewfinder(start("--camera", "iphone", "--timecode").url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    viewfinder.wait("document.querySelector('#zoom-marks [data-active]').textContent === '1×'")
    marks = page.locator("#zoom-marks button")
    assert marks.all_inner_texts() == [".5", "1×", "2", "3"]
    shown = "pinhole.state().controls.zoom.factor * pinhole.state().controls.zoom.displayMultiplier"
    for index, factor in [(0, 0.5), (3, 3), (1, 1)]:
        marks.nth(index).click()
        viewfinder.wait(f"Math.abs({shown} - {factor}) < 0.001")
        viewfinder.wait(f"document.querySelector('#zoom-marks').children[{index}].hasAttribute('data-active')")
        # Each lens shows its whole picture.
        painted = viewfinder.metrics()["painted"]
        viewfinder.wait(f"pinhole.metrics().painted > {painted + 3}")
        timecode(viewfinder)
        viewfinder.shot(f"pinhole-lens-{index}")
    assert page.get_attribute("#switch", "aria-haspopup") is None
    for position in ["front", "back"]:
        page.click("#switch")
        viewfinder.wait(f"pinhole.state().cameras.find(({{ id }}) => id === pinhole.state().selectedCamera)?.position === '{position}'")
        viewfinder.wait("pinhole.state().phase === 'live' && !document.querySelector('#switch').disabled")
    assert not page.is_visible("#camera-menu")


def test_an_unplugged_camera_comes_back_by_itself(start, open_viewfinder):
    pinhole = start("--camera", "webcam", "--timecode")
    viewfinder = open_viewfinder(pinhole.url)
    viewfinder.wait_for_picture()
    camera = viewfinder.selected_camera()
    pinhole.tell("simulator", action="unplug", value=camera)
    viewfinder.wait("pinhole.state().phase === 'disconnected'")
    pinhole.tell("simulator", action="plug", value=camera)
    viewfinder.wait("pinhole.state().phase === 'live'")
    before = timecode(viewfinder)[0]
    painted = viewfinder.metrics()["painted"]
    viewfinder.wait(f"pinhole.metrics().painted > {painted + 5}")
    assert timecode(viewfinder)[0] != before


def test_a_webcam_is_passed_through(start, open_viewfinder):
    viewfinder = open_viewfinder(start("--camera", "webcam", "--timecode").url)
    viewfinder.wait_for_picture()
    assert viewfinder.metrics()["corrupt"] == 0
    assert timecode(viewfinder)[0] >= 0


def test_without_a_camera_the_page_says_what_to_do(start, open_viewfinder):
    viewfinder = open_viewfinder(start("--camera", "none").url)
    viewfinder.wait("document.body.dataset.screen === 'noCamera'")
    assert "--camera iphone" in viewfinder.page.inner_text("#screen-advice")


def test_a_port_in_use_is_explained(start):
    pinhole = start("--camera", "iphone")
    port = pinhole.url.rsplit(":", 1)[1].strip("/")
    program = os.environ.get("PINHOLE", str(ROOT / ".build/debug/pinhole"))
    second = subprocess.run(
        [program, "serve", "--camera", "iphone", "--no-browser", "--port", port],
        capture_output=True, text=True, timeout=PATIENCE,
    )
    assert second.returncode != 0
    assert port in second.stderr and "--port" in second.stderr


def test_another_address_requires_a_token():
    program = os.environ.get("PINHOLE", str(ROOT / ".build/debug/pinhole"))
    refused = subprocess.run(
        [program, "serve", "--camera", "iphone", "--no-browser", "--host", "0.0.0.0"],
        capture_output=True, text=True, timeout=PATIENCE,
    )
    assert refused.returncode != 0
    assert "token" in refused.stderr
