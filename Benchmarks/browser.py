"""The browser that pages are measured in."""

import contextlib

from playwright.sync_api import sync_playwright

CHROMIUM = "/usr/bin/chromium"
# Chromium draws headless pages without a GPU here; the sandbox needs privileges that containers lack.
CHROMIUM_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-timer-throttling"]


@contextlib.contextmanager
def open_browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()
