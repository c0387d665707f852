import Foundation
import MediaEncoding

/// Turns what went wrong inside into the errors of the public API.
enum WriterFailure {
    /// The error that clients see; what it was made of stays under `NSUnderlyingErrorKey`.
    static func error(for cause: any Error) -> AVError {
        switch cause {
        case let error as AVError: error
        case let error as MediaEncodingError: AVError(error)
        default: AVError(.unknown, userInfo: [NSUnderlyingErrorKey: cause])
        }
    }
}

extension AVError {
    /// Translates a failure of an encoder or a file. Its operation and native code stay in the underlying error; its advice
    /// becomes the recovery suggestion.
    package init(_ error: MediaEncodingError) {
        var info: [String: Any] = [NSUnderlyingErrorKey: error]
        if !error.advice.isEmpty { info[NSLocalizedRecoverySuggestionErrorKey] = error.advice }
        info[NSLocalizedFailureReasonErrorKey] =
            error.code == 0 ? error.operation : "\(error.operation) (\(error.code))"
        self.init(error.kind.code, userInfo: info)
    }
}

extension MediaEncodingError.Kind {
    /// The code that Apple's API has for this kind of failure.
    var code: AVError.Code {
        switch self {
        case .encoderMissing: .encoderNotFound
        case .unsupportedSettings: .unsupportedOutputSettings
        case .encoderFailed: .encodeFailed
        case .fileExists: .fileAlreadyExists
        case .diskFull: .diskFull
        case .unreadable: .invalidSourceMedia
        case .unknownFormat: .fileFormatNotRecognized
        case .decoderMissing: .decoderNotFound
        case .decoderFailed: .decodeFailed
        // OBSERVED: Apple's writer says "unknown" for samples that do not fit and for files that cannot be made.
        case .cannotCreate, .writeFailed, .invalidSample: .unknown
        }
    }
}
