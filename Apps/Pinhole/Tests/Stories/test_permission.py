"""The user is asked for the camera, and says yes, no, or may not say."""

import pytest


@pytest.mark.parametrize("answer, words", [
    ("denied", "Open Settings"),
    ("restricted", None),
])
def test_without_permission_there_is_no_camera(answer, words, start, open_app):
    """R-LIFE-1, R-PLAT-4"""
    program = start("--permission", answer)
    app = open_app(program)
    app.wait_for_part("status-page").get_by_role("heading").wait_for()
    app.shot(f"permission-{answer}")
    # Nothing that needs a camera is there, and none was started.
    assert app.buttons_for_readers() == ([words] if words else [])
    assert "starting session" not in program.log_text
    if words:
        app.button(words).click()
        app.wait("document.querySelector('#app .effect[data-kind=open]')?.dataset.value.startsWith('app-settings:')")
    # There, and back.
    app.choose("permission", "granted")
    app.trip_to_the_background()
    app.expect_live()


def test_the_user_is_asked_once(start, open_app):
    """R-LIFE-1"""
    program = start("--permission", "undecided")
    app = open_app(program)
    question = app.page.get_by_role("alertdialog", name="“Pinhole” Would Like to Access the Camera")
    question.wait_for()
    app.wait_for_part("status-page")
    assert "starting session" not in program.log_text
    # The app's own words for why it asks.
    question.get_by_text("The camera shows you its picture, takes photos and movies, and scans books.").wait_for()
    app.shot("permission-asked")
    question.get_by_role("button", name="Allow", exact=True).click()
    app.expect_live()
    app.trip_to_the_background()
    app.expect_live()
    assert question.is_hidden()


def test_the_user_refuses(start, open_app):
    """R-LIFE-1"""
    app = open_app(start("--permission", "undecided"))
    app.page.get_by_role("alertdialog").get_by_role("button", name="Don’t Allow").click()
    app.button("Open Settings").wait_for()
