"""`pinhole photo`, on the simulated cameras: real files, judged by exiftool."""

import json
import os
import pathlib
import subprocess

import pytest

from patience import PATIENCE

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("PINHOLE", str(ROOT / ".build/debug/pinhole"))


def take_photo(folder, camera, *events, options=(), name="photo.jpg"):
    """Takes a photo while these faults happen, and answers what exiftool reads in it."""
    script = folder / "faults.json"
    script.write_text(json.dumps({"seed": 1, "events": events}))
    photo = folder / name
    subprocess.run(
        [PROGRAM, "photo", "-o", str(photo), "--camera", camera, "--faults", str(script), *options],
        check=True, capture_output=True, timeout=PATIENCE,
    )
    return json.loads(subprocess.run(["exiftool", "-json", "-n", str(photo)], check=True, capture_output=True).stdout)[0]


@pytest.mark.parametrize("held, exif", [("portrait", 6), ("landscape-left", 1), ("landscape-right", 3)])
def test_it_is_upright_however_the_phone_is_held(tmp_path, held, exif):
    tags = take_photo(tmp_path, "iphone", {"at": 0, "fault": "orientation", "orientation": held})
    assert tags["Orientation"] == exif


@pytest.mark.parametrize("camera, model", [("iphone", "iPhone 17 Pro"), ("webcam", "Desk Camera")])
def test_it_names_the_product_not_the_camera(tmp_path, camera, model):
    assert take_photo(tmp_path, camera)["Model"] == model


@pytest.mark.parametrize("camera, wanted, width, height", [
    ("iphone", ["--scan"], 1024, 768), ("iphone", ["--size", "1536x1152"], 1440, 1080),
    ("webcam", ["--scan"], 1280, 720), ("webcam", ["--size", "1536x1152"], 1920, 1080),
])
def test_a_scan_has_the_size_that_comes_closest(tmp_path, camera, wanted, width, height):
    """R-PHOTO-3, R-SCAN-9: the command line takes scans in the scanner's size."""
    tags = take_photo(tmp_path, camera, options=[*wanted, "--scene", "bookshelf:2"])
    assert (tags["ImageWidth"], tags["ImageHeight"]) == (width, height)
    # A drawn shelf has neither noise nor texture; docs/photos.md has what was measured.
    assert 50_000 < (tmp_path / "photo.jpg").stat().st_size < 500_000


@pytest.mark.parametrize("name", ["photo.heic", "photo.HEIF"])
def test_the_name_of_the_file_chooses_heic(tmp_path, name):
    """R-PHOTO-1, R-ROT-3: what ends with .heic is HEIC, turned as the phone was held."""
    portrait = {"at": 0, "fault": "orientation", "orientation": "portrait"}
    tags = take_photo(tmp_path, "iphone", portrait, options=["--scan"], name=name)
    assert (tags["FileType"], tags["ImageSpatialExtent"]) == ("HEIC", "1024 768")
    assert (tags["Orientation"], tags["Rotation"]) == (6, 270)
    info = subprocess.run(["heif-info", str(tmp_path / name)], capture_output=True, text=True, check=True)
    assert "768x1024" in info.stdout


def test_a_size_that_the_camera_has_not_is_told(tmp_path):
    """R-SCAN-9: where there is no photo of the scanner's size, the command says which one it takes."""
    photo = tmp_path / "photo.jpg"
    run = subprocess.run(
        [PROGRAM, "photo", "-o", str(photo), "--camera", "webcam", "--scan"],
        check=True, capture_output=True, text=True, timeout=PATIENCE,
    )
    assert "1024 x 768" in run.stderr and "1280 x 720" in run.stderr
    assert run.stdout == f"{photo}: {photo.stat().st_size} bytes\n"
