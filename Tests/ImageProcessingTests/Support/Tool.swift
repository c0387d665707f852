import Foundation

/// Runs an installed program; a missing one is a failure.
enum Tool {
    struct Output {
        var status: Int32
        var standardOutput: Data
        var text: String { String(decoding: standardOutput, as: UTF8.self) }
    }

    static func run(_ program: String, _ arguments: [String]) throws -> Output {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus != 127 else { throw SupportError("\(program) is not installed") }
        return Output(status: process.terminationStatus, standardOutput: data)
    }

    /// Lends the path of a file with the given contents.
    static func withFile<Result>(_ contents: Data, _ suffix: String, _ body: (String) throws -> Result) throws -> Result
    {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + suffix)
        try contents.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try body(file.path)
    }
}
