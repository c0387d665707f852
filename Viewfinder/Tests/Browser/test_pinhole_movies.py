"""Movies on the whole of Pinhole: the page, the engine, the simulated iPhone with its microphone, and real files."""

import pytest

from movies import PLAY, SEEK, MovieFile

LEVEL = "Number(document.querySelector('#meter').ariaValueNow)"


def wait_for_phase(viewfinder, phase):
    viewfinder.wait(f"pinhole.state().recording.phase === '{phase}'")


def wait_for_seconds(viewfinder, seconds):
    """Waits until so many seconds of the movie have been recorded."""
    viewfinder.wait(f"document.querySelector('#timer-time').textContent >= '0:{seconds:02}'")


@pytest.fixture
def video(start, open_viewfinder):
    """A server, and its page with a live picture, ready to record."""

    def open_video(*arguments):
        pinhole = start(*(arguments or ("--camera", "iphone")))
        viewfinder = open_viewfinder(pinhole.url)
        viewfinder.wait_for_picture()
        viewfinder.page.keyboard.press("v")
        viewfinder.wait("pinhole.state().mode === 'video' && !document.querySelector('#record').disabled")
        return pinhole, viewfinder

    return open_video


def play_last_movie(viewfinder):
    """Opens the last movie, and plays it to its end."""
    viewfinder.page.keyboard.press("l")
    viewfinder.wait("document.querySelector('#lightbox').open && document.querySelector('#lightbox-video').readyState >= 2")
    return viewfinder.page.evaluate(PLAY, "#lightbox-video")


def test_a_movie_from_the_button_to_the_last_frame(video):
    """R-REC-1"""
    pinhole, viewfinder = video()
    page = viewfinder.page
    # The microphone listens before a recording begins, so that a movie has sound from its first frame.
    viewfinder.wait(f"{LEVEL} > -40 && {LEVEL} < -3")
    level = page.evaluate(LEVEL)
    viewfinder.wait(f"{LEVEL} !== {level}")
    assert page.inner_text("#sound-name") == "iPhone Microphone"
    page.keyboard.press("Space")
    wait_for_phase(viewfinder, "recording")
    wait_for_seconds(viewfinder, 1)
    page.keyboard.press("k")
    wait_for_phase(viewfinder, "paused")
    page.keyboard.press("k")
    wait_for_phase(viewfinder, "recording")
    painted = viewfinder.metrics()["painted"]
    viewfinder.wait(f"pinhole.metrics().painted > {painted + 5}")
    wait_for_seconds(viewfinder, 2)
    viewfinder.shot("movie-recording")
    page.keyboard.press("Space")
    wait_for_phase(viewfinder, "idle")
    viewfinder.wait("document.querySelector('#thumbnail').hasAttribute('data-movie') && pinhole.state().lastMovie")
    last = viewfinder.state()["lastMovie"]
    movie = MovieFile(pinhole.movies / last["name"])
    assert movie.is_ordinary and movie.codecs == ["h264", "aac"]
    assert abs(movie.duration - last["seconds"]) < 0.1 and movie.bytes == last["bytes"]
    assert last["hasAudio"] and last["end"]["wasRequested"] and not page.is_visible("#notice")
    played = play_last_movie(viewfinder)
    # How many pictures a player shows is a matter of how busy the machine is.
    assert played["start"] == 0 and played["frames"] > 1
    assert abs(played["end"] - movie.duration) < 0.1 and played["last"] > movie.last_picture - 0.1
    for moment in (1.5, 0.25):
        assert abs(page.evaluate(SEEK, ["#lightbox-video", moment]) - movie.picture_at(moment)) < 0.1
    viewfinder.shot("movie-playing")


def test_a_killed_server_offers_what_it_recorded(video, start, open_viewfinder):
    """What was cut off plays, and the page makes an ordinary movie of it when it comes again."""
    pinhole, viewfinder = video()
    viewfinder.page.keyboard.press("Space")
    wait_for_phase(viewfinder, "recording")
    wait_for_seconds(viewfinder, 3)
    [path] = pinhole.movies.glob("*.mp4")
    # Where encoding takes longer than what it encodes, what was recorded is on its way for a while.
    viewfinder.wait_until(lambda: MovieFile.boxes_of(path).count("moof") >= 2)
    # And on a busy machine a fragment may hold a few pictures only.
    viewfinder.wait_until(lambda: MovieFile(path, is_cut_off=True).last_picture > 1)
    pinhole.kill()
    viewfinder.page.close()
    again = open_viewfinder(start("--camera", "iphone").url)
    again.page.wait_for_selector("#recovery")
    assert again.page.inner_text("#recovery-list strong") == path.name
    # It plays as it is, too.
    cut_off = MovieFile(path, is_cut_off=True)
    assert not cut_off.is_ordinary and cut_off.last_picture > 1
    again.settle()
    again.shot("movie-recovery")
    # The gallery looks for what has become of it.
    with again.page.expect_response("**/movies"):
        again.page.click("#recovery-list button >> text=Recover")
    again.page.wait_for_selector("#recovery", state="hidden")
    movie = MovieFile(path)
    # A last second that was torn while it was written is left out.
    assert movie.is_ordinary and movie.last_picture > cut_off.last_picture - 1.1
    again.wait("!document.querySelector('#thumbnail').disabled")
    played = play_last_movie(again)
    assert played["last"] > movie.last_picture - 0.1


def test_a_camera_that_is_unplugged_leaves_its_movie(video):
    """R-REC-4"""
    pinhole, viewfinder = video("--camera", "webcam")
    page = viewfinder.page
    page.keyboard.press("Space")
    wait_for_phase(viewfinder, "recording")
    wait_for_seconds(viewfinder, 1)
    pinhole.tell("simulator", action="unplug", value=viewfinder.selected_camera())
    page.wait_for_selector("#notice")
    viewfinder.wait("document.body.dataset.screen === 'disconnected'")
    assert page.inner_text("#notice-title") == "The camera was unplugged"
    assert "What was recorded is saved" in page.inner_text("#notice-text")
    viewfinder.settle()
    viewfinder.shot("movie-unplugged")
    viewfinder.wait("pinhole.state().lastMovie")
    last = viewfinder.state()["lastMovie"]
    movie = MovieFile(pinhole.movies / last["name"])
    assert movie.is_ordinary and movie.duration > 0.9
    page.click("#notice-show")
    viewfinder.wait("document.querySelector('#lightbox-video').readyState >= 2")


def test_sound_is_left_away_when_nobody_wants_it(video):
    """R-LIFE-15"""
    pinhole, viewfinder = video("--camera", "iphone", "--no-audio")
    page = viewfinder.page
    assert not page.is_visible("#meter") and page.inner_text("#sound-name") == "No sound"
    page.keyboard.press("Space")
    wait_for_phase(viewfinder, "recording")
    wait_for_seconds(viewfinder, 1)
    page.keyboard.press("Space")
    wait_for_phase(viewfinder, "idle")
    viewfinder.wait("pinhole.state().lastMovie")
    movie = MovieFile(pinhole.movies / viewfinder.state()["lastMovie"]["name"])
    assert movie.codecs == ["h264"]


def test_a_recording_goes_on_with_another_camera_in_another_file(video):
    pinhole, viewfinder = video()
    page = viewfinder.page
    page.keyboard.press("Space")
    wait_for_phase(viewfinder, "recording")
    wait_for_seconds(viewfinder, 1)
    page.keyboard.press("c")
    viewfinder.wait("pinhole.state().isMirrored && pinhole.state().recording.name?.includes('-2')")
    wait_for_phase(viewfinder, "recording")
    wait_for_seconds(viewfinder, 1)
    page.keyboard.press("Space")
    wait_for_phase(viewfinder, "idle")
    viewfinder.wait_until(lambda: viewfinder.count("movies") == 2)
    for path in pinhole.movies.glob("*.mp4"):
        assert MovieFile(path).is_ordinary
    assert not page.is_visible("#notice")


def test_ending_the_server_finishes_the_movie(video):
    pinhole, viewfinder = video()
    viewfinder.page.keyboard.press("Space")
    wait_for_phase(viewfinder, "recording")
    wait_for_seconds(viewfinder, 1)
    pinhole.stop()
    [path] = pinhole.movies.glob("*.mp4")
    movie = MovieFile(path)
    assert movie.is_ordinary and movie.duration > 0.9


def test_two_pages_see_the_same_recording(video, open_viewfinder):
    pinhole, viewfinder = video()
    other = open_viewfinder(pinhole.url)
    viewfinder.page.keyboard.press("Space")
    wait_for_phase(other, "recording")
    wait_for_seconds(other, 1)
    other.page.click("#record")
    wait_for_phase(viewfinder, "idle")
    viewfinder.wait("document.querySelector('#thumbnail').hasAttribute('data-movie')")
