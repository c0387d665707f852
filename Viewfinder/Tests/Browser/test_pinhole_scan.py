"""Scanning books on the whole of Pinhole: the page, the engine, a simulated iPhone before a shelf, the queue, and the real recogniser."""

import csv
import io
import json
import subprocess
import urllib.request

import pytest

from patience import PATIENCE


def get(pinhole, path):
    with urllib.request.urlopen(pinhole.url + path, timeout=PATIENCE) as answer:
        return answer.read()


def books(pinhole):
    return json.loads(get(pinhole, "scans/books"))["books"]


@pytest.fixture
def start_scanner(start, tmp_path):
    """Starts a server before a shelf of ten books that are easy to read; always with the same scans."""
    return lambda: start(
        "--camera", "iphone", "--scene", "bookshelf:1", "--scene-seed", "5", "--scans", str(tmp_path / "scans"),
    )


def open_scans(open_viewfinder, pinhole):
    viewfinder = open_viewfinder(pinhole.url)
    viewfinder.wait_for_picture()
    viewfinder.page.wait_for_selector("#mode-scan")
    viewfinder.page.keyboard.press("b")
    viewfinder.wait("pinhole.state().mode === 'scan' && pinhole.state().phase === 'live'")
    viewfinder.page.wait_for_selector("#scan-open")
    viewfinder.wait("!document.querySelector('#shutter').disabled")
    return viewfinder


def wait_for_books(viewfinder, least):
    """Waits for so many books: the phone is held by hand, so one of ten may be missed, or a label taken for one."""
    viewfinder.wait(f"parseInt(document.querySelector('#scan-open').ariaLabel) >= {least}")


def test_a_shelf_from_the_button_to_the_catalogue(start_scanner, open_viewfinder, tmp_path):
    """R-SCAN-1, R-SCAN-2, R-SCAN-7, R-SCAN-9, R-PHOTO-3"""
    pinhole = start_scanner()
    viewfinder = open_scans(open_viewfinder, pinhole)
    page = viewfinder.page
    # Several lines are framed, each an outline of its own.
    viewfinder.wait("(document.querySelector('#text-boxes path')?.getAttribute('d') ?? '').split('M').length > 5")
    page.keyboard.press(" ")
    wait_for_books(viewfinder, 8)
    found = books(pinhole)
    assert 8 <= len(found) <= 12 and sum(book["isAccepted"] for book in found) >= 8
    table = list(csv.DictReader(io.StringIO(get(pinhole, "scans/books.csv").decode())))
    assert [row["title"] for row in table] == [book["title"] for book in found]
    photos = json.loads(get(pinhole, "scans/books.json"))
    assert [book["title"] for book in photos[0]["books"]] == [book["title"] for book in found]
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(get(pinhole, found[0]["photo"]))
    tags = json.loads(subprocess.run(["exiftool", "-json", "-n", str(photo)], check=True, capture_output=True).stdout)[0]
    assert (tags["ImageWidth"], tags["ImageHeight"]) == (1024, 768)
    # What scans are taken of is what other photos are not: back in the mode for photos, the picture is large again.
    page.keyboard.press("v")
    viewfinder.wait("pinhole.state().mode === 'photo' && pinhole.metrics().width > 1024")


def test_a_scan_outlives_the_server_that_was_killed(start_scanner, open_viewfinder):
    """R-SCAN-2, R-SCAN-3"""
    pinhole = start_scanner()
    viewfinder = open_scans(open_viewfinder, pinhole)
    with viewfinder.page.expect_response("**/commands/scan") as answer:
        viewfinder.page.keyboard.press(" ")
    assert answer.value.ok
    pinhole.kill()
    pinhole = start_scanner()
    viewfinder = open_scans(open_viewfinder, pinhole)
    wait_for_books(viewfinder, 8)
    # Once, not twice.
    assert len(books(pinhole)) <= 12
