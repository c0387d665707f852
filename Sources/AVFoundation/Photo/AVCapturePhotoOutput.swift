import CaptureCore
import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation
import FoundationExtras
import Synchronization

/// Takes photos, exactly as Apple's class of the same name.
///
/// A photo is the next frame that the camera delivers, or the newest one that it has delivered (zero shutter lag). It is
/// processed on a queue of the output's own; the delegate is called on another. Nothing is called on the main queue. All
/// methods may be called from any thread.
open class AVCapturePhotoOutput: AVCaptureOutput {
    // Safe on any thread: the configuration lies in a mutex, everything else in the pipeline, which guards itself.

    struct Configuration: Sendable {
        var options = PhotoOutputOptions()
        /// What the configuration that was committed last can do.
        var committed = PhotoCapabilities.none
        var preparation = PhotoPreparation<@Sendable (Bool) -> Void>()
        var prepared: [FrozenPhotoSettings] = []
        var monitoring: FrozenPhotoSettings?
    }

    let configuration = Mutex(Configuration())
    let pipeline = PhotoPipeline()

    /// Makes an output with Apple's defaults.
    public override init() {
        super.init()
        pipeline.setOutput(self)
    }

    override var acceptedMediaTypes: [AVMediaType] {
        configuration.withLock { $0.options.isLivePhotoEnabled } ? [.video, .audio] : [.video]
    }

    /// The key paths that can be observed.
    package override class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: AVCapturePhotoOutput>(_: Root.Type) -> [AnyKeyPath] {
            [
                \Root.captureReadiness, \Root.availablePhotoPixelFormatTypes, \Root.availablePhotoCodecTypes,
                \Root.availablePhotoFileTypes, \Root.supportedFlashModes, \Root.maxBracketedCapturePhotoCount,
                \Root.isZeroShutterLagSupported, \Root.isResponsiveCaptureSupported,
                \Root.availableLivePhotoVideoCodecTypes, \Root.isLivePhotoCaptureSupported,
                \Root.isFastCapturePrioritizationSupported, \Root.isDepthDataDeliverySupported,
            ] + constants(Root.self)
        }
        let inherited = super.observableKeyPaths(rootedAt: root)
        guard let root = root as? AVCapturePhotoOutput.Type else { return inherited }
        return inherited + list(root)
    }

    /// Observable on Apple's platforms, constant here: observing is allowed, and nothing is ever reported.
    private class func constants<Root: AVCapturePhotoOutput>(_: Root.Type) -> [AnyKeyPath] {
        [
            \Root.availableRawPhotoPixelFormatTypes, \Root.availableRawPhotoCodecTypes,
            \Root.availableRawPhotoFileTypes, \Root.isAppleProRAWSupported, \Root.isAutoDeferredPhotoDeliverySupported,
            \Root.isPortraitEffectsMatteDeliverySupported,
            \Root.availableSemanticSegmentationMatteTypes, \Root.isCameraCalibrationDataDeliverySupported,
            \Root.isVirtualDeviceConstituentPhotoDeliverySupported, \Root.isVirtualDeviceFusionSupported,
            \Root.isAutoRedEyeReductionSupported, \Root.isLensStabilizationDuringBracketedCaptureSupported,
            \Root.isContentAwareDistortionCorrectionSupported, \Root.isConstantColorSupported,
            \Root.isShutterSoundSuppressionSupported, \Root.isCameraSensorOrientationCompensationSupported,
        ]
    }

    // MARK: Taking photos

    /// Takes a photo, or the photos of a bracket.
    ///
    /// The settings are copied; they are used up by this, and must not be used again (S-148). The delegate is kept alive
    /// until its last call, which comes whatever happens: also when the session stops or is interrupted, the camera is
    /// unplugged, or no frame comes. Settings that break a documented rule stop the program.
    ///
    /// - Parameters:
    ///   - settings: what is wanted.
    ///   - delegate: is told how the capture goes on, on a queue of the output's.
    open func capturePhoto(with settings: AVCapturePhotoSettings, delegate: any AVCapturePhotoCaptureDelegate) {
        var request = settings.request
        let capabilities = currentCapabilities
        let options = configuration.withLock { $0.options }
        let rules = validator(capabilities, options)
        let violation = rules.violation(of: request)
        request.limitQuality(to: rules.maxQuality)
        guard violation == nil, settings.identity.markUsed() else {
            refuse("capturePhotoWithSettings:delegate:", violation ?? "Settings may not be re-used")
        }
        guard let source = capabilities.source, let session, let connection = connection(with: .video),
            let device = connection.captureDevice
        else {
            // The configuration changed since it was validated.
            refuse("capturePhotoWithSettings:delegate:", "No active and enabled video connection")
        }
        let plan = PhotoPlan(
            request: request,
            source: source,
            options: options,
            capabilities: capabilities,
            exposure: pipeline.latestExposure,
            isBusy: pipeline.busyCount > 0
        )
        let job = PhotoJob(
            output: self,
            delegate: PhotoDelegate(object: delegate),
            request: plan.request,
            resolved: AVCaptureResolvedPhotoSettings(plan.resolved(processingTimeRange: pipeline.processingTimeRange)),
            bracket: settings.values.bracket,
            connection: connection,
            frameDimensions: source.streamDimensions,
            clock: session.system.clock,
            contentIdentifier: plan.request.livePhoto.map { _ in UUID().uuidString },
            camera: PhotoCamera(device: device)
        )
        pipeline.submit(job, as: plan.capture)
    }

    /// Whether a new request would be served soon (S-161); key-value observable. Requests are accepted in any state.
    open var captureReadiness: CaptureReadiness { CaptureReadiness(pipeline.readiness) }

    func readinessChanged(from old: PhotoReadiness, to new: PhotoReadiness) {
        reportChange(of: \.captureReadiness, from: CaptureReadiness(old), to: CaptureReadiness(new))
    }

    /// Waits until everything that has happened so far is processed and the delegates have heard of it.
    package func settle() {
        pipeline.settle()
    }

    // MARK: Rules

    func validator(_ capabilities: PhotoCapabilities, _ options: PhotoOutputOptions) -> PhotoRequestValidator {
        PhotoRequestValidator(capabilities: capabilities, options: options, maxQuality: maxPhotoQualityPrioritization)
    }

    /// The rule that settings break which are announced to a readiness coordinator; a session that isn't set up yet breaks
    /// none.
    func violationWhenTracked(_ request: PhotoCaptureRequest) -> String? {
        if request.isUsed { return "Settings may not be re-used" }
        var capabilities = currentCapabilities
        guard capabilities.source != nil else { return nil }
        capabilities.isConnectionUsable = true
        return validator(capabilities, configuration.withLock { $0.options }).violation(of: request)
    }

    func refuse(_ selector: String, _ reason: String) -> Never {
        programmerError(.invalidArgument, "*** -[AVCapturePhotoOutput \(selector)] \(reason)")
    }

    // MARK: What the session tells

    override var wantsDepthWithFrames: Bool { isDepthDataDeliveryEnabled }

    override func consume(_ frame: CaptureFrame, from connection: AVCaptureConnection) {
        pipeline.consume(frame, from: connection)
    }

    override func consume(_ packet: CaptureAudioPacket, from connection: AVCaptureConnection) {
        pipeline.consume(packet)
    }

    override func connectionDidEnd(_ connection: AVCaptureConnection, _ failure: SessionRuntimeError) {
        if connection.mediaType == .audio { pipeline.audioEnded() }
    }

    override func sessionRunningChanged(_ isRunning: Bool) {
        if isRunning {
            pipeline.sessionStarted()
            reviewLivePhotoRecorder()
        } else {
            let failure = reasonForEnd
            pipeline.setRecorder(nil, because: failure)
            pipeline.sessionEnded(failure)
            endLivePhotoSuspension()
        }
        answer { $0.sessionRunningChanged(isRunning) }
    }

    override func configurationWillCommit() {
        let isEnabled = configuration.withLock { $0.options.isLivePhotoEnabled }
        if isEnabled, !isLivePhotoCaptureSupported { setLivePhotoEnabled(false) }
    }

    override func configurationDidCommit() {
        capabilitiesChanged(to: currentCapabilities)
        pipeline.sourceChanged(to: connection(with: .video), in: session?.system)
        if connection(with: .audio) == nil { pipeline.audioEnded() }
        reviewLivePhotoRecorder()
        let isRunning = session?.isRunning ?? false
        if isRunning { pipeline.sessionStarted() }
        answer { $0.configurationChanged(isOpen: false) + $0.sessionRunningChanged(isRunning) }
    }

    override func deliveryDidChange() {
        pipeline.formatChanged(to: connection(with: .video)?.captureDevice?.activeFormat.captureFormat)
    }

    override func sessionDidDetach() {
        configuration.withLock { configuration in
            configuration.options.isLivePhotoEnabled = false
            configuration.options.isLivePhotoSuspended = false
        }
        pipeline.setRecorder(nil, because: .configurationChanged)
        pipeline.sessionEnded(.configurationChanged)
        capabilitiesChanged(to: .none)
        answer { $0.sessionRunningChanged(false) }
    }

    private var reasonForEnd: PhotoCaptureFailure {
        guard let session else { return .sessionNotRunning }
        // The stream's end may be known before the device is marked as disconnected, so the drivers are asked too.
        if let device = connection(with: .video)?.captureDevice {
            let isListed = session.system.devices().contains { $0.id == device.hardware.id }
            if !device.isConnected || !isListed { return .deviceDisconnected }
        }
        return session.isInterrupted ? .interrupted : .sessionNotRunning
    }
}

extension AVCapturePhotoOutput {
    /// How much a photo's quality counts against the speed of its delivery.
    public enum QualityPrioritization: Int, Sendable {
        /// Delivery as fast as possible.
        case speed = 1
        /// Quality and speed count the same.
        case balanced = 2
        /// The best picture, however long it takes.
        case quality = 3
    }
}

extension AVCapturePhotoOutput {
    /// What the output can do now.
    var currentCapabilities: PhotoCapabilities {
        guard let connection = connection(with: .video), let device = connection.captureDevice else { return .none }
        return PhotoCapabilities(
            source: PhotoCapabilities.Source(device),
            // A camera may be unplugged between a client's look at the connection and its request. DEVIATION: that is not
            // the client's error, and ends with the request's failure, not the program.
            isConnectionUsable: connection.isEnabled && (connection.isActive || !device.isConnected),
            isExposureManual: device.exposureMode == .custom,
            isLivePhotoSupported: supportsLivePhotos(device)
        )
    }

    /// Takes note of a new configuration: takes back what it doesn't support, and tells observers.
    func capabilitiesChanged(to new: PhotoCapabilities) {
        let outbox = outbox
        configuration.withLock { configuration in
            let (old, options) = (configuration.committed, configuration.options)
            configuration.committed = new
            configuration.options.revert(to: new)
            reportChanges(from: old, to: new, through: outbox)
            reportSpeedChanges(from: (old, options), to: (new, configuration.options), through: outbox)
        }
        configurePipeline()
        outbox.deliver()
    }

    private func reportChanges(
        from old: PhotoCapabilities,
        to new: PhotoCapabilities,
        through outbox: Outbox
    ) {
        func report<Value: Equatable & Sendable>(
            _ property: any KeyPath<AVCapturePhotoOutput, Value> & Sendable,
            _ value: (PhotoCapabilities) -> Value
        ) {
            let (before, after) = (value(old), value(new))
            if before != after { reportChange(of: property, from: before, to: after, through: outbox) }
        }
        report(\.availablePhotoPixelFormatTypes) { $0.pixelFormats }
        report(\.availablePhotoCodecTypes) { $0.codecs }
        report(\.availablePhotoFileTypes) { $0.fileTypes }
        report(\.supportedFlashModes) { $0.flashModes }
        report(\.maxBracketedCapturePhotoCount) { $0.maxBracketCount }
        report(\.availableLivePhotoVideoCodecTypes) { $0.livePhotoCodecs }
        report(\.isLivePhotoCaptureSupported) { $0.isLivePhotoSupported }
        report(\.isZeroShutterLagSupported) { $0.isZeroShutterLagSupported }
        report(\.isDepthDataDeliverySupported) { $0.isDepthSupported }
    }

    /// Tells observers of what options allow to be switched on. With the configuration's lock held.
    func reportSpeedChanges(
        from old: (capabilities: PhotoCapabilities, options: PhotoOutputOptions),
        to new: (capabilities: PhotoCapabilities, options: PhotoOutputOptions),
        through outbox: Outbox
    ) {
        let lag = [old, new].map { $0.options.isZeroShutterLagEnabled($0.capabilities) }
        if lag[0] != lag[1] {
            let property = \AVCapturePhotoOutput.isResponsiveCaptureSupported
            reportChange(of: property, from: lag[0], to: lag[1], through: outbox)
        }
        let isResponsive = [old, new].map { $0.options.isResponsiveEnabled }
        if isResponsive[0] != isResponsive[1] {
            let property = \AVCapturePhotoOutput.isFastCapturePrioritizationSupported
            reportChange(of: property, from: isResponsive[0], to: isResponsive[1], through: outbox)
        }
    }

    // MARK: Processed photos

    /// Pixel formats of uncompressed photos, cheapest first; empty without a camera (S-152). Key-value observable.
    public var availablePhotoPixelFormatTypes: [OSType] { currentCapabilities.pixelFormats }

    /// Codecs of compressed photos: HEVC, if libheif has an encoder for it, then JPEG; empty without a camera (S-152). Key-value
    /// observable.
    public var availablePhotoCodecTypes: [AVVideoCodecType] { currentCapabilities.codecs }

    /// File types of processed photos: HEIC and JPEG, as there are codecs; empty without a camera (S-152). Key-value observable.
    public var availablePhotoFileTypes: [AVFileType] { currentCapabilities.fileTypes }

    /// Pixel formats that a type of file can hold: none, as no writer for uncompressed files is here.
    public func supportedPhotoPixelFormatTypes(for fileType: AVFileType) -> [OSType] { [] }

    /// Codecs that a type of file can hold; empty without a camera.
    public func supportedPhotoCodecTypes(for fileType: AVFileType) -> [AVVideoCodecType] {
        currentCapabilities.files.filter { $0.fileType == fileType }.map(\.codec)
    }

    // MARK: RAW

    /// Always empty: no camera here gives RAW.
    public var availableRawPhotoPixelFormatTypes: [OSType] { [] }

    /// Always empty: no camera here gives RAW.
    public var availableRawPhotoCodecTypes: [AVVideoCodecType] { [] }

    /// Always empty: no camera here gives RAW.
    public var availableRawPhotoFileTypes: [AVFileType] { [] }

    /// Always empty: no camera here gives RAW.
    public func supportedRawPhotoPixelFormatTypes(for fileType: AVFileType) -> [OSType] { [] }

    /// Always empty: no camera here gives RAW.
    public func supportedRawPhotoCodecTypes(
        forRawPhotoPixelFormatType pixelFormatType: OSType,
        fileType: AVFileType
    ) -> [AVVideoCodecType] { [] }

    /// Whether a pixel format is one of a Bayer sensor's.
    public class func isBayerRAWPixelFormat(_ pixelFormat: OSType) -> Bool {
        let bayer: [OSType] = [
            kCVPixelFormatType_14Bayer_GRBG, kCVPixelFormatType_14Bayer_RGGB, kCVPixelFormatType_14Bayer_BGGR,
            kCVPixelFormatType_14Bayer_GBRG, kCVPixelFormatType_16VersatileBayer,
            kCVPixelFormatType_96VersatileBayerPacked12,
        ]
        return bayer.contains(pixelFormat)
    }

    /// Whether a pixel format is one of Apple's ProRAW.
    public class func isAppleProRAWPixelFormat(_ pixelFormat: OSType) -> Bool {
        pixelFormat == kCVPixelFormatType_64RGBALE
    }

    /// Always false: no camera here gives RAW.
    public var isAppleProRAWSupported: Bool { false }

    /// Always false; switching it on stops the program, as it is not supported.
    public var isAppleProRAWEnabled: Bool {
        get { false }
        set { require(!newValue, "setAppleProRAWEnabled:", "appleProRAWSupported") }
    }
}

extension PhotoCapabilities.Source {
    /// What a camera offers in its active format.
    fileprivate init(_ device: AVCaptureDevice) {
        let format = device.activeFormat
        let stream = CaptureDimensions(CMVideoFormatDescriptionGetDimensions(format.formatDescription))
        let sizes = format.supportedMaxPhotoDimensions.map { CaptureDimensions($0) }
        self.init(
            photoDimensions: sizes.isEmpty ? [stream] : sizes.sorted { $0.area < $1.area },
            streamDimensions: stream
        )
        let controls = device.hardware.controls
        hasFlash = device.hasFlash && controls[.torchLevel] != nil
        isFlashAvailable = device.isFlashAvailable
        hasDepth = !format.supportedDepthDataFormats.isEmpty
        if format.minISO < format.maxISO { isoRange = format.minISO...format.maxISO }
        let durations = [format.minExposureDuration, format.maxExposureDuration].map(CMTimeGetSeconds)
        if durations[0] < durations[1] { exposureDurations = durations[0]...durations[1] }
        if controls[.exposureBias] != nil { biasRange = device.minExposureTargetBias...device.maxExposureTargetBias }
        hasManualExposure =
            device.isExposureModeSupported(.custom) && controls[.iso] != nil && controls[.exposureDuration] != nil
    }
}

extension AVCapturePhotoOutput {
    /// The settings that the client prepared for last; copies.
    public var preparedPhotoSettingsArray: [AVCapturePhotoSettings] {
        configuration.withLock { $0.prepared }.compactMap(\.copy)
    }

    /// Prepares for certain settings.
    ///
    /// There is nothing to allocate ahead: every capture is prepared for as soon as the session runs. So the completion is
    /// called when it does, outside of begin and commit; or with `false`, when this is called again before (S-167).
    ///
    /// - Parameters:
    ///   - preparedPhotoSettingsArray: settings like those that will be used.
    ///   - completionHandler: called on a queue of the output's.
    @preconcurrency
    public func setPreparedPhotoSettingsArray(
        _ preparedPhotoSettingsArray: [AVCapturePhotoSettings],
        completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        let frozen = preparedPhotoSettingsArray.map(FrozenPhotoSettings.init)
        configuration.withLock { $0.prepared = frozen }
        let isConfiguring = session.map { $0.configuration.withLock { $0.depth } > 0 } ?? false
        var completion: (@Sendable (Bool) -> Void)?
        if let completionHandler { completion = { completionHandler($0, nil) } }
        answer { preparation in
            preparation.configurationChanged(isOpen: isConfiguring) + preparation.prepare(completion)
        }
    }

    /// Prepares for certain settings, and returns when that is done or something else is prepared for.
    ///
    /// - Returns: whether the output is prepared.
    @discardableResult
    nonisolated(nonsending) public func setPreparedPhotoSettingsArray(
        _ preparedPhotoSettingsArray: [AVCapturePhotoSettings]
    ) async throws
        -> Bool
    {
        await withCheckedContinuation { continuation in
            setPreparedPhotoSettingsArray(preparedPhotoSettingsArray) { isPrepared, _ in
                continuation.resume(returning: isPrepared)
            }
        }
    }

    /// Changes who waits for preparation, and tells those who wait no more.
    func answer(
        _ change: (inout PhotoPreparation<@Sendable (Bool) -> Void>) -> [PhotoPreparation<@Sendable (Bool) -> Void>
            .Answer]
    ) {
        let answers = configuration.withLock { change(&$0.preparation) }
        guard !answers.isEmpty else { return }
        pipeline.onCallbackQueue {
            for answer in answers { answer.completion(answer.isPrepared) }
        }
    }
}
