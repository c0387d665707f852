"""How long a test waits for what must happen, and how.

PINHOLE_PATIENCE   seconds that a test waits
"""

import contextlib
import os
import time

# Seconds; fewer for those who look for the reason of a failure. No bound of what is tested, which a busy machine may take as long for
# as it likes: the end of a test that hangs.
PATIENCE = int(os.environ.get("PINHOLE_PATIENCE", 600))

# A promise is true, whatever it comes to: who asks for one would wait for nothing.
TRUTH = """() => {
  const value = (%s);
  if (value instanceof Promise) throw new TypeError('a condition that is a promise is true at once');
  return !!value;
}"""


def wait_for(page, condition, patience=PATIENCE):
    """Waits until a JavaScript expression is true on a page."""
    # Not with each frame of the screen: that would make the browser draw 60 of them a second.
    page.wait_for_function(TRUTH % condition, timeout=patience * 1000, polling=20)


@contextlib.contextmanager
def answered(page, address):
    """What is done within sends a request to an address, a pattern; waits until that one has been answered."""
    with page.expect_request(address) as request:
        yield
    request.value.response()


def comes(page, condition, patience=PATIENCE):
    """Whether a function gives true, now or within some seconds in which the page goes on."""
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            return False
        page.wait_for_timeout(50)
    return True
