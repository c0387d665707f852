"""Nothing lies over something else, nothing is cut off, and each button has room for a finger, in windows of every size."""

import pytest

from test_accessibility import MISSED

SIZES = {
    "narrow": (320, 568), "phone": (390, 844), "lowest": (568, 320), "low": (667, 375), "landscape": (844, 390), "tablet": (768, 1024),
    "desk": (1440, 900),
}

#: What has a place of its own, and either lies over another such thing or leaves the window.
MISPLACED = """() => {
  const places = '#status, #multicam, #pressure, #focus-lock, #exposure-value, #settings-open, #timer, #sound-pill, #storage, #zoom-marks,'
    + ' #mode, #dual, #layouts, #separate, #dual-obstacle, #thumbnail, #scan-open, #pause, #shutter, #record, #photo-beside, #switch,'
    + ' #hardware-toggle, .screen-plate, #screen-title, #screen-advice, .screen-actions button';
  const seen = [...document.querySelectorAll(places)].filter((part) => part.checkVisibility({ visibilityProperty: true }))
    .map((part) => ({ name: part.id || part.textContent.trim() || part.className, box: part.getBoundingClientRect() }));
  const out = seen.filter(({ box }) => box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight);
  const over = seen.flatMap((a, index) => seen.slice(index + 1).filter((b) =>
    Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1
    && Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 1).map((b) => `${a.name} and ${b.name}`));
  return [...out.map(({ name }) => `${name} is cut off`), ...over];
}"""

#: Neighbours of one row or column whose middles are closer than a fingertip is wide.
CROWDED = """() => ['#zoom-marks button', '#mode label', '#dual, #layouts label, #separate'].flatMap((row) => {
  const seen = [...document.querySelectorAll(row)].filter((part) => part.checkVisibility()).map((part) => part.getBoundingClientRect());
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  const distances = seen.slice(1).map((box, index) => {
    const [[x, y], [u, v]] = [middle(box), middle(seen[index])];
    return Math.hypot(x - u, y - v);
  });
  return distances.filter((distance) => distance < 43.5).map((distance) => `${row}: ${Math.round(distance)} px`);
})"""


@pytest.fixture(params=SIZES)
def viewfinder(request, scripted, open_viewfinder):
    width, height = SIZES[request.param]
    is_phone = width < 900
    viewfinder = open_viewfinder(scripted.url, viewport={"width": width, "height": height}, has_touch=is_phone, is_mobile=is_phone)
    viewfinder.wait_for_picture()
    return viewfinder


def expect_in_place(viewfinder, name):
    viewfinder.settle()
    viewfinder.shot(f"layout-{name}-{'x'.join(str(side) for side in viewfinder.page.viewport_size.values())}")
    for look in [MISPLACED, MISSED, CROWDED]:
        assert viewfinder.page.evaluate(look) == [], name


def test_everything_has_its_place(scripted, viewfinder):
    page = viewfinder.page
    scripted.say(pressure="serious", limit=20)
    viewfinder.wait("!document.querySelector('#pressure').hidden")
    expect_in_place(viewfinder, "photo")
    scripted.say(pressure="nominal")
    page.keyboard.press("r")
    viewfinder.wait("pinhole.state().recording.phase === 'recording'")
    expect_in_place(viewfinder, "recording")
    page.keyboard.press("r")
    viewfinder.wait("pinhole.state().recording.phase === 'idle'")
    # In this mode there is most beside what a screen explains.
    scripted.say(hardware=True)
    page.wait_for_selector("#hardware-toggle")
    scripted.say(phase="disconnected")
    viewfinder.wait("document.body.dataset.screen === 'disconnected'")
    expect_in_place(viewfinder, "disconnected")


def test_two_cameras_have_their_place(scripted, viewfinder):
    scripted.say(hardware=True)
    scripted.say(dual="offer")
    scripted.say(dual="both")
    viewfinder.wait("pinhole.state().dual.isOn && pinhole.metrics(1).painted > 0")
    viewfinder.page.wait_for_selector("#hardware-toggle")
    expect_in_place(viewfinder, "dual")
    viewfinder.page.keyboard.press("r")
    viewfinder.wait("pinhole.state().recording.phase === 'recording'")
    expect_in_place(viewfinder, "dual-recording")
    viewfinder.page.keyboard.press("r")
    viewfinder.wait("pinhole.state().recording.phase === 'idle'")
    scripted.say(dual="one", title="Two cameras cost too much", advice="They go on when the phone is cooler.")
    viewfinder.page.wait_for_selector("#dual-obstacle")
    expect_in_place(viewfinder, "obstacle")
