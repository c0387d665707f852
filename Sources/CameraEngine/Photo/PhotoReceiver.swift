@preconcurrency import AVFoundation
import Synchronization

/// Hears what becomes of one request. Called on a queue of the output's.
final class PhotoReceiver: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
    private let sessionClock: CMClock?
    private let format: PhotoFormat
    private let movie: LivePhotoMovie?
    private let report: @Sendable (PhotoTaker.News) -> Void
    /// Whether there was a photo that no file could be made of.
    private let isSpoilt = Mutex(false)

    /// - Parameters:
    ///   - sessionClock: the clock of the photo's timestamp.
    ///   - format: the kind of file that was asked for.
    ///   - movie: what comes with the photo; `nil` for a photo alone.
    ///   - report: called with each photo, and once at the end.
    init(
        sessionClock: CMClock?,
        format: PhotoFormat = .jpeg,
        movie: LivePhotoMovie? = nil,
        report: @escaping @Sendable (PhotoTaker.News) -> Void
    ) {
        self.sessionClock = sessionClock
        self.format = format
        self.movie = movie
        self.report = report
    }

    deinit {
        // Nobody would tell any more.
        movie?.finish(.cancelled)
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingPhoto photo: AVCapturePhoto,
        error: (any Error)?
    ) {
        // With an error there is no picture; what it was is said once more at the end.
        guard error == nil else { return }
        deliver(photo, isProxy: false, size: photo.resolvedSettings.photoDimensions)
    }

    /// Documented: comes in the place of `didFinishProcessingPhoto`; whoever does not have it waits for ever.
    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCapturingDeferredPhotoProxy deferredPhotoProxy: AVCaptureDeferredPhotoProxy?,
        error: (any Error)?
    ) {
        guard error == nil, let deferredPhotoProxy else { return }
        let size = deferredPhotoProxy.resolvedSettings.deferredPhotoProxyDimensions
        deliver(deferredPhotoProxy, isProxy: true, size: size)
    }

    #if !os(macOS)
        func photoOutput(
            _ output: AVCapturePhotoOutput,
            didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL,
            duration: CMTime,
            photoDisplayTime: CMTime,
            resolvedSettings: AVCaptureResolvedPhotoSettings,
            error: (any Error)?
        ) {
            movie?.finish(error.map(PhotoFailure.init))
        }
    #endif

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        // Documented: nothing follows. A movie that has not come does not come any more.
        movie?.finish(error.map(PhotoFailure.init) ?? .spoilt(code: 0, reason: "The movie was not written."))
        let isSpoilt = isSpoilt.withLock { $0 }
        let failure = isSpoilt ? PhotoFailure.spoilt(code: 0, reason: "No file could be made of the photo.") : nil
        report(.finished(error.map(PhotoFailure.init) ?? failure))
    }

    /// What cannot be made a file of counts as no photo; the reason is told at the end.
    private func deliver(_ photo: AVCapturePhoto, isProxy: Bool, size: CMVideoDimensions) {
        guard let data = photo.fileDataRepresentation() else { return isSpoilt.withLock { $0 = true } }
        let metadata = photo.metadata
        report(
            .photo(
                CapturedPhoto(
                    data: data,
                    format: format,
                    size: PhotoSize(size),
                    orientation: ImageOrientation(exif: ImageProperties.orientation(metadata) ?? 1),
                    timestamp: photo.timestamp,
                    date: date(of: photo.timestamp),
                    isProxy: isProxy,
                    metadata: CapturedPhoto.Metadata(properties: metadata),
                    thumbnail: photo.previewPixelBuffer.map(CapturedPhoto.Thumbnail.init),
                    livePhotoMovie: movie
                )
            )
        )
    }

    /// The wall clock's time at a time of the session's clock, which knows no dates.
    private func date(of time: CMTime) -> Date {
        guard let sessionClock, time.isNumeric else { return Date() }
        return Date(timeIntervalSinceNow: min(0, CMTimeGetSeconds(CMTimeSubtract(time, CMClockGetTime(sessionClock)))))
    }
}

extension PhotoFailure {
    /// What an output's error means for whoever pressed.
    init(_ error: any Error) {
        let error = error as NSError
        switch (error as? AVError)?.code {
        case .sessionNotRunning?: self = .stopped
        case .sessionWasInterrupted?, .deviceInUseByAnotherApplication?: self = .interrupted
        case .deviceWasDisconnected?, .deviceNotConnected?: self = .cameraLost
        case .sessionConfigurationChanged?: self = .cameraChanged
        case .noDataCaptured?: self = .timedOut
        case .maximumStillImageCaptureRequestsExceeded?: self = .tooManyPresses
        case .decodeFailed?, .encodeFailed?: self = .spoilt(code: error.code, reason: error.localizedDescription)
        default: self = .cameraFailed(code: error.code)
        }
    }
}
