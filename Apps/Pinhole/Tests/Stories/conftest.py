"""Fixtures: the iPhone app on the simulated phone.

PINHOLE_APP   the app's program (default: .build/debug/PinholeApp)
PINHOLE_BOOKS the program of the recogniser (default: .build/debug/pinhole-books)
"""

import os
import socket
import subprocess

import pytest

from app_page import AppPage
from patience import PATIENCE
from phone_page import ROOT, Program


@pytest.fixture
def start(tmp_path):
    """Starts the app; it ends with the test. With the same `home` it is started again where it was."""
    programs = []

    def start(*arguments, home="home"):
        folder = tmp_path / home
        folder.mkdir(exist_ok=True)
        programs.append(Program(os.environ.get("PINHOLE_APP", str(ROOT / ".build/debug/PinholeApp")), folder, *arguments))
        return programs[-1]

    yield start
    for program in programs:
        if program.process.returncode is None:
            assert program.stop() == 0


@pytest.fixture
def open_app(open_phone):
    """Opens a page on the app, in a window of its own."""
    return lambda program, *arguments, **options: open_phone(AppPage, program.url, *arguments, **options)


@pytest.fixture
def program(start):
    return start()


@pytest.fixture
def app(program, open_app):
    """The app with a live picture."""
    app = open_app(program)
    app.expect_live()
    return app


class Recognizer:
    """The service that recognises books, as scripts/run app starts it."""

    def __init__(self, folder, port):
        folder.mkdir(exist_ok=True)
        # Whoever runs the tests has a catalogue of their own.
        environment = {**os.environ, "XDG_DATA_HOME": str(folder / "data")}
        self.process = subprocess.Popen(
            [os.environ.get("PINHOLE_BOOKS", str(ROOT / ".build/debug/pinhole-books")), "recognizer", "--port", str(port), "--folder", str(folder)],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        line = self.process.stdout.readline()
        assert "http://" in line, "the recogniser did not start"
        self.url = line.split()[-1]

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()


@pytest.fixture
def start_recognizer(tmp_path):
    """Starts a recogniser; it ends with the test. Without a port it takes a free one."""
    started = []

    def start(port=0):
        started.append(Recognizer(tmp_path / "recognizer", port))
        return started[-1]

    yield start
    for recognizer in started:
        recognizer.stop()


@pytest.fixture
def free_port():
    """A port at which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
