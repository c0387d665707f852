"""The end of `pinhole serve`: whatever clients do, it ends, and a movie is finished first."""

import json
import signal
import socket
import urllib.parse
import urllib.request

import pytest

from movies import MovieFile
from patience import PATIENCE


class Server:
    """What a test does to a server without a browser."""

    def __init__(self, pinhole):
        self.pinhole = pinhole
        self.port = urllib.parse.urlsplit(pinhole.url).port

    def state(self):
        with urllib.request.urlopen(f"{self.pinhole.url}state", timeout=PATIENCE) as answer:
            return json.load(answer)

    def wait_for_events(self, is_enough):
        """Reads events until the data of one is enough."""
        with urllib.request.urlopen(f"{self.pinhole.url}events", timeout=PATIENCE) as events:
            for line in events:
                if line.startswith(b"data: ") and is_enough(json.loads(line[len(b"data: "):])):
                    return

    def connect(self, text):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        connection.sendall(text.encode())
        return connection


@pytest.fixture
def recording(start):
    """A server that has recorded a second of a movie."""

    def start_recording(**options):
        server = Server(start("--camera", "iphone", **options))
        server.wait_for_events(lambda data: isinstance(data, dict) and data.get("phase") == "live")
        server.pinhole.tell("mode", mode="video")
        server.pinhole.tell("startRecording", sound=True)
        server.wait_for_events(lambda data: isinstance(data, dict) and data.get("seconds", 0) >= 1)
        return server

    return start_recording


def expect_movie(server):
    [path] = server.pinhole.movies.glob("*.mp4")
    movie = MovieFile(path)
    assert movie.is_ordinary and movie.duration > 0.9


@pytest.mark.parametrize("asked", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_finishes_the_movie(asked, recording):
    server = recording()
    server.pinhole.process.send_signal(asked)
    assert server.pinhole.process.wait(timeout=PATIENCE) == 0
    expect_movie(server)


def test_a_server_that_shall_outlive_its_terminal_does(recording):
    """As with nohup."""
    server = recording(preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    server.pinhole.process.send_signal(signal.SIGHUP)
    server.wait_for_events(lambda data: isinstance(data, dict) and data.get("seconds", 0) >= 2)
    assert server.state()["recording"]["phase"] == "recording"
    server.pinhole.stop()
    expect_movie(server)


def test_hostile_clients_hold_neither_places_nor_the_end(recording):
    server = recording()
    half_a_body = "GET {} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n" + "x" * 50_000
    half_a_command = (
        "POST /commands/photo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
    )
    connections = []
    for number in range(16):
        for path in ("/stream", "/events"):
            connection = server.connect(half_a_body.format(path))
            assert connection.recv(12) == b"HTTP/1.1 400"
            # Some leave at once, some read on and leave later, some stay.
            if number % 3 == 0:
                connection.close()
            else:
                connections.append(connection)
        connections.append(server.connect(half_a_command))
        connections.append(server.connect("GET /sta"))
    # All places for viewers are free.
    viewers = [server.connect("GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n") for _ in range(8)]
    viewers += [server.connect("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n") for _ in range(8)]
    for viewer in viewers:
        assert viewer.recv(12) == b"HTTP/1.1 200"
    server.pinhole.process.send_signal(signal.SIGTERM)
    assert server.pinhole.process.wait(timeout=PATIENCE) == 0
    expect_movie(server)
    for connection in connections + viewers:
        connection.close()
