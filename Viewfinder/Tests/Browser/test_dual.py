"""Two cameras at once, on a scripted camera: both pictures, the small one under mouse, finger and keys, and everything that is told."""

import pytest

MARGIN = {"x": 0.0225, "y": 0.04}


def corner(name, width=0.3):
    """The centre of a small picture in a corner."""
    across, down = MARGIN["x"] + width / 2, MARGIN["y"] + width / 2
    return {
        "x": 1 - across if name.endswith("Right") else across, "y": 1 - down if name.startswith("bottom") else down,
    }


def wait_for_rest(viewfinder):
    """Until the pictures stand where the server says, and nothing is under way."""
    viewfinder.wait(
        "(() => { const stage = document.querySelector('#stage'); const s = Math.min(stage.clientWidth / 16, stage.clientHeight / 9);"
        " const { layout, leading, pip } = pinhole.state().dual.arrangement;"
        " const box = document.querySelector(leading === 1 ? '#view' : '#view-1').getBoundingClientRect();"
        " const width = layout === 'sideBySide' ? 0.5 : layout === 'topAndBottom' ? 1 : pip.width;"
        " const left = layout === 'pictureInPicture' ? pip.x - pip.width / 2 : layout === 'sideBySide' ? 0.5 : 0;"
        " const x = (stage.clientWidth - 16 * s) / 2 + left * 16 * s;"
        " const y = (stage.clientHeight - 9 * s) / 2 + (pip.y - pip.width / 2) * 9 * s;"
        " return Math.abs(box.width - width * 16 * s) < 1 && Math.abs(box.x - x) < 1"
        " && (layout !== 'pictureInPicture' || Math.abs(box.y - y) < 1); })()"
    )


class Stage:
    """The page with two cameras that run."""

    def __init__(self, viewfinder, server):
        self.viewfinder = viewfinder
        self.server = server
        self.page = viewfinder.page
        self.size = self.page.viewport_size

    def wait(self, condition):
        self.viewfinder.wait(condition)

    def area(self):
        """The rectangle of the whole picture."""
        return self.page.evaluate(
            "(() => { const { clientWidth: w, clientHeight: h } = document.querySelector('#stage');"
            " const s = Math.min(w / 16, h / 9); return { x: (w - 16 * s) / 2, y: (h - 9 * s) / 2, width: 16 * s, height: 9 * s }; })()"
        )

    def box(self, selector):
        """Where something stands, as shares of the whole picture."""
        area, box = self.area(), self.page.locator(selector).bounding_box()
        return {
            "x": (box["x"] - area["x"]) / area["width"], "y": (box["y"] - area["y"]) / area["height"],
            "width": box["width"] / area["width"], "height": box["height"] / area["height"],
        }

    def centre(self, selector):
        box = self.box(selector)
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def point(self, x, y):
        """A place of the whole picture on the page."""
        area = self.area()
        return area["x"] + x * area["width"], area["y"] + y * area["height"]

    def arrangement(self):
        return self.viewfinder.state()["dual"]["arrangement"]

    def wait_for_rest(self):
        wait_for_rest(self.viewfinder)

    def colour(self, x, y):
        """The colour that the user sees at a place of the whole picture."""
        left, top = self.point(x, y)
        picture = self.page.screenshot(clip={"x": left - 1, "y": top - 1, "width": 3, "height": 3})
        return self.page.evaluate(
            """async (bytes) => {
            const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
            const context = new OffscreenCanvas(3, 3).getContext('2d');
            context.drawImage(picture, 0, 0);
            return [...context.getImageData(1, 1, 1, 1).data.slice(0, 3)];
          }""",
            list(picture),
        )

    def is_second(self, x, y):
        """Whether a place shows the second camera, whose pictures are orange."""
        red, _, blue = self.colour(x, y)
        return red - blue > 45

    def drag(self, start, end, steps=6):
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=steps)
        self.page.mouse.up()


@pytest.fixture
def open_dual(scripted, open_viewfinder):
    def open_page(**options):
        scripted.say(dual="offer")
        scripted.say(dual="both")
        viewfinder = open_viewfinder(scripted.url, **options)
        viewfinder.wait_for_picture()
        viewfinder.wait("pinhole.metrics(1).painted > 0")
        return Stage(viewfinder, scripted)

    return open_page


@pytest.fixture
def dual(open_dual):
    return open_dual()


def near(value, wanted, tolerance=0.01):
    return all(abs(value[key] - wanted[key]) <= tolerance for key in wanted)


def test_one_camera_offers_nothing(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    page = viewfinder.page
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    for key in ["d", "a", "1", "]"]:
        page.keyboard.press(key)
    for part in ["#dual-bar", "#pip", "#view-1", "#multicam", "#hardware-toggle"]:
        assert not page.is_visible(part), part
    requests = page.evaluate("performance.getEntriesByType('resource').map(entry => entry.name)")
    assert not [name for name in [*requests, *asked] if "camera=1" in name or "hardware" in name or "/commands/" in name]


def test_two_cameras_go_on_and_off(scripted, open_viewfinder):
    """R-MULTI-7"""
    scripted.say(dual="offer")
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    assert page.is_visible("#dual") and not page.is_visible("#layouts") and not page.is_visible("#multicam")
    assert page.get_attribute("#dual", "aria-pressed") == "false"
    page.click("#dual")
    viewfinder.wait("pinhole.state().dual.isOn && pinhole.metrics(1).painted > 2")
    stage = Stage(viewfinder, scripted)
    stage.wait_for_rest()
    assert page.inner_text("#multicam") == "2 cameras" and page.get_attribute("#multicam", "title").startswith("Back Camera and")
    assert page.get_attribute("#dual", "aria-pressed") == "true"
    assert stage.is_second(0.82, 0.82) and not stage.is_second(0.2, 0.6)
    assert "Back Camera and Front Camera, picture in picture" in page.inner_text("#announcer")
    # A front camera is shown as a mirror shows it.
    assert page.get_attribute("#view-1", "data-mirrored") is not None
    viewfinder.settle()
    viewfinder.shot("dual")
    page.keyboard.press("d")
    viewfinder.wait("!pinhole.state().dual.isOn && document.querySelector('#view-1').hidden")
    assert not page.is_visible("#pip") and not page.is_visible("#multicam")
    # Nothing of it is left behind: the picture fills the window as it did before.
    assert page.locator("#view").bounding_box() == {"x": 0, "y": 0, "width": 1280, "height": 720}
    painted = page.evaluate("pinhole.metrics(1).painted")
    first = viewfinder.metrics()["painted"]
    viewfinder.wait(f"pinhole.metrics().painted > {first + 10}")
    assert page.evaluate("pinhole.metrics(1).painted") == painted
    # And once more.
    page.keyboard.press("d")
    viewfinder.wait(f"pinhole.state().dual.isOn && pinhole.metrics(1).painted > {painted}")


def test_the_small_picture_is_dragged_and_snaps(dual):
    """R-MULTI-7"""
    page = dual.page
    dual.wait_for_rest()
    # It goes on to the nearest corner.
    dual.drag(dual.point(0.82, 0.8), dual.point(0.24, 0.24))
    dual.wait(f"Math.abs(pinhole.state().dual.arrangement.pip.x - {corner('topLeft')['x']}) < 0.001")
    dual.wait_for_rest()
    assert near(dual.centre("#view-1"), corner("topLeft")) and near(dual.centre("#pip"), corner("topLeft"))
    assert dual.is_second(0.15, 0.3) and not dual.is_second(0.85, 0.75)
    # Also from far away.
    dual.drag(dual.point(0.15, 0.2), dual.point(0.52, 0.48))
    dual.wait(f"Math.abs(pinhole.state().dual.arrangement.pip.x - {corner('topRight')['x']}) < 0.001")
    dual.wait_for_rest()
    assert near(dual.centre("#view-1"), corner("topRight"))
    # In the hand it is never beyond the edge.
    page.mouse.move(*dual.point(0.8, 0.2))
    page.mouse.down()
    page.mouse.move(1279, 300, steps=3)
    box = dual.box("#view-1")
    assert 0.99 < box["x"] + box["width"] <= 1.001
    page.mouse.up()
    # The server may have said where it was in the hand: it rests once the server has said where it went from there.
    place = corner("topRight")
    dual.wait(f"(({{ x, y }}) => Math.hypot(x - {place['x']}, y - {place['y']}) < 0.001)(pinhole.state().dual.arrangement.pip)")
    dual.wait_for_rest()
    # A tap moves nothing, and is no command.
    centre = dual.centre("#view-1")
    commands = []
    page.on("request", lambda request: commands.append(request.url) if "/commands/" in request.url else None)
    page.mouse.click(*dual.point(centre["x"], centre["y"]))
    # Rest is within a pixel.
    assert near(dual.centre("#view-1"), centre, 0.002) and commands == []
    dual.viewfinder.shot("dual-dragged")


def test_it_is_shown_in_the_hand_at_once_and_told_meanwhile(dual):
    dual.wait_for_rest()
    page = dual.page
    page.mouse.move(*dual.point(0.82, 0.8))
    page.mouse.down()
    page.mouse.move(*dual.point(0.6, 0.5), steps=3)
    assert near(dual.centre("#view-1"), {"x": corner("bottomRight")["x"] - 0.22, "y": corner("bottomRight")["y"] - 0.3})
    # The movie follows while it is dragged.
    dual.wait("Math.abs(pinhole.state().dual.arrangement.pip.x - 0.6075) < 0.01")
    # What the server says meanwhile does not take it out of the hand.
    dual.server.say(steps=["Front Camera: 1280 × 720"])
    dual.wait("pinhole.state().dual.steps.length === 1")
    assert near(dual.centre("#view-1"), {"x": 0.6075})
    page.mouse.up()


def test_the_small_picture_is_resized_at_its_corner(dual):
    dual.wait_for_rest()
    place = corner("bottomRight")
    # The handle is at the corner that looks to the middle; the opposite one stays.
    handle = dual.point(place["x"] - 0.15, place["y"] - 0.15)
    dual.drag(handle, dual.point(place["x"] - 0.25, place["y"] - 0.25))
    dual.wait("Math.abs(pinhole.state().dual.arrangement.pip.width - 0.4) < 0.01")
    dual.wait_for_rest()
    box = dual.box("#view-1")
    assert abs(box["x"] + box["width"] - (1 - MARGIN["x"])) < 0.01 and abs(box["y"] + box["height"] - (1 - MARGIN["y"])) < 0.01
    # Not more than half, and not less than a seventh.
    dual.drag(dual.point(box["x"], box["y"]), dual.point(0.02, 0.02))
    dual.wait("Math.abs(pinhole.state().dual.arrangement.pip.width - 0.5) < 0.001")
    dual.wait_for_rest()
    box = dual.box("#view-1")
    dual.drag(dual.point(box["x"], box["y"]), dual.point(0.96, 0.95))
    dual.wait("Math.abs(pinhole.state().dual.arrangement.pip.width - 0.15) < 0.001")
    dual.wait_for_rest()
    assert near(dual.centre("#view-1"), corner("bottomRight", 0.15))
    dual.page.mouse.move(*dual.point(0.85, 0.85))
    dual.viewfinder.shot("dual-small")


def test_the_wheel_resizes_the_small_picture_and_zooms_beside_it(dual):
    dual.wait_for_rest()
    page = dual.page
    factor = dual.viewfinder.state()["controls"]["zoom"]["factor"]
    page.mouse.move(*dual.point(0.82, 0.82))
    page.mouse.wheel(0, -120)
    dual.wait("pinhole.state().dual.arrangement.pip.width > 0.33")
    dual.wait_for_rest()
    # What lies in a corner stays there.
    assert near(dual.centre("#view-1"), corner("bottomRight", dual.arrangement()["pip"]["width"]))
    assert dual.viewfinder.state()["controls"]["zoom"]["factor"] == factor
    page.mouse.move(*dual.point(0.3, 0.4))
    page.mouse.wheel(0, -120)
    dual.wait(f"pinhole.state().controls.zoom.factor > {factor}")


def test_a_double_click_swaps_and_the_movie_goes_on(dual):
    """R-MULTI-8"""
    page = dual.page
    page.keyboard.press("r")
    dual.wait("pinhole.state().recording.phase === 'recording'")
    dual.wait_for_rest()
    assert not dual.is_second(0.3, 0.4)
    page.mouse.dblclick(*dual.point(0.82, 0.82))
    dual.wait("pinhole.state().dual.arrangement.leading === 1")
    dual.wait_for_rest()
    assert dual.is_second(0.3, 0.4) and not dual.is_second(0.86, 0.8)
    assert near(dual.box("#view-1"), {"x": 0, "y": 0, "width": 1, "height": 1})
    assert near(dual.centre("#view"), corner("bottomRight"))
    assert page.get_attribute("#pip-move", "aria-label").startswith("Small picture: Back Camera")
    dual.viewfinder.shot("dual-swapped-recording")
    # Upon the large picture as well, by the button, and by its key.
    page.mouse.dblclick(*dual.point(0.3, 0.4))
    dual.wait("pinhole.state().dual.arrangement.leading === 0")
    assert page.get_attribute("#switch", "aria-label") == "Swap the pictures"
    page.click("#switch")
    dual.wait("pinhole.state().dual.arrangement.leading === 1")
    page.keyboard.press("c")
    dual.wait("pinhole.state().dual.arrangement.leading === 0")
    dual.wait_for_rest()
    assert dual.viewfinder.state()["recording"]["phase"] == "recording"
    page.keyboard.press("r")
    dual.wait("pinhole.state().recording.phase === 'idle' && pinhole.state().lastMovie")


def test_swapping_is_animated_as_in_the_movie(dual):
    dual.wait_for_rest()
    widths = dual.page.evaluate(
        """async () => {
        const widths = [];
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true }));
        for (let frame = 0; frame < 600; frame += 1) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
          const { width } = document.querySelector('#view-1').getBoundingClientRect();
          widths.push(Math.round(width));
          if (width === 1280) break;
        }
        return widths;
      }"""
    )
    assert widths == sorted(widths) and widths[-1] == 1280


def test_nothing_moves_for_who_wants_no_motion(open_dual):
    dual = open_dual(reduced_motion="reduce")
    dual.page.keyboard.press("c")
    assert near(dual.box("#view-1"), {"x": 0, "y": 0, "width": 1})


def test_layouts(dual):
    """R-MULTI-7"""
    page = dual.page
    page.locator("#layouts [value=sideBySide]").click()
    dual.wait("pinhole.state().dual.arrangement.layout === 'sideBySide'")
    dual.wait_for_rest()
    assert near(dual.box("#view"), {"x": 0, "y": 0, "width": 0.5, "height": 1})
    assert near(dual.box("#view-1"), {"x": 0.5, "y": 0, "width": 0.5, "height": 1})
    assert not page.is_visible("#pip")
    assert dual.is_second(0.75, 0.4) and not dual.is_second(0.3, 0.4)
    dual.viewfinder.settle()
    dual.viewfinder.shot("dual-side-by-side")
    page.keyboard.press("a")
    dual.wait("pinhole.state().dual.arrangement.layout === 'topAndBottom'")
    dual.wait_for_rest()
    assert near(dual.box("#view-1"), {"x": 0, "y": 0.5, "width": 1, "height": 0.5})
    assert page.is_checked("#layouts [value=topAndBottom]")
    dual.viewfinder.shot("dual-top-and-bottom")
    page.keyboard.press("c")
    dual.wait("pinhole.state().dual.arrangement.leading === 1")
    dual.wait("Math.abs(document.querySelector('#view-1').getBoundingClientRect().y) < 1")
    # As all radio buttons, by the arrows.
    page.focus("#layouts [value=topAndBottom]")
    page.keyboard.press("ArrowRight")
    dual.wait("pinhole.state().dual.arrangement.layout === 'pictureInPicture'")
    dual.wait_for_rest()
    assert page.is_visible("#pip")


def test_everything_goes_by_the_keyboard(dual):
    """R-MULTI-11"""
    page = dual.page
    dual.wait_for_rest()
    for key, name in [("1", "topLeft"), ("2", "topRight"), ("3", "bottomLeft"), ("4", "bottomRight")]:
        page.keyboard.press(key)
        dual.wait(f"Math.abs(pinhole.state().dual.arrangement.pip.x - {corner(name)['x']}) < 0.001"
                  f" && Math.abs(pinhole.state().dual.arrangement.pip.y - {corner(name)['y']}) < 0.001")
        dual.wait_for_rest()
    page.keyboard.press("[")
    dual.wait("Math.abs(pinhole.state().dual.arrangement.pip.width - 0.25) < 0.001")
    page.keyboard.press("]")
    dual.wait("Math.abs(pinhole.state().dual.arrangement.pip.width - 0.3) < 0.001")
    # With the focus on the small picture.
    page.focus("#pip-move")
    assert page.get_attribute("#pip-move", "aria-label") == "Small picture: Front Camera, lower right corner"
    page.keyboard.press("ArrowUp")
    dual.wait(f"Math.abs(pinhole.state().dual.arrangement.pip.y - {corner('topRight')['y']}) < 0.001")
    assert page.get_attribute("#pip-move", "aria-label") == "Small picture: Front Camera, upper right corner"
    page.keyboard.press("ArrowLeft")
    dual.wait(f"Math.abs(pinhole.state().dual.arrangement.pip.x - {corner('topLeft')['x']}) < 0.001")
    zoom = dual.viewfinder.state()["controls"]["zoom"]["factor"]
    page.keyboard.press("+")
    dual.wait("Math.abs(pinhole.state().dual.arrangement.pip.width - 0.35) < 0.001")
    assert dual.viewfinder.state()["controls"]["zoom"]["factor"] == zoom
    page.keyboard.press("Enter")
    dual.wait("pinhole.state().dual.arrangement.leading === 1")
    # The space bar stays the shutter.
    page.keyboard.press("Space")
    dual.wait("pinhole.state().lastPhoto")
    # On the handle.
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "pip-size"
    page.keyboard.press("ArrowRight")
    dual.wait("Math.abs(pinhole.state().dual.arrangement.pip.width - 0.36) < 0.001")
    assert page.get_attribute("#pip-size", "aria-valuetext") == "36 percent of the width"
    page.keyboard.press("End")
    dual.wait("pinhole.state().dual.arrangement.pip.width === 0.5")
    page.keyboard.press("Home")
    dual.wait("pinhole.state().dual.arrangement.pip.width === 0.15")


def test_every_control_has_a_name(dual):
    """R-MULTI-11"""
    dual.server.say(hardware=True)
    dual.wait("!document.querySelector('#hardware-toggle').hidden")
    names = dual.viewfinder.buttons_for_readers()
    assert "" not in names
    assert {
        "Two cameras", "Swap the pictures", "Small picture: Front Camera, lower right corner", "Settings", "Camera Control",
    } <= set(names)
    session = dual.page.context.new_cdp_session(dual.page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    named = {
        (node["role"]["value"], node["name"]["value"]) for node in nodes if not node["ignored"] and node.get("name")
    }
    assert {
        ("image", "Live picture of Back Camera"), ("image", "Live picture of Front Camera"),
        ("image", "2 cameras: Back Camera and Front Camera, picture in picture"),
        ("radio", "Picture in picture"), ("radio", "Side by side"), ("radio", "One above the other"),
        ("radiogroup", "Arrangement of the pictures"), ("group", "Two cameras at once"),
        ("slider", "Size of the small picture"),
    } <= named
    # What the eye sees move is told in words.
    page = dual.page
    page.keyboard.press("2")
    dual.wait("document.querySelector('#announcer').textContent === 'Small picture: upper right corner'")
    page.keyboard.press("]")
    dual.wait("document.querySelector('#announcer').textContent === 'Small picture: 35 percent of the width'")
    page.keyboard.press("c")
    dual.wait("document.querySelector('#announcer').textContent === 'Live: Front Camera and Back Camera, picture in picture.'")


def test_a_tap_focuses_in_the_first_cameras_picture_only(dual):
    dual.wait_for_rest()
    page = dual.page
    with page.expect_request("**/commands/focus") as request:
        page.mouse.click(*dual.point(0.25, 0.25))
    assert near(request.value.post_data_json, {"x": 0.25, "y": 0.25}, 0.002)
    page.keyboard.press("a")
    dual.wait("pinhole.state().dual.arrangement.layout === 'sideBySide'")
    dual.wait_for_rest()
    focused = []
    page.on("request", lambda request: focused.append(request.post_data_json) if "/commands/focus" in request.url else None)
    page.mouse.click(*dual.point(0.75, 0.4))
    # The left half shows the middle of a picture that is twice as wide.
    page.wait_for_timeout(0)
    # The square that is shown meanwhile may have faded before anybody looks.
    with page.expect_request("**/commands/focus"):
        page.mouse.click(*dual.point(0.25, 0.4))
    assert len(focused) == 1 and near(focused[0], {"x": 0.5, "y": 0.4}, 0.003)


@pytest.mark.parametrize("which, gone, left", [
    (1, "Front Camera", "Back Camera"), (0, "Back Camera", "Front Camera"),
])
def test_one_camera_dies_and_the_other_goes_on(which, gone, left, dual):
    page = dual.page
    dual.wait_for_rest()
    dual.server.say(lose=which)
    page.wait_for_selector("#dual-obstacle")
    assert page.inner_text("#dual-obstacle-text").startswith(f"{gone} was unplugged. The other camera goes on.")
    dual.wait("document.querySelector('#view-1').hidden && document.querySelector('#view').getBoundingClientRect().width === 1280")
    assert page.inner_text("#announcer").startswith(f"Live: {left}. {gone} was unplugged. The other camera goes on.")
    assert not page.is_visible("#pip") and not page.is_visible("#multicam")
    dual.viewfinder.settle()
    dual.viewfinder.shot(f"dual-{which}-lost")
    dual.server.say(dual="both")
    dual.wait("!document.querySelector('#view-1').hidden && !document.querySelector('#pip').hidden")
    dual.wait_for_rest()
    assert not page.is_visible("#dual-obstacle")


def test_why_there_is_only_one_camera_is_said(scripted, open_viewfinder):
    """R-MULTI-4"""
    scripted.say(dual="offer")
    scripted.say(dual="one", title="The two cameras cost too much", advice="Close other apps that use the camera.")
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    page.wait_for_selector("#dual-obstacle")
    assert page.inner_text("#dual-obstacle-text") == "The two cameras cost too much. Close other apps that use the camera."
    assert page.get_attribute("#dual", "aria-pressed") == "true" and not page.is_visible("#multicam")
    viewfinder.settle()
    viewfinder.shot("dual-obstacle")
    page.click("#dual-dismiss")
    page.wait_for_selector("#dual-obstacle", state="hidden")
    viewfinder.wait("!pinhole.state().dual.isWanted")
    scripted.say(dual="one", title="Front Camera is in use", advice="Close the app that has it.")
    page.wait_for_selector("#dual-obstacle")
    page.click("#dual-retry")
    viewfinder.wait("pinhole.state().dual.isOn && document.querySelector('#dual-obstacle').hidden")


def test_a_refused_command_is_explained_and_undone(dual):
    dual.wait_for_rest()
    dual.server.say(fail="The camera is busy.")
    dual.page.keyboard.press("1")
    dual.viewfinder.wait_for_toast("The camera is busy.")
    # Where it goes is said before it is there.
    dual.wait("document.querySelector('#pip-move').ariaLabel.endsWith('lower right corner')")
    dual.wait_for_rest()
    assert near(dual.centre("#view-1"), corner("bottomRight"), 0.02)


def test_three_cameras(scripted, open_viewfinder):
    """R-MULTI-7: as many as run, on one path"""
    scripted.say(dual="offer")
    scripted.say(dual="all")
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    viewfinder.wait("pinhole.metrics(1).painted > 2 && pinhole.metrics(2).painted > 2")
    stage, page = Stage(viewfinder, scripted), viewfinder.page
    stage.wait_for_rest()
    # The second small picture stands beside the first one, where there is room.
    assert near(stage.centre("#view-1"), corner("bottomRight"))
    first, beside = stage.box("#view-1"), stage.box("#view-2")
    assert near(beside, {"x": first["x"] - MARGIN["x"] - 0.3, "y": first["y"], "width": 0.3, "height": 0.3})
    assert near(stage.centre("#pip"), corner("bottomRight"))
    assert page.inner_text("#multicam") == "3 cameras"
    words = "Back Camera, Front Camera and Desk View, picture in picture"
    assert page.get_attribute("#multicam", "title") == words and words in page.inner_text("#announcer")
    assert [page.get_attribute(view, "aria-label") for view in ["#view", "#view-1", "#view-2"]] == [
        f"Live picture of {name}" for name in ["Back Camera", "Front Camera", "Desk View"]
    ]
    # Each column is one camera's.
    page.keyboard.press("p")
    page.wait_for_selector("#metrics[data-dual]")
    assert page.locator("[data-metric=name] th").all_inner_texts() == ["Back Camera", "Front Camera", "Desk View"]
    viewfinder.wait("/^[1-9].* fps$/.test(document.querySelector('[data-metric=fps] td:nth-child(4)').textContent)")
    scripted.say(camera=2, pressure="serious", limit=20)
    viewfinder.wait("document.querySelector('#pressure-text').dataset.name === 'Desk View'")
    viewfinder.settle()
    viewfinder.shot("three-cameras")
    page.keyboard.press("p")
    # Each of them leads once.
    for leading in [1, 2, 0]:
        page.keyboard.press("c")
        view = f"#view-{leading}" if leading else "#view"
        viewfinder.wait(f"pinhole.state().dual.arrangement.leading === {leading}")
        viewfinder.wait(f"document.querySelector('{view}').getBoundingClientRect().width === 1280")
    page.keyboard.press("a")
    viewfinder.wait("Math.abs(document.querySelector('#view-2').getBoundingClientRect().x - 1280 * 2 / 3) < 1")
    for index, view in enumerate(["#view", "#view-1", "#view-2"]):
        assert near(stage.box(view), {"x": index / 3, "y": 0, "width": 1 / 3, "height": 1})
    # One of them sends nothing more: it is said upon its own picture.
    scripted.say(camera=2, isSilent=True)
    viewfinder.wait("document.querySelector('#note-2').textContent.startsWith('Desk View sends no picture.')")
    assert near(stage.box("#note-2"), {"x": 2 / 3, "y": 0, "width": 1 / 3}) and not page.is_visible("#note-1")
    # Back to two: nothing of the third one is left.
    scripted.say(dual="both")
    viewfinder.wait("document.querySelector('#view-2').hidden && document.querySelector('#note-2').hidden")
    viewfinder.wait("Math.abs(document.querySelector('#view-1').getBoundingClientRect().x - 640) < 1")
    assert page.inner_text("#multicam") == "2 cameras"


def test_performance(dual):
    """R-MULTI-7"""
    page = dual.page
    page.keyboard.press("p")
    page.wait_for_selector("#metrics[data-dual]")
    dual.server.say(camera=1, pressure="serious", limit=20)
    dual.server.say(steps=["Front Camera 1280 × 720", "Back Camera 20 fps"])
    dual.wait("document.querySelector('[data-metric=pressure] td:nth-child(3)').textContent === 'serious · 20 fps'")
    assert page.locator("[data-metric=name] th").all_inner_texts() == ["Back Camera", "Front Camera"]
    assert page.inner_text("#hardware-cost-text") == "0.72 of 1" and page.inner_text("#pressure-cost-text") == "0.64 of 1"
    dual.wait("document.querySelector('#cost-steps').textContent === 'To run both: Front Camera 1280 × 720, Back Camera 20 fps.'")
    dual.wait("/^[1-9].* fps$/.test(document.querySelector('[data-metric=fps] td:nth-child(3)').textContent)")
    dual.wait("/ms, 99%/.test(document.querySelector('[data-metric=latency] td:nth-child(3)').textContent)")
    assert "2 late frames" in page.inner_text("[data-metric=drops] td:nth-child(3)")
    # The hotter camera is the one that is told.
    assert page.inner_text("#pressure").strip() == "Heat: serious · 20 fps"
    assert page.get_attribute("#pressure-text", "data-name") == "Front Camera"
    assert "Front Camera: Heat: serious · 20 fps" in page.inner_text("#announcer")
    dual.viewfinder.settle()
    dual.viewfinder.shot("dual-performance")
    dual.server.say(dual="one")
    dual.wait("!document.querySelector('#metrics').hasAttribute('data-dual')")
    assert not page.is_visible("[data-metric=fps] td:nth-child(3)") and not page.is_visible("#costs")
    page.keyboard.press("p")
    dual.wait("document.querySelector('#metrics').hidden")


def test_each_camera_in_a_file_of_its_own(dual):
    """R-MULTI-8"""
    page = dual.page
    button = page.get_by_role("button", name="Take a photo with each camera")
    with page.expect_request("**/commands/photo") as request:
        page.keyboard.press(" ")
    assert request.value.post_data_json == {}
    button.click()
    assert page.get_attribute("#separate", "aria-pressed") == "true"
    with page.expect_request("**/commands/photo") as request:
        page.keyboard.press(" ")
    assert request.value.post_data_json == {"content": "each"}
    page.keyboard.press("v")
    page.get_by_role("button", name="Also record each camera to a file of its own").wait_for()
    assert page.get_attribute("#separate", "aria-pressed") == "true"
    page.keyboard.press("e")
    assert page.get_attribute("#separate", "aria-pressed") == "false"
    page.keyboard.press("e")
    assert page.get_attribute("#separate", "aria-pressed") == "true"
    with page.expect_request("**/commands/startRecording") as request:
        page.keyboard.press("r")
    assert request.value.post_data_json == {"sound": True, "separateFiles": True}
    dual.wait("pinhole.state().recording.phase === 'recording'")
    assert page.is_disabled("#separate")
    page.keyboard.press("r")
    dual.wait("pinhole.state().recording.phase === 'idle'")
    # One camera has no other.
    page.keyboard.press("d")
    dual.wait("!pinhole.state().dual.isOn")
    with page.expect_request("**/commands/startRecording") as request:
        page.keyboard.press("r")
    assert request.value.post_data_json == {"sound": True}
    dual.wait("pinhole.state().recording.phase === 'recording'")
    page.keyboard.press("r")
    dual.wait("pinhole.state().recording.phase === 'idle'")


def test_what_a_photo_of_two_cameras_shows_is_chosen_in_the_settings(dual):
    """R-MULTI-7"""
    page = dual.page
    for content, wishes in [("shown", {"content": "shown"}), ("each", {"content": "each"}), ("large", {})]:
        page.click("#settings-open")
        page.locator(f"#settings [name=content][value={content}]").check()
        dual.viewfinder.settle()
        dual.viewfinder.shot(f"dual-settings-{content}")
        page.keyboard.press("Escape")
        page.wait_for_selector("#settings", state="hidden")
        assert page.get_attribute("#separate", "aria-pressed") == str(content == "each").lower()
        with page.expect_request("**/commands/photo") as request:
            page.keyboard.press(" ")
        assert request.value.post_data_json == wishes
    # The button takes back what it did.
    page.click("#settings-open")
    page.locator("#settings [name=content][value=shown]").check()
    page.keyboard.press("Escape")
    page.wait_for_selector("#settings", state="hidden")
    for pressed in ["true", "false"]:
        page.keyboard.press("e")
        assert page.get_attribute("#separate", "aria-pressed") == pressed
    with page.expect_request("**/commands/photo") as request:
        page.keyboard.press(" ")
    assert request.value.post_data_json == {"content": "shown"}
    # One camera has nothing to choose.
    page.keyboard.press("d")
    dual.wait("!pinhole.state().dual.isOn")
    with page.expect_request("**/commands/photo") as request:
        page.keyboard.press(" ")
    assert request.value.post_data_json == {}


def test_states_cover_both_pictures(dual):
    for phase in ["interrupted", "stopped", "recovering"]:
        dual.server.say(phase=phase)
        dual.wait(f"document.body.dataset.screen === '{phase}'")
        assert not dual.page.is_visible("#pip")
        styles = dual.page.evaluate(
            "['#view', '#view-1'].map(id => getComputedStyle(document.querySelector(id)))"
            ".map(style => style.visibility === 'hidden' || style.filter !== 'none')"
        )
        assert styles == [True, True], phase
        dual.viewfinder.settle()
        dual.viewfinder.shot(f"dual-{phase}")
    dual.server.say(phase="live")
    dual.wait("document.body.dataset.screen === '' && !document.querySelector('#pip').hidden")


def test_a_failed_camera_leaves_no_hand_on_the_small_picture(dual):
    """R-LIFE-6"""
    dual.server.say(hardware=True)
    dual.wait("!document.querySelector('#hardware-toggle').hidden")
    dual.server.say(phase="failed")
    dual.page.wait_for_selector("#restart-overlay")
    assert dual.viewfinder.buttons_for_readers() == ["Restart Camera"]
    commands = []
    dual.page.on("request", lambda request: commands.append(request.url) if "/commands/" in request.url else None)
    for key in ["d", "a", "1", "]", "c", "h"]:
        dual.page.keyboard.press(key)
    dual.drag(dual.point(0.82, 0.82), dual.point(0.2, 0.2))
    assert commands == []


@pytest.mark.usefixtures("own_process")
def test_the_second_stream_comes_back_with_the_server(dual):
    port = dual.server.url.rsplit(":", 1)[1].strip("/")
    dual.server.stop()
    dual.wait("!document.querySelector('#connection').hidden")
    painted = dual.page.evaluate("pinhole.metrics(1).painted")
    dual.server.start("--port", port)
    dual.server.say(dual="offer")
    dual.server.say(dual="both")
    dual.wait(f"document.querySelector('#connection').hidden && pinhole.metrics(1).painted > {painted}")


def wait_for_note(dual, words):
    dual.wait(f"!document.querySelector('#note-1').hidden && document.querySelector('#note-1').textContent.startsWith('{words}')")


def test_a_second_picture_that_is_not_there_is_spoken_of(dual):
    dual.wait_for_rest()
    page = dual.page
    dual.wait("document.querySelector('#note-1').hidden")
    dual.server.say(camera=1, isSilent=True)
    wait_for_note(dual, "Front Camera sends no picture.")
    assert "Front Camera sends no picture." in page.inner_text("#announcer")
    # In its place, wherever that is.
    assert near(dual.centre("#note-1"), corner("bottomRight"))
    page.keyboard.press("c")
    dual.wait("pinhole.state().dual.arrangement.leading === 1")
    dual.wait_for_rest()
    assert near(dual.box("#note-1"), {"x": 0, "y": 0, "width": 1, "height": 1})
    dual.viewfinder.shot("dual-stalled")
    # With one camera it is nobody's business; and who asks for two again sees no picture of the past meanwhile.
    dual.server.say(dual="one")
    dual.wait("!document.querySelector('#pip').checkVisibility() && document.querySelector('#note-1').hidden")
    dual.server.say(dual="both")
    # At first it may be on its way.
    dual.wait("/Waiting for Front Camera|Front Camera sends no/.test(document.querySelector('#note-1:not([hidden])')?.textContent)")
    assert page.evaluate(
        "(() => { const c = document.querySelector('#view-1');"
        " return [...c.getContext('2d').getImageData(c.width / 2, c.height / 2, 1, 1).data.slice(0, 3)]; })()"
    ) == [0, 0, 0]
    dual.server.say(camera=1, isSilent=False)
    dual.wait("document.querySelector('#note-1').hidden")


def test_a_second_stream_that_is_refused_is_explained(dual):
    dual.wait_for_rest()
    words = "Too many viewers are watching already."
    dual.page.route("**/stream?camera=1", lambda route: route.fulfill(
        status=503, json={"error": {"code": "tooManyClients", "message": words}},
    ))
    dual.page.keyboard.press("d")
    dual.wait("!pinhole.state().dual.isOn")
    dual.page.keyboard.press("d")
    wait_for_note(dual, f"Front Camera cannot be shown. {words}")
    dual.page.unroute("**/stream?camera=1")
    dual.wait("document.querySelector('#note-1').hidden && pinhole.metrics(1).fps > 0")


def test_two_windows_of_one_browser_leave_each_other_connections(dual):
    """A browser has six connections to a server; a command needs one, too."""
    dual.wait_for_rest()
    other = type(dual.viewfinder)(dual.page.context.new_page(), dual.server.url)
    other.wait_for_picture()
    other.wait("pinhole.metrics(1).painted > 0")
    wait_for_note(dual, "Front Camera is shown in the window that was used last.")
    other.page.keyboard.press("1")
    dual.wait(f"Math.abs(pinhole.state().dual.arrangement.pip.x - {corner('topLeft')['x']}) < 0.001")
    dual.page.keyboard.press("a")
    other.wait("pinhole.state().dual.arrangement.layout === 'sideBySide'")
    dual.wait("document.querySelector('#note-1').hidden && pinhole.metrics(1).fps > 0")
    other.wait("!document.querySelector('#note-1').hidden")
    dual.wait("pinhole.state().dual.arrangement.layout === 'sideBySide'")
    # Both were heard, and both show the same.
    assert dual.arrangement() == other.state()["dual"]["arrangement"]
    assert other.errors == []


def test_three_cameras_in_two_windows_of_one_browser_leave_connections(scripted, open_viewfinder):
    """R-MULTI-7: of two windows the one that was used last shows a further picture, and only one"""
    scripted.say(dual="offer")
    scripted.say(dual="all")
    first = open_viewfinder(scripted.url)
    first.wait_for_picture()
    first.wait("pinhole.metrics(1).painted > 0 && pinhole.metrics(2).painted > 0")
    other = type(first)(first.page.context.new_page(), scripted.url)
    other.wait_for_picture()
    other.wait("pinhole.metrics(1).painted > 0")
    other.wait("document.querySelector('#note-2').textContent === "
               "'Desk View is not shown: browsers open few connections to one camera.'")
    for camera, name in [(1, "Front Camera"), (2, "Desk View")]:
        first.wait(f"document.querySelector('#note-{camera}').textContent.startsWith("
                   f"'{name} is shown in the window that was used last.')")
    # A command has a connection left, from either window.
    other.page.keyboard.press("a")
    for viewfinder in [first, other]:
        viewfinder.wait("pinhole.state().dual.arrangement.layout === 'sideBySide'")
    first.page.keyboard.press("a")
    first.wait("pinhole.state().dual.arrangement.layout !== 'sideBySide' && document.querySelector('#note-1').hidden")
    first.wait("document.querySelector('#note-2').textContent.startsWith('Desk View is not shown')")
    other.wait("!document.querySelector('#note-1').hidden")
    # Alone again, it shows all of them.
    other.page.close()
    first.wait("document.querySelector('#note-1').hidden && document.querySelector('#note-2').hidden")


def test_nothing_is_lost_of_what_is_changed_while_a_command_is_under_way(dual):
    dual.wait_for_rest()
    page = dual.page
    held = []
    # The first one waits for its answer.
    page.route("**/commands/arrangement", lambda route: route.continue_() if held else held.append(route))
    page.keyboard.press("1")
    dual.wait("Math.abs(document.querySelector('#view-1').getBoundingClientRect().x - 1280 * 0.0225) < 1")
    for key in ["]", "a"]:
        page.keyboard.press(key)
    dual.viewfinder.wait_until(lambda: held)
    held[0].continue_()
    dual.wait("pinhole.state().dual.arrangement.layout === 'sideBySide'")
    assert near(dual.arrangement()["pip"], corner("topLeft", 0.35))
    page.keyboard.press("a")
    page.keyboard.press("c")
    dual.wait("pinhole.state().dual.arrangement.leading === 1 && pinhole.state().dual.arrangement.layout === 'topAndBottom'")


def test_a_small_picture_that_goes_away_in_the_hand_is_let_go(dual, open_viewfinder):
    dual.wait_for_rest()
    page = dual.page
    page.mouse.move(*dual.point(0.82, 0.8))
    page.mouse.down()
    page.mouse.move(*dual.point(0.6, 0.5), steps=3)
    dual.server.say(dual="one")
    page.wait_for_selector("#pip", state="hidden")
    page.mouse.up()
    dual.server.say(dual="both")
    page.wait_for_selector("#pip")
    # What the server says holds again, and the next hand takes hold of it as the first did.
    other = open_viewfinder(dual.server.url)
    other.wait_for_picture()
    other.page.keyboard.press("1")
    dual.wait(f"Math.abs(pinhole.state().dual.arrangement.pip.x - {corner('topLeft')['x']}) < 0.001")
    dual.wait_for_rest()
    assert near(dual.centre("#view-1"), corner("topLeft"))
    dual.drag(dual.point(0.15, 0.2), dual.point(0.5, 0.5))
    dual.wait("pinhole.state().dual.arrangement.pip.x > 0.3")
    assert abs(dual.arrangement()["pip"]["width"] - 0.3) < 0.001


def test_a_reload_finds_the_recording_of_both(dual):
    page = dual.page
    page.keyboard.press("r")
    dual.wait("pinhole.state().recording.phase === 'recording'")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    dual.wait("pinhole.state?.()")
    dual.viewfinder.wait_for_picture()
    dual.wait("pinhole.state().recording.phase === 'recording' && pinhole.metrics(1).painted > 0")
    dual.wait_for_rest()
    assert page.is_visible("#timer") and page.is_visible("#pip") and page.get_attribute("#record", "aria-label") == "Stop recording"
    page.keyboard.press("c")
    dual.wait("pinhole.state().dual.arrangement.leading === 1 && pinhole.state().recording.phase === 'recording'")
    page.keyboard.press("r")
    dual.wait("pinhole.state().recording.phase === 'idle' && pinhole.state().lastMovie")


def test_what_another_page_moves_is_followed(dual, open_viewfinder):
    other = open_viewfinder(dual.server.url)
    other.wait_for_picture()
    other.page.keyboard.press("1")
    dual.wait(f"Math.abs(pinhole.state().dual.arrangement.pip.x - {corner('topLeft')['x']}) < 0.001")
    dual.wait_for_rest()
    assert near(dual.centre("#view-1"), corner("topLeft"))


def test_small_screens_have_room_for_everything(open_dual):
    dual = open_dual(has_touch=True)
    page = dual.page
    dual.server.say(free=500_000_000)
    dual.server.say(camera=1, pressure="serious", limit=20)
    page.keyboard.press("r")
    dual.wait("pinhole.state().recording.phase === 'recording'")
    page.wait_for_selector("#storage[data-low]")
    shown = [
        "#record", "#pause", "#photo-beside", "#switch", "#thumbnail", "#timer", "#sound-pill", "#storage", "#mode",
        "#dual", "#layouts", "#separate", "#multicam", "#settings-open", "#status", "#pressure", "#zoom-marks",
    ]
    for width, height in [(320, 568), (360, 640), (390, 844), (844, 390), (667, 375), (568, 320), (1920, 1080)]:
        page.set_viewport_size({"width": width, "height": height})
        dual.wait(f"innerWidth === {width}")
        dual.wait_for_rest()
        dual.viewfinder.settle()
        dual.viewfinder.shot(f"dual-{width}x{height}")
        boxes = {name: page.locator(name).bounding_box() for name in [*shown, "#view", "#view-1"]}
        # Everything is there as a whole, both pictures too.
        for name, box in boxes.items():
            assert box["x"] >= -0.5 and box["y"] >= -0.5, (width, name)
            assert box["x"] + box["width"] <= width + 0.5 and box["y"] + box["height"] <= height + 0.5, (width, name)
        for first in shown:
            for second in shown[:shown.index(first)]:
                a, b = boxes[first], boxes[second]
                apart = (
                    a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
                    or a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1
                )
                assert apart, (width, first, second)


@pytest.mark.parametrize("width, height", [(320, 568), (568, 320), (1280, 720)])
def test_what_is_said_covers_nothing_that_is_pressed(width, height, open_dual):
    dual = open_dual(viewport={"width": width, "height": height})
    page = dual.page
    dual.server.say(hardware=True)
    dual.wait("!document.querySelector('#hardware-toggle').hidden")
    # In a small picture, too, the words are there as a whole.
    dual.server.say(camera=1, isSilent=True)
    wait_for_note(dual, "Front Camera sends no picture.")
    dual.wait_for_rest()
    assert page.evaluate("(({ scrollHeight: all, clientHeight: shown }) => all <= shown)(document.querySelector('#note-1'))")
    dual.server.say(lose=1)
    page.wait_for_selector("#dual-obstacle")
    dual.viewfinder.settle()
    dual.viewfinder.shot(f"dual-obstacle-{width}x{height}")
    words = page.locator("#dual-obstacle-text").bounding_box()
    for name in ["#hardware-toggle", "#dual-retry", "#dual-dismiss", "#dual", "#mode", "#shutter", "#switch", "#zoom-marks", "#settings-open"]:
        box = page.locator(name).bounding_box()
        apart = (
            box["x"] + box["width"] <= words["x"] + 1 or words["x"] + words["width"] <= box["x"] + 1
            or box["y"] + box["height"] <= words["y"] + 1 or words["y"] + words["height"] <= box["y"] + 1
        )
        assert apart, (name, box, words)


def test_two_fingers_move_and_resize_it(open_dual):
    dual = open_dual(has_touch=True)
    dual.wait_for_rest()
    session = dual.page.context.new_cdp_session(dual.page)

    def touch(kind, *points, **more):
        places = [dual.point(*point) for point in points]
        session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(places)], **more,
        })

    touch("touchStart", (0.82, 0.8))
    touch("touchMove", (0.6, 0.6))
    touch("touchMove", (0.3, 0.3))
    touch("touchEnd")
    dual.wait(f"Math.abs(pinhole.state().dual.arrangement.pip.x - {corner('topLeft')['x']}) < 0.001")
    dual.wait_for_rest()
    touch("touchStart", (0.12, 0.2))
    touch("touchStart", (0.12, 0.2), (0.22, 0.2))
    touch("touchMove", (0.11, 0.2), (0.23, 0.2))
    touch("touchMove", (0.1, 0.2), (0.24, 0.2))
    touch("touchEnd")
    dual.wait("Math.abs(pinhole.state().dual.arrangement.pip.width - 0.42) < 0.02")
    dual.wait_for_rest()
    assert near(dual.centre("#view-1"), corner("topLeft", dual.arrangement()["pip"]["width"]))
    # A double tap swaps; however long this machine takes for it, the taps are a fifth of a second apart.
    now = dual.page.evaluate("Date.now() / 1000")
    for tap in (now, now + 0.2):
        touch("touchStart", (0.15, 0.2), timestamp=tap)
        touch("touchEnd", timestamp=tap + 0.05)
    dual.wait("pinhole.state().dual.arrangement.leading === 1")


class TestCameraControl:
    """What stands in for the control on the device's edge."""

    @pytest.fixture
    def control(self, scripted, open_viewfinder):
        scripted.say(hardware=True)
        viewfinder = open_viewfinder(scripted.url)
        viewfinder.wait_for_picture()
        viewfinder.page.wait_for_selector("#hardware-toggle")
        return viewfinder

    def test_it_is_operated_by_the_keyboard(self, control):
        """R-MULTI-10"""
        page = control.page
        assert not page.is_visible("#hardware")
        page.keyboard.press("h")
        control.wait("pinhole.state().hardware.isActive && !document.querySelector('#hardware').hidden")
        assert page.get_attribute("#hardware-toggle", "aria-expanded") == "true"
        # The first control has the focus.
        page.keyboard.press("End")
        control.wait("pinhole.state().hardware.controls[0].value === 10")
        page.keyboard.press("Tab")
        page.keyboard.press("ArrowRight")
        control.wait("pinhole.state().hardware.controls[1].value === 0.5")
        page.keyboard.press("Tab")
        page.keyboard.press("ArrowDown")
        control.wait("pinhole.state().hardware.controls[2].value === 1")
        control.settle()
        control.shot("camera-control")
        page.keyboard.press("Escape")
        control.wait("!pinhole.state().hardware.isActive && document.querySelector('#hardware').hidden")
        assert page.evaluate("document.activeElement.id") == "hardware-toggle"

    def test_the_devices_own_control_shows_it_too(self, scripted, control):
        page = control.page
        scripted.say(hardwareIsActive=True)
        page.wait_for_selector("#hardware")
        # A finger on the device leaves the keyboard where it is.
        assert not page.evaluate("document.querySelector('#hardware').contains(document.activeElement)")
        scripted.say(hardwareIsActive=False)
        page.wait_for_selector("#hardware", state="hidden")
        # What was opened here stays when a finger leaves the device's control.
        page.keyboard.press("h")
        control.wait("pinhole.state().hardware.isActive")
        scripted.say(hardwareIsActive=False)
        control.wait("!pinhole.state().hardware.isActive")
        assert page.is_visible("#hardware")
        page.keyboard.press("h")
        page.wait_for_selector("#hardware", state="hidden")

    def test_it_is_operated_by_the_pointer(self, control):
        page = control.page
        page.click("#hardware-toggle")
        page.wait_for_selector("#hardware")
        assert page.locator("#hardware label", has_text="Aperture").locator("input").is_disabled()
        slider = page.locator("#hardware label", has_text="Exposure").locator("input")
        # By the locator, which waits for the panel to stand still; a place that is measured while it opens is another one later.
        box = slider.bounding_box()
        slider.click(position={"x": box["width"] - 2, "y": box["height"] / 2})
        control.wait("pinhole.state().hardware.controls[1].value === 2")
        assert slider.get_attribute("aria-valuetext") == "2"
        page.locator("#hardware select").select_option("2")
        control.wait("pinhole.state().hardware.controls[2].text === 'Warm'")
        page.click("#hardware-toggle")
        page.wait_for_selector("#hardware", state="hidden")

    def test_a_tap_elsewhere_puts_it_away_and_the_shutter_stays_free(self, control):
        """R-MULTI-10"""
        page = control.page
        for width, height in [(1280, 720), (844, 390), (390, 844), (320, 568)]:
            page.set_viewport_size({"width": width, "height": height})
            page.click("#hardware-toggle")
            page.wait_for_selector("#hardware")
            control.settle()
            control.shot(f"camera-control-{width}")
            panel, shutter = (page.locator(name).bounding_box() for name in ("#hardware", "#shutter"))
            isApart = (
                panel["x"] + panel["width"] <= shutter["x"] or shutter["x"] + shutter["width"] <= panel["x"]
                or panel["y"] + panel["height"] <= shutter["y"] or shutter["y"] + shutter["height"] <= panel["y"]
            )
            assert isApart, (width, panel, shutter)
            # On the picture it does nothing else.
            page.mouse.click(panel["x"] + panel["width"] + 6, panel["y"] + panel["height"] / 2)
            page.wait_for_selector("#hardware", state="hidden")
            control.wait("!pinhole.state().hardware.isActive")
            assert not page.is_visible("#focus-square")
        page.click("#hardware-toggle")
        page.wait_for_selector("#hardware")
        with page.expect_request("**/commands/photo"):
            page.click("#shutter")
        page.wait_for_selector("#hardware", state="hidden")

    def test_it_opens_where_it_stands(self, control):
        """A panel that comes from elsewhere is missed by a finger that is quick."""
        places = control.page.evaluate(
            """async () => {
            const panel = document.querySelector('#hardware');
            document.dispatchEvent(new KeyboardEvent('keydown', { key: 'h', bubbles: true }));
            const [opening] = panel.getAnimations();
            opening.pause();
            opening.currentTime = 0;
            const middle = () => { const { y, height } = panel.getBoundingClientRect(); return y + height / 2; };
            const first = middle();
            opening.finish();
            return [first, middle()];
          }"""
        )
        assert abs(places[0] - places[1]) < 12

    def test_what_it_shows_takes_the_screen(self, scripted, control):
        """R-MULTI-10: as an app does, the page clears its own controls away, and brings them back."""
        page = control.page
        page.keyboard.press("r")
        control.wait("pinhole.state().recording.phase === 'recording'")
        page.focus("#pause")
        scripted.say(hardwareIsActive=True)
        page.wait_for_selector("#hardware")
        for part in ["#switch", "#status", "#zoom-marks", "#mode", "#settings-open", "#pause"]:
            assert not page.is_visible(part), part
        # That it records is never hidden, nor how that ends, and the device's control is there to be used.
        assert page.is_visible("#timer") and page.is_visible("#record") and page.is_visible("#hardware-toggle")
        assert sorted(control.buttons_for_readers()) == ["Camera Control", "Stop recording"]
        # The device's shutter works, and so do keys.
        page.keyboard.press("k")
        control.wait("pinhole.state().recording.phase === 'paused'")
        control.settle()
        control.shot("camera-control-covers")
        scripted.say(hardwareIsActive=False)
        page.wait_for_selector("#switch")
        assert page.is_visible("#switch") and page.is_visible("#status")
        assert page.evaluate("document.activeElement.id") == "pause"
        # What stands before the picture is not the page's to clear away.
        scripted.say(hardwareIsActive=True)
        page.wait_for_selector("#switch", state="hidden")
        scripted.say(phase="interrupted", interruption="cameraInUse")
        page.wait_for_selector("#screen")
        assert page.is_visible("#settings-open")

    def test_a_press_of_the_devices_shutter_in_vain_is_explained(self, scripted, control):
        scripted.say(failOnDevice="The disk is full. Make room, then try again.")
        control.wait_for_toast("The disk is full. Make room, then try again.")
