import ArgumentParser
import CoreMedia
import Foundation
import FoundationExtras
import MediaEncoding
import MovieValidators

/// Records made-up pictures and sound into a file, and says meanwhile, in a log that survives it, what it has handed over.
@main
struct CrashTestRecorder: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crash-test-recorder",
        abstract: "Record until the end, or until somebody ends it.",
        subcommands: [Record.self, Recover.self]
    )
}

/// What is said at the end, one line of JSON.
struct Outcome: Codable {
    /// The file's layout, or nothing.
    var layout: String?
    /// The kind of the error, or nothing.
    var error: String?
    /// What the error says that the user can do.
    var advice: String?
    /// How long finishing took.
    var finishMilliseconds: Double?

    func print() {
        Swift.print(String(decoding: (try? JSONEncoder().encode(self)) ?? Data(), as: UTF8.self))
    }
}

struct Record: ParsableCommand {
    @Argument(help: "The movie to write.")
    var file: String

    @Option(help: "The log to write.")
    var log: String

    @Option(help: "How many seconds to record.")
    var seconds = 10.0

    @Option(help: "The pictures' width.")
    var width = 160

    @Option(help: "The pictures' height.")
    var height = 120

    @Option(help: "How many times faster than time passes; 0 does not wait.")
    var pace = 1.0

    @Flag(help: "Encode HEVC in place of H.264.")
    var hevc = false

    @Option(help: "Bits per second of the pictures.")
    var bitRate: Int?

    @Flag(help: "Record no sound.")
    var pictureOnly = false

    @Flag(help: "Hand nothing over before the disk has what was due: on a busy machine time stands still until then.")
    var inStep = false

    @Option(help: "Bytes that may wait for the disk.")
    var backlog: Int?

    func run() throws {
        let log = try AppendLog(log)
        do {
            let recording = try Recording(self, log: log)
            log.stage = .recording
            try recording.run()
        } catch let error as MediaEncodingError {
            Outcome(error: error.kind.rawValue, advice: error.advice).print()
        }
        log.stage = .finished
    }
}

struct Recover: ParsableCommand {
    @Argument(help: "The movie to repair.")
    var file: String

    func run() throws {
        do {
            let leftover = try MovieRecovery.recover(URL(fileURLWithPath: file))
            Outcome(layout: leftover.isComplete ? "complete" : "incomplete").print()
        } catch {
            Outcome(error: error.kind.rawValue, advice: error.advice).print()
        }
    }
}
