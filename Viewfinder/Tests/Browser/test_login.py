"""Logging in with the token, and who is logged in, in a real browser under the pages' own policies."""

import os

import pytest
from axe_playwright_python.sync_playwright import Axe

from patience import PATIENCE
from test_accessibility import MISSED, WINDOWS

TOKEN = "correct.horse-battery_staple"


@pytest.fixture
def guarded(scripted_with):
    return scripted_with("--token", TOKEN)


@pytest.fixture
def open_page(browser):
    """Opens an address in a browser of its own; keyword arguments are those of its context."""
    contexts = []

    def open_address(url, **options):
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        page = context.new_page()
        page.goto(url)
        return page

    yield open_address
    for context in contexts:
        context.close()


def log_in(page, token=TOKEN):
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Log in").click()


def expect_viewfinder(page):
    page.wait_for_selector("#shutter:not(:disabled)")


def sessions(page):
    """Opens the settings, and returns what they say of who is logged in."""
    page.click("#settings-open")
    page.wait_for_selector("#device-list li")
    return page.locator("#device-list li")


def test_a_browser_logs_in_once(guarded, open_page):
    page = open_page(guarded.url)
    log_in(page, "no token of this one")
    assert page.get_by_role("alert").inner_text() == "That is not the token of this viewfinder."
    log_in(page)
    expect_viewfinder(page)
    assert page.url == guarded.url
    cookie, = page.context.cookies()
    assert cookie["httpOnly"] and cookie["sameSite"] == "Strict" and TOKEN not in cookie["value"]
    page.reload()
    expect_viewfinder(page)


def test_too_many_wrong_tokens_are_told(guarded, open_page):
    page = open_page(guarded.url)
    for attempt in range(6):
        log_in(page, f"wrong {attempt}")
    assert "Too many wrong tokens" in page.get_by_role("alert").inner_text()


def test_no_script_is_needed_to_log_in(guarded, open_page):
    page = open_page(guarded.url, java_script_enabled=False)
    log_in(page)
    page.wait_for_url(guarded.url)
    assert page.locator("noscript").count() == 1


def test_the_address_with_the_token_does_not_stay(guarded, open_page):
    page = open_page(f"{guarded.url}?token={TOKEN}")
    expect_viewfinder(page)
    assert page.url == guarded.url


def test_who_is_logged_in_is_listed_and_logged_out(guarded, open_page):
    page, other = open_page(guarded.url), open_page(guarded.url)
    for each in [page, other]:
        log_in(each)
        expect_viewfinder(each)
    listed = sessions(page)
    assert listed.count() == 2
    assert listed.filter(has_text="This browser, from 127.0.0.1").count() == 1
    listed.filter(has_not_text="This browser").get_by_role("button").click()
    # Its picture ends, and it is asked for the token again.
    other.wait_for_selector("#token")
    page.wait_for_selector("#device-list li:only-child")
    page.locator("#device-list").get_by_role("button", name="Log out this browser").click()
    page.wait_for_selector("#token")
    assert page.context.cookies() == []
    page.reload()
    page.wait_for_selector("#token")


def test_without_a_token_nobody_is_listed(scripted, open_page):
    page = open_page(scripted.url)
    expect_viewfinder(page)
    with page.expect_response("**/access"):
        page.click("#settings-open")
    page.wait_for_selector("#settings[open]")
    # The answer to the page itself came before this one.
    page.evaluate("fetch('access').then((answer) => answer.json())")
    assert page.is_hidden("#devices")


@pytest.mark.parametrize("window", WINDOWS)
def test_everybody_can_log_in(window, guarded, open_page):
    page = open_page(guarded.url, bypass_csp=True, **WINDOWS[window])
    for state in ["empty", "refused"]:
        if "PINHOLE_SHOTS" in os.environ:
            page.screenshot(path=os.path.join(os.environ["PINHOLE_SHOTS"], f"login-{state}-{window}.png"))
        results = Axe().run(page)
        assert results.violations_count == 0, results.generate_report()
        assert page.evaluate(MISSED) == []
        log_in(page, "wrong")
        page.wait_for_selector("#message")
    log_in(page)
    expect_viewfinder(page)
    assert sessions(page).count() == 1
    page.locator("#device-list button").scroll_into_view_if_needed()
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    assert page.evaluate(MISSED) == []


def test_a_code_for_another_device(guarded, open_page):
    page = open_page(guarded.url, bypass_csp=True, service_workers="block", **WINDOWS["narrow"])
    log_in(page)
    expect_viewfinder(page)
    # The scripted server is reached by nobody else; the rest is the page's.
    page.route("**/access", lambda route: route.fulfill(json={"needsToken": True, "sessions": [], "isReachable": True}))
    link = {"address": "http://192.168.1.5:8080/", "size": 10, "path": "M1 1h8v1h-8zM4 5h2v1h-2z"}
    other = {"address": "http://10.0.0.7:8080/", "size": 12, "path": "M2 2h1v1h-1z"}
    page.route("**/commands/invite", lambda route: route.fulfill(json={"links": [link, other], "seconds": 300}))
    page.click("#settings-open")
    page.click("#invite-open")
    page.wait_for_selector("#invite-drawing path[d='M1 1h8v1h-8zM4 5h2v1h-2z']")
    assert page.get_attribute("#invite-drawing", "viewBox") == "0 0 10 10"
    page.locator("#invite-text").scroll_into_view_if_needed()
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    assert page.evaluate(MISSED) == []
    if "PINHOLE_SHOTS" in os.environ:
        page.screenshot(path=os.path.join(os.environ["PINHOLE_SHOTS"], "invite.png"))
    page.select_option("#invite-address", other["address"])
    assert page.get_attribute("#invite-drawing path", "d") == other["path"]
    # It is not there any more when the sheet is opened again.
    page.click("#settings [data-close]")
    page.click("#settings-open")
    assert page.is_hidden("#invite-code")
    assert page.get_attribute("#invite-drawing path", "d") is None
