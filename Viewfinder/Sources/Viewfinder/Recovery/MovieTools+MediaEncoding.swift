import CameraEngine
import Foundation
import MediaEncoding

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
