import AVFoundation
import AllocationCounter
import ArgumentParser
import CaptureDriver

/// From driver to delegate: allocations and processor time per frame.
struct DeliveryBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delivery",
        abstract: "Count allocations and processor time from driver to delegate."
    )

    @Option(help: "How many frames to measure.")
    var frames = 20_000

    func run() throws {
        let fixture = try BenchFixture(camera: try SyntheticFrames.fullHDCamera(), settings: nil)
        // The first frames fill caches and pools.
        try fixture.send(500)
        let allocations = allocation_counter_read()
        let seconds = ProcessorTime.seconds()
        try fixture.send(frames)
        let usedSeconds = ProcessorTime.seconds() - seconds
        let usedAllocations = allocation_counter_read() - allocations
        BenchResult.print([
            "frames": Double(frames),
            "allocationsPerFrame": Double(usedAllocations) / Double(frames),
            "microsecondsPerFrame": usedSeconds * 1e6 / Double(frames),
        ])
    }
}
