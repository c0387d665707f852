import CaptureDriver
import CoreMedia
import Foundation

/// An error of the capture and media API: a code of the domain `AVFoundationErrorDomain`, with details in `userInfo`.
///
/// Casting works in all directions as on Apple's platforms: `error as? AVError` from an `NSError` of the domain,
/// `error as NSError` back, and `catch AVError.deviceNotConnected` by code. Values can be sent between threads.
public struct AVError: _BridgedStoredNSError {
    /// The error as Foundation knows it.
    public let _nsError: NSError

    /// Wraps an error of the domain.
    public init(_nsError error: NSError) {
        precondition(error.domain == AVFoundationErrorDomain, "not an error of AVFoundation: \(error.domain)")
        _nsError = error
    }

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: what went wrong.
    ///   - userInfo: details. A description and a recovery suggestion in words are added unless given.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        let messages = code.messages
        var info = userInfo
        info[NSLocalizedDescriptionKey] = info[NSLocalizedDescriptionKey] ?? messages.description
        if let suggestion = messages.recoverySuggestion, info[NSLocalizedRecoverySuggestionErrorKey] == nil {
            info[NSLocalizedRecoverySuggestionErrorKey] = suggestion
        }
        self.init(_nsError: NSError(domain: AVFoundationErrorDomain, code: code.rawValue, userInfo: info))
    }

    /// What went wrong; `.unknown` for a code that has no name here (the number stays in `errorCode`).
    public var code: Code { Code(rawValue: _nsError.code) ?? .unknown }

    /// `AVFoundationErrorDomain`.
    public static var _nsErrorDomain: String { AVFoundationErrorDomain }

    /// `AVFoundationErrorDomain`.
    public static var errorDomain: String { AVFoundationErrorDomain }
}

extension AVError.Code: _ErrorCodeProtocol {
    /// The error that carries the code.
    public typealias _ErrorType = AVError
}

/// Makes `as? AVError` work on errors, and on values in a notification's `userInfo`, that are `NSError` objects.
extension AVError: _ObjectiveCBridgeable {
    /// The class that the value bridges to.
    public typealias _ObjectiveCType = NSError

    /// The error as Foundation knows it.
    public func _bridgeToObjectiveC() -> NSError { _nsError }

    /// Bridges an error of the domain; leaves `nil` for any other.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout AVError?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    /// Bridges an error if it is of the domain.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout AVError?) -> Bool {
        guard source.domain == AVFoundationErrorDomain else { return false }
        result = AVError(_nsError: source)
        return true
    }

    /// Bridges an error that must be of the domain.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> AVError {
        AVError(_nsError: source ?? NSError(domain: AVFoundationErrorDomain, code: Code.unknown.rawValue))
    }
}

/// The domain of the capture and media API's errors.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// Key of the device that an error is about (`AVCaptureDevice`).
public let AVErrorDeviceKey = "AVErrorDeviceKey"
/// Key of the time at which an error happened (`CMTime`).
public let AVErrorTimeKey = "AVErrorTimeKey"
/// Key of the size that a file had reached (`Int64`, bytes).
public let AVErrorFileSizeKey = "AVErrorFileSizeKey"
/// Key of the process that is in the way (`Int`).
public let AVErrorPIDKey = "AVErrorPIDKey"
/// Key that tells whether the file is good although recording ended with an error (`Bool`).
public let AVErrorRecordingSuccessfullyFinishedKey = "AVErrorRecordingSuccessfullyFinishedKey"
/// Key of the kind of medium that an error is about (`AVMediaType`).
public let AVErrorMediaTypeKey = "AVErrorMediaTypeKey"
/// Key of the media subtypes that an error is about (`[Int]`, four-character codes).
public let AVErrorMediaSubTypeKey = "AVErrorMediaSubTypeKey"
/// Key of the presentation time of the sample that an error is about (`CMTime`).
public let AVErrorPresentationTimeStampKey = "AVErrorPresentationTimeStampKey"
/// Key of the track that an error is about (`CMPersistentTrackID`).
public let AVErrorPersistentTrackIDKey = "AVErrorPersistentTrackIDKey"
/// Key of the file type that an error is about (`AVFileType`).
public let AVErrorFileTypeKey = "AVErrorFileTypeKey"

extension AVError {
    /// The device that the error is about.
    public var device: AVCaptureDevice? { userInfo[AVErrorDeviceKey] as? AVCaptureDevice }

    /// The time at which it happened.
    public var time: CMTime? { userInfo[AVErrorTimeKey] as? CMTime }

    /// The size in bytes that the file had reached.
    public var fileSize: Int64? { (userInfo[AVErrorFileSizeKey] as? NSNumber)?.int64Value }

    /// The process that is in the way.
    public var processID: Int? { (userInfo[AVErrorPIDKey] as? NSNumber)?.intValue }

    /// Whether the file is good although recording ended with this error. Documented: S-180.
    public var recordingSuccessfullyFinished: Bool? {
        (userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? NSNumber)?.boolValue
    }

    /// The kind of medium that the error is about.
    public var mediaType: AVMediaType? {
        let value = userInfo[AVErrorMediaTypeKey]
        return value as? AVMediaType ?? (value as? String).map(AVMediaType.init(rawValue:))
    }

    /// The media subtypes that the error is about, as four-character codes.
    public var mediaSubtypes: [Int]? { userInfo[AVErrorMediaSubTypeKey] as? [Int] }

    /// The presentation time of the sample that the error is about.
    public var presentationTimeStamp: CMTime? { userInfo[AVErrorPresentationTimeStampKey] as? CMTime }

    /// The track that the error is about.
    public var persistentTrackID: CMPersistentTrackID? {
        (userInfo[AVErrorPersistentTrackIDKey] as? NSNumber).map { CMPersistentTrackID($0.int32Value) }
    }

    /// The file type that the error is about.
    public var fileType: AVFileType? {
        let value = userInfo[AVErrorFileTypeKey]
        return value as? AVFileType ?? (value as? String).map(AVFileType.init(rawValue:))
    }
}

extension AVError.Code {
    /// What is shown to people: what failed, and what they can do.
    struct Messages {
        var description: String
        var recoverySuggestion: String?

        init(_ description: String, _ recoverySuggestion: String? = nil) {
            self.description = description
            self.recoverySuggestion = recoverySuggestion
        }

        static let recording = Messages("Cannot Record", "Try recording again.")
        static let action = Messages("Cannot Complete Action", "Try again later.")
        static let media = Messages("Cannot Open")
    }

    /// The words for a code.
    ///
    /// OBSERVED: "Cannot Record" / "Try recording again." for the recording errors and "Cannot Complete Action" / "Try again
    /// later." for a media services reset (S-87, S-95). UNKNOWN: the rest is our choice in the same tone.
    var messages: Messages {
        switch self {
        case .sessionNotRunning, .deviceNotConnected, .noDataCaptured, .mediaChanged, .mediaDiscontinuity:
            return .recording
        case .sessionConfigurationChanged, .deviceWasDisconnected, .sessionWasInterrupted:
            return Messages("Recording Stopped", "Try recording again.")
        case .maximumDurationReached, .maximumFileSizeReached, .maximumNumberOfSamplesForFileFormatReached:
            return Messages("Recording Stopped")
        case .diskFull:
            return Messages("Disk Full", "Make room on the disk, then try again.")
        case .deviceAlreadyUsedByAnotherSession:
            return Messages("Cannot Use Device", "Remove the device from the other session first.")
        case .deviceInUseByAnotherApplication:
            return Messages("Cannot Use Device", "Quit the other application that uses the device, then try again.")
        case .deviceLockedForConfigurationByAnotherProcess:
            return Messages("Cannot Configure Device", "Wait until the other application is done, then try again.")
        case .applicationIsNotAuthorizedToUseDevice:
            return Messages("Cannot Use Device", "Allow the application to use the device, then try again.")
        case .sessionHardwareCostOverage:
            return Messages("Cannot Start Capture", "Use a smaller format, a lower frame rate, or fewer cameras.")
        case .unsupportedDeviceActiveFormat:
            return Messages("Cannot Start Capture", "Choose another format.")
        case .torchLevelUnavailable:
            return Messages("Torch Unavailable", "Let the device cool down, then try again.")
        case .outOfMemory:
            return Messages("Out of Memory", "Quit other applications, then try again.")
        case .fileAlreadyExists:
            return Messages("File Already Exists", "Remove the file, or choose another name.")
        case .recordingAlreadyInProgress:
            return Messages("Cannot Record", "Stop the recording that is under way first.")
        case .fileFormatNotRecognized, .fileFailedToParse, .decoderNotFound, .invalidSourceMedia, .failedToParse,
            .contentIsProtected, .incompatibleAsset, .undecodableMediaData, .failedToLoadMediaData:
            return .media
        case .operationCancelled, .operationInterrupted, .contentKeyRequestCancelled:
            return Messages("Operation Stopped")
        default:
            return .action
        }
    }
}

extension AVError {
    /// Translates what a driver reports.
    ///
    /// The driver's error stays under `NSUnderlyingErrorKey`, its native code and operation in it; its advice becomes the
    /// recovery suggestion.
    init(_ error: CaptureDriverError, device: AVCaptureDevice? = nil) {
        var info: [String: Any] = [NSUnderlyingErrorKey: error]
        if !error.advice.isEmpty { info[NSLocalizedRecoverySuggestionErrorKey] = error.advice }
        info[NSLocalizedFailureReasonErrorKey] = error.description
        if let device { info[AVErrorDeviceKey] = device }
        self.init(error.kind.code, userInfo: info)
    }
}

extension CaptureDriverError.Kind {
    /// The code that Apple's API has for this kind of failure.
    var code: AVError.Code {
        switch self {
        case .notFound, .notACaptureDevice: .deviceNotConnected
        case .disconnected: .deviceWasDisconnected
        case .busy: .deviceInUseByAnotherApplication
        case .denied: .applicationIsNotAuthorizedToUseDevice
        case .unsupportedFormat: .unsupportedDeviceActiveFormat
        case .unsupportedControl: .operationNotAllowed
        case .bandwidth: .sessionHardwareCostOverage
        case .outOfMemory: .outOfMemory
        case .timedOut, .io: .unknown
        }
    }
}
