"""The end of a test that hangs: it must not take all others with it, and says where it stood.

Waits in tests have a bound of their own, `PATIENCE`. Some things cannot be given one: what the browser evaluates, and a line that a
program is to print. The process of such a test ends, and xdist begins another one. Before, LLDB tells what the threads of the
test's programs do, as it may be they that hang. (pytest-timeout gives no bound to what follows a test that has failed.)

A conftest.py that imports the hook has its tests bounded.
"""

import faulthandler
import gc
import os
import pathlib
import signal
import subprocess
import sys
import threading
import traceback

import greenlet
import pytest

from patience import PATIENCE

ROOT = pathlib.Path(__file__).resolve().parents[3]
# Seconds. Longer than any wait with a bound: that fails first, and says more.
BOUND = PATIENCE + 300
# Seconds that LLDB gets for one program.
DEBUGGER_TIME = 120


def programs_of(process):
    """The numbers of this package's programs that a process has started, or that they have started."""
    parents = {}
    for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name of a program, in parentheses, may hold anything.
            parents[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found, wave = [], {process}
    while wave:
        wave = {number for number, parent in parents.items() if parent in wave}
        found += [number for number in sorted(wave) if is_ours(number)]
    return found


def is_ours(number):
    try:
        return os.readlink(f"/proc/{number}/exe").startswith(os.path.realpath(ROOT / ".build"))
    except OSError:
        return False


def show_and_kill(programs, stream):
    """Swift's toolchain has LLDB. Where it may not look at other processes, it says so."""
    for number in programs:
        arguments = ["lldb", "--no-lldbinit", "--batch", "-p", str(number), "-o", "thread backtrace all"]
        try:
            # A stopped program answers nobody.
            os.kill(number, signal.SIGCONT)
            subprocess.run(
                arguments, stdin=subprocess.DEVNULL, stdout=stream, stderr=subprocess.STDOUT, timeout=DEBUGGER_TIME, check=False
            )
            os.kill(number, signal.SIGKILL)
        except (OSError, subprocess.TimeoutExpired) as error:
            print(f"LLDB told nothing of {number}: {error}", file=stream, flush=True)


def show_greenlets(stream):
    """Playwright's calls leave the test waiting in a greenlet, which is on no thread meanwhile."""
    for each in gc.get_objects():
        if isinstance(each, greenlet.greenlet) and each.gr_frame is not None:
            print("\nGreenlet:", file=stream)
            traceback.print_stack(each.gr_frame, file=stream)
    stream.flush()


def end(item):
    """Ends the process of a test. The other tests have processes of their own, or get a new one."""
    capture = item.config.pluginmanager.getplugin("capturemanager")
    if capture is not None:
        capture.suspend_global_capture(item)
    stream = sys.__stderr__
    print(f"error: {item.nodeid} hangs. What its process and its programs do:", file=stream, flush=True)
    faulthandler.dump_traceback(stream)
    show_greenlets(stream)
    show_and_kill(programs_of(os.getpid()), stream)
    os._exit(1)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """Bounds a test with all that it needs and leaves behind."""
    timer = threading.Timer(BOUND, end, [item])
    timer.daemon = True
    timer.start()
    try:
        return (yield)
    finally:
        timer.cancel()
