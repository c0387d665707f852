"""What can happen to a camera: calls, errors, resets."""

from app_page import movies
from movies import MovieFile
from patience import answered


def test_a_call_while_recording(program, app):
    """R-LIFE-9, R-REC-5"""
    app.choose_mode("Video")
    app.expect_live()
    app.button("Record").click()
    app.wait_until_a_second_is_recorded()
    app.press("Phone call")
    app.wait_for_words("interruption", "microphone")
    app.shot("call")
    app.answer_library()
    # The movie is finished though nobody stopped it, and its end is told with the reason.
    app.wait_for_words("notice", "Recording was interrupted", "What was recorded is saved.")
    app.press("Phone call")
    app.expect_live()
    assert app.part("interruption").count() == 0
    app.wait_for_value("gallery", "^1 items?$")
    (movie,) = movies(program)
    report = MovieFile(movie)
    assert report.is_ordinary and report.codecs == ["h264", "aac"]
    app.button("Gallery").click()
    app.app.get_by_role("button", name="Movie,").wait_for()


def test_restart_camera_is_the_only_way_out(app):
    """R-LIFE-6, R-LIFE-7"""
    app.press("No hardware left")
    app.wait_for_part("restart")
    app.settle()
    app.shot("restart")
    # For readers of the screen, for the keyboard, and for a finger.
    assert app.buttons_for_readers() == ["Restart Camera"]
    assert app.part("restart").get_attribute("role") == "dialog"
    for key in ("Tab", "Tab", "Shift+Tab"):
        app.page.keyboard.press(key)
        assert app.page.evaluate(
            "!document.querySelector('#app').contains(document.activeElement)"
            " || !!document.activeElement.closest(\"[data-identifier='restart']\")"
        )
    for identifier in ("settings", "shutter", "gallery", "mode-video", "grid"):
        app.page.mouse.click(*app.middle(app.part(identifier)))
    with answered(app.page, "**/commands/hardware"):
        app.page.get_by_role("button", name="Volume up", exact=True).click()
    app.idle()
    assert app.part("restart").count() == 1
    assert app.app.get_by_role("dialog").count() == 1
    app.button("Restart Camera").click()
    app.expect_live()


def test_a_media_reset_is_recovered_from_by_itself(app):
    """R-LIFE-8"""
    app.forget("progress", "restart")
    painted = app.painted()
    app.press("Media reset")
    app.wait_for_words("progress")
    app.expect_live()
    assert app.painted() != painted
    assert not app.has_shown("restart")
