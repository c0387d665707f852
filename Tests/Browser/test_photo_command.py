"""`pinhole photo`, on the simulated cameras: real files, judged by exiftool."""

import json
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("PINHOLE", str(ROOT / ".build/debug/pinhole"))


def take_photo(folder, camera, *events):
    """Takes a photo while these faults happen, and answers what exiftool reads in it."""
    script = folder / "faults.json"
    script.write_text(json.dumps({"seed": 1, "events": events}))
    photo = folder / "photo.jpg"
    subprocess.run(
        [PROGRAM, "photo", "-o", str(photo), "--camera", camera, "--faults", str(script)],
        check=True, capture_output=True, timeout=300,
    )
    return json.loads(subprocess.run(["exiftool", "-json", "-n", str(photo)], check=True, capture_output=True).stdout)[0]


@pytest.mark.parametrize("held, exif", [("portrait", 6), ("landscape-left", 1), ("landscape-right", 3)])
def test_it_is_upright_however_the_phone_is_held(tmp_path, held, exif):
    tags = take_photo(tmp_path, "iphone", {"at": 0, "fault": "orientation", "orientation": held})
    assert tags["Orientation"] == exif


@pytest.mark.parametrize("camera, model", [("iphone", "iPhone 17 Pro"), ("webcam", "Desk Camera")])
def test_it_names_the_product_not_the_camera(tmp_path, camera, model):
    assert take_photo(tmp_path, camera)["Model"] == model
