"""The viewfinder as an installed app: what a browser installs it with, and what is seen when its server is gone."""

import urllib.parse

import pytest
from axe_playwright_python.sync_playwright import Axe

from test_accessibility import MISSED, WINDOWS


def open_installed(open_viewfinder, url, **options):
    """Opens the page where its worker may run, and waits until it does."""
    viewfinder = open_viewfinder(url, service_workers="allow", **options)
    viewfinder.wait_for_picture()
    viewfinder.page.evaluate(
        """async () => {
          const { active } = await navigator.serviceWorker.ready;
          while (active.state !== 'activated') await new Promise((resolve) => active.addEventListener('statechange', resolve, { once: true }));
        }"""
    )
    return viewfinder


def test_the_browser_understands_the_manifest(scripted, open_viewfinder):
    viewfinder = open_installed(open_viewfinder, scripted.url)
    session = viewfinder.page.context.new_cdp_session(viewfinder.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == [] and manifest["url"].endswith("/manifest.webmanifest")
    errors = {error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    # Each test has a private window, in which nothing is installed.
    assert errors <= {"in-incognito"}


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.usefixtures("own_process")
def test_a_server_that_is_gone_is_told_and_found_again(window, scripted, open_viewfinder):
    viewfinder = open_installed(open_viewfinder, scripted.url, **WINDOWS[window])
    page = viewfinder.page
    port = urllib.parse.urlsplit(scripted.url).port
    scripted.stop()
    page.reload()
    page.wait_for_selector("h1:text('Pinhole is out of reach')")
    assert page.inner_text("#reason") == f"Nothing answers at 127.0.0.1:{port}."
    viewfinder.shot(f"offline-{window}")
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    assert page.evaluate(MISSED) == []
    scripted.start("--port", str(port))
    viewfinder.wait("self.pinhole?.pictureIsShown")


def test_a_device_without_a_network_says_so(scripted, open_viewfinder):
    viewfinder = open_installed(open_viewfinder, scripted.url)
    viewfinder.page.context.set_offline(True)
    viewfinder.page.reload()
    viewfinder.page.wait_for_selector("#reason:text('This device has no network.')")
    viewfinder.page.context.set_offline(False)
    viewfinder.wait("self.pinhole?.pictureIsShown")


def test_the_page_and_its_commands_work_as_without_it(scripted, open_viewfinder):
    viewfinder = open_installed(open_viewfinder, scripted.url)
    viewfinder.page.reload()
    viewfinder.wait_for_picture()
    viewfinder.wait("navigator.serviceWorker.controller")
    viewfinder.page.wait_for_selector("#shutter:not(:disabled)")
    viewfinder.page.keyboard.press("Space")
    viewfinder.wait("pinhole.state().lastPhoto")
    # Nothing of the camera is kept by it.
    kept = viewfinder.page.evaluate(
        """async () => {
          const kept = [];
          for (const name of await caches.keys()) kept.push(...await (await caches.open(name)).keys());
          return kept.map((request) => new URL(request.url).pathname.split('/').at(-1)).sort();
        }"""
    )
    assert kept == ["offline.css", "offline.html", "offline.js"]
