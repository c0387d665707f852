"""`pinhole record` and `pinhole recover`, on the simulated cameras: real files, judged by ffprobe."""

import json
import os
import pathlib
import re
import signal
import subprocess

import pytest

from movies import MovieFile
from patience import PATIENCE

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("PINHOLE", str(ROOT / ".build/debug/pinhole"))
LINE = re.compile(r"^REC  (\d+:\d\d\.\d)  \d+(\.\d+)? [kMG]B  (\d+ fps  )?\d+ dropped  (no sound|\[[#-]{12}\] (silent|-?\d+ dB))$")


class Recording:
    """A `pinhole record` that runs."""

    def __init__(self, movie, *arguments, camera="iphone"):
        self.movie = movie
        self.lines = []
        self.process = subprocess.Popen(
            [PROGRAM, "record", "-o", str(movie), "--camera", camera, *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )

    def wait_for(self, seconds):
        """Waits until it tells of so many seconds."""
        for line in self.process.stderr:
            self.lines.append(line.rstrip())
            found = LINE.match(self.lines[-1])
            minutes, rest = found[1].split(":") if found else ("0", "0")
            if int(minutes) * 60 + float(rest) >= seconds:
                return
        pytest.fail(f"it ended: {self.lines}")

    def wait_until(self, condition):
        """Waits until something is so when it tells of its progress."""
        for line in self.process.stderr:
            self.lines.append(line.rstrip())
            if condition():
                return
        pytest.fail(f"it ended: {self.lines}")

    def end(self, *signals):
        for each in signals:
            self.process.send_signal(each)
        output, rest = self.process.communicate(timeout=PATIENCE)
        self.lines += rest.splitlines()
        return self.process.returncode, output


def recover(*arguments):
    return subprocess.run([PROGRAM, "recover", *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE)


def test_a_movie_of_a_certain_length(tmp_path):
    recording = Recording(tmp_path / "movie.mp4", "--duration", "2")
    status, output = recording.end()
    assert status == 0
    # Nothing but lines of progress; the result is on standard output.
    assert recording.lines and all(LINE.match(line) for line in recording.lines), recording.lines
    assert re.fullmatch(r"\S+movie\.mp4: 0:02\.0, \d+(\.\d+)? [kM]B, with sound(, \d+ frames dropped)?\n", output)
    movie = MovieFile(recording.movie)
    assert movie.is_ordinary and movie.codecs == ["h264", "aac"]
    assert abs(movie.duration - 2) < 0.07 and 100_000 < movie.bytes < 20_000_000
    for stream in movie.streams.values():
        assert abs(float(stream["start_time"])) < 0.1 and abs(float(stream["duration"]) - 2) < 0.1
    assert (movie.streams["video"]["width"], movie.streams["video"]["height"]) == (1920, 1080)
    # What is there is not replaced unless asked to.
    again = Recording(recording.movie, "--duration", "1")
    status, output = again.end()
    assert status == 1 and "exists already" in again.lines[-1] and "--force" in again.lines[-1]
    assert MovieFile(recording.movie).bytes == movie.bytes
    status, _ = Recording(recording.movie, "--duration", "1", "--no-audio", "--force").end()
    assert status == 0
    movie = MovieFile(recording.movie)
    assert movie.codecs == ["h264"] and abs(movie.duration - 1) < 0.07
    assert [path.name for path in tmp_path.iterdir()] == ["movie.mp4"]


@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGHUP])
def test_a_signal_finishes_the_movie(asked, tmp_path):
    recording = Recording(tmp_path / "movie.mov")
    recording.wait_for(1)
    status, output = recording.end(asked)
    assert status == 0 and "movie.mov: 0:" in output
    assert any("Finishing" in line for line in recording.lines)
    movie = MovieFile(recording.movie)
    assert movie.is_ordinary and movie.duration >= 1


def test_what_was_killed_plays_and_is_recovered(tmp_path):
    paths = [tmp_path / "first.mp4", tmp_path / "second.mp4"]
    lasts = {}
    for path in paths:
        recording = Recording(path)
        recording.wait_for(2)
        # Where encoding takes longer than what it encodes, what was recorded is on its way for a while.
        recording.wait_until(lambda: MovieFile.boxes_of(path).count("moof") >= 2)
        recording.end(signal.SIGKILL)
        movie = MovieFile(path, is_cut_off=True)
        assert not movie.is_ordinary and movie.last_picture > 0.5
        lasts[path] = movie.last_picture
    kept = recover("--keep-original", paths[0])
    assert kept.returncode == 0
    assert re.fullmatch(r"first\.mp4: recovered, 0:\d\d\.\d, \d+(\.\d+)? [kM]B(; .* could not be saved)?\n", kept.stdout), kept.stdout
    assert MovieFile(paths[0]).is_ordinary and not MovieFile(tmp_path / "first.original.mp4", True).is_ordinary
    (tmp_path / "first.original.mp4").unlink()
    # Of a folder, what is complete is left alone.
    modified = paths[0].stat().st_mtime_ns
    folder = recover(tmp_path)
    assert folder.returncode == 0 and folder.stdout.startswith("second.mp4: recovered, ")
    assert MovieFile(paths[1]).is_ordinary and paths[0].stat().st_mtime_ns == modified
    # A last second that was torn while it was written is left out.
    assert all(MovieFile(path).last_picture > lasts[path] - 1.1 for path in paths)
    assert recover(paths[0]).stdout == "first.mp4: is complete, nothing to do.\n"
    assert recover(tmp_path).stdout == f"{tmp_path}: no recording here was cut off.\n"


def test_what_is_no_movie_is_not_recovered(tmp_path):
    (tmp_path / "text.mp4").write_text("This is no movie, but long enough to be looked at." * 100)
    (tmp_path / "empty.mp4").touch()
    for name in ("text.mp4", "empty.mp4", "missing.mp4"):
        result = recover(tmp_path / name)
        assert result.returncode == 1 and result.stdout == "" and name in result.stderr, name
    assert (tmp_path / "empty.mp4").stat().st_size == 0 and "long enough" in (tmp_path / "text.mp4").read_text()


def test_what_is_being_recorded_is_not_recovered(tmp_path):
    recording = Recording(tmp_path / "movie.mp4")
    # Where encoding takes longer than what it encodes, the file is still empty after a second.
    recording.wait_until(lambda: MovieFile.boxes_of(recording.movie).count("moof") >= 1)
    result = recover(recording.movie)
    assert result.returncode == 1 and "being written" in result.stderr
    status, _ = recording.end(signal.SIGINT)
    assert status == 0 and MovieFile(recording.movie).is_ordinary


def test_leaving_at_once_leaves_a_file_that_plays(tmp_path):
    recording = Recording(tmp_path / "movie.mp4")
    recording.wait_for(2)
    # Stopped in between, so that both arrive before the file is finished, or one after the other if it was faster.
    status, output = recording.end(signal.SIGINT, signal.SIGTERM)
    assert status in (130, 0)
    if status == 130:
        assert "pinhole recover" in recording.lines[-1]
        assert recover(recording.movie).returncode == 0
    assert MovieFile(recording.movie).is_ordinary


def test_a_reader_that_leaves_ends_no_recording(tmp_path):
    recording = Recording(tmp_path / "movie.mp4", "--duration", "2")
    recording.process.stderr.close()
    recording.process.stdout.close()
    assert recording.process.wait(timeout=PATIENCE) == 0
    movie = MovieFile(recording.movie)
    assert movie.is_ordinary and abs(movie.duration - 2) < 0.07


def test_an_unplugged_camera_ends_it_with_what_there_is(tmp_path):
    script = tmp_path / "faults.json"
    script.write_text(json.dumps({"seed": 1, "events": [{"frame": 120, "fault": "unplug"}]}))
    recording = Recording(tmp_path / "movie.mp4", "--faults", str(script), camera="webcam")
    status, output = recording.end()
    assert status == 1 and "movie.mp4: 0:0" in output
    assert recording.lines[-1].startswith("Error: The camera was unplugged. What was recorded is saved.")
    movie = MovieFile(recording.movie)
    assert movie.is_ordinary and movie.duration > 0.5


@pytest.mark.parametrize("arguments, words", [
    (["-o", "{folder}/missing/movie.mp4"], "does not exist"),
    (["-o", "{folder}"], "must end in .mp4 or .mov"),
    (["-o", "{folder}/movie.avi"], "must end in .mp4 or .mov"),
    (["-o", "{folder}/folder.mp4"], "is no file"),
    (["-o", "/proc/movie.mp4"], "/proc"),
    (["-o", "{folder}/movie.mp4", "--duration", "0"], "--duration must be a positive number"),
    (["-o", "{folder}/movie.mp4", "--duration", "nan"], "--duration must be a positive number"),
    (["-o", "{folder}/movie.mp4", "--max-size", "7"], "at least 100K"),
    (["-o", "{folder}/movie.mp4", "--camera", "Nikon"], "Nikon"),
])
def test_what_cannot_be_done_is_said_before_anything_is_made(arguments, words, tmp_path):
    (tmp_path / "folder.mp4").mkdir()
    given = [argument.format(folder=tmp_path) for argument in arguments]
    camera = [] if "--camera" in given else ["--camera", "iphone"]
    result = subprocess.run([PROGRAM, "record", *given, *camera], capture_output=True, text=True, timeout=PATIENCE)
    assert result.returncode != 0 and words in result.stderr, result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["folder.mp4"]


def test_a_movie_has_the_size_and_rate_that_are_asked_for(tmp_path):
    """On any machine: one that is too slow drops frames, which then last longer."""
    movie = tmp_path / "movie.mp4"
    status, _ = Recording(movie, "--duration", "1", "--no-audio", "--size", "1280x720", "--rate", "24").end()
    assert status == 0
    video = MovieFile(movie).streams["video"]
    assert (video["width"], video["height"]) == (1280, 720)
    frames, seconds = map(int, video["avg_frame_rate"].split("/"))
    assert frames / seconds < 24.5


@pytest.mark.parametrize("wanted, words", [
    (["--size", "3840x2160"], "3840 x 2160"), (["--rate", "60"], "60 frames a second"), (["--size", "1280x720", "--rate", "25"], "1280 x 720 at 25"),
])
def test_a_size_or_rate_that_the_camera_has_not_is_refused_with_what_it_has(tmp_path, wanted, words):
    movie = tmp_path / "movie.mp4"
    recording = Recording(movie, "--duration", "1", *wanted, camera="webcam")
    status, output = recording.end()
    assert status == 1 and output == "" and not movie.exists()
    assert words in recording.lines[-1] and "1920 x 1080 at 30; 1280 x 720 at 30; 640 x 480 at 15, 30 frames a second" in recording.lines[-1]


@pytest.mark.parametrize(("damage", "told"), [
    (lambda path: path.unlink(), "removed"),
    (lambda path: os.truncate(path, 100), "shortened"),
])
def test_a_movie_that_another_program_takes_away_is_told(damage, told, tmp_path):
    recording = Recording(tmp_path / "movie.mp4", "--duration", "60")
    recording.wait_for(1)
    # Where encoding takes longer than what it encodes, the file is still empty then.
    recording.wait_until(lambda: MovieFile.boxes_of(recording.movie).count("moof") >= 1)
    damage(recording.movie)
    status, _ = recording.end()
    assert status == 1
    assert any(told in line for line in recording.lines), recording.lines
