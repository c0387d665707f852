import Foundation
import TextRecognition

/// Why a request of the Swift interface failed.
public enum VisionError: Error, Sendable, Equatable, LocalizedError {
    case dataUnavailable(String)
    case internalError(String)
    case invalidArgument(String)
    case invalidFormat(String)
    case invalidImage(String)
    case invalidModel(String)
    case invalidOperation(String)
    case ioError(String)
    case operationFailed(String)
    case outOfBoundsError(String)
    case requestCancelled
    case unsupportedRequest(String)
    case unsupportedRevision(String)

    public var errorDescription: String? {
        switch self {
        case .dataUnavailable(let words), .internalError(let words), .invalidArgument(let words),
            .invalidFormat(let words), .invalidImage(let words), .invalidModel(let words),
            .invalidOperation(let words), .ioError(let words), .operationFailed(let words),
            .outOfBoundsError(let words), .unsupportedRequest(let words), .unsupportedRevision(let words):
            words
        case .requestCancelled: "The request was cancelled."
        }
    }

    init(_ error: any Error) {
        let error = VNRequest.visionError(error)
        let words = error.localizedDescription
        self =
            switch VNErrorCode(rawValue: error.code) {
            case .dataUnavailable: .dataUnavailable(words)
            case .invalidArgument: .invalidArgument(words)
            case .invalidImage: .invalidImage(words)
            case .invalidModel: .invalidModel(words)
            case .ioError: .ioError(words)
            case .outOfBoundsError: .outOfBoundsError(words)
            case .requestCancelled: .requestCancelled
            case .unsupportedRevision: .unsupportedRevision(words)
            default: .operationFailed(words)
            }
    }
}
