import CoreMedia
import Foundation
import FoundationExtras

extension AVCaptureDevice {
    // MARK: Virtual cameras

    /// Whether the device is made of several cameras.
    public var isVirtualDevice: Bool { !hardware.constituents.isEmpty }

    /// The cameras that a virtual camera is made of and that are connected; empty for a physical one.
    public var constituentDevices: [AVCaptureDevice] { hardware.constituents.compactMap(registry.device) }

    /// The zoom factors at which a virtual camera changes over to its next camera; one less than `constituentDevices`, and
    /// empty for a physical one (S-74).
    public var virtualDeviceSwitchOverVideoZoomFactors: [NSNumber] {
        hardware.switchOverZoomFactors.map(NSNumber.init(value:))
    }

    /// The zoom factor at which a dual camera changes over; 1 when it does not.
    @available(swift, deprecated: 5.0, renamed: "virtualDeviceSwitchOverVideoZoomFactors")
    public var dualCameraSwitchOverVideoZoomFactor: CGFloat { CGFloat(hardware.switchOverZoomFactors.first ?? 1) }

    /// The camera of a virtual camera that its pictures come from now; `nil` while it doesn't stream, and for a physical one
    /// (S-74). Key-value observable.
    public var activePrimaryConstituent: AVCaptureDevice? { activeConstituent(of: read { $0 }) }

    /// The constituent that a state of the device's makes the active one.
    func activeConstituent(of state: DeviceState) -> AVCaptureDevice? {
        guard isVirtualDevice, state.streamCount > 0 else { return nil }
        let index = state.constituent(of: hardware)
        return hardware.constituents.indices.contains(index) ? registry.device(hardware.constituents[index]) : nil
    }

    /// The format in which a constituent delivers what a virtual camera's active format is; `nil` if it has none.
    func format(asOf virtualCamera: AVCaptureDevice) -> Format? {
        guard let wanted = virtualCamera.read(\.activeFormat)?.captureFormat else { return nil }
        return formats.first { format in
            let own = format.captureFormat
            return own.mediaSubType == wanted.mediaSubType && own.dimensions == wanted.dimensions
                && own.frameDurations == wanted.frameDurations
        }
    }

    /// A stream of the device's began (1) or ended (-1).
    func changeStreamCount(by difference: Int) {
        guard isVirtualDevice else { return }
        changeByItself { $0.streamCount += difference }
    }

    /// When a virtual camera may change over to another of its cameras: `.auto` at first, and `.unsupported` for a physical one.
    /// Key-value observable.
    public var primaryConstituentDeviceSwitchingBehavior: PrimaryConstituentDeviceSwitchingBehavior {
        read(\.switchingBehavior)
    }

    /// What a restricted change-over waits for; nothing at first. Key-value observable.
    public var primaryConstituentDeviceRestrictedSwitchingBehaviorConditions:
        PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
    { read(\.switchingConditions) }

    /// The behaviour in force. It is the one that was set, as movie outputs have none of their own here. Key-value observable.
    public var activePrimaryConstituentDeviceSwitchingBehavior: PrimaryConstituentDeviceSwitchingBehavior {
        primaryConstituentDeviceSwitchingBehavior
    }

    /// The conditions in force. They are those that were set, as movie outputs have none of their own here. Key-value observable.
    public var activePrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions:
        PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
    { primaryConstituentDeviceRestrictedSwitchingBehaviorConditions }

    /// Says when a virtual camera may change over to another of its cameras.
    ///
    /// `.locked` keeps the camera that pictures come from now, and raises `minAvailableVideoZoomFactor` to the factor at which it shows
    /// its whole picture. `.restricted` restricts fallbacks only, never what a zoom factor needs.
    ///
    /// Stops the program without the lock, where `primaryConstituentDeviceSwitchingBehavior` is `.unsupported`, and for conditions
    /// with another behaviour than `.restricted` (S-75).
    public func setPrimaryConstituentDeviceSwitchingBehavior(
        _ switchingBehavior: PrimaryConstituentDeviceSwitchingBehavior,
        restrictedSwitchingBehaviorConditions: PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
    ) {
        let selector = "setPrimaryConstituentDeviceSwitchingBehavior:restrictedSwitchingBehaviorConditions:"
        requireLock(selector)
        require(
            primaryConstituentDeviceSwitchingBehavior != .unsupported && switchingBehavior != .unsupported,
            selector,
            "Not supported - use primaryConstituentDeviceSwitchingBehavior"
        )
        require(
            switchingBehavior == .restricted || restrictedSwitchingBehaviorConditions.isEmpty,
            selector,
            "Conditions are allowed with AVCapturePrimaryConstituentDeviceSwitchingBehaviorRestricted only"
        )
        let locked = switchingBehavior == .locked ? read { $0.constituent(of: hardware) } : nil
        guard set(.constituent, .mode(locked.map { $0 + 1 } ?? 0)) != nil else { return }
        change { state in
            state.switchingBehavior = switchingBehavior
            state.switchingConditions = restrictedSwitchingBehaviorConditions
            state.lockedConstituent = locked
        }
    }

    /// The cameras that can stand in for one with a longer focal length where the light or the distance is unfit for that: all
    /// but the one with the longest. Empty for a physical camera, and where the driver does not let the change-over be influenced.
    public var supportedFallbackPrimaryConstituentDevices: [AVCaptureDevice] {
        primaryConstituentDeviceSwitchingBehavior == .unsupported ? [] : Array(constituentDevices.dropLast())
    }

    /// The cameras that may stand in; all supported ones at first. Key-value observable.
    ///
    /// No simulated scene is too dark or too near for a lens, so none ever has to.
    ///
    /// Stops the program without the lock, and for a camera that is not in `supportedFallbackPrimaryConstituentDevices`.
    public var fallbackPrimaryConstituentDevices: [AVCaptureDevice] {
        get { fallbackDevices(of: read { $0 }) }
        set {
            requireLock("setFallbackPrimaryConstituentDevices:")
            let supported = supportedFallbackPrimaryConstituentDevices
            require(
                newValue.allSatisfy(supported.contains),
                "setFallbackPrimaryConstituentDevices:",
                "Only devices in supportedFallbackPrimaryConstituentDevices are allowed"
            )
            let chosen = newValue.map(\.uniqueID)
            change { $0.fallbackConstituents = chosen }
        }
    }

    /// The cameras that may stand in, as a state of the device's has it.
    func fallbackDevices(of state: DeviceState) -> [AVCaptureDevice] {
        let supported = supportedFallbackPrimaryConstituentDevices
        return state.fallbackConstituents.map { chosen in supported.filter { chosen.contains($0.uniqueID) } }
            ?? supported
    }

    /// The position of one camera relative to another; `nil`, since no driver knows it (S-76).
    public class func extrinsicMatrix(from fromDevice: AVCaptureDevice, to toDevice: AVCaptureDevice) -> Data? { nil }

    // MARK: Related devices

    /// Whether it is a phone that serves another machine.
    public var isContinuityCamera: Bool { deviceType == .continuityCamera }

    /// The camera that shows the desk below; none does.
    public var companionDeskViewCamera: AVCaptureDevice? { nil }

    /// The lens's focal length for pictures 36 mm wide, from the active format's field of view; 0 when unknown.
    public var nominalFocalLengthIn35mmFilm: Float {
        let degrees = read(\.activeFormat)?.videoFieldOfView ?? 0
        return degrees > 0 && degrees < 180 ? 18 / tan(degrees / 2 * .pi / 180) : 0
    }

    // MARK: Pressure

    /// How hard heat and power press on the device. Key-value observable (S-92).
    public var systemPressureState: SystemPressureState { read(\.pressure) }
}

extension AVCaptureDevice {
    /// When a virtual camera changes over to another of its cameras.
    public enum PrimaryConstituentDeviceSwitchingBehavior: Int, Sendable, CaseIterable {
        /// It has only one, or does not let the program decide.
        case unsupported = 0
        /// Whenever another suits better.
        case auto = 1
        /// Only under conditions.
        case restricted = 2
        /// Never.
        case locked = 3
    }
}

extension AVCaptureDevice {
    /// On which occasions a virtual camera may change over when its behaviour is restricted.
    public struct PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions: OptionSet, Sendable {
        /// The options' bits.
        public let rawValue: UInt

        /// Makes conditions from bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// When the zoom factor changes.
        public static let videoZoomChanged = Self(rawValue: 1)
        /// When the focus mode changes.
        public static let focusModeChanged = Self(rawValue: 2)
        /// When the exposure mode changes.
        public static let exposureModeChanged = Self(rawValue: 4)
    }
}
