import CVideo4Linux
import CaptureDriver

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
