import ArgumentParser
import Foundation

/// From the wish to see the camera to the first frame in the delegate, in a process that has not used the camera before.
struct EngineStartBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "engine-start",
        abstract: "Measure the camera's first start in a process."
    )

    @Flag(help: "Let the engine configure its session before.")
    var prewarm = false

    func run() async throws {
        let fixture = await EngineBenchFixture()
        await fixture.settle()
        let started = EngineBenchFixture.now
        if prewarm {
            fixture.engine.prewarm()
            await fixture.settle()
        }
        let prewarmed = EngineBenchFixture.now
        let frame = try await fixture.untilFirstFrame { fixture.engine.start() }
        fixture.engine.stop()
        await fixture.settle()
        BenchResult.print([
            "milliseconds": frame.total,
            "untilSensor": frame.untilSensor,
            "exposure": frame.exposure,
            "delivery": frame.delivery,
            "prewarm": (prewarmed.seconds - started.seconds) * 1e3,
        ])
    }
}
