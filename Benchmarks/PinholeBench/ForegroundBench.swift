import ArgumentParser
import Foundation

/// From the return to the foreground to the first new frame in the delegate, in real time.
struct ForegroundBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "foreground",
        abstract: "Measure how soon a camera is back when its app is."
    )

    @Option(help: "How many times to go to the background and come back.")
    var cycles = 60

    func run() async throws {
        let fixture = await EngineBenchFixture()
        _ = try await fixture.untilFirstFrame { fixture.engine.start() }
        var frames: [FirstFrame] = []
        for cycle in 0..<cycles {
            fixture.setForeground(false)
            await fixture.settle()
            // At a different point of the sensor's beat each time.
            try await Task.sleep(for: .milliseconds(20 + cycle * 7 % 34))
            frames.append(try await fixture.untilFirstFrame { fixture.setForeground(true) })
            await fixture.settle()
        }
        fixture.engine.stop()
        await fixture.settle()
        let median = { (part: KeyPath<FirstFrame, Double>) in
            frames.map { $0[keyPath: part] }.sorted()[frames.count / 2]
        }
        BenchResult.print([
            "cycles": Double(cycles),
            "medianMilliseconds": median(\.total),
            "worstMilliseconds": frames.map(\.total).max() ?? 0,
            "medianUntilSensor": median(\.untilSensor),
            "medianExposure": median(\.exposure),
            "medianDelivery": median(\.delivery),
        ])
    }
}
