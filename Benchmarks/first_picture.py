"""How soon the page has its first picture."""

from processor import wait_for_rest
from viewfinder import Viewfinder


def measure_cold_start(table, binaries, browser, folder, runs=9):
    times = []
    for _ in range(runs):
        page = browser.new_page(bypass_csp=True)
        page.goto("about:blank")
        wait_for_rest()
        viewfinder = Viewfinder(binaries, folder)
        try:
            viewfinder.wait_until_listening()
            page.goto(viewfinder.url, wait_until="commit")
            page.wait_for_function("self.pinhole && self.pinhole.metrics && self.pinhole.metrics().firstPaint !== null", polling=5)
            painted = page.evaluate("performance.timeOrigin + self.pinhole.metrics().firstPaint") / 1e3
            times.append((painted - viewfinder.started) * 1e3)
        finally:
            page.close()
            viewfinder.stop()
    times.sort()
    table.row(f"process start to first frame painted, median of {runs}", times[runs // 2], "ms", bound=400, aim=300)
    table.row(f"process start to first frame painted, worst of {runs}", times[-1], "ms", bound=1500)


def measure_navigation(table, binaries, browser, folder, runs=9):
    """The server runs, and the browser has had the page before: it keeps the page's files."""
    with Viewfinder(binaries, folder) as viewfinder, browser.new_context(bypass_csp=True) as context:
        viewfinder.wait_until_listening()
        # The first visit does not count.
        times = sorted([first_picture_after_navigation(context, viewfinder) for _ in range(runs + 1)][1:])
    table.row(f"navigation to first picture painted, median of {runs}", times[runs // 2], "ms", bound=300)
    table.row(f"navigation to first picture painted, worst of {runs}", times[-1], "ms")


def first_picture_after_navigation(context, viewfinder):
    """In milliseconds, on the page's clock, which begins with the navigation."""
    page = context.new_page()
    page.goto("about:blank")
    wait_for_rest(viewfinder.process.pid)
    page.goto(viewfinder.url, wait_until="commit")
    page.wait_for_function("self.pinhole && self.pinhole.metrics && self.pinhole.metrics().firstPaint !== null", polling=5)
    milliseconds = page.evaluate("self.pinhole.metrics().firstPaint")
    page.close()
    return milliseconds
