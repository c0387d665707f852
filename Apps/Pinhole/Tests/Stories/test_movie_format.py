"""The size and rate of movies: chosen in the settings, and what the movie has."""

from app_page import movies
from movies import MovieFile
from test_dual import both, shown_size

SIZE, RATE, REMARK = "setting-movie-size", "setting-movie-rate", "movie-format-remark"
HD = "720p, 1280 × 720"


def open_settings(app):
    app.button("Settings").click()
    app.wait_for_part("settings-view")


def leave_settings(app):
    app.part("done").click()
    app.wait_until_gone("settings-view")
    app.expect_live()


def picker(app, identifier):
    """The list of a row."""
    return app.part(identifier).locator("select")


def options(app, identifier):
    return picker(app, identifier).locator("option").all_inner_texts()


def chosen(app, identifier):
    return picker(app, identifier).locator("option:checked").inner_text()


def choose(app, size, rate):
    """In the settings; the rates come with the size."""
    picker(app, SIZE).select_option(label=size)
    app.wait_for_part(RATE)
    picker(app, RATE).select_option(label=rate)
    app.wait(f"document.querySelector(\"#app [data-identifier='{RATE}'] select\").selectedOptions[0].textContent === '{rate}'")
    app.idle()


def record(program, app):
    """A movie of a second or more, as ffprobe sees it."""
    app.button("Record").click()
    app.wait_until_a_second_is_recorded()
    app.button("Stop recording").click()
    app.answer_library()
    app.wait_for_value("gallery", "^1 items?$")
    (movie,) = movies(program)
    return MovieFile(movie)


def rate_of(report):
    """Frames a second by the smallest distance between two: a busy machine may drop some."""
    return 1 / min(later - time for time, later in zip(report.pictures, report.pictures[1:]))


def test_a_movie_has_the_size_and_rate_that_were_chosen(program, app):
    """R-REC-1, R-ROT-3"""
    app.choose_mode("Video")
    app.expect_live()
    open_settings(app)
    assert chosen(app, SIZE) == "Automatic" and app.part(RATE).count() == 0
    assert {"4K, 3840 × 2160", "1080p, 1920 × 1080", HD} < set(options(app, SIZE))
    choose(app, HD, "24")
    assert chosen(app, SIZE) == HD
    assert {"24", "30", "60"} < set(options(app, RATE))
    app.settle()
    app.shot("movie-format")
    leave_settings(app)
    report = record(program, app)
    assert report.is_ordinary and report.codecs == ["h264", "aac"]
    # Upright, as the phone was held.
    assert shown_size(report.streams["video"]) == (720, 1280)
    assert abs(rate_of(report) - 24) < 0.5


def former_run(width, height, rate):
    """Arguments by which the app finds a choice in its defaults."""
    return ["-movieWidth", str(width), "-movieHeight", str(height), "-movieRate", str(rate)]


def test_a_camera_without_it_takes_what_comes_closest(start, open_app):
    """R-PLAT-6"""
    app = open_app(start("--camera", "iphone-se", *former_run(1280, 720, 240)))
    app.expect_live()
    open_settings(app)
    assert (chosen(app, SIZE), chosen(app, RATE)) == (HD, "240")
    assert app.part(REMARK).count() == 0
    leave_settings(app)
    # The camera on the other side has no slow motion.
    app.part("other-camera").click()
    app.wait_for_value("other-camera", "^Front Camera$")
    app.expect_live()
    open_settings(app)
    app.wait_for_words(REMARK, "It records what comes closest")
    assert (chosen(app, SIZE), chosen(app, RATE)) == (HD, "60")
    app.settle()
    app.shot("movie-format-nearest")


def test_two_cameras_offer_no_choice(start, open_app):
    """R-PLAT-6"""
    app = open_app(start(*former_run(1280, 720, 60)))
    app.choose_mode("Video")
    app.expect_live()
    # The camera itself has what was chosen in a former run.
    app.wait("document.querySelector('#simulator-log').textContent.includes('1280x720, 60/1 fps')")
    both(app)
    open_settings(app)
    app.wait_for_words(REMARK, "With two cameras")
    assert app.part(SIZE).count() == 0 and app.part(RATE).count() == 0
    app.settle()
    app.shot("movie-format-dual")
    leave_settings(app)
    app.choose_mode("Video")
    app.expect_live()
    open_settings(app)
    app.wait_for_part(SIZE)
    assert (chosen(app, SIZE), chosen(app, RATE)) == (HD, "60")
