import CaptureCore
import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras
import Synchronization

private let connectionCount = Atomic<UInt64>(0)

/// Joins ports of inputs to one output or one preview layer, exactly as Apple's class of the same name.
///
/// Ports, output and layer never change (S-110). Properties may be read and set from any thread.
open class AVCaptureConnection: NSObject, KeyValueObservable {
    // Safe on any thread: all mutable state lies in the mutex; the weak references are constant.

    struct State: @unchecked Sendable {
        // @unchecked: a session guards its state with locks.

        var isEnabled = true
        var isActive = true
        var adjustsMirroring = true
        var isMirrored = false
        var rotationAngle: CGFloat = 0
        var stabilization = AVCaptureVideoStabilizationMode.off
        weak var session: AVCaptureSession?
        /// The session's, also when the connection is in none any more.
        var outbox = Outbox()
    }

    /// The ports that data comes from.
    public let inputPorts: [AVCaptureInput.Port]
    private let weakOutput: WeakReference<AVCaptureOutput>
    private let layer: PreviewLayerReference?
    let state = Mutex(State())
    /// Tells the connection from all others that there ever were: for those who must not compare weak references, on drivers' threads
    /// where that could turn out to be the last one, nor addresses, which come again.
    let number = connectionCount.add(1, ordering: .relaxed).newValue

    /// Keeps the observers of the observable properties.
    package let keyValueObservers = KeyValueObserverRegistry()

    package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: AVCaptureConnection>(_: Root.Type) -> [AnyKeyPath] {
            [
                \Root.isActive, \Root.isEnabled, \Root.activeVideoStabilizationMode, \Root.isVideoMirrored,
                \Root.videoRotationAngle,
            ]
        }
        guard let root = root as? any (AVCaptureConnection & KeyValueObservable).Type else { return [] }
        return list(root)
    }

    /// Makes a connection between ports and an output; add it with `AVCaptureSession.addConnection(_:)`.
    public init(inputPorts ports: [AVCaptureInput.Port], output: AVCaptureOutput) {
        inputPorts = ports
        weakOutput = WeakReference(output)
        layer = nil
        super.init()
    }

    /// Makes a connection between a port and a preview layer; add it with `AVCaptureSession.addConnection(_:)`.
    public init(inputPort port: AVCaptureInput.Port, videoPreviewLayer layer: AVCaptureVideoPreviewLayer) {
        inputPorts = [port]
        weakOutput = WeakReference(nil)
        self.layer = PreviewLayerReference(layer)
        super.init()
    }

    init(inputPort port: AVCaptureInput.Port, layer: PreviewLayerReference) {
        inputPorts = [port]
        weakOutput = WeakReference(nil)
        self.layer = layer
        super.init()
    }

    /// Where data goes to; `nil` for a preview layer's connection.
    open var output: AVCaptureOutput? { weakOutput.object }

    /// The layer that shows the data; `nil` for an output's connection.
    open var videoPreviewLayer: AVCaptureVideoPreviewLayer? { layer?.object }

    /// Which layer shows the data, even when it is just going away; `nil` for an output's connection.
    var layerID: ObjectIdentifier? { layer?.id }

    /// Who gets the data. It does not keep a layer alive, nor does it look at it, as one that goes away wants the session's locks.
    var receiver: (any StreamReceiver)? { layer?.tap ?? weakOutput.object }

    // MARK: Enabling

    /// Whether data may flow; true at first (S-111). Takes effect at once on a running session. Key-value observable.
    open var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set {
            let (session, outbox, hasChanged) = state.withLock { state in
                defer { state.isEnabled = newValue }
                let hasChanged = state.isEnabled != newValue
                if hasChanged {
                    let property = \AVCaptureConnection.isEnabled
                    reportChange(of: property, from: !newValue, to: newValue, through: state.outbox)
                }
                return (state.session, state.outbox, hasChanged)
            }
            session?.replanUnlessConfiguring()
            guard hasChanged else { return }
            output?.connectionEnablingChanged(self)
            reviewPreview(through: outbox)
            outbox.deliver()
        }
    }

    /// Whether the configuration lets data flow. Key-value observable (S-111).
    open var isActive: Bool { state.withLock { $0.isActive } }

    /// Takes note of the session that the connection is committed to (`nil`: removed), and of what that means for
    /// `isActive`.
    func commit(to session: AVCaptureSession?) {
        let isPossible = session != nil && inputPorts.contains { $0.isEnabled && $0.input.isUsable }
        let outbox = state.withLock { state in
            let was = state.isActive
            if let session { state.outbox = session.outbox }
            state.session = session
            state.isActive = isPossible
            if was != isPossible {
                reportChange(of: \AVCaptureConnection.isActive, from: was, to: isPossible, through: state.outbox)
            }
            if was != isPossible { reviewPreview(through: state.outbox) }
            return state.outbox
        }
        outbox.deliver()
    }

    /// Has the layer look whether it still shows the session's video, if there is one. The layer is not looked at before the outbox
    /// delivers, which happens without locks.
    func reviewPreview(through outbox: Outbox) {
        guard let layer else { return }
        outbox.append { layer.object?.previewingMayHaveChanged() }
    }

    /// Whether data of one of an input's devices may flow through it: it and one of its ports of the device are enabled.
    func carriesData(from input: AVCaptureInput, of device: AVCaptureDevice) -> Bool {
        isEnabled && inputPorts.contains { $0.input === input && $0.source === device && $0.isEnabled }
    }

    /// Whether data can flow through it, as far as it, its ports and their devices are concerned.
    var canDeliver: Bool { isEnabled && inputPorts.contains { $0.isEnabled && $0.input.isUsable } }

    /// Whether what it leads to wants depth maps.
    var wantsDepth: Bool { mediaType == .depthData || output?.wantsDepthWithFrames == true }

    // MARK: What it connects

    /// The one media type of its ports.
    var mediaType: AVMediaType? { inputPorts.first?.mediaType }

    /// The camera or microphone at its other end.
    var captureDevice: AVCaptureDevice? {
        guard let port = inputPorts.first, port.input is AVCaptureDeviceInput else { return nil }
        return port.source
    }
}

/// A preview layer that may go away by itself. Told from others without being looked at: whoever looks at a layer may find
/// themselves the last to hold it, and a layer that goes away wants the session's locks.
struct PreviewLayerReference: Sendable {
    /// Tells the layer from others; valid until the layer has left its session, which it does as it goes away.
    let id: ObjectIdentifier
    /// Where the layer's frames go.
    let tap: PreviewTap
    private let reference: WeakReference<AVCaptureVideoPreviewLayer>

    init(_ layer: AVCaptureVideoPreviewLayer) {
        id = ObjectIdentifier(layer)
        tap = layer.tap
        reference = WeakReference(layer)
    }

    /// The layer, if it is still there.
    var object: AVCaptureVideoPreviewLayer? { reference.object }
}

extension AVCaptureConnection {
    // MARK: Mirroring

    /// Whether the connection can mirror; true for video and depth maps.
    public var isVideoMirroringSupported: Bool { carriesFrames }

    private var carriesFrames: Bool { mediaType == .video || mediaType == .depthData }

    /// Whether mirroring follows the configuration; true at first (S-113, S-114).
    public var automaticallyAdjustsVideoMirroring: Bool {
        get { state.withLock { $0.adjustsMirroring } }
        set {
            // What automatic adjustment chose last stays in force when it is switched off.
            let current = isVideoMirrored
            state.withLock { state in
                state.adjustsMirroring = newValue
                state.isMirrored = current
            }
        }
    }

    /// Whether pictures are mirrored about their vertical axis, after rotation.
    ///
    /// Setting it stops the program while it is unsupported (S-112) or adjusted automatically (S-113). `OBSERVED`:
    /// automatic adjustment mirrors the preview of a front camera, and nothing else.
    public var isVideoMirrored: Bool {
        get {
            let (isAutomatic, isMirrored) = state.withLock { ($0.adjustsMirroring, $0.isMirrored) }
            return isAutomatic ? isFrontPreview : isMirrored
        }
        set {
            guard isVideoMirroringSupported else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCaptureConnection setVideoMirrored:] Cannot be set when isVideoMirroringSupported is NO"
                )
            }
            guard !automaticallyAdjustsVideoMirroring else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCaptureConnection setVideoMirrored:] Cannot be set when "
                        + "automaticallyAdjustsVideoMirroring is YES"
                )
            }
            setAndReport(\.isMirrored, as: \AVCaptureConnection.isVideoMirrored, to: newValue)
        }
    }

    /// Sets a value of the state, and tells observers of the property that shows it.
    private func setAndReport<Value: Equatable & Sendable>(
        _ value: WritableKeyPath<State, Value>,
        as property: any KeyPath<AVCaptureConnection, Value> & Sendable,
        to new: Value
    ) {
        let outbox = state.withLock { state in
            let old = state[keyPath: value]
            state[keyPath: value] = new
            if old != new { reportChange(of: property, from: old, to: new, through: state.outbox) }
            return state.outbox
        }
        outbox.deliver()
    }

    private var isFrontPreview: Bool {
        videoPreviewLayer != nil && captureDevice?.position == .front
    }

    // MARK: Rotation

    /// Whether pictures can be turned by an angle: 0, 90, 180 and 270 degrees, for video and depth maps (S-115).
    public func isVideoRotationAngleSupported(_ videoRotationAngle: CGFloat) -> Bool {
        carriesFrames && [0, 90, 180, 270].contains(videoRotationAngle)
    }

    /// Degrees, clockwise, by which pictures are turned; 0 at first, the sensor's own orientation (S-118, S-123).
    ///
    /// Video and depth data outputs turn the pixels; photos carry the angle in EXIF; preview layers are turned by whoever shows
    /// them (S-116). Setting an unsupported angle stops the program (S-115). Key-value observable.
    public var videoRotationAngle: CGFloat {
        get { state.withLock { $0.rotationAngle } }
        set {
            guard isVideoRotationAngleSupported(newValue) else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCaptureConnection setVideoRotationAngle:] Setting a videoRotationAngle of \(newValue) is "
                        + "not supported: use -isVideoRotationAngleSupported:"
                )
            }
            setAndReport(\.rotationAngle, as: \AVCaptureConnection.videoRotationAngle, to: newValue)
        }
    }

    /// Whether the connection has an orientation; true for video and depth maps.
    @available(*, deprecated, message: "Use isVideoRotationAngleSupported(_:)")
    public var isVideoOrientationSupported: Bool { carriesFrames }

    /// The orientation as an interface orientation; another view of `videoRotationAngle` (S-119).
    @available(*, deprecated, message: "Use videoRotationAngle")
    public var videoOrientation: AVCaptureVideoOrientation {
        get { VideoOrientationAngles.orientation(of: videoRotationAngle, position: captureDevice?.position) }
        set {
            guard carriesFrames else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCaptureConnection setVideoOrientation:] Setting videoOrientation is not supported"
                )
            }
            videoRotationAngle = VideoOrientationAngles.angle(of: newValue, position: captureDevice?.position)
        }
    }

    // MARK: Stabilization

    /// Whether a stabilization mode other than off exists; none does here.
    public var isVideoStabilizationSupported: Bool { false }

    /// The wanted mode; off at first. Modes that are not available leave the active mode off (S-124).
    public var preferredVideoStabilizationMode: AVCaptureVideoStabilizationMode {
        get { state.withLock { $0.stabilization } }
        set { state.withLock { $0.stabilization = newValue } }
    }

    /// The mode in force: off, because no camera here stabilizes (S-124). Key-value observable.
    public var activeVideoStabilizationMode: AVCaptureVideoStabilizationMode { .off }

    // MARK: Scale and crop

    /// The highest `videoScaleAndCropFactor`: 1. Zoom with `AVCaptureDevice.videoZoomFactor`.
    public var videoMaxScaleAndCropFactor: CGFloat { 1 }

    /// Always 1; setting anything else stops the program, as it is above the maximum.
    public var videoScaleAndCropFactor: CGFloat {
        get { 1 }
        set {
            guard newValue == 1 else {
                programmerError(
                    .range,
                    "*** -[AVCaptureConnection setVideoScaleAndCropFactor:] \(newValue) is out of range 1.0 to 1.0"
                )
            }
        }
    }

    // MARK: Camera intrinsics

    /// Whether the camera's intrinsic matrix can be delivered; no camera here knows its own (S-125).
    public var isCameraIntrinsicMatrixDeliverySupported: Bool { false }

    /// Always false; switching it on stops the program, as it is not supported (S-125).
    public var isCameraIntrinsicMatrixDeliveryEnabled: Bool {
        get { false }
        set {
            guard !newValue else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCaptureConnection setCameraIntrinsicMatrixDeliveryEnabled:] Cannot be set when "
                        + "isCameraIntrinsicMatrixDeliverySupported is NO"
                )
            }
        }
    }
}

/// How video is stabilised.
public enum AVCaptureVideoStabilizationMode: Int, Sendable, CaseIterable {
    /// Not at all.
    case off = 0
    /// With little delay.
    case standard = 1
    /// With more delay and a smaller field of view.
    case cinematic = 2
    /// With still more delay.
    case cinematicExtended = 3
    /// For previews, without delay.
    case previewOptimized = 4
    /// The strongest, with the smallest field of view.
    case cinematicExtendedEnhanced = 5
    /// With the least delay.
    case lowLatency = 6
    /// The system chooses.
    case auto = -1
}

/// Interface orientations of video, deprecated in favour of rotation angles (S-119).
public enum AVCaptureVideoOrientation: Int, Sendable {
    /// Upright.
    case portrait = 1
    /// Upside down.
    case portraitUpsideDown = 2
    /// On its side, with the bottom of the phone to the right.
    case landscapeRight = 3
    /// On its side, with the bottom of the phone to the left.
    case landscapeLeft = 4
}

/// Translates the deprecated orientations to rotation angles and back.
///
/// `OBSERVED`: the native orientation of a phone's back sensor is landscape right, that of its front sensor landscape
/// left. A camera of unknown position counts as a back camera.
enum VideoOrientationAngles {
    private static let back: [AVCaptureVideoOrientation: CGFloat] = [
        .portrait: 90, .portraitUpsideDown: 270, .landscapeRight: 0, .landscapeLeft: 180,
    ]
    private static let front: [AVCaptureVideoOrientation: CGFloat] = [
        .portrait: 90, .portraitUpsideDown: 270, .landscapeRight: 180, .landscapeLeft: 0,
    ]

    /// The angle for an orientation.
    static func angle(of orientation: AVCaptureVideoOrientation, position: AVCaptureDevice.Position?) -> CGFloat {
        table(position)[orientation] ?? 0
    }

    /// The orientation for one of the four angles.
    static func orientation(of angle: CGFloat, position: AVCaptureDevice.Position?) -> AVCaptureVideoOrientation {
        table(position).first { $0.value == angle }?.key ?? .landscapeRight
    }

    private static func table(
        _ position: AVCaptureDevice.Position?
    ) -> [AVCaptureVideoOrientation: CGFloat] {
        position == .front ? front : back
    }
}

extension AVCaptureConnection {
    /// The channels of sound, to ask for their power levels (S-126); empty for video.
    ///
    /// As many as the sound has that came last, else as many as the microphone's format has.
    public var audioChannels: [AVCaptureAudioChannel] {
        guard mediaType == .audio, let device = captureDevice else { return [] }
        let arrived = device.meter.channelCount
        let count = arrived > 0 ? arrived : device.hardware.defaultAudioFormat?.channels ?? 0
        return (0..<count).map { AVCaptureAudioChannel(meter: device.meter, index: $0) }
    }
}

/// One channel of an audio connection, exactly as Apple's class of the same name. Made by connections only.
///
/// Levels are there to be polled, as a level meter does; they cannot be observed (S-126). They are measured only while
/// somebody polls: for the two seconds of sound after each question.
open class AVCaptureAudioChannel: NSObject {
    // Safe on any thread: constant references to objects that are Sendable.

    private let meter: AudioMeter
    private let index: Int

    init(meter: AudioMeter, index: Int) {
        self.meter = meter
        self.index = index
        super.init()
    }

    /// The average power now, in decibels relative to full scale: 0 for a full-scale square wave, -3 for a full-scale sine.
    /// -160 for silence, and while no sound comes. `UNKNOWN`: the average follows the sound with a time constant of 125 ms.
    public var averagePowerLevel: Float { meter.levels.averagePower(index) }

    /// The highest sample of late, in decibels relative to full scale. -160 for silence, and while no sound comes.
    /// `UNKNOWN`: a peak is held for a second.
    public var peakHoldLevel: Float { meter.levels.peakHold(index) }
}

extension AVCaptureConnection {
    // MARK: Frame rate

    /// Whether the connection limits the frame rate: no, the device does (S-127).
    @available(*, deprecated, message: "Use AVCaptureDevice.activeVideoMinFrameDuration")
    public var isVideoMinFrameDurationSupported: Bool { false }

    /// The connection's shortest frame: invalid. Setting one stops the program, as it is not supported (S-127).
    @available(*, deprecated, message: "Use AVCaptureDevice.activeVideoMinFrameDuration")
    public var videoMinFrameDuration: CMTime {
        get { .invalid }
        set { requireNone(newValue, "setVideoMinFrameDuration:", "isVideoMinFrameDurationSupported") }
    }

    /// Whether the connection limits the frame rate: no, the device does (S-127).
    @available(*, deprecated, message: "Use AVCaptureDevice.activeVideoMaxFrameDuration")
    public var isVideoMaxFrameDurationSupported: Bool { false }

    /// The connection's longest frame: invalid. Setting one stops the program, as it is not supported (S-127).
    @available(*, deprecated, message: "Use AVCaptureDevice.activeVideoMaxFrameDuration")
    public var videoMaxFrameDuration: CMTime {
        get { .invalid }
        set { requireNone(newValue, "setVideoMaxFrameDuration:", "isVideoMaxFrameDurationSupported") }
    }

    private func requireNone(_ duration: CMTime, _ selector: String, _ support: String) {
        guard duration.isValid else { return }
        programmerError(
            .invalidArgument,
            "*** -[AVCaptureConnection \(selector)] Cannot be set when \(support) is NO"
        )
    }

    // MARK: Stabilization

    /// Whether stabilization is wanted: the older form of `preferredVideoStabilizationMode`.
    @available(*, deprecated, message: "Use preferredVideoStabilizationMode")
    public var enablesVideoStabilizationWhenAvailable: Bool {
        get { preferredVideoStabilizationMode != .off }
        set { preferredVideoStabilizationMode = newValue ? .auto : .off }
    }

    /// Whether pictures are stabilized: the older form of `activeVideoStabilizationMode`.
    @available(*, deprecated, message: "Use activeVideoStabilizationMode")
    public var isVideoStabilizationEnabled: Bool { activeVideoStabilizationMode != .off }
}
