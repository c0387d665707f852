"""Pages of other sites, in a real browser: they get neither the picture, nor a way to have it loaded without end."""

import http.server
import threading

import pytest

from patience import PATIENCE


@pytest.fixture
def foreign_page(browser):
    """Opens HTML on another site: another host name, to a browser."""
    servers, contexts = [], []

    def open_page(html):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(html.encode())

            def log_message(self, *words):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        context = browser.new_context()
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        page = context.new_page()
        answers, downloads = {}, []
        page.on("response", lambda response: answers.setdefault(response.url, response.status))
        page.on("download", lambda download: downloads.append(download.url))
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        return page, answers, downloads

    yield open_page
    for context in contexts:
        context.close()
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    "elements",
    [
        ['<iframe src="{}"></iframe>', '<embed src="{}">', '<object data="{}"></object>', '<img src="{}">', '<video src="{}"></video>'],
        # A page of frames has nothing else.
        ['<frameset><frame src="{}"></frameset>'],
    ],
    ids=["elements", "frames"],
)
@pytest.mark.parametrize("path", ["stream", "preview.mjpeg", "events", "photos"])
def test_another_site_can_not_embed_the_picture(elements, path, scripted, foreign_page):
    scripted.say(rate=30)
    address = scripted.url.replace("127.0.0.1", "localhost") + path
    # Each has an address of its own: what one of them is answered says nothing of another.
    addresses = [f"{address}?{number}" for number in range(len(elements))]
    page, answers, downloads = foreign_page("".join(map(str.format, elements, addresses)))
    # A request that the browser refuses by itself has no answer; none is ever answered with the picture.
    page.wait_for_load_state("networkidle")
    assert [answers.get(each, 403) for each in addresses] == [403] * len(elements) and downloads == []


@pytest.mark.parametrize("path", ["stream", "preview.mjpeg", "events", "photos"])
def test_a_link_of_another_site_does_not_load_the_picture(path, scripted, foreign_page):
    address = scripted.url.replace("127.0.0.1", "localhost") + path
    page, answers, downloads = foreign_page(f'<a href="{address}">A link</a>')
    with page.expect_response(address) as answer:
        page.click("a")
    assert answer.value.status == 403 and downloads == []


def test_a_link_of_another_site_leads_to_the_page(scripted, foreign_page):
    address = scripted.url.replace("127.0.0.1", "localhost")
    page, answers, _ = foreign_page(f'<a href="{address}">A link</a>')
    page.click("a")
    page.wait_for_function("() => document.title.includes('Pinhole')")
    assert answers[address] == 200


def test_another_site_can_not_frame_the_page(scripted, foreign_page):
    address = scripted.url.replace("127.0.0.1", "localhost")
    page, answers, _ = foreign_page(f'<iframe src="{address}"></iframe>')
    page.wait_for_load_state("networkidle")
    assert answers.get(address, 403) == 403
