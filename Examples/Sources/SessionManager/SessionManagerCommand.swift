import ArgumentParser
import Foundation

/// Runs the session manager for a while. What it does stands in the log, on standard error.
@main
struct SessionManagerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session-manager",
        abstract: "Starts the front camera, and stops it again."
    )

    @Flag(help: "Use a simulated phone instead of this machine's cameras.")
    var simulated = false

    @Option(help: "How long the camera runs.")
    var seconds = 2.0

    @MainActor
    func run() async throws {
        if simulated { useSimulatedPhone() }
        let manager = CameraSessionManager()
        await manager.start()
        if let error = manager.error { throw error }
        try await Task.sleep(for: .seconds(seconds))

        let stopped = manager.$isRunning.first { !$0 }
        let (ending, continuation) = AsyncStream.makeStream(of: Void.self)
        let subscription = stopped.sink { _ in continuation.finish() }
        manager.stop()
        for await _ in ending {}
        subscription.cancel()
        print("The camera ran for \(seconds) seconds.")
    }
}
