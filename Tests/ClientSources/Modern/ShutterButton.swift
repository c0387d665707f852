import AVFoundation

/// A shutter button that knows when it may be pressed, and the settings behind it.
@MainActor
final class ShutterButton: NSObject, AVCapturePhotoOutputReadinessCoordinatorDelegate {
    private let output: AVCapturePhotoOutput
    private let coordinator: AVCapturePhotoOutputReadinessCoordinator
    private(set) var isEnabled = false
    private(set) var isShowingActivity = false
    let readiness: AsyncStream<AVCapturePhotoOutput.CaptureReadiness>
    private let continuation: AsyncStream<AVCapturePhotoOutput.CaptureReadiness>.Continuation

    init(output: AVCapturePhotoOutput) {
        self.output = output
        coordinator = AVCapturePhotoOutputReadinessCoordinator(photoOutput: output)
        (readiness, continuation) = AsyncStream.makeStream(of: AVCapturePhotoOutput.CaptureReadiness.self)
        super.init()
        coordinator.delegate = self
    }

    nonisolated func readinessCoordinator(
        _ coordinator: AVCapturePhotoOutputReadinessCoordinator,
        captureReadinessDidChange captureReadiness: AVCapturePhotoOutput.CaptureReadiness
    ) {
        MainActor.assumeIsolated {
            isEnabled = captureReadiness == .ready
            isShowingActivity = captureReadiness == .notReadyWaitingForProcessing
            continuation.yield(captureReadiness)
        }
    }

    /// Gets everything ready for a kind of photo.
    func prepare() async throws -> Bool {
        try await output.setPreparedPhotoSettingsArray([makeSettings()])
    }

    func press(delegate: any AVCapturePhotoCaptureDelegate) -> Int64 {
        let settings = makeSettings()
        coordinator.startTrackingCaptureRequest(using: settings)
        output.capturePhoto(with: settings, delegate: delegate)
        return settings.uniqueID
    }

    private func makeSettings() -> AVCapturePhotoSettings {
        let template = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.jpeg])
        template.embeddedThumbnailPhotoFormat = [
            AVVideoCodecKey: AVVideoCodecType.jpeg,
            AVVideoWidthKey: 160,
            AVVideoHeightKey: 120,
        ]
        template.metadata = [
            kCGImagePropertyTIFFDictionary as String: [kCGImagePropertyTIFFArtist as String: "A. Photographer"]
        ]
        template.flashMode = .off
        template.photoQualityPrioritization = .speed
        return AVCapturePhotoSettings(from: template)
    }
}

/// What a photo tells of itself.
struct PhotoReport: Sendable {
    let uniqueID: Int64
    let artist: String?
    let size: CMVideoDimensions
    let thumbnailSize: CMVideoDimensions
    let seconds: Double
    let place: String
    let strippedByteCount: Int
    let byteCount: Int

    init?(_ photo: AVCapturePhoto) {
        let tiff = photo.metadata[kCGImagePropertyTIFFDictionary as String] as? [String: Any]
        artist = tiff?[kCGImagePropertyTIFFArtist as String] as? String
        uniqueID = photo.resolvedSettings.uniqueID
        size = photo.resolvedSettings.photoDimensions
        thumbnailSize = photo.resolvedSettings.embeddedThumbnailDimensions
        seconds = photo.timestamp.seconds
        place = "\(photo.photoCount) of \(photo.resolvedSettings.expectedPhotoCount)"
        guard let data = photo.fileDataRepresentation(),
            let stripped = photo.fileDataRepresentation(with: WithoutMetadata())
        else { return nil }
        byteCount = data.count
        strippedByteCount = stripped.count
    }
}

private final class WithoutMetadata: NSObject, AVCapturePhotoFileDataRepresentationCustomizer {
    func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]? { nil }
}

/// Reports photos as they come.
final class PhotoReporter: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
    let reports: AsyncThrowingStream<PhotoReport, any Error>
    private let continuation: AsyncThrowingStream<PhotoReport, any Error>.Continuation

    override init() {
        (reports, continuation) = AsyncThrowingStream.makeStream()
        super.init()
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingPhoto photo: AVCapturePhoto,
        error: (any Error)?
    ) {
        if let error = error as? AVError {
            continuation.finish(throwing: error)
        } else if let report = PhotoReport(photo) {
            continuation.yield(report)
        }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        continuation.finish(throwing: error)
    }
}
