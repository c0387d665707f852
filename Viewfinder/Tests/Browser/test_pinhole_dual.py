"""Two cameras on the whole of Pinhole: the page, the engine, the simulated iPhone, and movies that show both."""

import json

import pytest

from movies import MovieFile, Strip
from test_dual import wait_for_rest
from test_record_command import Recording
from test_simulator import Panel


@pytest.fixture
def both(start, open_viewfinder):
    """A server that runs both cameras, and its page."""

    def open_both(*arguments):
        pinhole = start("--camera", "iphone", "--timecode", "--dual", *arguments)
        viewfinder = open_viewfinder(pinhole.url)
        viewfinder.wait_for_picture()
        viewfinder.wait("pinhole.state().dual.isOn && pinhole.metrics(1).painted > 3")
        return pinhole, viewfinder

    return open_both


def wait_for_phase(viewfinder, phase):
    viewfinder.wait(f"pinhole.state().recording.phase === '{phase}'")


def wait_for_seconds(viewfinder, seconds):
    viewfinder.wait(f"document.querySelector('#timer-time').textContent >= '0:{seconds:02}'")


def small(width=0.3):
    """The rectangle of a small picture in the lower right corner."""
    return 1 - 0.0225 - width, 1 - 0.04 - width, width, width


WHOLE = (0, 0, 1, 1)


def test_both_cameras_are_shown(both):
    """R-MULTI-7"""
    _, viewfinder = both()
    dual = viewfinder.state()["dual"]
    assert tuple(camera["position"] for camera in dual["cameras"]) == ("back", "front")
    assert 0.3 < dual["hardwareCost"] < 1
    painted = viewfinder.page.evaluate("pinhole.metrics(1).painted")
    viewfinder.wait(f"pinhole.metrics(1).painted > {painted + 10}")
    # A front camera is shown as a mirror shows it, by its pixels or by the page.
    viewfinder.page.keyboard.press("p")
    viewfinder.wait("/^[1-9]/.test(document.querySelector('[data-metric=camera] td:nth-child(3)').textContent)")
    viewfinder.settle()
    viewfinder.shot("pinhole-dual")


def test_two_cameras_go_on_and_off(start, open_viewfinder):
    """R-MULTI-1: a camera of several lenses has one of them beside another camera, and starts anew for that"""
    viewfinder = open_viewfinder(start("--camera", "iphone").url)
    viewfinder.wait_for_picture()
    viewfinder.wait("pinhole.state().dual.isOffered")
    assert not viewfinder.page.is_visible("#view-1")
    cameras = viewfinder.state()["cameras"]
    screens = viewfinder.page.evaluate_handle(
        "(() => { const seen = []; new MutationObserver(() => seen.push(document.body.dataset.screen))"
        ".observe(document.body, { attributeFilter: ['data-screen'] }); return seen; })()"
    )
    for _ in range(2):
        painted = viewfinder.page.evaluate("pinhole.metrics(1).painted")
        viewfinder.page.keyboard.press("d")
        viewfinder.wait(f"pinhole.state().dual.isOn && pinhole.metrics(1).painted > {painted + 3}")
        assert viewfinder.state()["controls"]["zoom"]["displayMultiplier"] == 1
        viewfinder.page.keyboard.press("d")
        viewfinder.wait("!pinhole.state().dual.isOn && pinhole.state().phase === 'live'")
        viewfinder.wait("pinhole.state().controls?.zoom?.displayMultiplier === 0.5")
    # The last picture stays, with a screen before it only where the start takes long.
    assert {screen for screen in screens.json_value() if screen} <= {"starting"}
    # What is offered stays, and nobody is told that a camera was gone.
    assert viewfinder.state()["cameras"] == cameras
    assert viewfinder.page.is_hidden("#toast")


def test_swapped_and_moved_while_recording(both):
    """R-MULTI-8"""
    pinhole, viewfinder = both()
    page = viewfinder.page
    page.keyboard.press("r")
    wait_for_phase(viewfinder, "recording")
    wait_for_seconds(viewfinder, 2)
    page.keyboard.press("c")
    viewfinder.wait("pinhole.state().dual.arrangement.leading === 1")
    swapped = page.evaluate("document.querySelector('#timer-time').textContent")
    wait_for_seconds(viewfinder, int(swapped[2:]) + 2)
    viewfinder.shot("pinhole-dual-recording")
    page.keyboard.press("1")
    moved = page.evaluate("document.querySelector('#timer-time').textContent")
    wait_for_seconds(viewfinder, int(moved[2:]) + 2)
    page.keyboard.press("r")
    wait_for_phase(viewfinder, "idle")
    viewfinder.wait("pinhole.state().lastMovie")
    last = viewfinder.state()["lastMovie"]
    assert last["end"]["wasRequested"] and last["hasAudio"]
    path = pinhole.movies / last["name"]
    movie = MovieFile(path)
    assert movie.is_ordinary and movie.codecs == ["h264", "aac"]
    # Both pictures are there from the first frame to the last, and the small one goes from one corner to the other.
    first = Strip.of(path, 0)
    assert first.reads(WHOLE) and first.reads(small())
    last_frame = Strip.of(path, movie.last_picture - 0.2)
    assert last_frame.reads(WHOLE) and last_frame.reads((0.0225, 0.04, 0.3, 0.3)) and not last_frame.reads(small())


def test_nothing_stands_upon_the_small_picture_at_the_edge(both):
    """R-MULTI-7"""
    _, viewfinder = both()
    page = viewfinder.page
    for tab in ("#simulator-toggle", "#hardware-toggle"):
        page.wait_for_selector(tab)
    moves = [(size, corner) for size in [(1280, 720), (390, 844)] for corner in [("2", "y < 0.5"), ("4", "y > 0.5")]]
    for (width, height), (corner, half) in moves:
        page.set_viewport_size({"width": width, "height": height})
        page.keyboard.press(corner)
        viewfinder.wait(f"(({{ {half[0]} }}) => {half})(pinhole.state().dual.arrangement.pip)")
        wait_for_rest(viewfinder)
        viewfinder.shot(f"pinhole-dual-edge-{width}-{corner}")
        small = page.locator("#pip").bounding_box()
        for tab in ("#simulator-toggle", "#hardware-toggle"):
            place = page.locator(tab).bounding_box()
            assert place["y"] + place["height"] <= small["y"] + 1 or small["y"] + small["height"] <= place["y"] + 1, (corner, tab, place, small)


def test_heat_of_one_camera_slows_that_one_alone(both):
    """R-MULTI-5"""
    _, viewfinder = both()
    panel = Panel(viewfinder)
    page = viewfinder.page
    page.select_option(".simulator-select", label="Front Camera")
    panel.choose("heat", "critical")
    viewfinder.wait("pinhole.state().dual.cameras[1].pressure.frameRateLimit === 15")
    assert viewfinder.state()["dual"]["cameras"][0]["pressure"]["level"] == "nominal"
    assert page.inner_text("#pressure").strip() == "Heat: critical · 15 fps"
    # How fast the other one is here is the machine's business.
    viewfinder.wait("pinhole.metrics(1).fps > 0 && pinhole.metrics(1).fps < 18")
    assert "frameRateLimit" not in viewfinder.state()["dual"]["cameras"][0]["pressure"]
    viewfinder.shot("pinhole-dual-heat")
    panel.choose("heat", "nominal")
    viewfinder.wait("pinhole.state().dual.cameras[1].pressure.level === 'nominal'")


def test_what_costs_too_much_falls_back_to_one_camera_says_why_and_comes_back(both):
    """R-MULTI-4"""
    _, viewfinder = both()
    panel = Panel(viewfinder)
    panel.choose("load", "high")
    viewfinder.wait("pinhole.state().dual.isOn && pinhole.state().dual.steps.length > 0")
    viewfinder.wait("pinhole.state().dual.hardwareCost <= 1")
    panel.choose("load", "overBudget")
    viewfinder.page.wait_for_selector("#dual-obstacle")
    assert "Too much for two cameras" in viewfinder.page.inner_text("#dual-obstacle-text")
    viewfinder.wait("pinhole.state().phase === 'live' && !pinhole.state().dual.isOn")
    viewfinder.settle()
    viewfinder.shot("pinhole-dual-too-much")
    # The second camera comes by itself as soon as there is room for it: nobody may be fast enough to ask for it.
    panel.choose("load", "normal")
    viewfinder.wait("pinhole.state().dual.isOn && document.querySelector('#dual-obstacle').hidden")


def test_one_camera_dies_and_the_recording_goes_on(both):
    pinhole, viewfinder = both()
    page = viewfinder.page
    page.keyboard.press("r")
    wait_for_phase(viewfinder, "recording")
    wait_for_seconds(viewfinder, 2)
    Panel(viewfinder)
    front = page.locator("#simulator-cameras [role=switch]", has_text="Front Camera")
    front.click()
    page.wait_for_selector("#dual-obstacle")
    assert "is gone" in page.inner_text("#dual-obstacle-text")
    lost = page.evaluate("document.querySelector('#timer-time').textContent")
    wait_for_seconds(viewfinder, int(lost[2:]) + 2)
    assert viewfinder.state()["recording"]["phase"] == "recording"
    viewfinder.shot("pinhole-dual-lost")
    page.click("#record")
    wait_for_phase(viewfinder, "idle")
    viewfinder.wait("pinhole.state().lastMovie")
    path = pinhole.movies / viewfinder.state()["lastMovie"]["name"]
    movie = MovieFile(path)
    assert movie.is_ordinary and movie.duration > 3
    assert Strip.of(path, 0).reads(small())
    last_frame = Strip.of(path, movie.last_picture - 0.2)
    assert last_frame.reads(WHOLE) and not last_frame.reads(small())


def test_the_camera_control(both):
    """R-MULTI-10"""
    _, viewfinder = both()
    panel = Panel(viewfinder)
    panel.press("Light press")
    viewfinder.wait("pinhole.state().hardware.isActive && !document.querySelector('#hardware').hidden")
    titles = [control["title"] for control in viewfinder.state()["hardware"]["controls"]]
    assert len(titles) >= 2
    zoom = viewfinder.state()["controls"]["zoom"]["factor"]
    panel.press("Slide on")
    viewfinder.wait(f"pinhole.state().controls.zoom.factor > {zoom}")
    viewfinder.settle()
    viewfinder.shot("pinhole-camera-control")
    panel.press("Put away")
    viewfinder.wait("!pinhole.state().hardware.isActive && document.querySelector('#hardware').hidden")
    # Pressed all the way it is the shutter.
    known = viewfinder.count("photos")
    panel.press("Press")
    viewfinder.wait_until(lambda: viewfinder.count("photos") > known)
    # By the page's own form.
    viewfinder.page.click("#hardware-toggle")
    viewfinder.wait("!document.querySelector('#hardware').hidden")
    viewfinder.page.locator("#hardware input").first.press("End")
    viewfinder.wait("pinhole.state().controls.zoom.factor > 2")


class TestRecordCommand:
    """`pinhole record --dual`"""

    def test_one_movie_shows_both(self, tmp_path):
        """R-MULTI-8"""
        recording = Recording(tmp_path / "both.mp4", "--timecode", "--dual", "--duration", "2")
        status, output = recording.end()
        assert status == 0 and "both.mp4: 0:02.0" in output, recording.lines
        movie = MovieFile(recording.movie)
        assert movie.is_ordinary and movie.codecs == ["h264", "aac"] and abs(movie.duration - 2) < 0.1
        frame = Strip.of(recording.movie, 0)
        assert frame.reads(WHOLE) and frame.reads(small())
        assert [path.name for path in tmp_path.iterdir()] == ["both.mp4"]

    def test_each_camera_gets_a_file_of_its_own(self, tmp_path):
        """R-MULTI-8"""
        recording = Recording(
            tmp_path / "both.mp4", "--timecode", "--dual", "--layout", "side-by-side", "--separate-files", "--duration", "2",
        )
        status, output = recording.end()
        assert status == 0, recording.lines
        names = {"both.mp4", "both-first.mp4", "both-second.mp4"}
        assert {path.name for path in tmp_path.iterdir()} == names
        assert all(name in output for name in names)
        movies = {name: MovieFile(tmp_path / name) for name in names}
        durations = [movie.duration for movie in movies.values()]
        assert all(movie.is_ordinary for movie in movies.values()) and max(durations) - min(durations) < 0.15
        for name in ("both-first.mp4", "both-second.mp4"):
            assert Strip.of(tmp_path / name, 0).reads(WHOLE)
        # Half of each picture is shown, its middle.
        frame = Strip.of(recording.movie, 0)
        assert not frame.reads(WHOLE) and frame.edge_at(0.5)

    @pytest.mark.parametrize("camera, words", [
        ("webcam", "No second camera"), ("none", "No camera"),
    ])
    def test_without_two_cameras_there_is_no_movie(self, camera, words, tmp_path):
        recording = Recording(tmp_path / "both.mp4", "--timecode", "--dual", camera=camera)
        status, _ = recording.end()
        assert status == 1 and words in recording.lines[-1], recording.lines
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("arguments", [["--layout", "pip"], ["--separate-files"]])
    def test_what_is_for_two_cameras_is_refused_with_one(self, arguments, tmp_path):
        status, _ = Recording(tmp_path / "one.mp4", *arguments).end()
        assert status == 64 and list(tmp_path.iterdir()) == []

    def test_a_camera_that_dies_is_told_and_ends_nothing(self, tmp_path):
        script = tmp_path / "faults.json"
        script.write_text(json.dumps({"seed": 1, "events": [{"frame": 45, "fault": "unplug", "device": "Front Camera"}]}))
        recording = Recording(tmp_path / "both.mp4", "--timecode", "--dual", "--duration", "4", "--faults", str(script))
        status, _ = recording.end()
        assert status == 0, recording.lines
        assert any("is gone" in line for line in recording.lines)
        assert abs(MovieFile(recording.movie).duration - 4) < 0.2
