import Foundation
import Testing

/// Another program that uses a camera: the command `pinhole`.
enum OtherProgram {
    /// Lets it stream from a camera.
    ///
    /// - Returns: what ends it.
    static func occupy(_ id: String) throws -> @Sendable () -> Void {
        let process = Process()
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        process.executableURL = folder.appendingPathComponent("pinhole")
        process.arguments = ["frames", "--camera", id, "--preset", "low", "--count", "1000000", "--timeout", "30"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var text = ""
        // The program ends by itself after a while, and with it this loop.
        while !text.contains(" ms\t") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            text += String(decoding: data, as: UTF8.self)
        }
        try #require(text.contains(" ms\t"), "pinhole should have printed a frame, not: \(text)")
        // Its output has to flow on, or it stops at a full pipe.
        output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
        let running = RunningProcess(process, output)
        return { running.kill() }
    }

    // @unchecked: used by the one test that started it.
    private final class RunningProcess: @unchecked Sendable {
        private let process: Process
        private let output: Pipe

        init(_ process: Process, _ output: Pipe) {
            self.process = process
            self.output = output
        }

        func kill() {
            // Children inherit blocked signals from Dispatch's threads; this one cannot be blocked.
            Glibc.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            output.fileHandleForReading.readabilityHandler = nil
        }
    }
}
