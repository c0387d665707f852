"""A running pinhole serve."""

import os
import pathlib
import socket
import subprocess
import sys
import time

QUALITY = 80


class Viewfinder:
    """A running pinhole serve with the simulated iPhone."""

    def __init__(self, binaries, folder, token=None):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.started = time.time()
        self.process = subprocess.Popen(
            [str(binaries / "pinhole"), "serve", "--camera", "iphone", "--port", str(self.port), "--no-browser",
             "--quality", str(QUALITY), "--photos", folder],
            stdout=subprocess.DEVNULL,
            # Scans and sessions of whoever measures are none of these.
            env=os.environ | {"XDG_DATA_HOME": os.path.join(folder, "data")} | ({"PINHOLE_TOKEN": token} if token else {}),
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

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
