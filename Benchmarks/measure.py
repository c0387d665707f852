"""Measures a release build of Pinhole and prints a table; see scripts/bench."""

import argparse
import os
import pathlib
import sys
import tempfile
import time

from browser import open_browser
from delivery import measure_delivery
from dual import measure_dual
from engine import measure_engine
from first_picture import measure_cold_start, measure_navigation
from hostility import measure_beside_hostile_clients
from latency import measure_latency
from preview import measure_preview
from recording import measure_recording
from table import Table
from transports import measure_transports


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("what", nargs="?", choices=["all", "transports", "recording", "dual"], default="all")
    options = parser.parse_args()
    table = Table()
    print(f"{os.cpu_count()} cores, {time.strftime('%Y-%m-%d')}", flush=True)
    measure(table, options)
    if table.unjudged:
        print("Not judged, because other work had the processor: " + "; ".join(table.unjudged))
    if table.broken:
        print("Broken bounds: " + "; ".join(table.broken))
    if options.check and table.broken:
        sys.exit(1)


def measure(table, options):
    if options.what == "all":
        measure_without_browser(table, options.bin)
    if options.what in ("all", "transports"):
        measure_viewfinder(table, options)
    if options.what in ("all", "recording"):
        measure_recording(table, options.bin, options.minutes or 2)
    if options.what in ("all", "dual"):
        measure_dual(table, options.bin, options.minutes or 5)


def measure_without_browser(table, binaries):
    measure_delivery(table, binaries)
    measure_engine(table, binaries)
    measure_preview(table, binaries)


def measure_viewfinder(table, options):
    with tempfile.TemporaryDirectory() as folder, open_browser() as browser:
        if options.what == "all":
            measure_cold_start(table, options.bin, browser, folder)
            measure_latency(table, options.bin, browser, folder, options.minutes)
        measure_navigation(table, options.bin, browser, folder)
        measure_transports(table, options.bin, browser, folder)
        measure_beside_hostile_clients(table, options.bin, browser, folder)


main()
