"""Measures a release build of Pinhole and prints a table; see scripts/bench."""

import argparse
import contextlib
import json
import os
import pathlib
import re
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

CHROMIUM = "/usr/bin/chromium"
QUALITY = 80
RAW_FRAMES = 90
# One turn is as much as 10 % off on a machine that is shared with others.
PREVIEW_TURNS = 7
RECORDED_FRAMES = 150
# Server and browser that wait for a core for more than this share of the time they have one are slowed down by other work.
# Alone on two cores it is 0.3; while somebody compiles, 3 to 5.
MOST_WAITING = 0.6
# Chromium draws headless pages without a GPU here; the sandbox needs privileges that containers lack.
CHROMIUM_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-timer-throttling"]


class Table:
    """Figures with the bound that each must keep."""

    def __init__(self):
        self.broken = []
        self.unjudged = []

    def row(self, what, value, unit, bound=None, aim=None, least=None, is_judged=True):
        """A figure that must be at most its bound, or at least `least`. Not judged: it says more of the machine than of Pinhole."""
        if least is not None:
            self.print(what, value, unit, f"required {least:g} at least", value >= least)
            return
        limits = ", ".join(
            text for text in (f"required {bound:g}" if bound is not None else "", f"aim {aim:g}" if aim is not None else "") if text
        )
        if bound is not None and value > bound and not is_judged:
            self.unjudged.append(what)
            self.print(what, value, unit, limits, None)
            return
        self.print(what, value, unit, limits, None if bound is None else value <= bound)

    def print(self, what, value, unit, limits, is_kept):
        verdict = "" if is_kept is None else "ok" if is_kept else "BROKEN"
        if is_kept is False:
            self.broken.append(what)
        print(f"{what:<66} {value:14.3f} {unit:<12} {limits:<28} {verdict}", flush=True)


class Viewfinder:
    """A running pinhole serve with the simulated iPhone."""

    def __init__(self, binaries, folder):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.started = time.time()
        self.process = subprocess.Popen(
            [str(binaries / "pinhole"), "serve", "--camera", "iphone", "--port", str(self.port), "--no-browser",
             "--quality", str(QUALITY), "--photos", folder],
            stdout=subprocess.DEVNULL,
        )

    def wait_until_listening(self, seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.001)
        sys.exit("pinhole serve did not listen in time")

    def memory_megabytes(self):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        sys.exit("pinhole serve has ended")

    def processor_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


class ProcessorUse:
    """How long the threads of this process's descendants (server and browser) had a core, and how long they waited for one."""

    def __init__(self):
        self.ran = self.waited = 0
        for process in self.descendants():
            for figures in pathlib.Path(f"/proc/{process}/task").glob("*/schedstat"):
                with contextlib.suppress(OSError):
                    ran, waited, _ = map(int, figures.read_text().split())
                    self.ran += ran
                    self.waited += waited

    def share_waiting_since(self, before):
        return (self.waited - before.waited) / max(self.ran - before.ran, 1)

    @staticmethod
    def descendants():
        parents = {}
        for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                parents[int(status.parent.name)] = int(status.read_text().rsplit(") ", 1)[1].split()[1])
        found = {os.getpid()}
        while more := {child for child, parent in parents.items() if parent in found and child not in found}:
            found |= more
        return found


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def bench(binaries, *arguments, on_one_core=False):
    """Runs pinhole-bench and returns its figures."""
    result = subprocess.run(
        [str(binaries / "pinhole-bench"), *arguments], capture_output=True, text=True, preexec_fn=stay_on_one_core if on_one_core else None
    )
    if result.returncode != 0:
        sys.exit(f"pinhole-bench {' '.join(arguments)}: {result.stderr}")
    return json.loads(result.stdout) if result.stdout.strip() else {}


def stay_on_one_core():
    """Waking a thread on a core that sleeps costs an interrupt, which on a virtual machine is many times the work that is measured."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def instructions_of(binaries, folder, *arguments):
    """Instructions that pinhole-bench executes, by its own code and libraries: the same on every run and every machine."""
    program = pathlib.Path(folder) / "pinhole-bench"
    if not program.exists():
        # Valgrind cannot read the debugging information that Swift's linker writes.
        subprocess.run(["strip", "-o", str(program), str(binaries / "pinhole-bench")], check=True)
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", str(program), *arguments]
    result = subprocess.run(command, capture_output=True, text=True)
    found = re.search(r"I\s+refs:\s+([\d,]+)", result.stderr)
    if result.returncode != 0 or not found:
        sys.exit(f"valgrind {' '.join(arguments)}: {result.stderr}")
    return int(found[1].replace(",", ""))


def instructions_per_frame(binaries, folder, measurement):
    """What a thousand frames more execute more."""
    few, many = (instructions_of(binaries, folder, measurement, "--frames", str(frames)) for frames in (200, 1200))
    return (many - few) / 1000


def processor_seconds_of(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


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
    table.row("driver to delegate, our own instructions per frame", own, "", bound=12_000)


def measure_engine(table, binaries, runs=9):
    foreground = bench(binaries, "foreground")
    table.row("foreground to first frame in the delegate, median", foreground["medianMilliseconds"], "ms", bound=500, aim=50)
    table.row("foreground to first frame in the delegate, worst", foreground["worstMilliseconds"], "ms", bound=500, aim=50)
    table.row("  of it until the sensor begins, median", foreground["medianUntilSensor"], "ms")
    table.row("  of it one frame's exposure", foreground["medianExposure"], "ms")
    table.row("  of it from there to the delegate, median", foreground["medianDelivery"], "ms")
    # Turn by turn, so that both meet the same machine.
    pairs = [(bench(binaries, "engine-start"), bench(binaries, "engine-start", "--prewarm")) for _ in range(runs)]
    cold, warm = (statistics.median(pair[index]["milliseconds"] for pair in pairs) for index in range(2))
    table.row(f"first start to first frame in the delegate, median of {runs}", cold, "ms", bound=1500, aim=300)
    table.row("the same after prewarm", warm, "ms", bound=1500, aim=300)
    table.row("share that prewarm saves", (cold - warm) / cold * 100, "%")
    cycles = bench(binaries, "cycles")
    count = f"{cycles['cycles']:,.0f} cycles to the background"
    table.row(f"{count}: blocks of the heap left by each", cycles["blocksPerCycle"], "", bound=0.5)
    table.row(f"{count}: growth of resident memory", cycles["residentGrowthMegabytes"], "MB", bound=8)
    table.row(f"{count}: descriptors left open", cycles["descriptors"], "", bound=0)
    table.row(f"{count}: camera hardware not given back", cycles["hardware"], "", bound=0)
    table.row("simulated events a second", bench(binaries, "simulator")["eventsPerSecond"], "", least=1e6)


def preview_turn(binaries, raw, source):
    """Milliseconds of processor time for a frame, ours and the peer's, measured one right after the other."""
    peer = processor_seconds_of(source + ["jpegenc", f"quality={QUALITY}", "!", "fakesink"])
    own = bench(binaries, "preview", raw, "--quality", str(QUALITY))["millisecondsPerFrame"]
    peer -= processor_seconds_of(source + ["fakesink"])
    own -= bench(binaries, "preview", raw, "--quality", str(QUALITY), "--read-only")["millisecondsPerFrame"]
    return own, peer / RAW_FRAMES * 1e3


def measure_preview(table, binaries):
    """Both read the same raw frames from the same file; what reading costs is taken off on both sides."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
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


def encoder_options(movie):
    """What x264 writes into its stream about itself: with the same frames, the same options mean the same work."""
    found = re.search(rb"x264 - core [^\0]*? options: ([^\0]*)\0", pathlib.Path(movie).read_bytes()[:1 << 22])
    if not found:
        sys.exit(f"no encoder's options in {movie}")
    return dict(option.split("=", 1) for option in found[1].decode().split())


def encoders_set_alike(rate):
    """ffmpeg's options for encoders that do as ours do."""
    return ["-c:v", "libx264", "-preset", "superfast", "-profile:v", "high", "-b:v", str(rate), "-maxrate", str(2 * rate), "-bufsize",
            str(2 * rate), "-rc-lookahead", "0", "-bf", "0", "-g", str(1 << 30), "-force_key_frames", "expr:gte(t,n_forced)",
            "-forced-idr", "1", "-flags", "+cgop", "-threads:v", str(min(4, os.cpu_count())), "-c:a", "aac", "-b:a", "128k"]


def ffmpeg_recording(raw, sound, seconds, output, rate=None, preview=False):
    """ffmpeg as a recorder: the same frames and sound at the pace of time, the encoders set as ours are."""
    pace = ["-re"] if rate else []
    command = ["ffmpeg", "-y", "-v", "error", "-nostdin", *pace, "-stream_loop", "-1", "-f", "rawvideo", "-pixel_format", "nv12",
               "-video_size", "1920x1080", "-framerate", "30", "-i", raw, *pace, "-stream_loop", "-1", "-f", "s16le", "-ar", "48000",
               "-ac", "2", "-i", sound, "-map", "0:v", "-map", "1:a", "-t", str(seconds)]
    if not rate:
        return command + ["-c", "copy", "-f", "null", "-"]
    command += ["-pix_fmt", "nv12", *encoders_set_alike(rate), "-movflags", "+faststart", output]
    if preview:
        command += ["-map", "0:v", "-c:v", "mjpeg", "-pix_fmt", "yuvj420p", "-q:v", "4", "-threads:v", "1", "-t", str(seconds),
                    "-f", "null", "-"]
    return command


def ffmpeg_dual_recording(raw, second, sound, seconds, output, rate=None):
    """ffmpeg as a recorder of two cameras: the second one's picture scaled into a corner of the first one's, set as ours is."""
    pace = ["-re"] if rate else []

    def frames(path, size):
        return [*pace, "-stream_loop", "-1", "-f", "rawvideo", "-pixel_format", "nv12", "-video_size", size, "-framerate", "30", "-i", path]

    command = ["ffmpeg", "-y", "-v", "error", "-nostdin", *frames(raw, "1920x1080"), *frames(second, "1280x720"), *pace,
               "-stream_loop", "-1", "-f", "s16le", "-ar", "48000", "-ac", "2", "-i", sound, "-t", str(seconds)]
    if not rate:
        return command + ["-map", "0:v", "-map", "1:v", "-map", "2:a", "-c", "copy", "-f", "null", "-"]
    # The pixel format that costs it least: what its overlay gives is encoded as it is.
    graph = "[1:v]scale=576:324[small];[0:v][small]overlay=1300:712:shortest=0[both]"
    return command + ["-filter_complex", graph, "-map", "[both]", "-map", "2:a", "-pix_fmt", "yuv420p",
                      *encoders_set_alike(rate), "-movflags", "+faststart", output]


def movie_seconds(movie):
    """What the movie's length is for others, who have nothing against it."""
    command = ["ffprobe", "-v", "warning", "-show_entries", "format=duration", "-of", "csv=p=0", str(movie)]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0 or result.stderr:
        sys.exit(f"ffprobe has something against {movie}: {result.stderr}")
    return float(result.stdout)


def missing_frames(movie):
    """How many frames of thirty a second are missing between those that are there, and how many are there."""
    command = ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time", "-of", "csv=p=0", str(movie)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    times = sorted(float(line.strip(",")) for line in lines)
    return sum(round((later - time) * 30) - 1 for time, later in zip(times, times[1:])), len(times)


@contextlib.contextmanager
def raw_media(binaries, folder):
    """Frames and sound in memory; files there for what is recorded from them."""
    raw, sound = os.path.join(folder, "frames.nv12"), os.path.join(folder, "sound.s16")
    bench(binaries, "scene-frames", raw, "--count", str(RECORDED_FRAMES))
    noise = "anoisesrc=c=pink:r=48000:a=0.2:d=10:seed=1[l];anoisesrc=c=pink:r=48000:a=0.2:d=10:seed=2[r];[l][r]amerge"
    subprocess.run(["ffmpeg", "-v", "error", "-filter_complex", noise, "-f", "s16le", sound], check=True)
    yield raw, sound


def memory_folder():
    return tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)


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


def require_encoders_set_alike(own, peer):
    ours, theirs = encoder_options(own), encoder_options(peer)
    differences = {key: (ours.get(key), theirs.get(key)) for key in ours | theirs if ours.get(key) != theirs.get(key)}
    if differences:
        sys.exit(f"x264 is not set alike: {differences}")


def compare_sizes(table, binaries, raw, sound, movie, seconds, peer_size):
    """On a disk, where short movies give back the room that their index did not need; memory's file system cannot."""
    bench(binaries, "encoding", raw, sound, movie, "--seconds", str(seconds), "--hurry")
    table.row("size of a second, ratio to the peer", os.path.getsize(movie) / movie_seconds(movie) / peer_size, "", bound=1.05)


@contextlib.contextmanager
def raw_media_of_two(binaries, folder):
    """The frames of one camera and the sound as for any recording, and the smaller frames of another camera."""
    with raw_media(binaries, folder) as (raw, sound):
        second = os.path.join(folder, "second.nv12")
        subprocess.run(["ffmpeg", "-y", "-v", "error", "-f", "rawvideo", "-pixel_format", "nv12", "-video_size", "1920x1080", "-i", raw,
                        "-vf", "hflip,scale=1280:720:flags=area", "-f", "rawvideo", "-pix_fmt", "nv12", second], check=True)
        yield raw, second, sound


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


def wait_for_rest(share=0.1, seconds=0.25, attempts=40):
    """Waits until the browser, which opens a page, closes another and starts a process in advance, has nothing more to do."""
    for _ in range(attempts):
        before = ProcessorUse()
        time.sleep(seconds)
        if (ProcessorUse().ran - before.ran) / 1e9 <= share * seconds:
            return


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
            page.wait_for_function("self.pinhole && self.pinhole.figures && self.pinhole.figures().firstPaint !== null", polling=5)
            painted = page.evaluate("performance.timeOrigin + self.pinhole.figures().firstPaint") / 1e3
            times.append((painted - viewfinder.started) * 1e3)
        finally:
            page.close()
            viewfinder.stop()
    times.sort()
    table.row(f"process start to first frame painted, median of {runs}", times[runs // 2], "ms", bound=400, aim=300)
    table.row(f"process start to first frame painted, worst of {runs}", times[-1], "ms", bound=1500)


def measure_quietly(viewfinder, page, attempts=5):
    """Latency over 500 frames. Other work on the machine shows in it at once, so the quietest of some attempts counts."""
    best = None
    for _ in range(attempts):
        page.evaluate("self.pinhole.resetFigures()")
        processor, use, start = viewfinder.processor_seconds(), ProcessorUse(), time.monotonic()
        page.wait_for_function("self.pinhole.figures().count >= 500", polling=250, timeout=60_000)
        processor = viewfinder.processor_seconds() - processor
        waited = ProcessorUse().share_waiting_since(use)
        if best is None or waited < best[2]:
            best = (page.evaluate("self.pinhole.figures()"), processor / (time.monotonic() - start), waited)
        if waited <= MOST_WAITING:
            break
    return best


def measure_latency(table, binaries, browser, folder, minutes):
    viewfinder = Viewfinder(binaries, folder)
    try:
        viewfinder.wait_until_listening()
        page = browser.new_page(bypass_csp=True, viewport={"width": 1280, "height": 720})
        page.goto(viewfinder.url)
        page.wait_for_function("self.pinhole.figures().count > 60", polling=50)
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


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("what", nargs="?", choices=["all", "recording", "dual"], default="all")
    options = parser.parse_args()
    table = Table()
    print(f"{os.cpu_count()} cores, {time.strftime('%Y-%m-%d')}", flush=True)
    if options.what == "all":
        measure_all(table, options)
    if options.what != "dual":
        measure_recording(table, options.bin, options.minutes or 2)
    if options.what != "recording":
        measure_dual(table, options.bin, options.minutes or 5)
    if table.unjudged:
        print("Not judged, because other work had the processor: " + "; ".join(table.unjudged))
    if table.broken:
        print("Broken bounds: " + "; ".join(table.broken))
    if options.check and table.broken:
        sys.exit(1)


def measure_all(table, options):
    measure_delivery(table, options.bin)
    measure_engine(table, options.bin)
    measure_preview(table, options.bin)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        measure_cold_start(table, options.bin, browser, folder)
        measure_latency(table, options.bin, browser, folder, options.minutes)
        browser.close()


main()
