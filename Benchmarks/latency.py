"""From a frame's exposure to its painting, and the server's memory."""

import time

from processor import MOST_WAITING, ProcessorUse
from viewfinder import Viewfinder


def measure_quietly(viewfinder, page, attempts=5):
    """Latency over 500 frames. Other work on the machine shows in it at once, so the quietest of some attempts counts."""
    best = None
    for _ in range(attempts):
        page.evaluate("self.pinhole.resetMetrics()")
        processor, use, start = viewfinder.processor_seconds(), ProcessorUse(), time.monotonic()
        page.wait_for_function("self.pinhole.metrics().count >= 500", polling=250, timeout=60_000)
        processor = viewfinder.processor_seconds() - processor
        waited = ProcessorUse().share_waiting_since(use)
        if best is None or waited < best[2]:
            best = (page.evaluate("self.pinhole.metrics()"), processor / (time.monotonic() - start), waited)
        if waited <= MOST_WAITING:
            break
    return best


def measure_latency(table, binaries, browser, folder, minutes):
    viewfinder = Viewfinder(binaries, folder)
    try:
        viewfinder.wait_until_listening()
        page = browser.new_page(bypass_csp=True, viewport={"width": 1280, "height": 720})
        page.goto(viewfinder.url)
        page.wait_for_function("self.pinhole.metrics().count > 60", polling=50)
        figures, used, waited = measure_quietly(viewfinder, page)
        is_quiet = waited <= MOST_WAITING
        table.row("server and browser: waiting for a core, share of using one", waited * 100, "%")
        table.row("generated to painted, 1080p30, p50", figures["p50"], "ms", aim=15)
        table.row("generated to painted, 1080p30, p99", figures["p99"], "ms", bound=50, aim=33, is_judged=is_quiet)
        table.row("frames a second in the page", figures["fps"], "")
        table.row("frames dropped or replaced in the page, of 500", figures["dropped"] + figures["skipped"], "")
        table.row("processor use of the server, one client", used * 100, "% of a core")
        table.row("memory of the server, one client, 1080p", viewfinder.memory_megabytes(), "MB", bound=120)
        if minutes:
            # Allocator and kernel buffers fill in the first minute; what grows after that is growth.
            time.sleep(60)
            first = viewfinder.memory_megabytes()
            time.sleep(minutes * 60)
            growth = viewfinder.memory_megabytes() - first
            # A page of the allocator here or there is not growth.
            table.row(f"growth of memory over {minutes:g} minutes", growth, "MB", bound=1)
        page.close()
    finally:
        viewfinder.stop()
