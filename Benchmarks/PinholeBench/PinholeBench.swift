import ArgumentParser
import Dispatch

/// Measures what does not need a browser. `scripts/bench` runs it and prints the figures side by side with a peer's.
@main
struct PinholeBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pinhole-bench",
        abstract: "Measure Pinhole's own work. Each subcommand prints one line of JSON.",
        subcommands: [
            DeliveryBench.self, AudioDeliveryBench.self, PairingBench.self, WakeUpBench.self, PreviewBench.self,
            PassThroughBench.self,
            RawFrames.self,
            ForegroundBench.self, EngineStartBench.self, CyclesBench.self, SimulatorBench.self,
            SceneFrames.self, EncodingBench.self, FinishBench.self, RecordingBench.self, CompositionBench.self,
            CodeSearchBench.self,
            DualBench.self, ReadingBench.self,
        ]
    )

    /// Only what has to wait is run as a task: a main thread that Dispatch has put to rest is more than Valgrind can stand,
    /// which counts the instructions of the others.
    static func main() {
        do {
            var command = try parseAsRoot()
            guard let waiting = command as? any AsyncParsableCommand else { return try command.run() }
            run(waiting)
        } catch {
            exit(withError: error)
        }
    }

    private static func run(_ command: any AsyncParsableCommand) -> Never {
        // Handed over: nobody uses it here any more.
        nonisolated(unsafe) var command = command
        Task {
            do {
                try await command.run()
                exit()
            } catch {
                exit(withError: error)
            }
        }
        dispatchMain()
    }
}
