"""Fixtures of all tests in a browser.

PINHOLE_CHROMIUM   the browser (default: /usr/bin/chromium-headless-shell)
"""

import pytest
from playwright.sync_api import sync_playwright

import chromium
from hanging import pytest_runtest_protocol  # noqa: F401 - a hook
from phone_page import SIZES


@pytest.fixture
def report_figure(request):
    """Prints a figure at the end of the run, also where tests run beside each other."""
    return lambda words: request.node.user_properties.append(("figure", words))


def pytest_terminal_summary(terminalreporter):
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", None) == "call":
                for name, words in report.user_properties:
                    if name == "figure":
                        terminalreporter.write_line(words)


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = chromium.launch(playwright)
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
