"""What people do on the page reaches the app, and what the app shows is on the page."""

import pathlib
import re


def test_everything_is_drawn(gallery):
    """No symbol without a drawing, no image without bytes, and the camera's picture on its canvas."""
    gallery.wait("document.querySelector('canvas[data-preview][data-live]')")
    assert gallery.page.locator("#app .symbol").count() > 10
    assert gallery.page.locator("#app [data-unknown]").count() == 0
    gallery.wait("[...document.querySelectorAll('#app img')].every((image) => image.naturalWidth > 0)")
    gallery.shot("gallery")


def test_unknown_symbols_are_told(gallery):
    shown = gallery.page.evaluate(
        """async () => {
          const { drawSymbol, symbolShapes } = await import('/page/phone-symbols.js');
          const element = document.createElement('i');
          drawSymbol(element, 'no.such.symbol');
          return [element.hasAttribute('data-unknown'), element.textContent, symbolShapes('camera') !== null];
        }"""
    )
    assert shown == [True, "no.such.symbol", True]


def test_every_symbol_of_the_app_is_drawn(gallery):
    """Also those of states that are seldom seen."""
    sources = pathlib.Path(__file__).resolve().parents[3] / "Pinhole/Sources"
    lines = [line for file in sources.rglob("*.swift") for line in file.read_text().splitlines()]
    named = [line for line in lines if re.search(r"systemName|systemImage|symbol", line)]
    names = sorted({name for line in named for name in re.findall(r'"([a-z0-9]+(?:\.[a-z0-9]+)*)"', line)})
    assert len(names) > 20, names
    unknown = gallery.page.evaluate(
        """async (names) => {
          const { symbolShapes } = await import('/page/phone-symbols.js');
          return names.filter((name) => !symbolShapes(name));
        }""",
        names,
    )
    assert unknown == []


def test_buttons(gallery):
    """By mouse, and by the keys that press buttons."""
    count = gallery.named("count").first
    count.click()
    gallery.wait_for_text("count", "Count")
    gallery.wait("[...document.querySelectorAll(\"[data-name='count']\")].at(-1).textContent === '1'")
    count.focus()
    gallery.page.keyboard.press("Enter")
    gallery.page.keyboard.press("Space")
    gallery.wait("[...document.querySelectorAll(\"[data-name='count']\")].at(-1).textContent === '3'")


def test_switches_and_choices(gallery):
    toggle = gallery.page.get_by_role("switch", name="Grid")
    toggle.click()
    gallery.wait("document.querySelector('#app .toggle').getAttribute('aria-checked') === 'true'")
    gallery.page.get_by_role("radio", name="Scan").click()
    gallery.wait("document.querySelector('#app [role=radio][aria-checked=true]').textContent === 'Scan'")
    # The arrow keys go on among the choices.
    gallery.page.keyboard.press("ArrowRight")
    gallery.wait("document.querySelector('#app [role=radio][aria-checked=true]').textContent === 'Photo'")


def test_text_is_kept_while_it_is_typed(gallery):
    field = gallery.page.get_by_label("Title")
    field.press_sequentially("A wizard of Earthsea", delay=4)
    gallery.wait_for_text("text", "A wizard of Earthsea")
    assert field.input_value() == "A wizard of Earthsea"
    field.press("Enter")
    gallery.wait_for_text("submitted", "A wizard of Earthsea")


def test_sliders(gallery):
    slider = gallery.page.get_by_role("slider", name="Level")
    slider.fill("75")
    gallery.wait_for_text("level", "75")
    gallery.wait("document.querySelector('#app progress').value === 75")
    gallery.page.get_by_role("slider", name="Zoom").press("ArrowUp")
    gallery.wait("document.querySelector('#app [aria-label=Zoom]').getAttribute('aria-valuenow') === '1'")


def centre_of_viewfinder(gallery):
    box = gallery.page.get_by_label("Viewfinder").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, gallery.page.evaluate("phone.device.scale")


def test_taps_tell_where_in_points(gallery):
    x, y, scale = centre_of_viewfinder(gallery)
    gallery.page.mouse.click(x + 30 * scale, y - 20 * scale)
    gallery.wait_for_text("gesture", "tap")
    place = [float(number) for number in re.findall(r"[xy]=([\d.]+)", gallery.text("gesture"))]
    assert abs(place[0] - 231) < 1.5 and abs(place[1] - 110) < 1.5, place


def test_drags_tell_how_far_and_how_fast_and_are_no_taps(gallery):
    x, y, scale = centre_of_viewfinder(gallery)
    mouse = gallery.page.mouse
    mouse.move(x, y)
    mouse.down()
    for step in range(1, 11):
        mouse.move(x + step * 6 * scale, y + step * 2 * scale)
    gallery.wait_for_text("gesture", "drag changed")
    mouse.up()
    gallery.wait_for_text("gesture", "drag ended")
    assert "dx=60.0" in gallery.text("gesture") and "dy=20.0" in gallery.text("gesture")
    # Whatever follows has been said by now.
    gallery.wait("phone.sender.isIdle")
    assert "drag ended" in gallery.text("gesture")


def test_long_presses_are_no_taps(gallery):
    x, y, _ = centre_of_viewfinder(gallery)
    gallery.page.mouse.move(x, y)
    gallery.page.mouse.down()
    gallery.wait_for_text("gesture", "longPress")
    gallery.page.mouse.up()
    gallery.wait("phone.sender.isIdle")
    assert "longPress" in gallery.text("gesture")


def test_a_wheel_with_the_control_key_pinches(gallery):
    x, y, _ = centre_of_viewfinder(gallery)
    gallery.page.mouse.move(x, y)
    gallery.page.keyboard.down("Control")
    gallery.page.mouse.wheel(0, -50)
    gallery.page.keyboard.up("Control")
    gallery.wait_for_text("gesture", "pinch ended")
    assert float(re.search(r"magnification=([\d.]+)", gallery.text("gesture")).group(1)) > 1.3


def test_two_fingers_pinch(start, open_page):
    gallery = open_page(start().url, has_touch=True)
    x, y, _ = centre_of_viewfinder(gallery)
    touch = gallery.page.context.new_cdp_session(gallery.page)

    def fingers(kind, distance):
        points = [] if distance is None else [{"x": x - distance, "y": y, "id": 0}, {"x": x + distance, "y": y, "id": 1}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", 20)
    for distance in range(22, 42, 2):
        fingers("touchMove", distance)
    fingers("touchEnd", None)
    gallery.wait_for_text("gesture", "pinch ended")
    assert abs(float(re.search(r"magnification=([\d.]+)", gallery.text("gesture")).group(1)) - 2) < 0.05


def test_the_list_tells_its_size_in_points(gallery):
    gallery.wait_for_text("size", " x ")
    width, height = map(int, gallery.text("size").split(" x "))
    assert width == 402 and 500 < height < 874


def test_sheets_cover_the_rest_and_are_left_by_key_backdrop_and_drag(gallery):
    opener = gallery.page.get_by_role("button", name="Sheet", exact=True)
    for leave in ("Escape", "backdrop", "drag"):
        opener.click()
        sheet = gallery.page.get_by_role("dialog", name="Sheet")
        sheet.wait_for()
        # Nothing behind it can be reached.
        assert gallery.page.evaluate("document.querySelector('#app .page').inert")
        assert gallery.page.evaluate("document.querySelector('#app .sheet').contains(document.activeElement)")
        if leave == "Escape":
            gallery.shot("sheet")
            gallery.page.keyboard.press("Escape")
        elif leave == "backdrop":
            gallery.page.locator("#app .sheet-backdrop").click(position={"x": 20, "y": 90})
        else:
            gallery.wait("document.querySelector('#app .sheet').getAnimations().every((one) => one.playState === 'finished')")
            box = sheet.bounding_box()
            mouse = gallery.page.mouse
            mouse.move(box["x"] + 180, box["y"] + 8)
            mouse.down()
            for step in range(1, 9):
                mouse.move(box["x"] + 180, box["y"] + 8 + step * 25)
            mouse.up()
        sheet.wait_for(state="detached")
        assert not gallery.page.evaluate("document.querySelector('#app .page').inert")
        gallery.wait("document.activeElement.dataset.name === 'openSheet'")


def test_a_sheet_grows_to_its_next_height(gallery):
    gallery.page.get_by_role("button", name="Sheet", exact=True).click()
    sheet = gallery.page.get_by_role("dialog", name="Sheet")
    sheet.wait_for()
    gallery.wait("document.querySelector('#app .sheet').getAnimations().every((one) => one.playState === 'finished')")
    before = sheet.bounding_box()
    mouse = gallery.page.mouse
    mouse.move(before["x"] + 180, before["y"] + 8)
    mouse.down()
    for step in range(1, 9):
        mouse.move(before["x"] + 180, before["y"] + 8 - step * 20)
    mouse.up()
    gallery.wait("document.querySelector('#app .sheet').dataset.detent === 'large'")
    gallery.wait("document.querySelector('#app .sheet').offsetHeight > 700")


def test_alerts_dialogs_covers_and_menus(gallery):
    page = gallery.page
    gallery.named("count").first.click()
    page.get_by_role("button", name="Alert").click()
    alert = page.get_by_role("alertdialog", name="Reset the count?")
    alert.wait_for()
    gallery.shot("alert")
    page.keyboard.press("Escape")
    alert.wait_for(state="detached")
    page.get_by_role("button", name="Alert").click()
    alert.get_by_role("button", name="Reset").click()
    alert.wait_for(state="detached")
    gallery.wait("[...document.querySelectorAll(\"[data-name='count']\")].at(-1).textContent === '0'")
    page.get_by_role("button", name="Dialog").click()
    page.get_by_role("dialog", name="Delete?").wait_for()
    gallery.shot("dialog")
    page.keyboard.press("Escape")
    page.get_by_role("dialog", name="Delete?").wait_for(state="detached")
    page.get_by_role("button", name="Cover").click()
    page.get_by_role("dialog", name="Cover").get_by_role("button", name="Close").click()
    page.get_by_role("dialog", name="Cover").wait_for(state="detached")
    menu = page.get_by_role("button", name="Menu")
    menu.click()
    page.get_by_role("menuitem", name="Reset").wait_for()
    gallery.shot("menu")
    page.keyboard.press("Escape")
    page.get_by_role("menuitem", name="Reset").wait_for(state="detached")


def test_rows_are_swiped(gallery):
    row = gallery.page.locator("#app [data-row=Dune]")
    row.scroll_into_view_if_needed()
    box = row.bounding_box()
    mouse = gallery.page.mouse
    mouse.move(box["x"] + 250, box["y"] + 20)
    mouse.down()
    for step in range(1, 8):
        mouse.move(box["x"] + 250 - step * 15, box["y"] + 20)
    mouse.up()
    row.get_by_role("button", name="Delete").click()
    row.wait_for(state="detached")
    assert gallery.page.locator("#app [data-row]").count() == 2


def test_effects_are_told_once(gallery):
    gallery.page.get_by_role("button", name="Haptic").click()
    gallery.page.locator("#effects .effect-haptic").wait_for()
    gallery.page.get_by_role("button", name="Announce").click()
    gallery.wait("document.querySelector('#announcer').textContent === 'Photo taken'")
    gallery.page.reload()
    gallery.wait("self.phone?.renders > 0 && phone.tree.render >= 3")
    assert gallery.page.locator("#effects p").count() == 0


def test_a_press_is_answered_at_once(gallery):
    """From the press to the change on the page, without the time that the test's own steps take: half of them in 50 ms."""
    times = gallery.page.evaluate(
        """async () => {
          const button = document.querySelector("#app button[data-name='count']");
          const times = [];
          for (let count = 0; count < 20; count += 1) {
            const before = phone.renders;
            const begin = performance.now();
            button.click();
            while (phone.renders === before) await new Promise((resolve) => setTimeout(resolve, 1));
            times.push(phone.lastRender - begin);
          }
          return times.sort((one, other) => one - other);
        }"""
    )
    print("milliseconds:", [round(time, 1) for time in times])
    assert times[len(times) // 2] < 50, times
