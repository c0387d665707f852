import CaptureCore
import Foundation
import MediaEncoding

extension PhotoCaptureFailure {
    /// Why a Live Photo's movie could not be encoded or written.
    init(_ error: MediaEncodingError) {
        self = .movieFailed(code: error.kind.code.rawValue, error.operation)
    }

    /// The error that clients get. UNKNOWN: the documentation names most of these codes for movies only; here photos use the
    /// same ones.
    var error: AVError {
        switch self {
        case .sessionNotRunning: AVError(.sessionNotRunning)
        case .interrupted: AVError(.sessionWasInterrupted)
        case .deviceDisconnected: AVError(.deviceWasDisconnected)
        case .configurationChanged: AVError(.sessionConfigurationChanged)
        case .noFrame: AVError(.noDataCaptured)
        case .tooManyRequests: AVError(.maximumStillImageCaptureRequestsExceeded)
        case .cameraRefused(let error): AVError(error)
        case .undecodable(let reason): AVError(.decodeFailed, userInfo: [NSLocalizedFailureReasonErrorKey: reason])
        case .unencodable(let reason): AVError(.encodeFailed, userInfo: [NSLocalizedFailureReasonErrorKey: reason])
        case .movieFailed(let code, let reason):
            AVError(AVError.Code(rawValue: code) ?? .unknown, userInfo: [NSLocalizedFailureReasonErrorKey: reason])
        }
    }
}
