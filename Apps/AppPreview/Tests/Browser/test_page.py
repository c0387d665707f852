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
        gallery.pass_time(20)
        mouse.move(x + step * 6 * scale, y + step * 2 * scale)
    gallery.wait_for_text("gesture", "drag changed")
    mouse.up()
    gallery.wait_for_text("gesture", "drag ended")
    assert "dx=60.0" in gallery.text("gesture") and "dy=20.0" in gallery.text("gesture")
    # Points a second.
    assert "vx=300.0" in gallery.text("gesture")
    # Whatever follows has been said by now.
    gallery.idle()
    assert "drag ended" in gallery.text("gesture")


def test_long_presses_are_no_taps(gallery):
    x, y, _ = centre_of_viewfinder(gallery)
    gallery.page.mouse.move(x, y)
    gallery.page.mouse.down()
    gallery.rest(390)
    gallery.idle()
    assert "longPress" not in gallery.text("gesture")
    gallery.pass_time(20)
    gallery.wait_for_text("gesture", "longPress")
    gallery.page.mouse.up()
    gallery.idle()
    assert "longPress" in gallery.text("gesture")


def test_a_wheel_with_the_control_key_pinches(gallery):
    x, y, _ = centre_of_viewfinder(gallery)
    gallery.page.mouse.move(x, y)
    gallery.page.keyboard.down("Control")
    gallery.page.mouse.wheel(0, -50)
    gallery.page.keyboard.up("Control")
    gallery.rest(200)
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


def test_a_finger_that_the_system_takes_away_cancels(start, open_page):
    """What it did has not come to its end, and is no tap."""
    gallery = open_page(start().url, has_touch=True)
    x, y, scale = centre_of_viewfinder(gallery)
    touch = gallery.page.context.new_cdp_session(gallery.page)

    def finger(kind, *points):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": id} for id, (x, y) in enumerate(points)]})

    finger("touchStart", (x, y))
    for step in range(1, 6):
        finger("touchMove", (x + 8 * step * scale, y))
    gallery.wait_for_text("gesture", "drag changed")
    finger("touchCancel")
    gallery.wait_for_text("gesture", "drag cancelled")
    # A second finger ends the drag of the first one likewise.
    finger("touchStart", (x, y))
    finger("touchMove", (x + 40 * scale, y))
    gallery.wait_for_text("gesture", "drag changed")
    finger("touchStart", (x + 40 * scale, y), (x - 40 * scale, y))
    gallery.wait_for_text("gesture", "drag cancelled")
    finger("touchEnd")
    gallery.wait_for_text("gesture", "pinch ended")


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
    gallery.wait("shown['effect-haptic']")
    gallery.page.get_by_role("button", name="Announce").click()
    gallery.wait("document.querySelector('#announcer').textContent === 'Photo taken'")
    gallery.page.reload()
    gallery.wait("self.phone?.renders > 0 && phone.tree.render >= 3")
    assert gallery.page.locator("#effects p").count() == 0


def edit(gallery, label, value):
    """Enters a value as a browser's own control does, at once."""
    gallery.page.get_by_label(label).evaluate(
        "(control, value) => { control.value = value; control.dispatchEvent(new Event('input', { bubbles: true })); }", value
    )


class HeldRequests:
    """Keeps requests with events from the server until they are let go, one by one."""

    def __init__(self, page):
        self.page = page
        self.routes = []
        page.route("**/events", lambda route: self.routes.append(route))

    def let_go(self):
        while not self.routes:
            self.page.wait_for_function("() => true")
        self.routes.pop(0).continue_()


def test_a_value_that_the_app_refuses_is_not_shown(gallery):
    """The app keeps thirty letters, and levels up to 90."""
    field, slider = gallery.page.get_by_label("Title"), gallery.page.get_by_role("slider", name="Level")
    field.fill("a" * 34)
    gallery.wait("document.querySelector('#app .text-field').value.length === 30")
    # Once more, though nothing in the app is different now.
    field.press_sequentially("bc")
    gallery.idle()
    assert field.input_value() == "a" * 30
    for _ in range(2):
        slider.fill("100")
        gallery.idle()
        assert slider.input_value() == "90"
    gallery.wait_for_text("level", "90")


def test_what_the_app_heard_earlier_does_not_take_back_what_is_entered_since(gallery):
    requests = HeldRequests(gallery.page)
    for label, name, values in [("Title", "text", ["a", "ab", "abc"]), ("Level", "level", ["10", "20", "30"])]:
        for value in values:
            edit(gallery, label, value)
        # The app says that it has heard of the first value, while the last one waits.
        requests.let_go()
        gallery.wait_for_text(name, values[0])
        assert gallery.page.get_by_label(label).input_value() == values[2]
        while not gallery.page.evaluate("phone.sender.isIdle"):
            if requests.routes:
                requests.let_go()
        gallery.wait_for_text(name, values[2])
        assert gallery.page.get_by_label(label).input_value() == values[2]


def test_an_answer_is_newer_than_changes_that_come_late(gallery):
    shown = gallery.page.evaluate(
        """async () => {
          const { PhoneTree } = await import('/page/phone-tree.js');
          const root = document.createElement('div');
          const tree = new PhoneTree(root, { send() {}, device: phone.device, onEffect() {}, onRender() {} });
          const field = { id: 5, tag: 'input', attributes: { value: 'a' }, events: ['value'] };
          tree.replace({ render: 1, changes: [['insert', 0, 0, field]] });
          const [input] = root.children;
          const shown = [input.value];
          const note = () => shown.push(input.value);
          input.value = 'ab'; tree.edited(input, 1); note();
          input.value = 'abc'; tree.edited(input, 2); note();
          tree.editAnswered(5, 1, 'ab', 2); note();
          tree.apply({ render: 2, changes: [['set', 5, { value: 'ab' }]] }); note();
          tree.editAnswered(5, 2, 'ABC', 4); note();
          tree.apply({ render: 3, changes: [['set', 5, { value: 'abc' }]] }); note();
          tree.apply({ render: 5, changes: [['set', 5, { value: 'new' }]] }); note();
          return shown;
        }"""
    )
    assert shown == ["a", "ab", "abc", "abc", "abc", "ABC", "ABC", "new"]


def test_an_element_that_gets_another_parent_keeps_its_number(gallery):
    found = gallery.page.evaluate(
        """async () => {
          const { PhoneTree } = await import('/page/phone-tree.js');
          const root = document.createElement('div');
          const tree = new PhoneTree(root, { send() {}, device: phone.device, onEffect() {}, onRender() {} });
          const box = (id, ...children) => ({ id, tag: 'div', children });
          tree.replace({ render: 1, changes: [['insert', 0, 0, box(1, box(2), box(3, box(4)))]] });
          const follows = [
            tree.apply({ render: 2, changes: [['remove', 4], ['insert', 2, 0, box(4)]] }),
            tree.apply({ render: 3, changes: [['text', 4, 'found']] }),
          ];
          const text = root.textContent;
          // Two elements of one number cannot be.
          const { error } = console;
          console.error = () => {};
          follows.push(tree.apply({ render: 4, changes: [['insert', 3, 0, box(4)]] }));
          console.error = error;
          tree.replace({ render: 5, changes: [['insert', 0, 0, box(1, box(4))]] });
          follows.push(tree.apply({ render: 6, changes: [['text', 4, 'again']] }));
          return [...follows, text, root.textContent];
        }"""
    )
    assert found == [True, True, False, True, "found", "again"]


def test_an_event_that_comes_too_late_is_counted(gallery):
    """Two presses of what the first one takes away."""
    gallery.page.get_by_role("button", name="Alert").click()
    confirm = gallery.page.get_by_role("alertdialog").get_by_role("button", name="Reset")
    gallery.page.evaluate("(button) => { button.click(); button.click(); }", confirm.element_handle())
    gallery.wait("phone.sender.isIdle")
    assert gallery.page.evaluate("phone.sender.ignored") == 1
