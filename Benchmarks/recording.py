"""Recordings of one camera, beside ffmpeg's."""

import contextlib
import os
import pathlib
import statistics
import tempfile

from ffmpeg import ffmpeg_recording
from media import memory_folder, raw_media
from movies import missing_frames, movie_seconds, require_encoders_set_alike
from processor import processor_seconds_of
from programs import bench


def measure_recording(table, binaries, minutes, runs=5, seconds=15):
    """Both read frames and sound from the same files in memory, at the pace of time; what reading costs is taken off on both sides."""
    with memory_folder() as folder, raw_media(binaries, folder) as (raw, sound):
        peer_size = compare_recorders(table, binaries, folder, raw, sound, runs, seconds)
        # On a real disk from here on.
        with tempfile.TemporaryDirectory(dir=str(pathlib.Path(binaries).parent)) as disk:
            compare_sizes(table, binaries, raw, sound, os.path.join(disk, "size.mp4"), seconds, peer_size)
            measure_long_recording(table, binaries, raw, sound, os.path.join(disk, "long.mp4"), minutes)
            measure_finish(table, binaries, raw, sound, os.path.join(disk, "finished.mp4"))


def compare_recorders(table, binaries, folder, raw, sound, runs, seconds):
    """Turn by turn, so that both meet the same machine; the median of the turns counts."""
    kinds = (("encoding", ["encoding"]), ("own", ["recording"]), ("own+", ["recording", "--preview"]))
    movies = {name: os.path.join(folder, f"{name}.mp4") for name in ("encoding", "own", "own+", "peer", "peer+")}
    turns = []
    dropped = 0
    for _ in range(runs):
        remove(movies.values())
        rate, turn = 0, {}
        for name, options in kinds:
            result = bench(binaries, options[0], raw, sound, movies[name], "--seconds", str(seconds), *options[1:])
            turn[name] = result["processorSeconds"]
            rate = int(result.get("bitRate", rate))
        # Whoever drops frames has less to do.
        dropped += sum(missing_frames(movies[name])[0] for name, _ in kinds)
        for name in ("peer", "peer+"):
            turn[name] = processor_seconds_of(ffmpeg_recording(raw, sound, seconds, movies[name], rate, name == "peer+"))
        for name, _ in kinds:
            require_encoders_set_alike(movies[name], movies["peer"])
        own_reads = bench(binaries, "reading", raw, "--seconds", str(seconds))["processorSeconds"]
        peer_reads = processor_seconds_of(ffmpeg_recording(raw, sound, seconds, None))
        turn = {name: value - (peer_reads if name.startswith("peer") else own_reads) for name, value in turn.items()}
        turns.append(turn | {"own reads": own_reads, "peer reads": peer_reads})

    def milliseconds(name):
        return statistics.median(turn[name] for turn in turns) / seconds / 30 * 1e3

    def ratio(own, peer):
        return statistics.median(turn[own] / turn[peer] for turn in turns)

    table.row("recording 1080p30 with sound, processor time per frame", milliseconds("own"), "ms")
    table.row("  of it encoding and writing, without a session", milliseconds("encoding"), "ms")
    table.row("  reading the frames, which is not counted", milliseconds("own reads"), "ms")
    table.row("the same by ffmpeg, set alike", milliseconds("peer"), "ms")
    table.row("  reading the frames, which is not counted", milliseconds("peer reads"), "ms")
    table.row(f"frames missing in {runs} recordings of each kind", dropped, "", bound=0)
    table.row("recording, ratio to the peer, median of turns", ratio("own", "peer"), "", bound=1.0, aim=0.9)
    table.row("recording with live preview, processor time per frame", milliseconds("own+"), "ms")
    table.row("recording with live preview, ratio to the peer with mjpeg", ratio("own+", "peer+"), "", bound=1.0, aim=0.9)
    return os.path.getsize(movies["peer"]) / movie_seconds(movies["peer"])


def remove(files):
    for file in files:
        with contextlib.suppress(FileNotFoundError):
            os.remove(file)


def compare_sizes(table, binaries, raw, sound, movie, seconds, peer_size):
    """On a disk, where short movies give back the room that their index did not need; memory's file system cannot."""
    bench(binaries, "encoding", raw, sound, movie, "--seconds", str(seconds), "--hurry")
    table.row("size of a second, ratio to the peer", os.path.getsize(movie) / movie_seconds(movie) / peer_size, "", bound=1.05)


def measure_long_recording(table, binaries, raw, sound, movie, minutes):
    figures = bench(binaries, "recording", raw, sound, movie, "--seconds", str(minutes * 60), "--preview")
    missing, count = missing_frames(movie)
    what = f"{minutes:g} minutes with live preview"
    # Those that come after the last one are missed there.
    table.row(f"{what}: frames missing", missing + max(0, figures["delivered"] - count), "", bound=0)
    table.row(f"{what}: frames of the preview", figures["previewed"], "")
    table.row(f"{what}: use of the processor", figures["processorSeconds"] / (minutes * 60) * 100, "% of a core")
    table.row(f"{what}: growth of memory", figures["residentGrowthMegabytes"], "MB", bound=4)
    table.row(f"{what}: stop to playable file", figures["stopMilliseconds"], "ms", bound=300)
    table.row("  its length for others", movie_seconds(movie) / 60, "minutes", least=minutes * 0.999)


def measure_finish(table, binaries, raw, sound, movie, minutes=10):
    """A recording of ten minutes, as fast as the disk takes it: what the kernel has not written yet is part of the question."""
    finish = bench(binaries, "finish", raw, sound, movie, "--minutes", str(minutes))
    table.row(f"stop to playable file, {minutes} minutes of 1080p", finish["stopMilliseconds"], "ms", bound=300)
    table.row("  its size", finish["megabytes"], "MB")
    table.row("  its length for others", movie_seconds(movie) / 60, "minutes", least=minutes * 0.999)
