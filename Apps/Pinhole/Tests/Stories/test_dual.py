"""Two cameras: both pictures, their places, and a movie of both."""

from app_page import movies
from movies import MovieFile


def both(app):
    app.choose_mode("Dual")
    app.wait_for_part("small-picture")
    app.expect_picture(0)
    app.expect_picture(1)
    app.expect_live()
    app.settle()


BOX = """(name) => {
  const part = document.querySelector(`#app [data-identifier='${name}']`);
  const drawn = part.querySelector('.placed > *') ?? part;
  const { left, top, right, bottom } = drawn.getBoundingClientRect();
  const screen = document.querySelector('#screen').getBoundingClientRect();
  const { scale } = phone.device;
  return [(left - screen.left) / scale, (top - screen.top) / scale, (right - left) / scale, (bottom - top) / scale];
}"""


def box(app, identifier):
    """Where a part is, in points of the screen."""
    return app.page.evaluate(BOX, identifier)


def shown_size(stream):
    """The width and height of a movie as a player shows it."""
    turns = [side["rotation"] for side in stream.get("side_data_list", []) if "rotation" in side]
    size = stream["width"], stream["height"]
    return size[::-1] if turns and int(turns[0]) % 180 else size


def test_both_cameras_and_a_movie_of_them(program, app):
    """R-MULTI-7, R-MULTI-8"""
    both(app)
    assert app.part("multi-cam-badge").get_attribute("aria-label") == "Both cameras run"
    assert "Front Camera" in app.value("small-picture")
    app.button("Record").click()
    app.wait_until_a_second_is_recorded()
    app.button("Swap pictures").click()
    app.wait_for_value("small-picture", "^Back Camera")
    swapped = app.value("recording-time")
    app.wait(f"document.querySelector(\"#app [data-identifier='recording-time']\").getAttribute('aria-valuetext') > '{swapped}'")
    app.shot("dual-recording")
    app.button("Stop recording").click()
    app.answer_library()
    app.wait_for_value("gallery", "^1 items?$")
    (movie,) = movies(program)
    report = MovieFile(movie)
    assert report.is_ordinary and report.codecs == ["h264", "aac"]
    assert report.duration >= 1
    # One canvas, upright as the phone was held.
    width, height = shown_size(report.streams["video"])
    assert height > width
    # Seen by its beginning, upright, in the gallery.
    app.button("Gallery").click()
    app.wait(
        "(([image]) => image?.naturalHeight > image?.naturalWidth && image.naturalWidth > 100)"
        "(document.querySelectorAll(\"#app [data-identifier^='item-'] img\"))"
    )
    app.shot("gallery-movie")


def test_the_small_picture_is_moved_and_resized(app):
    """R-MULTI-7"""
    both(app)
    app.shot("dual")
    left, top, width, height = box(app, "small-picture")
    start = (left + width / 2, top + height / 2)
    # To the corner on the other side: it goes on to the nearest one when the finger lets go.
    app.drag(start, (90, 260))
    app.wait(f"(([left, top, width, height]) => top + height / 2 < 245)(({BOX})('small-picture'))")
    app.settle()
    moved = box(app, "small-picture")
    assert moved[0] + moved[2] / 2 < 201 and moved[1] < start[1] - 100, (start, moved)
    middle = (moved[0] + moved[2] / 2, moved[1] + moved[3] / 2)
    percent = int(app.value("small-picture").split(", ")[1].split()[0])
    app.pinch(*middle, wheel=-40)
    app.wait(
        "Number(document.querySelector(\"#app [data-identifier='small-picture']\").getAttribute('aria-valuetext').match(/(\\d+) percent/)[1])"
        f" > {percent + 5}"
    )
    # Two taps swap.
    app.settle()
    grown = box(app, "small-picture")
    app.page.mouse.dblclick(*app.on_page(grown[0] + grown[2] / 2, grown[1] + grown[3] / 2))
    app.wait_for_value("small-picture", "^Back Camera")


# Whether all corners of a menu's items are in sight.
ITEMS_ARE_SEEN = """() => [...document.querySelectorAll('#app [role=menuitem]')].every((item) => {
  const { left, top, right, bottom } = item.getBoundingClientRect();
  const isSeen = (x, y) => item.contains(document.elementFromPoint(x, y));
  return [left + 12, right - 12].every((x) => [top + 12, bottom - 12].every((y) => isSeen(x, y)));
})"""


def test_a_menu_lies_on_banners(app):
    """R-PLAT-6"""
    both(app)
    app.choose("heat", "serious")
    app.wait_for_part("thermal-notice")
    app.part("layout").click()
    app.app.get_by_role("menuitem", name="Side by side").wait_for()
    app.settle()
    app.shot("dual-menu")
    assert app.page.evaluate(ITEMS_ARE_SEEN)


def test_layouts_and_figures(app):
    """R-MULTI-4, R-MULTI-7"""
    both(app)
    app.button("Performance").click()
    app.wait_for_words("performance", "Hardware cost", "Frames a second", "Lost frames", "Latency")
    app.settle()
    app.shot("dual-performance")
    app.part("layout").click()
    app.app.get_by_role("menuitem", name="One above the other").click()
    app.wait_until_gone("small-picture")
    app.settle()
    upper, lower = box(app, "picture-0"), box(app, "picture-1")
    assert abs(upper[3] - lower[3]) < 2 and lower[1] >= upper[1] + upper[3] - 1, (upper, lower)
    app.shot("dual-one-above-the-other")
