import Foundation
import Glibc
import MovieValidators
import Synchronization

/// A running `crash-test-recorder`, in a process of its own that can be killed. Whoever waits for it does so on a thread of its own.
struct CrashTestProcess: Sendable {
    /// What the recorder said at its end.
    struct Outcome: Decodable, Sendable {
        var layout: String?
        var error: String?
        var advice: String?
        var finishMilliseconds: Double?
    }

    /// What the recorder says that it has handed over.
    let log: AppendLog
    private let program: ChildProgram

    /// The program stands beside the test program.
    private static var executable: String {
        get throws {
            guard let bundle = CommandLine.arguments.first(where: { $0.hasSuffix(".xctest") }) else {
                throw ValidationFailure("nobody knows where the programs are")
            }
            return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent(
                "crash-test-recorder"
            )
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
        let command = wrapper + [try Self.executable, "record", movie.path, "--log", logPath] + options
        program = try ChildProgram(command[0], Array(command.dropFirst()))
    }

    /// Runs the recorder to its end and tells what it said.
    static func record(
        _ movie: URL,
        _ options: [String] = [],
        wrapper: [String] = [],
        logIn folder: URL? = nil
    ) throws -> (outcome: Outcome, log: AppendLog) {
        let recorder = try CrashTestProcess(movie, options, wrapper: wrapper, logIn: folder)
        return (try recorder.outcome(), recorder.log)
    }

    /// Waits until the recorder has handed over so many seconds of pictures.
    func wait(forPictures seconds: Double) throws {
        try wait { log.pictureEnd >= seconds }
    }

    /// Waits until the recorder is so far.
    func wait(for stage: AppendLog.Stage) throws {
        try wait { log.stage.rawValue >= stage.rawValue }
    }

    private func wait(until isSo: () -> Bool) throws {
        let patience = ContinuousClock.now + .seconds(300)
        while !isSo() {
            guard program.isRunning, ContinuousClock.now < patience else {
                // It may have ended just after it was there.
                if isSo() { return }
                throw ValidationFailure("the recorder ended, or records nothing, at \(log.pictureEnd) s: \(words)")
            }
            usleep(2000)
        }
    }

    /// Sends a signal.
    func send(_ signal: Int32) { program.send(signal) }

    /// Ends the recorder as suddenly as can be, and waits until it is gone.
    func killNow() throws {
        program.send(SIGKILL)
        try program.wait()
    }

    /// Waits for the end.
    @discardableResult
    func waitForEnd() throws -> Int32 { try program.wait() }

    /// Waits for the end and tells what the recorder said.
    func outcome() throws -> Outcome {
        let status = try program.wait()
        do {
            return try JSONDecoder().decode(Outcome.self, from: program.outputData)
        } catch {
            throw ValidationFailure("the recorder ended with \(status): \(words)")
        }
    }

    private var words: String { String(decoding: program.outputData, as: UTF8.self) + program.complaintText }
}

/// Lends a folder that is gone afterwards, on a thread of its own: recorders and judges are waited for there.
func withMovieFolder<Result: Sendable>(_ body: @escaping @Sendable (URL) throws -> Result) async throws -> Result {
    try await onOwnThread {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("survival-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }
}

/// Does something with each of many things at once, each on a thread of its own, and waits for all.
func together<Thing: Sendable, Made: Sendable>(
    _ things: some Sequence<Thing>,
    _ body: @escaping @Sendable (Thing) throws -> Made
) throws -> [Made] {
    let made = Mutex<[Result<Made, any Error>]>([])
    let running = DispatchGroup()
    for thing in things {
        running.enter()
        Thread.detachNewThread {
            let result = Result { try body(thing) }
            made.withLock { $0.append(result) }
            running.leave()
        }
    }
    running.wait()
    return try made.withLock { $0 }.map { try $0.get() }
}
