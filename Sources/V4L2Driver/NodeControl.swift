import CVideo4Linux
import CaptureDriver

/// One of a node's controls as the kernel describes it.
struct NodeControl: Sendable, Hashable {
    /// `V4L2_CID_...`.
    var id: UInt32
    var minimum: Int32
    var maximum: Int32
    var step: Int32
    var defaultValue: Int32
    /// For a menu: the values of its items by index. Plain menus have none but the index itself.
    var items: [Int32: Int64] = [:]

    /// The range in numbers, or `nil` if the driver's makes no sense.
    var range: ClosedRange<Double>? {
        minimum < maximum ? Double(minimum)...Double(maximum) : nil
    }

    /// The nearest value that the camera has.
    func clamped(_ value: Double) -> Int32 {
        guard value.isFinite else { return defaultValue }
        let low = Double(minimum)
        let step = Double(max(self.step, 1))
        let onGrid = low + ((value - low) / step).rounded() * step
        return Int32(min(max(onGrid, low), Double(maximum)))
    }

    /// The item whose value is nearest.
    func nearestItem(to value: Double) -> Int32? {
        items.min { abs(Double($0.value) - value) < abs(Double($1.value) - value) }?.key
    }
}

/// Asks a node which of the controls that mean something to the capture API it has.
struct ControlReader {
    /// The longest menu that is read.
    static let longestMenu: Int32 = 64

    /// The controls that are asked for. Asking a UVC camera costs USB transfers per control, so no others are.
    static let wanted: [UInt32] = [
        PINHOLE_CID_FOCUS_AUTO, PINHOLE_CID_FOCUS_ABSOLUTE, PINHOLE_CID_AUTO_FOCUS_START,
        PINHOLE_CID_EXPOSURE_AUTO, PINHOLE_CID_EXPOSURE_ABSOLUTE, PINHOLE_CID_EXPOSURE_AUTO_PRIORITY,
        PINHOLE_CID_AUTO_EXPOSURE_BIAS, PINHOLE_CID_GAIN, PINHOLE_CID_AUTOGAIN, PINHOLE_CID_ISO_SENSITIVITY,
        PINHOLE_CID_ISO_SENSITIVITY_AUTO, PINHOLE_CID_AUTO_WHITE_BALANCE, PINHOLE_CID_DO_WHITE_BALANCE,
        PINHOLE_CID_WHITE_BALANCE_TEMPERATURE, PINHOLE_CID_ZOOM_ABSOLUTE, PINHOLE_CID_WIDE_DYNAMIC_RANGE,
        PINHOLE_CID_FLASH_LED_MODE, PINHOLE_CID_FLASH_TORCH_INTENSITY, PINHOLE_CID_CAMERA_ORIENTATION,
        PINHOLE_CID_CAMERA_SENSOR_ROTATION,
    ]

    let node: VideoNode

    /// The controls by id, with the current values of those that only can be read.
    ///
    /// A control that fails is a control that the camera doesn't have: UVC cameras with wrong descriptors answer `EIO` or
    /// `EPIPE` for single controls and work otherwise.
    func read() -> [UInt32: NodeControl] {
        var controls: [UInt32: NodeControl] = [:]
        for id in Self.wanted {
            controls[id] = read(id)
        }
        return controls
    }

    private func read(_ id: UInt32) -> NodeControl? {
        var query = v4l2_queryctrl()
        query.id = id
        do {
            try node.request(.queryControl, &query)
        } catch {
            return nil
        }
        guard query.flags & PINHOLE_CTRL_FLAG_DISABLED == 0 else { return nil }
        var control = NodeControl(
            id: id,
            minimum: query.minimum,
            maximum: query.maximum,
            step: query.step,
            defaultValue: query.default_value
        )
        if query.flags & PINHOLE_CTRL_FLAG_READ_ONLY != 0 {
            // Facts such as the orientation: what counts is the value. Settings that cannot be set are none.
            guard Self.isFact(id), let value = currentValue(id) else { return nil }
            control.minimum = value
            control.maximum = value
            control.defaultValue = value
        } else if query.type == V4L2_CTRL_TYPE_MENU.rawValue || query.type == V4L2_CTRL_TYPE_INTEGER_MENU.rawValue {
            control.items = items(query)
        }
        return control
    }

    private static func isFact(_ id: UInt32) -> Bool {
        id == PINHOLE_CID_CAMERA_ORIENTATION || id == PINHOLE_CID_CAMERA_SENSOR_ROTATION
    }

    private func currentValue(_ id: UInt32) -> Int32? {
        var control = v4l2_control(id: id, value: 0)
        do {
            try node.request(.getControl, &control)
            return control.value
        } catch {
            return nil
        }
    }

    /// Menus have gaps: a UVC camera has items 1 and 3 of the exposure menu and fails for the others.
    private func items(_ query: v4l2_queryctrl) -> [Int32: Int64] {
        let isNumbers = query.type == V4L2_CTRL_TYPE_INTEGER_MENU.rawValue
        let low = max(query.minimum, 0)
        guard low <= query.maximum else { return [:] }
        // What a camera says of its menus may be as large as numbers are.
        let high = low + min(query.maximum - low, Self.longestMenu)
        var items: [Int32: Int64] = [:]
        for index in low...high {
            var item = v4l2_querymenu()
            item.id = query.id
            item.index = UInt32(index)
            do {
                try node.request(.queryMenu, &item)
            } catch {
                continue
            }
            items[index] = isNumbers ? item.value : Int64(index)
        }
        return items
    }
}

/// Converts between a kernel control's whole numbers and the seam's unit.
struct ControlScale: Sendable, Hashable {
    /// How the two are related.
    enum Relation: Sendable, Hashable {
        /// Seam = kernel times a factor.
        case factor(Double)
        /// The kernel's range spread over a range of the seam's; upside down if `isReversed`.
        case spread(ClosedRange<Double>, isReversed: Bool)
        /// A menu whose items' values times a factor are the seam's.
        case menu(factor: Double)
    }

    var control: NodeControl
    var relation: Relation

    /// The range in the seam's unit; `nil` when the driver's makes no sense.
    var capability: CaptureControlCapability? {
        switch relation {
        case .menu(let factor):
            guard let low = control.items.values.min(), let high = control.items.values.max(), low < high else {
                return nil
            }
            let preset = control.items[control.defaultValue] ?? low
            return .range(Double(low) * factor...Double(high) * factor, default: Double(preset) * factor)
        case .factor, .spread:
            guard control.range != nil else { return nil }
            let (a, b) = (seamValue(control.minimum), seamValue(control.maximum))
            let range = min(a, b)...max(a, b)
            let preset = seamValue(control.defaultValue)
            return .range(range, default: min(max(preset, range.lowerBound), range.upperBound))
        }
    }

    /// The seam's number for a kernel value.
    func seamValue(_ value: Int32) -> Double {
        switch relation {
        case .factor(let factor):
            return Double(value) * factor
        case .menu(let factor):
            return Double(control.items[value] ?? 0) * factor
        case .spread(let range, let isReversed):
            let share = (Double(value) - Double(control.minimum)) / (Double(control.maximum) - Double(control.minimum))
            let portion = isReversed ? 1 - share : share
            return range.lowerBound + portion * (range.upperBound - range.lowerBound)
        }
    }

    /// The kernel's nearest value for a number of the seam's.
    func kernelValue(_ value: Double) -> Int32 {
        switch relation {
        case .factor(let factor):
            return control.clamped(value / factor)
        case .menu(let factor):
            return control.nearestItem(to: value / factor) ?? control.defaultValue
        case .spread(let range, let isReversed):
            let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
            let portion = isReversed ? 1 - share : share
            let span = Double(control.maximum) - Double(control.minimum)
            return control.clamped(Double(control.minimum) + portion * span)
        }
    }
}

extension ControlMap {
    /// How a numeric control of the seam's relates to the node's; `nil` if the node has none.
    func scale(for control: CaptureControl) -> ControlScale? {
        switch control {
        case .lensPosition:
            // The kernel's focus grows towards near objects, Apple's lens position towards far ones.
            self[PINHOLE_CID_FOCUS_ABSOLUTE].map {
                ControlScale(control: $0, relation: .spread(0...1, isReversed: true))
            }
        case .exposureDuration:
            self[PINHOLE_CID_EXPOSURE_ABSOLUTE].map {
                ControlScale(control: $0, relation: .factor(Self.exposureUnit))
            }
        case .iso:
            isoScale
        case .exposureBias:
            // An integer menu in thousandths of EV.
            self[PINHOLE_CID_AUTO_EXPOSURE_BIAS].map { ControlScale(control: $0, relation: .menu(factor: 1e-3)) }
        case .whiteBalanceTemperature:
            self[PINHOLE_CID_WHITE_BALANCE_TEMPERATURE].map { ControlScale(control: $0, relation: .factor(1)) }
        case .zoom:
            self[PINHOLE_CID_ZOOM_ABSOLUTE].map { ControlScale(control: $0, relation: Self.zoomRelation($0)) }
        case .focusMode, .focusPoint, .exposureMode, .exposurePoint, .whiteBalanceMode, .whiteBalanceGains, .torchLevel,
            .videoHDR, .lowLightBoost, .maximumExposureDuration, .constituent:
            nil
        }
    }

    private var isoScale: ControlScale? {
        if let speeds = self[PINHOLE_CID_ISO_SENSITIVITY] {
            // An integer menu in ISO speeds; drivers disagree whether in thousandths.
            let isThousandths = (speeds.items.values.max() ?? 0) >= 100_000
            return ControlScale(control: speeds, relation: .menu(factor: isThousandths ? 1e-3 : 1))
        }
        return self[PINHOLE_CID_GAIN].map {
            ControlScale(control: $0, relation: .spread(Self.gainISO, isReversed: false))
        }
    }

    /// Most cameras count zoom in percent from 100; the lowest value shows the whole picture.
    private static func zoomRelation(_ control: NodeControl) -> ControlScale.Relation {
        control.minimum > 0
            ? .factor(1 / Double(control.minimum)) : .spread(assumedZoom, isReversed: false)
    }
}
