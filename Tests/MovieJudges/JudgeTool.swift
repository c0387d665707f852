import Foundation

/// Why a movie could not be judged, or what a judge has against it.
public struct JudgeFailure: Error, CustomStringConvertible {
    /// What happened, in words.
    public let description: String

    /// Makes a failure.
    public init(_ description: String) {
        self.description = description
    }
}

/// Runs installed programs, each for a bounded time. A missing program is a failure.
public enum JudgeTool {
    /// What a program said.
    public struct Answer: Sendable {
        /// Its exit status; 128 and the signal's number when a signal ended it.
        public var status: Int32
        /// What it wrote to its standard output.
        public var output: Data
        /// What it wrote to its standard error.
        public var complaints: String

        /// The output as text.
        public var text: String { String(decoding: output, as: UTF8.self) }
        /// The complaints' lines that say something.
        public var complaintLines: [String] {
            complaints.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty }
        }
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - program: its name, found on the path.
    ///   - arguments: its arguments.
    ///   - seconds: how long it may take before it is killed, which is a failure.
    public static func run(
        _ program: String,
        _ arguments: [String],
        within seconds: Int = 120
    ) throws(JudgeFailure) -> Answer {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["timeout", "--signal=KILL", "\(seconds)", program] + arguments
        let output = Pipe()
        // A file takes as many complaints as there are without being read meanwhile.
        let complaints = FileManager.default.temporaryDirectory.appendingPathComponent("judge-\(UUID().uuidString).txt")
        defer { try? FileManager.default.removeItem(at: complaints) }
        guard FileManager.default.createFile(atPath: complaints.path, contents: nil),
            let errors = FileHandle(forWritingAtPath: complaints.path)
        else { throw JudgeFailure("cannot write \(complaints.path)") }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        do {
            try process.run()
        } catch {
            throw JudgeFailure("\(program) could not be started: \(error)")
        }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try? errors.close()
        let said = (try? String(contentsOf: complaints, encoding: .utf8)) ?? ""
        let isSignal = process.terminationReason == .uncaughtSignal
        let status = isSignal ? 128 + process.terminationStatus : process.terminationStatus
        if status == 127 { throw JudgeFailure("\(program) is not installed") }
        if status == 124 || status == 128 + SIGKILL {
            throw JudgeFailure("\(program) took longer than \(seconds) s")
        }
        return Answer(status: status, output: data, complaints: said)
    }

    /// Runs a program that has to succeed.
    public static func succeed(
        _ program: String,
        _ arguments: [String],
        within seconds: Int = 120
    ) throws(JudgeFailure) -> Answer {
        let answer = try run(program, arguments, within: seconds)
        guard answer.status == 0 else {
            throw JudgeFailure("\(program) failed with status \(answer.status): \(answer.complaints)")
        }
        return answer
    }
}
