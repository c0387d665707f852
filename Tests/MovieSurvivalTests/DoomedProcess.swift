import Foundation
import Glibc
import MovieJudges
import Synchronization
import Testing

/// A running `doomed-recorder`, in a process of its own that can be killed.
// @unchecked: Foundation's process is used by the one test that started it.
final class DoomedProcess: @unchecked Sendable {
    /// What the recorder said at its end.
    struct Outcome: Decodable, Sendable {
        var layout: String?
        var error: String?
        var advice: String?
        var finishMilliseconds: Double?
    }

    /// What the recorder says that it has handed over.
    let log: AppendLog
    private let process = Process()
    private let output = Pipe()
    private let ended = DispatchSemaphore(value: 0)

    /// The program stands beside the test program.
    static var executable: String {
        get throws {
            let bundle = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") })
            return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("doomed-recorder")
                .path
        }
    }

    /// Starts a recording.
    ///
    /// - Parameters:
    ///   - movie: the file.
    ///   - options: the recorder's options.
    ///   - wrapper: a command that starts it, such as `strace` with its arguments.
    ///   - folder: where the log lies; with the movie, unless that place is not to last.
    init(_ movie: URL, _ options: [String] = [], wrapper: [String] = [], logIn folder: URL? = nil) throws {
        let folder = folder ?? movie.deletingLastPathComponent()
        let logPath = folder.appendingPathComponent("\(UUID().uuidString).log").path
        log = try AppendLog(logPath)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = wrapper + [try Self.executable, "record", movie.path, "--log", logPath] + options
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        let ended = ended
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
    }

    /// Runs the recorder to its end and tells what it said.
    static func record(
        _ movie: URL,
        _ options: [String] = [],
        wrapper: [String] = [],
        logIn folder: URL? = nil
    ) async throws -> (outcome: Outcome, log: AppendLog) {
        let recorder = try DoomedProcess(movie, options, wrapper: wrapper, logIn: folder)
        return (try await recorder.outcome(), recorder.log)
    }

    /// Waits until the recorder has handed over so many seconds of pictures.
    func wait(forPictures seconds: Double) async throws {
        let patience = ContinuousClock.now + .seconds(120)
        while log.pictureEnd < seconds {
            guard process.isRunning, ContinuousClock.now < patience else {
                throw JudgeFailure("the recorder ended, or records nothing, at \(log.pictureEnd) s")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Sends a signal.
    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Ends the recorder as a power cut does, and waits until it is gone.
    func killNow() async throws {
        send(SIGKILL)
        try await waitForEnd()
    }

    /// Waits for the end.
    @discardableResult
    func waitForEnd(within seconds: Double = 120) async throws -> Int32 {
        let ended = ended
        let isOver = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: ended.wait(timeout: .now() + seconds) == .success)
            }
        }
        guard isOver else {
            send(SIGKILL)
            throw JudgeFailure("the recorder did not end within \(seconds) s")
        }
        return process.terminationStatus
    }

    /// Waits for the end and tells what the recorder said.
    func outcome() async throws -> Outcome {
        try await waitForEnd()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        do {
            return try JSONDecoder().decode(Outcome.self, from: text)
        } catch {
            throw JudgeFailure(
                "the recorder ended with \(process.terminationStatus): \(String(decoding: text, as: UTF8.self))"
            )
        }
    }
}

/// A folder that is gone after the test.
func withMovieFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("survival-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}
