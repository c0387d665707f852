"""What a frame or a packet of sound costs from the driver to the delegate."""

import statistics
import tempfile

from programs import bench, instructions_per_frame


def measure_delivery(table, binaries, runs=5):
    """On one core; see stay_on_one_core."""
    deliveries = [bench(binaries, "delivery", on_one_core=True) for _ in range(runs)]
    wakeups = [bench(binaries, "wake-ups", on_one_core=True) for _ in range(runs)]
    total, bare = (statistics.median(run["microsecondsPerFrame"] for run in figures) for figures in (deliveries, wakeups))
    table.row("driver to delegate, allocations per frame", max(run["allocationsPerFrame"] for run in deliveries), "", bound=1.05)
    sounds = [bench(binaries, "sound-delivery", on_one_core=True) for _ in range(runs)]
    table.row("microphone to delegate, allocations per packet of sound", max(run["allocationsPerPacket"] for run in sounds), "", bound=1.05)
    table.row("driver to delegate and back, processor time per frame", total, "microseconds")
    table.row("waking a queue and being woken, without capture", bare, "microseconds")
    table.row("driver to delegate, our own processor time per frame", total - bare, "microseconds", bound=20)
    with tempfile.TemporaryDirectory() as folder:
        own = instructions_per_frame(binaries, folder, "delivery") - instructions_per_frame(binaries, folder, "wake-ups")
    table.row("driver to delegate, our own instructions per frame", own, "", bound=8_000)
