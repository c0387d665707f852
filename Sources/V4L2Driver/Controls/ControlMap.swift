import CVideo4Linux
import CaptureDriver
import CoreMedia

/// Translates between the capture API's controls and a node's.
///
/// Pure: it says which kernel controls to set to what, in order; somebody else does it.
struct ControlMap: Sendable, Hashable {
    /// One kernel control to be set.
    struct Setting: Sendable, Hashable {
        var id: UInt32
        var value: Int32
    }

    /// Items of the kernel's exposure menu.
    enum ExposureItem {
        static let auto: Int32 = 0
        static let manual: Int32 = 1
        static let shutterPriority: Int32 = 2
        static let aperturePriority: Int32 = 3
    }

    /// Modes of the seam's, with Apple's raw values.
    enum Mode {
        static let locked = 0
        static let once = 1
        static let continuous = 2
        static let custom = 3
    }

    /// UNKNOWN: gain has no unit in V4L2. The lowest gain is taken for ISO 100 and the highest for ISO 1600.
    static let gainISO = 100.0...1_600.0
    /// UNKNOWN: a zoom control that starts at 0 says nothing about factors. Its range is spread over these.
    static let assumedZoom = 1.0...4.0
    /// The unit of the kernel's exposure time: 100 microseconds.
    static let exposureUnit = 1e-4

    private let controls: [UInt32: NodeControl]

    /// - Parameter controls: what the node has, by id.
    init(_ controls: [UInt32: NodeControl]) {
        self.controls = controls
    }

    subscript(id: UInt32) -> NodeControl? { controls[id] }

    /// Everything the camera offers, in the seam's terms.
    var capabilities: [CaptureControl: CaptureControlCapability] {
        var result: [CaptureControl: CaptureControlCapability] = [:]
        for control in CaptureControl.allCases {
            result[control] = capability(control)
        }
        return result
    }

    /// Where the kernel says that the camera is mounted.
    var position: CaptureDeviceDescription.Position {
        guard let value = controls[PINHOLE_CID_CAMERA_ORIENTATION]?.defaultValue else { return .unspecified }
        switch value {
        case V4L2_CAMERA_ORIENTATION_FRONT: return .front
        case V4L2_CAMERA_ORIENTATION_BACK: return .back
        default: return .unspecified
        }
    }

    /// Degrees by which a built-in camera's pictures must be turned.
    var mountAngle: Int {
        Int(controls[PINHOLE_CID_CAMERA_SENSOR_ROTATION]?.defaultValue ?? 0)
    }

    /// A format with what the controls add to it.
    func completing(_ format: CaptureFormat) -> CaptureFormat {
        var format = format
        if case .range(let range, _)? = capability(.zoom) {
            format.traits.maximumZoomFactor = range.upperBound
            // The camera's own zoom may be optical or a crop; nobody tells, so nothing is claimed to be lossless.
        }
        if case .range(let range, _)? = capability(.iso) {
            format.traits.isoRange = Float(range.lowerBound)...Float(range.upperBound)
        }
        if case .range(let range, _)? = capability(.exposureDuration) {
            format.traits.exposureDurations = CaptureFormat.FrameDurationRange(
                shortest: CMTime(seconds: range.lowerBound, preferredTimescale: 1_000_000),
                longest: CMTime(seconds: range.upperBound, preferredTimescale: 1_000_000)
            )
        }
        if controls[PINHOLE_CID_FOCUS_AUTO] != nil { format.traits.autoFocusSystem = 1 }
        return format
    }

    private func capability(_ control: CaptureControl) -> CaptureControlCapability? {
        switch control {
        case .focusMode: focusModes
        case .exposureMode: exposureModes
        case .whiteBalanceMode: whiteBalanceModes
        case .videoHDR: onOff(PINHOLE_CID_WIDE_DYNAMIC_RANGE)
        case .lowLightBoost: onOff(PINHOLE_CID_EXPOSURE_AUTO_PRIORITY)
        case .torchLevel: torch
        case .focusPoint, .exposurePoint, .whiteBalanceGains, .maximumExposureDuration, .constituent: nil
        case .lensPosition, .exposureDuration, .iso, .exposureBias, .whiteBalanceTemperature, .zoom:
            scale(for: control).flatMap { $0.capability }
        }
    }

    private var focusModes: CaptureControlCapability? {
        let automatic = controls[PINHOLE_CID_FOCUS_AUTO]
        guard automatic != nil || controls[PINHOLE_CID_FOCUS_ABSOLUTE] != nil else { return nil }
        var modes: Set = [Mode.locked]
        if automatic != nil { modes.insert(Mode.continuous) }
        if controls[PINHOLE_CID_AUTO_FOCUS_START] != nil { modes.insert(Mode.once) }
        return .modes(modes, default: automatic.map { $0.defaultValue != 0 } == true ? Mode.continuous : Mode.locked)
    }

    private var exposureModes: CaptureControlCapability? {
        guard let menu = controls[PINHOLE_CID_EXPOSURE_AUTO] else { return gainModes }
        var modes: Set<Int> = []
        if menu.items[ExposureItem.manual] != nil {
            modes.insert(Mode.locked)
            if controls[PINHOLE_CID_EXPOSURE_ABSOLUTE] != nil { modes.insert(Mode.custom) }
        }
        if automaticExposureItem != nil { modes.insert(Mode.continuous) }
        guard !modes.isEmpty else { return nil }
        let isManual = menu.defaultValue == ExposureItem.manual
        let preferred = isManual ? Mode.locked : Mode.continuous
        return .modes(modes, default: modes.contains(preferred) ? preferred : modes.min() ?? Mode.locked)
    }

    /// A camera whose only automatic is that of the gain.
    private var gainModes: CaptureControlCapability? {
        guard let automatic = controls[PINHOLE_CID_AUTOGAIN] else { return nil }
        return .modes(
            [Mode.locked, Mode.continuous, Mode.custom],
            default: automatic.defaultValue != 0 ? Mode.continuous : Mode.locked
        )
    }

    /// A webcam has a fixed aperture, so "aperture priority" is what it calls fully automatic.
    var automaticExposureItem: Int32? {
        guard let menu = controls[PINHOLE_CID_EXPOSURE_AUTO] else { return nil }
        return [ExposureItem.auto, ExposureItem.aperturePriority].first { menu.items[$0] != nil }
    }

    private var whiteBalanceModes: CaptureControlCapability? {
        guard let automatic = controls[PINHOLE_CID_AUTO_WHITE_BALANCE] else {
            return controls[PINHOLE_CID_WHITE_BALANCE_TEMPERATURE] == nil
                ? nil : .modes([Mode.locked], default: Mode.locked)
        }
        var modes: Set = [Mode.locked, Mode.continuous]
        if controls[PINHOLE_CID_DO_WHITE_BALANCE] != nil { modes.insert(Mode.once) }
        return .modes(modes, default: automatic.defaultValue != 0 ? Mode.continuous : Mode.locked)
    }

    private func onOff(_ id: UInt32) -> CaptureControlCapability? {
        controls[id].map { .modes([0, 1], default: $0.defaultValue != 0 ? 1 : 0) }
    }

    private var torch: CaptureControlCapability? {
        guard let mode = controls[PINHOLE_CID_FLASH_LED_MODE],
            mode.items[Int32(V4L2_FLASH_LED_MODE_TORCH.rawValue)] != nil
        else { return nil }
        return .range(0...1, default: 0)
    }
}
