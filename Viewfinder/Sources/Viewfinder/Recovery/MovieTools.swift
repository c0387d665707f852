import CameraEngine
public import Foundation
import MediaEncoding
import Synchronization

/// What is done to movie files. Everything here takes its time, and a thread that may be blocked.
///
/// Tests replace it where files of a certain kind, or failures, are hard to come by.
public struct MovieTools: Sendable {
    /// What is known about a movie file.
    public struct MovieInfo: Sendable, Hashable {
        /// How long it plays, in seconds.
        public var seconds: Double
        /// Whether it has sound.
        public var hasAudio: Bool

        /// Makes the info.
        public init(seconds: Double, hasAudio: Bool = false) {
            self.seconds = seconds
            self.hasAudio = hasAudio
        }
    }

    /// Looks at a file; throws when it is no movie, or nothing of it can be played.
    public var examine: @Sendable (URL) throws -> MovieInfo
    /// The recordings in a folder that were cut off and can be recovered, by the names of their files.
    public var leftovers: @Sendable (URL) throws -> [String: MovieInfo]
    /// Makes an ordinary movie of one that was cut off, in place, and tells from 0 to 1 how far it is.
    public var recover: @Sendable (URL, _ progress: @escaping @Sendable (Double) -> Void) throws -> Void

    /// Makes a set of tools.
    public init(
        examine: @escaping @Sendable (URL) throws -> MovieInfo,
        leftovers: @escaping @Sendable (URL) throws -> [String: MovieInfo],
        recover: @escaping @Sendable (URL, _ progress: @escaping @Sendable (Double) -> Void) throws -> Void
    ) {
        self.examine = examine
        self.leftovers = leftovers
        self.recover = recover
    }
}

extension MovieTools {
    /// The tools that movies are made with.
    public static let mediaEncoding = MovieTools(
        examine: { MovieInfo(try MovieRecovery.examine($0)) },
        leftovers: { folder in
            let found = MovieRecovery.leftovers(in: folder).map { ($0.url.lastPathComponent, MovieInfo($0)) }
            return Dictionary(found) { first, _ in first }
        },
        recover: { url, progress in try MovieRecovery.recover(url, progress: progress) }
    )

    /// Why something could not be done to a file, as sentences.
    static func message(for error: any Error) -> MessageText {
        guard let error = error as? MediaEncodingError else { return MessageText(error.localizedDescription) }
        return error.advice.isEmpty ? error.cause : "\(error.cause) \(MessageText(error.advice))"
    }
}

extension MovieTools.MovieInfo {
    init(_ movie: MovieRecovery.Leftover) {
        self.init(
            seconds: movie.playableDuration,
            hasAudio: movie.tracks.contains { !$0.isVideo }
        )
    }
}

extension MediaEncodingError {
    /// What went wrong and what to do, as sentences.
    public var message: String { advice.isEmpty ? cause.description : "\(cause) \(advice)" }

    fileprivate var cause: MessageText {
        switch kind {
        case .encoderMissing: "This machine has no encoder for that."
        case .unsupportedSettings: "These settings do not fit together."
        case .encoderFailed: "The encoder failed."
        case .fileExists: "There is a file of this name already."
        case .cannotCreate: "The file cannot be made."
        case .diskFull: "The disk is full."
        case .writeFailed: "The file could not be written."
        case .invalidSample: "What was recorded does not fit together."
        case .unreadable: "This is no movie, or nothing of it can be saved."
        case .unknownFormat: "This is no kind of movie that is read here."
        case .decoderMissing: "This machine has no decoder for that."
        case .decoderFailed: "The movie could not be decoded."
        }
    }
}

/// What the list of movies tells of each, beyond what the folder does. Each file is looked at once, and again after it changed.
final class MovieDetails: Sendable {
    private let folder: MediaFolder
    private let tools: MovieTools
    /// Photos and pages are read on other threads, and never wait for a movie.
    private let queue = ForeignFileQueue<MediaFolder.Entry, MovieTools.MovieInfo>(
        label: "pinhole.viewfinder.movies",
        width: 2
    )
    /// Nil for a file that cannot be read.
    private let known = Mutex<[MediaFolder.Entry: MovieTools.MovieInfo?]>([:])

    /// How many files are remembered at most.
    private static let limit = 2000

    init(folder: MediaFolder, tools: MovieTools) {
        self.folder = folder
        self.tools = tools
    }

    /// The record of a movie.
    func record(of entry: MediaFolder.Entry) async -> MovieRecord {
        let info = await info(of: entry)
        return MovieRecord(
            name: entry.name,
            seconds: info?.seconds,
            bytes: entry.bytes,
            date: entry.date,
            hasAudio: info?.hasAudio
        )
    }

    private func info(of entry: MediaFolder.Entry) async -> MovieTools.MovieInfo? {
        if let info = known.withLock({ $0[entry] }) { return info }
        let url = folder.url.appending(path: entry.name)
        let info = try? await queue.value(of: entry) { [tools] in try tools.examine(url) }
        known.withLock { known in
            if known.count >= Self.limit { known.removeAll() }
            known[entry] = .some(info)
        }
        return info
    }
}
