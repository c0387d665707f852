import ArgumentParser
import CommandSupport
import Foundation
import MediaEncoding
import Viewfinder

/// `pinhole recover`
struct RecoverCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Make ordinary movies of recordings that were cut off.",
        discussion: """
            A recording that was cut off - by a crash, a kill, a power failure - plays up to its last second or so, but some \
            players cannot find a place in it, or do not know how long it is. This repairs it, in place; the pictures and the \
            sound stay as they are. Movies that are complete, and those that somebody writes at this moment, are left alone.

            Of a folder, all recordings are recovered that were cut off.
            """
    )

    @Argument(help: ArgumentHelp("Movies, or folders of them.", valueName: "file or folder"))
    var paths: [String]

    @Flag(help: "Keep the file as it was beside the movie, as NAME.original.mp4.")
    var keepOriginal = false

    func run() throws {
        let console = ProgressConsole()
        var hasFailed = false
        for path in paths {
            do {
                for url in try movies(at: path) { try recover(url, console) }
            } catch {
                hasFailed = true
                console.printLine("\(path): \(Self.errorMessage(for: error))")
            }
        }
        if hasFailed { throw ExitCode(1) }
    }

    private func movies(at path: String) throws -> [URL] {
        let url = URL(fileURLWithPath: path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CommandError("There is no such file or folder.")
        }
        guard isFolder.boolValue else { return [url] }
        let leftovers = MovieRecovery.leftovers(in: url).map(\.url)
        if leftovers.isEmpty { print("\(path): no recording here was cut off.") }
        return leftovers
    }

    private func recover(_ url: URL, _ console: ProgressConsole) throws {
        let name = url.lastPathComponent
        let found = try MovieRecovery.examine(url)
        guard !found.isBeingWritten else {
            throw CommandError("\(name) is being written by another program. Wait until it is done.")
        }
        guard !found.isComplete else { return print("\(name): is complete, nothing to do.") }
        if keepOriginal { try copy(url) }
        let movie = try MovieRecovery.recover(url) { part in
            console.printProgress("\(name): \(Int((part * 100).rounded(.down))) %")
        }
        console.end()
        let lost = found.lostBytes > 0 ? "; \(RecordingLine.size(found.lostBytes)) at the end could not be saved" : ""
        print(
            "\(name): recovered, \(RecordingLine.time(movie.playableDuration, rounding: .toNearestOrEven)), "
                + "\(RecordingLine.size(movie.fileSize))\(lost)"
        )
    }

    private func copy(_ url: URL) throws {
        let stem = url.deletingPathExtension()
        let copy = stem.appendingPathExtension("original").appendingPathExtension(url.pathExtension)
        do {
            try FileManager.default.copyItem(at: url, to: copy)
        } catch {
            throw CommandError(
                "The original could not be kept as \(copy.lastPathComponent): \(error.localizedDescription)"
            )
        }
    }

    private static func errorMessage(for error: any Error) -> String {
        switch error {
        case let error as MediaEncodingError: error.message
        case let error as CommandError: error.description
        default: error.localizedDescription
        }
    }
}
