import AllocationCounter
import ArgumentParser
import CameraLifecycle
import CaptureDriver
import Foundation

/// Thousands of trips to the background and back, in simulated time: nothing may pile up.
struct CyclesBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cycles",
        abstract: "Go to the background and back many times, and tell what is left behind."
    )

    @Option(help: "How many times.")
    var cycles = 10_000

    @Option(help: "From which cycle on growth counts: until then caches fill, and the simulated phone's log.")
    var warmUp = 3_000

    func validate() throws {
        guard warmUp < cycles else { throw ValidationError("--warm-up is less than --cycles.") }
    }

    func run() async throws {
        let clock = ManualCaptureClock()
        let fixture = await EngineBenchFixture(clock: clock)
        fixture.engine.start()
        try await untilLive(fixture, clock)
        var before = ProcessResources.now
        let start = ContinuousClock.now
        for cycle in 1...cycles {
            fixture.setForeground(false)
            await fixture.settle()
            guard await fixture.engine.status == .inBackground else { throw BenchFailure("not in the background") }
            guard fixture.phone.resources.used == 0 else { throw BenchFailure("hardware was kept in cycle \(cycle)") }
            fixture.setForeground(true)
            try await untilLive(fixture, clock)
            if cycle == warmUp { before = .now }
        }
        let seconds = start.duration(to: .now) / .seconds(1)
        let after = ProcessResources.now
        fixture.engine.stop()
        await fixture.settle()
        let counted = Double(cycles - warmUp)
        BenchResult.print([
            "cycles": Double(cycles),
            "secondsOfProcess": seconds,
            "blocksPerCycle": Double(after.blocks - before.blocks) / counted,
            "bytesPerCycle": Double(after.bytes - before.bytes) / counted,
            "residentGrowthMegabytes": Double(after.resident - before.resident) / 1e6,
            "descriptors": Double(after.descriptors - before.descriptors),
            "hardware": Double(fixture.phone.resources.used),
            "threads": Double(after.threads - before.threads),
        ])
    }

    private func untilLive(_ fixture: EngineBenchFixture, _ clock: ManualCaptureClock) async throws {
        for _ in 0..<100 {
            await fixture.settle()
            if await fixture.engine.status == .live { return }
            clock.advance(bySeconds: 0.01)
        }
        throw BenchFailure("the camera did not come back: \(await fixture.engine.status)")
    }
}

/// What a process has of the things that leak.
struct ProcessResources {
    /// Blocks of the heap.
    var blocks: Int
    /// Bytes in them.
    var bytes: Int
    /// Bytes of memory that is the process's own.
    var resident: Int
    var descriptors: Int
    var threads: Int

    static var now: ProcessResources {
        let files = FileManager.default
        return ProcessResources(
            blocks: allocation_counter_live(),
            bytes: Int(allocation_counter_live_bytes()),
            resident: residentKilobytes * 1024,
            descriptors: (try? files.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0,
            threads: (try? files.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
        )
    }

    private static var residentKilobytes: Int {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return 0 }
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
