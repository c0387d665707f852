import CoreMedia
import Foundation

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
