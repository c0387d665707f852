import AVFoundation

/// A photo and what is known of it.
struct TakenPhoto: Sendable {
    let data: Data
    let dimensions: CMVideoDimensions
    let isFlashFired: Bool
}

enum PhotoCaptureError: Error {
    case noPhotoData
}

/// What a user can choose for photos.
enum PhotoQuality: Int, CaseIterable {
    case speed = 1
    case balanced
    case quality

    var prioritization: AVCapturePhotoOutput.QualityPrioritization {
        AVCapturePhotoOutput.QualityPrioritization(rawValue: rawValue)!
    }
}

enum CaptureActivity: Sendable, Equatable {
    case idle
    case photoCapture(willCapture: Bool = false)
}

/// Owns the photo output of a capture service, and makes one `async` call of a delegate's many.
final class PhotoCapture {
    let output = AVCapturePhotoOutput()
    private(set) var isZeroShutterLagWanted = true

    /// Brings the output in line with a device; call it inside of a configuration.
    func updateConfiguration(for device: AVCaptureDevice) {
        output.maxPhotoDimensions = device.activeFormat.supportedMaxPhotoDimensions.last ?? .init()
        output.isZeroShutterLagEnabled = output.isZeroShutterLagSupported && isZeroShutterLagWanted
        output.isResponsiveCaptureEnabled = output.isResponsiveCaptureSupported
        output.isFastCapturePrioritizationEnabled = output.isFastCapturePrioritizationSupported
        output.maxPhotoQualityPrioritization = .quality
        output.isLivePhotoCaptureEnabled = output.isLivePhotoCaptureSupported
        output.isAutoDeferredPhotoDeliveryEnabled = output.isAutoDeferredPhotoDeliverySupported
    }

    func setVideoRotationAngle(_ angle: CGFloat) {
        output.connection(with: .video)?.videoRotationAngle = angle
    }

    private func makeSettings(_ quality: PhotoQuality, flash: AVCaptureDevice.FlashMode) -> AVCapturePhotoSettings {
        var settings = AVCapturePhotoSettings()
        if output.availablePhotoCodecTypes.contains(.hevc) {
            settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
        }
        if let previewFormat = settings.availablePreviewPhotoPixelFormatTypes.first {
            settings.previewPhotoFormat = [kCVPixelBufferPixelFormatTypeKey as String: previewFormat]
        }
        settings.maxPhotoDimensions = output.maxPhotoDimensions
        settings.photoQualityPrioritization = quality.prioritization
        if output.supportedFlashModes.contains(flash) { settings.flashMode = flash }
        return settings
    }

    /// Takes a photo.
    func takePhoto(
        quality: PhotoQuality = .balanced,
        flash: AVCaptureDevice.FlashMode = .off,
        isolation: isolated (any Actor)? = #isolation,
        onActivity: @escaping @Sendable (CaptureActivity) -> Void = { _ in }
    ) async throws -> TakenPhoto {
        try await withCheckedThrowingContinuation { continuation in
            let settings = makeSettings(quality, flash: flash)
            let delegate = PhotoCaptureDelegate(continuation: continuation)
            let activities = delegate.activityStream
            Task {
                for await activity in activities { onActivity(activity) }
            }
            output.capturePhoto(with: settings, delegate: delegate)
        }
    }
}

private typealias PhotoContinuation = CheckedContinuation<TakenPhoto, any Error>

private class PhotoCaptureDelegate: NSObject, AVCapturePhotoCaptureDelegate {
    private let continuation: PhotoContinuation
    private var photoData: Data?
    private var dimensions = CMVideoDimensions(width: 0, height: 0)

    let activityStream: AsyncStream<CaptureActivity>
    private let activityContinuation: AsyncStream<CaptureActivity>.Continuation

    init(continuation: PhotoContinuation) {
        self.continuation = continuation
        let (stream, activityContinuation) = AsyncStream.makeStream(of: CaptureActivity.self)
        activityStream = stream
        self.activityContinuation = activityContinuation
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        activityContinuation.yield(.photoCapture())
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        activityContinuation.yield(.photoCapture(willCapture: true))
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCapturingDeferredPhotoProxy deferredPhotoProxy: AVCaptureDeferredPhotoProxy?,
        error: Error?
    ) {
        if let error {
            print("Error capturing deferred photo: \(error)")
            return
        }
        photoData = deferredPhotoProxy?.fileDataRepresentation()
    }

    func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?) {
        if let error {
            print("Error capturing photo: \(error)")
            return
        }
        photoData = photo.fileDataRepresentation()
        dimensions = photo.resolvedSettings.photoDimensions
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: Error?
    ) {
        defer { activityContinuation.finish() }
        if let error {
            continuation.resume(throwing: error)
            return
        }
        guard let photoData else {
            continuation.resume(throwing: PhotoCaptureError.noPhotoData)
            return
        }
        continuation.resume(
            returning: TakenPhoto(
                data: photoData,
                dimensions: dimensions,
                isFlashFired: resolvedSettings.isFlashEnabled
            )
        )
    }
}
