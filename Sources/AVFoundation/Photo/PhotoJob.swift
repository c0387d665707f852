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
