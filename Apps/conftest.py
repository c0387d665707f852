"""Fixtures of all tests in a browser.

PINHOLE_CHROMIUM   the browser (default: /usr/bin/chromium)
"""

import os

import pytest
from playwright.sync_api import sync_playwright

from phone_page import SIZES


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("PINHOLE_CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"]
        )
        yield browser
        browser.close()


@pytest.fixture
def open_phone(browser, request):
    """Opens a page on an app, in a window of its own: `kind` is the class of what tests ask of the page."""
    contexts = []
    pages = []

    def open_phone(kind, url, device="iphone", **options):
        width, height = SIZES[device]
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        pages.append(kind(context.new_page(), url))
        return pages[-1]

    yield open_phone
    for page in pages:
        page.shot(f"{request.node.name}-end")
        assert page.expects_errors or page.errors == [], page.errors
    for context in contexts:
        context.close()
