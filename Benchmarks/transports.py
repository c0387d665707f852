"""The viewfinder's two transports, JPEG and H.264, side by side, with one client and with eight."""

import contextlib
import dataclasses
import pathlib
import statistics
import subprocess
import sys
import time

from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from processor import MOST_OTHER_WORK, MOST_WAITING, ProcessorUse
from viewfinder import Viewfinder

NAMES = {"jpeg": "JPEG", "h264": "H.264"}
CLIENTS = (1, 8)
FRAME_RATE = 30
# Of 30: one frame in a second may be lost.
LEAST_RATE = 29
# 500 frames; the page remembers 600.
SECONDS = 17
TURNS = 3
# So many on a machine that has other work, which shows in a turn at once.
MOST_TURNS = 5


@dataclasses.dataclass
class Turn:
    """What one transport came to for a while."""

    # How the picture came at the end: a browser that can not keep up with H.264 goes back to JPEG.
    codec: str
    p50: float
    p99: float
    # Pictures a second that the first client painted, and that the others got.
    painted: float
    others: list
    milliseconds_per_frame: float
    # Cores that the server used.
    server_work: float
    # For a core, as a share of using one.
    waiting: float
    # Cores that other processes used.
    other_work: float

    @property
    def slowest(self):
        return min([self.painted, *self.others])

    @property
    def is_unhindered(self):
        """Whether hardly anybody waited for a core. Clients beside the page wait for each other, whatever else the machine does."""
        return self.waiting <= MOST_WAITING

    @property
    def is_quiet(self):
        """Whether the machine had hardly any other work."""
        return self.other_work <= MOST_OTHER_WORK


class StreamReader:
    """A client in a process of its own; see stream_reader.py."""

    def __init__(self, port, transport):
        program = pathlib.Path(__file__).with_name("stream_reader.py")
        self.process = subprocess.Popen(
            [sys.executable, str(program), str(port), transport], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def count(self):
        """Frames so far, and when that was."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        frames, seconds = self.process.stdout.readline().split()
        return int(frames), float(seconds)

    def wait_for_frames(self, seconds=20):
        end = time.monotonic() + seconds
        while self.count()[0] == 0:
            if time.monotonic() > end:
                sys.exit("a reader got no frame in time")
            time.sleep(0.05)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()


class PageWindow:
    """What the page painted between its beginning and its end, and what that cost the server."""

    def __init__(self, viewfinder, page):
        self.viewfinder, self.page = viewfinder, page
        page.evaluate("self.pinhole.resetMetrics()")
        self.beginning = self.look()

    def look(self):
        figures = self.page.evaluate("({ ...self.pinhole.metrics(), now: performance.now() })")
        return figures, self.viewfinder.processor_seconds(), ProcessorUse()

    def end(self, others=()):
        before, processor_before, use_before = self.beginning
        figures, processor, use = self.look()
        painted = (figures["painted"] - before["painted"]) / (figures["now"] - before["now"]) * 1e3
        frames = max(figures["sequence"] - before["sequence"], 1)
        return Turn(
            codec=figures["codec"],
            # Nothing was painted, however long one waits.
            p50=float("inf") if figures["p50"] is None else figures["p50"],
            p99=float("inf") if figures["p99"] is None else figures["p99"],
            painted=painted,
            others=list(others),
            milliseconds_per_frame=(processor - processor_before) / frames * 1e3,
            server_work=(processor - processor_before) / (use.time - use_before.time),
            waiting=use.share_waiting_since(use_before),
            other_work=use.cores_of_others_since(use_before),
        )


def choose_transport(page, transport):
    """As its user does, in the settings."""
    page.click("#settings-open")
    page.locator(f"#settings [name=transport][value={transport}]").click()
    page.keyboard.press("Escape")
    page.wait_for_selector("#settings", state="hidden")
    with contextlib.suppress(PlaywrightTimeoutError):
        page.wait_for_function(f"self.pinhole.metrics().codec === '{transport}'", polling=50)
    # What comes in the first moment comes later than the rest.
    painted = page.evaluate("self.pinhole.metrics().painted")
    page.wait_for_function(f"self.pinhole.metrics().painted > {painted + 60}", polling=50, timeout=120_000)


def measure_turn(viewfinder, page, transport, clients):
    with contextlib.ExitStack() as stack:
        readers = [stack.enter_context(StreamReader(viewfinder.port, transport)) for _ in range(clients - 1)]
        choose_transport(page, transport)
        for reader in readers:
            reader.wait_for_frames()
        window = PageWindow(viewfinder, page)
        before = [reader.count() for reader in readers]
        time.sleep(SECONDS)
        after = [reader.count() for reader in readers]
        return window.end((frames - first) / (end - start) for (first, start), (frames, end) in zip(before, after))


def measure_transports(table, binaries, browser, folder):
    with Viewfinder(binaries, folder) as viewfinder:
        viewfinder.wait_until_listening()
        unwatched = measure_unwatched(viewfinder)
        table.row("server: processor time per frame while nobody watches", unwatched, "ms")
        page = browser.new_page(bypass_csp=True, viewport={"width": 1280, "height": 720})
        page.goto(viewfinder.url)
        page.wait_for_function("self.pinhole.pictureIsShown && self.pinhole.state?.()?.phase === 'live'", polling=50)
        for clients in CLIENTS:
            measure_with_clients(table, viewfinder, page, clients, unwatched)
        page.close()


def measure_unwatched(viewfinder, seconds=10):
    """Milliseconds of processor time that a frame costs whoever watches: the simulated camera draws it."""
    time.sleep(2)
    before, start = viewfinder.processor_seconds(), time.monotonic()
    time.sleep(seconds)
    return (viewfinder.processor_seconds() - before) / (time.monotonic() - start) / FRAME_RATE * 1e3


def measure_with_clients(table, viewfinder, page, clients, unwatched):
    """Transport by transport in each turn, so that both meet the same machine."""
    turns = []
    while len(turns) < TURNS or len(turns) < MOST_TURNS and not all(is_judgeable(turns, transport, clients) for transport in NAMES):
        turns.append({transport: measure_turn(viewfinder, page, transport, clients) for transport in NAMES})
    what = "1 client" if clients == 1 else f"{clients} clients"
    for transport, name in NAMES.items():
        print_transport(table, f"{name}, {what}", [turn[transport] for turn in turns if turn[transport].codec == transport])
    given_up = [turn["h264"] for turn in turns if turn["h264"].codec != "h264"]
    is_quiet = any(turn.is_quiet for turn in given_up)
    table.row(f"{what}: turns in which the page gave H.264 up", len(given_up), f"of {len(turns)}", bound=0, is_judged=is_quiet)
    print_ratio(table, what, [turn for turn in turns if turn["h264"].codec == "h264"], unwatched)


def is_judgeable(turns, transport, clients):
    """Whether one turn says what it says of Pinhole alone."""
    return any(turn[transport].is_unhindered if clients == 1 else turn[transport].is_quiet for turn in turns)


def print_transport(table, what, turns):
    """Other work on the machine shows in a turn at once, so the quietest one counts."""
    if not turns:
        return
    is_alone = not turns[0].others
    quietest = min(turns, key=lambda turn: turn.waiting if is_alone else turn.other_work)
    table.row(f"{what}: waiting for a core, share of using one", quietest.waiting * 100, "%")
    table.row(f"{what}: other work of the machine", quietest.other_work * 100, "% of a core")
    bounds = {"p50": 15, "p99": 33} if is_alone else {}
    for name in ("p50", "p99"):
        value = getattr(quietest, name)
        table.row(f"{what}: generated to painted, {name}", value, "ms", bound=bounds.get(name), is_judged=quietest.is_unhindered)
    table.row(f"{what}: pictures a second painted", quietest.painted, "")
    if not is_alone:
        slowest = f"{what}: pictures a second of the slowest client"
        table.row(slowest, quietest.slowest, "", least=LEAST_RATE, is_judged=quietest.is_quiet)
    cost = statistics.median(turn.milliseconds_per_frame for turn in turns)
    table.row(f"{what}: processor time of the server per frame", cost, "ms")


def print_ratio(table, what, turns, unwatched):
    if not turns:
        return

    def ratio(taken_off):
        return statistics.median(
            (turn["h264"].milliseconds_per_frame - taken_off) / (turn["jpeg"].milliseconds_per_frame - taken_off) for turn in turns
        )

    table.row(f"{what}: server's time per frame, H.264 to JPEG, median of turns", ratio(0), "")
    table.row("  without what it takes while nobody watches", ratio(unwatched), "")
