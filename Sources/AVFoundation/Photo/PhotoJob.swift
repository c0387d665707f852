import CaptureCore
import CaptureDriver
import CoreMedia
import Foundation
import MediaEncoding

/// What belongs to one request until its last callback.
struct PhotoJob: @unchecked Sendable {
    // @unchecked: capture objects guard their state with locks; settings and photos do not change.

    /// Kept alive until then, so that every request ends.
    let output: AVCapturePhotoOutput
    /// Kept alive until then, as Apple's output does.
    let delegate: PhotoDelegate
    /// What was asked for.
    let request: PhotoCaptureRequest
    /// What that came down to.
    let resolved: AVCaptureResolvedPhotoSettings
    /// The exposures of a bracket; empty for a single photo.
    let bracket: [AVCaptureBracketedStillImageSettings]
    /// Where the frames come from.
    let connection: AVCaptureConnection
    /// The size of the frames that the camera was to deliver when the photo was asked for.
    let frameDimensions: CaptureDimensions
    /// Time.
    let clock: any CaptureClock
    /// What pairs a Live Photo's photo with its movie; `nil` for other photos.
    var contentIdentifier: String?
    /// A Live Photo's movie, when it is written.
    var movie: LivePhotoMovieFile.Written?
    /// The camera, for light and exposures.
    var camera: PhotoCamera
    /// Photos that are processed but not delivered yet.
    var photos: [Int: AVCapturePhoto] = [:]
    /// Ends the wait for a frame.
    var timeout: CaptureObservation?

    /// What the camera must be set up for, before a photo (index from zero).
    func setup(for photo: Int) -> PhotoCamera.Setup {
        request.bracket.isEmpty ? .light : .exposure(request.bracket[photo])
    }

    /// The exposure of a photo (index from zero), if it is part of a bracket.
    func bracketSettings(for photo: Int) -> AVCaptureBracketedStillImageSettings? {
        bracket.isEmpty ? nil : bracket[photo]
    }

    /// A photo without a picture, for an error. Documented: S-168.
    func failedPhoto(_ photo: Int) -> AVCapturePhoto {
        var values = AVCapturePhoto.Values()
        values.photoCount = photo + 1
        values.sourceDeviceType = camera.device.deviceType
        values.bracketSettings = bracketSettings(for: photo)
        return AVCapturePhoto(values, resolved: resolved)
    }

    /// Makes work of a frame.
    func work(for use: PhotoCaptureStateMachine.FrameUse, frame: CaptureFrame) -> PhotoWork {
        let device = camera.device
        var info = PhotoInfo(
            dimensions: resolved.values.photo,
            date: wallTime(of: frame.presentationTime),
            timeZone: .current
        )
        info.orientation = PhotoOrientation.exif(
            rotationAngle: Int(connection.videoRotationAngle),
            isMirrored: connection.isVideoMirrored
        )
        info.exposure = frame.exposure
        if info.exposure.aperture == 0 { info.exposure.aperture = device.hardware.lensAperture }
        if info.exposure.focalLength == 0 { info.exposure.focalLength = device.hardware.focalLength }
        info.exposure.flashFired = frame.exposure.flashFired || resolved.isFlashEnabled
        info.flashMode = request.flashMode
        info.hasFlash = device.hardware.hasFlash
        info.make = device.manufacturer
        info.model = device.hardware.productName
        info.lensModel = device.localizedName
        info.contentIdentifier = contentIdentifier
        return PhotoWork(
            use: use,
            frame: frame,
            request: request,
            resolved: resolved,
            zoomFactor: device.softwareZoomFactor,
            info: info,
            depth: depth(of: frame),
            sourceDeviceType: device.deviceType,
            bracketSettings: bracketSettings(for: use.photo)
        )
    }

    private func depth(of frame: CaptureFrame) -> CapturedDepth? {
        guard request.wantsDepth, case .map(let map) = frame.depth else { return nil }
        return camera.device.depth(map, of: frame)
    }

    /// What the movie is to be like of a Live Photo that has been taken; `nil` for other photos.
    func moviePlan(stillTime: CMTime) -> LivePhotoRecording.Plan? {
        guard let livePhoto = request.livePhoto, let contentIdentifier else { return nil }
        let items = MovieMetadataItems.items(of: camera.device, date: wallTime(of: stillTime)) + livePhoto.metadata
        return LivePhotoRecording.Plan(
            id: request.uniqueID,
            url: livePhoto.url,
            contentIdentifier: contentIdentifier,
            metadata: MovieMetadata(items, container: .mov),
            rotationAngle: Int(connection.videoRotationAngle),
            isMirrored: connection.isVideoMirrored,
            stillTime: stillTime
        )
    }

    /// The wall clock's time at a time of the capture clock, which knows no dates.
    private func wallTime(of time: CMTime) -> Date {
        let age = CMTimeGetSeconds(CMTimeSubtract(clock.now, time))
        return age.isFinite ? Date(timeIntervalSinceNow: -age) : Date()
    }
}

/// Carries a client's delegate to the callback queue.
struct PhotoDelegate: @unchecked Sendable {
    // @unchecked: the delegate is called on the callback queue only, which is what its protocol promises.

    /// The client's object.
    let object: any AVCapturePhotoCaptureDelegate
}

/// A frame that is to become a photo.
struct PhotoWork: @unchecked Sendable {
    // @unchecked: settings do not change.

    /// Whose photo it is.
    var use: PhotoCaptureStateMachine.FrameUse
    /// The frame. It keeps a buffer of the camera's until the work is done.
    var frame: CaptureFrame
    /// What was asked for.
    var request: PhotoCaptureRequest
    /// What that came down to.
    var resolved: AVCaptureResolvedPhotoSettings
    /// The zoom that the camera left to us; 1 for none.
    var zoomFactor = 1.0
    /// What is known besides the picture; the size is that of the picture to be.
    var info: PhotoInfo
    /// The depth map that belongs to the frame, if one is wanted and there is one.
    var depth: CapturedDepth?
    /// The camera's type.
    var sourceDeviceType: AVCaptureDevice.DeviceType?
    /// The exposure, if it is part of a bracket.
    var bracketSettings: AVCaptureBracketedStillImageSettings?

    /// What became of it.
    enum Outcome: @unchecked Sendable {
        // @unchecked: photos do not change.

        /// A photo.
        case photo(AVCapturePhoto)
        /// The frame itself is bad; another one may do.
        case frameUnusable(PhotoCaptureFailure)
        /// No frame would do.
        case failed(PhotoCaptureFailure)
    }
}

/// A copy of a client's settings that nobody changes any more.
struct FrozenPhotoSettings: @unchecked Sendable {
    // @unchecked: the object is a copy that never leaves this value and is never changed.

    private let settings: AVCapturePhotoSettings
    /// The settings as a value.
    let request: PhotoCaptureRequest

    /// Copies settings.
    init(_ settings: AVCapturePhotoSettings) {
        guard let copy = settings.copy() as? AVCapturePhotoSettings else {
            preconditionFailure("copy(with:) of settings gave something else")
        }
        self.settings = copy
        request = copy.request
    }

    /// A copy for the client.
    var copy: AVCapturePhotoSettings? { settings.copy() as? AVCapturePhotoSettings }
}

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
