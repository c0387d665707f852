import CaptureCore
import CoreMedia
import Foundation
import FoundationExtras

/// What became of a recording.
struct RecordingOutcome: Sendable {
    /// Why it ended.
    var end: RecordingStopReason
    /// Whether anything was written.
    var hasMedia: Bool
    /// Whether the file is there and can be played.
    var isPlayable: Bool
    /// Why finishing the file failed, though it ended for another reason.
    var finishingError: NSError?
    /// How long the movie is.
    var duration: CMTime
    /// How large the file is.
    var fileSize: Int64
    /// The file.
    var url: URL
    /// The camera, or the microphone, that the recording was made with.
    @Shared var device: AVCaptureDevice?

    /// What the delegate is told: nothing when the recording was stopped and the file is good.
    ///
    /// `AVErrorRecordingSuccessfullyFinishedKey` says whether the file is good (S-180).
    var error: AVError? {
        guard let code = errorCode else { return nil }
        var info: [String: Any] = [
            AVErrorRecordingSuccessfullyFinishedKey: isPlayable,
            NSURLErrorKey: url,
        ]
        if hasMedia {
            info[AVErrorTimeKey] = duration
            info[AVErrorFileSizeKey] = NSNumber(value: fileSize)
        }
        if end == .deviceLost, let device { info[AVErrorDeviceKey] = device }
        if let underlying { info[NSUnderlyingErrorKey] = underlying }
        if let reason { info[NSLocalizedFailureReasonErrorKey] = reason }
        return AVError(code, userInfo: info)
    }

    private var errorCode: AVError.Code? {
        if let code = end.code { return code }
        if !hasMedia { return .noDataCaptured }
        return finishingError.map { $0.domain == AVFoundationErrorDomain ? AVError(_nsError: $0).code : .unknown }
    }

    private var underlying: NSError? {
        if case .fileFailed(_, let underlying, _) = end { return underlying ?? finishingError }
        return finishingError
    }

    /// Said where the code alone says too little.
    private var reason: String? {
        switch end {
        case .fileRemoved: "The file, or its folder, was removed or moved while it was recorded to: \(url.path)"
        case .discontinuity: "The camera's time jumped, so that what follows can't be added to the movie."
        case .fileFailed(_, _, let reason): reason
        case .requested where !hasMedia: "The recording was stopped before anything was captured."
        default: finishingError?.localizedFailureReason
        }
    }
}
