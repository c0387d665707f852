"""Scanning books in the page: on a scripted camera and a scripted scanner, which say what a test wants them to say."""

import struct
import uuid
import zlib

import pytest

from patience import PATIENCE

NOTHING = {
    "jobs": [], "finishedCount": 0, "bookCount": 0, "isOffline": False, "booksToConfirm": [], "duplicates": [],
    "accuracy": {"decided": 0, "right": 0, "proposesLargerPhotos": False}, "size": {"width": 1024, "height": 768}, "isLarger": False,
}
# A spine whose text runs downwards: it begins at the upper right corner.
SPINE = [[100, 50], [100, 250], [50, 250], [50, 50]]
# A line of text in the left upper quarter of the picture, not in its middle in any direction.
LINE = [[0.375, 0.25], [0.5, 0.25], [0.5, 0.5], [0.375, 0.5]]
SIZES = [(360, 640), (390, 844), (844, 390), (667, 375), (1280, 800)]


#: What the scanner says of a state (`ScanPhrase`).
UPLOADING = "Uploading, %lld percent"
COUNTDOWNS = {
    "rateLimited": {"key": "Goes on in %lld s", "keyAtZero": "Goes on now"},
    "retrying": {"key": "Next try in %lld s", "keyAtZero": "Tries again now"},
}


def job(state="queued", **more):
    identifier = str(uuid.uuid4()).upper()
    return {
        "id": identifier, "name": "SCAN_0001.jpg", "date": "2026-11-17T12:00:00Z", "bytes": 312000, "photo": f"scans/photos/{identifier}",
        "state": state, "estimates": [], **more,
    }


def book(number, title, author="Jane Austen", **more):
    return {
        "id": number, "photo": f"scans/photos/{uuid.UUID(int=1)}", "photoName": "SCAN_0001.jpg", "date": "2026-11-17T12:00:00Z", "title": title,
        "author": author, "score": 0.6279, "isAccepted": False, "decision": "open", "text": [title.upper(), author], "box": SPINE, **more,
    }


REASONS = {
    "image": "Two photos look alike", "isbn": "The same ISBN twice", "titleAndAuthor": "The same title and author twice",
}


def duplicate(number, reason, photo=2, **more):
    return {
        "id": number, "reason": reason, "phrase": {"key": REASONS[reason]}, "photo": f"scans/photos/{uuid.UUID(int=photo)}",
        "formerPhoto": f"scans/photos/{uuid.UUID(int=1)}", **more,
    }


class Scans:
    """The page in its mode for scans."""

    def __init__(self, viewfinder, server):
        self.viewfinder = viewfinder
        self.server = server
        self.page = viewfinder.page
        self.state = NOTHING
        self.commands = []
        self.page.on("request", self._note)
        viewfinder.wait_for_picture()
        self.page.wait_for_selector("#mode-scan")
        self.page.keyboard.press("b")
        self.page.wait_for_selector("#scan-open")

    def _note(self, request):
        if "/commands/" in request.url:
            self.commands.append((request.url.rsplit("/", 1)[1], request.post_data_json))

    def tell(self, **changes):
        """Has the scanner tell of a state that differs from the one before."""
        self.state = {**self.state, **changes}
        self.server.say(scanner=self.state)

    def wait(self, condition):
        self.viewfinder.wait(condition)

    def wait_for_text(self, selector, text):
        self.page.wait_for_function("([selector, text]) => document.querySelector(selector)?.textContent === text", arg=[selector, text])

    def open(self, tab):
        """Opens the panel with a tab, by the keyboard."""
        self.page.keyboard.press("q")
        self.page.wait_for_selector("#scan-panel")
        self.page.click(f"#scan-tab-{tab}")

    def sent(self, name):
        """The bodies of the commands of a name."""
        return [body for command, body in self.commands if command == name]


@pytest.fixture
def open_scans(scripted, open_viewfinder):
    return lambda **options: Scans(open_viewfinder(scripted.url, **options), scripted)


@pytest.fixture
def scans(open_scans):
    return open_scans()


# The mode


def test_the_mode_is_chosen_and_its_parts_are_loaded_only_then(scripted, open_viewfinder):
    """R-SCAN-2"""
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    loaded = "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/scanner.js'))"
    page.wait_for_selector("#mode-scan")
    assert not page.evaluate(loaded) and not page.is_visible("#scan-open")
    page.click("#mode [value=scan]")
    viewfinder.wait("pinhole.state().mode === 'scan'")
    page.wait_for_selector("#scan-open")
    assert page.evaluate(loaded)
    assert page.is_visible("#shutter") and not page.is_visible("#record") and not page.is_visible("#thumbnail")
    assert page.get_attribute("#shutter", "aria-label") == "Scan books"
    assert page.get_attribute("#scan-open", "aria-label") == "0 books scanned. Open the list"
    for key, mode in [("v", "photo"), ("v", "video"), ("v", "scan"), ("v", "photo"), ("b", "scan")]:
        page.keyboard.press(key)
        viewfinder.wait(f"pinhole.state().mode === '{mode}' && document.querySelector('#mode [value={mode}]').checked")
    page.keyboard.press("v")
    viewfinder.wait("pinhole.state().mode === 'photo'")
    assert page.is_visible("#thumbnail") and not page.is_visible("#scan-open")
    assert page.get_attribute("#shutter", "aria-label") == "Take photo"


def test_without_a_scanner_there_is_no_such_mode(scripted_with, open_viewfinder):
    viewfinder = open_viewfinder(scripted_with("--no-scanner").url)
    viewfinder.wait_for_picture()
    assert not viewfinder.page.is_visible("#mode-scan")
    viewfinder.page.keyboard.press("b")
    viewfinder.page.keyboard.press("v")
    viewfinder.wait("pinhole.state().mode === 'video'")
    viewfinder.page.keyboard.press("v")
    viewfinder.wait("pinhole.state().mode === 'photo'")
    assert not viewfinder.page.is_visible("#scan-open")


def test_each_press_makes_a_job(scripted, open_viewfinder):
    """R-SCAN-2"""
    viewfinder = open_viewfinder(scripted.url)
    page = viewfinder.page
    viewfinder.wait_for_picture()
    page.click("#mode [value=scan]")
    page.wait_for_selector("#scan-open")
    # The space bar stays the shutter, whatever was clicked before.
    page.keyboard.press("Space")
    assert page.evaluate("document.querySelector('#flash').classList.contains('fires')")
    page.click("#scan-open")
    page.wait_for_selector("#scan-panel")
    page.keyboard.press("Space")
    page.click("#shutter")
    viewfinder.wait("document.querySelectorAll('.scan-jobs li').length === 3")
    assert page.locator(".scan-status").all_inner_texts() == ["Queued"] * 3
    assert page.get_attribute("#scan-open", "aria-label") == "0 books scanned, 3 photos in the queue. Open the list"
    viewfinder.wait("document.querySelector('.scan-thumbnail img').naturalWidth > 0")
    # These are no photos for the folder.
    assert viewfinder.count("photos") == 0


def test_a_scan_that_cannot_be_kept_is_explained(scans):
    scans.server.say(fail="The disk is full. Make room, and press again.")
    scans.page.keyboard.press("Space")
    scans.viewfinder.wait_for_toast("The disk is full. Make room, and press again.")
    scans.server.say(fail=None)
    scans.tell(failure={"title": "Scans cannot be kept", "advice": "The disk is full."})
    scans.wait_for_text("[data-kind=failure] p", "Scans cannot be kept. The disk is full.")
    assert scans.page.get_attribute("[data-kind=failure]", "role") == "alert"
    scans.page.click("[data-kind=failure] button")
    assert not scans.page.is_visible("[data-kind=failure]")
    # What went away and comes again is told again.
    scans.tell(failure=None)
    scans.wait_for_text("[data-kind=failure] p", "")
    scans.tell(failure={"title": "Scans cannot be kept", "advice": "The disk is full."})
    scans.page.wait_for_selector("[data-kind=failure]")


# The queue


def test_each_state_of_a_job_is_shown(scans):
    """R-SCAN-2, R-SCAN-3"""
    scans.open("queue")
    for change, words, bar in [
        ({"state": "queued", "phrase": {"key": "Queued"}}, "Queued", None),
        ({"state": "uploading", "fraction": 0.456, "phrase": {"key": UPLOADING, "number": 45}}, "Uploading, 45 percent", 0.456),
        ({"state": "recognizing", "fraction": 0.999, "phrase": {"key": "Recognising"}}, "Recognising", 0.999),
        ({"state": "recognizing", "fraction": 0.5, "phrase": {"key": "Reading"}}, "Reading", 0.5),
        ({"state": "waitingForNetwork", "phrase": {"key": "Waiting for the network"}}, "Waiting for the network", None),
        ({"state": "failed", "message": {"title": "It is no photo", "advice": "Delete it."}}, "It is no photo", None),
    ]:
        scans.tell(jobs=[job(**change)])
        scans.wait_for_text(".scan-status", words)
        assert scans.page.locator(".scan-jobs li").count() == 1
        assert scans.page.is_visible(".scan-jobs progress") == (bar is not None), words
        if bar is not None:
            assert abs(scans.page.evaluate("document.querySelector('.scan-jobs progress').value") - bar) < 1e-9
        assert scans.page.is_visible(".scan-actions") == (change["state"] == "failed"), words


def test_progress_moves_on_the_same_row(scans):
    """R-SCAN-3"""
    moving = job("uploading", fraction=0.1, phrase={"key": UPLOADING, "number": 10})
    scans.tell(jobs=[moving])
    scans.open("queue")
    scans.wait_for_text(".scan-status", "Uploading, 10 percent")
    row = scans.page.query_selector(".scan-jobs li")
    scans.page.click(".scan-more")
    for state, fraction, phrase, text in [
        ("uploading", 0.9, {"key": UPLOADING, "number": 90}, "Uploading, 90 percent"),
        ("recognizing", 0.2, {"key": "Recognising"}, "Recognising"),
    ]:
        scans.tell(jobs=[{**moving, "state": state, "fraction": fraction, "phrase": phrase}])
        scans.wait_for_text(".scan-status", text)
    assert row.evaluate("row => row.isConnected") and scans.page.is_visible(".scan-facts")
    scans.tell(jobs=[], finishedCount=1, bookCount=9)
    scans.page.wait_for_selector(".scan-jobs li", state="detached")
    assert scans.page.inner_text(".scan-done") == "1 photo done"
    assert scans.page.is_visible("#scan-queue .scan-empty")


@pytest.mark.parametrize("state, words", [("rateLimited", "Goes on in {} s"), ("retrying", "Next try in {} s")])
def test_countdowns_go_on_between_the_servers_words(state, words, scans):
    """R-SCAN-5"""
    scans.tell(jobs=[job(state, remaining=61, phrase={**COUNTDOWNS[state], "number": 61})], **({"rateLimit": 61} if state == "rateLimited" else {}))
    scans.open("queue")
    scans.page.wait_for_selector(".scan-status")
    scans.page.evaluate(
        "(() => { const words = document.querySelector('.scan-status'); self.seen = [words.textContent];"
        " new MutationObserver(() => seen.push(words.textContent)).observe(words, { childList: true }); })()"
    )
    scans.wait("seen.length >= 4")
    seen = scans.page.evaluate("seen")
    # A busy machine may miss a second, but none comes twice.
    left = [seconds for seconds in range(61, 0, -1) if words.format(seconds) in seen]
    assert [words.format(seconds) for seconds in left] == seen
    if state == "rateLimited":
        scans.wait("/^The service is busy: \\d+ s$/.test(document.querySelector('[data-kind=pause] span').textContent)")
    # At its end it is said that it goes on; and the server's words count from when they are said.
    scans.tell(jobs=[{**scans.state["jobs"][0], "remaining": 1.2}], rateLimit=None)
    scans.wait_for_text(".scan-status", COUNTDOWNS[state]["keyAtZero"])
    assert not scans.page.is_visible("[data-kind=pause]")


def test_photos_that_wait_for_the_network_are_counted(scans):
    """R-SCAN-4"""
    assert not scans.page.is_visible("[data-kind=offline]")
    waiting = [job("waitingForNetwork"), job("waitingForNetwork"), job("failed", message={"title": "Too large", "advice": ""})]
    scans.tell(isOffline=True, jobs=waiting)
    scans.wait_for_text("[data-kind=offline] span", "Offline: 2 photos wait")
    assert scans.page.get_attribute("[data-kind=offline]", "role") == "status"
    scans.tell(jobs=waiting[1:])
    scans.wait_for_text("[data-kind=offline] span", "Offline: 1 photo waits")
    scans.tell(isOffline=False)
    scans.page.wait_for_selector("[data-kind=offline]", state="hidden")


def test_failed_jobs_are_tried_again_or_deleted(scans):
    """R-SCAN-2"""
    page = scans.page
    words = {"title": "The service does not take this photo", "advice": "It is too large."}
    failed = [job("failed", message=words), job("failed", message=words)]
    scans.tell(jobs=failed)
    scans.open("queue")
    assert page.inner_text(".scan-advice >> nth=0") == "It is too large."
    page.click("text=Try all again")
    page.click(".scan-jobs button:text-is('Try again') >> nth=1")
    scans.wait("document.querySelectorAll('.scan-jobs li').length === 2")
    scans.viewfinder.wait_until(lambda: scans.sent("retryScan") == [{}, {"id": failed[1]["id"]}])
    page.click(".scan-jobs button:text-is('Delete') >> nth=0")
    page.wait_for_selector("#confirm[open]")
    assert page.evaluate("document.activeElement.id") == "confirm-cancel"
    page.keyboard.press("Enter")
    page.wait_for_selector("#confirm", state="hidden")
    page.click(".scan-jobs button:text-is('Delete') >> nth=0")
    page.click("#confirm-action")
    scans.wait("document.querySelectorAll('.scan-jobs li').length === 1")
    assert scans.sent("cancelScan") == [{"id": failed[0]["id"]}]
    # One alone has its own button.
    assert not page.is_visible("text=Try all again")


def test_size_and_tokens_of_a_photo_are_told_by_the_names_of_the_rules(scans):
    """R-PHOTO-3, R-SCAN-9"""
    scans.tell(jobs=[job(
        "recognizing", width=1024, height=768, reportedTokens=498,
        estimates=[{"rule": "tiles of 768", "tokens": 516}, {"rule": "crop units", "tokens": 1032}],
    )])
    scans.open("queue")
    assert not scans.page.is_visible(".scan-facts")
    scans.page.focus(".scan-more")
    scans.page.keyboard.press("Enter")
    assert scans.page.get_attribute(".scan-more", "aria-expanded") == "true"
    assert scans.page.locator(".scan-facts > *").all_inner_texts() == [
        "Photo", "SCAN_0001.jpg", "Size", "1024 × 768, 312 kB", "Estimate by tiles of 768", "516 tokens",
        "Estimate by crop units", "1,032 tokens", "Reported by the model", "498 tokens",
    ]


def test_larger_photos_are_proposed_and_taken(scans):
    """R-SCAN-9"""
    page = scans.page
    scans.tell(accuracy={"decided": 40, "right": 37, "proposesLargerPhotos": True})
    scans.wait_for_text(
        "[data-kind=proposal] p", "Of the last 40 books that you checked, 37 were right. Larger photos are read better.",
    )
    page.click("text=Use larger photos")
    page.wait_for_selector("[data-kind=proposal]", state="hidden")
    scans.open("queue")
    scans.wait_for_text(".scan-switch small", "Now 1536 × 1152. Larger ones are read better, and cost more.")
    assert page.get_attribute(".scan-switch", "aria-checked") == "true"
    page.click(".scan-switch")
    page.wait_for_selector(".scan-switch[aria-checked=false]")
    assert scans.sent("setScanSize") == [{"isLarger": True}, {"isLarger": False}]
    page.click("[data-kind=proposal] [aria-label='Not now']")
    assert not page.is_visible("[data-kind=proposal]")


# Books to check


def test_books_are_confirmed_one_after_the_other_by_the_keyboard(scans):
    """R-SCAN-2"""
    page = scans.page
    scans.tell(booksToConfirm=[book(7, "Emma"), book(8, "Persuasion"), book(9, "Sanditon")])
    scans.open("check")
    assert page.inner_text(".scan-cards li >> nth=0 >> .scan-sure") == "62 % sure"
    page.focus(".scan-cards li:first-child [type=submit]")
    focused = "document.activeElement.getAttribute('aria-label')"
    for title, after in [("Emma", "Right: Persuasion, Jane Austen"), ("Persuasion", "Right: Sanditon, Jane Austen")]:
        page.keyboard.press("Enter")
        scans.wait(f"{focused} === '{after}'")
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == "Wrong, leave it out: Sanditon, Jane Austen"
    page.keyboard.press("Enter")
    page.wait_for_selector("#scan-check .scan-empty")
    assert page.evaluate("document.activeElement.id") == "scan-tab-check"
    assert scans.sent("confirmBook") == [{"book": 7}, {"book": 8}] and scans.sent("rejectBook") == [{"book": 9}]


def test_the_arrows_go_from_book_to_book(scans):
    page = scans.page
    scans.tell(booksToConfirm=[book(7, "Emma"), book(8, "Persuasion")])
    scans.open("check")
    page.focus(".scan-cards li:first-child [name=author]")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("[document.activeElement.name, document.activeElement.closest('li').getAttribute('aria-label')]") == [
        "author", "Persuasion, Jane Austen",
    ]
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.closest('li').getAttribute('aria-label')") == "Emma, Jane Austen"


def test_a_book_is_corrected_and_what_is_typed_is_kept(scans):
    page = scans.page
    scans.tell(booksToConfirm=[book(7, "Ema", isbn="9780141439587"), book(8, "Persuasion")])
    scans.open("check")
    primary = page.locator(".scan-cards li:first-child [type=submit]")
    assert primary.inner_text() == "Right"
    # Letters that are keys of the camera elsewhere.
    page.locator("[name=title] >> nth=0").fill("")
    page.locator("[name=title] >> nth=0").press_sequentially("Emma, v q b")
    assert primary.inner_text() == "Save"
    assert scans.viewfinder.state()["mode"] == "scan" and page.is_visible("#scan-panel")
    # What the scanner tells meanwhile takes nothing away.
    scans.tell(booksToConfirm=[*scans.state["booksToConfirm"], book(9, "Sanditon")])
    scans.wait("document.querySelectorAll('.scan-cards li').length === 3")
    assert page.input_value("[name=title] >> nth=0") == "Emma, v q b"
    assert page.evaluate("document.activeElement.name") == "title"
    page.fill("[name=title] >> nth=0", "Ema")
    assert primary.inner_text() == "Right"
    page.fill("[name=title] >> nth=0", " Emma ")
    page.fill("[name=isbn] >> nth=0", "")
    scans.server.say(fail="The disk is full.")
    page.keyboard.press("Enter")
    scans.viewfinder.wait_for_toast("The disk is full.")
    assert page.locator(".scan-cards li").count() == 3 and page.input_value("[name=title] >> nth=0") == " Emma "
    scans.server.say(fail=None)
    page.keyboard.press("Enter")
    scans.wait("document.querySelectorAll('.scan-cards li').length === 2")
    assert scans.sent("correctBook")[-1] == {"book": 7, "title": "Emma", "author": "Jane Austen", "isbn": None}


def png(width, height, colour):
    """A PNG file whose pixels are what colour(x, y) says."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"".join(bytes(colour(x, y)) for x in range(width)) for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def test_a_book_is_cut_out_of_its_photo_and_turned_so_that_it_reads(scans):
    """R-SCAN-2"""
    page = scans.page

    # The spine: its text begins red at the top, ends green at the bottom, and the tops of its letters, bright, are at the right.
    def colour(x, y):
        if not (50 <= x < 100 and 50 <= y < 250):
            return 0, 0, 255
        level = 240 if x >= 75 else 120
        return (level, 0, 0) if y < 150 else (0, level, 0)

    photo = png(200, 300, colour)
    page.route("**/scans/photos/*", lambda route: route.fulfill(body=photo, content_type="image/png"))
    scans.tell(booksToConfirm=[book(7, "Emma")])
    scans.open("check")
    page.wait_for_selector(".scan-crop[data-drawn]")
    at = """(places) => {
      const canvas = document.querySelector('.scan-crop canvas');
      return places.map(([x, y]) => [...canvas.getContext('2d').getImageData(x * canvas.width, y * canvas.height, 1, 1).data.slice(0, 3)]);
    }"""
    corners = [[0.1, 0.3], [0.9, 0.3], [0.9, 0.7], [0.1, 0.7]]

    def near(colours, wanted):
        return all(abs(a - b) < 12 for colour, want in zip(colours, wanted) for a, b in zip(colour, want))

    assert near(page.evaluate(at, corners), [[240, 0, 0], [0, 240, 0], [0, 120, 0], [120, 0, 0]])
    # Some of what is around it is seen, too.
    assert near(page.evaluate(at, [[0.5, 0.02], [0.01, 0.5]]), [[0, 0, 255]] * 2)
    ratio = "(({ width, height }) => width / height)(document.querySelector('.scan-crop canvas'))"
    assert abs(page.evaluate(ratio) - 212 / 62) < 0.1
    # A press shows the whole photo, upright.
    page.click(".scan-crop")
    scans.wait(f"Math.abs({ratio} - 2 / 3) < 0.01")
    assert near(page.evaluate(at, [[0.3, 0.3], [0.45, 0.7], [0.8, 0.5]]), [[120, 0, 0], [0, 240, 0], [0, 0, 255]])


def test_a_photo_that_is_gone_is_said(scans):
    scans.page.route("**/scans/photos/*", lambda route: route.fulfill(status=404))
    scans.tell(booksToConfirm=[book(7, "Emma")])
    scans.open("check")
    scans.page.wait_for_selector(".scan-crop[data-missing]")
    # It can be decided all the same.
    scans.page.click("text=Wrong")
    scans.page.wait_for_selector("#scan-check .scan-empty")


# Duplicates, and all books


def test_the_user_decides_about_duplicates(scans):
    """R-SCAN-6"""
    page = scans.page
    scans.tell(duplicates=[
        duplicate(1, "image"), duplicate(2, "isbn", photo=3, title="Emma", author="Jane Austen"),
        duplicate(3, "titleAndAuthor", photo=3, title="Persuasion", author="Jane Austen"),
    ])
    scans.open("duplicates")
    cards = page.locator("#scan-duplicates li")
    scans.wait("document.querySelectorAll('#scan-duplicates li').length === 3")
    assert cards.locator(".scan-reason").all_inner_texts() == [
        "Two photos look alike", "The same ISBN twice", "The same title and author twice",
    ]
    assert cards.nth(1).locator("strong").inner_text() == "Emma, Jane Austen"
    pictures = cards.nth(0).locator("img")
    assert [pictures.nth(index).get_attribute("src")[-1] for index in range(2)] == ["1", "2"]
    scans.wait("[...document.querySelectorAll('#scan-duplicates li:first-child img')].every(image => image.naturalWidth > 0)")
    assert cards.nth(0).locator("figcaption").all_inner_texts() == ["Before", "Now"]
    cards.nth(0).locator("text=Keep both").focus()
    page.keyboard.press("Enter")
    scans.wait("document.activeElement.getAttribute('aria-label') === 'Same, leave the later one out: Emma, Jane Austen'")
    page.keyboard.press("Enter")
    scans.wait("document.querySelectorAll('#scan-duplicates li').length === 1")
    page.click("#scan-duplicates button:text-is('Same')")
    page.wait_for_selector("#scan-duplicates .scan-empty")
    assert scans.sent("judgeDuplicate") == [
        {"duplicate": 1, "verdict": "different"}, {"duplicate": 2, "verdict": "same"}, {"duplicate": 3, "verdict": "same"},
    ]


BOOKS = [
    book(1, "Emma", score=0.9977, isAccepted=True, isbn="9780141439587"), book(2, "Persuasion"),
    book(3, "Middlemarch", "George Eliot", decision="confirmed"), book(4, "Romola", "George Eliot", decision="corrected"),
]


def test_all_books_are_listed_and_searched(scans):
    page = scans.page
    scans.server.say(books=BOOKS)
    scans.wait_for_text(".scan-number", "4books")
    scans.open("books")
    titles = "[...document.querySelectorAll('.scan-books strong')].map(title => title.textContent).join()"
    scans.wait(f"{titles} === 'Emma,Persuasion,Middlemarch,Romola'")
    assert page.locator(".scan-books .scan-sure").all_inner_texts() == ["99 %", "62 %, to check", "Confirmed", "Corrected"]
    assert page.inner_text(".scan-books small >> nth=0").startswith("ISBN 9780141439587")
    assert page.inner_text(".scan-count") == "4 books"
    page.wait_for_selector(".scan-spine canvas[data-drawn]")
    page.focus("[type=search]")
    page.keyboard.type("eliot")
    scans.wait(f"{titles} === 'Middlemarch,Romola'")
    assert page.inner_text(".scan-count") == "2 of 4 books"
    page.keyboard.type("x")
    scans.wait_for_text("#scan-books .scan-empty", "No book has “eliotx”. Try fewer or other words.")
    # What is found besides comes into the list that is seen.
    page.fill("[type=search]", "")
    scans.wait(f"{titles} === 'Emma,Persuasion,Middlemarch,Romola'")
    scans.server.say(books=[*BOOKS, book(5, "Sanditon")])
    scans.wait(f"{titles}.endsWith('Sanditon')")


def test_a_book_of_the_list_is_put_right(scans):
    page = scans.page
    scans.server.say(books=BOOKS)
    scans.open("books")
    page.wait_for_selector(".scan-books li >> nth=3")
    # By the keyboard: opened, changed, saved.
    opener = page.locator("[aria-label='Change: Emma, Jane Austen']")
    opener.focus()
    page.keyboard.press("Enter")
    assert opener.get_attribute("aria-expanded") == "true"
    assert page.evaluate("document.activeElement.name") == "title" and page.input_value("[name=isbn]") == "9780141439587"
    assert page.is_disabled("text=Save")
    page.keyboard.press("End")
    page.keyboard.type("!")
    page.keyboard.press("Enter")
    scans.wait("document.querySelector('.scan-books strong').textContent === 'Emma!'")
    assert scans.sent("correctBook") == [{"book": 1, "title": "Emma!", "author": "Jane Austen", "isbn": "9780141439587"}]
    assert page.inner_text(".scan-books .scan-sure >> nth=0") == "Corrected"
    scans.wait("document.activeElement.getAttribute('aria-label') === 'Change: Emma!, Jane Austen'")
    # Closed without a word: nothing has changed.
    page.keyboard.press("Enter")
    page.keyboard.type("x")
    page.click(".scan-books .scan-more >> nth=0")
    page.click(".scan-books .scan-more >> nth=0")
    assert page.input_value("[name=title]") == "Emma!" and len(scans.sent("correctBook")) == 1


def test_a_book_that_is_left_out_can_be_put_back(scans):
    page = scans.page
    scans.server.say(books=BOOKS)
    scans.open("books")
    page.wait_for_selector(".scan-books li >> nth=3")
    titles = "[...document.querySelectorAll('.scan-books strong')].map(title => title.textContent).join()"
    for index, name, back in [
        (2, "Middlemarch", ("confirmBook", {"book": 3})),
        (3, "Romola", ("correctBook", {"book": 4, "title": "Romola", "author": "George Eliot", "isbn": None})),
    ]:
        page.click(f".scan-books .scan-more >> nth={index}")
        page.click("text=Leave out")
        scans.wait(f"!{titles}.includes('{name}')")
        assert scans.sent("rejectBook")[-1] == {"book": index + 1}
        scans.wait("document.activeElement.textContent === 'Undo'")
        assert page.inner_text(".scan-undo span") == f"Left out: {name}, George Eliot"
        page.keyboard.press("Enter")
        scans.wait(f"{titles} === 'Emma,Persuasion,Middlemarch,Romola'")
        assert scans.sent(back[0])[-1] == back[1]
        page.wait_for_selector(".scan-undo", state="hidden")
    # What the server does not do has not happened.
    scans.server.say(fail="The disk is full.")
    page.click(".scan-books .scan-more >> nth=0")
    page.click("text=Leave out")
    scans.viewfinder.wait_for_toast("The disk is full.")
    assert page.evaluate(titles) == "Emma,Persuasion,Middlemarch,Romola" and not page.is_visible(".scan-undo")
    scans.server.say(fail=None)


def test_a_list_that_cannot_be_loaded_is_tried_again(scans):
    page = scans.page
    page.route("**/scans/books?*", lambda route: route.abort())
    scans.server.say(books=BOOKS)
    scans.wait_for_text(".scan-number", "4books")
    scans.open("books")
    scans.wait_for_text("#scan-books .scan-empty", "The list could not be loaded.")
    page.unroute("**/scans/books?*")
    page.click("#scan-books button:text-is('Try again')")
    scans.wait("document.querySelectorAll('.scan-books li').length === 4")
    assert not page.is_visible("#scan-books button:text-is('Try again')")


def test_many_books_are_shown_in_parts(scans):
    scans.server.say(books=[book(number, f"Volume {number}") for number in range(1, 231)])
    scans.wait_for_text(".scan-number", "230books")
    scans.open("books")
    rows = "document.querySelectorAll('.scan-books li').length"
    scans.wait(f"{rows} === 100")
    scans.page.click("text=Show more")
    scans.wait(f"{rows} === 200")
    scans.page.click("text=Show more")
    scans.wait(f"{rows} === 230")
    assert not scans.page.is_visible("text=Show more")


def test_books_are_taken_along_as_files(scans):
    scans.server.say(books=BOOKS)
    scans.open("books")
    for form, beginning in [("CSV", b"title\r\nEmma"), ("JSON", b'["Emma"')]:
        with scans.page.expect_download() as download:
            scans.page.click(f".scan-export a:text-is('{form}')")
        assert download.value.suggested_filename == f"books.{form.lower()}"
        with open(download.value.path(), "rb") as file:
            assert file.read().startswith(beginning)


def test_each_empty_list_says_what_to_do(scans):
    scans.page.keyboard.press("q")
    for tab, words in {
        "queue": "press the shutter", "check": "come here", "duplicates": "you are asked here", "books": "Scan a shelf",
    }.items():
        scans.page.click(f"#scan-tab-{tab}")
        scans.wait(f"document.querySelector('#scan-{tab} .scan-empty').checkVisibility()")
        scans.wait(f"document.querySelector('#scan-{tab} .scan-empty').textContent.includes('{words}')")
    assert not scans.page.is_visible(".scan-export")


# Text in the picture


# Where the outlines of text are on the page (left, top, right, bottom), and the camera's picture: at one moment.
SEEN = """(() => {
  const path = document.querySelector('#text-boxes path');
  const numbers = path.getAttribute('d').match(/[\\d.]+/g).map(Number);
  const points = [];
  for (let index = 0; index < numbers.length; index += 2) {
    points.push(new DOMPoint(numbers[index], numbers[index + 1]).matrixTransform(path.getScreenCTM()));
  }
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const { x, y, width, height } = document.querySelector('#view').getBoundingClientRect();
  return { outline: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)], view: [x, y, width, height] };
})()"""


def place_in(box, picture, fills, is_mirrored):
    """Where LINE has to be when a picture of a size fills or fits into a box (left, top, width, height)."""
    left, top, width, height = box
    scale = (max if fills else min)(width / picture["width"], height / picture["height"])
    x, y = left + (width - picture["width"] * scale) / 2, top + (height - picture["height"] * scale) / 2
    shares = [LINE[0][0], LINE[0][1], LINE[2][0], LINE[2][1]]
    if is_mirrored:
        shares = [1 - shares[2], shares[1], 1 - shares[0], shares[3]]
    return [
        start + share * length * scale
        for start, share, length in zip([x, y] * 2, shares, [picture["width"], picture["height"]] * 2)
    ]


def assert_outline(scans, stage=None, fills=True, is_mirrored=False):
    """Text is framed where it is in the picture, which fills the stage (left, top, width, height), or is where it is."""
    scans.server.say(text={"boxes": [LINE], "age": 0.05})
    scans.wait("document.querySelector('#text-boxes path').getAttribute('d')")
    seen = scans.page.evaluate(SEEN)
    if stage:
        assert all(abs(a - b) < 1 for a, b in zip(seen["view"], stage))
    wanted = place_in(seen["view"], scans.viewfinder.metrics(), fills, is_mirrored)
    assert all(abs(a - b) < 1 for a, b in zip(seen["outline"], wanted)), (seen, wanted)


@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390)])
def test_text_is_framed_where_it_is_in_the_picture(size, open_scans):
    """R-SCAN-1"""
    scans = open_scans(viewport={"width": size[0], "height": size[1]})
    stage = (0, 0, *size)
    assert_outline(scans, stage, fills=False)
    scans.page.keyboard.press("w")
    assert_outline(scans, stage)
    # The open panel takes a part of the window.
    scans.page.keyboard.press("q")
    scans.page.wait_for_selector("#scan-panel")
    rest = scans.page.evaluate("(({ clientWidth, clientHeight }) => [clientWidth, clientHeight])(document.querySelector('#stage'))")
    assert rest != list(size)
    assert_outline(scans, (0, 0, *rest))
    scans.page.keyboard.press("Escape")
    scans.page.keyboard.press("w")
    scans.page.click("#switch")
    scans.page.click("#camera-menu button >> text=Front Camera")
    scans.wait("pinhole.state().isMirrored && document.querySelector('#view').hasAttribute('data-mirrored')")
    assert_outline(scans, stage, fills=False, is_mirrored=True)


def test_text_is_framed_on_the_first_of_two_pictures(scripted, open_viewfinder):
    """R-SCAN-1"""
    scripted.say(dual="offer")
    scripted.say(dual="both")
    scans = Scans(open_viewfinder(scripted.url, viewport={"width": 1280, "height": 800}), scripted)
    for layout, size in {"sideBySide": [640, 720], "topAndBottom": [1280, 360], "pictureInPicture": [1280, 720]}.items():
        scans.page.check(f"#layouts [value={layout}]")
        # On its way, too.
        assert_outline(scans)
        scans.wait(f"JSON.stringify({SEEN}.view.slice(2)) === '{size}'.replace(' ', '')")
        assert_outline(scans)
    # The small picture lies upon the outlines of the large one.
    assert scans.page.evaluate("getComputedStyle(document.querySelector('#text-boxes')).zIndex") == "0"


def test_outlines_fade_out_when_they_are_old(scans):
    """R-SCAN-1"""
    opacity = "Number(getComputedStyle(document.querySelector('#text-boxes')).opacity)"
    shown = "!document.querySelector('#text-boxes').hasAttribute('data-old')"
    scans.page.evaluate(
        "(() => { const boxes = document.querySelector('#text-boxes'); self.seen = []; new MutationObserver(() => "
        "seen.push(!boxes.hasAttribute('data-old'))).observe(boxes, { attributeFilter: ['data-old'] }); })()"
    )
    scans.server.say(text={"boxes": [LINE, LINE], "age": 0})
    scans.wait(f"seen.join() === 'true,false' && {opacity} === 0")
    # What was old when it came is not shown at all; nor is a picture without text.
    scans.server.say(text={"boxes": [LINE], "age": 5})
    scans.server.say(text={"boxes": [], "age": 0})
    scans.server.say(text={"boxes": [LINE], "age": 0})
    scans.wait("seen.join() === 'true,false,true,false'")
    assert not scans.page.evaluate(shown)
    # Other modes have none.
    scans.page.keyboard.press("v")
    scans.wait("pinhole.state().mode === 'photo'")
    assert scans.page.evaluate("document.querySelector('#text-boxes').hasAttribute('hidden')")


# The panel, for everybody


def test_the_panel_is_used_by_the_keyboard(scans):
    page = scans.page
    focused = "document.activeElement.id"
    page.keyboard.press("q")
    page.wait_for_selector("#scan-panel")
    assert page.evaluate(focused) == "scan-tab-queue"
    assert page.get_attribute("#scan-open", "aria-expanded") == "true"
    for key, tab in [("ArrowRight", "check"), ("End", "books"), ("ArrowRight", "queue"), ("ArrowLeft", "books"), ("Home", "queue")]:
        page.keyboard.press(key)
        assert page.evaluate(focused) == f"scan-tab-{tab}"
        assert page.get_attribute(f"#scan-tab-{tab}", "aria-selected") == "true" and page.is_visible(f"#scan-{tab}")
    page.keyboard.press("Escape")
    assert not page.is_visible("#scan-panel") and page.evaluate(focused) == "scan-open"
    # Who opened it with a pointer has the keys for the camera, and closes it alike.
    page.click("#scan-open")
    page.wait_for_selector("#scan-panel")
    assert page.evaluate("document.activeElement === document.body")
    page.keyboard.press("Escape")
    assert not page.is_visible("#scan-panel")


def test_it_opens_where_there_is_something_and_comes_back_with_the_mode(scans):
    page = scans.page
    scans.tell(duplicates=[duplicate(1, "image")])
    scans.wait("document.querySelector('#scan-open').getAttribute('aria-label').includes('1 duplicate')")
    page.keyboard.press("q")
    page.wait_for_selector("#scan-duplicates")
    page.keyboard.press("v")
    scans.wait("pinhole.state().mode === 'photo'")
    assert not page.is_visible("#scan-panel") and not page.is_visible("#scan-banners")
    page.keyboard.press("b")
    page.wait_for_selector("#scan-duplicates")


def test_readers_of_the_screen_hear_of_each_finished_scan(scans):
    """R-SCAN-2"""
    said = "#announcer"
    under_way = [job("recognizing", fraction=0.5), job("queued")]
    scans.tell(jobs=under_way)
    scans.tell(jobs=under_way[1:], finishedCount=1, bookCount=9, booksToConfirm=[book(1, "Emma")])
    scans.wait_for_text(said, "Scan finished: 9 books found, 1 to check.")
    scans.tell(jobs=[], finishedCount=2)
    scans.wait_for_text(said, "Scan finished: no new book found, 1 to check.")
    failing = job("uploading", fraction=0.5)
    scans.tell(jobs=[failing])
    scans.wait("document.querySelector('#scan-open').ariaLabel.includes('1 photo in the queue')")
    scans.tell(jobs=[{**failing, "state": "failed", "message": {"title": "It is no photo", "advice": ""}}])
    scans.wait_for_text(said, "A scan failed: It is no photo.")
    names = scans.viewfinder.buttons_for_readers()
    assert "Scan books" in names and "9 books scanned, 1 photo in the queue, 1 to check. Open the list" in names


@pytest.mark.parametrize("size", SIZES)
def test_everything_is_in_reach_on_every_screen(size, open_scans):
    scans = open_scans(viewport={"width": size[0], "height": size[1]}, has_touch=True)
    page = scans.page
    scans.tell(
        jobs=[job("failed", message={"title": "It is no photo", "advice": "Delete it."}), job("uploading", fraction=0.4)],
        booksToConfirm=[book(7, "Emma")], duplicates=[duplicate(1, "image")], isOffline=True, rateLimit=500,
        accuracy={"decided": 40, "right": 30, "proposesLargerPhotos": True},
    )
    scans.wait("document.querySelector('.scan-thumbnail i').textContent === '3'")

    def assert_reachable(selectors):
        for selector in selectors:
            box = page.locator(selector).first.bounding_box()
            assert box["x"] >= 0 and box["y"] >= 0, (size, selector, box)
            assert box["x"] + box["width"] <= size[0] and box["y"] + box["height"] <= size[1], (size, selector, box)
            assert box["width"] >= 44 and box["height"] >= 44, (size, selector, box)
            hit = page.evaluate(
                "([selector, x, y]) => document.elementFromPoint(x, y)?.closest(selector) !== null",
                [selector, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
            )
            assert hit, (size, selector)

    camera = ["#shutter", "#scan-open", "#switch"]
    scans.viewfinder.settle()
    assert_reachable([*camera, "[data-kind=proposal] .button", "[data-kind=proposal] .round"])
    page.tap("#scan-open")
    page.wait_for_selector("#scan-panel")
    scans.viewfinder.settle()
    # With the panel half open the shutter is there.
    assert_reachable([*camera, *(f"#scan-tab-{tab}" for tab in ("queue", "check", "duplicates", "books")), "#scan-panel [title='Close (Esc)']"])
    scans.viewfinder.shot(f"scan-{size[0]}x{size[1]}")
    for tab in ["queue", "check", "duplicates", "books"]:
        page.tap(f"#scan-tab-{tab}")
        for control in page.locator(f"#scan-{tab} :is(button, input, a)").all():
            if control.is_visible():
                control.scroll_into_view_if_needed()
                box = control.bounding_box()
                assert box["width"] >= 44 and box["height"] >= 44, (size, tab, control.inner_text(), box)
                assert box["x"] >= 0 and box["x"] + box["width"] <= size[0], (size, tab, control.inner_text(), box)
        scans.viewfinder.shot(f"scan-{size[0]}x{size[1]}-{tab}")
    page.tap("#scan-tab-check")
    page.tap("[name=title]")
    if size[0] < size[1]:
        # The keyboard of a phone takes the lower half.
        scans.wait("document.querySelector('#scan-panel').hasAttribute('data-full')")
        page.tap(".scan-size")
        scans.viewfinder.settle()
        assert_reachable(camera)


def test_a_sheet_is_drawn_up_and_down(open_scans):
    scans = open_scans(viewport={"width": 390, "height": 844})
    page = scans.page
    page.click("#scan-open")
    page.wait_for_selector("#scan-panel")

    def draw(way):
        scans.viewfinder.settle()
        box = page.locator("#scan-panel h2").bounding_box()
        page.mouse.move(box["x"] + 20, box["y"] + 10)
        page.mouse.down()
        page.mouse.move(box["x"] + 20, box["y"] + 10 + way, steps=4)
        page.mouse.up()

    draw(-120)
    scans.wait("document.querySelector('#scan-panel').hasAttribute('data-full')")
    draw(120)
    scans.wait("!document.querySelector('#scan-panel').hasAttribute('data-full')")
    draw(120)
    page.wait_for_selector("#scan-panel", state="hidden")


def test_who_wants_less_motion_sees_none(open_scans):
    scans = open_scans(reduced_motion="reduce")
    scans.tell(jobs=[job("uploading", fraction=0.4)])
    scans.open("queue")
    longest = "Math.max(0, ...document.getAnimations().filter(a => a.effect.getComputedTiming().iterations < 9)" \
        ".map(a => a.effect.getComputedTiming().duration))"
    assert scans.page.evaluate(longest) <= 1


def test_scans_need_nothing_that_the_pages_policy_forbids(scripted, browser):
    context = browser.new_context()
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    complaints = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto(scripted.url)
    page.wait_for_selector("#mode-scan")
    page.keyboard.press("b")
    page.wait_for_selector("#scan-open")
    scripted.say(books=BOOKS)
    scripted.say(scanner={**NOTHING, "jobs": [job("uploading", fraction=0.4)], "booksToConfirm": [book(7, "Emma")]})
    page.keyboard.press("q")
    # Which tab it opens with depends on which of the two came first.
    page.click("#scan-tab-queue")
    page.wait_for_selector(".scan-jobs progress")
    page.click("#scan-tab-check")
    page.wait_for_selector(".scan-crop[data-drawn]")
    page.keyboard.press("Tab")
    page.click("#scan-check [type=submit]")
    page.wait_for_selector("#scan-check .scan-empty")
    assert [text for text in complaints if "Content Security Policy" in text] == []
    context.close()
