"""Two cameras in one movie, beside ffmpeg's filters."""

import os
import pathlib
import statistics
import tempfile

from ffmpeg import ffmpeg_dual_recording
from media import memory_folder, raw_media_of_two
from movies import missing_frames, movie_seconds, require_encoders_set_alike
from processor import processor_seconds_of
from programs import bench
from recording import remove


def measure_dual(table, binaries, minutes, runs=5, seconds=15):
    """Two cameras in one movie: 1080p30 and 720p30 into 1080p, against ffmpeg's filters with the encoders set alike."""
    with memory_folder() as folder, raw_media_of_two(binaries, folder) as (raw, second, sound):
        drawn = [bench(binaries, "composition", raw, second) for _ in range(runs)]
        table.row("one picture of two, processor time", statistics.median(run["millisecondsPerPicture"] for run in drawn), "ms")
        # The two that libyuv takes, for a row of each plane that it scales; ours are none.
        table.row("one picture of two, allocations", max(run["allocationsPerPicture"] for run in drawn), "", bound=2.05)
        peer_size = compare_dual_recorders(table, binaries, folder, raw, second, sound, runs, seconds)
        with tempfile.TemporaryDirectory(dir=str(pathlib.Path(binaries).parent)) as disk:
            movie = os.path.join(disk, "dual.mp4")
            measure_long_dual_recording(table, binaries, raw, second, sound, movie, minutes, peer_size)


def compare_dual_recorders(table, binaries, folder, raw, second, sound, runs, seconds):
    """Turn by turn, so that both meet the same machine; the median of the turns counts."""
    movies = {name: os.path.join(folder, f"dual-{name}.mp4") for name in ("own", "peer")}
    turns = []
    dropped = 0
    for _ in range(runs):
        remove(movies.values())
        result = bench(binaries, "dual", raw, sound, movies["own"], "--second", second, "--seconds", str(seconds))
        # Whoever drops frames has less to do. What was dropped is missing in the file too, unless it came last.
        dropped += max(missing_frames(movies["own"])[0], result["dropped"])
        rate = int(result["bitRate"])
        peer = processor_seconds_of(ffmpeg_dual_recording(raw, second, sound, seconds, movies["peer"], rate))
        require_encoders_set_alike(movies["own"], movies["peer"])
        own_reads = bench(binaries, "reading", raw, "--second", second, "--seconds", str(seconds))["processorSeconds"]
        peer_reads = processor_seconds_of(ffmpeg_dual_recording(raw, second, sound, seconds, None))
        turns.append((result["processorSeconds"] - own_reads, own_reads, peer - peer_reads, peer_reads))
    own, own_reads, peer, peer_reads = (statistics.median(values) / seconds / 30 * 1e3 for values in zip(*turns))
    table.row("two cameras in one movie, processor time per frame", own, "ms")
    table.row("  reading the frames, which is not counted", own_reads, "ms")
    table.row("the same by ffmpeg's overlay, set alike", peer, "ms")
    table.row("  reading the frames, which is not counted", peer_reads, "ms")
    table.row(f"frames missing in {runs} recordings of two cameras", dropped, "", bound=0)
    ratio = statistics.median(turn[0] / turn[2] for turn in turns)
    table.row("two cameras in one movie, ratio to the peer, median of turns", ratio, "", bound=0.9)
    return os.path.getsize(movies["peer"]) / movie_seconds(movies["peer"])


def measure_long_dual_recording(table, binaries, raw, second, sound, movie, minutes, peer_size):
    arguments = [raw, sound, movie, "--second", second, "--seconds", str(minutes * 60), "--preview"]
    figures = bench(binaries, "dual", *arguments)
    missing, count = missing_frames(movie)
    what = f"{minutes:g} minutes of two cameras, both previews live"
    # Those that come after the last one are missed there; the very last picture may still wait for the second camera's.
    lost = missing + max(0, figures["delivered"] - 1 - count)
    table.row(f"{what}: frames missing", max(lost, figures["dropped"]), "", bound=0)
    table.row(f"{what}: pictures of the previews", figures["previewed"], "")
    table.row(f"{what}: use of the processor", figures["processorSeconds"] / (minutes * 60) * 100, "% of a core")
    table.row(f"{what}: growth of memory", figures["residentGrowthMegabytes"], "MB", bound=4)
    table.row(f"{what}: stop to playable file", figures["stopMilliseconds"], "ms", bound=300)
    table.row("  its length for others", movie_seconds(movie) / 60, "minutes", least=minutes * 0.999)
    table.row("  size of a second, ratio to the peer", os.path.getsize(movie) / movie_seconds(movie) / peer_size, "", bound=1.05)
