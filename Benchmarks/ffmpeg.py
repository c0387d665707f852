"""ffmpeg as a recorder, the peer of ours."""

import os


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
