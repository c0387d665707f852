"""Photos, and their way into the photo library."""

import pytest

from app_page import library, photos, tags


def test_ten_presses_are_ten_photos(program, app):
    """R-PHOTO-4, R-PLAT-4"""
    shutter = app.button("Take photo")
    shutter.click()
    app.answer_library()
    # All at once, without waiting for any.
    app.page.evaluate("(shutter) => { for (let press = 0; press < 9; press += 1) shutter.click(); }", shutter.element_handle())
    app.wait_for_value("gallery", "^10 items$")
    app.wait_for_value("shutter", "^Ready$")
    taken = photos(program)
    assert len(taken) == 10
    for photo in taken:
        assert tags(photo)["Model"]
    app.button("Gallery").click()
    app.wait("document.querySelectorAll(\"#app [data-identifier^='item-']\").length === 10")
    app.wait("[...document.querySelectorAll(\"#app [data-identifier^='item-']\")]"
             ".every((item) => item.getAttribute('aria-valuetext') === 'In Photos')")
    assert library(program) == [photo.name for photo in taken]
    app.wait("[...document.querySelectorAll(\"#app [data-identifier^='item-'] img\")]"
             ".filter((image) => image.naturalWidth > 0).length === 10")
    app.shot("gallery")


def test_a_photo_has_the_shape_that_was_chosen(program, app):
    """R-PHOTO-1"""
    app.button("Settings").click()
    app.wait_for_part("settings-view")
    app.part("setting-photo-shape").locator("select").select_option(label="1:1")
    app.idle()
    app.part("done").click()
    app.wait_until_gone("settings-view")
    app.expect_live()
    app.wait_for_part("covered-0")
    app.settle()
    app.shot("photo-shape")
    app.button("Take photo").click()
    app.answer_library()
    app.wait_for_value("gallery", "^1 items?$")
    (photo,) = photos(program)
    facts = tags(photo)
    assert facts["ImageWidth"] == facts["ImageHeight"] and facts["Orientation"] == 1


def test_photos_stay_in_the_app_when_the_library_is_closed(program, app):
    """R-PLAT-4"""
    app.button("Take photo").click()
    app.answer_library("Don’t Allow")
    app.button("Take photo").click()
    app.wait_for_value("gallery", "^2 items$")
    app.button("Gallery").click()
    app.app.get_by_text("Photos is not allowed").wait_for()
    app.app.get_by_text("Everything stays in this app.").wait_for()
    app.button("Open Settings").wait_for()
    assert len(photos(program)) == 2 and library(program) == []
    # Large, and back.
    app.app.get_by_role("button", name="Photo,").first.click()
    app.wait("document.querySelector('#app .full-screen-cover img')?.naturalWidth > 0")
    app.shot("photo-large")
    app.part("quicklook.done").click()
    app.wait_until_gone("quicklook.done")
    app.button("Done").click()
    app.wait_until_gone("gallery-view")


def test_a_photo_is_deleted_after_a_question(program, app):
    """R-PHOTO-4"""
    app.button("Take photo").click()
    app.answer_library()
    app.wait_for_value("gallery", "^1 items?$")
    app.button("Gallery").click()
    item = app.app.get_by_role("button", name="Photo,")
    app.wait("document.querySelector(\"#app [data-identifier^='item-']\")?.getAttribute('aria-valuetext') === 'In Photos'")
    item.click(button="right")
    app.app.get_by_role("menuitem", name="Delete").click()
    question = app.app.get_by_role("dialog", name="Delete from this app?")
    question.get_by_role("button", name="Cancel").click()
    question.wait_for(state="detached")
    assert len(photos(program)) == 1
    item.click(button="right")
    app.app.get_by_role("menuitem", name="Delete").click()
    question.get_by_role("button", name="Delete").click()
    app.app.get_by_text("Nothing taken yet").wait_for()
    assert photos(program) == [] and len(library(program)) == 1


@pytest.mark.parametrize("press", ["volume", "AirPods", "Camera Control", "timer"])
def test_photos_without_a_finger_on_the_screen(press, program, app):
    """R-MULTI-10, R-MULTI-13"""
    match press:
        case "volume":
            app.page.get_by_role("button", name="Volume up", exact=True).click()
        case "AirPods":
            app.press("AirPods")
        case "Camera Control":
            app.page.get_by_role("button", name="Camera Control", exact=True).click()
        case "timer":
            app.button("Timer").click()
            app.wait_for_value("timer", "^3 seconds$")
            app.button("Take photo").click()
            # It is over after three seconds, whether or not somebody looks.
            app.wait_for_words("shutter", "Stop the timer")
            app.wait_for_words("countdown")
    app.wait_for_value("gallery", "^1 items?$")
    assert len(photos(program)) == 1
