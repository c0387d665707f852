"""An honest preview beside clients that attack the server."""

import collections
import contextlib
import json
import pathlib
import secrets
import subprocess
import sys
import time

from transports import LEAST_RATE, NAMES, PageWindow, choose_transport
from viewfinder import Viewfinder

SECONDS = 17
# The attack begins before the measurement and ends after it.
MARGIN = 3
ATTACK_SECONDS = SECONDS + 2 * MARGIN
ATTACKS = ("dripping connections", "streams that nobody reads", "huge heads", "wrong tokens")
SUCCESSES = ("huge heads that were let in", "wrong tokens that were not refused")


def measure_beside_hostile_clients(table, binaries, browser, folder):
    token = secrets.token_urlsafe(24)
    with Viewfinder(binaries, folder, token) as viewfinder:
        viewfinder.wait_until_listening()
        # The attackers' own session: some of them know the token, and ask for streams that they do not read.
        with browser.new_context(bypass_csp=True) as context:
            cookie, = open_logged_in(context, viewfinder.url, token).context.cookies()
        page = open_logged_in(browser.new_context(bypass_csp=True, viewport={"width": 1280, "height": 720}), viewfinder.url, token)
        counts = collections.Counter()
        for transport in NAMES:
            counts += measure_attack(table, viewfinder, page, transport, f"{cookie['name']}={cookie['value']}")
        page.context.close()
    print_attacks(table, counts)


def open_logged_in(context, url, token):
    page = context.new_page()
    page.goto(url)
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_function("self.pinhole?.pictureIsShown && self.pinhole.state?.()?.phase === 'live'", polling=50)
    return page


def measure_attack(table, viewfinder, page, transport, cookie):
    """Alone first, then beside the attackers, who share the machine with server and browser."""
    choose_transport(page, transport)
    window = PageWindow(viewfinder, page)
    time.sleep(SECONDS)
    alone = window.end()
    with attack(viewfinder.port, ATTACK_SECONDS, cookie) as counts:
        time.sleep(MARGIN)
        window = PageWindow(viewfinder, page)
        time.sleep(SECONDS)
        attacked = window.end()
    name = NAMES[transport]
    honest = f"honest preview beside hostile clients, {name}"
    table.row(f"{honest}: pictures a second", attacked.painted, "", least=LEAST_RATE, is_judged=attacked.is_quiet)
    table.row("  the same without them", alone.painted, "")
    table.row("  processor use of the server", attacked.server_work * 100, "% of a core")
    table.row("  the same without them", alone.server_work * 100, "% of a core")
    table.row("  processor use of the attackers", counts["processor seconds"] / ATTACK_SECONDS * 100, "% of a core")
    table.row("  other work of the machine meanwhile", attacked.other_work * 100, "% of a core")
    has_given_up = attacked.codec != transport
    table.row(f"  pages that gave {name} up", int(has_given_up), "of 1", bound=0, is_judged=attacked.is_quiet)
    table.row("  generated to painted, p99", attacked.p99, "ms")
    table.row("  the same without them", alone.p99, "ms")
    return counts


@contextlib.contextmanager
def attack(port, seconds, cookie):
    """Yields what the attackers have done, which is known at the end."""
    program = pathlib.Path(__file__).with_name("hostile_clients.py")
    process = subprocess.Popen([sys.executable, str(program), str(port), str(seconds), cookie], stdout=subprocess.PIPE, text=True)
    counts = collections.Counter()
    try:
        yield counts
        counts.update(json.loads(process.communicate(timeout=seconds + 20)[0]))
    finally:
        process.kill()


def print_attacks(table, counts):
    for what in ATTACKS:
        # An attack that did not happen proves nothing.
        table.row(f"  attacks: {what}", counts[what], "", least=1)
    table.row("  of the connections that dripped the server ended", counts["dripping connections that the server ended"], "")
    for what in SUCCESSES:
        table.row(f"  {what}", counts[what], "", bound=0)
