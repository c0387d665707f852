"""Takes the pictures of docs/images; scripts/screenshots runs it. PINHOLE is the program, PINHOLE_CHROMIUM the browser."""

import contextlib
import os
import pathlib
import sys
import tempfile

from playwright.sync_api import sync_playwright

import chromium
from conftest import ROOT, Pinhole, Viewfinder

IMAGES = ROOT / "docs/images"
SIZE = {"width": 1280, "height": 720}


class Studio:
    """A browser, and servers with folders of their own."""

    def __init__(self, browser, folder):
        self.browser = browser
        self.folder = folder

    @contextlib.contextmanager
    def viewfinder(self, name, *arguments, is_dual=False):
        """The page of a server that runs meanwhile."""
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        pinhole = Pinhole(folder, "--camera", "iphone", *(["--dual"] if is_dual else []), *arguments)
        context = self.browser.new_context(bypass_csp=True, viewport=SIZE)
        try:
            viewfinder = Viewfinder(context.new_page(), pinhole.url)
            viewfinder.wait_for_picture()
            viewfinder.wait("pinhole.state().dual.isOffered && pinhole.metrics().painted > 60")
            if is_dual:
                viewfinder.wait("pinhole.state().dual.isOn && pinhole.metrics(1).painted > 60")
            yield pinhole, viewfinder
            assert viewfinder.errors == []
        finally:
            context.close()
            if pinhole.process.poll() is None:
                pinhole.stop()

    def take(self, viewfinder, name):
        viewfinder.settle()
        viewfinder.page.screenshot(path=IMAGES / f"{name}.png")


def viewfinder(studio):
    """One camera, and a photo."""
    with studio.viewfinder("viewfinder") as (_, page):
        page.page.keyboard.press("Space")
        page.wait("pinhole.state().lastPhoto && !document.querySelector('#thumbnail-image').hidden")
        studio.take(page, "viewfinder")


def recording(studio):
    """A recording after two seconds."""
    with studio.viewfinder("recording") as (_, page):
        page.page.keyboard.press("r")
        page.wait("document.querySelector('#timer-time').textContent >= '0:02'")
        studio.take(page, "recording")
        page.page.keyboard.press("r")
        page.wait("pinhole.state().recording.phase === 'idle'")


def recovery(studio):
    """What a killed server leaves is offered by the next one."""
    with studio.viewfinder("recovery") as (pinhole, page):
        page.page.keyboard.press("r")
        page.wait("document.querySelector('#timer-time').textContent >= '0:04'")
        pinhole.kill()
    with studio.viewfinder("recovery") as (_, page):
        page.page.wait_for_selector("#recovery")
        studio.take(page, "recovery")


def simulator(studio):
    """The panel, with one of two cameras hot."""
    with studio.viewfinder("simulator", is_dual=True) as (_, page):
        page.page.keyboard.press("2")
        page.page.keyboard.press("s")
        page.page.select_option(".simulator-select", label="Front Camera")
        page.page.click("[data-name=heat] [data-value=serious] input")
        page.wait("pinhole.state().dual.cameras[1].pressure.frameRateLimit === 20")
        page.page.evaluate("document.activeElement.blur()")
        studio.take(page, "simulator")


def scan(studio):
    """A shelf that has been scanned, with text framed in the live picture and the books in the panel."""
    with studio.viewfinder("scan", "--scene", "bookshelf:2", "--scene-seed", "4", "--scans", str(studio.folder / "scans")) as (_, page):
        page.page.keyboard.press("b")
        page.wait("pinhole.state().mode === 'scan' && !document.querySelector('#shutter').disabled")
        page.page.keyboard.press("Space")
        page.wait("document.querySelector('#scan-open').ariaLabel?.startsWith('10 books')")
        page.page.keyboard.press("q")
        page.page.click("#scan-tab-books")
        page.wait("(document.querySelector('#text-boxes path')?.getAttribute('d') ?? '').split('M').length > 8")
        studio.take(page, "scan")


def two_cameras(studio):
    """Picture in picture, with the mouse upon the small one."""
    with studio.viewfinder("two-cameras", is_dual=True) as (_, page):
        page.page.hover("#pip-move")
        studio.take(page, "two-cameras")


def performance(studio):
    """Two cameras' figures after some ten seconds, and in words."""
    with studio.viewfinder("performance", is_dual=True) as (_, page):
        page.page.keyboard.press("p")
        # Not of the start, which has more to do than to show pictures.
        page.wait("pinhole.metrics().painted > 150")
        page.page.evaluate("pinhole.resetMetrics()")
        page.page.evaluate("pinhole.resetMetrics(1)")
        page.wait("pinhole.metrics().count > 250 && pinhole.metrics(1).count > 250")
        studio.take(page, "performance")
        print(page.page.inner_text("#metrics table"))


PICTURES = {
    "viewfinder": viewfinder, "recording": recording, "recovery": recovery, "simulator": simulator,
    "scan": scan, "two-cameras": two_cameras, "performance": performance,
}


def main():
    names = sys.argv[1:] or list(PICTURES)
    unknown = [name for name in names if name not in PICTURES]
    if unknown:
        sys.exit(f"There is no picture {unknown[0]}. There are: {' '.join(PICTURES)}")
    print("Load of this machine:", " ".join(f"{load:.2f}" for load in os.getloadavg()))
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = chromium.launch(playwright)
        for name in names:
            PICTURES[name](Studio(browser, pathlib.Path(folder)))
            print(IMAGES / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
