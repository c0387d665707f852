import CoreMedia
import Foundation
import FoundationExtras

/// Is told how a photo request goes on, exactly as Apple's protocol of the same name.
///
/// All methods are called on one serial queue that belongs to the output, never on the main queue. `willBeginCaptureFor`
/// comes first and `didFinishCaptureFor` last, whatever happens (S-149). The output keeps the delegate alive until then.
///
/// DEVIATION: without an Objective-C runtime nobody can ask which optional methods an object has. Apple raises for a missing
/// mandatory method in `capturePhoto(with:delegate:)` (S-150); here the default implementation of that method does, when
/// it is its turn.
public protocol AVCapturePhotoCaptureDelegate: NSObjectProtocol {
    /// The settings are resolved; the capture begins. Always the first call for a request.
    func photoOutput(
        _ output: AVCapturePhotoOutput,
        willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
    )

    /// The photo is being taken: the moment for a shutter animation.
    func photoOutput(
        _ output: AVCapturePhotoOutput,
        willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    )

    /// The photo has been taken, and is now processed.
    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    )

    /// A photo is ready, or has failed; called `expectedPhotoCount` times (S-169).
    ///
    /// - Parameters:
    ///   - photo: never missing; with an error it has no picture, and its timestamp is invalid (S-168).
    ///   - error: an `AVError`, or `nil`.
    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingPhoto photo: AVCapturePhoto,
        error: (any Error)?
    )

    /// A photo that will be processed later has been taken. Never called here: `isAutoDeferredPhotoDeliverySupported` is
    /// false (S-163).
    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCapturingDeferredPhotoProxy deferredPhotoProxy: AVCaptureDeferredPhotoProxy?,
        error: (any Error)?
    )

    /// The older form of `photoOutput(_:didFinishProcessingPhoto:error:)`; called only when the delegate does not have that.
    ///
    /// - Parameters:
    ///   - photoSampleBuffer: the JPEG data or pixels; `nil` with an error.
    ///   - previewPhotoSampleBuffer: the preview's pixels, if a preview was asked for.
    ///   - resolvedSettings: the request's.
    ///   - bracketSettings: the exposure, if the photo is part of a bracket.
    ///   - error: an `AVError`, or `nil`.
    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingPhoto photoSampleBuffer: CMSampleBuffer?,
        previewPhoto previewPhotoSampleBuffer: CMSampleBuffer?,
        resolvedSettings: AVCaptureResolvedPhotoSettings,
        bracketSettings: AVCaptureBracketedStillImageSettings?,
        error: (any Error)?
    )

    /// The older form for RAW photos. Never called here: there are no RAW photos.
    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingRawPhoto rawSampleBuffer: CMSampleBuffer?,
        previewPhoto previewPhotoSampleBuffer: CMSampleBuffer?,
        resolvedSettings: AVCaptureResolvedPhotoSettings,
        bracketSettings: AVCaptureBracketedStillImageSettings?,
        error: (any Error)?
    )

    /// A Live Photo's movie takes nothing more: the moment to stop showing that it is recorded. The file is not finished yet.
    /// Called for each Live Photo, also if its movie fails.
    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishRecordingLivePhotoMovieForEventualFileAt outputFileURL: URL,
        resolvedSettings: AVCaptureResolvedPhotoSettings
    )

    /// A Live Photo's movie is ready, or has failed.
    ///
    /// DEVIATION: Apple raises in `capturePhoto(with:delegate:)` if a Live Photo is asked for and this method is missing; here
    /// its default implementation does, when it is its turn.
    ///
    /// - Parameters:
    ///   - outputFileURL: the request's `livePhotoMovieFileURL`. With an error there is no file.
    ///   - duration: how long the movie is; invalid with an error.
    ///   - photoDisplayTime: when the photo was taken, from the movie's beginning; invalid with an error.
    ///   - resolvedSettings: the request's.
    ///   - error: an `AVError`, or `nil`.
    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL,
        duration: CMTime,
        photoDisplayTime: CMTime,
        resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    )

    /// The request is done; nothing follows. Always the last call for a request.
    ///
    /// - Parameter error: an `AVError` if any part of the request failed, or `nil`.
    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    )
}

// Apple's methods are optional.
extension AVCapturePhotoCaptureDelegate {
    /// Does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput,
        willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {}

    /// Does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput,
        willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {}

    /// Does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput,
        didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {}

    /// Hands the photo on in the older form.
    public func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingPhoto photo: AVCapturePhoto,
        error: (any Error)?
    ) {
        photoOutput(
            output,
            didFinishProcessingPhoto: photo.sampleBuffer,
            previewPhoto: photo.previewSampleBuffer,
            resolvedSettings: photo.resolvedSettings,
            bracketSettings: photo.bracketSettings,
            error: error
        )
    }

    /// Does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCapturingDeferredPhotoProxy deferredPhotoProxy: AVCaptureDeferredPhotoProxy?,
        error: (any Error)?
    ) {}

    /// Stops the program: a delegate that has neither form of this method can't receive photos (S-150).
    public func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingPhoto photoSampleBuffer: CMSampleBuffer?,
        previewPhoto previewPhotoSampleBuffer: CMSampleBuffer?,
        resolvedSettings: AVCaptureResolvedPhotoSettings,
        bracketSettings: AVCaptureBracketedStillImageSettings?,
        error: (any Error)?
    ) {
        programmerError(
            .invalidArgument,
            "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] Delegate must respond to "
                + "captureOutput:didFinishProcessingPhoto:error:"
        )
    }

    /// Does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingRawPhoto rawSampleBuffer: CMSampleBuffer?,
        previewPhoto previewPhotoSampleBuffer: CMSampleBuffer?,
        resolvedSettings: AVCaptureResolvedPhotoSettings,
        bracketSettings: AVCaptureBracketedStillImageSettings?,
        error: (any Error)?
    ) {}

    /// Does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishRecordingLivePhotoMovieForEventualFileAt outputFileURL: URL,
        resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {}

    /// Stops the program: a delegate that does not have this method can't receive Live Photos (S-150).
    public func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL,
        duration: CMTime,
        photoDisplayTime: CMTime,
        resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        programmerError(
            .invalidArgument,
            "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] Delegate must respond to "
                + "captureOutput:didFinishProcessingLivePhotoToMovieFileAtURL:duration:photoDisplayTime:resolvedSettings:error:"
        )
    }

    /// Does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {}
}
