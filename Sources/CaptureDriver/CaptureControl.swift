/// A setting of a camera's that can be read and changed while it streams.
public enum CaptureControl: String, Sendable, Hashable, CaseIterable {
    /// Mode; values as Apple's `FocusMode`: locked 0, auto once 1, continuous 2.
    case focusMode
    /// Number 0 (nearest) to 1 (farthest).
    case lensPosition
    /// Point; (0,0) top left, (1,1) bottom right of the unrotated picture.
    case focusPoint
    /// Mode; values as Apple's `ExposureMode`: locked 0, auto once 1, continuous 2, custom 3.
    case exposureMode
    /// Number: seconds.
    case exposureDuration
    /// Number: ISO speed, or the device's gain scaled to it.
    case iso
    /// Number: EV.
    case exposureBias
    /// Point, as `focusPoint`.
    case exposurePoint
    /// Mode; values as Apple's `WhiteBalanceMode`: locked 0, auto once 1, continuous 2.
    case whiteBalanceMode
    /// Gains, each at least 1.
    case whiteBalanceGains
    /// Number: kelvin.
    case whiteBalanceTemperature
    /// Number: 1 shows the whole picture.
    case zoom
    /// Number 0 (off) to 1 (brightest).
    case torchLevel
    /// Mode: off 0, on 1.
    case videoHDR
    /// Mode: off 0, on 1.
    case lowLightBoost
    /// Number: the most seconds that automatic exposure may take.
    case maximumExposureDuration
    /// Mode: which constituent of a virtual camera gives its picture, counted from 1; 0 for the one that the zoom factor chooses.
    case constituent
}

/// What a control accepts.
public enum CaptureControlCapability: Sendable, Hashable {
    /// Any of these modes.
    case modes(Set<Int>, default: Int)
    /// A number in a range.
    case range(ClosedRange<Double>, default: Double)
    /// A point in the picture.
    case point
    /// Gains from 1 to this maximum.
    case gains(maximum: Float)

    /// What a device takes for a value: the value, or the nearest one that the control accepts.
    ///
    /// - Returns: `nil` for a value of another kind, for a mode that isn't listed, and for what is no number.
    public func nearest(to value: CaptureControlValue) -> CaptureControlValue? {
        switch (self, value) {
        case (.modes(let modes, _), .mode(let mode)):
            return modes.contains(mode) ? value : nil
        case (.range(let range, _), .number(let number)) where !number.isNaN:
            return .number(Self.clamp(number, to: range))
        case (.point, .point(let x, let y)) where !x.isNaN && !y.isNaN:
            return .point(x: Self.clamp(x, to: 0...1), y: Self.clamp(y, to: 0...1))
        case (.gains(let maximum), .gains(let red, let green, let blue))
        where maximum >= 1 && !red.isNaN && !green.isNaN && !blue.isNaN:
            let range = 1...maximum
            return .gains(
                red: Self.clamp(red, to: range),
                green: Self.clamp(green, to: range),
                blue: Self.clamp(blue, to: range)
            )
        default:
            return nil
        }
    }

    private static func clamp<Number: Comparable>(_ number: Number, to range: ClosedRange<Number>) -> Number {
        min(max(number, range.lowerBound), range.upperBound)
    }
}

/// The value of a control.
public enum CaptureControlValue: Sendable, Hashable {
    /// One of the modes that the control documents.
    case mode(Int)
    /// A number in the control's unit.
    case number(Double)
    /// A point in the unrotated picture.
    case point(x: Double, y: Double)
    /// White-balance gains.
    case gains(red: Float, green: Float, blue: Float)
}

/// What a user does with a device's button for cameras: one at the edge of a phone that feels light presses and fingers that
/// slide along it, or whatever stands in for one.
public enum CaptureControlGesture: Sendable, Hashable {
    /// Pressed all the way: the shutter's.
    case press
    /// Pressed lightly: shows the control that was used last; in the list of controls, takes the one that is marked.
    case lightPress
    /// Pressed lightly twice: shows the list of controls.
    case doubleLightPress
    /// A finger slides along: so much of the whole range of what is shown, from -1 to 1.
    case slide(Double)
    /// What is shown is swiped away.
    case dismiss
}
