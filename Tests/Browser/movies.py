"""What tests ask of a player, and of a movie file."""

import json
import struct
import subprocess

# Plays from where it is to the end, fast, and tells where it has been. Takes the player's selector.
PLAY = """(selector) => new Promise((resolve, reject) => {
  const video = document.querySelector(selector);
  const start = video.currentTime;
  let frames = 0, last = -1;
  const see = (now, frame) => { frames += 1; last = frame.mediaTime; video.requestVideoFrameCallback(see); };
  video.requestVideoFrameCallback(see);
  video.onerror = () => reject(new Error(video.error.message));
  // What was shown last is told after it was shown.
  video.onended = () => setTimeout(
    () => resolve({ start, end: video.currentTime, duration: video.duration, frames, last }), 200,
  );
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
            capture_output=True, text=True, check=True, timeout=300,
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
        self.boxes = self._boxes(path)

    def picture_at(self, time):
        """When the picture that is shown at a time began: a busy machine may have dropped those after it."""
        return max(moment for moment in self.pictures if moment <= time)

    @property
    def is_ordinary(self):
        """Whether the index comes first, and nothing is in fragments."""
        kinds = [kind for kind in self.boxes if kind != "free"]
        return kinds == ["ftyp", "moov", "mdat"]

    @staticmethod
    def _boxes(path):
        data = path.read_bytes()
        kinds, offset = [], 0
        while offset + 8 <= len(data):
            size, kind = struct.unpack_from(">I4s", data, offset)
            if size == 1:
                size = struct.unpack_from(">Q", data, offset + 8)[0]
            kinds.append(kind.decode("latin-1"))
            offset += size or len(data) - offset
        return kinds
