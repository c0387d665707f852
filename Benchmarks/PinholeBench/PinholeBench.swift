import ArgumentParser

/// Measures what does not need a browser. `scripts/bench` runs it and prints the figures side by side with a peer's.
@main
struct PinholeBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pinhole-bench",
        abstract: "Measure Pinhole's own work. Each subcommand prints one line of JSON.",
        subcommands: [
            DeliveryBench.self, WakeUpBench.self, PreviewBench.self, PassThroughBench.self, RawFrames.self,
            ForegroundBench.self, EngineStartBench.self, CyclesBench.self, SimulatorBench.self,
        ]
    )
}
