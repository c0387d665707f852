"""Fixtures: the iPhone app on the simulated phone.

PINHOLE_APP   the app's program (default: .build/debug/PinholeApp)
PINHOLE       the program of the recogniser (default: .build/debug/pinhole)
"""

import os

import pytest

from app_page import AppPage
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
