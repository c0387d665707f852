"""What finished movies say."""

import pathlib
import re
import subprocess
import sys


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


def encoder_options(movie):
    """What x264 writes into its stream about itself: with the same frames, the same options mean the same work."""
    found = re.search(rb"x264 - core [^\0]*? options: ([^\0]*)\0", pathlib.Path(movie).read_bytes()[:1 << 22])
    if not found:
        sys.exit(f"no encoder's options in {movie}")
    return dict(option.split("=", 1) for option in found[1].decode().split())


def require_encoders_set_alike(own, peer):
    ours, theirs = encoder_options(own), encoder_options(peer)
    differences = {key: (ours.get(key), theirs.get(key)) for key in ours | theirs if ours.get(key) != theirs.get(key)}
    if differences:
        sys.exit(f"x264 is not set alike: {differences}")
