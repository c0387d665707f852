"""Fixtures: the gallery, an app with one of each element, to point a browser at.

PINHOLE_GALLERY    the gallery's program (default: .build/debug/preview-gallery)
"""

import os

import pytest

from phone_page import ROOT, PhonePage, Program


class GalleryPage(PhonePage):
    """The gallery on the page."""

    def named(self, name):
        return self.page.locator(f"#app [data-name='{name}']")

    def wait_for_text(self, name, text):
        self.wait(f"document.querySelector(\"#app [data-name='{name}']\")?.textContent.includes({text!r})")

    def text(self, name):
        return self.named(name).text_content()


@pytest.fixture
def start(tmp_path):
    """Starts the gallery; it ends with the test."""
    programs = []

    def start(*arguments):
        folder = tmp_path / str(len(programs))
        folder.mkdir()
        program = os.environ.get("PINHOLE_GALLERY", str(ROOT / ".build/debug/preview-gallery"))
        programs.append(Program(program, folder, *arguments))
        return programs[-1]

    yield start
    for program in programs:
        program.stop()


@pytest.fixture
def open_page(open_phone):
    """Opens a page on the gallery, in a window of its own."""
    return lambda url, *arguments, **options: open_phone(GalleryPage, url, *arguments, **options)


@pytest.fixture
def gallery(start, open_page):
    return open_page(start().url)
