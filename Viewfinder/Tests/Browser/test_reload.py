"""The page is loaded again: the last picture is there at once, where it may be."""

import pytest

from test_login import TOKEN, expect_viewfinder, log_in, open_page, sessions  # noqa: F401 - a fixture

KEPT = "sessionStorage.getItem('pinhole.lastPicture')"
LAST = "#last-picture"


@pytest.fixture
def held(scripted, open_viewfinder):
    """A page whose picture has come, and whose next stream waits until it is let go."""

    class Held:
        def __init__(self):
            self.viewfinder = open_viewfinder(scripted.url)
            self.viewfinder.wait_for_picture()
            self.page = self.viewfinder.page
            self.streams = []
            self.page.route("**/stream", lambda route: self.streams.append(route))

        def reload(self):
            self.page.reload()
            self.viewfinder.wait("pinhole.state?.()")

        def let_go(self):
            for stream in self.streams:
                stream.continue_()
            self.page.unroute("**/stream")

    return Held()


#: How bright the middle of a picture is, in which the scripted camera shows something.
BRIGHTNESS = """(picture) => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d');
  const [width, height] = [picture.naturalWidth ?? picture.width, picture.naturalHeight ?? picture.height];
  context.drawImage(picture, width / 4, height / 4, width / 2, height / 2, 0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
}"""


def test_the_last_picture_stands_there_until_the_first_one_has_come(held):
    before = held.page.eval_on_selector("#view", BRIGHTNESS)
    held.reload()
    held.viewfinder.wait("document.querySelector('#last-picture').naturalWidth > 0")
    assert held.page.is_visible(LAST)
    seen = held.page.eval_on_selector(LAST, BRIGHTNESS)
    assert max(before) > 30
    assert all(abs(a - b) < 40 for a, b in zip(seen, before)), f"{seen} is no picture of {before}"
    # It is not taken for a live one.
    held.viewfinder.wait("document.body.dataset.screen === 'starting'")
    held.viewfinder.settle()
    assert held.page.eval_on_selector(LAST, "(image) => getComputedStyle(image).filter") == "brightness(0.45) saturate(0.5)"
    assert held.page.eval_on_selector("#status .dot", "(dot) => getComputedStyle(dot).backgroundColor") == "rgb(255, 159, 10)"
    assert held.page.is_disabled("#shutter")
    assert held.page.evaluate(KEPT) is None
    held.viewfinder.shot("reload-last-picture")
    held.let_go()
    held.viewfinder.wait_for_picture()
    assert held.page.is_hidden(LAST)
    held.page.wait_for_selector("#shutter:not(:disabled)")


@pytest.mark.parametrize(
    "state",
    [{"phase": "interrupted", "interruption": "sensitiveContent"}, {"phase": "permissionDenied"}, {"phase": "restricted"},
     {"phase": "stopped"}],
    ids=lambda state: state.get("interruption", state["phase"]),
)
def test_what_is_not_to_be_seen_is_not_kept(state, scripted, held):
    scripted.say(**state)
    held.viewfinder.wait(f"document.body.dataset.screen === '{state['phase']}'")
    held.reload()
    assert held.page.is_hidden(LAST)
    assert held.page.evaluate(KEPT) is None


def test_what_is_not_to_be_seen_any_more_goes(scripted, held):
    held.reload()
    held.page.wait_for_selector(LAST)
    scripted.say(phase="interrupted", interruption="sensitiveContent")
    held.page.wait_for_selector(LAST, state="hidden")


def test_a_picture_of_the_past_is_not_shown(evaluate):
    assert evaluate(
        """async () => {
        const { readKept } = await import('/page/last-picture.js');
        const kept = (text) => ({ getItem: () => text, removeItem: () => {} });
        const value = JSON.stringify({ time: 100_000, picture: 'AAAA' });
        return [100_000, 130_000, 130_001, 99_999].map((now) => readKept(kept(value), now)).concat(
          readKept(kept(null), 0), readKept(kept('no JSON'), 0), readKept(null, 0));
      }"""
    ) == ["AAAA", "AAAA", None, None, None, None, None]


def test_two_pictures_are_kept_as_they_were_seen(scripted, held):
    scripted.say(dual="both")
    held.viewfinder.wait("pinhole.state().dual.isOn && pinhole.metrics(1).painted > 0")
    held.reload()
    held.viewfinder.wait("document.querySelector('#last-picture').naturalWidth > 0")
    box = held.page.evaluate("(({ clientWidth, clientHeight }) => clientWidth / clientHeight)(document.querySelector('#stage'))")
    shape = held.page.eval_on_selector(LAST, "(image) => image.naturalWidth / image.naturalHeight")
    assert abs(shape - box) < 0.02
    held.viewfinder.shot("reload-two-cameras")


def test_whoever_is_logged_out_leaves_no_picture(scripted_with, open_page):  # noqa: F811
    """Under the page's own policy."""
    page = open_page(scripted_with("--token", TOKEN).url)
    log_in(page)
    expect_viewfinder(page)
    streams = []
    page.route("**/stream", lambda route: streams.append(route))
    page.reload()
    page.wait_for_selector(LAST)
    assert page.evaluate("document.querySelector('#last-picture').decode().then(() => 'decoded')") == "decoded"
    for stream in streams:
        stream.continue_()
    page.unroute("**/stream")
    expect_viewfinder(page)
    assert page.evaluate(KEPT) is None
    sessions(page)
    page.get_by_role("button", name="Log out this browser").click()
    page.wait_for_selector("text=Log in")
    assert page.evaluate(KEPT) is None
