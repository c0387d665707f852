"""What encoding a picture of the preview costs, beside a peer."""

import os
import statistics

from media import memory_folder
from processor import processor_seconds_of
from programs import bench
from viewfinder import QUALITY

RAW_FRAMES = 90
# One turn is as much as 10 % off on a machine that is shared with others.
PREVIEW_TURNS = 7


def preview_turn(binaries, raw, source):
    """Milliseconds of processor time for a frame, ours and the peer's, measured one right after the other."""
    peer = processor_seconds_of(source + ["jpegenc", f"quality={QUALITY}", "!", "fakesink"])
    own = bench(binaries, "preview", raw, "--quality", str(QUALITY))["millisecondsPerFrame"]
    peer -= processor_seconds_of(source + ["fakesink"])
    own -= bench(binaries, "preview", raw, "--quality", str(QUALITY), "--read-only")["millisecondsPerFrame"]
    return own, peer / RAW_FRAMES * 1e3


def measure_preview(table, binaries):
    """Both read the same raw frames from the same file; what reading costs is taken off on both sides."""
    with memory_folder() as folder:
        raw = os.path.join(folder, "frames.nv12")
        bench(binaries, "raw-frames", raw, "--count", str(RAW_FRAMES))
        source = ["gst-launch-1.0", "-q", "filesrc", f"location={raw}", f"blocksize={1920 * 1080 * 3 // 2}", "!",
                  "rawvideoparse", "format=nv12", "width=1920", "height=1080", "framerate=30/1", "!"]
        turns = [preview_turn(binaries, raw, source) for _ in range(PREVIEW_TURNS)]
    own, peer = (statistics.median(values) for values in zip(*turns))
    table.row("preview frame 1080p, processor time", own, "ms")
    table.row("the same by gst-launch jpegenc", peer, "ms")
    ratio = statistics.median(own / peer for own, peer in turns)
    table.row("preview frame, ratio to the peer, median of turns", ratio, "", bound=0.8)
    passed = bench(binaries, "pass-through")["millisecondsPerFrame"]
    table.row("JPEG camera passed through, processor time", passed, "ms")
    table.row("JPEG camera passed through, ratio to the peer", passed / peer, "", bound=0.1)
