import ArgumentParser
import CameraLifecycle
import CameraSimulation

/// How many events a second the simulator plays on one core.
struct SimulatorBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulator",
        abstract: "Measure how many events a second the simulation of the camera's life plays."
    )

    @Option(help: "How many events to play.")
    var events = 5_000_000

    func run() throws {
        let simulator = CameraSimulator { CameraStateMachine() }
        let start = ProcessorTime.seconds()
        let (handled, failure) = simulator.run(seed: 1, events: events)
        guard failure == nil else { throw BenchFailure("a rule is broken; see pinhole simulate") }
        BenchResult.print(["eventsPerSecond": Double(handled) / (ProcessorTime.seconds() - start)])
    }
}
