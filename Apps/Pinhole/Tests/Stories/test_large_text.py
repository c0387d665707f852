"""The largest text, less motion and less transparency: nothing is cut, and everything can be reached."""

import pytest

from screens import faults_of_layout

# What lies on the picture, and whether it hides the picture.
GROUNDS = """() => [...document.querySelectorAll('#app .glass, #app .material')]
  .filter((one) => one.checkVisibility() && getComputedStyle(one).backdropFilter !== 'none').length"""


# What fits on the smallest one in every run; on the others in longer runs.
@pytest.mark.parametrize("device", ["iphone-se", *(pytest.param(device, marks=pytest.mark.at_length) for device in ("iphone", "ipad"))])
def test_the_largest_text_fits(device, start, open_app):
    """R-MULTI-11, R-PLAT-2"""
    app = open_app(start("--device", device, "--language", "de"), device)
    app.expect_live()
    app.choose("dynamicType", "accessibility5")
    app.wait("document.documentElement.style.fontSize === '53px'")
    # The app lays out anew once it has heard of it as well.
    app.wait("document.querySelector('#app .phone-screen[data-dynamic-type=accessibility5]')")
    faults = {}

    def look(name):
        app.settle()
        app.shot(f"{device}-large-{name}")
        faults[name] = faults_of_layout(app)

    look("photo")
    app.choose("heat", "critical")
    app.wait_for_part("thermal-notice")
    look("hot")
    app.choose("heat", "nominal")
    app.wait_until_gone("thermal-notice")
    app.part("mode-dual").click()
    app.wait_for_part("small-picture")
    app.part("performance-button").click()
    app.wait_for_words("performance", "30")
    app.expect_picture(1)
    app.expect_live()
    look("dual")
    app.part("mode-scan").click()
    app.wait_for_part("scan-banner")
    app.expect_live()
    look("scan")
    app.part("settings").click()
    app.wait_for_part("settings-view")
    look("settings")
    app.part("done").click()
    app.wait_until_gone("settings-view")
    app.expect_live()
    app.press("No hardware left")
    app.wait_for_part("restart")
    look("restart")
    app.part("restart-camera").click()
    app.expect_live()
    app.choose("permission", "denied")
    app.trip_to_the_background()
    app.wait_for_part("status-page").get_by_role("heading").wait_for()
    look("denied")
    assert not any(faults.values()), "\n".join(f"{name}: {fault}" for name, found in faults.items() for fault in found)


def test_less_transparency_and_less_motion(app):
    """R-MULTI-11"""
    app.choose("heat", "serious")
    app.wait_for_part("thermal-notice")
    assert app.page.evaluate(GROUNDS) > 3
    app.press("Reduce Transparency")
    app.press("Reduce Motion")
    app.wait(f"({GROUNDS})() === 0")
    app.wait("document.querySelector('#app .phone-screen[data-reduce-motion=true]')")
    app.settle()
    app.shot("less-transparency")
    # The square of a lock stays.
    app.page.mouse.move(*app.on_page(150, 330))
    app.page.mouse.down()
    app.rest(600)
    app.wait_for_part("focus-lock")
    app.page.mouse.up()
    # The square stands where it is from the beginning.
    assert app.page.evaluate("document.getAnimations().filter((one) => one.effect.target?.closest('#app')).length") == 0
