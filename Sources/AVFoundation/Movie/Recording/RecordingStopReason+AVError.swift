import CaptureCore

extension RecordingStopReason {
    /// The code of `AVError` for it; `nil` for the end that was asked for.
    var code: AVError.Code? {
        switch self {
        case .requested: nil
        case .maximumDuration: .maximumDurationReached
        case .maximumFileSize: .maximumFileSizeReached
        case .diskFull: .diskFull
        case .interrupted: .sessionWasInterrupted
        case .sessionFailed(let code): AVError.Code(rawValue: code) ?? .unknown
        case .configurationChanged: .sessionConfigurationChanged
        case .mediaChanged: .mediaChanged
        case .discontinuity: .mediaDiscontinuity
        case .deviceLost: .deviceWasDisconnected
        case .noData: .noDataCaptured
        case .fileRemoved: .unknown
        case .sessionNotRunning: .sessionNotRunning
        case .alreadyRecording: .recordingAlreadyInProgress
        case .fileFailed(let code, _, _): AVError.Code(rawValue: code) ?? .unknown
        }
    }
}
