@preconcurrency import AVFoundation
import Foundation
import Synchronization

/// A photo that was taken.
public struct CapturedPhoto: Sendable {
    /// The file with its metadata. Shared, not copied, when this value is.
    public var data: Data
    /// The kind of file.
    public var format: PhotoFormat
    /// The size of the stored picture, before it is turned upright.
    public var size: PhotoSize
    /// How the stored picture is to be turned to be upright; the file says the same (R-ROT-3).
    public var orientation: ImageOrientation
    /// When it was taken, on the session's clock, as the frames' presentation times are.
    public var timestamp: CMTime
    /// When it was taken, by the wall clock.
    public var date: Date
    /// Whether a better picture is going to be made of it later (deferred delivery): hand ``data`` to the photo library, as
    /// what it is, and the library gets the final picture. Never on Linux.
    public var isProxy: Bool
    /// The camera's settings and what else is known.
    public var metadata: Metadata
    /// The small picture that was asked for, unturned like the photo.
    public var thumbnail: Thumbnail?
    /// The movie of a Live Photo, which may not be finished yet; `nil` for any other photo.
    public var livePhotoMovie: LivePhotoMovie?

    /// What is known about a photo, with the keys of Apple's `CGImageProperties`.
    // @unchecked: the dictionary is made for one photo, of strings, numbers, and lists and dictionaries of these, and is never
    // changed.
    public struct Metadata: @unchecked Sendable {
        /// The dictionary.
        public let properties: [String: Any]
    }

    /// A small picture.
    // @unchecked: the pixels are this photo's own; nobody writes to them once it is delivered.
    public struct Thumbnail: @unchecked Sendable {
        /// The pixels, to be read only.
        public let pixels: CVPixelBuffer
    }

    /// The size of the picture once it is upright.
    public var uprightSize: PhotoSize {
        orientation.turn % 180 == 0 ? size : PhotoSize(width: size.height, height: size.width)
    }
}

/// The movie of a Live Photo: the seconds around the press. It is finished later than the photo, which does not wait for it.
public final class LivePhotoMovie: Sendable {
    private enum State {
        case awaited([CheckedContinuation<Result<URL, PhotoFailure>, Never>])
        case finished(Result<URL, PhotoFailure>)
    }

    private struct Contents {
        var state = State.awaited([])
        /// Whether somebody has the file, whose it is then.
        var isTaken = false
    }

    private let contents = Mutex(Contents())
    /// Where the movie is written.
    let url: URL

    /// A movie that is going to be written.
    init(url: URL = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mov")) {
        self.url = url
    }

    deinit {
        let isTaken = contents.withLock { $0.isTaken }
        if !isTaken { try? FileManager.default.removeItem(at: url) }
    }

    /// The movie's file, once it is finished. Whoever asks has it from then on, and moves or deletes it; one that nobody asks for is
    /// deleted with this object.
    ///
    /// - Throws: why there is no movie. The photo is one without it.
    public func file() async throws(PhotoFailure) -> URL {
        let result = await withCheckedContinuation { continuation in
            let known: Result<URL, PhotoFailure>? = contents.withLock { contents in
                switch contents.state {
                case .finished(let result): return result
                case .awaited(let others):
                    contents.state = .awaited(others + [continuation])
                    return nil
                }
            }
            if let known { continuation.resume(returning: known) }
        }
        if case .success = result { contents.withLock { $0.isTaken = true } }
        return try result.get()
    }

    /// The movie is finished, or there will be none. What is told first holds.
    func finish(_ failure: PhotoFailure? = nil) {
        let result: Result<URL, PhotoFailure> = failure.map { .failure($0) } ?? .success(url)
        let waiting = contents.withLock { contents -> [CheckedContinuation<Result<URL, PhotoFailure>, Never>] in
            guard case .awaited(let waiting) = contents.state else { return [] }
            contents.state = .finished(result)
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: result) }
    }
}

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
