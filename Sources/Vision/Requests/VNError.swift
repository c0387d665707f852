import Foundation
import TextRecognition

/// The domain of Vision's errors.
public let VNErrorDomain = "com.apple.vis"

/// What went wrong. The values are Apple's.
public enum VNErrorCode: Int, Sendable {
    case turiCoreErrorCode = -1
    case ok = 0
    case requestCancelled = 1
    case invalidFormat = 2
    case operationFailed = 3
    case outOfBoundsError = 4
    case invalidOption = 5
    case ioError = 6
    case missingOption = 7
    case notImplemented = 8
    case internalError = 9
    case outOfMemory = 10
    case unknownError = 11
    case invalidOperation = 12
    case invalidImage = 13
    case invalidArgument = 14
    case invalidModel = 15
    case unsupportedRevision = 16
    case dataUnavailable = 17
    case timeStampNotFound = 18
    case unsupportedRequest = 19
    case timeout = 20
    case unsupportedComputeStage = 21
    case unsupportedComputeDevice = 22
}

extension VNErrorCode {
    /// An error of Vision's domain.
    func error(_ description: String, underlying: (any Error)? = nil) -> NSError {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: description]
        if let underlying { userInfo[NSUnderlyingErrorKey] = underlying }
        return NSError(domain: VNErrorDomain, code: rawValue, userInfo: userInfo)
    }

    init(_ error: TextRecognitionError) {
        self =
            switch error {
            case .missing, .unusableLibrary: .dataUnavailable
            case .damaged: .invalidModel
            case .failed: .operationFailed
            case .cancelled: .requestCancelled
            case .unsuitableImage: .invalidImage
            }
    }
}
