public import Foundation

/// A program of this package as a process of its own, and the lines that it announces.
public final class ChildProgram: Sendable {
    private let process: Process
    /// What it says on standard output, line by line; ends with the process.
    public let lines: AsyncStream<String>

    /// Starts a program that stands beside the tests' own.
    public convenience init(_ name: String, _ arguments: [String]) throws {
        try self.init(Self.program(name), arguments)
    }

    /// Starts any program.
    ///
    /// - Parameter announcesErrors: whether the lines are those of standard error.
    public init(_ program: URL, _ arguments: [String], announcesErrors: Bool = false) throws {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        // One that every user may enter: the program may run as another.
        process.currentDirectoryURL = URL(filePath: "/tmp")
        let output = Pipe()
        if announcesErrors {
            process.standardError = output
            process.standardOutput = FileHandle.nullDevice
        } else {
            process.standardOutput = output
        }
        let (lines, announcing) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        self.process = process
        try process.run()
        // A thread of its own: it waits for the child most of the time.
        Thread.detachNewThread {
            var rest = Data()
            // Gives what there is; `read(upToCount:)` would wait for the whole count.
            while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
                rest += data
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    announcing.yield(String(decoding: rest[..<end], as: UTF8.self))
                    rest = Data(rest[(end + 1)...])
                }
            }
            announcing.finish()
        }
    }

    /// The process.
    public var identifier: Int32 { process.processIdentifier }

    /// Waits for a line that begins so; `nil` when the process has ended before. Earlier lines are lost.
    public func line(beginning prefix: String) async -> String? {
        for await line in lines where line.hasPrefix(prefix) { return line }
        return nil
    }

    /// Ends the process at once, without any chance to clean up, and waits until it is gone.
    public func killAndWait() {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    private static func program(_ name: String) throws -> URL {
        let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        let candidates = [folder, Bundle.main.bundleURL].map { $0.appending(path: name) }
        guard let program = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: name])
        }
        return program
    }
}
