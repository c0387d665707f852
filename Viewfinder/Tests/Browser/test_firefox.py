"""What matters most, in Firefox: other tests run in Chromium."""

import signal

import pytest

from firefox import Firefox


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    firefox = Firefox(tmp_path_factory.mktemp("firefox"))
    yield firefox
    firefox.close()


def open_page(browser, url):
    """Opens the page, and waits for its first picture."""
    browser.goto(url)
    browser.wait("self.pinhole?.pictureIsShown && pinhole.state?.()?.phase === 'live' && !document.querySelector('#shutter').disabled")
    browser.evaluate(
        "(self.faults = [], addEventListener('error', ({ message }) => faults.push(message)),"
        " addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason))), true)"
    )


@pytest.fixture
def firefox(browser, scripted):
    open_page(browser, scripted.url)
    yield browser
    assert browser.evaluate("faults") == []
    # No stream of this page outlives its test.
    browser.goto("about:blank")


def test_the_picture_moves(firefox):
    painted = firefox.evaluate("pinhole.metrics().painted")
    firefox.wait(f"pinhole.metrics().painted > {painted + 10}")
    assert firefox.evaluate("pinhole.metrics().corrupt") == 0
    colours = firefox.evaluate(
        "((view) => [0.1, 0.3, 0.5, 0.7].map((x) => [...view.getContext('2d').getImageData(view.width * x, view.height / 2, 1, 1).data].join()))"
        "(document.querySelector('#view'))"
    )
    assert len(set(colours)) == 4, "the bars of the scripted camera are not seen"


def test_a_photo_is_in_the_gallery(firefox):
    firefox.press(" ")
    firefox.wait("pinhole.state().lastPhoto && !document.querySelector('#thumbnail-image').hidden")
    firefox.press("g")
    firefox.wait("document.querySelectorAll('#gallery-tiles button').length === 1")
    firefox.wait("document.querySelector('#gallery-tiles img').naturalWidth > 0")
    firefox.click("#gallery [data-close]")
    firefox.wait("!document.querySelector('#gallery').open")


def test_a_recording_begins_and_ends(firefox):
    # The mode for scans comes with what the server says of its scanner, and makes the others narrower.
    firefox.wait("document.querySelector('#mode-scan')?.checkVisibility()")
    firefox.click("#mode label:nth-child(2)")
    firefox.wait("pinhole.state().mode === 'video'")
    firefox.click("#record")
    firefox.wait("pinhole.state().recording.phase === 'recording' && !document.querySelector('#timer').hidden")
    firefox.wait("document.querySelector('#record').ariaLabel === 'Stop recording' && !document.querySelector('#record').disabled")
    firefox.click("#record")
    firefox.wait("pinhole.state().recording.phase === 'idle' && pinhole.state().lastMovie")
    firefox.press("v")
    firefox.wait("pinhole.state().mode !== 'video'")


def test_settings_are_remembered(firefox, scripted):
    firefox.click("#settings-open")
    firefox.wait("document.querySelector('#settings').open")
    firefox.click("#settings [data-preference=grid]")
    firefox.wait("!document.querySelector('#grid').hidden")
    firefox.press("\ue00c")
    firefox.wait("!document.querySelector('#settings').open")
    open_page(firefox, scripted.url)
    assert firefox.evaluate("!document.querySelector('#grid').hidden")


def test_the_last_picture_is_kept_for_a_reload(firefox, scripted):
    """How it looks is tested in Chromium, where the stream after the reload can be held."""
    kept = "sessionStorage.getItem('pinhole.lastPicture')"
    # After the page's own listener.
    firefox.evaluate(f"addEventListener('pagehide', () => localStorage.setItem('seen', {kept} ?? '{{}}'))")
    open_page(firefox, scripted.url)
    assert firefox.evaluate(kept) is None
    bytes_kept = "Uint8Array.from(atob(JSON.parse(localStorage.getItem('seen')).picture), (letter) => letter.charCodeAt(0))"
    firefox.evaluate(f"(self.shown = new Image(), shown.src = URL.createObjectURL(new Blob([{bytes_kept}])), true)")
    firefox.wait("shown.naturalWidth > 0")


def test_a_picture_that_stands_still_is_said_to(firefox, scripted):
    scripted.say(rate=0)
    firefox.wait("document.querySelector('#connection-text').textContent === 'The picture stands still'")
    firefox.wait("document.querySelector('#shutter').disabled")
    scripted.say(rate=30)
    firefox.wait("document.querySelector('#connection').hidden && !document.querySelector('#shutter').disabled")


@pytest.mark.usefixtures("own_process")
def test_a_server_that_hangs_is_told_of_and_found_again(firefox, scripted):
    scripted.process.send_signal(signal.SIGSTOP)
    try:
        firefox.wait("document.querySelector('#connection-text').textContent.startsWith('Connection to the server lost')")
    finally:
        scripted.process.send_signal(signal.SIGCONT)
    firefox.wait("document.querySelector('#connection').hidden && !document.querySelector('#shutter').disabled")
