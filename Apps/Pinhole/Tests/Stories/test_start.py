"""The app is started cold, and left and opened again."""

from app_page import log_words
from screens import HELD_START

# The order of the source document: called, allowed, found, started, seen.
SEQUENCE = ["prewarm() called", "camera found", "photo size chosen", "session configured", "session started", "first frame"]

GRID_IS_ON = "document.querySelector(\"#app [data-identifier='grid']\")?.getAttribute('aria-pressed') === 'true'"


def test_a_cold_start_shows_the_picture(program, open_app):
    """R-LIFE-11, R-LIFE-14, R-PREV-4, R-PREV-6"""
    app = open_app(program)
    app.expect_live()
    words = log_words(program)
    assert [word for word in words if word in SEQUENCE] == SEQUENCE
    # The first screen asks for the camera while it is prepared, or after that.
    assert words.index("prewarm() called") < words.index("start() called") < words.index("session started")
    # Permission comes before anything is configured.
    assert "permission" in words[: words.index("prewarm() called")]
    assert sum("preview bounds" in word for word in words) >= 1
    assert app.button("Take photo").is_enabled()
    app.shot("photo")


def test_loading_is_shown_when_the_start_is_slow_only(start, open_app, tmp_path):
    """R-LIFE-11"""
    faults = tmp_path / "slow.json"
    faults.write_text(HELD_START)
    app = open_app(start("--faults", str(faults), "--permission", "undecided"))
    # The start waits until somebody looks: the camera gives a start that is held up ten seconds before it tries another one.
    app.allow_camera()
    app.wait_for_words("progress", "Starting the camera")
    assert app.button("Take photo").is_disabled()
    app.shot("loading")
    app.press("Media reset")
    app.expect_live()


def test_what_was_chosen_outlives_the_app(start, open_app):
    first = start()
    app = open_app(first)
    app.expect_live()
    app.part("grid").click()
    app.wait(GRID_IS_ON)
    app.page.close()
    assert first.stop() == 0
    app = open_app(start())
    app.expect_live()
    app.wait(GRID_IS_ON)


def test_three_trips_to_the_background(program, app):
    """R-LIFE-3, R-LIFE-4, R-LIFE-10"""
    for trip in range(3):
        app.choose("app", "background")
        app.page.get_by_text("The app is in the background.").wait_for()
        # Nothing lies over the last picture: it is what is seen first on the way back.
        app.wait("document.querySelector(\"#app [data-identifier='shutter']:disabled\")")
        assert app.part("status-page").count() == 0
        app.open_again()
        app.expect_live()
        assert log_words(program).count("session started") == trip + 2
    assert "leaked" not in app.page.locator("#simulator-resources").inner_text()
    assert app.part("restart").count() == 0
