import CaptureCore
import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras
import Synchronization

/// Brings a device's data into a session.
///
/// The input keeps the device open as long as it lives (S-57).
open class AVCaptureDeviceInput: AVCaptureInput {
    // Safe on any thread: what changes lies in mutexes.

    private struct State: Sendable {
        /// Ports of a virtual camera's parts, or of a microphone's beams; made when first asked for (S-107, S-108).
        var hiddenPorts: [PortCore]?
        var holdsHandle = false
        var minFrameDurationOverride = CMTime.invalid
        var unifiesAutoExposureDefaults = false
        var channelMode = AVCaptureMultichannelAudioMode.none
        var isLost = false
    }

    /// The device.
    public let device: AVCaptureDevice
    private let port: PortCore
    /// What is found in a camera's pictures; a microphone has none.
    private let objectPort: PortCore?
    /// A camera's depth maps; only one with a depth sensor has any.
    private let depthPort: PortCore?
    private let state = Mutex(State())

    /// Opens a device.
    ///
    /// While the user has not decided, the question is asked (S-55) and the device is opened when the session starts.
    ///
    /// - Throws: `AVError`: `.applicationIsNotAuthorizedToUseDevice` without permission, `.deviceNotConnected` or
    ///   `.deviceWasDisconnected` when the device is gone, `.deviceInUseByAnotherApplication` when it is taken (S-57).
    public required init(device: AVCaptureDevice) throws {
        self.device = device
        port = PortCore(source: device)
        objectPort = device.hardware.medium == .video ? PortCore(source: device, mediaType: .metadataObject) : nil
        depthPort = device.hasDepth ? PortCore(source: device, mediaType: .depthData) : nil
        super.init(subclass: ())
        guard device.isConnected else { throw AVError(.deviceNotConnected, userInfo: [AVErrorDeviceKey: device]) }
        try open()
        device.register(self)
    }

    deinit {
        device.unregister(ObjectIdentifier(self))
        if state.withLock({ $0.minFrameDurationOverride.isValid }) { applyOverrides() }
        if state.withLock({ $0.holdsHandle }) { device.releaseHandle() }
    }

    private func open() throws {
        let conditions = device.system.conditions
        switch conditions.authorization(for: device.hardware.medium) {
        case .denied, .restricted:
            throw AVError(.applicationIsNotAuthorizedToUseDevice, userInfo: [AVErrorDeviceKey: device])
        case .notDetermined:
            // Nobody waits for the answer here: the session meets it when it opens the device.
            conditions.requestAuthorization(for: device.hardware.medium) { _ in }
        case .authorized:
            do {
                _ = try device.acquireHandle()
            } catch {
                throw AVError(error, device: device)
            }
            state.withLock { $0.holdsHandle = true }
        }
    }

    override var isUsable: Bool {
        device.isConnected && !isLost && (device.hardware.medium == .video || session?.allowsAudio ?? true)
    }

    // MARK: Ports

    /// The device's ports: a camera's pictures, the objects found in them and its depth maps, a microphone's sound; without those of a
    /// virtual camera's parts and of a microphone's beams (S-107, S-108).
    open override var ports: [Port] {
        [port, objectPort, depthPort].compactMap { $0?.port(of: self) }
    }

    /// The ports that fit, those of a virtual camera's constituents and of a microphone's beams too. Both can be connected in an
    /// `AVCaptureMultiCamSession` only, and those of constituents not to a photo output (S-107, S-108).
    ///
    /// A constituent delivers its whole picture in the virtual camera's format and at its frame rate, whatever the virtual camera's
    /// zoom factor. `UNKNOWN`: the beams of a simulated microphone carry the same sound as the port that hears all around.
    ///
    /// - Parameters:
    ///   - mediaType: the kind of medium; `nil` means any.
    ///   - sourceDeviceType: the type of the device that the data comes from; `nil` means any.
    ///   - sourceDevicePosition: where that device is mounted; `.unspecified` means anywhere.
    public func ports(
        for mediaType: AVMediaType?,
        sourceDeviceType: AVCaptureDevice.DeviceType?,
        sourceDevicePosition: AVCaptureDevice.Position
    ) -> [Port] {
        (ports + hiddenPorts).filter { port in
            (mediaType == nil || port.mediaType == mediaType)
                && (sourceDeviceType == nil || port.sourceDeviceType == sourceDeviceType)
                && (sourceDevicePosition == .unspecified || port.sourceDevicePosition == sourceDevicePosition)
        }
    }

    private var hiddenPorts: [Port] {
        let beams = device.hardware.beams.compactMap { AVCaptureDevice.Position(rawValue: $0.rawValue) }
        let made =
            device.constituentDevices.map { PortCore(source: $0, of: device) }
            + beams.map { PortCore(source: device, beam: $0) }
        let cores = state.withLock { state in
            let cores = state.hiddenPorts ?? made
            state.hiddenPorts = cores
            return cores
        }
        return cores.map { $0.port(of: self) }
    }

    /// The device's active format changed.
    func formatDidChange() {
        let hidden = state.withLock { $0.hiddenPorts } ?? []
        (ports + hidden.map { $0.port(of: self) }).forEach { $0.formatDidChange() }
    }

    /// What the device, or a constituent of it, is to deliver now; `nil` for a constituent that has no such format.
    func streamRequest(of source: AVCaptureDevice) -> CaptureStreamRequest? {
        guard source !== device else { return device.streamRequest }
        return source.format(asOf: device).map {
            CaptureStreamRequest(format: $0.captureFormat, frameDuration: device.streamRequest.frameDuration)
        }
    }

    // MARK: Settings

    /// Whether the device was lost while a session went on without it. The session does not try it again before it starts anew.
    var isLost: Bool {
        get { state.withLock { $0.isLost } }
        set { state.withLock { $0.isLost = newValue } }
    }

    override func wasAddedToSession() {
        isLost = false
        setOverride(.invalid)
    }

    /// The shortest frame duration for which hardware is reserved; invalid for the format's own. A longer one lowers the
    /// session's `hardwareCost` (S-101). Reverts to invalid when the input is added to a session (S-45). Stops the program for
    /// a duration that the active format does not support.
    public var videoMinFrameDurationOverride: CMTime {
        get { state.withLock { $0.minFrameDurationOverride } }
        set {
            let isSupported = device.streamRequest.format.supportedFrameDuration(for: newValue) != nil
            require(
                !newValue.isValid || isSupported,
                "setVideoMinFrameDurationOverride:",
                "The passed duration is not supported by the device's active format"
            )
            setOverride(newValue)
            session?.replanUnlessConfiguring()
        }
    }

    private func setOverride(_ duration: CMTime) {
        let former = state.withLock { state in
            defer { state.minFrameDurationOverride = duration }
            return state.minFrameDurationOverride
        }
        if former.isValid || duration.isValid { applyOverrides() }
    }

    /// Another input for the device, in another session, may have promised something too; its promise stays.
    private func applyOverrides() {
        let all = device.inputs.map(\.videoMinFrameDurationOverride).filter(\.isValid)
        device.overrideMinFrameDuration(all.max() ?? .invalid)
    }

    /// Whether presets and formats share automatic exposure's defaults; false at first (S-44). Drivers here have the same
    /// defaults for both, so that it makes no difference.
    public var unifiedAutoExposureDefaultsEnabled: Bool {
        get { state.withLock { $0.unifiesAutoExposureDefaults } }
        set { state.withLock { $0.unifiesAutoExposureDefaults = newValue } }
    }

    /// How many channels of sound are wanted.
    var channelMode: AVCaptureMultichannelAudioMode {
        get { state.withLock { $0.channelMode } }
        set { state.withLock { $0.channelMode = newValue } }
    }

    /// Stops the program unless a condition holds.
    func require(_ condition: Bool, _ selector: String, _ reason: String) {
        guard !condition else { return }
        programmerError(.invalidArgument, "*** -[AVCaptureDeviceInput \(selector)] \(reason)")
    }
}

// What no device here has.
extension AVCaptureDeviceInput {
    // MARK: Frame timing

    /// Whether the frame duration can be locked to an exact value.
    public var isLockedVideoFrameDurationSupported: Bool { false }

    /// The exact frame duration; invalid. Setting one stops the program, as no device supports it.
    public var activeLockedVideoFrameDuration: CMTime {
        get { .invalid }
        set {
            require(
                !newValue.isValid,
                "setActiveLockedVideoFrameDuration:",
                "Not supported - use lockedVideoFrameDurationSupported"
            )
        }
    }

    /// Whether frames can follow an external device.
    public var isExternalSyncSupported: Bool { false }

    /// The external device that frames follow; none.
    public var externalSyncDevice: AVExternalSyncDevice? { nil }

    /// The frame duration that follows an external device; invalid.
    public var activeExternalSyncVideoFrameDuration: CMTime { .invalid }

    /// Has frames follow an external device. Stops the program, as no device supports it.
    public func follow(
        _ externalSyncDevice: AVExternalSyncDevice,
        videoFrameDuration frameDuration: CMTime,
        delegate: (any AVExternalSyncDeviceDelegate)?
    ) {
        require(
            isExternalSyncSupported,
            "followExternalSyncDevice:videoFrameDuration:delegate:",
            "Not supported - use externalSyncSupported"
        )
    }

    /// Stops following an external device; there is never one to stop following.
    public func unfollowExternalSyncDevice() {
        require(isExternalSyncSupported, "unfollowExternalSyncDevice", "Not supported - use externalSyncSupported")
    }

    // MARK: Sound

    /// How many channels are captured: as many as the audio session prefers for `.none`, as at first. Takes effect at once on a
    /// running session. An unsupported mode stops the program.
    public var multichannelAudioMode: AVCaptureMultichannelAudioMode {
        get { channelMode }
        set {
            require(
                isMultichannelAudioModeSupported(newValue),
                "setMultichannelAudioMode:",
                "Not supported - use -isMultichannelAudioModeSupported:"
            )
            channelMode = newValue
            session?.replanUnlessConfiguring()
        }
    }

    /// Whether a number of channels can be captured: stereo if the microphone has a format with two.
    public func isMultichannelAudioModeSupported(_ multichannelAudioMode: AVCaptureMultichannelAudioMode) -> Bool {
        switch multichannelAudioMode {
        case .none: true
        case .stereo: device.hardware.audioFormats.contains { $0.channels == 2 }
        case .firstOrderAmbisonics: false
        }
    }

    /// Whether the noise of wind can be removed.
    public var isWindNoiseRemovalSupported: Bool { false }

    /// Whether the noise of wind is removed. Switching it on stops the program, as no device supports it.
    public var isWindNoiseRemovalEnabled: Bool {
        get { false }
        set { require(!newValue, "setWindNoiseRemovalEnabled:", "Not supported - use windNoiseRemovalSupported") }
    }

    /// Whether sound can follow the zoom factor.
    public var isAudioZoomSupported: Bool { false }

    /// Whether sound follows the zoom factor. Switching it on stops the program, as no device supports it.
    public var isAudioZoomEnabled: Bool {
        get { false }
        set { require(!newValue, "setAudioZoomEnabled:", "Not supported - use audioZoomSupported") }
    }

    // MARK: Cinematic video

    /// Whether cinematic video can be captured.
    public var isCinematicVideoCaptureSupported: Bool { false }

    /// Whether cinematic video is captured. Switching it on stops the program, as no device supports it.
    public var isCinematicVideoCaptureEnabled: Bool {
        get { false }
        set {
            require(!newValue, "setCinematicVideoCaptureEnabled:", "Not supported - use cinematicVideoCaptureSupported")
        }
    }

    /// The simulated f-number of cinematic video; 0. Setting it stops the program, as no device supports it.
    public var simulatedAperture: Float {
        get { 0 }
        set { require(newValue == 0, "setSimulatedAperture:", "Not supported - use cinematicVideoCaptureSupported") }
    }
}

/// How many channels of sound are captured.
public enum AVCaptureMultichannelAudioMode: Int, Sendable, CaseIterable {
    /// As the device delivers them.
    case none = 0
    /// Stereo.
    case stereo = 1
    /// First-order Ambisonics.
    case firstOrderAmbisonics = 2
}
