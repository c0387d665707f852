import Foundation

/// Why a movie could not be judged, or what a judge has against it.
public struct ValidationFailure: Error, CustomStringConvertible {
    /// What happened, in words.
    public let description: String

    /// Makes a failure.
    public init(_ description: String) {
        self.description = description
    }
}

/// Runs installed programs, each for a bounded time. A missing program is a failure.
public enum ValidatorTool {
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
        within seconds: Int = 1_200
    ) throws(ValidationFailure) -> Answer {
        let child = try ChildProgram(program, arguments)
        do {
            let status = try child.wait(within: Double(seconds))
            return Answer(status: status, output: child.outputData, complaints: child.complaintText)
        } catch {
            throw ValidationFailure("\(program): \(error)")
        }
    }

    /// Runs a program that has to succeed.
    public static func succeed(
        _ program: String,
        _ arguments: [String],
        within seconds: Int = 1_200
    ) throws(ValidationFailure) -> Answer {
        let answer = try run(program, arguments, within: seconds)
        guard answer.status == 0 else {
            throw ValidationFailure("\(program) failed with status \(answer.status): \(answer.complaints)")
        }
        return answer
    }
}
