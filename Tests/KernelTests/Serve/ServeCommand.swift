import Foundation
import Glibc
import Testing

/// `pinhole serve`, run as a user runs it.
final class ServeCommand {
    private let process = Process()
    private let output = Pipe()
    private let progress = Pipe()
    private let folder = FileManager.default.temporaryDirectory.appending(path: "serve-\(UUID().uuidString)")

    /// Starts it, with any port that is free.
    init() throws {
        let files = folder.path
        process.executableURL = PinholeProgram.url
        process.arguments = ["serve", "--port", "0", "--no-browser", "--photos", files, "--movies", files]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = progress
        try process.run()
    }

    deinit {
        if process.isRunning {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Waits until it listens.
    ///
    /// - Returns: the address of its page.
    func waitForAddress() throws -> URL {
        let line = try #require(Self.line(of: output, beginningWith: "Viewfinder: "))
        return try #require(URL(string: String(line.dropFirst("Viewfinder: ".count))))
    }

    /// Whether it has not ended.
    var isRunning: Bool { process.isRunning }

    /// Waits until it says something on its standard error.
    ///
    /// - Returns: the first line from now on that has these words; `nil` when it ended without.
    func waitForNews(_ words: String) -> String? {
        Self.line(of: progress) { $0.contains(words) }
    }

    /// Ends it as a service manager does.
    ///
    /// - Returns: its exit status.
    func end() -> Int32 {
        process.terminate()
        process.waitUntilExit()
        return process.terminationStatus
    }

    private static func line(of pipe: Pipe, beginningWith words: String) -> String? {
        line(of: pipe) { $0.hasPrefix(words) }
    }

    private static func line(of pipe: Pipe, where isWanted: (String) -> Bool) -> String? {
        var text = Data()
        while true {
            let more = pipe.fileHandleForReading.availableData
            text += more
            // The last part is a line only if nothing follows.
            let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            if let line = lines.dropLast().map(String.init).first(where: isWanted) { return line }
            if more.isEmpty { return nil }
        }
    }
}
