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

extension ControlMap {
    /// A kernel control to read, and what its value means.
    enum Reading: Sendable, Hashable {
        /// A number.
        case number(ControlScale)
        /// A mode: the kernel's value, translated.
        case mode(id: UInt32, [Int32: Int], otherwise: Int)
        /// A torch: on if the mode is this, then with the brightness if there is such a control.
        case torch(NodeControl?)
        /// Always the same, because the camera has no such automatic.
        case constant(CaptureControlValue)
    }

    /// The kernel controls to set, in order, for a value of the seam's; `nil` if the camera has no such control or the
    /// value is of the wrong kind.
    ///
    /// An automatic overrides the values that it governs (UVC cameras ignore or refuse them meanwhile), so setting such
    /// a value switches its automatic off first.
    func settings(_ control: CaptureControl, to value: CaptureControlValue) -> [Setting]? {
        switch (control, value) {
        case (.focusMode, .mode(let mode)):
            focusSettings(mode)
        case (.exposureMode, .mode(let mode)):
            exposureSettings(mode)
        case (.whiteBalanceMode, .mode(let mode)):
            whiteBalanceSettings(mode)
        case (.videoHDR, .mode(let mode)):
            single(PINHOLE_CID_WIDE_DYNAMIC_RANGE, mode != 0 ? 1 : 0)
        case (.lowLightBoost, .mode(let mode)):
            single(PINHOLE_CID_EXPOSURE_AUTO_PRIORITY, mode != 0 ? 1 : 0)
        case (.torchLevel, .number(let level)):
            torchSettings(level)
        case (_, .number(let number)):
            scale(for: control).map { scale in
                automaticOff(governing: control)
                    + [Setting(id: scale.control.id, value: scale.kernelValue(number))]
            }
        default:
            nil
        }
    }

    /// What to read for a control of the seam's; `nil` if the camera has no such control.
    func reading(_ control: CaptureControl) -> Reading? {
        guard capabilities[control] != nil else { return nil }
        switch control {
        case .focusMode:
            return mode(PINHOLE_CID_FOCUS_AUTO, [0: Mode.locked], otherwise: Mode.continuous)
        case .exposureMode where self[PINHOLE_CID_EXPOSURE_AUTO] == nil:
            return mode(PINHOLE_CID_AUTOGAIN, [0: Mode.locked], otherwise: Mode.continuous)
        case .exposureMode:
            return mode(
                PINHOLE_CID_EXPOSURE_AUTO,
                [ExposureItem.manual: Mode.locked, ExposureItem.shutterPriority: Mode.custom],
                otherwise: Mode.continuous
            )
        case .whiteBalanceMode:
            return mode(PINHOLE_CID_AUTO_WHITE_BALANCE, [0: Mode.locked], otherwise: Mode.continuous)
        case .videoHDR:
            return mode(PINHOLE_CID_WIDE_DYNAMIC_RANGE, [0: 0], otherwise: 1)
        case .lowLightBoost:
            return mode(PINHOLE_CID_EXPOSURE_AUTO_PRIORITY, [0: 0], otherwise: 1)
        case .torchLevel:
            return .torch(self[PINHOLE_CID_FLASH_TORCH_INTENSITY])
        case .focusPoint, .exposurePoint, .whiteBalanceGains, .lensPosition, .exposureDuration, .iso, .exposureBias,
            .whiteBalanceTemperature, .zoom, .maximumExposureDuration, .constituent:
            return scale(for: control).map { .number($0) }
        }
    }

    private func mode(_ id: UInt32, _ modes: [Int32: Int], otherwise: Int) -> Reading {
        self[id] == nil ? .constant(.mode(Mode.locked)) : .mode(id: id, modes, otherwise: otherwise)
    }

    private func single(_ id: UInt32, _ value: Int32) -> [Setting]? {
        self[id].map { [Setting(id: $0.id, value: value)] }
    }

    private func focusSettings(_ mode: Int) -> [Setting]? {
        let off = single(PINHOLE_CID_FOCUS_AUTO, 0) ?? []
        switch mode {
        case Mode.locked: return self[PINHOLE_CID_FOCUS_AUTO] ?? self[PINHOLE_CID_FOCUS_ABSOLUTE] == nil ? nil : off
        case Mode.once: return single(PINHOLE_CID_AUTO_FOCUS_START, 1).map { off + $0 }
        case Mode.continuous: return single(PINHOLE_CID_FOCUS_AUTO, 1)
        default: return nil
        }
    }

    private func exposureSettings(_ mode: Int) -> [Setting]? {
        guard case .modes(let modes, _)? = capabilities[.exposureMode], modes.contains(mode) else { return nil }
        let isAutomatic = mode == Mode.continuous
        let item = isAutomatic ? automaticExposureItem : ExposureItem.manual
        let exposure = item.flatMap { single(PINHOLE_CID_EXPOSURE_AUTO, $0) } ?? []
        return exposure + (single(PINHOLE_CID_AUTOGAIN, isAutomatic ? 1 : 0) ?? [])
    }

    private func whiteBalanceSettings(_ mode: Int) -> [Setting]? {
        let off = single(PINHOLE_CID_AUTO_WHITE_BALANCE, 0) ?? []
        switch mode {
        case Mode.locked: return capabilities[.whiteBalanceMode] == nil ? nil : off
        case Mode.once: return single(PINHOLE_CID_DO_WHITE_BALANCE, 1).map { off + $0 }
        case Mode.continuous: return single(PINHOLE_CID_AUTO_WHITE_BALANCE, 1)
        default: return nil
        }
    }

    private func torchSettings(_ level: Double) -> [Setting]? {
        guard capabilities[.torchLevel] != nil else { return nil }
        guard level > 0 else {
            return single(PINHOLE_CID_FLASH_LED_MODE, Int32(V4L2_FLASH_LED_MODE_NONE.rawValue))
        }
        let brightness = self[PINHOLE_CID_FLASH_TORCH_INTENSITY].map { control in
            Setting(
                id: control.id,
                value: ControlScale(control: control, relation: .spread(0...1, isReversed: false)).kernelValue(level)
            )
        }
        let on = single(PINHOLE_CID_FLASH_LED_MODE, Int32(V4L2_FLASH_LED_MODE_TORCH.rawValue)) ?? []
        return (brightness.map { [$0] } ?? []) + on
    }

    private func automaticOff(governing control: CaptureControl) -> [Setting] {
        switch control {
        case .lensPosition: single(PINHOLE_CID_FOCUS_AUTO, 0) ?? []
        case .exposureDuration: exposureSettings(Mode.custom) ?? []
        case .iso:
            (exposureSettings(Mode.locked) ?? []) + (single(PINHOLE_CID_ISO_SENSITIVITY_AUTO, 0) ?? [])
        case .whiteBalanceTemperature: single(PINHOLE_CID_AUTO_WHITE_BALANCE, 0) ?? []
        case .focusMode, .focusPoint, .exposureMode, .exposurePoint, .exposureBias, .whiteBalanceMode,
            .whiteBalanceGains, .zoom, .torchLevel, .videoHDR, .lowLightBoost, .maximumExposureDuration,
            .constituent:
            []
        }
    }
}
