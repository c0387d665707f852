import CaptureCore
import CaptureDriver
import CoreMedia

/// What a valid request comes down to, given what the camera and the scene are like now.
struct PhotoPlan: Sendable {
    /// The long side of a preview that has no size of its own. UNKNOWN: Apple's default.
    private static let previewLongSide: Int32 = 1280
    /// The long side of a thumbnail that has no size of its own, EXIF's customary one.
    private static let thumbnailLongSide: Int32 = 160
    /// The long side of the largest thumbnail that EXIF surely has room for.
    private static let largestThumbnail: Int32 = 640

    /// Pixels that HEVC compresses in about a quarter of a second; more is worth showing that one waits.
    private static let quicklyCompressed = 3_000_000

    /// The request, with its quality lowered if that is needed to keep up.
    let request: PhotoCaptureRequest
    /// The state machine's view of it.
    let capture: PhotoCaptureStateMachine.Capture
    private let values: AVCaptureResolvedPhotoSettings.Values

    /// - Parameters:
    ///   - request: a valid request.
    ///   - source: the camera.
    ///   - options: what the client configured on the output.
    ///   - capabilities: what the output can do.
    ///   - exposure: of the newest frame, which shows how dark it is.
    ///   - isBusy: whether other requests are unfinished.
    init(
        request: PhotoCaptureRequest,
        source: PhotoCapabilities.Source,
        options: PhotoOutputOptions,
        capabilities: PhotoCapabilities,
        exposure: CaptureExposure,
        isBusy: Bool
    ) {
        let isFast = options.isFastEnabled && isBusy && request.quality != .speed
        let firesFlash = Self.firesFlash(request.flashMode, source, exposure)
        var request = request
        if isFast { request.quality = .speed }
        self.request = request

        let photo = PhotoGeometry.photoDimensions(
            frame: source.streamDimensions,
            maximum: options.limit(for: request, source: source)
        )
        values = AVCaptureResolvedPhotoSettings.Values(
            uniqueID: request.uniqueID,
            photo: photo,
            preview: request.preview.map {
                PhotoGeometry.reducedDimensions(
                    photo: photo,
                    requested: $0.dimensions,
                    defaultLongSide: Self.previewLongSide,
                    maximumLongSide: .max
                )
            },
            thumbnail: request.thumbnail.map { Self.thumbnailDimensions(photo: photo, requested: $0.dimensions) },
            livePhotoMovie: request.livePhoto.map { _ in LivePhotoEncoder.dimensions(of: source.streamDimensions) },
            isFlashEnabled: firesFlash,
            isFast: isFast,
            expectedPhotoCount: request.photoCount
        )

        var capture = PhotoCaptureStateMachine.Capture(id: request.uniqueID)
        capture.photoCount = request.photoCount
        capture.takesLong = firesFlash || request.quality == .quality || !request.bracket.isEmpty
        capture.takesLongToProcess = request.format?.codec == .hevc && photo.area > Self.quicklyCompressed
        // Documented for responsive capture: uncompressed output doesn't overlap.
        capture.allowsOverlap = request.format?.pixelFormat == nil
        capture.preparation = request.bracket.isEmpty ? (firesFlash ? .once : .none) : .each
        // Documented for zero shutter lag: for balanced and quality; not for manual exposure and brackets.
        capture.acceptsPastFrame =
            options.isZeroShutterLagEnabled(capabilities) && request.quality != .speed && !capabilities.isExposureManual
            && capture.preparation == .none
        capture.hasMovie = request.livePhoto != nil
        self.capture = capture
    }

    /// The size of a thumbnail.
    static func thumbnailDimensions(photo: CaptureDimensions, requested: CaptureDimensions?) -> CaptureDimensions {
        PhotoGeometry.reducedDimensions(
            photo: photo,
            requested: requested,
            defaultLongSide: thumbnailLongSide,
            maximumLongSide: largestThumbnail
        )
    }

    /// The settings for the delegate.
    func resolved(processingTimeRange: CMTimeRange) -> AVCaptureResolvedPhotoSettings.Values {
        var values = values
        values.processingTimeRange = processingTimeRange
        return values
    }

    private static func firesFlash(
        _ mode: AVCaptureDevice.FlashMode,
        _ source: PhotoCapabilities.Source,
        _ exposure: CaptureExposure
    ) -> Bool {
        switch mode {
        case .on: source.hasFlash && source.isFlashAvailable
        case .auto: source.hasFlash && source.isFlashAvailable && isDark(exposure, source)
        default: false
        }
    }

    /// Whether the scene calls for the flash. UNKNOWN: Apple's rule; here the upper half of the ISO speeds.
    static func isDark(_ exposure: CaptureExposure, _ source: PhotoCapabilities.Source) -> Bool {
        guard let range = source.isoRange, exposure.iso > 0 else { return false }
        return exposure.iso >= (range.lowerBound + range.upperBound) / 2
    }
}

/// Sets up a camera for a photo: light, or the exposures of a bracket.
///
/// What it changes it remembers, and puts back; the client's own settings are not touched. Its pipeline uses it on its callback
/// queue, where it may block as long as the driver does.
struct PhotoCamera: @unchecked Sendable {
    // @unchecked: a device guards its state with locks.

    /// What photos need of a camera beyond its frames.
    enum Setup: Sendable, Hashable {
        /// The light.
        case light
        /// One exposure of a bracket.
        case exposure(PhotoCaptureRequest.BracketStep)
    }

    /// The control values that bring a setup about, in the order in which they are to be set.
    static func controls(for setup: Setup) -> [(CaptureControl, CaptureControlValue)] {
        switch setup {
        case .light:
            [(.torchLevel, .number(1))]
        case .exposure(.automatic(let bias)):
            [(.exposureBias, .number(Double(bias)))]
        case .exposure(.manual(let duration, let iso)):
            [
                (.exposureMode, .mode(3)), (.exposureDuration, .number(CMTimeGetSeconds(duration))),
                (.iso, .number(Double(iso))),
            ]
        }
    }

    /// The camera.
    let device: AVCaptureDevice
    private var before: [(CaptureControl, CaptureControlValue)] = []

    init(device: AVCaptureDevice) {
        self.device = device
    }

    /// Brings a setup about.
    ///
    /// - Returns: the time from which frames show it.
    mutating func set(_ setup: Setup) throws(CaptureDriverError) -> CMTime {
        let handle = try device.acquireHandle()
        defer { device.releaseHandle() }
        var effective = CMTime.invalid
        for (control, value) in Self.controls(for: setup) {
            if !before.contains(where: { $0.0 == control }) {
                before.append((control, try handle.controlValue(control)))
            }
            effective = try handle.setControl(control, to: value)
        }
        return effective
    }

    /// Puts everything back as it was.
    mutating func restore() throws(CaptureDriverError) {
        guard !before.isEmpty else { return }
        let handle = try device.acquireHandle()
        defer { device.releaseHandle() }
        while let (control, value) = before.popLast() {
            try handle.setControl(control, to: value)
        }
    }
}
