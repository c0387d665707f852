"""Frames and sound in memory, which ours and a peer record."""

import contextlib
import os
import subprocess
import tempfile

from programs import bench

RECORDED_FRAMES = 150


def memory_folder():
    return tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)


@contextlib.contextmanager
def raw_media(binaries, folder):
    """Frames and sound in memory; files there for what is recorded from them."""
    raw, sound = os.path.join(folder, "frames.nv12"), os.path.join(folder, "sound.s16")
    bench(binaries, "scene-frames", raw, "--count", str(RECORDED_FRAMES))
    noise = "anoisesrc=c=pink:r=48000:a=0.2:d=10:seed=1[l];anoisesrc=c=pink:r=48000:a=0.2:d=10:seed=2[r];[l][r]amerge"
    subprocess.run(["ffmpeg", "-v", "error", "-filter_complex", noise, "-f", "s16le", sound], check=True)
    yield raw, sound


@contextlib.contextmanager
def raw_media_of_two(binaries, folder):
    """The frames of one camera and the sound as for any recording, and the smaller frames of another camera."""
    with raw_media(binaries, folder) as (raw, sound):
        second = os.path.join(folder, "second.nv12")
        subprocess.run(["ffmpeg", "-y", "-v", "error", "-f", "rawvideo", "-pixel_format", "nv12", "-video_size", "1920x1080", "-i", raw,
                        "-vf", "hflip,scale=1280:720:flags=area", "-f", "rawvideo", "-pix_fmt", "nv12", second], check=True)
        yield raw, second, sound
