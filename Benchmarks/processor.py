"""Processor time, and whether the machine had other work."""

import contextlib
import os
import pathlib
import resource
import subprocess
import time

# Server and browser that wait for a core for more than this share of the time they have one are slowed down by other work.
# Alone on two cores it is 0.3; while somebody compiles, 3 to 5.
MOST_WAITING = 0.6
# Where more processes are measured than there are cores they wait for each other. Then what other processes use tells, in cores.
MOST_OTHER_WORK = 0.2


class ProcessorUse:
    """How long the threads of this process's descendants (server and browser) had a core, and how long they waited for one.

    In nanoseconds, as `machine_ran`, which is how long all processes of the machine had cores, and its host took them for others.
    """

    def __init__(self, without=None):
        self.time = time.monotonic()
        self.machine_ran = self.time_of_all_processes()
        self.ran = self.waited = 0
        for process in self.descendants() - {without}:
            for figures in pathlib.Path(f"/proc/{process}/task").glob("*/schedstat"):
                with contextlib.suppress(OSError):
                    ran, waited, _ = map(int, figures.read_text().split())
                    self.ran += ran
                    self.waited += waited

    def share_waiting_since(self, before):
        return (self.waited - before.waited) / max(self.ran - before.ran, 1)

    def cores_of_others_since(self, before):
        others = (self.machine_ran - before.machine_ran) - (self.ran - before.ran)
        return others / 1e9 / (self.time - before.time)

    @staticmethod
    def time_of_all_processes():
        user, nice, system, _, _, irq, softirq, steal = map(int, pathlib.Path("/proc/stat").read_text().split()[1:9])
        return (user + nice + system + irq + softirq + steal) * 1e9 / os.sysconf("SC_CLK_TCK")

    @staticmethod
    def descendants():
        parents = {}
        for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                parents[int(status.parent.name)] = int(status.read_text().rsplit(") ", 1)[1].split()[1])
        found = {os.getpid()}
        while more := {child for child, parent in parents.items() if parent in found and child not in found}:
            found |= more
        return found


def wait_for_rest(server=None, share=0.1, seconds=0.25, attempts=40):
    """Waits until the browser, which opens a page, closes another and starts a process in advance, has nothing more to do.

    The process of a server whose camera runs never rests.
    """
    for _ in range(attempts):
        before = ProcessorUse(without=server)
        time.sleep(seconds)
        if (ProcessorUse(without=server).ran - before.ran) / 1e9 <= share * seconds:
            return


def processor_seconds_of(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def stay_on_one_core():
    """Waking a thread on a core that sleeps costs an interrupt, which on a virtual machine is many times the work that is measured."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
