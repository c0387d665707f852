"""Recorded movies in a real player: Chromium plays them to the end, seeks in them, and hears them."""

import http.server
import os
import pathlib
import re
import signal
import struct
import subprocess
import threading
import time

import pytest

from movies import PLAY, SEEK, MovieFile
from patience import PATIENCE

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGE = b"""<!doctype html><title>movie</title><video muted></video>"""
LOAD = """() => new Promise((resolve, reject) => {
  const video = document.querySelector('video');
  video.onerror = () => reject(new Error(video.error.message));
  video.onloadeddata = () => resolve({ duration: video.duration, width: video.videoWidth, height: video.videoHeight });
  video.src = '/movie.mp4';
})"""


@pytest.fixture
def serve():
    """Serves a movie, and pieces of it, as servers do that movies can be seeked on."""
    servers = []

    def start(movie):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                if self.path != "/movie.mp4":
                    return self.answer(200, PAGE, "text/html")
                data = movie.read_bytes()
                wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
                if not wanted:
                    return self.answer(200, data, "video/mp4")
                first = int(wanted[1])
                last = min(int(wanted[2] or len(data) - 1), len(data) - 1)
                self.answer(206, data[first:last + 1], "video/mp4", f"bytes {first}-{last}/{len(data)}")

            def answer(self, status, body, kind, part=None):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Accept-Ranges", "bytes")
                if part:
                    self.send_header("Content-Range", part)
                self.end_headers()
                try:
                    self.wfile.write(body)
                except OSError:
                    self.close_connection = True

            def log_message(self, *words):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}/"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


class Recorder:
    """A recorder of made-up pictures and sound."""

    def __init__(self, movie, seconds, *options):
        program = os.environ.get("PINHOLE_RECORDER", str(ROOT / ".build/debug/crash-test-recorder"))
        self.log = movie.with_suffix(".log")
        self.process = subprocess.Popen(
            [program, "record", str(movie), "--log", str(self.log), "--seconds", str(seconds), *options], stdout=subprocess.DEVNULL
        )

    def appended(self):
        """Seconds of pictures that were handed over."""
        data = self.log.read_bytes() if self.log.exists() else b""
        return struct.unpack_from("<q", data, 8)[0] / 1e9 if len(data) >= 64 else 0

    def finish(self):
        assert self.process.wait(timeout=PATIENCE) == 0

    def kill_after(self, seconds):
        end = time.monotonic() + PATIENCE
        while self.appended() < seconds:
            assert time.monotonic() < end and self.process.poll() is None
            time.sleep(0.01)
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=PATIENCE)


@pytest.fixture
def movie_page(browser, serve):
    pages = []

    def open_page(movie):
        page = browser.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(serve(movie))
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.close()


def test_finished_movie_plays_and_seeks(movie_page, tmp_path):
    movie = tmp_path / "movie.mp4"
    Recorder(movie, 4, "--width", "320", "--height", "240", "--pace", "0").finish()
    page = movie_page(movie)
    loaded = page.evaluate(LOAD)
    assert (loaded["width"], loaded["height"]) == (320, 240)
    assert abs(loaded["duration"] - 4) < 0.1
    played = page.evaluate(PLAY, "video")
    assert played["start"] == 0 and played["frames"] > 1
    assert abs(played["end"] - 4) < 0.1 and played["last"] > 3.8
    for moment in (3.5, 0.5, 2.25):
        assert abs(page.evaluate(SEEK, ["video", moment]) - moment) < 0.1


def test_killed_recording_plays_as_it_is(movie_page, tmp_path):
    movie = tmp_path / "movie.mp4"
    recorder = Recorder(movie, 60, "--in-step")
    recorder.kill_after(4)
    page = movie_page(movie)
    page.evaluate(LOAD)
    played = page.evaluate(PLAY, "video")
    assert played["end"] > recorder.appended() - 1.1
    assert played["last"] > recorder.appended() - 1.1


def test_movie_of_a_phones_camera_plays_and_seeks(movie_page, tmp_path):
    """Through everything: simulated iPhone, session, movie file."""
    movie = tmp_path / "movie.mp4"
    program = os.environ.get("PINHOLE", str(ROOT / ".build/debug/pinhole"))
    subprocess.run(
        [program, "record", "--camera", "iphone", "-o", str(movie), "--duration", "3"],
        check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=PATIENCE,
    )
    page = movie_page(movie)
    duration = page.evaluate(LOAD)["duration"]
    assert abs(duration - 3) < 0.2
    # A busy machine drops frames of a live camera.
    recorded = MovieFile(movie)
    played = page.evaluate(PLAY, "video")
    assert played["start"] == 0 and played["frames"] > 0
    assert abs(played["end"] - duration) < 0.1 and played["last"] > recorded.last_picture - 0.2
    for moment in (2.5, 0.5, 1.25):
        assert abs(page.evaluate(SEEK, ["video", moment]) - recorded.picture_at(moment)) < 0.1
