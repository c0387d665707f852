import ArgumentParser
import Dispatch

/// What waking a queue and being woken by it costs without any capture: the system's share of a delivery.
struct WakeUpBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wake-ups",
        abstract: "Measure the processor time of waking a queue and being woken by it."
    )

    @Option(help: "How many times to measure.")
    var frames = 20_000

    func run() throws {
        let pass = DispatchSemaphore(value: 0)
        let source = DispatchSource.makeUserDataAddSource(queue: DispatchQueue(label: "bench.bare"))
        source.setEventHandler { pass.signal() }
        source.resume()
        try turn(500, source, pass)
        let start = ProcessorTime.seconds()
        try turn(frames, source, pass)
        let seconds = ProcessorTime.seconds() - start
        source.cancel()
        BenchResult.print(["frames": Double(frames), "microsecondsPerFrame": seconds * 1e6 / Double(frames)])
    }

    private func turn(_ turns: Int, _ source: any DispatchSourceUserDataAdd, _ pass: DispatchSemaphore) throws {
        for _ in 0..<turns {
            source.add(data: 1)
            guard pass.wait(timeout: .now() + 5) == .success else { throw BenchFailure("a queue never woke up") }
        }
    }
}
