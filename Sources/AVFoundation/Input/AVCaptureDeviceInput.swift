import CaptureCore
import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras
import Synchronization

/// Brings a device's data into a session.
///
/// The input keeps the device open as long as it lives (S-57).
open class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {
    // @unchecked: what changes lies in mutexes.

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
    private let state = Mutex(State())

    /// Opens a device.
    ///
    /// While the user has not decided, the question is asked (S-55) and the device is opened when the session starts.
    ///
    /// - Throws: `AVError`: `.applicationIsNotAuthorizedToUseDevice` without permission, `.deviceNotConnected` or
    ///   `.deviceWasDisconnected` when the device is gone, `.deviceInUseByAnotherApplication` when it is taken (S-57).
    public init(device: AVCaptureDevice) throws {
        self.device = device
        port = PortCore(source: device)
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

    /// The device's ports; without those of a virtual camera's parts and of a microphone's beams (S-107, S-108).
    open override var ports: [Port] { [port.port(of: self)] }

    /// The ports that fit, those of a virtual camera's parts and of a microphone's beams too. A beam can be connected in an
    /// `AVCaptureMultiCamSession` only (S-108).
    ///
    /// `UNKNOWN`: the beams of a simulated microphone carry the same sound as the port that hears all around. `DEVIATION` from
    /// S-107: no driver has virtual cameras, and ports of a virtual camera's parts could not be connected.
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
            device.constituentDevices.map { PortCore(source: $0) } + beams.map { PortCore(source: device, beam: $0) }
        let cores = state.withLock { state in
            let cores = state.hiddenPorts ?? made
            state.hiddenPorts = cores
            return cores
        }
        return cores.map { $0.port(of: self) }
    }

    /// The device's active format changed.
    func formatDidChange() {
        ports.forEach { $0.formatDidChange() }
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
