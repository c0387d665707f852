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
        let stage = try BenchStage(camera: try SyntheticPictures.fullHDCamera(), settings: nil)
        // The first frames fill caches and pools.
        try stage.send(500)
        let allocations = allocation_counter_read()
        let seconds = ProcessorTime.seconds()
        try stage.send(frames)
        let usedSeconds = ProcessorTime.seconds() - seconds
        let usedAllocations = allocation_counter_read() - allocations
        let bareSeconds = try BareWakeUp().processorSeconds(turns: frames)
        BenchResult.print([
            "frames": Double(frames),
            "allocationsPerFrame": Double(usedAllocations) / Double(frames),
            "microsecondsPerFrame": usedSeconds * 1e6 / Double(frames),
            "microsecondsOfWakeUps": bareSeconds * 1e6 / Double(frames),
        ])
    }
}

/// What waking a queue and being woken by it costs without any capture: the system's share of a delivery.
private struct BareWakeUp {
    private let source = DispatchSource.makeUserDataAddSource(queue: DispatchQueue(label: "bench.bare"))
    private let pass = DispatchSemaphore(value: 0)

    init() {
        let pass = pass
        source.setEventHandler { pass.signal() }
        source.resume()
    }

    func processorSeconds(turns: Int) throws -> Double {
        let start = ProcessorTime.seconds()
        for _ in 0..<turns {
            source.add(data: 1)
            guard pass.wait(timeout: .now() + 5) == .success else { throw BenchFailure("a queue never woke up") }
        }
        source.cancel()
        return ProcessorTime.seconds() - start
    }
}
