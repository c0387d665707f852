"""A client of the viewfinder that reads one stream as fast as it comes, decodes nothing, and counts its frames.

Usage: stream_reader.py PORT jpeg|h264. For each line of input it prints how many frames have come, and the time in seconds.
"""

import http.client
import struct
import sys
import threading
import time

# EncodedFrame.swift describes it: letters, version, kind of payload, flags, length, and what is not needed here.
HEADER = struct.Struct("<4sBBHI36x")
KINDS = {"jpeg": 1, "h264": 2}
PIECE = 1 << 18


class FrameCounter:
    """Counts whole frames of one kind in pieces of any size."""

    def __init__(self, kind):
        self.kind = kind
        self.count = 0
        self.header = b""
        self.missing = 0
        self.present_kind = None

    def push(self, piece):
        offset = 0
        while offset < len(piece):
            if self.missing == 0:
                taken = piece[offset : offset + HEADER.size - len(self.header)]
                self.header += taken
                offset += len(taken)
                if len(self.header) == HEADER.size:
                    self.read_header()
            else:
                taken = min(self.missing, len(piece) - offset)
                self.missing -= taken
                offset += taken
                # The still picture before a video is none of its frames.
                if self.missing == 0 and self.present_kind == self.kind:
                    self.count += 1

    def read_header(self):
        letters, version, self.present_kind, _, self.missing = HEADER.unpack(self.header)
        if letters != b"PNHL" or version != 1 or self.missing == 0:
            raise ValueError(f"no frame's header: {self.header}")
        self.header = b""


def read_stream(port, transport, counter):
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", "/stream" + ("?as=h264" if transport == "h264" else ""))
    response = connection.getresponse()
    if response.status != 200:
        raise ConnectionError(f"the stream was answered {response.status}")
    while piece := response.read1(PIECE):
        counter.push(piece)


def main():
    port, transport = int(sys.argv[1]), sys.argv[2]
    counter = FrameCounter(KINDS[transport])
    threading.Thread(target=read_stream, args=(port, transport, counter), daemon=True).start()
    for _ in sys.stdin:
        print(counter.count, time.monotonic(), flush=True)


main()
