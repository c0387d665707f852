"""Everybody can use the page: axe finds nothing to object to in any state, and a finger hits what it aims at."""

import pytest
from axe_playwright_python.sync_playwright import Axe

DESK = {"viewport": {"width": 1280, "height": 720}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NARROW = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}
LANDSCAPE = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
WINDOWS = {"desk": DESK, "phone": PHONE, "narrow": NARROW, "landscape": LANDSCAPE}

# The buttons that a finger misses: whose middle is theirs, but not what lies 22 pixels around it. What is not on the screen, or lies
# under something else, is no target; a neighbour's target may begin half-way.
MISSED = """() => [...document.querySelectorAll('button, a[href], select, label:has(input[type=radio])')].flatMap((target) => {
  const box = target.getBoundingClientRect();
  const x = box.x + box.width / 2, y = box.y + box.height / 2;
  const hits = (x, y) => target.contains(document.elementFromPoint(x, y));
  const lies = (element) => element?.closest('button, a[href], select, label');
  // What a header covers that stays while the rest scrolls comes by scrolling.
  const covers = (element) => element.closest('header') !== null && getComputedStyle(element.closest('header')).position === 'sticky';
  if (!target.checkVisibility() || target.closest('[inert]') || target.matches(':disabled, :has(:disabled)') || !hits(x, y)) return [];
  const missed = [[-21, 0], [21, 0], [0, -21], [0, 21]].filter(([dx, dy]) => {
    const there = document.elementFromPoint(x + dx, y + dy);
    return there !== null && !target.contains(there) && !lies(there) && !covers(there);
  });
  return missed.length ? [`${target.id || target.ariaLabel || target.textContent.trim()} ${JSON.stringify(missed)}`] : [];
})"""


def expect_usable(viewfinder, name):
    viewfinder.settle()
    viewfinder.shot(f"usable-{name}")
    results = Axe().run(viewfinder.page)
    assert results.violations_count == 0, results.generate_report()
    assert viewfinder.page.evaluate(MISSED) == []


@pytest.fixture(params=WINDOWS)
def window(request):
    return request.param


@pytest.fixture
def viewfinder(window, scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url, **WINDOWS[window])
    viewfinder.wait_for_picture()
    return viewfinder


def test_the_live_picture_and_its_modes(window, scripted, viewfinder):
    expect_usable(viewfinder, f"live-{window}")
    viewfinder.page.keyboard.press("r")
    viewfinder.wait("pinhole.state().recording.phase === 'recording'")
    expect_usable(viewfinder, f"recording-{window}")
    viewfinder.page.keyboard.press("r")
    viewfinder.wait("pinhole.state().recording.phase === 'idle'")
    viewfinder.page.keyboard.press("b")
    viewfinder.wait("pinhole.state().mode === 'scan'")
    expect_usable(viewfinder, f"scan-{window}")


def test_what_lies_over_the_picture(window, scripted, viewfinder):
    page = viewfinder.page
    page.keyboard.press("Space")
    viewfinder.wait("pinhole.state().lastPhoto && !document.querySelector('#thumbnail-image').hidden")
    page.keyboard.press("j")
    page.wait_for_selector("#focus-lock")
    page.keyboard.press("p")
    expect_usable(viewfinder, f"metrics-{window}")
    page.keyboard.press("?")
    expect_usable(viewfinder, f"help-{window}")
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.wait_for_selector("#gallery-tiles button")
    expect_usable(viewfinder, f"gallery-{window}")
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    page.wait_for_selector("#lightbox[open]")
    expect_usable(viewfinder, f"lightbox-{window}")


def test_two_cameras(window, scripted, viewfinder):
    scripted.say(dual="offer")
    viewfinder.page.wait_for_selector("#dual")
    scripted.say(dual="both")
    viewfinder.wait("pinhole.state().dual.isOn && pinhole.metrics(1).painted > 2")
    expect_usable(viewfinder, f"dual-{window}")


def test_each_state(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url, **PHONE)
    for phase in [
        "stopped", "inBackground", "askingForPermission", "permissionDenied", "restricted", "noCamera", "disconnected", "starting",
        "recovering", "failed",
    ]:
        scripted.say(phase="live")
        viewfinder.wait_for_picture()
        scripted.say(phase=phase)
        viewfinder.wait(f"pinhole.state().phase === '{phase}'")
        expect_usable(viewfinder, f"state-{phase}")
