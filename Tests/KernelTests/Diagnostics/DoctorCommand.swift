import Diagnostics
import Foundation
import Testing

/// The built command, run as a user runs it.
struct DoctorCommand {
    /// What a run came to.
    struct Outcome {
        var status: Int32
        var output: String
        var progress: String

        /// The report that `--json` printed.
        func report() throws -> Report {
            try JSONDecoder().decode(Report.self, from: Data(output.utf8))
        }
    }

    private let process = Process()
    private let output = Pipe()
    private let progress = Pipe()
    /// Read so far of the progress.
    private var said = ""

    /// Starts `pinhole doctor`.
    ///
    /// - Parameter wrapper: a command that starts it, such as `setpriv` with its arguments.
    init(_ arguments: [String], wrapper: [String] = []) throws {
        let command = wrapper + [PinholeProgram.url.path, "doctor"] + arguments
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = output
        process.standardError = progress
        try process.run()
    }

    /// Waits until the progress names something.
    mutating func wait(for words: String) {
        while !said.contains(words) {
            let data = progress.fileHandleForReading.availableData
            if data.isEmpty { return }
            said += String(decoding: data, as: UTF8.self)
        }
    }

    /// Waits for the end.
    mutating func finish() throws -> Outcome {
        // Progress fits into the pipe, the report may not.
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        let rest = try progress.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        said += String(decoding: rest, as: UTF8.self)
        return Outcome(
            status: process.terminationStatus,
            output: String(decoding: text, as: UTF8.self),
            progress: said
        )
    }

    /// Runs it to the end.
    static func run(_ arguments: String..., wrapper: [String] = []) throws -> Outcome {
        var command = try DoctorCommand(arguments, wrapper: wrapper)
        return try command.finish()
    }
}
