@preconcurrency import AVFoundation
import Synchronization

/// The photo output of one of a session's cameras.
// @unchecked: the output is configured and asked on the session's queue only; the rest lies in the mutex.
final class PhotoTaker: @unchecked Sendable {
    /// What becomes of a request.
    enum News: Sendable {
        /// It could not be made; nothing follows.
        case refused(PhotoFailure)
        /// The photo, or its proxy.
        case photo(CapturedPhoto)
        /// The output is done with it; with the reason if that gave no photo.
        case finished(PhotoFailure?)
    }

    // @unchecked: an observation is only ever kept, and let go.
    private struct State: @unchecked Sendable {
        /// The output may hold delegates weakly, so they are kept here until their last call.
        var receivers: [Int64: PhotoReceiver] = [:]
        var observation: NSKeyValueObservation?
    }

    /// The output, which belongs into the session.
    let output = AVCapturePhotoOutput()
    private let session: AVCaptureSession
    private let sessionQueue: DispatchQueue
    private let configuration: EngineConfiguration.Photos
    private let coordinator: AVCapturePhotoOutputReadinessCoordinator
    private let state = Mutex(State())

    /// - Parameters:
    ///   - session: the session that the output is going to be part of.
    ///   - sessionQueue: the queue that alone touches the session.
    ///   - configuration: how photos are taken.
    init(session: AVCaptureSession, sessionQueue: DispatchQueue, configuration: EngineConfiguration.Photos) {
        self.session = session
        self.sessionQueue = sessionQueue
        self.configuration = configuration
        coordinator = AVCapturePhotoOutputReadinessCoordinator(photoOutput: output)
    }

    // MARK: - Readiness

    /// Tells the shutter's readiness: at once, inside of this call, and on the main queue when it changes (R-PHOTO-2).
    func onReadiness(_ report: @escaping @Sendable (ShutterReadiness) -> Void) {
        let observation = coordinator.observe(\.captureReadiness, options: [.initial, .new]) { coordinator, _ in
            report(ShutterReadiness(coordinator.captureReadiness))
        }
        state.withLock { $0.observation = observation }
    }

    // MARK: - Configuration, on the session's queue

    /// Switches on what the camera supports. To be called whenever the session has another camera or format, before the
    /// configuration is committed: some of this is a lengthy reconfiguration on a session that runs. And once more afterwards, since a
    /// preset chooses the format only then; what is set already is left alone.
    ///
    /// - Parameters:
    ///   - size: the largest size that requests may ask for.
    ///   - takesLivePhotos: whether requests may ask for Live Photos.
    func configure(for device: AVCaptureDevice, size: PhotoSizeRequest, takesLivePhotos: Bool) {
        dispatchPrecondition(condition: .onQueue(sessionQueue))
        set(\.maxPhotoQualityPrioritization, .quality)
        if let size = size.selection(in: device.activeFormat), size != PhotoSize(output.maxPhotoDimensions) {
            output.maxPhotoDimensions = size.dimensions
        }
        LivePhotoSupport.enable(takesLivePhotos, output)
        // In this order: each needs the one before.
        if output.isZeroShutterLagSupported { set(\.isZeroShutterLagEnabled, configuration.isResponsive) }
        if output.isResponsiveCaptureSupported { set(\.isResponsiveCaptureEnabled, configuration.isResponsive) }
        if output.isFastCapturePrioritizationSupported {
            set(\.isFastCapturePrioritizationEnabled, configuration.isResponsive)
        }
        if output.isAutoDeferredPhotoDeliverySupported {
            set(\.isAutoDeferredPhotoDeliveryEnabled, configuration.allowsDeferredDelivery)
        }
    }

    /// What photos can be, once a configuration is committed.
    var features: PhotoFeatures {
        dispatchPrecondition(condition: .onQueue(sessionQueue))
        let codecs = output.availablePhotoCodecTypes
        return PhotoFeatures(
            formats: PhotoFormat.allCases.filter { $0 == .jpeg || codecs.contains($0.codec) },
            offersLivePhotos: LivePhotoSupport.isEnabled(output)
        )
    }

    private func set<Value: Equatable>(
        _ property: ReferenceWritableKeyPath<AVCapturePhotoOutput, Value>,
        _ value: Value
    ) {
        if output[keyPath: property] != value { output[keyPath: property] = value }
    }

    // MARK: - Taking photos

    /// Asks for a photo, on the session's queue.
    ///
    /// - Parameters:
    ///   - isWanted: asked just before, on the session's queue: a queue that was stuck may come to this much later.
    ///   - report: called with what becomes of it, on any queue; the last time with `.refused` or `.finished`, unless the photo is
    ///     not wanted any more, when it isn't called at all.
    func capture(
        _ request: PhotoRequest,
        isWanted: @escaping @Sendable () -> Bool,
        report: @escaping @Sendable (News) -> Void
    ) {
        sessionQueue.async { [self] in
            guard isWanted() else { return }
            if let refusal { return report(.refused(refusal)) }
            let format = features.format(request.format)
            let settings = settings(for: request, format)
            let id = settings.uniqueID
            let movie = request.isLivePhoto && LivePhotoSupport.isEnabled(output) ? LivePhotoMovie() : nil
            if let movie { LivePhotoSupport.ask(for: movie, in: settings) }
            let receiver = PhotoReceiver(
                sessionClock: session.synchronizationClock,
                format: format,
                movie: movie
            ) { [weak self] news in
                if case .finished = news { self?.forget(id) }
                report(news)
            }
            state.withLock { $0.receivers[id] = receiver }
            // From now on, not only from when the output has taken note, the shutter shows that it is busy.
            coordinator.startTrackingCaptureRequest(using: settings)
            output.capturePhoto(with: settings, delegate: receiver)
        }
    }

    /// Why no photo can be asked for. The output would end the program.
    private var refusal: PhotoFailure? {
        if session.isInterrupted { return .interrupted }
        guard session.isRunning, let connection = output.connection(with: .video), connection.isEnabled else {
            return .notLive
        }
        return connection.isActive ? nil : .cameraLost
    }

    /// The camera whose photos these are.
    private var device: AVCaptureDevice? {
        (output.connection(with: .video)?.inputPorts.first?.input as? AVCaptureDeviceInput)?.device
    }

    private func forget(_ id: Int64) {
        let former = state.withLock { $0.receivers.removeValue(forKey: id) }
        // It is the receiver that calls: it goes after the lock has.
        withExtendedLifetime(former) {}
    }

    /// New settings: they are good for one photo only.
    private func settings(for request: PhotoRequest, _ format: PhotoFormat) -> AVCapturePhotoSettings {
        let settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: format.codec])
        settings.photoQualityPrioritization = AVCapturePhotoOutput.QualityPrioritization(request.quality)
        settings.maxPhotoDimensions = dimensions(request.size)
        let flash = AVCaptureDevice.FlashMode(request.flash)
        if output.supportedFlashModes.contains(flash) { settings.flashMode = flash }
        if let side = request.thumbnailSide, side > 0 { addThumbnail(settings, side) }
        return settings
    }

    /// The size for one photo: what is wanted of the sizes that the active format has, up to what the output is set up for.
    private func dimensions(_ wish: PhotoSizeRequest?) -> CMVideoDimensions {
        let limit = output.maxPhotoDimensions
        guard let wish, let device else { return limit }
        let sizes = device.activeFormat.supportedMaxPhotoDimensions.filter {
            $0.width <= limit.width && $0.height <= limit.height
        }
        return wish.selection(among: sizes.map(PhotoSize.init))?.dimensions ?? limit
    }

    /// The small picture comes twice: as pixels to be shown at once, and as a JPEG in the file.
    private func addThumbnail(_ settings: AVCapturePhotoSettings, _ side: Int) {
        if let format = settings.availablePreviewPhotoPixelFormatTypes.first {
            settings.previewPhotoFormat = [
                kCVPixelBufferPixelFormatTypeKey as String: format,
                kCVPixelBufferWidthKey as String: side, kCVPixelBufferHeightKey as String: side,
            ]
        }
        if let codec = settings.availableEmbeddedThumbnailPhotoCodecTypes.first {
            settings.embeddedThumbnailPhotoFormat = [
                AVVideoCodecKey: codec, AVVideoWidthKey: side, AVVideoHeightKey: side,
            ]
        }
    }
}

extension ShutterReadiness {
    init(_ readiness: AVCapturePhotoOutput.CaptureReadiness) {
        switch readiness {
        case .sessionNotRunning: self = .unavailable
        case .ready: self = .ready
        case .notReadyMomentarily: self = .notReadyMomentarily
        case .notReadyWaitingForCapture: self = .notReadyWaitingForCapture
        case .notReadyWaitingForProcessing: self = .notReadyWaitingForProcessing
        @unknown default: self = .notReadyMomentarily
        }
    }
}

extension AVCapturePhotoOutput.QualityPrioritization {
    fileprivate init(_ quality: PhotoRequest.Quality) {
        switch quality {
        case .speed: self = .speed
        case .balanced: self = .balanced
        case .quality: self = .quality
        }
    }
}

extension AVCaptureDevice.FlashMode {
    fileprivate init(_ flash: PhotoRequest.Flash) {
        switch flash {
        case .off: self = .off
        case .on: self = .on
        case .automatic: self = .auto
        }
    }
}
