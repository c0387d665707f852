import CaptureCore
import CaptureDriver
import CoreMedia
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
