"""Books are scanned: at once, without a network, and with nobody to send them to."""

SHELF = ("--scene", "bookshelf:1", "--scene-seed", "5")


def open_scanner(app):
    app.choose_mode("Scan")
    app.expect_live()
    app.button("Scan books").wait_for()


def scan(app, count=1):
    for _ in range(count):
        app.part("shutter").click()


def test_a_shelf_from_the_press_to_the_list(start, start_recognizer, open_app):
    """R-SCAN-1, R-SCAN-2, R-SCAN-7, R-SCAN-9"""
    app = open_app(start(*SHELF, "-recognizer", start_recognizer().url))
    app.expect_live()
    open_scanner(app)
    # Several lines are framed before anything is pressed.
    app.wait_for_value("text-boxes", "^([6-9]|[1-9][0-9]) lines")
    app.settle()
    app.shot("scan")
    scan(app)
    # The phone is held by hand: one of ten may be missed, or a label be taken for a book.
    app.wait_for_value("scans", "^([89]|1[0-2]) books$|questions?$")
    app.button("Books").click()
    app.wait_for_part("scans-view")
    app.wait("document.querySelectorAll(\"#app [data-identifier^='book-']\").length >= 8")
    books = app.page.locator("#app [data-identifier^='book-']")
    assert books.count() <= 12
    app.settle()
    app.shot("books")
    # What is looked for is found, and nothing else.
    title = books.first.locator(".text").first.inner_text()
    app.app.get_by_role("searchbox").fill(title)
    app.wait("document.querySelectorAll(\"#app [data-identifier^='book-']\").length === 1")
    assert title in books.first.inner_text()
    app.app.get_by_role("searchbox").fill("no such book")
    app.app.get_by_text("Nothing found").wait_for()


def test_scans_wait_for_a_network_and_go_out_once_and_in_order(start, start_recognizer, open_app, free_port):
    """R-SCAN-2, R-SCAN-3, R-SCAN-4"""
    address = f"http://127.0.0.1:{free_port}"
    program = start(*SHELF, "-recognizer", address)
    app = open_app(program)
    app.expect_live()
    open_scanner(app)
    scan(app, 2)
    app.wait_for_words("scan-banner", "Offline", "2 scans go out when the network is back.")
    app.shot("scan-offline")
    app.button("Books").click()
    rows = app.part("scan-row")
    # A scan is "New scan" until its place in the queue is on disk.
    for number in (0, 1):
        rows.nth(number).get_by_text(f"Scan {number + 1}", exact=True).wait_for()
    assert rows.count() == 2
    order = app.page.evaluate_handle(
        "(() => { const gone = []; const rows = () => [...document.querySelectorAll(\"#app [data-identifier='scan-row']\")]"
        ".map((row) => row.querySelector('.text').textContent); let former = rows();"
        " new MutationObserver(() => { const now = rows(); gone.push(...former.filter((name) => !now.includes(name))); former = now; })"
        ".observe(document.querySelector('#app'), { childList: true, subtree: true, characterData: true }); return gone; })()"
    )
    start_recognizer(free_port)
    app.wait("document.querySelectorAll(\"#app [data-identifier='scan-row']\").length === 0")
    assert order.json_value() == ["Scan 1", "Scan 2"]
    app.wait("document.querySelectorAll(\"#app [data-identifier^='book-']\").length >= 8")


def test_scans_without_a_recogniser_outlive_the_app(start, open_app):
    """R-SCAN-2, R-SCAN-4"""
    first = start(*SHELF)
    app = open_app(first)
    app.expect_live()
    open_scanner(app)
    app.wait_for_words("scan-banner", "No recogniser is set")
    scan(app)
    app.wait_for_words("scan-banner", "1 scan")
    app.wait_for_part("scan-strip")
    # The program ends as if its battery had.
    first.process.kill()
    first.process.wait()
    app.expects_errors = True
    app.page.close()
    app = open_app(start(*SHELF))
    app.expect_live()
    open_scanner(app)
    app.button("Books").click()
    app.wait("document.querySelectorAll(\"#app [data-identifier='scan-row']\").length === 1")
    assert app.part("scan-row").locator(".text").first.inner_text() == "Scan 1"
