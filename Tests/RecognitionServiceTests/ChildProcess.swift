import Foundation

/// A program as a process of its own, and the lines that it announces.
final class ChildProcess: Sendable {
    private let process: Process
    /// What it says on standard output, line by line; ends with the process.
    let lines: AsyncStream<String>

    var identifier: Int32 { process.processIdentifier }

    /// Starts the demo program.
    convenience init(_ arguments: [String]) throws {
        try self.init(Self.executable, arguments)
    }

    /// Starts any program.
    ///
    /// - Parameter announcesErrors: whether the lines are those of standard error.
    init(_ program: URL, _ arguments: [String], announcesErrors: Bool = false) throws {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
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

    /// Ends the process at once, without any chance to clean up, and waits until it is gone.
    func killAndWait() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Beside the test's own program.
    private static var executable: URL {
        var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
            folder = bundle.bundleURL.deletingLastPathComponent()
        }
        return folder.appending(path: "recognition-service-demo")
    }
}
