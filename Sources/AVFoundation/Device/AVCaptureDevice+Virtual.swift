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

    /// The camera of a virtual camera that delivers pictures now, by zoom factor; `nil` while the device is not open, and for
    /// a physical one (S-74).
    public var activePrimaryConstituent: AVCaptureDevice? {
        guard isVirtualDevice, access.isOpen else { return nil }
        let zoom = read(\.zoomFactor)
        let index = hardware.switchOverZoomFactors.prefix { $0 <= zoom }.count
        return hardware.constituents.indices.contains(index) ? registry.device(hardware.constituents[index]) : nil
    }

    /// Whether a program may influence the change-over: never, drivers decide.
    public var primaryConstituentDeviceSwitchingBehavior: PrimaryConstituentDeviceSwitchingBehavior { .unsupported }

    /// The conditions of the change-over: none.
    public var primaryConstituentDeviceRestrictedSwitchingBehaviorConditions:
        PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
    { [] }

    /// As `primaryConstituentDeviceSwitchingBehavior`.
    public var activePrimaryConstituentDeviceSwitchingBehavior: PrimaryConstituentDeviceSwitchingBehavior {
        primaryConstituentDeviceSwitchingBehavior
    }

    /// As `primaryConstituentDeviceRestrictedSwitchingBehaviorConditions`.
    public var activePrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions:
        PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
    { primaryConstituentDeviceRestrictedSwitchingBehaviorConditions }

    /// Influences the change-over. Stops the program without the lock, and because no device supports it (S-75).
    public func setPrimaryConstituentDeviceSwitchingBehavior(
        _ switchingBehavior: PrimaryConstituentDeviceSwitchingBehavior,
        restrictedSwitchingBehaviorConditions: PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
    ) {
        let selector = "setPrimaryConstituentDeviceSwitchingBehavior:restrictedSwitchingBehaviorConditions:"
        requireLock(selector)
        refuse(selector, "Not supported - use primaryConstituentDeviceSwitchingBehavior")
    }

    /// The cameras that may stand in where the light or the distance is unfit for the chosen one: none.
    public var supportedFallbackPrimaryConstituentDevices: [AVCaptureDevice] { [] }

    /// The cameras that stand in. Setting any stops the program, as none are supported.
    public var fallbackPrimaryConstituentDevices: [AVCaptureDevice] {
        get { [] }
        set {
            requireLock("setFallbackPrimaryConstituentDevices:")
            require(
                newValue.isEmpty,
                "setFallbackPrimaryConstituentDevices:",
                "Only devices in supportedFallbackPrimaryConstituentDevices are allowed"
            )
        }
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
