"""Every screen: what is read out, in which words, and whether a finger reaches everything.

PINHOLE_ACCEPT=1 writes what is read out as what is expected.
"""

import pytest

from screens import HELD_START, English, Expectations, Tour, faults_of_layout, words

# A phone without a home button, one with, and a tablet.
DEVICES = ["iphone", "iphone-se", "ipad"]

# Each device and each language in every run; what is particular to one of the other pairs is left to longer runs.
TOURS = [("iphone", "en"), ("iphone-se", "de"), ("ipad", "en")]
OTHER_TOURS = [("iphone", "de"), ("iphone-se", "en"), ("ipad", "de")]


def report(faults):
    return "\n".join(f"{name}: {fault}" for name, found in faults.items() for fault in found)


@pytest.mark.parametrize("device, language", [*TOURS, *(pytest.param(*tour, marks=pytest.mark.at_length) for tour in OTHER_TOURS)])
def test_each_screen(device, language, start, open_app, tmp_path):
    """R-LIFE-1, R-LIFE-6, R-LIFE-9, R-LIFE-11, R-MULTI-11, R-PLAT-2, R-PLAT-4, R-PLAT-6"""
    held = tmp_path / "held.json"
    held.write_text(HELD_START)
    app = open_app(start("--device", device, "--language", language, "--permission", "undecided", "--faults", str(held)), device)
    english, expectations = English(), Expectations(language, device)
    faults = {}
    for name in Tour(app):
        difference = expectations.difference(name, app)
        app.settle()
        app.shot(f"{device}-{language}-{name}")
        faults[name] = difference + faults_of_layout(app)
        if language == "de":
            faults[name] += [f"English: {word}" for word in english.left_in(words(app))]
    assert not any(faults.values()), report(faults)
    # No expectation is left of a screen that is there no more.
    assert expectations.names() == set(faults)


@pytest.mark.parametrize("device", DEVICES)
def test_the_screen_that_lies(device, start, open_app):
    """R-PLAT-2, R-ROT-1"""
    app = open_app(start("--device", device), device)
    app.expect_live()
    app.choose("orientation", "landscapeRight")
    app.wait("document.querySelector('#screen').offsetWidth > document.querySelector('#screen').offsetHeight")
    app.wait_until_laid_out_lying()
    faults = {}
    for mode in ("photo", "video", "dual", "scan"):
        app.part(f"mode-{mode}").click()
        app.wait(f"document.querySelector(\"#app [data-identifier='mode-{mode}']\").getAttribute('aria-pressed') === 'true'")
        if mode == "dual":
            app.wait_for_part("small-picture")
        app.expect_live()
        app.settle()
        app.shot(f"{device}-lying-{mode}")
        faults[mode] = faults_of_layout(app)
    assert not any(faults.values()), report(faults)
