"""The phone is turned: the picture, the photos and the controls stay upright."""

import base64
import subprocess

import pytest

from app_page import photos, tags
from patience import PATIENCE

# How the phone is held, and whether its screen is upright then.
HELD = {"portrait": True, "landscapeLeft": False, "portraitUpsideDown": True, "landscapeRight": False}


def is_upright(picture):
    """Whether the valley's ground, which is darker than everything else, is below."""
    command = ["ffmpeg", "-v", "error", "-i", "-", "-vf", "scale=32:32:flags=area,format=gray", "-frames:v", "1", "-f", "rawvideo", "-"]
    pixels = subprocess.run(command, input=picture, check=True, capture_output=True, timeout=PATIENCE).stdout
    assert len(pixels) == 32 * 32
    rows = [pixels[row * 32:(row + 1) * 32] for row in range(32)]
    quarters = {
        "top": rows[:8], "bottom": rows[24:], "left": [row[:8] for row in rows], "right": [row[24:] for row in rows],
    }
    means = {side: sum(map(sum, values)) for side, values in quarters.items()}
    return min(means, key=means.get) == "bottom"


@pytest.mark.parametrize("held", HELD)
def test_everything_is_upright(held, program, app):
    """R-ROT-2, R-ROT-3"""
    app.choose("orientation", held)
    screen_is_upright = HELD[held]
    app.wait(f"(({{ offsetWidth, offsetHeight }}) => offsetHeight > offsetWidth)(document.querySelector('#screen')) === {str(screen_is_upright).lower()}")
    app.wait(f"((canvas) => canvas.height > canvas.width)(document.querySelector('#app canvas')) === {str(screen_is_upright).lower()}")
    app.expect_live()
    app.settle()
    app.shot(f"held-{held}")
    # A phone's screen does not turn upside down. Apple does not say whether its preview does.
    if held != "portraitUpsideDown":
        assert is_upright(picture_of_preview(app))
    app.button("Take photo").click()
    app.answer_library()
    app.wait_for_value("gallery", "^1 items?$")
    (photo,) = photos(program)
    tag = tags(photo)
    # ffmpeg turns a picture as its tag says; the pixels, or the pixels and the tag, make it upright.
    assert is_upright(upright(photo)), (tag.get("Orientation"), tag["ImageWidth"], tag["ImageHeight"])
    lies = tag.get("Orientation", 1) in (5, 6, 7, 8)
    width, height = (tag["ImageHeight"], tag["ImageWidth"]) if lies else (tag["ImageWidth"], tag["ImageHeight"])
    assert (height > width) == screen_is_upright


def picture_of_preview(app):
    """What the canvas shows, as PNG."""
    data = app.page.evaluate("document.querySelector('#app canvas[data-preview]').toDataURL('image/png').split(',')[1]")
    return base64.b64decode(data)


def upright(photo):
    """The photo as a viewer shows it, turned as its tag says."""
    orientation = tags(photo).get("Orientation", 1)
    turns = {1: "null", 3: "hflip,vflip", 6: "transpose=clock", 8: "transpose=cclock"}[orientation]
    command = ["ffmpeg", "-v", "error", "-noautorotate", "-i", str(photo), "-vf", turns, "-frames:v", "1", "-c:v", "png", "-f", "image2pipe", "-"]
    return subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE).stdout


def test_controls_turn(app):
    """R-ROT-1"""
    upright_shutter = app.part("shutter").bounding_box()
    screen = app.page.locator("#screen").bounding_box()
    assert upright_shutter["y"] > screen["y"] + screen["height"] * 0.7
    app.choose("orientation", "landscapeRight")
    app.wait("document.querySelector('#screen').offsetWidth > 600")
    app.wait_until_laid_out_lying()
    app.settle()
    screen = app.page.locator("#screen").bounding_box()
    shutter = app.part("shutter").bounding_box()
    assert abs(shutter["y"] + shutter["height"] / 2 - screen["y"] - screen["height"] / 2) < screen["height"] * 0.2
