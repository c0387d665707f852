"""The camera engine: its starts, its trips to the background, its simulator."""

import statistics

from programs import bench


def measure_engine(table, binaries, runs=9):
    foreground = bench(binaries, "foreground")
    table.row("foreground to first frame in the delegate, median", foreground["medianMilliseconds"], "ms", bound=500, aim=50)
    table.row("foreground to first frame in the delegate, worst", foreground["worstMilliseconds"], "ms", bound=500, aim=50)
    table.row("  of it until the sensor begins, median", foreground["medianUntilSensor"], "ms")
    table.row("  of it one frame's exposure", foreground["medianExposure"], "ms")
    table.row("  of it from there to the delegate, median", foreground["medianDelivery"], "ms")
    # Turn by turn, so that both meet the same machine.
    pairs = [(bench(binaries, "engine-start"), bench(binaries, "engine-start", "--prewarm")) for _ in range(runs)]
    cold, warm = (statistics.median(pair[index]["milliseconds"] for pair in pairs) for index in range(2))
    table.row(f"first start to first frame in the delegate, median of {runs}", cold, "ms", bound=1500, aim=300)
    table.row("the same after prewarm", warm, "ms", bound=1500, aim=300)
    table.row("share that prewarm saves", (cold - warm) / cold * 100, "%")
    cycles = bench(binaries, "cycles")
    count = f"{cycles['cycles']:,.0f} cycles to the background"
    table.row(f"{count}: blocks of the heap left by each", cycles["blocksPerCycle"], "", bound=0.5)
    table.row(f"{count}: growth of resident memory", cycles["residentGrowthMegabytes"], "MB", bound=8)
    table.row(f"{count}: descriptors left open", cycles["descriptors"], "", bound=0)
    table.row(f"{count}: camera hardware not given back", cycles["hardware"], "", bound=0)
    table.row("simulated events a second", bench(binaries, "simulator")["eventsPerSecond"], "", least=1e6)
