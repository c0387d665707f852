"""Every screen: what is read out, in which words, and whether a finger reaches everything.

PINHOLE_ACCEPT=1 writes what is read out as what is expected.
"""

import os

import pytest

from screens import EXPECTATIONS, English, faults_of_layout, read_out, tour, words


def difference(app, name):
    """What is read out, if it is not what is expected."""
    file = EXPECTATIONS / f"{name}.txt"
    tree = read_out(app)
    if os.environ.get("PINHOLE_ACCEPT"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(tree)
    return [] if file.exists() and file.read_text() == tree else [f"read out as\n{tree}"]


def report(faults):
    return "\n".join(f"{name}: {fault}" for name, found in faults.items() for fault in found)


@pytest.mark.parametrize("device, language", [("iphone", "en"), ("iphone", "de"), ("iphone-se", "de"), ("ipad", "en")])
def test_each_screen(device, language, start, open_app):
    """R-MULTI-11, R-PLAT-2, R-PLAT-4, R-PLAT-6"""
    app = open_app(start("--device", device, "--language", language), device)
    app.expect_live()
    english = English()
    faults = {}
    for name in tour(app):
        app.settle()
        app.shot(f"{device}-{language}-{name}")
        faults[name] = faults_of_layout(app)
        if language == "de":
            faults[name] += [f"English: {word}" for word in english.left_in(words(app))]
        if (device, language) == ("iphone", "en"):
            faults[name] += difference(app, name)
    assert not any(faults.values()), report(faults)
    # No expectation is left of a screen that is there no more.
    assert sorted(file.stem for file in EXPECTATIONS.iterdir()) == sorted(faults)


@pytest.mark.parametrize("device", ["iphone", "iphone-se", "ipad"])
def test_the_screen_that_lies(device, start, open_app):
    """R-PLAT-2, R-ROT-1"""
    app = open_app(start("--device", device), device)
    app.expect_live()
    app.choose("orientation", "landscapeRight")
    app.wait("document.querySelector('#screen').offsetWidth > document.querySelector('#screen').offsetHeight")
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
