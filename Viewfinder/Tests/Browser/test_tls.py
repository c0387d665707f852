"""The viewfinder by TLS, with a certificate that pinhole made, in a real browser."""

import hashlib
import ssl
import urllib.parse

from patience import PATIENCE

TOKEN = "correct.horse-battery_staple"


def test_the_picture_by_tls_and_the_fingerprint_that_is_shown(start, open_viewfinder):
    pinhole = start("--camera", "iphone", "--tls", "self-signed", "--token", TOKEN)
    assert pinhole.url.startswith("https://") and TOKEN not in pinhole.url
    printed = pinhole.process.stdout.readline().strip().removeprefix("Certificate: SHA-256 ")
    address = urllib.parse.urlsplit(pinhole.url)
    certificate = ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate((address.hostname, address.port), timeout=PATIENCE))
    assert printed.replace(":", "").lower() == hashlib.sha256(certificate).hexdigest()
    viewfinder = open_viewfinder(f"{pinhole.url}?token={TOKEN}", ignore_https_errors=True)
    viewfinder.wait_for_picture()
    cookie, = viewfinder.page.context.cookies()
    assert cookie["secure"] and cookie["name"].startswith("__Host-")
    viewfinder.page.click("#settings-open")
    viewfinder.page.wait_for_selector("#certificate:not([hidden])")
    assert viewfinder.page.inner_text("#certificate-fingerprint") == printed
    viewfinder.page.locator("#certificate-fingerprint").scroll_into_view_if_needed()
    viewfinder.shot("certificate")
