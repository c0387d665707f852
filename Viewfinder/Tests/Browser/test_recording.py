"""Recording movies in the page: on a scripted camera, where everything can be made to happen."""

import re

import pytest

from movies import PLAY, SEEK

# What is asked at an address is answered in the page only when `releaseAnswers` has been called.
HOLD_ANSWERS = """(address) => {
  const ask = window.fetch;
  const released = new Promise((resolve) => { window.releaseAnswers = resolve; });
  window.fetch = async (...request) => {
    const answer = await ask(...request);
    if (String(request[0]).endsWith(address)) await released;
    return answer;
  };
}"""


@pytest.fixture
def video(scripted, open_viewfinder):
    """The page with a live picture, ready to record."""

    def open_video(**options):
        viewfinder = open_viewfinder(scripted.url, **options)
        viewfinder.wait_for_picture()
        viewfinder.page.keyboard.press("v")
        viewfinder.wait("pinhole.state().mode === 'video' && !document.querySelector('#record').disabled")
        return viewfinder

    return open_video


def wait_for_phase(viewfinder, phase):
    viewfinder.wait(f"pinhole.state().recording.phase === '{phase}'")


def record(viewfinder):
    """Records a movie, by the button."""
    viewfinder.page.click("#record")
    wait_for_phase(viewfinder, "recording")
    viewfinder.page.click("#record")
    wait_for_phase(viewfinder, "idle")
    viewfinder.wait("document.querySelector('#thumbnail').hasAttribute('data-movie')")


def test_switch_between_photo_and_video(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    assert page.is_visible("#shutter") and not page.is_visible("#record") and not page.is_visible("#recording-facts")
    page.click("#mode [value=video]")
    viewfinder.wait("pinhole.state().mode === 'video'")
    assert page.is_visible("#record") and not page.is_visible("#shutter") and page.is_visible("#sound-pill")
    assert page.is_checked("#mode [value=video]")
    page.wait_for_selector("#storage")
    assert page.inner_text("#storage") == "80.0 GB free"
    # Scans come after movies.
    page.keyboard.press("v")
    viewfinder.wait("pinhole.state().mode === 'scan'")
    page.keyboard.press("v")
    viewfinder.wait("pinhole.state().mode === 'photo'")
    assert page.is_visible("#shutter") and not page.is_visible("#recording-facts")
    # As all radio buttons, by the arrows.
    page.focus("#mode [value=photo]")
    page.keyboard.press("ArrowRight")
    viewfinder.wait("pinhole.state().mode === 'video'")


def test_record_pause_resume_and_stop(scripted, video):
    viewfinder = video()
    page = viewfinder.page
    page.keyboard.press("Space")
    wait_for_phase(viewfinder, "recording")
    page.wait_for_selector("#timer")
    assert page.get_attribute("#record", "aria-label") == "Stop recording"
    assert page.is_disabled("#mode [value=photo]") and page.is_disabled("#sound")
    viewfinder.wait("document.querySelector('#timer-time').textContent >= '0:01'")
    viewfinder.wait("/[kM]B$/.test(document.querySelector('#timer-size').textContent)")
    viewfinder.settle()
    viewfinder.shot("recording")
    page.click("#pause")
    wait_for_phase(viewfinder, "paused")
    assert page.inner_text("#timer-paused") == "Paused"
    assert page.get_attribute("#pause", "aria-label") == "Resume recording"
    # While it rests no time passes: each new loudness came with a progress of its own.
    times = set()
    for level in (-40, -30, -20):
        scripted.say(levels=[level])
        viewfinder.wait(f"document.querySelector('#meter').ariaValueNow === '{level}'")
        times.add(page.get_attribute("#timer", "aria-label"))
    assert len(times) == 1 and times.pop().startswith("Paused at ")
    viewfinder.settle()
    viewfinder.shot("recording-paused")
    page.keyboard.press("k")
    wait_for_phase(viewfinder, "recording")
    assert not page.is_visible("#timer-paused")
    page.click("#record")
    wait_for_phase(viewfinder, "idle")
    assert not page.is_visible("#timer") and not page.is_visible("#pause") and not page.is_visible("#photo-beside")
    viewfinder.wait("document.querySelector('#thumbnail').hasAttribute('data-movie')")
    assert page.get_attribute("#thumbnail", "aria-label") == "Open the last movie, MOV_1.mp4"
    viewfinder.wait("document.querySelector('#thumbnail-image').naturalWidth > 0")
    assert not page.is_visible("#notice")


def test_it_can_be_stopped_before_the_answer_to_its_start_came(video):
    """The state is pushed, and often here before the command's answer; a press in between is not lost."""
    viewfinder = video()
    page = viewfinder.page
    page.evaluate(HOLD_ANSWERS, "commands/startRecording")
    page.keyboard.press("Space")
    wait_for_phase(viewfinder, "recording")
    assert not page.is_disabled("#record")
    page.keyboard.press("Space")
    wait_for_phase(viewfinder, "idle")
    page.evaluate("releaseAnswers()")
    viewfinder.wait("document.querySelector('#thumbnail').hasAttribute('data-movie')")
    assert not page.is_visible("#notice") and not page.is_disabled("#record")


def test_gallery_plays_movies_and_asks_for_parts_of_them(video):
    viewfinder = video()
    page = viewfinder.page
    answers = []
    page.on("response", lambda response: answers.append(response) if "/movies/" in response.url and "thumbnail" not in response.url else None)
    record(viewfinder)
    page.click("#thumbnail")
    viewfinder.wait("document.querySelector('#lightbox').open && document.querySelector('#lightbox-video').readyState >= 2")
    assert page.inner_text("#lightbox-facts").startswith("0:03  ·  640 × 360  ·  ")
    viewfinder.shot("lightbox-movie")
    played = page.evaluate(PLAY, "#lightbox-video")
    assert played["start"] == 0 and played["frames"] > 1
    assert abs(played["end"] - 3) < 0.1 and played["last"] > 2.8
    for moment in (2.5, 0.5):
        assert abs(page.evaluate(SEEK, ["#lightbox-video", moment]) - moment) < 0.1
    assert {answer.status for answer in answers} == {206}
    # The space bar is the player's.
    page.keyboard.press("Space")
    viewfinder.wait("!document.querySelector('#lightbox-video').paused")
    page.keyboard.press("Escape")
    # What nobody sees is not loaded either.
    viewfinder.wait("!document.querySelector('#lightbox-video').hasAttribute('src')")


def test_gallery_shows_photos_and_movies_and_deletes_them(video):
    viewfinder = video()
    page = viewfinder.page
    record(viewfinder)
    page.click("#mode [value=photo]")
    viewfinder.wait("pinhole.state().mode === 'photo'")
    page.keyboard.press("Space")
    viewfinder.wait("pinhole.state().lastPhoto && !document.querySelector('#thumbnail').hasAttribute('data-movie')")
    page.keyboard.press("g")
    page.wait_for_selector("#gallery[open]")
    viewfinder.wait("[...document.querySelectorAll('#gallery-tiles img')].filter(i => i.naturalWidth > 0).length === 2")
    assert page.inner_text("#gallery-facts").startswith("1 photo, 1 movie, ")
    names = page.eval_on_selector_all("#gallery-tiles button", "all => all.map(tile => tile.ariaLabel)")
    assert re.fullmatch(r"Photo, .+, IMG_1\.jpg", names[0]) and re.fullmatch(r"Movie, .+, 3 seconds, .+, MOV_1\.mp4", names[1]), names
    viewfinder.settle()
    viewfinder.shot("gallery")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    viewfinder.wait("document.querySelector('#lightbox').open && !document.querySelector('#lightbox-video').hidden")
    page.click("#lightbox-delete")
    viewfinder.wait_until(lambda: viewfinder.count("movies") == 0)
    viewfinder.wait("document.querySelector('#lightbox-name').textContent === 'IMG_1.jpg'")


def test_level_meter_follows_every_channel(scripted, video):
    """R-REC-6"""
    viewfinder = video()
    covers = "[...document.querySelectorAll('#meter i')].map(i => Number(i.style.transform.slice(7, -1)))"
    scripted.say(levels=[-30, -15])
    viewfinder.wait(f"JSON.stringify({covers}) === '[0.5,0.25]'")
    meter = viewfinder.page.locator("#meter")
    assert [meter.get_attribute(f"aria-{name}") for name in ("valuenow", "valuetext", "label")] == [
        "-15", "-15 decibels", "Sound level",
    ]
    scripted.say(levels=[-120])
    viewfinder.wait(f"JSON.stringify({covers}) === '[1]' && document.querySelector('#meter').ariaValueText === 'silence'")


def test_sound_can_be_left_away_and_its_lack_is_explained(scripted, video):
    viewfinder = video()
    page = viewfinder.page
    assert page.inner_text("#sound-name") == "iPhone Microphone"
    page.keyboard.press("m")
    assert page.inner_text("#sound-name") == "Muted" and page.get_attribute("#sound", "aria-pressed") == "false"
    assert not page.is_visible("#meter")
    with page.expect_request("**/commands/startRecording") as request:
        page.keyboard.press("Space")
    assert request.value.post_data_json == {"sound": False}
    wait_for_phase(viewfinder, "recording")
    assert page.inner_text("#sound-name") == "Without sound"
    page.keyboard.press("Space")
    wait_for_phase(viewfinder, "idle")
    page.keyboard.press("m")
    words = "The microphone is not allowed. Allow it in the settings."
    for status, text in {
        "denied": "Microphone not allowed", "noMicrophone": "No microphone", "inUse": "Microphone in use",
        "lost": "Microphone unplugged", "refused": "Microphone not usable",
    }.items():
        scripted.say(sound=status, message=words)
        viewfinder.wait(f"document.querySelector('#sound-name').textContent === '{text}'")
        assert page.get_attribute("#sound", "title") == words
        assert page.get_attribute("#sound", "aria-label") == f"Sound: {text}"
        assert not page.is_visible("#meter") and not page.is_disabled("#record")


def test_little_room_is_told(scripted, video):
    viewfinder = video()
    scripted.say(free=500_000_000)
    viewfinder.wait("document.querySelector('#storage').textContent === 'Only 500.0 MB left'")
    viewfinder.page.keyboard.press("Space")
    wait_for_phase(viewfinder, "recording")
    viewfinder.page.wait_for_selector("#storage[data-low]")
    viewfinder.settle()
    viewfinder.shot("recording-low-space")


@pytest.mark.parametrize("title, advice", [
    ("The disk is full", "What was recorded is saved. Make room before you record again."),
    ("The camera was unplugged", "What was recorded is saved. Plug it in again or choose another one."),
])
def test_a_recording_that_something_ended_is_explained_and_shown(title, advice, scripted, video):
    viewfinder = video()
    page = viewfinder.page
    page.keyboard.press("Space")
    wait_for_phase(viewfinder, "recording")
    scripted.say(end={"title": title, "advice": advice})
    page.wait_for_selector("#notice")
    wait_for_phase(viewfinder, "idle")
    assert page.inner_text("#notice-title") == title and page.inner_text("#notice-text") == advice
    assert page.get_attribute("#notice", "role") == "alert"
    viewfinder.settle()
    viewfinder.shot(f"notice-{title.split()[-1]}")
    page.click("#notice-show")
    viewfinder.wait("document.querySelector('#lightbox').open && document.querySelector('#lightbox-video').readyState >= 2")
    assert page.inner_text("#lightbox-name") == "MOV_1.mp4" and not page.is_visible("#notice")


def test_a_recording_that_does_not_begin_is_explained(scripted, video):
    viewfinder = video()
    page = viewfinder.page
    scripted.say(fail="The disk is full. Make room, and press again.")
    page.click("#record")
    viewfinder.wait_for_toast("The disk is full. Make room, and press again.")
    assert page.get_attribute("#toast", "role") == "alert"
    # And it can be tried again.
    scripted.say(fail=None)
    viewfinder.wait("!document.querySelector('#record').disabled")
    page.click("#record")
    wait_for_phase(viewfinder, "recording")


def test_what_stands_in_the_way_of_a_recording_is_told_before(scripted, video):
    viewfinder = video()
    page = viewfinder.page
    scripted.say(obstacle="This camera records no movies. Choose another one.")
    viewfinder.wait("!document.querySelector('#record-obstacle').hidden")
    assert page.inner_text("#record-obstacle") == "This camera records no movies. Choose another one."
    assert page.is_disabled("#record") and page.get_attribute("#record", "aria-describedby") == "record-obstacle"
    viewfinder.settle()
    viewfinder.shot("record-obstacle")


def test_photos_can_be_taken_while_it_records(video):
    viewfinder = video()
    page = viewfinder.page
    page.keyboard.press("r")
    wait_for_phase(viewfinder, "recording")
    page.keyboard.press("x")
    viewfinder.wait("pinhole.state().lastPhoto?.name === 'IMG_1.jpg'")
    page.click("#photo-beside")
    viewfinder.wait("pinhole.state().lastPhoto?.name === 'IMG_2.jpg'")
    assert viewfinder.state()["recording"]["phase"] == "recording"
    page.keyboard.press("r")
    wait_for_phase(viewfinder, "idle")


def test_one_key_records_from_photos(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    viewfinder.page.keyboard.press("r")
    wait_for_phase(viewfinder, "recording")
    assert viewfinder.state()["mode"] == "video"


def test_readers_of_the_screen_hear_what_is_recorded(video):
    viewfinder = video()
    page = viewfinder.page
    assert "Start recording" in viewfinder.buttons_for_readers()
    page.keyboard.press("Space")
    viewfinder.wait("document.querySelector('#announcer').textContent === 'Recording: Back Camera.'")
    names = viewfinder.buttons_for_readers()
    assert {"Stop recording", "Pause recording", "Take photo", "Sound: iPhone Microphone"} <= set(names)
    assert page.get_attribute("#timer", "role") == "timer"
    assert page.get_attribute("#timer", "aria-label").startswith("Recorded ")
    page.keyboard.press("k")
    viewfinder.wait("document.querySelector('#announcer').textContent === 'Recording is paused: Back Camera.'")
    assert "Resume recording" in viewfinder.buttons_for_readers()
    page.keyboard.press("Space")
    viewfinder.wait("document.querySelector('#announcer').textContent === 'Live: Back Camera.'")


def test_the_page_may_be_left_while_it_records(video):
    viewfinder = video()
    page = viewfinder.page
    page.click("#record")
    wait_for_phase(viewfinder, "recording")
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.reload()
    assert asked == ["beforeunload"]
    viewfinder.wait("pinhole.state?.()?.recording.phase === 'recording' && !document.querySelector('#timer').hidden")
    page.click("#record")
    wait_for_phase(viewfinder, "idle")
    page.reload()
    viewfinder.wait("pinhole.state?.()")
    assert asked == ["beforeunload"]


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390), (667, 375), (1920, 1080)])
def test_small_screens_have_room_for_everything(size, scripted, video):
    viewfinder = video(viewport={"width": size[0], "height": size[1]}, has_touch=True)
    page = viewfinder.page
    scripted.say(free=500_000_000)
    page.click("#record")
    wait_for_phase(viewfinder, "recording")
    page.click("#pause")
    wait_for_phase(viewfinder, "paused")
    page.wait_for_selector("#storage[data-low]")
    viewfinder.settle()
    viewfinder.shot(f"recording-{size[0]}x{size[1]}")
    shown = [
        "#record", "#pause", "#photo-beside", "#switch", "#thumbnail", "#timer", "#sound-pill", "#storage", "#mode",
        "#settings-open", "#status",
    ]
    boxes = {name: page.locator(name).bounding_box() for name in shown}
    for name, box in boxes.items():
        assert box["x"] >= 0 and box["y"] >= 0, name
        assert box["x"] + box["width"] <= size[0] and box["y"] + box["height"] <= size[1], name
    for first in shown:
        for second in shown[:shown.index(first)]:
            a, b = boxes[first], boxes[second]
            apart = (
                a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
                or a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1
            )
            assert apart, (first, second)


class TestRecovery:
    """What was cut off, when the page comes."""

    @pytest.fixture
    def leftovers(self, tmp_path, scripted_with, open_viewfinder):
        def open_with(*names, **options):
            movies = tmp_path / "movies"
            movies.mkdir()
            for name in names:
                (movies / name).write_text("cut off")
            server = scripted_with()
            viewfinder = open_viewfinder(server.url, **options)
            viewfinder.page.wait_for_selector("#recovery")
            viewfinder.wait_for_picture()
            return server, viewfinder

        return open_with

    def test_one_is_recovered(self, leftovers):
        server, viewfinder = leftovers("CUT_1.mp4")
        page = viewfinder.page
        assert page.inner_text("#recovery-title") == "A recording was cut off"
        assert page.inner_text("#recovery-list strong") == "CUT_1.mp4"
        assert page.inner_text("#recovery-list small").startswith("0:03")
        assert not page.is_visible("#recovery-all")
        assert {"Recover CUT_1.mp4", "Keep CUT_1.mp4", "Delete CUT_1.mp4"} <= set(viewfinder.buttons_for_readers())
        viewfinder.settle()
        viewfinder.shot("recovery")
        server.say(recovery=0.5)
        # Taking photos goes on beside it.
        page.keyboard.press("Space")
        viewfinder.wait("pinhole.state().lastPhoto")
        page.click("#recovery-list button >> text=Recover")
        viewfinder.wait("document.querySelector('#recovery progress').value === 0.5")
        viewfinder.settle()
        viewfinder.shot("recovery-under-way")
        server.say(recovery=1)
        page.wait_for_selector("#recovery", state="hidden")
        viewfinder.wait("document.querySelector('#thumbnail').ariaLabel === 'Open the last movie, CUT_1.mp4'")
        page.click("#thumbnail")
        viewfinder.wait("document.querySelector('#lightbox-video').duration === 3")

    def test_a_failure_is_told_and_can_be_tried_again(self, leftovers):
        server, viewfinder = leftovers("CUT_1.mp4")
        page = viewfinder.page
        server.say(recovery=1, failure="The disk is full. Make room, and try again.")
        page.click("#recovery-list button >> text=Recover")
        page.wait_for_selector("#recovery .problem")
        assert page.inner_text("#recovery .problem") == "The disk is full. Make room, and try again."
        server.say(recovery=1)
        page.click("#recovery-list button >> text=Recover")
        page.wait_for_selector("#recovery", state="hidden")

    def test_several_are_recovered_kept_deleted_or_left_for_later(self, leftovers):
        server, viewfinder = leftovers(*(f"CUT_{number}.mp4" for number in range(1, 6)))
        page = viewfinder.page
        assert page.inner_text("#recovery-title") == "5 recordings were cut off"
        viewfinder.settle()
        viewfinder.shot("recovery-several")
        page.click("[aria-label='Keep CUT_1.mp4']")
        viewfinder.wait("document.querySelectorAll('#recovery-list li').length === 4")
        page.click("[aria-label='Delete CUT_2.mp4']")
        page.click("#confirm-action")
        viewfinder.wait("document.querySelectorAll('#recovery-list li').length === 3")
        page.click("#recovery-later")
        page.wait_for_selector("#recovery", state="hidden")
        # Later is when the page comes again.
        page.reload()
        page.wait_for_selector("#recovery")
        page.click("#recovery-all")
        page.wait_for_selector("#recovery", state="hidden")
        viewfinder.wait_until(lambda: viewfinder.count("movies") == 4)

    @pytest.mark.parametrize("size", [(360, 640), (667, 375)])
    def test_small_screens(self, size, leftovers):
        _, viewfinder = leftovers(
            "CUT_20261121_142530.mp4", "CUT_20261121_142531.mp4", "CUT_20261121_142532.mp4",
            viewport={"width": size[0], "height": size[1]}, has_touch=True,
        )
        page = viewfinder.page
        viewfinder.settle()
        viewfinder.shot(f"recovery-{size[0]}x{size[1]}")
        box = page.locator("#recovery").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= size[0] and box["y"] + box["height"] <= size[1]
        # Whatever lies beyond its edge can be reached, and the camera stays usable.
        page.click("[aria-label='Keep CUT_20261121_142530.mp4']")
        viewfinder.wait("document.querySelectorAll('#recovery-list li').length === 2")
        shutter = page.locator("#shutter").bounding_box()
        assert page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).closest('#shutter') !== null",
            [shutter["x"] + shutter["width"] / 2, shutter["y"] + shutter["height"] / 2],
        )
