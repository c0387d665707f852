"""What tests ask of a player, and of a movie file."""

import json
import struct
import subprocess

from patience import PATIENCE

# Plays from where it is to the end, fast, and tells where it has been. Takes the player's selector.
PLAY = """(selector) => new Promise((resolve, reject) => {
  const video = document.querySelector(selector);
  const start = video.currentTime;
  let frames = 0, last = -1;
  const see = (now, frame) => { frames += 1; last = frame.mediaTime; video.requestVideoFrameCallback(see); };
  video.requestVideoFrameCallback(see);
  video.onerror = () => reject(new Error(video.error.message));
  // What was shown last is told when the page is drawn after that; how soon the player has shown it is nobody's promise.
  const end = (drawingsLeft) => {
    if (drawingsLeft > 0) requestAnimationFrame(() => end(drawingsLeft - 1));
    else resolve({ start, end: video.currentTime, duration: video.duration, frames, last });
  };
  video.onended = () => end(20);
  video.muted = true;
  video.playbackRate = 2;
  video.play().catch(reject);
})"""
# Goes to a time, and tells the time of the frame that is shown then. Takes the player's selector and the time.
SEEK = """([selector, time]) => new Promise((resolve, reject) => {
  const video = document.querySelector(selector);
  let isThere = false;
  const see = (now, frame) => {
    if (isThere) resolve(frame.mediaTime);
    else video.requestVideoFrameCallback(see);
  };
  video.requestVideoFrameCallback(see);
  video.onseeking = () => { isThere = true; };
  video.onerror = () => reject(new Error(video.error.message));
  video.currentTime = time;
})"""


class MovieFile:
    """A movie file as ffprobe sees it, which must have nothing to complain about, unless its end was cut off."""

    def __init__(self, path, is_cut_off=False):
        result = subprocess.run(
            ["ffprobe", "-v", "warning", "-show_entries", "packet=codec_type,pts_time", "-show_streams", "-show_format", "-of", "json",
             str(path)],
            capture_output=True, text=True, check=True, timeout=PATIENCE,
        )
        assert is_cut_off or result.stderr == "", f"{path}: {result.stderr}"
        report = json.loads(result.stdout)
        self.duration = float(report["format"]["duration"])
        pictures = [float(packet["pts_time"]) for packet in report["packets"] if packet["codec_type"] == "video"]
        # When each is shown.
        self.pictures = sorted(pictures)
        self.last_picture = max(pictures)
        self.bytes = int(report["format"]["size"])
        self.streams = {stream["codec_type"]: stream for stream in report["streams"]}
        self.codecs = [stream["codec_name"] for stream in report["streams"]]
        self.boxes = self.boxes_of(path)

    def picture_at(self, time):
        """When the picture that is shown at a time began: a busy machine may have dropped those after it."""
        return max(moment for moment in self.pictures if moment <= time)

    @property
    def is_ordinary(self):
        """Whether the index comes first, and nothing is in fragments."""
        kinds = [kind for kind in self.boxes if kind != "free"]
        return kinds == ["ftyp", "moov", "mdat"]

    @staticmethod
    def boxes_of(path):
        """The kinds of the boxes of a file, which may be being written."""
        data = path.read_bytes()
        kinds, offset = [], 0
        while offset + 8 <= len(data):
            size, kind = struct.unpack_from(">I4s", data, offset)
            if size == 1:
                size = struct.unpack_from(">Q", data, offset + 8)[0]
            kinds.append(kind.decode("latin-1"))
            offset += size or len(data) - offset
        return kinds


class Strip:
    """One frame of a movie, in which the strips can be read that simulated cameras write at the bottom of their pictures."""

    MARK = 0xB2E1

    def __init__(self, width, height, pixels):
        self.width, self.height, self.pixels = width, height, pixels

    @classmethod
    def of(cls, path, time):
        """The frame that is shown at a time, in seconds."""
        command = ["ffmpeg", "-v", "error", "-ss", str(max(0, time)), "-i", str(path), "-frames:v", "1", "-pix_fmt", "gray"]
        size = subprocess.run(
            ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=width,height", "-of", "csv=p=0", str(path)],
            capture_output=True, text=True, check=True, timeout=PATIENCE,
        ).stdout.strip().split(",")
        pixels = subprocess.run([*command, "-f", "rawvideo", "-"], capture_output=True, check=True, timeout=PATIENCE).stdout
        width, height = map(int, size[:2])
        assert len(pixels) == width * height
        return cls(width, height, pixels)

    def reads(self, rectangle):
        """Whether a whole picture stands in a rectangle, given as shares of the frame: its strip begins with the mark, or ends
        with it where the picture is mirrored."""
        x, y, width, height = (
            rectangle[0] * self.width, rectangle[1] * self.height, rectangle[2] * self.width, rectangle[3] * self.height,
        )
        cell = width / 64
        row = y + height - 1.5 * cell
        values = [self._at(x + (column + 0.5) * cell, row) for column in range(64)]
        threshold = (max(values) + min(values)) / 2
        if max(values) - min(values) < 60:
            return False
        bits = [value > threshold for value in values]
        mark = [bool(self.MARK >> (15 - index) & 1) for index in range(16)]
        return bits[:16] == mark or bits[::-1][:16] == mark

    def edge_at(self, share):
        """Whether two different pictures meet at a column."""
        column = int(share * self.width)
        differences = [
            abs(self._at(column - 4, row) - self._at(column + 4, row)) for row in range(0, self.height, 8)
        ]
        return sum(difference > 12 for difference in differences) > len(differences) / 4

    def _at(self, x, y):
        return self.pixels[int(y) * self.width + int(x)]
