import CVideo4Linux
import CaptureDriver

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
